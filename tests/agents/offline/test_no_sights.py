"""A trip to a city of which no sights are known: said before planning, one frame, and every page of it."""

from __future__ import annotations

import html

import pytest
from django.test import Client

from tests.agents.offline.test_corrections import said, words_of
from tests.pages.reading import HTMX, address
from tests.trips.imported import import_town, imported_rows
from trips import changing
from trips.models import StaffPlace, Traveller, Trip
from trips.places import given_row, save_own_rows
from trips.schemas import Visit
from trips.starting import start_trip

LACKS = "I can plan travel and costs for Vaduz, but I have no sights for it yet"
WISH = (
    "A trip to Vaduz from Zurich, 10 to 12 May 2027, 2 adults, mid-range budget, relaxed pace, "
    "I love history, must see the Red House"
)


def board(trip: Trip, who: Traveller, **query: str) -> str:
    client = Client()
    client.force_login(who)
    return html.unescape(client.get(address("board", trip), query, **HTMX).content.decode())


@pytest.fixture
def vaduz(transactional_db) -> Trip:
    trip = start_trip(Traveller.objects.create_user("ada"))
    assert said(trip, WISH).mode == "CONFIRM"
    return trip


def test_it_is_said_before_planning_with_what_helps(vaduz: Trip, settings) -> None:
    turn = vaduz.turns.latest("number")
    (note,) = [note for note in turn.result["notes"] if LACKS in note]
    assert all(part in note for part in ("Name what", "places of your own", "a model key", "staff import"))
    assert LACKS in (page := board(vaduz, vaduz.owner)) and "Add places of your own" in page
    assert "import_places" not in page
    Traveller.objects.update(is_staff=True)
    assert "manage.py import_places Vaduz --osm FILE.osm.pbf" in board(vaduz, vaduz.owner)
    settings.ANTHROPIC_API_KEY = "key"
    assert LACKS not in board(vaduz, vaduz.owner)


def test_it_is_said_once_before_all_is_asked(transactional_db) -> None:
    trip = start_trip(Traveller.objects.create_user("ada"))
    first, then = said(trip, WISH.partition(", must")[0]), said(trip, "what is that?")
    assert first.mode == "CLARIFY" and LACKS in first.result["notes"][0] and not then.result["notes"]


def test_where_places_are_known_nothing_is_said(transactional_db) -> None:
    trip = start_trip(Traveller.objects.create_user("ada"))
    turn = said(trip, WISH.replace("Vaduz", "Boston"))
    assert turn.mode == "CONFIRM" and not turn.result["notes"]
    assert "no sights" not in board(trip, trip.owner)


def test_one_frame_is_offered_chosen_changed_and_taken_along(vaduz: Trip) -> None:
    turn = said(vaduz, "yes")
    (option,) = vaduz.options.all()
    assert option.verdict.offerable and option.verdict.placeless and not turn.result["notes"]
    assert "One way to do it" in words_of(turn)
    shown = board(vaduz, vaduz.owner)
    assert "One way to do it" in shown and "no places to check" in shown
    assert 'data-view="options"' in board(vaduz, vaduz.owner, view="compare")
    (house,) = [item for item in option.plan.items() if isinstance(item, Visit)]
    assert (house.title, house.lat, house.unlisted) == ("Red House", None, True)
    assert " it is: " in words_of(said(vaduz, "/select 1"))
    assert "added" in words_of(said(vaduz, "/plan add Vaduz Castle on day 2"))
    said(vaduz, "/plan yes")
    plan = vaduz.plan.plan
    assert [item.title for item in plan.items() if isinstance(item, Visit)].count("Vaduz Castle") == 1
    assert 'data-view="plan"' in board(vaduz, vaduz.owner)
    client = Client()
    client.force_login(vaduz.owner)
    for name in ("download_ics", "download_markdown", "download_plan", "print_agenda"):
        answer = client.get(address(name, vaduz))
        assert answer.status_code == 200 and "Vaduz Castle" in answer.content.decode()


def test_the_next_options_keep_what_was_added_with_its_position(vaduz: Trip) -> None:
    (city,) = [changing.gazetteer_for(vaduz).city(place.city_id) for place in vaduz.facts.destinations]
    save_own_rows(vaduz, None, [given_row("Red House", (47.1445, 9.5225), [city])])
    said(vaduz, "We also must see the cow show (47.1030, 9.6080), the Mill at 47.1450° N, 9.5230° E")
    far = said(vaduz, "must see: the crater lake at 12.1030, 9.6080").result["notes"]
    assert any("look at the coordinates again" in note for note in far)
    said(vaduz, "yes")
    visits = [item for item in vaduz.options.get().plan.items() if isinstance(item, Visit)]
    placed = {visit.title.lower(): (visit.lat, visit.lon, visit.place_id) for visit in visits}
    assert placed["red house"] == (47.1445, 9.5225, None)
    assert placed["cow show"] == (47.103, 9.608, None) and placed["mill"] == (47.145, 9.523, None)


@pytest.mark.parametrize(
    "kept", [{"visits": 1, "food": 0, "stays": 0}, {"stays": 0}, {"food": 1}, {"visits": 3}]
)
def test_too_few_rows_are_one_frame_with_what_there_is(transactional_db, kept: dict[str, int]) -> None:
    for row in imported_rows(**kept):
        StaffPlace.objects.create(place_id=row.id, data=row.model_dump(mode="json", exclude_defaults=True))
    trip = start_trip(Traveller.objects.create_user("ada"))
    lacks = LACKS.replace("no sights", "too few places")
    assert any(lacks in note for note in said(trip, WISH).result["notes"])
    assert lacks in board(trip, trip.owner)
    said(trip, "yes")
    (option,) = trip.options.all()
    assert option.verdict.offerable and "the places we know" in option.plan.title
    assert any("few places of Vaduz" in line for line in option.plan.assumptions)
    assert any("Rosenegg" in item.title for item in option.plan.items())


def test_enough_rows_are_options(transactional_db) -> None:
    import_town(imported_rows(visits=6, food=3, stays=1))
    trip = start_trip(Traveller.objects.create_user("ada"))
    assert not said(trip, WISH).result["notes"]
    said(trip, "yes")
    assert trip.options.count() > 1
