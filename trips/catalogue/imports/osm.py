"""Places and map shapes of one city out of a file of OpenStreetMap (.osm.pbf, .osm, .osm.bz2)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any, Literal

import osmium
from osmium.filter import TagFilter

from trips.catalogue.credits import OSM_COPYRIGHT
from trips.catalogue.diets import STATED
from trips.catalogue.exchange_rates import currencies
from trips.catalogue.geography import distance_km
from trips.catalogue.imports.extract import Extract, Frame, Shape, Unreadable, Watch, checked, cleaned
from trips.catalogue.imports.kinds import DISTRICTS, KINDS, NO_MEALS, NO_SIGHTS, SHAPES, Kind
from trips.catalogue.imports.merging import without_doubles
from trips.catalogue.imports.osm_hours import hours_of
from trips.catalogue.imports.shapes import SMALLEST, drawn
from trips.catalogue.names import key
from trips.schemas import Hours, Level, Place, Price, Source

ATTRIBUTION, LICENCE = "© OpenStreetMap contributors, ODbL", "ODbL 1.0"
#: Reading needs about three times as much memory.
MAX_BYTES = 400_000_000
#: Rows kept of one city: the best known, then those that say most.
MOST = {"visit": 400, "food": 800, "stay": 300, "station": 60}
DISTRICT_KM = 3.0
#: What is not open to visitors.
FROM_OUTSIDE = {"minutes": 15, "outdoor": True, "free": True}
_OBJECTS = {"n": "node", "w": "way", "r": "relation"}
_STEP_FREE: Mapping[str, Literal["yes", "partly", "no"]] = {"yes": "yes", "limited": "partly", "no": "no"}
_STARS: Mapping[str, Level] = {"1": "low", "2": "low", "3": "mid", "4": "high", "5": "high"}
_GONE = re.compile(r"^(disused|abandoned|demolished|razed|was)(:|$)")
#: An article that lists many of its kind, or tells of it in a section.
_IN_A_LIST = re.compile(r"#|^(?:[\w-]+:)?(?:list|liste|lista|lijst|elenco)\b", re.IGNORECASE)
_CHARGE = re.compile(r"^(\d{1,4}(?:[.,]\d{1,2})?) ?([A-Z]{3})$")
Tags = Mapping[str, str]
Line = list[tuple[float, float]]


def places_named(path: Path, name: str) -> list[tuple[float, float]]:
    """Where the file has cities, towns and villages of that name. Raises Unreadable."""
    checked(path, MAX_BYTES)
    wanted = TagFilter(*(("place", kind) for kind in ("city", "town", "village")))
    try:
        nodes = osmium.FileProcessor(str(path), osmium.osm.NODE).with_filter(wanted)
        said = ((one, {key(tag.v) for tag in one.tags if tag.k[:4] == "name"}) for one in nodes)
        return [(one.lat, one.lon) for one, names in said if key(name) in names]
    except (RuntimeError, OSError) as problem:
        raise _broken(path, problem) from problem


def read(path: Path, frame: Frame, watch: Watch) -> Extract:
    """Raises Unreadable. The file is streamed twice: its relations first, then all of it."""
    reading = _Reading(frame)
    shapes = (tag for tags in SHAPES.values() for tag in tags)
    wanted = TagFilter(*(tuple(tag.split("=")) for tag in (*KINDS, *shapes, *DISTRICTS)))
    try:
        file = osmium.FileProcessor(str(path))
        dated = file.header.get("osmosis_replication_timestamp")[:10]
        for thing in file.with_areas(wanted).with_filter(wanted):
            watch.seen(len(reading.extract.places) + len(reading.extract.shapes))
            reading.take(thing)
    except (RuntimeError, OSError, ValueError) as problem:
        raise _broken(path, problem) from problem
    return reading.finished(dated)


def _broken(path: Path, problem: Exception) -> Unreadable:
    return Unreadable(f"{path.name} is no file of OpenStreetMap, or a broken one: {problem}.")


class _Reading:
    """What is kept so far."""

    def __init__(self, frame: Frame) -> None:
        self.frame = frame
        self.extract = Extract(url=OSM_COPYRIGHT)
        self._districts: list[tuple[str, float, float]] = []

    def take(self, thing: Any) -> None:
        tags = dict(thing.tags)
        pairs = {f"{key}={value}" for key, value in tags.items()}
        number, line = _shape_of(thing, not pairs.isdisjoint(SHAPES["street"]))
        if not number:
            return
        self.extract.read += 1
        self.extract.as_of = max(self.extract.as_of, f"{thing.timestamp:%Y-%m-%d}")
        if not line:
            self.extract.refused["its points are not in the file"] += 1
            return
        self._draw(tags, pairs, line)
        kinds = [KINDS[tag] for tag in KINDS if tag in pairs]
        lat, lon = _middle(line)
        if not self.frame.holds(lat, lon):
            self.extract.refused["outside the city"] += bool(kinds)
        elif not pairs.isdisjoint(DISTRICTS):
            self._districts.append((_name(tags), lat, lon))
        elif kinds:
            self._place(tags, kinds, number, (lat, lon))

    def _draw(self, tags: Tags, pairs: set[str], line: Line) -> None:
        if len(line) < 2 or not any(self.frame.holds(*point) for point in line):
            return
        for kind, listed in SHAPES.items():
            ranks = [number for number, tag in enumerate(listed) if tag in pairs]
            if not ranks or (kind == "street" and not tags.get("name")):
                continue
            across = distance_km(*map(min, zip(*line, strict=True)), *map(max, zip(*line, strict=True)))
            if kind == "street" or across >= SMALLEST:
                size = across - (100 * ranks[0] if kind == "street" else 0)
                self.extract.shapes.append(Shape(kind, _name(tags), line, size))

    def _place(self, tags: Tags, kinds: list[Kind], number: str, at: tuple[float, float]) -> None:
        importance = _importance(tags, kinds) if kinds[0].kind == "visit" else None
        if _is_private(tags):
            kinds[0] = kinds[0].model_copy(update=FROM_OUTSIDE)
        why_not = _refusal(tags, kinds[0], importance)
        if why_not:
            self.extract.refused[why_not] += 1
        else:
            self.extract.places.append(_row(self.frame, tags, kinds, number, at, importance))

    def finished(self, dated: str) -> Extract:
        extract = self.extract
        extract.as_of = dated or extract.as_of
        rows = sorted(without_doubles(extract.places), key=_rank)
        kept = [row for kind in MOST for row in [one for one in rows if one.kind == kind][: MOST[kind]]]
        extract.refused["twice in the file"] = len(extract.places) - len(rows)
        extract.refused["more than are kept of a kind"] = len(rows) - len(kept)
        update = [{"area": self._district(row), "as_of": extract.as_of} for row in kept]
        extract.places = [row.model_copy(update=values) for row, values in zip(kept, update, strict=True)]
        extract.hours["parsed"] = sum(row.hours != Hours() for row in kept)
        extract.hours["as words only"] = sum(bool(row.hours_words) for row in kept)
        extract.shapes = drawn(extract.shapes)
        return extract

    def _district(self, row: Place) -> str:
        near = ((distance_km(row.lat, row.lon, lat, lon), name) for name, lat, lon in self._districts if name)
        away, name = min(near, default=(DISTRICT_KM, ""))
        return name if away < DISTRICT_KM else row.area or self.frame.city.name


def _shape_of(thing: Any, is_street: bool) -> tuple[str, Line]:
    """Number and points; ("", []) of what comes a second time: a closed way is an area too."""
    if thing.is_node():
        return f"n{thing.id}", [(thing.lat, thing.lon)]
    if thing.is_way() and (is_street or not thing.is_closed()):
        return f"w{thing.id}", _points(thing.nodes)
    if thing.is_area() and not is_street:
        rings = map(_points, thing.outer_rings())
        return f"{'w' if thing.from_way() else 'r'}{thing.orig_id()}", max(rings, key=len, default=[])
    return "", []


def _points(nodes: Any) -> Line:
    return [(node.lat, node.lon) for node in nodes if node.location.valid()]


def _middle(line: Line) -> tuple[float, float]:
    lats, lons = zip(*line, strict=True)
    return (min(lats) + max(lats)) / 2, (min(lons) + max(lons)) / 2


def _name(tags: Tags) -> str:
    """In English where it has one."""
    return cleaned(tags.get("name:en") or tags.get("int_name") or tags.get("name", ""))


def _row(
    frame: Frame, tags: Tags, kinds: list[Kind], number: str, at: tuple[float, float], importance: int | None
) -> Place:
    slug, kind, name, local = frame.city.catalogue_slug, kinds[0], _name(tags), cleaned(tags.get("name", ""))
    opening = cleaned(tags.get("opening_hours", ""), 255)
    hours = hours_of(opening, frame.year) if opening else None
    others = [cleaned(one) for key in ("alt_name", "short_name") for one in tags.get(key, "").split(";")]
    words = list(dict.fromkeys(tag for one in kinds if one.kind == kind.kind for tag in one.tags))
    price, is_usual = _price(tags, kind, frame.currency)
    return Place(
        id=f"{slug}:osm-{number}", city=slug, kind=kind.kind, name=name, importance=importance,
        local_name=local if local != name else "",
        aliases=[one for one in dict.fromkeys(others) if one and one not in (name, local)][:6],
        area=cleaned(tags.get("addr:suburb") or tags.get("addr:city", "")),
        lat=round(at[0], 5), lon=round(at[1], 5),
        hours=hours or Hours(), hours_words=opening if hours is None else "",
        visit=kind.visit, price=price,
        tags=[*words, *(["free"] if price and not price.adult else [])],
        outdoor=kind.outdoor,
        children="good" if "family" in words else None,
        step_free=_STEP_FREE.get(tags.get("wheelchair", "")),
        summary="Seen from outside: it is not open to visitors." if _is_private(tags) else "",
        meals=[] if tags.get("cuisine") in NO_MEALS else kind.meals,
        cuisine=cleaned(tags.get("cuisine", "").replace(";", ", ").replace("_", " ")),
        diet=[diet for diet in STATED if tags.get(f"diet:{diet}") in ("yes", "only")],
        band=_STARS.get(tags.get("stars", "")[:1]) or kind.band, stay_type=kind.stay_type,
        grade="open", source=ATTRIBUTION,
        url=f"https://www.openstreetmap.org/{_OBJECTS[number[0]]}/{number[1:]}",
        provenance={"price": Source(grade="estimate", source="usually free")} if is_usual else {},
    )  # fmt: skip


def _refusal(tags: Tags, kind: Kind, importance: int | None) -> str:
    """Why it is no row, "" where it is one."""
    if not cleaned(tags.get("name", "")):
        return "no name"
    if any(_GONE.match(tag) for tag in tags):
        return "no longer there"
    if _is_private(tags) and not (tags.get("historic") and tags.get("wikidata")):
        return "not open to the public"
    if kind.kind == "food" and not {"brand", "brand:wikidata"}.isdisjoint(tags):
        return "a chain"
    is_stone = any(tags.get(key) in values for key, values in NO_SIGHTS.items())
    if is_stone and kind.kind == "visit" and kind.weight < 1:
        return "a stone or a plaque"
    return "nothing says that it is a sight" if importance is not None and importance < 1 else ""


def _is_private(tags: Tags) -> bool:
    return tags.get("access") in ("private", "no")


def _importance(tags: Tags, kinds: list[Kind]) -> int:
    """On the scale of `Place.importance`: what its kinds say, and what others say of it."""
    sights = [kind for kind in kinds if kind.kind == "visit"]
    names = sum(tag.startswith("name:") for tag in tags)
    known = 2 if "wikipedia" in tags else int("wikidata" in tags)
    known = 0 if _IN_A_LIST.search(tags.get("wikipedia", "")) else known
    visited = any(tag in tags for tag in ("website", "contact:website", "opening_hours", "fee"))
    attraction = tags.get("tourism") == "attraction" and bool(known or visited)
    more = known + ("heritage" in tags) + (len(sights) > 1) + attraction + (names >= 8) + (names >= 20)
    return min(5, max(kind.weight for kind in sights) + more)


def _price(tags: Tags, kind: Kind, currency: str) -> tuple[Price | None, bool]:
    """Of a sight; and whether it is what its kind usually costs: nothing."""
    charge = _CHARGE.match(tags.get("charge", "").strip())
    if kind.kind != "visit":
        return None, False
    if charge and charge[2] in currencies():
        return Price(currency=charge[2], adult=Decimal(charge[1].replace(",", "."))), False
    is_usual = "fee" not in tags and kind.free
    is_free = is_usual or tags.get("fee") == "no"
    return (Price(currency=currency, adult=Decimal(0)) if is_free else None), is_usual


def _rank(row: Place) -> tuple[int, int, str]:
    said = (row.hours != Hours(), row.step_free, row.diet, row.cuisine, row.band, row.local_name)
    return -(row.importance or 0), -sum(map(bool, said)), row.id
