"""A trip with its work behind it, and the people who look at it."""

from __future__ import annotations

from decimal import Decimal

import pytest
from django.test import Client
from django.utils import timezone

from agents.events import AgentDone, AgentStarted, Done, Queued, ReplyDelta, Started, stored
from agents.models import Chore, ModelCall, StepResult, Switchboard, TurnEvent, WorkerSign
from tests.trips.told import told_trip  # noqa: F401  (fixture)
from trips.models import StaffPlace, Tally, Traveller, Trip, Turn
from trips.planning.gazetteer import default_gazetteer

PASSWORD = "a-long-enough-word"


def client_of(person: Traveller) -> Client:
    client = Client()
    client.force_login(person)
    return client


@pytest.fixture
def as_superuser(db) -> Client:
    return client_of(Traveller.objects.create_superuser("root", password=PASSWORD))


@pytest.fixture
def as_staff(db) -> Client:
    """Staff with every right there is to give, but no superuser."""
    from django.contrib.auth.models import Permission

    person = Traveller.objects.create_user("staff", password=PASSWORD, is_staff=True)
    person.user_permissions.set(Permission.objects.all())
    return client_of(person)


@pytest.fixture
def worked_trip(told_trip) -> Trip:  # noqa: F811
    """Every table has a row."""
    for turn in told_trip.turns.all():
        work_on(turn)
    Switchboard.objects.get_or_create(pk=1)
    Tally.objects.create(key="message account 7", count=3, until=1_900_000_000)
    Chore.objects.get_or_create(name="a chore")
    WorkerSign.objects.create(owner="host:1:20260101T000000", kind="worker", seen=timezone.now())
    place = default_gazetteer().places("boston")[0]
    StaffPlace.objects.create(place_id=place.id, data=place.model_dump(mode="json", exclude_defaults=True))
    return told_trip


def work_on(turn: Turn, cost: str = "0.0125") -> None:
    events = [
        Queued(),
        Started(mind="claude"),
        AgentStarted(key="food", agent="food", title="Food", doing="looking"),
        ReplyDelta(text="<b>Hello</b>"),
        AgentDone(key="food", said="8 places", seconds=1.5),
        Done(mode="CLARIFY"),
    ]
    for seq, event in enumerate(events, start=1):
        kind, data = stored(event)
        TurnEvent.objects.create(turn=turn, seq=seq, kind=kind, data=data)
    StepResult.objects.create(turn=turn, step="orchestrator", input_hash="0" * 64, output={"reply": "Hi"})
    ModelCall.objects.create(
        turn=turn,
        trip=turn.trip,
        traveller=turn.trip.owner,
        status=ModelCall.Status.DONE,
        mind="claude",
        purpose="answer",
        agent="orchestrator",
        model="a-model",
        tokens_in=1200,
        tokens_out=300,
        cost=Decimal(cost),
    )
