"""Curated places and connections: files written from general knowledge, dated and graded so."""

from __future__ import annotations

import json
from collections import defaultdict
from functools import lru_cache
from pathlib import Path

from trips.schemas import Connection, Place

DATA = Path(__file__).parent.parent / "data"


@lru_cache(maxsize=1)
def files() -> dict[str, dict]:
    """Slug → the parsed file. Names every file that can't be read by raising ValueError."""
    found = {}
    for path in sorted((DATA / "places").glob("*.json")):
        try:
            content = json.loads(path.read_text("utf-8"))
            found[content["slug"]] = content
        except (ValueError, KeyError) as problem:
            raise ValueError(f"curated file {path.name}: {problem!r}") from problem
    return found


@lru_cache(maxsize=1)
def slugs() -> dict[int, str]:
    """geonames id → slug."""
    return {content["geoname_id"]: slug for slug, content in files().items()}


@lru_cache(maxsize=1)
def bundled_places() -> dict[str, Place]:
    """By id; city, grade, date and source filled in from the file's header."""
    found: dict[str, Place] = {}
    for slug, content in files().items():
        header = {
            "city": slug,
            "grade": content["grade"],
            "as_of": content["as_of"],
            "source": content["source"],
        }
        for row in content["places"]:
            try:
                place = Place.model_validate({**header, **row})
            except ValueError as problem:
                raise ValueError(f"curated place {row.get('id')!r} of {slug}: {problem}") from problem
            found[place.id] = place
    return found


@lru_cache(maxsize=1)
def _connections() -> dict[tuple[int, int], list[Connection]]:
    path = DATA / "connections.json"
    content = json.loads(path.read_text("utf-8"))
    header = {"grade": content["grade"], "as_of": content["as_of"], "source": content["source"]}
    found: dict[tuple[int, int], list[Connection]] = defaultdict(list)
    for row in content["connections"]:
        there = Connection.model_validate({**header, **row})
        found[there.from_city, there.to_city].append(there)
        if there.both_ways:
            back = there.model_copy(
                update={
                    "from_city": there.to_city,
                    "to_city": there.from_city,
                    "from_point": there.to_point,
                    "to_point": there.from_point,
                }
            )
            found[back.from_city, back.to_city].append(back)
    for rows in found.values():
        rows.sort(key=lambda row: row.minutes)
    return dict(found)


def all_connections() -> list[Connection]:
    """Each row once, in the direction it is written."""
    seen = {}
    for rows in _connections().values():
        for row in rows:
            seen.setdefault(row.id, row)
    return list(seen.values())


def connections(from_city_id: int, to_city_id: int) -> list[Connection]:
    """Rows between two cities (geonames ids), quickest first. The id stays that of the row also
    when it is turned round."""
    return list(_connections().get((from_city_id, to_city_id), ()))
