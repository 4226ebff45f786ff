"""A trip with its work behind it, and the people who look at it."""

from __future__ import annotations

from decimal import Decimal

import pytest
from django.test import Client
from django.utils import timezone

from agents.events import AgentDone, AgentStarted, Done, Queued, ReplyDelta, Started, stored
from agents.models import Chore, ModelCall, StepResult, Switchboard, TurnEvent, WorkerSign
from memory.models import (
    AgentMemory,
    Document,
    DocumentLine,
    DocumentVersion,
    Extraction,
    Note,
    NoteUse,
    SearchLog,
    SearchRow,
    SilentMessage,
    Summary,
    Tombstone,
    UnheardMessage,
)
from tests.trips.told import told_trip  # noqa: F401  (fixture)
from trips.catalogue.gazetteer import default_gazetteer
from trips.models import (
    Booking,
    CityIntel,
    Expense,
    Feedback,
    Finding,
    MapShape,
    OpenStreetMapPlace,
    PlaceSource,
    PlanProposal,
    StaffPlace,
    Tally,
    Traveller,
    Trip,
    Turn,
    WikivoyagePlace,
)
from trips.places import save_own_rows

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
    imported(place)
    travelled(told_trip)
    remembered(told_trip)
    return told_trip


def imported(place) -> None:
    """A row of every table that an import writes."""
    for kind, model in (("osm", OpenStreetMapPlace), ("wikivoyage", WikivoyagePlace)):
        source = PlaceSource.objects.create(
            city_id=4930956, city="boston", kind=kind, file="x", digest="0" * 64
        )
        row = {
            "place_id": f"boston:{kind}",
            "kind": place.kind,
            "name": place.name,
            "data": {"name": place.name},
        }
        model.objects.create(source=source, city="boston", lat=place.lat, lon=place.lon, **row)
    MapShape.objects.create(
        source=source, city="boston", kind="street", points=[[42.36, -71.06], [42.37, -71.06]]
    )


def travelled(trip: Trip) -> None:
    """A row of everything that comes after planning."""
    now, today = timezone.now(), timezone.now().date()
    Finding.objects.create(
        trip=trip,
        city="Boston",
        kind="food",
        name="Neptune Oyster",
        name_key="neptune oyster",
        researched_at=now,
    )
    CityIntel.objects.create(trip=trip, city="Boston", data={"tips": "The T stops at 1."}, researched_at=now)
    Feedback.objects.create(trip=trip, date=today, text="Too many museums.", energy="low", rating=3)
    Expense.objects.create(
        trip=trip,
        what="Chowder",
        amount=20,
        currency="USD",
        rate=1,
        amount_in_trip_currency=20,
        category="food",
        date=today,
    )
    Booking.objects.create(trip=trip, kind="stay", title="The hotel", code="SECRET7", book_by=today)
    version = trip.plan_versions.order_by("number").last()
    PlanProposal.objects.create(
        trip=trip,
        base=version,
        facts_version=trip.facts_version,
        plan_json=version.plan_json,
        verdict_json=version.verdict_json,
        sentence="Days 2 and 3 are swapped.",
    )
    save_own_rows(trip, None, default_gazetteer().places("boston")[:1])


def remembered(trip: Trip) -> None:
    """A row of every table of what is remembered."""
    owner, turn = trip.owner, trip.turns.first()
    note = Note.objects.create(
        owner=owner,
        trip=trip,
        agent="planner",
        turn=turn,
        author="traveller",
        pinned=True,
        shared=True,
        text="The family eats no meat.",
        hash="1" * 64,
        scope=f"{trip.pk}::planner",
        quote="we eat no meat",
    )
    document = Document.objects.create(owner=owner, namespace="preferences", version=1)
    line = DocumentLine.objects.create(
        document=document,
        position=1,
        text="Likes oysters.",
        hash="2" * 64,
        author="traveller",
        quote="I like oysters",
        turn=turn,
    )
    DocumentVersion.objects.create(document=document, number=1, text="Likes oysters.", by="planner")
    NoteUse.objects.create(note=note, turn=turn, agent="planner")
    NoteUse.objects.create(line=line, turn=turn, agent="food")
    AgentMemory.objects.create(trip=trip, agent="planner", text="# Planner Memory", hash="3" * 64)
    Summary.objects.create(
        trip=trip, up_to=1, text="They want Boston.", messages_removed=1, messages_kept=20, reason="count"
    )
    Extraction.objects.create(
        turn=turn, agent="planner", status="done", sent="a day", answer="- NONE", results=[]
    )
    assert SearchRow.objects.filter(kind="note", object_id=note.pk).exists()  # written with the note
    SearchLog.objects.create(owner=owner, turn=turn, agent="planner", found=1)
    Tombstone.objects.create(owner=owner, hash="4" * 64)
    SilentMessage.objects.create(message=trip.messages.first())
    UnheardMessage.objects.create(message=trip.messages.first())


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
