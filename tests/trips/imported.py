"""A town of which nothing ships, with the rows that an import of OpenStreetMap would give it."""

from __future__ import annotations

from trips.catalogue.credits import OSM_COPYRIGHT
from trips.catalogue.gazetteer import default_gazetteer
from trips.catalogue.geography import TOWN_SLUG
from trips.imported_rows import known_as
from trips.models import OpenStreetMapPlace, PlaceSource
from trips.schemas import Place, VisitMinutes

VADUZ = 3042030
ATTRIBUTION = "© OpenStreetMap contributors, ODbL"
ALL_DAYS = ["breakfast", "lunch", "dinner"]


def imported_rows(*, visits: int = 14, food: int = 9, stays: int = 5, city: int = VADUZ) -> list[Place]:
    """Of a town without rows. Nothing of their prices and hours is known, as in most of a map."""
    town, slug = default_gazetteer().city(city), f"city-{city}"
    kinds = [*["visit"] * visits, *["food"] * food, *["stay"] * stays]
    names = {"visit": "Museum", "food": "Wirtschaft", "stay": "Pension"}
    return [
        Place(
            id=f"{slug}:osm-n{number}", city=slug, kind=kind, name=f"{names[kind]} Rosenegg {number}",
            area="Dorf", lat=round(town.lat + 0.001 * (number % 7 - 3), 5),
            lon=round(town.lon + 0.0012 * (number % 5 - 2), 5),
            visit=VisitMinutes(shortest=45, typical=75, longest=120) if kind == "visit" else None,
            tags=["museum", "history"] if kind == "visit" else [], importance=3 if kind == "visit" else None,
            meals=ALL_DAYS if kind == "food" else [], cuisine="swiss" if kind == "food" else "",
            stay_type="hotel" if kind == "stay" else "",
            grade="open", as_of="2026-10-01", source=ATTRIBUTION,
            url=f"https://www.openstreetmap.org/node/{number}",
        )
        for number, kind in enumerate(kinds, start=1)
    ]  # fmt: skip


def import_town(rows: list[Place]) -> PlaceSource:
    slug = rows[0].city
    source = PlaceSource.objects.create(
        city_id=int(slug.removeprefix(TOWN_SLUG)), city=slug, kind="osm", as_of="2026-10-01",
        attribution=ATTRIBUTION, url=OSM_COPYRIGHT,
    )  # fmt: skip
    OpenStreetMapPlace.objects.bulk_create(
        OpenStreetMapPlace(
            source=source, city=slug, place_id=row.id, kind=row.kind, name=row.name, lat=row.lat, lon=row.lon,
            data=row.model_dump(mode="json", exclude_defaults=True), known_as=known_as(row),
        )
        for row in rows
    )  # fmt: skip
    return source
