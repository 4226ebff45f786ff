"""Nights in each of several cities: "Rome (4 nights), Florence (3)", "Delhi 3, Lucknow 4"."""

from __future__ import annotations

from collections.abc import Iterator

from trips.reading.chart import Span
from trips.reading.facts.message import Found, Message
from trips.reading.facts.names import Name, all_names

#: More nights than this in one city is another number.
_MOST = 30
_NIGHT = frozenset("night nights nts".split())
_NIGHTS = [[one] for one in _NIGHT]
_ENDS = frozenset(", . ; ] and then & + / - !".split())


def read_nights(message: Message) -> list[Found]:
    """Only where nights are spoken of, and two cities at least have theirs."""
    if not _NIGHT & set(message.norms(0, len(message.tokens))):
        return []
    names = (name for name in all_names(message) if name.known)
    found = [one for name in names for one in _beside(message, name)]
    return found if len({one.subject for one in found}) > 1 and not _others(message, found) else []


def _others(message: Message, found: list[Found]) -> bool:
    """Whether nights are counted of something that is no city we know; the sum may be said too."""
    counted = (one for one in message.chart.of("number") if message.norms(one.j, one.j + 1)[:1] in _NIGHTS)
    told, total = {one.i for one in found}, sum(one.value for one in found)
    return any(one.i not in told and one.value < total for one in counted)


def _beside(message: Message, name: Name) -> Iterator[Found]:
    """Its number, behind it or before it."""
    i, j = name.i, name.j
    behind = j + (message.norms(j, j + 1) in (["["], ["for"], ["-"], [":"], ["first"]))
    led = message.norms(i - 1, i) in (["in"], ["at"], ["on"])
    for at, before in ((behind, False), *((i - back, True) for back in (2, 3) if led)):
        number = message.chart.at("number", at) if 0 <= at < len(message.tokens) else None
        if number and 0 < number.value <= _MOST and _counts_nights(message, number, before):
            end = number.j + (message.norms(number.j, number.j + 1)[:1] in _NIGHTS)
            yield Found(
                "destinations.nights", number.value, number.i, end, subject=name.said.partition(",")[0]
            )
            return


def _counts_nights(message: Message, number: Span, led: bool) -> bool:
    after = message.norms(number.j, number.j + 1)
    if after and after[0] in _NIGHT:
        return True
    return after in (["in"], ["at"], ["on"]) if led else not after or after[0] in _ENDS
