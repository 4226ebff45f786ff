"""Choosing, turning down, and the views of the board."""

from __future__ import annotations

import datetime as dt
import html
import re
import uuid

import pytest

from config import clock
from tests.browser import scenes
from tests.pages.reading import HTMX, address
from trips.models import Option

pytestmark = pytest.mark.django_db


def test_choosing_shows_the_plan_and_keeps_the_others(owner, stranger, traveller):
    trip = scenes.offered(traveller)
    option = trip.options.get(position=2)
    assert stranger.post(address("select_option", trip, option.pk)).status_code == 404
    board = owner.post(address("select_option", trip, option.pk), **HTMX).content.decode()
    assert 'data-view="plan"' in board
    assert option.plan.title in board
    assert "The other options" in board
    trip.refresh_from_db()
    assert trip.plan.option == option
    other = trip.options.get(position=1)
    answer = owner.post(address("select_option", trip, other.pk))
    assert answer["Location"] == f"{address('workspace', trip)}?tab=trip"


def test_an_option_that_failed_its_checks_is_not_chosen(owner, traveller):
    trip = scenes.offered(traveller, spoil=(0,))
    failed = trip.options.get(state=Option.State.FAILED)
    answer = owner.post(address("select_option", trip, failed.pk), **HTMX)
    assert answer.status_code == 409
    assert "cannot be chosen" in answer.content.decode()
    trip.refresh_from_db()
    assert trip.plan is None


def test_a_last_resort_is_taken_anyway(owner, traveller):
    trip = scenes.offered(traveller, spoil=(0, 1, 2), last_resort=True)
    board = owner.get(address("board", trip), **HTMX).content.decode()
    assert "Take it anyway" in board
    assert "is closed when you would be there" in board
    owner.post(address("select_option", trip, trip.options.get(state=Option.State.LAST_RESORT).pk))
    trip.refresh_from_db()
    assert trip.plan is not None


def test_turning_all_down_needs_a_reason_and_says_it_in_the_conversation(owner, traveller):
    trip = scenes.offered(traveller)
    assert owner.post(address("reject_options", trip), {"reason": " "}, **HTMX).status_code == 422
    before = trip.messages.count()
    key = str(uuid.uuid4())
    for _ in range(2):
        owner.post(address("reject_options", trip), {"reason": "too far on foot", "client_key": key}, **HTMX)
    assert [m.text for m in trip.messages.all()[before:]] == ["None of these. too far on foot"]


@pytest.mark.parametrize("htmx", [HTMX, {}], ids=["htmx", "no script"])
@pytest.mark.parametrize("reason", ["too far on foot", ""])
def test_a_key_that_is_none_is_refused_with_a_sentence(owner, traveller, reason, htmx):
    trip = scenes.offered(traveller)
    before = trip.messages.count()
    answer = owner.post(
        address("reject_options", trip), {"reason": reason, "client_key": "no key"}, follow=True, **htmx
    )
    assert answer.status_code == (422 if htmx else 200)
    assert "Reload it" in answer.content.decode()
    assert trip.messages.count() == before


# --- Board views ---------------------------------------------------------------------------------


def test_each_view_is_a_part_for_htmx_and_a_page_without(owner, traveller):
    trip = scenes.offered(traveller)
    option = trip.options.first()
    views = {
        "view=compare": "Side by side",
        f"view=option&option={option.pk}": "What it costs",
        f"view=checks&option={option.pk}": "Checked by code, not proved: ",
    }
    for query, words in views.items():
        part = owner.get(f"{address('board', trip)}?{query}", **HTMX).content.decode()
        assert words in part
        assert "<html" not in part
        page = owner.get(f"{address('board', trip)}?{query}", follow=True).content.decode()
        assert words in page
        assert "<html" in page


def test_a_view_of_what_is_not_there_shows_what_is(owner, traveller):
    trip = scenes.asked(traveller)
    for query in ("view=plan", "view=option&option=999", "view=checks&option=x", "view=nonsense"):
        assert 'data-view="facts"' in owner.get(f"{address('board', trip)}?{query}", **HTMX).content.decode()


def test_a_part_of_the_board_also_brings_the_name_of_the_trip(owner, traveller):
    trip = scenes.planned(traveller)
    part = owner.get(address("board", trip), **HTMX).content.decode()
    assert '<hx-partial data-hx-target="#trip-name"' in part
    assert "15–18 Feb 2027" in part


def test_a_plan_whose_facts_changed_is_checked_again(owner, traveller):
    trip = scenes.stale(traveller)
    board = owner.get(address("board", trip), **HTMX).content.decode()
    assert "The facts have changed since you chose this plan" in board
    assert "Fails: " in board  # two adults are planned, four go


def test_a_board_read_again_keeps_the_view_until_there_is_something_new(owner, traveller):
    trip = scenes.offered(traveller)
    board = owner.get(address("board", trip), **HTMX).content.decode()
    mark = re.search(r'data-mark="([0-9-]+)"', board)[1]
    compare = f"{address('board', trip)}?view=compare&mark={mark}"
    assert 'data-view="compare"' in owner.get(compare, **HTMX).content.decode()
    owner.post(address("select_option", trip, trip.options.get(position=1).pk))
    assert 'data-view="plan"' in owner.get(compare, **HTMX).content.decode()


@pytest.mark.parametrize(
    ("group", "field", "typed", "sentence"),
    [
        ("origin", "fact-origin", "Zzzzqqq", "I know no place called “Zzzzqqq”"),
        ("origin", "fact-origin", "Springfeld", "Did you mean Springfield, United States?"),
        ("destinations", "row-0-name", "Qwxzyland", "I know no place called “Qwxzyland”"),
    ],
)
def test_a_place_nobody_knows_is_kept_and_told(owner, traveller, group, field, typed, sentence):
    trip = scenes.empty(traveller)
    form = owner.get(address("edit_fact", trip, group)).content.decode()
    hidden = dict(re.findall(r'type="hidden" name="((?:fact|row)[^"]*)"(?: value="([^"]*)")?', form))
    assert owner.post(address("edit_fact", trip, group), {**hidden, field: typed}).status_code == 302
    board = html.unescape(owner.get(address("board", trip), **HTMX).content.decode())
    assert sentence in board
    assert sentence in html.unescape(owner.get(address("edit_fact", trip, group)).content.decode())
    known = scenes.offered(traveller)
    assert "I know no place" not in owner.get(address("board", known), **HTMX).content.decode()


@pytest.mark.parametrize(
    ("moment", "asked", "shown"),
    [
        ("2026-11-22T12:00", "", "1"),
        ("2026-11-22T12:00", "&day=4", "4"),
        ("2027-02-17T20:00", "", "3"),
        ("2027-02-17T20:00", "&day=2", "2"),
        ("2027-03-01T12:00", "&day=9", "1"),
    ],
    ids=["before", "before, asked", "on the way", "on the way, asked", "after, asked for none"],
)
def test_one_day_is_shown_and_on_the_way_it_is_today(owner, traveller, moment, asked, shown):
    trip = scenes.planned(traveller)
    clock.set_now(dt.datetime.fromisoformat(moment).replace(tzinfo=dt.UTC))
    try:
        text = owner.get(f"{address('workspace', trip)}?tab=trip{asked}").text
    finally:
        clock.set_now(None)
    assert re.findall(r'class="day shown" id="day-(\d)"', text) == [shown]
    assert re.findall(r'href="#day-(\d)" aria-current="true"', text) == [shown]
    assert len(re.findall(r'<figure class="map[^>]+ id="map-\d"', text)) == 4
