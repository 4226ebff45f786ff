"""A canary that was said in the product itself: after the purge it is nowhere but in its message."""

from __future__ import annotations

import datetime as dt

import pytest
from django.test import override_settings

from agents import afterwork, minds
from agents.models import ModelCall
from config import clock
from memory import brief, forgetting, notes
from memory.models import DocumentLine, Note
from memory.models.notes import AuthorKind
from memory.registry import policies
from tests.agents.talking import BOSTON, say
from tests.memory.dump import places_of
from trips import choosing, removal

pytestmark = pytest.mark.django_db(transaction=True)

CANARY = "quokkabeere"


@pytest.fixture
def story(trip):
    """Offline, with prompts recorded: told, confirmed, planned, chosen, learnt from, refreshed."""
    mind = minds.offline_mind()
    with override_settings(RECORD_PROMPTS=True):
        say(trip, BOSTON, mind)
        say(trip, f"I am allergic to {CANARY}, please remember that for every trip. Yes, plan it.", mind)
        if not trip.options.exists():
            say(trip, "Yes, plan it.", mind)
        afterwork.run_due(mind=mind)
        message = trip.messages.get(author="traveller", text__contains=CANARY)
        notes.write(
            owner=trip.owner, text=f"The traveller is allergic to {CANARY}.", author=AuthorKind.AGENT,
            agent="planner", pinned=True, shared=True, message=message, quote=f"I am allergic to {CANARY}",
            turn=message.turn,
        )  # fmt: skip
        say(trip, "Is there a museum on the way?", mind)
        afterwork.run_due(mind=mind)
        if option := trip.options.filter(state="offered").first():
            choosing.select(trip, option)
        for name, policy in policies().items():
            if policy.builder:
                brief.keep_copy(trip, name, brief.brief_for(trip, name))
    return message


def forget_all_of_it() -> None:
    for rows in (Note.objects, DocumentLine.objects):
        for row in rows.filter(text__icontains=CANARY).exclude(status="forgotten"):
            forgetting.forget(row, "traveller")


def test_after_the_purge_it_stands_in_its_message_and_in_facts_in_force(trip, story):
    assert len(places_of(CANARY)) > 4, "the story has to spread it"
    forget_all_of_it()
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
    forget_all_of_it()
    forgetting.purge(clock.now() + dt.timedelta(days=8))
    forgetting.redact_message(story)
    removal.delete_trip(trip)
    assert places_of("quokkab") == set()
