"""People around a trip, and a trip with something of everything in it."""

from __future__ import annotations

import datetime as dt

import pytest
from django.test import Client

from trips import fact_log, ledger
from trips.models import FactChange, Member, Message, Option, PlanVersion, Traveller, Trip, Turn
from trips.schemas import Change, Plan, Verdict

TODAY = dt.date(2026, 11, 21)
PASSWORD = "a-long-enough-word"


def member_of(trip: Trip, name: str, role: str) -> Traveller:
    person = Traveller.objects.create_user(name, password=PASSWORD)
    Member.objects.create(trip=trip, traveller=person, role=role)
    return person


@pytest.fixture
def stranger(db) -> Traveller:
    return Traveller.objects.create_user("stranger", password=PASSWORD)


@pytest.fixture
def editor(trip) -> Traveller:
    return member_of(trip, "editor", Member.Role.EDITOR)


@pytest.fixture
def viewer(trip) -> Traveller:
    return member_of(trip, "viewer", Member.Role.VIEWER)


@pytest.fixture
def guest(db) -> Traveller:
    return Traveller.objects.create_guest()


@pytest.fixture
def as_owner(traveller) -> Client:
    return signed_in(traveller)


@pytest.fixture
def as_guest(guest) -> Client:
    return signed_in(guest)


def signed_in(person: Traveller | None) -> Client:
    client = Client()
    if person is not None:
        client.force_login(person)
    return client


def plan(title: str = "Two quiet days", start: dt.date = dt.date(2027, 2, 15)) -> Plan:
    return Plan.model_validate(
        {
            "title": title,
            "currency": "USD",
            "adults": 2,
            "days": [{"date": start, "city": "Boston", "items": []}],
            "total": "684.00",
        }
    )


@pytest.fixture
def told_trip(trip) -> Trip:
    """Said, asked, assumed, offered and chosen: one row at least of every kind a trip has."""
    turn = Turn.objects.create(trip=trip, number=1, status=Turn.Status.DONE, mode="CLARIFY", mind="offline")
    message = Message.objects.create(
        trip=trip, turn=turn, position=1, author=Message.Author.TRAVELLER, text="Boston with Zoë, 2 people"
    )
    Message.objects.create(
        trip=trip, turn=turn, position=2, author=Message.Author.AGENT, agent="orchestrator", text="When?"
    )
    asked = ledger.ask(
        trip, turn, topic="dates", text="When do you go?", required=True, asked_by="orchestrator"
    )
    ledger.ask(trip, turn, topic="pace", text="How full?", required=False, asked_by="orchestrator")
    assert asked is not None
    fact_log.change_facts(
        trip,
        [
            Change(path="destinations", op="add", value="Boston", quote="Boston"),
            Change(path="party.adults", value=2, quote="2 people"),
            Change(path="dates.start", value="2027-02-15", quote="Feb 15"),
            Change(path="dates.end", value="2027-02-18", quote="Feb 15-18"),
        ],
        by=FactChange.By.TRAVELLER,
        today=TODAY,
        message=message,
        turn=turn,
    )
    fact_log.change_facts(
        trip,
        [Change(path="budget.level", value="mid")],
        by=FactChange.By.SYSTEM,
        today=TODAY,
        turn=turn,
        reasons={0: "I assume a mid-range budget."},
    )
    later = Turn.objects.create(trip=trip, number=2, status=Turn.Status.DONE, mode="FINALIZE", mind="offline")
    ledger.withdraw(trip.questions.get(topic="pace"), "A moderate pace: up to five visits a day.")
    option = Option.objects.create(
        trip=trip,
        turn=later,
        position=1,
        plan_json=plan().model_dump(mode="json"),
        verdict_json=Verdict().model_dump(mode="json"),
        facts_version=trip.facts_version,
        state=Option.State.SELECTED,
    )
    trip.plan = PlanVersion.objects.create(
        trip=trip,
        number=1,
        option=option,
        plan_json=option.plan_json,
        verdict_json=option.verdict_json,
        total="684.00",
        currency="USD",
        cause="Option 1 chosen",
        message=message,
    )
    trip.save(update_fields=["plan"])
    return trip
