"""Nights of known cities in an answer: "two each", "4 in Tokyo and split the rest", "three there". Pure."""

from __future__ import annotations

from collections.abc import Sequence

from trips.catalogue.names import key
from trips.reading.chart import Span
from trips.reading.routing.message import Message

#: More nights than this in one city is another number.
MOST = 30
_REST = (["split", "the", "rest"], ["the", "rest", "split"], ["rest", "evenly"], ["rest", "equally"])


def shares(message: Message, towns: Sequence[str], nights: int | None, there: str = "") -> dict[str, int]:
    """Nights by town, of those the trip goes to. `nights`: of all; `there`: the town the question was of."""
    found: dict[str, int] = {}
    numbers = [
        one for one in message.chart.of("number") if isinstance(one.value, int) and 0 < one.value <= MOST
    ]
    for one in numbers:
        at = one.j + (message.tokens.norms(one.j, one.j + 1)[:1] in (["nights"], ["night"]))
        after = message.tokens.norms(at, at + 2)
        named = _town(message, at, towns)
        counts_nights = at > one.j or not after or named or after[0] in ("in", "at", "each", "there")
        if not counts_nights:
            continue
        if after[:1] == ["each"] or after == ["in", "each"]:
            return dict.fromkeys(towns, one.value)
        if after[:1] == ["there"] and there:
            found[there] = one.value
        elif named:
            found[named] = one.value
    if not found and len(towns) > 1 and (many := _in_a_row(message, numbers, len(towns))):
        return dict(zip(towns, many, strict=True))
    left = [town for town in towns if town not in found]
    if found and left and nights and _splits(message):
        rest = nights - sum(found.values())
        if rest > 0 and rest % len(left) == 0:
            found |= dict.fromkeys(left, rest // len(left))
    return found


def _town(message: Message, at: int, towns: Sequence[str]) -> str:
    """The only town behind "in": nights "in Tokyo and Kyoto" are of both."""
    at -= message.tokens.norms(at, at + 1)[:1] not in (["in"], ["at"])
    said = key(message.tokens.quote(at + 1, min(at + 4, len(message.tokens))))
    if not said:
        return ""
    found = next((town for town in towns if said.startswith(key(town)) or key(town).endswith(said)), "")
    behind = at + 1 + len(found.split())
    joined = message.tokens.norms(behind, behind + 1)[:1] in (["and"], [","], ["or"])
    then = key(message.tokens.quote(behind + 1, min(behind + 3, len(message.tokens))))
    return "" if joined and any(then.startswith(key(town)) for town in towns) else found


def _in_a_row(message: Message, numbers: Sequence[Span], many: int) -> list[int]:
    """ "4+3 nights": as many numbers as towns, joined, with the nights behind them."""
    first = numbers[:many]
    joined = all(
        message.tokens.norms(a.j, b.i) in (["+"], ["and"], ["/"], [","])
        for a, b in zip(first, first[1:], strict=False)
    )
    if (
        len(first) != many
        or not joined
        or "night" not in " ".join(message.tokens.norms(first[-1].j, first[-1].j + 1))
    ):
        return []
    return [one.value for one in first]


def _splits(message: Message) -> bool:
    norms = message.tokens.norms(0, len(message.tokens))
    return any(norms[at : at + len(one)] == one for one in _REST for at in range(len(norms)))
