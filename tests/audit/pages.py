"""Which pages are looked at, in which state, and as whom."""

from __future__ import annotations

from dataclasses import dataclass

from django.test import Client
from django.urls import reverse

from tests.browser import scenes
from trips.models import Traveller, Trip


@dataclass(frozen=True)
class Page:
    """One address in one state. `session` is empty for a visitor whom nobody knows."""

    name: str
    path: str
    session: str = ""
    status: int = 200


def session_of(traveller: Traveller) -> str:
    """A signed-in session's key, for a Cookie header."""
    client = Client()
    client.force_login(traveller)
    return client.cookies["sessionid"].value


def pages() -> list[Page]:
    """Makes the travellers and their trips, each once. Every page of ours, the admin excepted."""
    someone = Traveller.objects.create_user("audit", password="a-long-enough-word")
    newcomer = Traveller.objects.create_user("newcomer", password="a-long-enough-word")
    known, fresh = session_of(someone), session_of(newcomer)
    planned = scenes.planned(someone)
    states = {
        "empty": scenes.empty(someone),
        "questions": scenes.asked(someone),
        "summary": scenes.confirming(someone),
        "working": scenes.working(someone),
        "working, one failed": scenes.working(someone, failing=True),
        "options": scenes.offered(someone),
        "options, one without food": scenes.offered(someone, failing=True),
        "options, one failed a check": scenes.offered(someone, spoil=(0,)),
        "only a last resort": scenes.offered(someone, spoil=(0, 1, 2), last_resort=True),
        "plan": planned,
        "plan, facts changed": scenes.stale(someone),
        "plan of two cities": scenes.planned(someone, rows=scenes.JAPAN),
        "past": scenes.past(someone),
        "error": scenes.failed(someone),
        "stopped": scenes.stopped(someone),
    }
    options = states["options"]
    return [
        Page("front", reverse("front")),
        Page("front, known", reverse("front"), known),
        Page("sign in", reverse("sign_in")),
        Page("sign up", reverse("sign_up")),
        Page("not found", "/nowhere/", status=404),
        *(Page(f"workspace: {name}", at(trip), known) for name, trip in states.items()),
        Page("workspace: trip tab", f"{at(planned)}?tab=trip", known),
        Page("workspace: map tab", f"{at(planned)}?tab=map", known),
        Page("workspace: comparison", f"{at(options)}?tab=trip&view=compare", known),
        Page("workspace: options beside a plan", f"{at(planned)}?tab=trip&view=options", known),
        Page("a fact's form", reverse("edit_fact", args=[planned.uuid, "pace"]), known),
        Page("history of facts", reverse("facts_history", args=[planned.uuid]), known),
        Page("start over?", reverse("reset_trip", args=[planned.uuid]), known),
        Page("delete a trip?", reverse("delete_trip", args=[planned.uuid]), known),
        Page("my trips", reverse("my_trips"), known),
        Page("my trips, none", reverse("my_trips"), fresh),
        Page("account", reverse("account"), known),
        Page("change password", reverse("change_password"), known),
        Page("delete the account?", reverse("delete_account"), known),
    ]


def at(trip: Trip) -> str:
    return reverse("workspace", args=[trip.uuid])
