"""One text file of a city, read into rows: the form is told in trips/data/cities/README.md.

What cannot be read is an error that names file and line: these files ship, so nothing in them is passed over.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path
from typing import Any, get_args

from pydantic import ValidationError

from trips.catalogue.city_hours import hours_in
from trips.schemas import Hours, Place, Practical, Price
from trips.schemas.places import Vehicle, VisitMinutes, WayThere

PRACTICAL = ("getting about", "water", "tipping", "plugs", "safety", "book ahead")
HEAD = ("city", "geonames", "country", "currency", "rank", "as of", "grade", *PRACTICAL)
SOURCES = {"common": "general knowledge", "curated": "written from general knowledge, checked by sample"}
TAGS = frozenset(
    """history architecture museum art religion temple view walk park garden water beach market neighbourhood
    shopping family animals science music theatre literature nightlife evening romantic photography sports
    hidden_gem rainy_day free food onsen hammam anime nature""".split()
)
FLAGS: dict[str, dict[str, Any]] = {
    "children": {"children": "good"},
    "children ok": {"children": "ok"},
    "no children": {"children": "no"},
    "step-free": {"step_free": "yes"},
    "partly step-free": {"step_free": "partly"},
    "steps": {"step_free": "no"},
    "book": {"booking": "recommended"},
    "must book": {"booking": "required"},
    "outdoor": {"outdoor": True},
    "breakfast": {"breakfast_included": True},
}
_COUNTED = re.compile(
    r"sleeps (?P<occupancy>\d+)|min (?P<min_nights>\d+) nights?"
    r"|check-in (?P<check_in>\d\d:\d\d)|check-out (?P<check_out>\d\d:\d\d)"
)
_ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_NUMBER = r"\d+(?:\.\d+)?"
_PRICE = re.compile(
    rf"(?:(?P<band>low|mid|high)(?: |$))?(?:(?P<adult>{_NUMBER})(?: child (?P<child>{_NUMBER}))?"
    rf"(?: under (?P<free_under>\d+))?(?: \((?P<low>{_NUMBER})-(?P<high>{_NUMBER})\))?"
    r"(?: for (?P<shared_by>\d+))?(?: ticket (?P<ticket>[a-z-]+) (?P<ticket_days>\d+))?)?"
)
_WAY = re.compile(
    rf"(?P<vehicle>{'|'.join(get_args(Vehicle))}) (?P<minutes>\d+) min(?: (?P<fare>free|{_NUMBER}))?"
)
#: What all rows of a kind have.
ALWAYS: dict[str, dict[str, Any]] = {
    "food": {"tags": ["food"]},
    "stay": {"occupancy": 2, "hours": Hours(always=True)},
}
#: Fields of a row by name; of a cell and the currency of its city.
Fields = dict[str, Any]
Read = Callable[[str, str], Fields]


class CityFileError(ValueError):
    """Says which file and line cannot be read, and why."""


@dataclass
class CityFile:
    slug: str
    geonames: int
    rank: int  # in the list of cities: the first are known best
    practical: Practical
    places: list[Place] = field(default_factory=list)


def read(path: Path) -> CityFile:
    """Everything in one file. Raises CityFileError."""
    head: dict[str, str] = {}
    section, city = "", None
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        try:
            if not line.strip() or line.startswith("#"):
                continue
            if line.startswith("["):
                section, city = line.strip("[]"), city or _city(path.stem, head)
                if section not in SECTIONS:
                    raise ValueError(f"there is no section “{section}”")
            elif city is None:
                name, colon, value = line.partition(":")
                if not colon or name not in HEAD or name in head:
                    raise ValueError(f"“{name}” is none of the head, or there twice")
                head[name] = value.strip()
            else:
                city.places.append(_place(section, line, city, head))
        except (ValueError, KeyError) as problem:
            raise CityFileError(f"{path.name}:{number}: {_in_words(problem)}") from problem
    if city is None:
        raise CityFileError(f"{path.name}: no section")
    return city


def _in_words(problem: Exception) -> str:
    if isinstance(problem, ValidationError):
        return "; ".join(f"{'.'.join(map(str, one['loc']))}: {one['msg']}" for one in problem.errors())
    return str(problem)


def _city(slug: str, head: dict[str, str]) -> CityFile:
    missing = [name for name in HEAD if not head.get(name)]
    if missing:
        raise ValueError(f"the head lacks {', '.join(missing)}")
    if head["grade"] not in SOURCES:
        raise ValueError(f"the grade “{head['grade']}” is none of {', '.join(SOURCES)}")
    practical = {name.replace(" ", "_"): head[name] for name in PRACTICAL}
    return CityFile(slug, int(head["geonames"]), int(head["rank"]), Practical(**practical, **_origin(head)))


def _origin(head: dict[str, str]) -> Fields:
    return {"grade": head["grade"], "as_of": head["as of"], "source": SOURCES[head["grade"]]}


def _place(section: str, line: str, city: CityFile, head: dict[str, str]) -> Place:
    kind, columns = SECTIONS[section]
    cells = [cell.strip() for cell in line.split("|")]
    if len(cells) != len(columns):
        raise ValueError(f"{len(cells)} columns instead of {len(columns)}")
    row: Fields = {"city": city.slug, "kind": kind, "area": "", **_origin(head), **ALWAYS.get(kind, {})}
    for name, cell in zip(columns, cells, strict=True):
        found = COLUMNS[name](cell, head["currency"])
        tags = [*row.get("tags", ()), *found.get("tags", ())]
        row |= found | {"tags": list(dict.fromkeys(tags))}
    row["id"] = f"{city.slug}:{row['id']}"
    if any(place.id == row["id"] for place in city.places):
        raise ValueError(f"{row['id']} is there twice")
    return Place(**row)


# --- columns -----------------------------------------------------------------------------------------


def _listed(cell: str, allowed: Collection[str] | None = None) -> list[str]:
    found = [word for part in cell.split(",") if (word := part.strip())]
    if allowed is not None and (wrong := [word for word in found if word not in allowed]):
        raise ValueError(f"“{wrong[0]}” is none of {', '.join(sorted(allowed))}")
    return found


def _many(name: str, allowed: str | Collection[str] | None = None) -> Read:
    words = allowed.split() if isinstance(allowed, str) else allowed
    return lambda cell, _: {name: _listed(cell, words)}


def _text(name: str) -> Read:
    return lambda cell, _: {name: cell}


def _id(cell: str, _: str) -> Fields:
    if not _ID.fullmatch(cell):
        raise ValueError(f"“{cell}” is no id of small letters, digits and hyphens")
    return {"id": cell}


def _names(cell: str, _: str) -> Fields:
    local, *aliases = _listed(cell) or ["-"]
    return {"local_name": "" if local == "-" else local, "aliases": aliases}


def _position(cell: str, _: str) -> Fields:
    lat, lon = map(float, cell.split(","))
    if abs(lat) > 90 or abs(lon) > 180:
        raise ValueError(f"“{cell}” is no position")
    return {"lat": lat, "lon": lon}


def _minutes(cell: str, _: str) -> Fields:
    found = [int(part) for part in cell.split("-")]
    if len(found) == 1:
        found = [found[0] // 2, found[0], found[0] * 2]
    shortest, typical, longest = found
    if not 0 < shortest <= typical <= longest:
        raise ValueError(f"minutes “{cell}” are not shortest, usual, longest")
    return {"visit": VisitMinutes(shortest=shortest, typical=typical, longest=longest)}


def _price(cell: str, currency: str) -> Fields:
    if cell == "?":
        return {}
    if cell == "free":
        return {"price": Price(currency=currency, adult=Decimal(0))}
    match = _PRICE.fullmatch(cell)
    if match is None or not cell:
        raise ValueError(f"price “{cell}” cannot be read")
    figures = {name: figure for name, figure in match.groupdict().items() if figure}
    found: Fields = {"band": figures.pop("band")} if match["band"] else {}
    return found | ({"price": Price.model_validate({"currency": currency, **figures})} if figures else {})


def _flags(cell: str, _: str) -> Fields:
    found: Fields = {"tags": []}
    for flag in _listed(cell):
        if flag in TAGS:
            found["tags"].append(flag)
        elif flag in FLAGS:
            found |= FLAGS[flag]
        elif counted := _COUNTED.fullmatch(flag):
            found |= {name: value for name, value in counted.groupdict().items() if value}
        else:
            raise ValueError(f"there is no flag “{flag}”")
    return found


def _ways(cell: str, currency: str) -> Fields:
    return {"ways": [_way(part.strip(), currency) for part in cell.split(";")]}


def _way(text: str, currency: str) -> WayThere:
    match = _WAY.fullmatch(text)
    if match is None:
        raise ValueError(f"way “{text}” cannot be read")
    fare = Decimal(0 if match["fare"] == "free" else match["fare"]) if match["fare"] else None
    price = None if fare is None else Price(currency=currency, adult=fare)
    return WayThere(vehicle=match["vehicle"], minutes=int(match["minutes"]), fare=price)


COLUMNS: dict[str, Read] = {
    "id": _id,
    "name": _text("name"),
    "other names": _names,
    "district": _text("area"),
    "position": _position,
    "importance": lambda cell, _: {"importance": None if cell == "?" else int(cell)},
    "minutes": _minutes,
    "hours": lambda cell, _: {"hours": hours_in(cell)},
    "price": _price,
    "tags": _many("tags", TAGS),
    "flags": _flags,
    "summary": _text("summary"),
    "meals": _many("meals", "breakfast lunch dinner"),
    "cuisine": _text("cuisine"),
    "dishes": _many("dishes"),
    "diet": _many("diet", "vegetarian vegan halal kosher gluten_free"),
    "type": lambda cell, _: {"stay_type": _listed(cell, STAYS)[0]},
    "amenities": _many("amenities"),
    "kind": _many("tags", "train bus ferry airport"),
    "way to the centre": _ways,
    "way there": _ways,
}
STAYS = ("hotel", "hostel", "apartment", "guesthouse", "ryokan", "riad")
_ABOUT = "id, name, other names, district, position"
SECTIONS = {
    section: (kind, tuple(columns.split(", ")))
    for section, kind, columns in (
        ("sights", "visit", f"{_ABOUT}, importance, minutes, hours, price, tags, flags, summary"),
        (
            "food",
            "food",
            f"{_ABOUT}, importance, minutes, hours, price, meals, cuisine, dishes, diet, flags, summary",
        ),
        ("stays", "stay", f"{_ABOUT}, price, type, amenities, flags, summary"),
        ("stations", "station", "id, name, other names, kind, position, way to the centre"),
        (
            "day trips",
            "day_trip",
            "id, name, other names, position, way there, importance, minutes, tags, flags, summary",
        ),
    )
}
