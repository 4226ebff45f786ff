"""One row of what several sources say of the same place. Nothing here needs a file or its reader."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import product
from typing import Any, get_args

from trips.catalogue.city_hours import hours_text
from trips.catalogue.geography import distance_km
from trips.catalogue.names import same_thing, thing_keys
from trips.catalogue.opening_hours import is_known
from trips.schemas import GRADES, Hours, Place, Source
from trips.schemas.places import SourcedField

#: How far two positions of one place may lie apart.
SAME_KM, SAME_PARK_KM = 0.15, 0.4
_WIDE = {"park", "garden", "nature", "beach", "water"}
#: So much younger a shipped row keeps its hours, though its grade is worse.
STALE_YEARS = 2
_CELL = 0.01  # degrees: more than SAME_PARK_KM up to 68° of latitude


class _Nearby:
    """Rows to be found by position and name."""

    def __init__(self, rows: Iterable[Place] = ()) -> None:
        self._named: defaultdict[tuple[int, int, str], dict[str, Place]] = defaultdict(dict)
        for row in rows:
            self.add(row)

    def add(self, row: Place) -> None:
        for name in _keys(row):
            self._named[*_cell(row), name][row.id] = row

    def same(self, row: Place) -> Place | None:
        """The nearest one that is the same place."""
        found = ((distance_km(row.lat, row.lon, one.lat, one.lon), one.id, one) for one in self._around(row))
        near = [entry for entry in found if entry[0] <= _reach(row, entry[2]) and _is_same(row, entry[2])]
        return min(near, key=lambda entry: entry[:2])[2] if near else None

    def _around(self, row: Place) -> Iterator[Place]:
        lat, lon = _cell(row)
        for n, m, name in product((-1, 0, 1), (-1, 0, 1), _keys(row)):
            yield from self._named.get((lat + n, lon + m, name), {}).values()


def _keys(row: Place) -> set[str]:
    return {key for name in row.names for key in thing_keys(name)}


def _cell(row: Place) -> tuple[int, int]:
    return round(row.lat / _CELL), round(row.lon / _CELL)


def _reach(row: Place, other: Place) -> float:
    return SAME_PARK_KM if _WIDE & set(row.tags) & set(other.tags) else SAME_KM


def _is_same(row: Place, other: Place) -> bool:
    kinds = {row.kind, other.kind}
    if len(kinds) > 1 and not (kinds == {"visit", "food"} and "evening" in {*row.tags, *other.tags}):
        return False
    return any(same_thing(name, another) for name in row.names for another in other.names)


def without_doubles(rows: Iterable[Place]) -> list[Place]:
    """Of a building and the point in it the better known row stays, with the other's hours if it has none."""
    kept = _Nearby()
    by_id: dict[str, Place] = {}
    for row in sorted(rows, key=lambda row: (-(row.importance or 0), row.hours == Hours(), row.id)):
        twin = kept.same(row)
        if twin is None:
            kept.add(row)
            by_id[row.id] = row
        elif not is_known(by_id[twin.id].hours) and is_known(row.hours):
            by_id[twin.id] = by_id[twin.id].model_copy(update={"hours": row.hours, "hours_words": ""})
    return list(by_id.values())


def over_shipped(shipped: Iterable[Place], *sources: Iterable[Place]) -> tuple[list[Place], int]:
    """Rows that are new or that the sources say more of; and how many of the sources' went into others."""
    before = {row.id: row for row in shipped}
    rows, nearby, count = dict(before), _Nearby(before.values()), 0
    for source in sources:
        taken: set[str] = set()
        new = []
        for row in source:
            same = nearby.same(row)
            if same is None or same.id in taken:
                new.append(row)
                continue
            rows[same.id] = combined(rows[same.id], row)
            taken.add(same.id)
        count += len(taken)
        for row in new:
            rows[row.id] = row
            nearby.add(row)
    return [row for row in rows.values() if before.get(row.id) is not row], count


def combined(row: Place, other: Place) -> Place:
    """The row with what the other knows better: by grade, or what the row does not know. Two equally good
    sources that disagree about the hours leave them unknown, and both are told."""
    better = GRADES.index(other.grade) < GRADES.index(row.grade)
    update: dict[str, Any] = _hours(row, other)
    if better:
        update |= {"lat": other.lat, "lon": other.lon}
    if other.step_free and (better or not row.step_free):
        update["step_free"] = other.step_free
    if row.price is None and other.price is not None:
        update["price"] = other.price
    if other.importance and (row.importance is None or row.grade == other.grade == "open"):
        update["importance"] = min(5, (row.importance or 0) + other.importance)
    update = {name: value for name, value in update.items() if value != getattr(row, name)}
    fields = {"position" if name in ("lat", "lon") else name for name in update} - {"hours_words"}
    sourced = {name: other.source_of(name) for name in get_args(SourcedField) if name in fields}
    return row.model_copy(update={**update, "provenance": {**row.provenance, **sourced}}) if update else row


def _hours(row: Place, other: Place) -> dict[str, Any]:
    if not is_known(other.hours):
        return {} if is_known(row.hours) or row.hours_words else {"hours_words": other.hours_words}
    rank = [GRADES.index(one.grade_of("hours")) for one in (row, other)]
    is_better = rank[1] < rank[0] and not _is_stale(other.source_of("hours"), row.source_of("hours"))
    if not is_known(row.hours) or (is_better and other.hours != row.hours):
        return {"hours": other.hours, "hours_words": ""}
    if rank[0] == rank[1] and row.hours != other.hours:
        both = (f"{hours_text(one.hours)} ({one.source_of('hours').source})" for one in (row, other))
        return {"hours": Hours(), "hours_words": "; ".join(both)}
    return {}


def _is_stale(source: Source, ours: Source) -> bool:
    """Undated, or older than ours by more than STALE_YEARS."""
    if not source.as_of or not ours.as_of:
        return not source.as_of
    return source.as_of < f"{int(ours.as_of[:4]) - STALE_YEARS}{ours.as_of[4:]}"
