"""Every model has a staff page that opens, searches, filters, and holds to the page's strict policy."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest
from django.apps import apps
from django.contrib import admin
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.admin.conftest import work_on
from trips.models import Trip, Turn
from trips.starting import start_trip

pytestmark = pytest.mark.django_db

OURS = ("trips", "memory", "agents")
MODELS = [
    model
    for app in OURS
    for model in apps.get_app_config(app).get_models()
    if not model.__name__.startswith("Historical")
]
#: What happened: read, never edited.
RECORDS = {"Message", "Turn", "TurnEvent", "StepResult", "ModelCall", "FactChange", "Question", "Option"}
RECORDS |= {
    "PlanProposal",
    "TripPlace",
    "PlanVersion",
    "Trip",
    "AgentMemory",
    "DocumentVersion",
    "NoteUse",
    "SearchRow",
    "SearchLog",
}
RECORDS |= {"PlaceSource", "OpenStreetMapPlace", "WikivoyagePlace", "MapShape"}
RECORDS |= {"PlanProposal", "Summary", "Extraction", "SilentMessage", "UnheardMessage", "Tombstone"}
ONE_ROW = {"Switchboard"}


def address(model, page: str, *args) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{page}", args=args)


def first(model):
    row = model.objects.first()
    assert row is not None, f"the fixture has no {model.__name__}"
    return row


class Inline(HTMLParser):
    """What a strict policy forbids: scripts and styles inside the page."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = dict(attrs)
        if tag == "style" or (
            tag == "script" and not names.get("src") and "json" not in str(names.get("type"))
        ):
            self.found.append(tag)
        self.found += [f"{tag} {name}" for name in names if name == "style" or name.startswith("on")]


def inline_parts(html: str) -> list[str]:
    parser = Inline()
    parser.feed(html)
    return parser.found


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)
def test_every_model_has_a_page(model) -> None:
    assert model in admin.site._registry


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)
def test_its_list_can_be_searched_and_filtered(as_superuser, worked_trip, model) -> None:
    if model.__name__ in ONE_ROW:
        return
    row, page = first(model), admin.site._registry[model]
    assert page.search_fields and page.list_filter and len(page.list_display) > 1
    listing = as_superuser.get(address(model, "changelist"))
    assert row in listing.context["cl"].result_list
    assert as_superuser.get(address(model, "changelist"), {"q": "Boston"}).status_code == 200
    for spec in listing.context["cl"].filter_specs:
        for choice in list(spec.choices(listing.context["cl"])):
            where = address(model, "changelist") + choice["query_string"]
            assert as_superuser.get(where).status_code == 200
    for number, _name in enumerate(page.list_display, start=1):
        assert as_superuser.get(address(model, "changelist"), {"o": number}).status_code == 200


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)
def test_its_pages_hold_to_the_strict_policy(as_superuser, worked_trip, model) -> None:
    row = first(model)
    pages = [address(model, "change", row.pk), address(model, "history", row.pk)]
    pages += [] if model.__name__ in ONE_ROW else [address(model, "changelist")]
    if admin.site._registry[model].has_add_permission(as_superuser.get(pages[0]).wsgi_request):
        pages.append(address(model, "add"))
    for page in pages:
        response = as_superuser.get(page)
        assert response.status_code == 200
        assert inline_parts(response.text) == []
        assert "unsafe" not in response.headers["Content-Security-Policy"]


def test_the_strict_policy_would_be_noticed() -> None:
    assert inline_parts('<p style="color: red"><script>1</script><a onclick="x">') == [
        "p style",
        "script",
        "a onclick",
    ]


@pytest.mark.parametrize("page", ["index", "login", "password_change"])
def test_pages_of_the_admin_itself_hold_to_it_too(as_superuser, page: str) -> None:
    client = Client() if page == "login" else as_superuser
    response = client.get(reverse(f"admin:{page}"))
    assert response.status_code == 200
    assert inline_parts(response.text) == []


@pytest.mark.parametrize("model", [m for m in MODELS if m.__name__ in RECORDS], ids=lambda m: m.__name__)
@pytest.mark.parametrize("who", ["as_superuser", "as_staff"])
def test_nobody_writes_into_a_record(request, worked_trip, model, who: str) -> None:
    client, row = request.getfixturevalue(who), first(model)
    before = list(model.objects.order_by("pk").values())
    assert client.get(address(model, "add")).status_code == 403
    assert client.post(address(model, "add"), {}).status_code == 403
    page = client.get(address(model, "change", row.pk))
    assert page.status_code == 200
    assert 'name="_save"' not in page.text
    assert (
        client.post(address(model, "change", row.pk), {"text": "other", "status": "done"}).status_code == 403
    )
    if model is not Trip or who == "as_staff":
        assert client.post(address(model, "delete", row.pk), {"post": "yes"}).status_code == 403
        action = {"action": "delete_selected", "_selected_action": [row.pk], "post": "yes"}
        client.post(address(model, "changelist"), action)
    assert list(model.objects.order_by("pk").values()) == before


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)
def test_only_staff_come_in(worked_trip, traveller, model) -> None:
    for client in (Client(), Client()):
        page = client.get(address(model, "change", first(model).pk))
        assert page.status_code == 302 and reverse("admin:login") in page.url
        client.force_login(traveller)


@pytest.mark.parametrize(
    "name", ["Trip", "Turn", "Message", "Question", "FactChange", "Option", "PlanVersion", "TurnEvent"]
)
def test_long_lists_ask_no_more_of_the_database(
    as_superuser, worked_trip, traveller, django_assert_num_queries, name: str
) -> None:
    (model,) = (model for model in MODELS if model.__name__ == name)
    more_of_everything(traveller)
    as_superuser.get(address(model, "changelist"))
    with CaptureQueriesContext(connection) as few:
        as_superuser.get(address(model, "changelist"))
    more_of_everything(traveller)
    with django_assert_num_queries(len(few)):
        as_superuser.get(address(model, "changelist"))


@pytest.mark.parametrize("name", ["StepResult", "ModelCall", "Traveller", "Member"])
def test_other_long_lists_ask_no_more_either(
    as_superuser, worked_trip, traveller, django_assert_num_queries, name: str
) -> None:
    test_long_lists_ask_no_more_of_the_database(
        as_superuser, worked_trip, traveller, django_assert_num_queries, name
    )


def more_of_everything(traveller) -> None:
    from tests.trips.told import TODAY
    from trips import fact_log, ledger
    from trips.models import FactChange, Option, PlanVersion
    from trips.schemas import Change

    for _ in range(2):
        trip = start_trip(traveller)
        turn = Turn.objects.create(trip=trip, number=1, status=Turn.Status.DONE)
        work_on(turn)
        trip.messages.create(turn=turn, position=1, author="traveller", text="More")
        ledger.ask(trip, turn, topic="pace", text="?", required=False, asked_by="orchestrator")
        made = [Change(path="pace", value="packed")]
        fact_log.change_facts(trip, made, by=FactChange.By.FORM, today=TODAY, turn=turn)
        option = Option.objects.create(trip=trip, turn=turn, position=1, plan_json={}, verdict_json={})
        PlanVersion.objects.create(
            trip=trip,
            number=1,
            option=option,
            plan_json={},
            verdict_json={},
            total=1,
            currency="USD",
            cause="x",
        )


def test_pages_show_words_as_text(as_superuser, worked_trip) -> None:
    message = worked_trip.messages.first()
    type(message).objects.filter(pk=message.pk).update(text="<script>alert(1)</script>")
    turn = worked_trip.turns.first()
    for page in (address(Trip, "change", worked_trip.pk), address(Turn, "change", turn.pk)):
        text = as_superuser.get(page).text
        assert "<script>alert" not in text and "<b>Hello</b>" not in text
        assert re.search(r"&lt;script&gt;alert\(1\)", text)
