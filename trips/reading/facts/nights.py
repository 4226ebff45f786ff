"""Nights in each of several cities: "Rome (4 nights), Florence (3)", "4 in Athens, 3 in Oia", "3/2"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from trips.catalogue.names import key
from trips.reading.chart import Span
from trips.reading.facts.message import Found, Message
from trips.reading.facts.names import all_names

#: More nights than this in one city is another number; so many words has a town's name.
_MOST, _LONGEST = 30, 4
_NIGHT = frozenset("night nights nts nt n".split())
_DAY = frozenset(("day", "days"))
#: Between a town and its nights, and between nights and their town.
_BEHIND = frozenset("[ for - : first yes about maybe bay city island islands town".split())
_BEFORE = frozenset("in at on the".split())
_ENDS = frozenset("there , . ; ] and then & + - ! yes please will".split())
_JOINS = frozenset(", ; and & + / then".split())
_EACH = (["each"], ["apiece"], ["in", "each"], ["per", "city"], ["per", "stop"], ["per", "place"])
_EVENLY = frozenset("evenly equally half fifty".split())


@dataclass(frozen=True)
class Known:
    """What an answer is of: towns of the trip, the one spoken of last, nights of all; `asks`: for nights,
    `alone`: of that town."""

    towns: tuple[str, ...] = ()
    there: str = ""
    nights: int | None = None
    asks: bool = False
    alone: bool = False


Spots = dict[tuple[int, int], str]


def read_nights(message: Message, known: Known | None = None) -> list[Found]:
    """Of a message of its own (`known` None) only where nights are spoken of, and two cities at least have
    theirs."""
    numbers = list(_numbers(message, known))
    counted = [one for one in numbers if one.kind != "bare"]
    if not counted and not (known and (numbers or known.nights)):
        return []
    spots = _spots(message, known.towns if known else ())
    shares = _beside(message, numbers, spots, known) or _in_a_row(message, numbers, spots, known)
    shares |= _left(message, numbers if known else counted, shares, spots, known)
    goes_on = shares and any(message.word(i - 1) == "then" for i, _j in spots)  # "3 in Rome, then Florence"
    several = len(shares) > 1 or goes_on or (known and (len(known.towns) > 1 or not counted))
    # nights may be counted of something that is no city we know; the sum may be said too
    others = sum(one.value < sum(shares.values()) for one in counted) > len(shares)
    if not several or (others and not known):
        return []
    if counted and all(one.kind == "days" for one in counted):
        shares[[*shares][-1]] -= 1  # the last day is the journey home
    return list(_told({town: nights for town, nights in shares.items() if nights}, numbers, spots, known))


def _told(shares: dict[str, int], numbers: list[Span], spots: Spots, known: Known | None) -> Iterator[Found]:
    own = {key(town) for town in known.towns} if known else set()
    last = numbers[-1:] if known else [one for one in numbers if one.kind != "bare"][-1:]
    i, j = (numbers[0].i if known else last[0].i, last[0].j) if last else (0, 1)
    left = [] if known else list(numbers)
    for town, nights in shares.items():
        # ages and days may be the same numbers: "kids 3 and 7. Lisbon 3 nights"
        alike = (one for one in left if one.value == nights)
        named = [at for (at, _end), each in spots.items() if each == town] or [i]
        at = min(alike, key=partial(_far, named), default=Span("", i, j, None))
        left = [one for one in left if one is not at]
        if known and key(town) not in own:
            yield Found("destinations", town, at.i, at.j, "add")
        yield Found("destinations.nights", nights, at.i, at.j, subject=town)


def _far(named: list[int], number: Span) -> tuple[bool, int]:
    """Numbers of nights first, then by how far they stand from a town."""
    return number.kind == "bare", min(abs(number.i - at) for at in named)


def _numbers(message: Message, known: Known | None) -> Iterator[Span]:
    """Numbers that may be nights; of kind "nights" or, in a message of its own, "days" where that is said."""
    for one in message.chart.cover("number") if known else message.cover("number"):
        if 0 < one.value <= _MOST:
            word = message.word(one.j)
            kind = "nights" if word in _NIGHT else "days" if word in _DAY and not known else "bare"
            yield Span(kind, one.i, one.j + (kind != "bare"), one.value)


def _spots(message: Message, towns: Sequence[str]) -> Spots:
    """Towns by the tokens that name them, in order."""
    names = (one for one in all_names(message) if one.known and one.place.kind == "city")
    names = (one for one in names if message.word(one.i - 1) != "from")
    found = {(one.i, one.j): one.said.partition(",")[0] for one in names}
    size = len(message.tokens)
    for town, i in ((town, i) for town in towns for i in range(size)):
        ends = range(i + 1, min(i + _LONGEST, size) + 1)
        j = next((j for j in ends if key(message.tokens.quote(i, j)) == key(town)), None)
        if j is not None:
            found = {at: one for at, one in found.items() if not (at[0] < j and i < at[1])} | {(i, j): town}
    return dict(sorted(found.items()))


def _beside(message: Message, numbers: list[Span], spots: Spots, known: Known | None) -> dict[str, int]:
    """Each town's number behind it, or before it: whichever more of them have."""
    behind: dict[str, Span] = {}
    before: dict[str, Span] = {}
    for (i, j), town in spots.items():
        for one in numbers:
            gap = set(message.norms(j, one.i)) if j <= one.i else set(message.norms(one.j, i))
            if j <= one.i < j + 3 and gap <= _BEHIND and _ends(message, one):
                behind.setdefault(town, one)
            elif one.j <= i < one.j + 3 and gap <= _BEFORE and (gap or known or one.kind != "bare"):
                before.setdefault(town, one)
    first, second = (before, behind) if len(before) >= len(behind) else (behind, before)
    if len(numbers) == len(first) == 1:  # "5 nights in Tokyo and Kyoto"
        ends = [j for (_i, j), town in spots.items() if town in first and message.word(j) in _JOINS]
        if any((i, town not in first) == (j + 1, True) for (i, _j), town in spots.items() for j in ends):
            return {}
    used = list(first.values())
    found = {town: one for town, one in second.items() if one not in used} | first
    left = [one for one in numbers if one not in found.values() and _ends(message, one)]
    there = [one for one in left if message.word(one.j) == "there"] or (left if known and known.alone else [])
    if known and known.there and len(there) == 1:
        found.setdefault(known.there, there[0])  # "three there", "4, and 2 in Rome"
    return {town: one.value for town, one in found.items()}


def _ends(message: Message, one: Span) -> bool:
    """Whether a number counts nothing else than nights."""
    after = message.word(one.j)
    ranged = after == "-" and message.word(one.j + 1).isdigit()
    return one.kind != "bare" or (not ranged and (not after or after in _ENDS))


def _in_a_row(message: Message, numbers: list[Span], spots: Spots, known: Known | None) -> dict[str, int]:
    """ "Tallinn + Helsinki, 2 nights + 3 nights", "3/2/2/4 nights": as many numbers as towns, in their order;
    of a number said twice over ("1 and 3. hmm or 2 and 2") the last."""
    each = (one for one in numbers if any(message.norms(one.j, one.j + len(said)) == said for said in _EACH))
    if known and (share := next(each, None)):
        return dict.fromkeys(known.towns, share.value)
    runs: list[list[Span]] = []
    for one in numbers:
        gap = set(message.norms(runs[-1][-1].j, one.i)) if runs else set()
        if gap and gap <= _JOINS:
            runs[-1].append(one)
        else:
            runs.append([one])
    run = next((one for one in reversed(runs) if len(one) > 1), [])
    ahead = [town for (_i, j), town in spots.items() if run and j <= run[0].i] or list(spots.values())
    towns = list(known.towns) if known and len(known.towns) == len(run) else ahead[-len(run) :]
    whole = sum(one.value for one in run)  # "12 nights: 4 / 4 / 4"
    said = any(one.kind == "nights" and (one in run or one.value == whole) for one in numbers)
    said = said and all(_ends(message, one) or message.word(one.j) in _JOINS for one in run)
    fits = run and (said or (known and known.asks)) and len(towns) == len(run)
    return {town: one.value for town, one in zip(towns, run, strict=True)} if fits else {}


def _left(
    message: Message, numbers: list[Span], shares: dict[str, int], spots: Spots, known: Known | None
) -> dict[str, int]:
    """ "Six nights, split evenly", "4 in Rome, the rest in Naples", not "the rest stays": what is left."""
    towns = list(known.towns) if known else list(spots.values())
    whole = known.nights if known and known.nights else None
    if whole is None and len(numbers) == 1 and not shares:
        whole = numbers[0].value
    left = [town for town in towns if town not in shares]
    rest = (whole or 0) - sum(shares.values())
    rests = {"rest", "remaining"} & message.said and not {"stays", "stay", "of"} & message.said
    said = rests if shares else _EVENLY & message.said
    even = said and left and rest > 0 and rest % len(left) == 0
    return dict.fromkeys(left, rest // len(left)) if even else {}
