"""A canary that was said in the product itself: after the purge it is nowhere but in its message."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from decimal import Decimal

import pytest
from django.apps import apps
from django.db import models
from django.test import override_settings

from agents.llm import select
from agents.models import ModelCall
from config import clock
from memory import brief, forgetting, notes
from memory.models import DocumentLine, Note
from memory.models.notes import AuthorKind
from memory.registry import policies
from tests.agents.background import run_due
from tests.agents.planned import new
from tests.agents.talking import BOSTON, say
from tests.memory.dump import places_of
from trips import bookings, choosing, finding, removal, spending
from trips.models import Feedback, Message, Trip, TripPlace

pytestmark = pytest.mark.django_db(transaction=True)

CANARY = "quokkabeere"


@pytest.fixture
def trip(built) -> Trip:
    return built(told_and_planned)


@pytest.fixture
def story(trip: Trip) -> Message:
    return trip.messages.get(author="traveller", text__contains=f"allergic to {CANARY}")


def told_and_planned() -> Trip:
    """Offline, with prompts recorded: told, confirmed, planned, chosen, learnt from, refreshed."""
    trip = new()
    mind = select.offline_mind()
    with override_settings(RECORD_PROMPTS=True):
        say(trip, BOSTON, mind)
        say(trip, f"I am allergic to {CANARY}, please remember that for every trip. Yes, plan it.", mind)
        if not trip.options.exists():
            say(trip, "Yes, plan it.", mind)
        run_due(mind=mind)
        message = trip.messages.get(author="traveller", text__contains=CANARY)
        notes.write(
            owner=trip.owner, text=f"The traveller is allergic to {CANARY}.", author=AuthorKind.AGENT,
            agent="planner", pinned=True, shared=True, message=message, quote=f"I am allergic to {CANARY}",
            turn=message.turn,
        )  # fmt: skip
        say(trip, "Is there a museum on the way?", mind)
        run_due(mind=mind)
        if option := trip.options.filter(state="offered").first():
            choosing.select(trip, option)
        told_on_the_way(trip)
        for name, policy in policies().items():
            if policy.builder:
                brief.keep_copy(trip, name, brief.brief_for(trip, name))
    return trip


def told_on_the_way(trip) -> None:
    """By forms and by research, as no message says it: spent, corrected, reserved, found, reported."""
    entry = spending.Entry(Decimal(12), "USD", dt.date(2027, 2, 15), f"{CANARY} tea")
    expense, _new = spending.add(trip, entry, by=None)
    spending.edit(expense, replace(entry, amount=Decimal(14)), by=None)
    bookings.save(trip, {"kind": "food", "title": f"Table without {CANARY}"})
    rows = [
        finding.FoundRow("food", f"No {CANARY} {what}", data={"summary": CANARY}) for what in ("Bar", "Inn")
    ]
    rows.append(finding.FoundRow("food", CANARY))
    rows.append(finding.FoundRow("food", "Forgotten"))  # what a name is after the purge
    assert len(finding.save_findings(trip, None, "Boston", rows)) == 4
    Trip.objects.filter(pk=trip.pk).update(title=f"Boston without {CANARY}")
    Feedback.objects.create(trip=trip, date=dt.date(2027, 2, 15), text=f"No {CANARY}!", liked=[CANARY])


def forget_it() -> None:
    """As a traveller does: one of the sentences that stand, and nothing is to be looked for besides."""
    one = Note.objects.active().filter(text__icontains=CANARY).order_by("pk").first()
    one = one or DocumentLine.objects.filter(status="active", text__icontains=CANARY).first()
    forgetting.forget(one, "traveller")
    for rows in (Note.objects, DocumentLine.objects):
        assert not rows.filter(text__icontains=CANARY, status__in=("active", "proposed")).exists()


def test_after_the_purge_it_stands_in_its_message_and_in_facts_in_force(trip, story):
    assert len(places_of(CANARY)) > 4, "the story has to spread it"
    forget_it()
    forgetting.purge(clock.now() + dt.timedelta(days=8))
    trip.refresh_from_db()
    left = places_of("quokkab")
    allowed = {("trips_message", "text")}
    if CANARY in str(trip.facts_json):
        allowed |= {("trips_trip", "facts"), ("trips_factchange", "new"), ("trips_factchange", "before")}
        allowed |= {("trips_option", "plan"), ("trips_planversion", "plan")}
    assert left <= allowed, left
    assert [m.pk for m in trip.messages.filter(text__icontains=CANARY)] == [story.pk]
    assert ModelCall.objects.exists()


def test_with_message_and_trip_deleted_it_is_nowhere(trip, story):
    forget_it()
    forgetting.purge(clock.now() + dt.timedelta(days=8))
    forgetting.redact_message(story)
    removal.delete_trip(trip)
    assert places_of("quokkab") == set()


def test_what_was_spent_reserved_and_found_stays_without_the_word(trip, story):
    forget_it()
    forgetting.purge(clock.now() + dt.timedelta(days=8))
    trip.refresh_from_db()
    expense = trip.expenses.get()
    assert (expense.what, expense.amount) == ("[forgotten] tea", 14) and expense.before[
        "what"
    ] == expense.what
    assert trip.bookings.get().title == "Table without [forgotten]"
    assert trip.title == "Boston without [forgotten]"
    found = trip.findings.filter(city="Boston", place_id="", kind="food").order_by("pk")
    names = ["No [forgotten] Bar", "No [forgotten] Inn", "[forgotten]", "Forgotten"]
    assert list(found.values_list("name", flat=True)) == names
    assert len({row.name_key for row in found}) == 4
    assert trip.feedback.get().text == "No [forgotten]!"


def test_a_place_that_was_named_after_it_goes_but_for_one_the_plan_goes_to(trip, story):
    used = next(item.place_id for item in trip.plan.plan.items() if item.place_id)
    for place_id in ("own:4930956:bar", used):
        TripPlace.objects.create(trip=trip, place_id=place_id, data={"name": f"No {CANARY} Bar"})
    found = finding.FoundRow("food", f"The {CANARY} Bar", "own:4930956:bar")
    finding.save_findings(trip, None, "Boston", [found])
    forget_it()
    forgetting.purge(clock.now() + dt.timedelta(days=8))
    assert [row.place_id for row in trip.own_places.all()] == [used]
    assert not trip.findings.filter(place_id__startswith="own:").exists()


def test_what_is_booked_of_the_plan_keeps_its_name(trip, story):
    item = next(item for item in trip.plan.plan.items() if item.kind == "stay")
    booking = bookings.save(trip, {"kind": "stay", "title": f"Hotel {CANARY}", "item_uid": item.uid})
    forget_it()
    forgetting.purge(clock.now() + dt.timedelta(days=8))
    booking.refresh_from_db()
    assert booking.title == f"Hotel {CANARY}"


# --- Every column --------------------------------------------------------------------------------

#: What a purge scrubs, deletes with its row, or makes anew.
SCRUBBED = {
    "agents.ModelCall": "error request_body answer_body request_id",
    "agents.StepResult": "output",
    "agents.TurnEvent": "data",
    "memory.AgentMemory": "text lost hash",
    "memory.Document": "text",
    "memory.DocumentLine": "text hash quote reason",
    "memory.DocumentVersion": "text reason",
    "memory.Extraction": "source sent answer results error",
    "memory.HistoricalDocumentLine": "text hash quote reason history_change_reason",
    "memory.HistoricalNote": "text hash quote scope history_change_reason",
    "memory.Note": "text hash quote scope",
    "memory.SearchRow": "terms",
    "memory.Summary": "text reason",
    "trips.Booking": "title",
    "trips.CityIntel": "data source",
    "trips.Expense": "what before",
    "trips.FactChange": "old new before quote reason subject",
    "trips.Feedback": "text liked disliked",
    "trips.Finding": "name name_key data source reason tier_before",
    "trips.Option": "plan_json verdict_json reason comparison",
    "trips.PlanProposal": "plan_json verdict_json moved diff_json sentence cause problems reason",
    "trips.PlanVersion": "plan_json verdict_json cause moved",
    "trips.Question": "subject text suggestions answer assumption",
    "trips.Trip": "title pending",
    "trips.TripPlace": "place_id data",
    "trips.Turn": "command short_summary next_step result error",
}
#: In force, or the traveller's own until they change it: messages, facts, who is on the trip, the account.
THEIRS = {
    "trips.Member": "name",
    "trips.Message": "text",
    "trips.Traveller": "username first_name last_name email password",
    "trips.Trip": "facts_json",
}
#: Names, numbers and marks of our own data and code; a city is a place, and no word of theirs.
OURS = {
    "agents.Chore": "name report",
    "agents.ModelCall": "mind purpose agent model stop_reason left_out",
    "agents.StepResult": "step input_hash",
    "agents.TurnEvent": "kind",
    "agents.WorkerSign": "owner kind",
    "memory.AgentMemory": "agent",
    "memory.Document": "agent",
    "memory.DocumentLine": "status_before",
    "memory.DocumentVersion": "by",
    "memory.Extraction": "agent",
    "memory.HistoricalDocumentLine": "status_before",
    "memory.HistoricalNote": "agent status_before",
    "memory.Note": "agent status_before",
    "memory.NoteUse": "agent",
    "memory.SearchLog": "agent namespace",
    "memory.SearchRow": "namespace author group",
    "memory.Tombstone": "hash",
    "trips.Booking": "item_uid code zone end_zone currency",
    "trips.CityIntel": "city facts_key pages",
    "trips.Expense": "currency rate_source trip_currency category city item_uid key",
    "trips.FactChange": "path op",
    "trips.Feedback": "item_uid",
    "trips.Finding": "city place_id url",
    "trips.HistoricalStaffPlace": "place_id city data reason history_change_reason",
    "trips.MapShape": "city name points",
    "trips.Message": "agent client_key",
    "trips.OpenStreetMapPlace": "city place_id kind name known_as data",
    "trips.PlaceSource": "city town file digest as_of licence attribution url counts",
    "trips.PlanVersion": "currency facts_mark plan_mark",
    "trips.Question": "topic asked_by",
    "trips.StaffPlace": "place_id city data reason",
    "trips.Tally": "key",
    "trips.Traveller": "currency locale",
    "trips.Trip": "currency",
    "trips.Turn": "lease_owner mind mode",
    "trips.WikivoyagePlace": "city place_id kind name data",
}


def test_of_every_column_of_text_somebody_has_said_what_a_purge_does_with_it():
    """A new one stands in one of the lists above; what holds anybody's words goes into memory/scrubbing.py
    or agents/erasure.py first."""
    text = (models.CharField, models.TextField, models.JSONField)
    columns = {
        (model._meta.label, field.name)
        for app in ("agents", "memory", "trips")
        for model in apps.get_app_config(app).get_models(include_auto_created=True)
        for field in model._meta.concrete_fields
        if isinstance(field, text) and not field.choices
    }
    said = [
        (label, name)
        for names in (SCRUBBED, THEIRS, OURS)
        for label in names
        for name in names[label].split()
    ]
    assert len(said) == len(set(said)) and set(said) == columns, set(said) ^ columns
