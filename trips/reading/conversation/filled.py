"""An answer in the hole that a question leaves: bare numbers, words, names, lists, nights of cities. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from decimal import Decimal

from trips.reading.chart import Span
from trips.reading.conversation.offers import Offer
from trips.reading.conversation.taken import MOST_WORDS, Taken, Tell, bare, spanning
from trips.reading.routing.message import Message
from trips.schemas import Change

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
    "trip_type": ("way_said", "trip_type"), "scope": ("scope_said", "budget.scope"),
}  # fmt: skip
_ROOT = {
    "nights": "dates.days", "days": "dates.days", "people": "party", "start": "dates.start",
    "end": "dates.end", "stay_night": "stay.max_price", "food_day": "caps", "budget": "budget",
    "day_from": "hours", "origin": "origin", "to": "destinations", "kids": "party.children",
    "rooms": "rooms", "pace": "pace", "trip_type": "trip_type", "scope": "budget.scope",
}  # fmt: skip
_LEAST_SUM = 50
_MOST_DAYS, _MOST_PEOPLE = 31, 50
_SHORT_NAME = 4
_PIECES = frozenset(", . ! ; and + / or".split())


def filled(
    message: Message,
    offer: Offer,
    told: Iterable[str],
    tell: Tell,
    closed: Callable[[int, int], bool],
) -> Iterator[Taken]:
    """Bare numbers, words and names of a short message in what was asked, unless that is `told` (paths)
    already; `closed`: has somebody read these characters?"""
    told = set(told)
    if len(message.tokens) > MOST_WORDS:
        return
    numbers = [one for one in bare(message) if not closed(*spanning(message, [one], [])[1:])]
    whole = [one for one in numbers if isinstance(one.value, int)]
    ends = message.chart.of("own") and [
        one for one in whole if message.tokens.norms(one.i - 1, one.i) == ["so"]
    ]
    if ends and "party.adults" not in told | {"people"} & set(offer.topics):
        yield spanning(message, ends[-1:], list(tell(f"{ends[-1].value} people")))
        return
    if "each" in offer.topics:
        return
    if "ages" in offer.topics and whole and "party.ages" not in told:
        ages = " and ".join(str(one.value) for one in whole)
        yield spanning(message, whole, list(tell(f"children aged {ages}")))
        return
    for topic in offer.topics:
        fits = [one for one in numbers if topic in _NUMBERS and _may_be(topic, one.value)]
        fits = [one for one in fits if _corrects(message, one)] or fits
        if _told(topic, told) and not (fits and _corrects(message, fits[0])):
            continue
        if fits:
            numbers = [one for one in numbers if one.i != fits[0].i]
            yield spanning(message, fits[:1], list(tell(_NUMBERS[topic].format(_typed(message, fits[0])))))
        elif word := _word(message, topic, closed):
            path = _WORDS[topic][1]
            yield spanning(message, [word], [Change(path=path, value=word.value)])
        elif topic == "origin" and (name := _name(message)):
            yield _as(message, *name, "from", tell)
        elif topic == "to":
            yield from _towns(message, tell, closed)


def _typed(message: Message, number: Span) -> str:
    half = message.tokens.norms(number.i - 1, number.i) == ["half"]
    return message.tokens.quote(number.i - half, number.j)


def _as(message: Message, i: int, j: int, led: str, tell: Tell) -> Taken:
    words = message.tokens.quote(i, j)
    words = words.title() if words.islower() else words
    return Taken(list(tell(f"{led} {words}")), message.tokens[i].start, message.tokens[j - 1].end)


def _towns(message: Message, tell: Tell, closed: Callable[[int, int], bool]) -> Iterator[Taken]:
    """The places that a message begins with: "Split and Hvar for my wife and me"."""
    for i, j in _pieces(message):
        capitals = next((at for at in range(i, j) if not message.tokens[at].capital), j)
        j = capitals if capitals > i else j
        found = j - i <= _SHORT_NAME and _as(message, i, j, "to", tell)
        read = found and closed(found.start, found.end)
        if not found or read or [one.path for one in found.changes] != ["destinations"]:
            return
        yield found


def _corrects(message: Message, span: Span) -> bool:
    """ "10 nights, no 11", "2.. no make it three"."""
    before = message.tokens.norms(span.i - _NEAR, span.i)
    return span.i > 1 and bool(_CORRECTING & set(before))


_NEAR = 4
_CORRECTING = frozenset("no sorry actually rather make".split())


def _word(message: Message, topic: str, closed: Callable[[int, int], bool]) -> Span | None:
    """ "Mid" of the budget, "slow" of the pace; nothing that the clause denies."""
    kind = _WORDS[topic][0] if topic in _WORDS else ""
    for span in message.chart.of(kind) if kind else ():
        clause = next(one for one in message.clauses if one.i <= span.i < one.j)
        if not closed(*spanning(message, [span], [])[1:]) and not clause.denies(span):
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
        lettered = any(map(str.isalpha, message.tokens.quote(i, j)))
        bare = lettered and not _NO_THINGS & set(message.tokens.norms(i, j)) and j - i <= _MOST_OF_A_PIECE
        if bare and not closed(first, last) and not any(one.i <= i < one.j for one in denies):
            yield Taken([Change(path=path, op="add", value=message.tokens.quote(i, j).lower())], first, last)
            if path == "avoid":
                return


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
