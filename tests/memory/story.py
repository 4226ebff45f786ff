"""Trips told in stages, as the product writes them: facts with their quotes, findings, tiers, a real plan.

Each stage takes the trip on from the one before: `onboarded` → `researched` → `prioritised` → `planned` →
`travelling`. Places come from the bundled data; a city that is not curated gets numbered ones.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from decimal import Decimal

from trips import choosing, fact_log
from trips.models import (
    Booking,
    CityIntel,
    Expense,
    Feedback,
    Finding,
    Message,
    Option,
    PlanVersion,
    Traveller,
    Trip,
    Turn,
)
from trips.places import current_gazetteer
from trips.planning.compose import draft, outlines
from trips.planning.schedule import schedule
from trips.planning.validator import check_plan
from trips.schemas import Change, Place
from trips.starting import start_trip

TODAY = dt.date(2026, 11, 22)
KINDS = (("visit", "place"), ("visit", "activity"), ("food", "food"))


@dataclass(frozen=True)
class Tale:
    """A trip as its traveller tells it. `cities`: name and nights."""

    words: str
    cities: tuple[tuple[str, int], ...]
    start: dt.date
    adults: int = 2
    budget: int = 6000
    currency: str = "USD"
    interests: tuple[str, ...] = ("food", "temples")
    must_do: tuple[str, ...] = ()
    findings_a_city: int = 33

    @property
    def end(self) -> dt.date:
        return self.start + dt.timedelta(days=sum(nights for _city, nights in self.cities))


JAPAN = Tale(
    words="Tokyo and Kyoto for two in April, 6000 dollars, food and temples, and we must see Fushimi Inari",
    cities=(("Tokyo", 5), ("Kyoto", 4)),
    start=dt.date(2027, 4, 5),
    must_do=("Fushimi Inari",),
)
MOROCCO = Tale(
    words="Marrakesh and Meknes for three in May, 3500 euros, souks and gardens",
    cities=(("Marrakesh", 4), ("Meknes", 3)),
    start=dt.date(2027, 5, 10),
    adults=3,
    budget=3500,
    currency="EUR",
    interests=("souks", "gardens"),
)
PARIS = Tale(
    words="A long weekend in Paris, just me, 1200 euros, museums",
    cities=(("Paris", 3),),
    start=dt.date(2027, 6, 4),
    adults=1,
    budget=1200,
    currency="EUR",
    interests=("museums",),
)
GRAND_TOUR = Tale(
    words="Four weeks round the world in six cities: Boston, New York, Paris, Marrakesh, Tokyo, Kyoto",
    cities=(("Boston", 4), ("New York", 5), ("Paris", 5), ("Marrakesh", 4), ("Tokyo", 5), ("Kyoto", 4)),
    start=dt.date(2027, 9, 1),
    budget=30_000,
    interests=("art", "food"),
    findings_a_city=64,
)


def onboarded(owner: Traveller, tale: Tale) -> Trip:
    """The facts, said in one message and confirmed."""
    trip = start_trip(owner)
    turn = turn_of(trip)
    message = Message.objects.create(trip=trip, position=1, author="traveller", text=tale.words, turn=turn)
    changes = [Change(path="destinations", op="add", value=city, quote=city) for city, _n in tale.cities]
    changes += [Change(path="destinations.nights", subject=city, value=n) for city, n in tale.cities]
    changes += [
        Change(path="dates.start", value=tale.start.isoformat()),
        Change(path="dates.end", value=tale.end.isoformat()),
        Change(path="party.adults", value=tale.adults),
        Change(path="budget.amount", value=tale.budget),
        Change(path="budget.currency", value=tale.currency),
        Change(path="budget.scope", value="total"),
    ]
    changes += [Change(path="interests", op="add", value=word) for word in tale.interests]
    changes += [Change(path="must_do", op="add", value=name) for name in tale.must_do]
    done = fact_log.change_facts(trip, changes, by="traveller", today=TODAY, message=message, turn=turn)
    assert not done.problems, done.problems
    trip.confirmed_version = trip.facts_version
    trip.save(update_fields=["confirmed_version"])
    return trip


def researched(trip: Trip, tale: Tale, cities: int | None = None) -> Turn:
    """Findings and practical facts of the first `cities` cities (None: of all)."""
    turn = turn_of(trip)
    at = dt.datetime(2026, 11, 23, 9, tzinfo=dt.UTC)
    for destination in trip.facts.destinations[:cities]:
        Finding.objects.bulk_create(
            _finding(trip, turn, at, destination, *named)
            for named in _names(destination, tale.findings_a_city)
        )
        CityIntel.objects.create(
            trip=trip,
            city=destination.name,
            city_id=destination.city_id,
            data={
                "money": f"Cards are taken nearly everywhere in {destination.name}.",
                "getting about": f"A day ticket of {destination.name} pays off from the third ride on.",
            },
            grade="unlisted",
            source="general knowledge",
            researched_at=at,
            turn=turn,
        )
    return turn


def prioritised(trip: Trip) -> Turn:
    """Every eighth a must, then should, could; the last of each city to be skipped, one dismissed."""
    turn = turn_of(trip)
    tiers = ("must", "should", "should", "could", "could", "could", "skip", "could")
    for destination in trip.facts.destinations:
        rows = list(trip.findings.filter(city=destination.name).order_by("pk"))
        for index, row in enumerate(rows):
            row.tier, row.tier_by = tiers[index % len(tiers)], "agent"
            row.reason = f"Reason of {row.name}."
            row.state = "dismissed" if index == len(rows) - 1 else "kept" if index == 0 else "new"
        Finding.objects.bulk_update(rows, ["tier", "tier_by", "reason", "state"])
    return turn


def planned(trip: Trip) -> PlanVersion:
    """The first outline composed, scheduled and checked by the product's code, offered and chosen."""
    turn = turn_of(trip)
    facts, gazetteer = trip.facts, current_gazetteer()
    outline = outlines(facts, gazetteer)[0]
    plan = schedule(draft(facts, outline, gazetteer, used=set()), facts, gazetteer, today=TODAY)
    verdict = check_plan(plan, facts, gazetteer, today=TODAY)
    option = Option.objects.create(
        trip=trip,
        turn=turn,
        position=1,
        facts_version=trip.facts_version,
        plan_json=plan.model_dump(mode="json"),
        verdict_json=verdict.model_dump(mode="json"),
    )
    return choosing.select(trip, option)


def travelling(trip: Trip, tale: Tale, days: int = 4) -> dt.datetime:
    """Reports, expenses and bookings of the first days; returns noon of day `days` (1 = the first) in UTC."""
    first = tale.cities[0][0]
    for day in range(days):
        date = tale.start + dt.timedelta(days=day)
        Feedback.objects.create(
            trip=trip,
            date=date,
            text=f"Report of day {day + 1}: long walk, good noodles.",
            liked=["noodles"],
            disliked=["queues"] if day % 2 else [],
            energy=("high", "medium", "low")[day % 3],
            rating=4,
        )
        Expense.objects.create(
            trip=trip,
            what=f"dinner of day {day + 1}",
            amount=Decimal(6000),
            currency="JPY",
            rate=Decimal("0.0066"),
            rate_date=date,
            rate_source="test",
            amount_in_trip_currency=Decimal("39.60"),
            category="food",
            city=first,
            date=date,
        )
    Expense.objects.create(
        trip=trip, what="temple", amount=1000, currency="JPY", rate=Decimal("0.0066"),
        amount_in_trip_currency=Decimal("6.60"), category="visits", city=tale.cities[-1][0], date=tale.start,
    )  # fmt: skip
    tour = Booking(trip=trip, kind="visit", title="Garden tour", code="SECRET99", book_by=tale.end)
    tour.price, tour.currency = Decimal(20), "USD"
    train = Booking(trip=trip, kind="leg", title="Night train", code="SECRET77", book_by=tale.start)
    inn = Booking(trip=trip, kind="stay", title="Little inn", code="SECRET55", status="booked")
    inn.start = dt.datetime.combine(tale.start, dt.time(6), tzinfo=dt.UTC)
    inn.zone = "Asia/Tokyo"
    Booking.objects.bulk_create([tour, train, inn])
    return dt.datetime.combine(tale.start + dt.timedelta(days=days - 1), dt.time(3), tzinfo=dt.UTC)


def turn_of(trip: Trip, status: str = Turn.Status.DONE) -> Turn:
    return Turn.objects.create(trip=trip, number=trip.turns.count() + 1, status=status)


def _names(destination, count: int) -> list[tuple[str, str, Place | None]]:
    """(kind, name, row): about 30 % places, 25 % activities, 45 % food; rows of the city while there are."""
    gazetteer = current_gazetteer()
    city = gazetteer.city(destination.city_id) if destination.city_id else None
    rows = {
        kind: list(gazetteer.places(city.curated, kind)) if city and city.curated else []
        for kind in ("visit", "food")
    }
    shares = {"place": round(count * 0.3), "activity": round(count * 0.25)}
    shares["food"] = count - sum(shares.values())
    named: list[tuple[str, str, Place | None]] = []
    for source, kind in KINDS:
        for number in range(shares[kind]):
            row = rows[source].pop(0) if rows[source] else None
            named.append((kind, row.name if row else f"{destination.name} {kind} {number + 1}", row))
    return named


def _finding(trip: Trip, turn: Turn, at: dt.datetime, destination, kind: str, name: str, row) -> Finding:
    data = {"summary": row.summary, "area": row.area} if row else {"summary": f"What {name} is."}
    return Finding(
        trip=trip,
        turn=turn,
        city=destination.name,
        city_id=destination.city_id,
        kind=kind,
        name=name,
        name_key=name.casefold()[:160],
        place_id=row.id if row else "",
        data=data,
        source=row.source[:200] if row else "general knowledge",
        grade=row.grade if row else "unlisted",
        researched_at=at,
    )
