"""Which pages are looked at, in which state, and as whom."""

from __future__ import annotations

from dataclasses import dataclass

from django.test import Client, RequestFactory, override_settings
from django.urls import reverse
from django.views import defaults

from agents.models import Switchboard
from memory.models import Note
from tests.browser import scenes
from tests.browser.remembered import remembered
from trips.models import Traveller, Trip
from trips.starting import start_trip

PASSWORD = "a-long-enough-word"
HOST = {"host": "127.0.0.1"}
VIEWS = ("agenda", "bookings", "checks", "feedback", "history", "priorities", "research", "spending")


@dataclass(frozen=True)
class Page:
    """One address in one state. `session` is empty for a visitor whom nobody knows; `html` is there for
    what an address alone does not show (a refused form, a page in other settings)."""

    name: str
    path: str = ""
    session: str = ""
    status: int = 200
    html: str = ""


def session_of(traveller: Traveller) -> str:
    """A signed-in session's key, for a Cookie header."""
    client = Client(headers=HOST)
    client.force_login(traveller)
    return client.cookies["sessionid"].value


def pages() -> list[Page]:
    """Makes the travellers and their trips, each once. Every page of ours, the admin excepted."""
    someone = Traveller.objects.create_user("audit", password=PASSWORD)
    newcomer = Traveller.objects.create_user("newcomer", password=PASSWORD)
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
        Page("sample", reverse("sample")),
        Page("front, known", reverse("front"), known),
        Page("sign in", reverse("sign_in")),
        Page("check a plan", reverse("check_plan")),
        Page("sign up", reverse("sign_up")),
        Page("not found", "/nowhere/", status=404),
        *(Page(f"workspace: {name}", at(trip), known) for name, trip in states.items()),
        Page("workspace: trip tab", f"{at(planned)}?tab=trip", known),
        Page("workspace: map tab", f"{at(planned)}?tab=map", known),
        Page("workspace: comparison", f"{at(options)}?tab=trip&view=compare", known),
        Page("workspace: options beside a plan", f"{at(planned)}?tab=trip&view=options", known),
        *(Page(f"workspace: {view}", f"{at(planned)}?tab=trip&view={view}", known) for view in VIEWS),
        Page("agenda to print", f"{reverse('print_agenda', args=[planned.uuid])}?days=all", known),
        Page("a booking's form", reverse("new_booking", args=[planned.uuid]), known),
        Page("a fact's form", reverse("edit_fact", args=[planned.uuid, "pace"]), known),
        Page("history of facts", reverse("facts_history", args=[planned.uuid]), known),
        Page("start over?", reverse("reset_trip", args=[planned.uuid]), known),
        Page("delete a trip?", reverse("delete_trip", args=[planned.uuid]), known),
        Page("my trips", reverse("my_trips"), known),
        Page("my trips, none", reverse("my_trips"), fresh),
        Page("account", reverse("account"), known),
        Page("change password", reverse("change_password"), known),
        Page("delete the account?", reverse("delete_account"), known),
        Page("rename a trip", reverse("rename_trip", args=[planned.uuid]), known),
        Page("what we remember, nothing", reverse("memory"), fresh),
        *_remembered(),
        *_refused(),
        *_of_a_guest(),
        *_in_trouble(someone, planned),
    ]


def _remembered() -> list[Page]:
    """Of somebody about whom much is kept."""
    someone = Traveller.objects.create_user("remembered", password=PASSWORD)
    trip, session = remembered(someone), session_of(someone)
    note = Note.objects.owned_by(someone).active().first()
    last = trip.turns.order_by("-number").first()
    return [
        Page("what we remember", reverse("memory"), session),
        Page("what we remember of a trip", f"{reverse('memory')}?trip={trip.uuid}", session),
        Page("found in what we remember", f"{reverse('memory')}?q=quiet+rooms", session),
        Page("one remembered sentence", reverse("remembered_note", args=[note.pk]), session),
        Page("remembered for an answer", reverse("remembered", args=[trip.uuid, last.number]), session),
        Page("workspace: with what was remembered", at(trip), session),
    ]


def _refused() -> list[Page]:
    """Forms that were not taken."""
    client = Client(headers=HOST)
    said = {
        "front: refused": (reverse("start"), {"text": "x" * 20_001}),
        "sign in: refused": (reverse("sign_in"), {"username": "audit", "password": "wrong"}),
        "sign up: refused": (reverse("sign_up"), {"username": "audit", "password1": "x", "password2": "y"}),
    }
    return [Page(name, html=_html(client.post(path, data), 422)) for name, (path, data) in said.items()]


def _of_a_guest() -> list[Page]:
    """Somebody who has not signed up: leaving, and coming back to an account."""
    guest = Traveller.objects.create_user("guest-of-the-audit", is_guest=True)
    trip = start_trip(guest)
    client = Client(headers=HOST)
    client.force_login(guest)
    found = [
        Page("workspace: a guest's, new", html=_html(client.get(at(trip)))),
        Page("account of a guest", html=_html(client.get(reverse("account")))),
        Page("sign out as a guest?", html=_html(client.post(reverse("sign_out")))),
    ]
    answer = client.post(reverse("sign_in"), {"username": "newcomer", "password": PASSWORD}, follow=True)
    return [*found, Page("move a guest's trips?", html=_html(answer))]


def _in_trouble(someone: Traveller, trip: Trip) -> list[Page]:
    """No model, no page."""
    client = Client(headers=HOST)
    client.force_login(someone)
    with override_settings(ANTHROPIC_API_KEY="none"):
        capped = override_settings(CAP_SITE=0.0)
        with capped:
            at_cap = _html(client.get(at(trip)))
        Switchboard.objects.update_or_create(pk=1, defaults={"models_on": False})
        switched_off = _html(client.get(at(trip)))
        Switchboard.objects.update(models_on=True)
    request = RequestFactory(headers=HOST).get("/")
    return [
        Page("workspace: at the cap", html=at_cap),
        Page("workspace: switched off", html=switched_off),
        Page("server error", html=defaults.server_error(request).content.decode()),
        Page("refused", html=defaults.permission_denied(request, PermissionError()).content.decode()),
    ]


def _html(answer, status: int = 200) -> str:
    """Raises AssertionError for another status."""
    if answer.status_code != status:
        raise AssertionError(f"{answer.request['PATH_INFO']} answers {answer.status_code}, not {status}")
    return answer.content.decode()


def at(trip: Trip) -> str:
    return reverse("workspace", args=[trip.uuid])
