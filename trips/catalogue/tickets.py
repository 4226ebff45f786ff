"""A ticket that opens several places of a city: of those visited on it, the dearest is charged."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable

from trips.schemas import Place, Visit


def covered(visits: Iterable[Visit], row: Callable[[Visit], Place | None]) -> dict[str, Place]:
    """Visits that the ticket of another place opens while it is good, by uid, with that place."""
    groups: dict[tuple[str, str], list[tuple[Visit, Place, int]]] = defaultdict(list)
    for visit in sorted(visits, key=lambda one: one.start.date()):
        place = row(visit)
        if place and place.price and place.price.ticket:
            groups[place.city, place.price.ticket].append((visit, place, place.price.ticket_days))
    found: dict[str, Place] = {}
    for left in groups.values():
        while left:
            first, days = left[0][0].start.date(), left[0][2]
            valid = [one for one in left if (one[0].start.date() - first).days < days]
            sold = max(valid, key=lambda one: one[1].price.adult)
            found |= {one[0].uid: sold[1] for one in valid if one is not sold}
            left = left[len(valid) :]
    return found
