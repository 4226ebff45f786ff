"""What the agent said last: what it asks for, and what it offers to choose from. Pure."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from trips.reading import lexicon
from trips.reading.chart import Chart, Grammar
from trips.reading.numbers import base
from trips.reading.tokens import Tokens, tokens_of

GRAMMAR = Grammar(*base(), list(lexicon.rules("conversation")))
NO_DAY = dt.date(2000, 1, 1)
#: Of what was said, so many characters at its end are looked at.
LONGEST = 600
#: More words than this are no choice, and more choices no offer.
MOST_WORDS, MOST_CHOICES = 12, 6
#: In a longer question that is not open one word alone asks for nothing: "a mid-range budget".
FEW_WORDS = 4
_ENDS = frozenset(". ! ? ;".split())
_SPLITS = frozenset(", ; or".split())
_EDGES = frozenset(
    "still a an the 's and or but so , ; - : [ ] to for with i we you would does shall in".split()
)
#: What follows these says how a choice is.
_SAYS_OF = frozenset("is are has have was flies costs will would suits suit gives takes".split())
#: And these are no choice behind one.
_SAYS_HOW = frozenset("around about all both each usually although though also".split())
_BEFORE_A_NUMBER = frozenset(": , [ ; or and ]".split())
_OPEN = frozenset("what which when where who how whose why".split())
_LIST = 3
_LEADS_TO_A_TOWN = frozenset("to in at of for so then".split())
_OF_DAYS = frozenset("to - until and the from st nd rd th [ ]".split())


#: Topics of the facts that questions ask for.
ASKED = {
    "nights": ("dates",), "days": ("dates",), "start": ("dates.start",), "end": ("dates.end",),
    "dates": ("dates", "dates.start", "dates.end"), "people": ("party",), "origin": ("origin",),
    "to": ("destinations",), "budget": ("budget",), "interests": ("interests",), "pace": ("pace",),
}  # fmt: skip
#: And the other way round.
TOPICS = {
    "party.adults": "people", "party.children": "kids", "dates.days": "days", "rooms": "rooms",
    "budget": "budget", "origin": "origin", "destinations": "to", "pace": "pace", "trip_type": "trip_type",
}  # fmt: skip


def chart_of(tokens: Tokens) -> Chart:
    """Kinds of words alone: which day is today counts for nothing."""
    return GRAMMAR.parse(tokens, today=NO_DAY)


class Offer(NamedTuple):
    """`topics`: rows of `asks` in `lexicon/conversation.toml`. `choices`: words of each; one alone is a
    proposal. `question`: the words that ask. `known`: sentences that say what the trip is already."""

    topics: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()
    question: str = ""
    said: str = ""
    either: bool = False  # one of the choices, not all
    listed: bool = False  # the choices have numbers
    known: tuple[str, ...] = ()

    def asking(self, asked: Sequence[str]) -> Offer:
        """With topics of the facts that were asked for besides."""
        more = (TOPICS[path] for path in asked if path in TOPICS)
        return self._replace(topics=tuple(dict.fromkeys((*self.topics, *more))))

    @property
    def asked(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(path for topic in self.topics for path in ASKED.get(topic, ())))


@lru_cache(maxsize=64)
def offer_in(said: str) -> Offer:
    """Of the last question; of one that has no content ("Shall I take it?") the sentence before it tells."""
    tokens = tokens_of(said[-LONGEST:])
    chart = chart_of(tokens)
    sentences = list(_sentences(tokens))
    if not sentences:
        return Offer(said=said)
    asking = [at for at, (_i, j) in enumerate(sentences) if tokens.norms(j, j + 1) == ["?"]]
    last = asking[-1] if asking else len(sentences) - 1
    i, j = sentences[last]
    asks = [span for span in chart.of("asks") if i <= span.i and span.j <= j]
    few = j - i <= FEW_WORDS or tokens[i].norm in _OPEN
    topics = tuple(dict.fromkeys(span.value for span in asks if few or span.j - span.i > 1))
    empty = not topics and {"which"}.issuperset(tokens[at].norm for at in _content(tokens, chart, i, j))
    source = sentences[last - 1] if empty and last else (i, j)
    choices = _choices(tokens, chart, *source)
    priced = any("night" in tokens.norms(span.j, span.j + 3) for span in chart.of("money"))
    words = tokens.norms(*source)
    which = {"which", "prefer"} & set(tokens.norms(i, j))
    either = bool("or" in words or topics or which)
    listed = any(_numbered(tokens, at) for at in range(*source))
    recaps = [one for one in sentences if _recaps(tokens, chart, *one)]
    known = tuple(tokens.quote(*one) for one in recaps)
    wider = {"origin": "to", "start": "dates", "end": "dates"}
    gone = {wide for topic, wide in wider.items() if topic in topics}
    topics = tuple(one for one in topics if one not in gone)
    topics = (*topics, *(("stay_night",) if priced else ()))
    return Offer(topics, choices, tokens.quote(i, j), said, either, listed, known)


def _recaps(tokens: Tokens, chart: Chart, i: int, j: int) -> bool:
    """ "So July, two adults", "I have you down for Bangkok", "Four nights then": what is known already."""
    begins = [span for span in chart.of("recap") if span.i == i and span.value == "begins" and span.j < j]
    ends = [span for span in chart.of("recap") if span.j == j and span.value == "ends" and span.i > i]
    return bool(begins or ends) and not {"or", "would", "could"} & set(tokens.norms(i, j))


def _numbered(tokens: Tokens, at: int) -> bool:
    """ "1. Porto, 2) Valencia": whether a number of a list stands here."""
    before, after = tokens.norms(at - 1, at), tokens.norms(at + 1, at + 2)
    opens = at == 0 or before[0] in _BEFORE_A_NUMBER
    return opens and tokens[at].norm.isdigit() and after in (["."], ["]"])


def towns_in(words: str) -> list[str]:
    """Names where the agent says what the trip is of: "to Athens and the Mara", "Seoul in which week?"."""
    tokens, found, last = tokens_of(words[-LONGEST:]), [], -1
    starts = {i for i, _j in _sentences(tokens)}
    for at, token in enumerate(tokens.all):
        before = at - 1 - (tokens.norms(at - 1, at) == ["the"])
        end = next((one for one in range(at, len(tokens)) if not tokens[one].capital), len(tokens))
        led = at and (
            tokens[before].norm in _LEADS_TO_A_TOWN or (tokens[before].norm == "and" and before == last)
        )
        heads = at in starts and tokens.norms(end, end + 1) in ([":"], ["in"])
        if token.capital and at > last and (led or heads):
            found, last = [*found, tokens.quote(at, end)], end
    return found


def months_in(words: str) -> list[str]:
    """Months that the agent's words name."""
    tokens = tokens_of(words[-LONGEST:])
    return [tokens.quote(one.i, one.j) for one in chart_of(tokens).of("month")]


def _sentences(tokens: Tokens) -> Iterator[tuple[int, int]]:
    start = 0
    for at, token in enumerate(tokens.all):
        joined = at + 1 < len(tokens) and (
            tokens[at + 1].tight or (at and _numbered(tokens, at - 1)) or _numbered(tokens, at + 1)
        )
        if token.norm in _ENDS and not joined:
            if at > start:
                yield start, at
            start = at + 1
    if start < len(tokens):
        yield start, len(tokens)


def _content(tokens: Tokens, chart: Chart, i: int, j: int) -> list[int]:
    """Tokens that are neither asking nor framing an offer, nor numbers of a list."""
    spans = [
        span
        for kind in ("asks", "offering", "recap")
        for span in chart.of(kind)
        if i <= span.i and span.j <= j
    ]
    beside = {at for span in spans if span.kind != "asks" or span.value not in ("transport", "stay")
              for at in range(span.i, span.j)}  # fmt: skip
    beside |= {at + on for at in range(i, j) if _numbered(tokens, at) for on in (0, 1)}
    return [at for at in range(i, j) if at not in beside and tokens[at].norm not in _EDGES]


def _choices(tokens: Tokens, chart: Chart, i: int, j: int) -> tuple[str, ...]:
    content = _content(tokens, chart, i, j)
    joined = "or" in tokens.norms(i, j)
    colon = [at for at in content if at > i and _begins_a_list(tokens, at)]
    colon = [at + 2 for at in range(i, j) if _numbered(tokens, at)][:1] or colon
    if colon:
        content = [at for at in content if at >= colon[-1]] or content
    content = content[content[:1] == [i] and tokens[i].norm in ("is", "are") :]
    pieces: list[list[int]] = []
    for at in content:
        if not pieces or _parted(tokens, pieces[-1][-1] + 1, at):
            pieces.append([at])
        else:
            pieces[-1].append(at)
    words = []
    for one in pieces:
        said = next((at for at in one[1:] if tokens[at].norm in _SAYS_OF), None)
        if words and said is None and tokens[one[0]].norm in _SAYS_HOW:
            continue
        words.append(tokens.quote(one[0], one[-1] + 1 if said is None else said))
    words = [one for one in words if len(one.split()) <= MOST_WORDS][:MOST_CHOICES]
    framed = {at for span in chart.of("offering") for at in range(span.i, span.j)}
    asks = any(tokens[at].norm in _OPEN for at in range(i, j) if at not in framed)
    if asks and not joined and len(words) < _LIST and not colon:
        return ()
    return tuple(_whole(words))


def _parted(tokens: Tokens, i: int, j: int) -> bool:
    """Whether a comma, an "or" or a number of the list stands there, and no bracket is open."""
    between = tokens.norms(i, j)
    numbered = any(_numbered(tokens, at) for at in range(i, j))
    if between == ["and"] and tokens[i - 1].capital and tokens[j].capital:
        return True
    opened = tokens.norms(0, j).count("[") > tokens.norms(0, j).count("]")
    return numbered or (not opened and bool(_SPLITS & set(between)))


def _begins_a_list(tokens: Tokens, at: int) -> bool:
    """Behind a colon, or a dash that is no range's."""
    if tokens[at - 1].norm == ":":
        return not tokens[at].tight
    return tokens[at - 1].norm == "-" and not tokens[at].tight and tokens[at].norm.isalpha()


def _whole(words: list[str]) -> list[str]:
    """Each with what only one of them says: the month of days, what two days or hours are of."""
    charts = [chart_of(tokens_of(one)) for one in words]
    months = [chart.tokens.quote(span.i, span.j) for chart in charts for span in chart.of("month")]
    found = []
    for one, chart in zip(words, charts, strict=True):
        days = {at for span in chart.of(*_TYPED) for at in range(span.i, span.j)}
        bare = all(at in days or token.norm in _OF_DAYS for at, token in enumerate(chart.tokens.all))
        numbered = len(chart.tokens) - 1 in days and chart.of("number", "day_number")
        if months and numbered and not chart.of("month"):
            one = f"{one} {months[0]}"
        kinds = {span.kind for span in chart.of(*_TYPED)}
        first = charts[0].of("clock") if "clock" in kinds else charts[0].of(*_TYPED)
        if found and bare and first and len(words) == 2:
            one = f"{charts[0].tokens.quote(0, min(span.i for span in first))} {one}".strip()
        found.append(one)
    return found


_TYPED = ("weekday", "month", "number", "day_number", "clock")
