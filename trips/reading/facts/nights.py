"""Nights in each of several cities: "Rome (4 nights), Florence (3)", "Delhi 3, Lucknow 4"."""

from __future__ import annotations

from collections.abc import Iterator

from trips.reading.chart import Span
from trips.reading.facts.message import Found, Message

#: More nights than this in one city is another number.
_MOST = 30
_NIGHT = frozenset("night nights nts".split())
_NIGHTS = [[one] for one in _NIGHT]
_INSIDE = frozenset("de da do del der la le las los of the am an den di".split())
_ENDS = frozenset(", . ; ] and then & + / - !".split())


def read_nights(message: Message) -> list[Found]:
    """Only where nights are spoken of, and two cities at least have theirs."""
    if not _NIGHT & set(message.norms(0, len(message.tokens))):
        return []
    found = [one for name in _towns(message) for one in _beside(message, *name)]
    return found if len({one.subject for one in found}) > 1 and not _others(message, found) else []


def _others(message: Message, found: list[Found]) -> bool:
    """Whether nights are counted of something that is no city we know."""
    counted = (one for one in message.chart.of("number") if message.norms(one.j, one.j + 1)[:1] in _NIGHTS)
    whole = {"total", "in", "altogether", "overall", "all", "away"}
    told = {one.i for one in found}
    return any(one.i not in told and not whole & set(message.norms(one.j + 1, one.j + 2)) for one in counted)


def _towns(message: Message) -> Iterator[tuple[int, int]]:
    """Runs of words with capitals that name a city."""
    at, tokens = 0, message.tokens
    while at < len(tokens):
        end = at
        while end < len(tokens) and end - at < 5 and _in_a_name(message, at, end):
            end += 1
        sizes = (size for size in range(end - at, 0, -1) if message.town(tokens.quote(at, at + size)))
        size = next(sizes, 0)
        if size:
            yield at, at + size
        at += size or 1


def _in_a_name(message: Message, first: int, at: int) -> bool:
    token = message.tokens[at]
    inside = (
        at > first and token.norm in _INSIDE and message.tokens[min(at + 1, len(message.tokens) - 1)].capital
    )
    return (token.capital and token.text.replace("'", "").isalpha()) or inside


def _beside(message: Message, i: int, j: int) -> Iterator[Found]:
    """Its number, behind it or before it."""
    name = message.tokens.quote(i, j)
    behind = j + (message.norms(j, j + 1) in (["["], ["for"], ["-"], [":"]))
    before = next(
        (at for at in (i - 2, i - 3) if at >= 0 and message.norms(i - 1, i) in (["in"], ["at"])), None
    )
    for at, led in ((behind, False), *(((before, True),) if before is not None else ())):
        number = message.chart.at("number", at) if 0 <= at < len(message.tokens) else None
        if number and 0 < number.value <= _MOST and _counts_nights(message, number, led):
            end = number.j + (message.norms(number.j, number.j + 1)[:1] in _NIGHTS)
            yield Found("destinations.nights", number.value, number.i, end, subject=name)
            return


def _counts_nights(message: Message, number: Span, led: bool) -> bool:
    after = message.norms(number.j, number.j + 1)
    if after and after[0] in _NIGHT:
        return True
    return after in (["in"], ["at"]) if led else not after or after[0] in _ENDS
