"""A small good trip for tests of the checks: two nights in Boston from New York, on rows of its own."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal
from typing import Any

from tests.trips.given_rows import GivenRows
from trips.catalogue.gazetteer import Gazetteer, distance_km
from trips.planning.validator import check_plan
from trips.schemas import (
    CheckResult,
    CostLine,
    Dates,
    Day,
    Destination,
    FreeTime,
    Hours,
    HoursException,
    Item,
    Leg,
    Meal,
    Party,
    Place,
    PlaceName,
    Plan,
    Point,
    Stay,
    TripFacts,
    Visit,
)

BOSTON, NEW_YORK = 4930956, 5128581
ZONE = "America/New_York"
TODAY = dt.date(2026, 11, 21)
MONDAY, TUESDAY, WEDNESDAY = dt.date(2027, 3, 1), dt.date(2027, 3, 2), dt.date(2027, 3, 3)
WORKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")


def week(opens: str, closes: str, *, closed: tuple[str, ...] = ()) -> dict[str, list[tuple[str, str]]]:
    return {day: [(opens, closes)] for day in WORKDAYS if day not in closed}


def place(slug: str, kind: str, lat: float, lon: float, **more: Any) -> Place:
    values: dict[str, Any] = {
        "id": f"boston:{slug}",
        "city": "boston",
        "kind": kind,
        "name": slug.replace("-", " ").title(),
        "area": "Testville",
        "lat": lat,
        "lon": lon,
        "hours": {"week": week("09:00", "18:00")},
        "price": {"currency": "USD", "adult": "20", "child": "10", "free_under": 3},
        "children": "good",
        "step_free": "yes",
        "as_of": "2026-11",
        "source": "made for tests",
    }
    if kind == "visit":
        values["visit"] = {"shortest": 30, "typical": 60, "longest": 240}
    return Place.model_validate(values | more)


ROWS = [
    place("iron-museum", "visit", 42.3600, -71.0600, tags=["museum", "history"], aliases=["The Iron"]),
    place("glass-garden", "visit", 42.3610, -71.0700, tags=["garden"], hours={"always": True}),
    place(
        "moon-tower",
        "visit",
        42.3500,
        -71.0800,
        tags=["view"],
        hours={
            "week": week("10:00", "16:00", closed=("mon",)),
            "last_entry_min": 30,
            "closed_holidays": ["12-25"],
        },
    ),
    place(
        "green-spoon",
        "food",
        42.3590,
        -71.0650,
        meals=["lunch", "dinner"],
        cuisine="Italian",
        diet=["vegan", "vegetarian"],
        hours={"week": week("11:00", "23:00")},
    ),
    place(
        "red-spoon",
        "food",
        42.3520,
        -71.0780,
        meals=["breakfast", "lunch", "dinner"],
        cuisine="American",
        diet=["gluten_free"],
        hours={"week": week("07:00", "23:00")},
    ),
    place(
        "blue-spoon",
        "food",
        42.3580,
        -71.0640,
        meals=["breakfast", "lunch", "dinner"],
        cuisine="Seafood",
        dishes=["lobster roll"],
        diet=["vegetarian"],
        hours={"week": week("07:00", "23:00")},
    ),
    place(
        "harbour-inn",
        "stay",
        42.3560,
        -71.0500,
        hours={"always": True},
        price={"currency": "USD", "adult": "200", "low": "150", "high": "300"},
        occupancy=2,
        min_nights=2,
        stay_type="hotel",
        breakfast_included=True,
        amenities=["wifi", "pets"],
    ),
    place("steep-cellar", "visit", 42.3601, -71.0601, children="no", step_free="no", hours=Hours()),
    place(
        "summer-rooms",
        "visit",
        42.3602,
        -71.0602,
        hours=Hours(
            week=Hours.model_validate({"week": week("09:00", "18:00")}).week,
            exceptions=[HoursException(start="11-01", end="03-31")],
        ),
    ),
]


def gazetteer() -> Gazetteer:
    return Gazetteer(GivenRows(ROWS))


def at(date: dt.date, clock: str) -> dt.datetime:
    return dt.datetime.combine(date, dt.time.fromisoformat(clock))


def line(unit: str, quantity: int, category: str, label: str = "ticket") -> CostLine:
    price = Decimal(unit)
    return CostLine.model_validate(
        {
            "label": label,
            "unit": price,
            "quantity": quantity,
            "currency": "USD",
            "amount": price * quantity,
            "category": category,
        }
    )


def row(slug: str) -> Place:
    return next(one for one in ROWS if one.id == f"boston:{slug}")


def point(slug: str) -> Point:
    one = row(slug)
    kind = "stay" if one.kind == "stay" else "place"
    return Point(name=one.name, kind=kind, place_id=one.id, city_id=BOSTON, lat=one.lat, lon=one.lon)


STATION = Point(name="South Station", kind="station", city_id=BOSTON, lat=42.3519, lon=-71.0552)
MOYNIHAN = Point(name="Moynihan", kind="station", city_id=NEW_YORK, lat=40.7510, lon=-73.9940)


def _common(slug: str, date: dt.date, start: str, end: str) -> dict[str, Any]:
    one = row(slug)
    return {
        "uid": f"{slug}-{date:%d}-{start}",
        "title": one.name,
        "start": at(date, start),
        "end": at(date, end),
        "zone": ZONE,
        "place_id": one.id,
        "city_id": BOSTON,
        "lat": one.lat,
        "lon": one.lon,
        "area": one.area,
        "grade": "curated",
    }


def visit(slug: str, date: dt.date, start: str, end: str, people: int = 2) -> Visit:
    return Visit(**_common(slug, date, start, end), costs=[line("20", people, "visits")])


def meal(slug: str, name: str, date: dt.date, start: str, end: str, people: int = 2) -> Meal:
    values = _common(slug, date, start, end)
    return Meal(**values, meal=name, cuisine=row(slug).cuisine, costs=[line("20", people, "food")])


def breakfast_at_stay(date: dt.date) -> Meal:
    values = _common("harbour-inn", date, "08:00", "08:30") | {"title": "Breakfast at Harbour Inn"}
    return Meal(**values, meal="breakfast", style="at_stay")


def free_meal(name: str, date: dt.date, start: str, end: str, near: str) -> Meal:
    values = _common(near, date, start, end) | {"place_id": None, "uid": f"free-{name}-{date:%d}"}
    return Meal(**values | {"title": f"Free {name}"}, meal=name, style="free", costs=[line("15", 2, "food")])


def free_time(date: dt.date, start: str, end: str) -> FreeTime:
    return FreeTime(
        uid=f"free-{date:%d}-{start}", title="Free", start=at(date, start), end=at(date, end), zone=ZONE
    )


def unlisted_visit(title: str, date: dt.date, start: str, end: str) -> Visit:
    return Visit(
        uid=f"unlisted-{start}",
        title=title,
        start=at(date, start),
        end=at(date, end),
        zone=ZONE,
        unlisted=True,
        city_id=BOSTON,
    )


def kilometres(here: Point, there: Point) -> float:
    if here.lat is None or here.lon is None or there.lat is None or there.lon is None:
        return 1.0
    return distance_km(here.lat, here.lon, there.lat, there.lon)


def leg(
    origin: Point, destination: Point, date: dt.date, start: str, end: str, mode: str = "walk", **more
) -> Leg:
    begin, finish = at(date, start), at(date, end)
    buffer = more.pop("buffer", 0)
    values = {
        "uid": f"{mode}-{date:%d}-{start}",
        "title": f"{mode} to {destination.name}",
        "start": begin,
        "end": finish,
        "zone": ZONE,
        "mode": mode,
        "origin": origin.model_copy(),
        "destination": destination.model_copy(),
        "distance_km": kilometres(origin, destination) * 1.2,
        "travel_minutes": round((finish - begin).total_seconds() / 60) - buffer,
        "buffer_minutes": buffer,
        "source": "a formula",
    }
    return Leg.model_validate(values | more)


def stay(nights: int = 2, rooms: int = 1) -> Stay:
    values = _common("harbour-inn", MONDAY, "15:00", "16:00") | {"uid": "stay"}
    values["end"] = at(MONDAY + dt.timedelta(days=nights), "11:00")
    return Stay(**values, nights=nights, rooms=rooms, costs=[line("200", nights * rooms, "stay")])


def days() -> list[Day]:
    inn, iron, garden, green = map(point, ("harbour-inn", "iron-museum", "glass-garden", "green-spoon"))
    red = point("red-spoon")
    fare = {"costs": [line("50", 2, "transport")], "distance_km": 306}
    monday: list[Item] = [
        leg(MOYNIHAN, STATION, MONDAY, "08:00", "12:20", "train", buffer=20, **fare),
        stay(),
        leg(STATION, inn, MONDAY, "12:25", "12:35"),
        leg(inn, iron, MONDAY, "14:00", "14:20"),
        visit("iron-museum", MONDAY, "14:20", "16:00"),
        leg(iron, green, MONDAY, "18:00", "18:10"),
        meal("green-spoon", "dinner", MONDAY, "18:10", "19:30"),
        leg(green, inn, MONDAY, "19:30", "19:55"),
    ]
    tuesday: list[Item] = [
        breakfast_at_stay(TUESDAY),
        leg(inn, garden, TUESDAY, "09:00", "09:30"),
        visit("glass-garden", TUESDAY, "09:30", "11:00"),
        leg(garden, red, TUESDAY, "12:00", "12:20"),
        meal("red-spoon", "lunch", TUESDAY, "12:20", "13:20"),
        leg(red, inn, TUESDAY, "17:00", "17:40"),
        free_meal("dinner", TUESDAY, "18:00", "19:00", "harbour-inn"),
    ]
    wednesday: list[Item] = [
        breakfast_at_stay(WEDNESDAY),
        leg(inn, STATION, WEDNESDAY, "09:00", "09:10"),
        leg(STATION, MOYNIHAN, WEDNESDAY, "09:10", "13:30", "train", buffer=20, **fare),
    ]
    found = ((MONDAY, monday), (TUESDAY, tuesday), (WEDNESDAY, wednesday))
    return [Day(date=date, city="Boston", city_id=BOSTON, items=items) for date, items in found]


def total(plan: Plan) -> Decimal:
    return sum((cost.amount for item in plan.items() for cost in item.costs), Decimal(0))


def plan(**more: Any) -> Plan:
    made = Plan(title="Test trip", currency="USD", adults=2, days=days(), total=Decimal(0))
    return made.model_copy(update={"total": total(made)} | more)


def facts(**more: Any) -> TripFacts:
    made = TripFacts(
        origin=PlaceName(name="New York", city_id=NEW_YORK, country="US"),
        destinations=[Destination(name="Boston", city_id=BOSTON, country="US")],
        dates=Dates(start=MONDAY, end=WEDNESDAY),
        party=Party(adults=2),
    )
    return made.model_copy(update=more)


def result(number: int, the_plan: Plan, the_facts: TripFacts | None = None, **more: Any) -> CheckResult:
    """What one check says; the total is put right first unless told otherwise."""
    if more.pop("retotal", True):
        the_plan.total = total(the_plan)
    verdict = check_plan(the_plan, the_facts or facts(), gazetteer(), today=TODAY, **more)
    return next(one for one in verdict.results if one.id == number)


def item(the_plan: Plan, uid_part: str) -> Item:
    return next(one for one in the_plan.items() if uid_part in one.uid)


def remove(the_plan: Plan, uid_part: str) -> None:
    gone = item(the_plan, uid_part)
    for day in the_plan.days:
        day.items = [one for one in day.items if one is not gone]


def insert(the_plan: Plan, day: int, *items: Item) -> None:
    the_plan.days[day].items += items
    the_plan.days[day].items.sort(key=lambda one: one.start)
