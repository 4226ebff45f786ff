"""Open data is credited wherever rows made from it show: on pages, on paper, in every file."""

from __future__ import annotations

import datetime as dt
import re

import pytest

from tests.trips.planning.asking import gazetteer
from tests.trips.travelling import told, with_plan
from trips.agendas import agenda_of
from trips.catalogue.credits import credits_of, credits_of_plan
from trips.catalogue.trip_gazetteer import with_rows
from trips.exports.ics import Edition, plan_ics
from trips.exports.plan_file import plan_document
from trips.exports.plan_markdown import plan_markdown
from trips.models import TripPlace
from trips.schemas import Hours, Source, Verdict

MAP = Source(
    grade="open",
    source="© OpenStreetMap contributors, ODbL",
    url="https://www.openstreetmap.org/node/1",
    as_of="2026-10-01",
)
GUIDE = Source(
    grade="open",
    source="© Wikivoyage contributors, CC BY-SA",
    url="https://en.wikivoyage.org/wiki/Boston/Downtown#See",
)
MAP_LINE = "Contains © OpenStreetMap contributors, ODbL: https://www.openstreetmap.org/copyright"
GUIDE_LINE = "Contains © Wikivoyage contributors, CC BY-SA: https://en.wikivoyage.org/wiki/Boston/Downtown"


@pytest.fixture(scope="module")
def plan():
    return told("09-kyoto")[0]


@pytest.fixture(scope="module")
def rows(plan):
    """Two visits of the plan as imports would have them."""
    first, second = [gazetteer().place(item.place_id) for item in plan.items() if item.kind == "visit"][:2]
    unread = {"hours": Hours(), "hours_words": "when the flag is out"}
    return [
        first.model_copy(update={**MAP.model_dump(), **unread}),
        second.model_copy(update={"provenance": {"hours": GUIDE}}),
    ]


@pytest.fixture(scope="module")
def world(rows):
    return with_rows(gazetteer(), rows)


def test_each_source_is_credited_once_with_its_page(plan, world):
    assert [str(credit) for credit in credits_of_plan(plan, world)] == [MAP_LINE, GUIDE_LINE]
    again = GUIDE.model_copy(update={"url": GUIDE.url.replace("#See", "#Eat")})
    assert len(credits_of([GUIDE, again, MAP, MAP])) == 2


@pytest.mark.parametrize("grade", ["curated", "common", "web", "unlisted"])
def test_other_sources_ask_for_none(grade):
    assert credits_of([MAP.model_copy(update={"grade": grade})]) == []


def test_markdown_names_them_and_tells_hours_that_nobody_could_read(plan, world):
    text = plan_markdown(plan, Verdict(), world, name="A trip", written=dt.date(2026, 11, 26))
    assert MAP_LINE in text and GUIDE_LINE in text
    assert "ours not checked: when the flag is out" in text
    own = plan_markdown(plan, Verdict(), gazetteer(), name="A trip", written=dt.date(2026, 11, 26))
    assert "Contains" not in own


def test_each_event_of_a_calendar_names_its_own(plan, world):
    now = dt.datetime(2026, 11, 26, tzinfo=dt.UTC)
    file = plan_ics(plan, world, Edition("x", 1, now, now), name="A trip").decode()
    unfolded = re.sub(r"\r\n[ \t]", "", file)
    events = [event for event in unfolded.split("BEGIN:VEVENT") if "Contains ©" in event]
    assert len(events) == 2 and "openstreetmap" in events[0] and "wikivoyage" in events[1]


@pytest.mark.django_db
def test_plan_file_and_agenda_and_the_pages_name_them(trip, plan, rows, client):
    with_plan(trip)
    for row in rows:
        data = row.model_dump(mode="json", exclude_defaults=True)
        TripPlace.objects.create(trip=trip, place_id=row.id, data=data)
    assert plan_document(trip, trip.plan).attribution == [MAP_LINE, GUIDE_LINE]
    assert [str(credit) for credit in agenda_of(trip).credits] == [MAP_LINE, GUIDE_LINE]
    client.force_login(trip.owner)
    for address in (f"/trips/{trip.uuid}/?tab=trip", f"/trips/{trip.uuid}/?tab=trip&view=agenda"):
        page = client.get(address).text
        assert 'href="https://www.openstreetmap.org/copyright"' in page
        assert 'href="https://en.wikivoyage.org/wiki/Boston/Downtown"' in page
    printed = client.get(f"/trips/{trip.uuid}/agenda").text
    assert MAP_LINE in printed


@pytest.mark.django_db
def test_a_row_that_stands_under_if_it_rains_alone_is_credited_too(trip):
    with_plan(trip)
    assert agenda_of(trip, days=None).credits == ()
    rainy = [one for day in agenda_of(trip, days=None).days for rain in day.rain for one in rain.places]
    row = gazetteer().place(rainy[0].place_id).model_copy(update=MAP.model_dump())
    TripPlace.objects.create(trip=trip, place_id=row.id, data=row.stored())
    assert [str(credit) for credit in agenda_of(trip, days=None).credits] == [MAP_LINE]
