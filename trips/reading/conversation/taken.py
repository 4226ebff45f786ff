"""What of an offer a message takes: choices by rank or name, a proposal with another value in it. Pure.

Nothing is read twice: an answer is put into the words that were said, and who reads sentences reads those.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from trips.catalogue.names import key
from trips.reading import lexicon
from trips.reading.bounded import SENTENCE
from trips.reading.chart import Chart, Span
from trips.reading.clauses import Clause
from trips.reading.conversation.offers import Offer, chart_of, towns_in
from trips.reading.routing.answers import answer_in, led_by
from trips.reading.routing.message import Message
from trips.reading.tokens import tokens_of
from trips.schemas import Change, TripFacts

#: Reads words as a message of their own.
Tell = Callable[[str], Sequence[Change]]
#: Longer messages are not looked at.
MOST_WORDS = 60
#: A choice in the words of what was asked.
_FRAMES = {"transport": "by {}", "pace": "{} pace", "budget": "{} budget", "to": "to {}"}
_COUNTED = (
    r"\b(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten)\b"
    r"(?=\s+(?:nights?|days?|weeks?|people|adults?|rooms?|beds?))"
)
_BESIDE_NUMBER = frozenset("% : / am pm st nd rd th years year old star stars of".split())
_LITTLE = frozenset(
    "make it that just like no not yes ok so then about maybe the a an than of us in to is".split()
)
_BESIDE_A_RANK = lexicon.words("conversation", "beside_a_rank")
#: Choices with one of these are no thing to see or do.
_NO_THING = lexicon.words("conversation", "no_thing")
_STEM, _SHORTEST = 5, 3
MOST_OF_A_THING, MOST_OF_A_NO = 6, 4
_ARTICLES = frozenset("a an the some".split())
#: Topics whose choices can be things to do, and paths of such.
_THINGS = frozenset(("interests", "avoid"))
_LIKED = frozenset(("interests", "cuisines", "must_do", "wishes"))
_LAST_TIME = re.compile(
    r"\b(?:last time|last year|as always|usually|before)\b(?: (?:you|we) (?:flew|went|were|had))?", re.I
)
_PARTS = frozenset(", but and then so with put if - ! for".split())
_ADDS = frozenset("add also too include well".split())
DAYS_OF_A_WEEK = 7


class Taken(NamedTuple):
    """Changes, and the characters of the message that make them."""

    changes: list[Change]
    start: int
    end: int


def taken(message: Message, offer: Offer, facts: TripFacts, tell: Tell) -> Taken | None:
    """What of the offer the message takes; None where it takes nothing, and no changes where it refuses."""
    if len(message.tokens) > MOST_WORDS:
        return None
    if same := next((one for one in message.chart.of("answer") if one.value == "same"), None):
        before = [one for one in SENTENCE.findall(offer.said) if _LAST_TIME.search(one)]
        changes = [change for one in before for change in tell(_LAST_TIME.sub("", one))]
        return spanning(message, [same], changes) if changes else None
    for clause in (one for sentence in message.sentences() for one in sentence if offer.choices):
        if found := _picked(message, clause, offer):
            chosen, i, j = found
            changes = _told(message, chosen, offer, facts, tell)
            return Taken(changes, message.tokens[i].start, message.tokens[j - 1].end)
    return _agreed(message, offer, tell)


def _told(message: Message, chosen: list[str], offer: Offer, facts: TripFacts, tell: Tell) -> list[Change]:
    """What is chosen, and what is left: seen before, left out, or no more among the destinations."""
    changes = [change for one in chosen for change in _of(one, offer, tell)]
    left = [one for one in offer.choices if one not in chosen]
    if any(one.path == "destinations" for one in changes) and not _ADDS & set(offer.said.split()):
        gone = {key(one) for one in left}
        changes += [
            Change(path="destinations", op="remove", value=place.name)
            for place in facts.destinations
            if key(place.name) in gone or (place.city_id is None and len(facts.destinations) == 1)
        ]
    excepts = any(span.value == "all_but" for span in message.chart.of("pick"))
    neither = not chosen and any(span.value == "none_of_them" for span in message.chart.of("answer"))
    if excepts or neither:
        things = [one for one in left if excepts or _is_liked(_of(one, offer, tell))]
        changes += [Change(path="avoid", op="add", value=_plain(one)) for one in things]
    return changes


def _is_liked(changes: Sequence[Change]) -> bool:
    return bool(changes) and {one.path for one in changes} <= _LIKED


def _picked(message: Message, clause: Clause, offer: Offer) -> tuple[list[str], int, int] | None:
    """Of several choices those that a clause picks, and the words that do."""
    i, j, choices = clause.i, clause.j, list(offer.choices)
    if len(choices) < 2 or clause.begins("asks"):
        return None
    for span in message.spans("pick", i, j) if offer.either or len(choices) > 2 else []:
        sided = span.value in ("later", "earlier") and not offer.either
        if not sided and (picked := _by_place(span, message, choices)) is not None:
            return picked, span.i, j if span.value == "all_but" else span.j
    if ranked := _ranked(message, clause, offer):
        return ranked, i, j
    answer = answer_in(message, i, j) or led_by(message, i, j)
    both = next((span for span in message.spans("answer", i, j) if span.value == "both"), None)
    if answer and answer.kind in ("none_of_them", "no"):
        return [], i, j
    if both and (answer or both.i == i):
        return choices, both.i, both.j
    named = [one for one in choices if _says(message, i, j, one, choices)]
    few = named and len(named) < len(choices) and (offer.either or all(map(_is_name, choices)))
    where = [at for at in range(i, j) if any(_says(message, at, at + 1, one, choices) for one in named)]
    denied = any(clause.denies(Span("", at, at + 1, None)) for at in where)
    return (named, i, where[-1] + 1) if few and where and not denied else None


def _is_name(choice: str) -> bool:
    tokens = tokens_of(choice)
    typed = chart_of(tokens).of("number", "weekday", "month")
    return all(token.capital for token in tokens.all[:2]) and not typed


def _ranked(message: Message, clause: Clause, offer: Offer) -> list[str]:
    """ "The second one", "I'll take the first", "1 and 3 look good": ranks and words of no content."""
    ranks = {span.i: (span.value, span.j) for span in message.spans("nth", clause.i, clause.j)}
    if offer.listed or not any(chart_of(tokens_of(one)).of("number") for one in offer.choices):
        numbers = [] if ranks else message.spans("number", clause.i, clause.j)
        written = (span for span in numbers if message.tokens[span.i].norm.isdigit())
        ranks |= {span.i: (span.value, span.j) for span in written}
    beside = set(range(clause.i, clause.j)) - {at for i, (_n, j) in ranks.items() for at in range(i, j)}
    if any(message.tokens[at].norm not in _BESIDE_A_RANK and at not in message.polite for at in beside):
        return []
    count = len(offer.choices)
    places = [rank - (rank > 0) for rank, _j in ranks.values() if rank == -1 or 0 < rank <= count]
    return [offer.choices[at] for at in dict.fromkeys(places)] if len(places) == len(ranks) else []


def _by_place(span: Span, message: Message, choices: list[str]) -> list[str] | None:
    rest = [one for one in choices if not _says(message, 0, len(message.tokens), one, choices)]
    return {
        "middle": choices[len(choices) // 2 :][:1] if len(choices) % 2 else None, "later": choices[-1:],
        "earlier": choices[:1], "first_two": choices[:2], "last_two": choices[-2:],
        "other": rest if len(rest) == 1 else None, "all_but": rest if len(rest) < len(choices) else None,
    }.get(span.value)  # fmt: skip


def _says(message: Message, i: int, j: int, choice: str, choices: list[str]) -> bool:
    """Whether words or values of its own stand there: "canaries" of "the Canaries", "fri-mon"."""
    own = _marks(chart_of(tokens_of(choice)), 0, len(tokens_of(choice)))
    for one in choices:
        if one != choice:
            own = own - _marks(chart_of(tokens_of(one)), 0, len(tokens_of(one)))
    return bool(own & _marks(message.chart, i, j))


def _marks(chart: Chart, i: int, j: int) -> set[object]:
    """Stems of its words, days, months, numbers and hours."""
    typed = (one for one in chart.of("weekday", "month", "number", "clock") if i <= one.i and one.j <= j)
    words = (one.norm for one in chart.tokens.all[i:j] if one.norm.isalpha() and len(one.norm) >= _SHORTEST)
    return {(one.kind, one.value) for one in typed} | {one[:_STEM] for one in words if one not in _NO_THING}


def _agreed(message: Message, offer: Offer, tell: Tell) -> Taken | None:
    """A yes to the proposal, or another value in its place: "make it four, otherwise yes"."""
    yes, days = _yes(message), _later(message)
    if (not offer.choices and not days) or (len(offer.choices) > 1 and offer.either):
        return None
    if yes is None and _refuses(message) and len(offer.choices) == 1 and len(message.tokens) <= MOST_OF_A_NO:
        things = [one for one in _of(offer.choices[0], offer, tell) if one.path == "must_do"]
        changes = [Change(path="avoid", op="add", value=one.value) for one in things]
        return Taken(changes, message.tokens[0].start, message.tokens[-1].end) if changes else None
    said, swapped = _swapped(message, ", ".join(offer.choices))
    if yes is None and not swapped and not days:
        return None
    several = offer.choices if len(offer.choices) > 1 and all(map(_is_name, offer.choices)) else [said]
    changes = [change for one in several for change in _of(one, offer, tell)]
    if yes and not any(one.path.startswith("dates.") for one in changes):
        dated = [one for one in tell(offer.question) if one.path in _ENDS]
        changes = dated if len(dated) == len(_ENDS) else changes
    if days and not any(one.path.startswith("dates.") for one in changes):
        spoken = [one for one in tell(offer.said) if one.path in ("dates.start", "dates.end")]
        path = "dates.end" if "end" in offer.topics else "dates.start"
        changes = [one.model_copy(update={"path": path}) for one in spoken[-1:]]
    if days:
        changes = [_moved(change, days) for change in changes]
    if "cheaper" in message.tokens.norms(0, len(message.tokens)):
        prices = [f"cheaper than {one.value} a night" for one in changes if one.path == "stay.max_price"]
        changes += [Change(path="stay_wishes", op="add", value=one) for one in prices]
    whole = yes if yes and not (swapped or days) else (0, len(message.tokens))
    return Taken(changes, message.tokens[whole[0]].start, message.tokens[whole[1] - 1].end)


def _yes(message: Message) -> tuple[int, int] | None:
    """Where a clause says yes, at its beginning or its end, and goes on to something else; a no before it
    holds."""
    for clause in (one for sentence in message.sentences() for one in sentence):
        spans = [one for one in message.spans("answer", clause.i, clause.j) if one.value in ("yes", "no")]
        for span in sorted(spans, key=lambda one: (one.i, -one.j)):
            led = all(at in message.polite or at == span.i for at in range(clause.i, span.i))
            last = span.j == clause.j and message.tokens.norms(span.i - 1, span.i) in ([","], ["then"])
            goes_on = any(one.i == span.j for one in spans)
            parted = goes_on or span.j == clause.j or span.j in message.polite
            parted = parted or message.tokens[span.j].norm in _PARTS
            if led and parted and span.value == "no":
                return None
            if span.value == "yes" and (last or (led and parted)):
                return span.i, span.j
    return None


def bare(message: Message) -> list[Span]:
    """Numbers that count nothing of their own, one or more."""
    found: dict[tuple[int, int], Span] = {}
    ranks = {at for span in message.chart.of("nth") for at in (*range(span.i, span.j), span.j)}
    for span in message.chart.of("number", "clock", "amount"):
        after = message.tokens.norms(span.j, span.j + 1)
        before = message.tokens.norms(span.i - 1, span.i)
        counts = after and (
            after[0] in _BESIDE_NUMBER or (after[0].isalpha() and after[0] not in _LITTLE | _JOINS)
        )
        if not counts and before not in (["at"], ["option"], ["day"]) and span.i not in ranks:
            found.setdefault((span.i, span.j), span)
    return [
        span
        for (i, j), span in found.items()
        if not any(a <= i < j <= b and (a, b) != (i, j) for a, b in found)
    ]


_JOINS = frozenset(
    "and or but otherwise instead please max tops thanks total altogether there rest if".split()
)


def _swapped(message: Message, choice: str) -> tuple[str, bool]:
    """The proposal with the number that the message has instead of its own."""
    numbers = bare(message)
    if len(numbers) != 1:
        return choice, False
    said = message.tokens.quote(numbers[0].i, numbers[0].j)
    if message.tokens.norms(numbers[0].j, numbers[0].j + 1) == ["-"] or message.chart.of("own"):
        return choice, False
    hour = numbers[0].value if isinstance(numbers[0].value, int) else None
    pattern = r"\d{1,2}(?:[:.]\d\d)?" if ":" in said else _COUNTED
    if hour in range(1, 24) and not re.search(pattern, choice, re.IGNORECASE):
        pattern, said = r"\d{1,2}[:.]\d\d", f"{hour}:00"
    changed, many = re.subn(pattern, said, choice, count=1, flags=re.IGNORECASE)
    return re.sub(r"(?<=\d )beds?\b", "people", changed), bool(many)


def _later(message: Message) -> int:
    """Days by which a proposal is moved: "a week later", "the week after", "two days earlier"."""
    for at in range(1, len(message.tokens)):
        norms = message.tokens.norms(at - 1, at + 2)
        size = {"day": 1, "days": 1, "week": DAYS_OF_A_WEEK, "weeks": DAYS_OF_A_WEEK}.get(norms[1])
        if size and norms[-1] in ("later", "after", "earlier", "before", "sooner"):
            number = next((one.value for one in message.chart.of("number") if one.j == at), 1)
            return size * number * (1 if norms[-1] in ("later", "after") else -1)
    return 0


def _moved(change: Change, days: int) -> Change:
    if not change.path.startswith("dates.") or not re.fullmatch(r"\d{4}-\d\d-\d\d", str(change.value)):
        return change
    moved = dt.date.fromisoformat(str(change.value)) + dt.timedelta(days=days)
    return change.model_copy(update={"value": moved.isoformat()})


def _of(choice: str, offer: Offer, tell: Tell) -> list[Change]:
    """What a choice tells; what nobody reads has to be in the plan."""
    tokens = tokens_of(choice)
    chart = chart_of(tokens)
    words = {token.norm for token in tokens.all}
    numbers = [one.value for one in chart.of("number")]
    if len(numbers) == 1 and words <= _OF_PEOPLE | {token.norm for token in tokens.all[:1]}:
        return list(tell(f"{numbers[0]} people"))
    for frame in (*(_FRAMES[topic] for topic in offer.topics if topic in _FRAMES), "{}"):
        if changes := [one for one in tell(frame.format(choice)) if _may_tell(one, offer)]:
            alone = _is_liked(changes) and len(offer.choices) == 1 and not words & _NO_THING
            return [Change(path="must_do", op="add", value=_plain(choice))] if alone else changes
    others = [one for one in offer.choices if one != choice and _is_name(one)]
    if _is_name(choice) and any(one.path == "destinations" for other in others for one in tell(other)):
        return [Change(path="destinations", op="add", value=_plain(choice))]
    typed = chart.of("amount", "currency", "month", "weekday", "clock", "number")
    alone = len(tokens) == 1 and not tokens[0].capital
    if alone or len(words) > MOST_OF_A_THING or words & _NO_THING or typed or set(offer.topics) - _THINGS:
        return []
    return [Change(path="must_do", op="add", value=_plain(choice))]


_OF_PEOPLE = frozenset("for now people adults of you then us".split())


_OF_A_BUDGET = frozenset("budget total scope each person head altogether together".split())


def _may_tell(change: Change, offer: Offer) -> bool:
    """A price is the budget only where that was spoken of."""
    named = _OF_A_BUDGET & {*offer.topics, *re.findall(r"[a-z]+", offer.said.casefold())}
    return change.path not in ("budget.amount", "budget.currency") or bool(named)


def _plain(choice: str) -> str:
    words = [word for word in choice.split() if word.casefold() not in _ARTICLES]
    return " ".join(words[:-1] if len(words) > 1 and words[-1] in ("first", "then", "instead") else words)


def spanning(message: Message, spans: Sequence[Span], changes: list[Change]) -> Taken:
    return Taken(changes, message.tokens[spans[0].i].start, message.tokens[spans[-1].j - 1].end)


def says_alone(message: Message) -> Iterator[tuple[int, int]]:
    """Tokens of "God no", "sure why not": of more than one word, and nothing of theirs behind it."""
    for span in message.chart.of("answer"):
        ends = span.j == len(message.tokens) or not message.tokens[span.j].norm.isalnum()
        if span.value in ("yes", "no") and span.j - span.i > 1 and ends:
            yield span.i, span.j


def takes_back(message: Message) -> bool:
    """ "Hmm no, Valencia is fine": what it names stands in the place of what was taken last."""
    norms = message.tokens.norms(0, len(message.tokens))
    return bool(_REFUSES & set(norms[:_FIRST])) and not _BESIDES & set(norms)


def _refuses(message: Message) -> bool:
    kinds = {one.value for one in message.chart.of("answer")}
    orders = message.chart.of("forget")
    return bool(orders) or ("no" in kinds and "yes" not in kinds)


_REFUSES = frozenset("no nope nah".split())
_BESIDES = frozenset("and also too add both well plus more another".split())
#: So early a no is of what was said before.
_FIRST = 2
#: Of the trip, what the agent may say that it is already.
_KNOWN = ("destinations", "dates", "party", "origin", "budget")
_ENDS = {"dates.start", "dates.end"}


def presupposed(message: Message, offer: Offer, facts: TripFacts, told: set[str], tell: Tell) -> list[Change]:
    """What the agent says of the trip and nobody has said before or otherwise: "So July, two adults", the
    town of "How many are going to Copenhagen?", and of a proposal what the answer leaves as it is."""
    found: list[Change] = []
    denied = [one for one in message.clauses if one.has("denies")]
    if not _refuses(message) and not any(
        _says(message, one.i, one.j, words, []) for one in denied for words in offer.known
    ):
        found = [one for words in offer.known if told or words != offer.question for one in tell(words)]
        mended = [change for one in offer.choices for change in tell(one)] if not offer.either else []
        found += mended if told & {change.path for change in mended} else []
    if not facts.destinations and not any(one.path == "destinations" for one in found):
        said = key(message.tokens.text)
        towns = [town for town in towns_in(offer.said) if key(town) not in said]
        towns = [town for town in towns if not any(one.startswith(town) for one in offer.choices[1:])]
        found += [one for town in towns for one in tell(f"to {town}") if one.path == "destinations"]
    known = {path for path, value in _known(facts) if value}
    if "dates.days" in known and told & _ENDS:
        known |= _ENDS  # as long as it was said to be, from the new day on
    news = (one for one in found if one.path.startswith(_KNOWN) and one.path not in told | known)
    return [one for one in news if _may_tell(one, offer) and one.op != "remove"]


def _known(facts: TripFacts) -> list[tuple[str, object]]:
    rows = [(name, getattr(facts, name)) for name in ("destinations", "origin")]
    parts = (("dates", facts.dates), ("party", facts.party), ("budget", facts.budget))
    return [*rows, *((f"{name}.{one}", value) for name, part in parts for one, value in part)]
