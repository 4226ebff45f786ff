"""A message against what was offered and asked: what it takes, and what it fills in. Pure.

Nothing is read twice: an answer is put into the words that were said (a choice, a question with a hole), and
whoever reads sentences reads those.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from decimal import Decimal
from typing import NamedTuple

from trips.catalogue.names import key
from trips.reading.chart import Chart, Span
from trips.reading.clauses import Clause
from trips.reading.conversation.offers import Offer, chart_of, towns_in
from trips.reading.conversation.shares import shares
from trips.reading.routing.answers import answer_in, led_by
from trips.reading.routing.message import Message
from trips.reading.tokens import tokens_of
from trips.schemas import Change, TripFacts

#: Reads words as a message of their own.
Tell = Callable[[str], Sequence[Change]]
#: Longer messages are not looked at.
MOST_WORDS = 60
#: A question with a hole for a number, and for a name.
_NUMBERS = {
    "nights": "{} nights", "days": "{} days", "people": "{} people", "start": "from the {}th",
    "end": "until the {}th", "stay_night": "hotel at most {} a night", "food_day": "{} a day for food",
    "kids": "{} children",
    "budget": "our budget is {}", "day_from": "start the day at {}", "rooms": "{} rooms",
}  # fmt: skip
#: Kinds of words that answer a question alone, and what they tell.
_WORDS = {
    "budget": ("level_said", "budget.level"), "pace": ("pace_said", "pace"),
    "trip_type": ("way_said", "trip_type"),
}  # fmt: skip
#: A choice in the words of what was asked.
_FRAMES = {"transport": "by {}", "pace": "{} pace", "budget": "{} budget"}
_NAMES = {"origin": "from {}", "to": "{}"}
_ROOT = {
    "nights": "dates", "days": "dates", "people": "party", "start": "dates.start", "end": "dates.end",
    "stay_night": "stay.max_price", "food_day": "caps", "budget": "budget", "day_from": "hours",
    "origin": "origin", "to": "destinations", "kids": "party.children", "rooms": "rooms", "pace": "pace",
    "trip_type": "trip_type",
}  # fmt: skip
_COUNTED = (
    r"\b(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten)\b"
    r"(?=\s+(?:nights?|days?|weeks?|people|rooms?))"
)
_LEAST_SUM = 50
_MOST_DAYS, _MOST_PEOPLE = 31, 50
_BESIDE_NUMBER = frozenset("% : / am pm st nd rd th years year old star stars of".split())
_LITTLE = frozenset(
    "make it that just like no not yes ok so then about maybe the a an than of us in to is".split()
)
_PRONOUNS = frozenset(
    "you your i we he she they it is are there which this that everyone anything next".split()
)
_SHORT_NAME = 4
MOST_OF_A_THING = 6
_ARTICLES = frozenset("a an the some".split())
#: Topics whose choices can be things to do.
_THINGS = frozenset(("interests", "avoid"))
_SENTENCE = re.compile(r"(?<=[.!?])\s+")
_LAST_TIME = re.compile(
    r"\b(?:last time|last year|as always|usually|before)\b(?: (?:you|we) (?:flew|went|were|had))?", re.I
)
_PARTS = frozenset(", but and then so with put if - !".split())
_PIECES = frozenset(", . ! ; and + / or".split())
_HALF_A_WEEK, DAYS_OF_A_WEEK = 3, 7


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
        before = [one for one in _SENTENCE.split(offer.said) if _LAST_TIME.search(one)]
        changes = [change for one in before for change in tell(_LAST_TIME.sub("", one))]
        return _spanning(message, [same], changes) if changes else None
    if not offer.choices:
        return None
    for clause in (one for sentence in message.sentences() for one in sentence):
        if found := _picked(message, clause, offer):
            chosen, i, j = found
            changes = [change for one in chosen for change in _of(one, offer, facts, tell)]
            left = {key(one) for one in offer.choices} - {key(one) for one in chosen}
            changes += [
                Change(path="destinations", op="remove", value=place.name)
                for place in facts.destinations
                if chosen and key(place.name) in left
            ]
            if chosen and any(span.value == "all_but" for span in message.spans("pick", i, j)):
                rest = [one for one in offer.choices if one not in chosen]
                changes += [Change(path="avoid", op="add", value=one) for one in rest]
            return Taken(changes, message.tokens[i].start, message.tokens[j - 1].end)
    return _agreed(message, offer, facts, tell)


def _picked(message: Message, clause: Clause, offer: Offer) -> tuple[list[str], int, int] | None:
    """Of several choices those that a clause picks, and the words that do."""
    i, j, choices = clause.i, clause.j, list(offer.choices)
    if len(choices) < 2:
        return None
    picks = message.spans("pick", i, j) if offer.either or len(choices) > 2 else []
    for span in picks:
        if span.value in ("later", "earlier") and not offer.either:
            continue
        if (picked := _by_rank(span, message, choices)) is not None:
            return picked, span.i, j if span.value == "all_but" else span.j
    answer = answer_in(message, i, j) or led_by(message, i, j)
    for span in message.spans("select", i, j):
        at = span.value[0]
        if (at == -1 or 0 < at <= len(choices)) and not clause.denies(span):
            return [choices[at - (at > 0)]], span.i, span.j
    both = next((span for span in message.spans("answer", i, j) if span.value == "both"), None)
    if both and (answer or both.i == i):
        return choices, both.i, both.j
    if answer and answer.kind in ("none_of_them", "no"):
        return [], i, j
    named = [one for one in choices if _is_named(message, clause, one, choices)]
    few = named and len(named) < len(choices) and offer.either
    return (named, i, j) if few and not clause.has("denies") else None


def _by_rank(span: Span, message: Message, choices: list[str]) -> list[str] | None:
    rest = [one for one in choices if not _says(message, 0, len(message.tokens), one, choices)]
    return {
        "middle": choices[len(choices) // 2 :][:1] if len(choices) % 2 else None, "later": choices[-1:],
        "earlier": choices[:1], "first_two": choices[:2], "last_two": choices[-2:],
        "other": rest if len(rest) == 1 else None, "all_but": rest if len(rest) < len(choices) else None,
    }[span.value]  # fmt: skip


def _is_named(message: Message, clause: Clause, choice: str, choices: list[str]) -> bool:
    return _says(message, clause.i, clause.j, choice, choices)


def _says(message: Message, i: int, j: int, choice: str, choices: list[str]) -> bool:
    """Whether words of its own stand there: "canaries" of "the Canaries"."""
    others = {word for one in choices if one != choice for word in _words(one)}
    own = [word for word in _words(choice) if word not in others]
    said = [norm for norm in message.tokens.norms(i, j) if len(norm) >= _SHORT_NAME]
    return any(word[:5] == norm[:5] for word in own for norm in said)


def _words(choice: str) -> list[str]:
    return [word for word in re.findall(r"[^\W\d_]+", choice.casefold()) if len(word) >= _SHORT_NAME]


def _agreed(message: Message, offer: Offer, facts: TripFacts, tell: Tell) -> Taken | None:
    """A yes to the only proposal, or another value in its place: "make it four, otherwise yes"."""
    if len(offer.choices) != 1 and (offer.either or not offer.choices):
        return None
    yes = _yes(message)
    said, swapped = _swapped(message, ", ".join(offer.choices))
    weekday, days = _weekday(message), _later(message)
    if yes is None and not swapped and weekday is None and not days:
        return None
    changes = _of(said, offer, facts, tell) if yes or swapped else list(tell(said))
    if weekday is not None or days:
        changes = [_moved(change, weekday, days) for change in changes]
    whole = yes if yes and not (swapped or days or weekday is not None) else (0, len(message.tokens))
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


def _bare(message: Message) -> list[Span]:
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
    bare = _bare(message)
    if len(bare) != 1:
        return choice, False
    said = message.tokens.quote(bare[0].i, bare[0].j)
    pattern = r"\d{1,2}[:.]\d\d" if ":" in said else _COUNTED
    changed, many = re.subn(pattern, said, choice, count=1, flags=re.IGNORECASE)
    return changed, bool(many)


def _weekday(message: Message) -> int | None:
    """Of a message that says a day of the week and little else."""
    spans = message.chart.of("weekday")
    words = [at for at in range(len(message.tokens)) if at not in message.polite]
    return (
        int(spans[0].value)
        if len(spans) == 1 and len(words) <= 2 and isinstance(spans[0].value, int)
        else None
    )


def _later(message: Message) -> int:
    """Days by which a proposal is moved: "a week later", "the week after", "two days earlier"."""
    for at in range(1, len(message.tokens)):
        norms = message.tokens.norms(at - 1, at + 2)
        size = {"day": 1, "days": 1, "week": DAYS_OF_A_WEEK, "weeks": DAYS_OF_A_WEEK}.get(norms[1])
        if size and norms[-1] in ("later", "after", "earlier", "before", "sooner"):
            number = next((one.value for one in message.chart.of("number") if one.j == at), 1)
            return size * number * (1 if norms[-1] in ("later", "after") else -1)
    return 0


def _moved(change: Change, weekday: int | None, days: int) -> Change:
    if not change.path.startswith("dates.") or not re.fullmatch(r"\d{4}-\d\d-\d\d", str(change.value)):
        return change
    date = dt.date.fromisoformat(str(change.value))
    if weekday is not None:
        days = (weekday - date.weekday() + _HALF_A_WEEK) % DAYS_OF_A_WEEK - _HALF_A_WEEK
    moved = date + dt.timedelta(days=days)
    return change.model_copy(update={"value": moved.isoformat()})


def _of(choice: str, offer: Offer, facts: TripFacts, tell: Tell) -> list[Change]:
    """What a choice tells; a thing at an hour is fixed, and one that nobody reads is to be in the plan."""
    chart = chart_of(tokens_of(choice))
    if (clock := chart.of("clock")) and (fixed := _fixed(choice, clock[0].value, chart, facts)):
        return [fixed]
    frames = [*(_FRAMES[topic] for topic in offer.topics if topic in _FRAMES), "{}"]
    words = [word for word in choice.split() if word.casefold() not in _ARTICLES]
    for frame in frames:
        if changes := list(tell(frame.format(choice))):
            liked = {one.path for one in changes} <= {"interests", "cuisines"} and len(offer.choices) == 1
            return [Change(path="must_do", op="add", value=" ".join(words))] if liked else changes
    plain = len(words) <= MOST_OF_A_THING and not _PRONOUNS & {word.casefold() for word in words}
    if (
        not plain
        or chart.of("amount", "currency", "month", "weekday", "clock")
        or set(offer.topics) - _THINGS
    ):
        return []
    return [Change(path="must_do", op="add", value=" ".join(words))]


def _fixed(choice: str, at: dt.time, chart: Chart, facts: TripFacts) -> Change | None:
    """ "Train back on Sunday at 17:20", on the day of the trip that it names."""
    days = chart.of("weekday", "day_number", "date")
    first, last = facts.dates.start, facts.dates.end or facts.dates.latest
    ends = [span.i for span in (*days, *chart.of("clock"))]
    while ends and min(ends) and chart.tokens[min(ends) - 1].norm in ("on", "at", "the"):
        ends.append(min(ends) - 1)
    what = chart.tokens.quote(0, min(ends)) if ends and min(ends) else ""
    if not what or first is None or not days:
        return None
    trip = [first + dt.timedelta(days=n) for n in range(((last or first) - first).days + 1)]
    weekday, number = (
        next((one.value for one in days if one.kind == kind), None) for kind in ("weekday", "day_number")
    )
    day = next((day for day in trip if weekday in (None, day.weekday()) and number in (None, day.day)), None)
    what = " ".join(word for word in what.split() if word.casefold() not in _ARTICLES)
    return Change(path="appointments", op="add", value=f"{what}|{day}|{at:%H:%M}||") if day else None


# --- Holes --------------------------------------------------------------------------------------------


def filled(
    message: Message,
    offer: Offer,
    facts: TripFacts,
    told: Iterable[str],
    tell: Tell,
    closed: Callable[[int, int], bool],
) -> Iterator[Taken]:
    """Bare numbers, words and names of a short message in what was asked, unless that is `told` (paths)
    already; `closed`: has somebody read these characters?"""
    told = set(told)
    if len(message.tokens) > MOST_WORDS:
        return
    numbers = [one for one in _bare(message) if not closed(*_characters(message, one))]
    whole = [one for one in numbers if isinstance(one.value, int)]
    if "each" in offer.topics and len(whole) == len(facts.destinations) > 1:
        pairs = zip(whole, facts.destinations, strict=True)
        values = [
            Change(path="destinations.nights", value=one.value, subject=place.name) for one, place in pairs
        ]
        yield _spanning(message, whole, values)
    if "each" in offer.topics:
        return
    if "ages" in offer.topics and whole and "party.ages" not in told:
        ages = " and ".join(str(one.value) for one in whole)
        yield _spanning(message, whole, list(tell(f"children aged {ages}")))
        return
    for topic in offer.topics:
        fits = [one for one in numbers if topic in _NUMBERS and _may_be(topic, one.value)]
        fits = [one for one in fits if _corrects(message, one)] or fits
        if _told(topic, told) and not (fits and _corrects(message, fits[0])):
            continue
        if fits:
            numbers = [one for one in numbers if one.i != fits[0].i]
            yield _spanning(message, fits[:1], list(tell(_NUMBERS[topic].format(fits[0].value))))
        elif word := _word(message, topic, closed):
            path = _WORDS[topic][1]
            yield _spanning(message, [word], [Change(path=path, value=word.value)])
        elif topic in _NAMES and (name := _name(message)):
            i, j = name
            words = message.tokens.quote(i, j)
            words = words.title() if words.islower() else words
            yield Taken(
                list(tell(_NAMES[topic].format(words))), message.tokens[i].start, message.tokens[j - 1].end
            )


def _corrects(message: Message, span: Span) -> bool:
    """ "10 nights, no 11", "2.. no make it three"."""
    before = message.tokens.norms(span.i - _NEAR, span.i)
    return span.i > 1 and bool(_CORRECTING & set(before))


_NEAR = 4
_CORRECTING = frozenset("no sorry actually rather make".split())


def _characters(message: Message, span: Span) -> tuple[int, int]:
    return message.tokens[span.i].start, message.tokens[span.j - 1].end


def _word(message: Message, topic: str, closed: Callable[[int, int], bool]) -> Span | None:
    """ "Mid" of the budget, "slow" of the pace; nothing that the clause denies."""
    kind = _WORDS[topic][0] if topic in _WORDS else ""
    for span in message.chart.of(kind) if kind else ():
        clause = next(one for one in message.clauses if one.i <= span.i < one.j)
        if not closed(*_characters(message, span)) and not clause.denies(span):
            return span
    return None


def _told(topic: str, told: set[str]) -> bool:
    return topic in _ROOT and any(path.startswith(_ROOT[topic]) for path in told)


def _may_be(topic: str, number: object) -> bool:
    if topic in ("budget", "stay_night", "food_day"):
        return isinstance(number, int | Decimal) and number >= _LEAST_SUM
    if topic == "people":
        return isinstance(number, int) and number < _MOST_PEOPLE
    return isinstance(number, int) and 0 < number <= _MOST_DAYS


def _pieces(message: Message) -> Iterator[tuple[int, int]]:
    """Stretches between commas, joining words and ends of sentences, without polite words at their ends."""
    start = 0
    for at in range(len(message.tokens) + 1):
        if at == len(message.tokens) or message.tokens[at].norm in _PIECES:
            i, j = start, at
            while i < j and (i in message.polite or message.tokens[i].norm in _EDGES):
                i += 1
            while i < j and j - 1 in message.polite:
                j -= 1
            if i < j:
                yield i, j
            start = at + 1


#: What was asked for in a list of things, the most words of one, and words of which none names a thing.
_LISTS = {"interests": "interests", "avoid": "avoid", "stay": "stay_wishes"}
_MOST_OF_A_PIECE = 3
_NO_THINGS = frozenset(
    "i we he she they it is are was am has have do does did can will would not no yes you me us my our all "
    "there one so because too very really of nothing anything everything either any".split()
)


def listed(message: Message, offer: Offer, closed: Callable[[int, int], bool]) -> Iterator[Taken]:
    """Things in an answer to what they like, want left out, or what the stay should have; of what is `closed`
    (characters) somebody has read."""
    path = next((_LISTS[topic] for topic in offer.topics if topic in _LISTS), "")
    if not path or len(message.tokens) > MOST_WORDS:
        return
    denies = [clause for clause in message.clauses if clause.has("denies") and path != "avoid"]
    for i, j in _pieces(message):
        first, last = message.tokens[i].start, message.tokens[j - 1].end
        bare = not _NO_THINGS & set(message.tokens.norms(i, j)) and j - i <= _MOST_OF_A_PIECE
        if bare and not closed(first, last) and not any(one.i <= i < one.j for one in denies):
            yield Taken([Change(path=path, op="add", value=message.tokens.quote(i, j).lower())], first, last)
            if path == "avoid":
                return


def something(message: Message, offer: Offer, tell: Tell) -> Taken | None:
    """ "Something with a pool" where stays were spoken of."""
    tokens = message.tokens
    at = next((at for at in range(len(tokens)) if tokens[at].norm in ("something", "somewhere")), None)
    if at is None or not {"stay", "stay_night"} & set(offer.topics):
        return None
    clause = next(one for one in message.clauses if one.i <= at < one.j)
    told = [one for one in tell(f"a hotel {tokens.quote(at + 1, clause.j)}") if one.path == "stay_wishes"]
    return Taken(told, tokens[at].start, tokens[clause.j - 1].end) if told else None


def _name(message: Message) -> tuple[int, int] | None:
    """A stretch of the message that can be a name: the first, with a capital or alone."""
    found = [one for one in _pieces(message) if one[1] - one[0] <= _SHORT_NAME]
    for i, j in found[:1]:
        plain = all(message.tokens[at].norm.isalpha() for at in range(i, j))
        if (
            plain
            and not any(one.has("denies") for one in message.clauses)
            and not _NO_THINGS & set(message.tokens.norms(i, j))
        ):
            return (i, j) if message.tokens[i].capital or len(list(_pieces(message))) == 1 else None
    return None


_EDGES = frozenset("from to in the . ! , , we i fly leave".split())


def _spanning(message: Message, spans: Sequence[Span], changes: list[Change]) -> Taken:
    return Taken(changes, message.tokens[spans[0].i].start, message.tokens[spans[-1].j - 1].end)


def takes_back(message: Message) -> bool:
    """ "Hmm no, Valencia is fine": what it names stands in the place of what was taken last."""
    norms = message.tokens.norms(0, len(message.tokens))
    return bool(_REFUSES & set(norms[:_FIRST])) and not _BESIDES & set(norms)


_REFUSES = frozenset("no nope nah".split())
_BESIDES = frozenset("and also too add both well plus more another".split())
#: So early a no is of what was said before.
_FIRST = 2


def presupposed(offer: Offer, facts: TripFacts, tell: Tell) -> list[Change]:
    """Where the agent says the trip goes, nobody else having said so: "How many are going to Copenhagen?" """
    if facts.destinations or len(offer.choices) > 1:
        return []
    told = (change for town in towns_in(offer.said) for change in tell(town))
    return [change for change in told if change.path == "destinations" and change.op == "add"]


def nights_said(message: Message, offer: Offer, towns: Sequence[str], nights: int | None) -> Taken | None:
    """Nights of the towns the trip goes to; a bare number is of the town that the question names."""
    of = [
        town
        for town in towns
        if any(key(town) in key(one) or key(one) in key(town) for one in towns_in(offer.said))
    ]
    there = of[-1] if of else ""
    found = shares(message, towns, nights, there)
    bare = _bare(message)
    if not found and there and "night" in offer.question and len(towns) > 1 and len(bare) == 1:
        found = {there: bare[0].value} if isinstance(bare[0].value, int) else {}
    numbers = message.chart.of("number")
    if not found or not numbers:
        return None
    changes = [
        Change(path="destinations.nights", op="set", value=many, subject=town) for town, many in found.items()
    ]
    return _spanning(message, [numbers[0], numbers[-1]], changes)
