"""Small plans written out, for tests of what shows them."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal

from trips.schemas import CheckResult, CostLine, Day, Leg, Meal, Plan, Point, Rate, Stay, Verdict, Visit

MONDAY = dt.date(2027, 2, 15)
ZONE = "America/New_York"


def at(hour: int, minute: int = 0, *, date: dt.date = MONDAY) -> dt.datetime:
    return dt.datetime.combine(date, dt.time(hour, minute))


def cost(amount: str, category: str = "visits", currency: str = "USD", grade: str = "curated") -> CostLine:
    return CostLine(
        label="Ticket",
        unit=Decimal(amount),
        quantity=1,
        currency=currency,
        amount=Decimal(amount),
        category=category,
        grade=grade,
    )


def visit(uid: str, hour: int, lat: float | None = 42.36, lon: float | None = -71.06, **more) -> Visit:
    values = {
        "title": f"Visit {uid}",
        "start": at(hour),
        "end": at(hour) + dt.timedelta(hours=1),
        "zone": ZONE,
    } | more
    return Visit(uid=uid, lat=lat, lon=lon, **values)


def meal(uid: str, hour: int, style: str = "place", **more) -> Meal:
    values = {"title": "Lunch", "start": at(hour), "end": at(hour, 45), "zone": ZONE, "meal": "lunch"} | more
    return Meal(uid=uid, style=style, **values)


def walk(uid: str, hour: int, km: float = 0.7, minutes: int = 9) -> Leg:
    return Leg(
        uid=uid,
        title="Walk",
        start=at(hour),
        end=at(hour, minutes),
        zone=ZONE,
        mode="walk",
        origin=Point(name="A", city_id=1),
        destination=Point(name="B", city_id=1),
        distance_km=km,
        travel_minutes=minutes,
    )


def train(uid: str, hour: int) -> Leg:
    return Leg(
        uid=uid,
        title="Train to Boston",
        start=at(hour),
        end=at(hour + 4),
        zone=ZONE,
        mode="train",
        origin=Point(name="Moynihan", kind="station", city_id=2, lat=40.75, lon=-73.99),
        destination=Point(name="South Station", kind="station", city_id=1, lat=42.352, lon=-71.055),
        distance_km=372,
        travel_minutes=220,
        buffer_minutes=20,
    )


def stay(uid: str, hour: int, nights: int = 3, lat: float = 42.355, lon: float = -71.06, **more) -> Stay:
    start = at(hour, date=more.pop("date", MONDAY))
    return Stay(
        uid=uid,
        title="Harborside Inn",
        start=start,
        end=dt.datetime.combine(start.date() + dt.timedelta(days=nights), dt.time(11)),
        zone=ZONE,
        nights=nights,
        rooms=1,
        lat=lat,
        lon=lon,
        **more,
    )


def plan(*days: list, currency: str = "USD", rates: list[Rate] | None = None, **more) -> Plan:
    return Plan(
        title="Boston",
        currency=currency,
        adults=2,
        total=Decimal(more.pop("total", "100")),
        rates=rates or [],
        days=[
            Day(date=MONDAY + dt.timedelta(days=number), city="Boston", items=items)
            for number, items in enumerate(days)
        ],
        **more,
    )


def result(
    number: int, status: str, severity: str = "error", *, grade: str = "official", **more
) -> CheckResult:
    values = {"title": f"Check {number}", "message": f"Sentence {number}."} | more
    return CheckResult(id=number, status=status, severity=severity, grade=grade, **values)


def verdict(*results: CheckResult) -> Verdict:
    return Verdict(results=list(results))
