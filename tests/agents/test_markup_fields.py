"""HTML in every text of every row of a trip: on the traveller's pages and on those of staff it stays text."""

from __future__ import annotations

import json
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any

import pytest
from django.apps import apps
from django.db import models
from django.test import Client
from django.urls import reverse
from pydantic import BaseModel, ValidationError

from agents import sse
from agents.events import read_event
from agents.llm.offline import OfflineMind
from agents.models import StepResult, TurnEvent
from agents.turn_view import turn_view, with_everything
from tests.agents.talking import run, send
from tests.bench.dispatch import BOSTON
from trips import choosing
from trips.models import Traveller, Turn
from trips.schemas import Plan, Verdict

#: Ends attributes of both kinds, scripts, comments and text; an element and an attribute nobody else has.
LONG = "\"'></script></textarea></title>--><xcanary onx=1 href=javascript:x>{{ 7|add:7 }}<!--"
SHORT = "\"'><xcanary onx>"
#: Not words: they name something, or are one of a few.
NAMES = {
    "id",
    "key",
    "kind",
    "agent",
    "currency",
    "icon",
    "mode",
    "slug",
    "country",
    "timezone",
    "meal",
    "zone",
    "end_zone",
}


class Elements(HTMLParser):
    def __init__(self, html: str) -> None:
        super().__init__()
        self.wrong: list[str] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _value in attrs]
        if "xcanary" in tag or any(name.startswith("on") or "xcanary" in name for name in names):
            self.wrong.append(f"{tag} {names}")
        if any((value or "").lower().strip().startswith("javascript:") for _name, value in attrs):
            self.wrong.append(f"{tag} {attrs}")


def leaves(value: Any, path: tuple = ()) -> Iterator[tuple]:
    """The paths of all texts in a JSON value that are words."""
    if isinstance(value, str):
        named = [part for part in path if isinstance(part, str)]
        if not named or not (named[-1] in NAMES or named[-1].endswith(("_id", "_on", "_at"))):
            yield path
    elif isinstance(value, list | dict):
        for key, inner in enumerate(value) if isinstance(value, list) else value.items():
            yield from leaves(inner, (*path, key))


def spoiled(value: Any, model: type[BaseModel] | None = None) -> tuple[Any, int]:
    """A copy with markup in every text that may hold it; and how many those are.

    What the model refuses (too long, one of a few) gets less, then its own words back.
    """
    result = json.loads(json.dumps(value))
    paths = {path: [LONG, SHORT] for path in leaves(result)}
    for path, tries in paths.items():
        _put(result, path, tries.pop(0))
    while model is not None:
        try:
            model.model_validate(result)
            break
        except ValidationError as error:
            places = {_within(result, problem["loc"]) for problem in error.errors()}
            # A place that is no text of ours: what stands beside it, or in it, made it wrong.
            beside = {
                own for place in places - set(paths) for own in paths if own[: len(place[:-1])] == place[:-1]
            }
            for path in places & set(paths) | beside:
                _put(result, path, paths[path].pop(0) if paths[path] else _at(value, path))
    return result, sum("xcanary" in _at(result, path) for path in paths)


def _within(value: Any, location: tuple) -> tuple:
    """The path in the value of pydantic's location, which also names members of unions."""
    path = []
    for part in location:
        if (isinstance(value, dict) and part in value) or (isinstance(value, list) and isinstance(part, int)):
            value = value[part]
            path.append(part)
    return tuple(path)


def _at(value: Any, path: tuple) -> Any:
    for part in path:
        value = value[part]
    return value


def _put(value: Any, path: tuple, text: str) -> None:
    _at(value, path[:-1])[path[-1]] = text


def spoil_columns(row: models.Model, *names: str) -> None:
    for name in names:
        text = getattr(row, name)
        longest = row._meta.get_field(name).max_length
        setattr(row, name, (LONG + text)[:longest] if longest is None or longest > 150 else SHORT[:longest])
    row.save(update_fields=list(names))


@pytest.fixture
def spoiled_trip(trip):
    """A trip that was planned and chosen, with markup in whatever a model, or a traveller, wrote."""
    run(send(trip, BOSTON), OfflineMind())
    run(send(trip, "Yes, that's perfect!"), OfflineMind())
    option = trip.options.on_offer().first()
    choosing.select(trip, option)
    run(send(trip, "And what about rain?"), OfflineMind())
    count = 0
    for row in [*trip.options.all(), *trip.plan_versions.all()]:
        row.plan_json, more = spoiled(row.plan_json, Plan)
        row.verdict_json, checks = spoiled(row.verdict_json, Verdict)
        row.save(update_fields=["plan_json", "verdict_json"])
        count += more + checks
    for option in trip.options.all():
        spoil_columns(option, "reason", "comparison")
    for version in trip.plan_versions.all():
        spoil_columns(version, "cause")
    for turn in trip.turns.all():
        turn.result = spoiled(turn.result)[0]
        turn.save(update_fields=["result"])
        spoil_columns(turn, "error", "short_summary", "next_step")
    for row in TurnEvent.objects.filter(turn__trip=trip):
        row.data = spoiled(row.data, type(read_event(row.kind, row.data)))[0]
        row.save(update_fields=["data"])
    for step in StepResult.objects.filter(turn__trip=trip):
        step.output = spoiled(step.output)[0]
        step.save(update_fields=["output"])
    for message in trip.messages.all():
        spoil_columns(message, "text")
    for question in trip.questions.all():
        question.suggestions = [SHORT] * 3
        question.save(update_fields=["suggestions"])
        spoil_columns(question, "text")
    for change in trip.fact_changes.all():
        spoil_columns(change, "quote", "reason")
    spoil_columns(trip, "title")
    assert count > 100
    return trip


def check(client: Client, address: str, least: int = 1) -> None:
    answer = client.get(address, headers={"HX-Request": "true"} if "/board?" in address else {})
    assert answer.status_code == 200, address
    html = answer.content.decode()
    assert Elements(html).wrong == [], address
    assert "<xcanary" not in html, address
    assert html.count("xcanary") >= least, f"{address} shows none of it"


def test_the_watch_sees_what_is_not_escaped():
    assert Elements(f'<p title="{LONG}">{LONG}</p>').wrong
    assert Elements(f"<script>var x = '{LONG}'</script>").wrong


@pytest.mark.django_db(transaction=True)
@pytest.mark.slow
def test_every_page_of_a_trip_full_of_markup(spoiled_trip, traveller):
    assert "xcanary" in json.dumps(spoiled_trip.options.first().plan_json)
    travellers_pages(spoiled_trip, traveller)
    stream(spoiled_trip)
    pages_of_staff()


def travellers_pages(spoiled_trip, traveller):
    client = Client()
    client.force_login(traveller)
    workspace = reverse("workspace", args=[spoiled_trip.uuid])
    first = spoiled_trip.options.order_by("position").first()
    check(client, workspace, 20)
    for query in (
        "view=plan",
        "view=options",
        "view=compare",
        f"view=option&option={first.position}",
        "view=checks",
        "view=told",
    ):
        check(client, f"{workspace}?all=1&{query}", 20)
        check(client, f"{reverse('board', args=[spoiled_trip.uuid])}?{query}")
    for name in ("rename_trip", "delete_trip", "reset_trip"):
        check(client, reverse(name, args=[spoiled_trip.uuid]))
    check(client, reverse("my_trips"))


def stream(spoiled_trip):
    for turn in with_everything(Turn.objects.filter(trip=spoiled_trip).select_related("trip")):
        view = turn_view(turn)
        live = type(view.live)()
        for row in turn.events.all():
            html = sse.render_event(turn.number, live, row.kind, row.data, lambda view=view: view)
            assert Elements(html).wrong == []
            assert "<xcanary" not in html


def pages_of_staff():
    staff = Client()
    staff.force_login(Traveller.objects.create_superuser("root", password="a-long-enough-word"))
    shown = 0
    for model in [*apps.get_app_config("trips").get_models(), *apps.get_app_config("agents").get_models()]:
        if model.__name__.startswith("Historical"):
            continue
        base = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        pages = [reverse(f"{base}_changelist")]
        pages += [reverse(f"{base}_change", args=[row.pk]) for row in model.objects.order_by("-pk")[:4]]
        for address in pages:
            answer = staff.get(address, follow=True)
            assert answer.status_code == 200, address
            html = answer.content.decode()
            assert Elements(html).wrong == [], address
            shown += "xcanary" in html
    assert shown >= 15
