"""A sentence with more than one wish: all of them are read, and what is not done is said."""

from __future__ import annotations

import datetime as dt

import pytest

from tests.trips.planning.asking import TODAY, gazetteer
from tests.trips.planning.editing.plans import ALL, plan_of
from tests.trips.reading.edits.test_edits import lighter, of, read, swap, table
from trips.reading.edits import ReadEdits, read_edits


def wish(name: str, text: str, *, today: dt.date = TODAY) -> ReadEdits:
    return read_edits(text, plan_of(name), ALL[name], gazetteer(), today=today)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (
            "less walking on Wednesday and a vegan dinner on Tuesday",
            [lighter(3), table(2, "dinner", diet="vegan")],
        ),
        ("less walking on day 3, vegan dinner on day 2", [lighter(3), table(2, "dinner", diet="vegan")]),
        ("vegan dinner on day 2, less walking on day 3", [table(2, "dinner", diet="vegan"), lighter(3)]),
        (
            "a halal lunch on day 2 but fewer visits on day 3",
            [table(2, "lunch", diet="halal"), lighter(3, what="visits")],
        ),
        ("less walking and a vegan dinner on Tuesday", [lighter(2), table(2, "dinner", diet="vegan")]),
        ("on Tuesday less walking and a vegan dinner", [lighter(2), table(2, "dinner", diet="vegan")]),
        ("make Tuesday lighter and cheaper", [lighter(2, what="visits"), {"kind": "cheaper", "day": 2}]),
        ("less walking on Tuesday and Wednesday", [lighter(2), lighter(3)]),
        ("less walking on days 2, 3 and 4", [lighter(2), lighter(3), lighter(4)]),
        (
            "vegan lunch and dinner on day 2",
            [table(2, "lunch", diet="vegan"), table(2, "dinner", diet="vegan")],
        ),
        (
            "move the Freedom Trail to Wednesday and the USS Constitution to Tuesday",
            [of("move_item", "Freedom Trail", day=3), of("move_item", "USS Constitution", day=2)],
        ),
        (
            "skip breakfast on day 2 and lunch on day 3",
            [of("remove_item", "Flour Bakery, Fort Point"), of("remove_item", "Dumpling Cafe")],
        ),
        ("swap day 2 and 3, then lock the Freedom Trail", [swap(2, 3), of("lock", "Freedom Trail")]),
        ("drop the Freedom Trail, it's too expensive", [of("remove_item", "Freedom Trail")]),
        ("we're tired on Wednesday, make it easier", [lighter(3, what="visits")]),
        ("we're tired, so less walking on Wednesday please", [lighter(3)]),
    ],
)
def test_every_wish_of_a_sentence_is_read(text, wanted):
    assert read("Boston", text) == wanted
    assert wish("Boston", text).not_done == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("less walking on day 3 and a purple unicorn dinner on day 2", "a purple unicorn dinner on day 2"),
        ("swap day 2 and 3. Could we have more moustaches?", "Could we have more moustaches"),
    ],
)
def test_what_is_not_read_is_said_beside_what_is(text, said):
    found = wish("Boston", text)
    assert len(found.edits) == 1 and found.unread == [said]
    assert said in found.not_done[0]


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("Boston", "swap day 2 and 22", "There is no day 22: the plan has 4 days."),
        ("Boston", "move the Freedom Trail to day 9", "There is no day 9: the plan has 4 days."),
        ("Boston", "swap day 3 and 3", "Day 3 can't be swapped with itself: name two days."),
        ("Boston", "remove the Museum of Fine Arts", "Museum of Fine Arts, Boston is not in your plan."),
        ("Boston", "move the zoo to Tuesday", "There is no zoo in your plan."),
        (
            "Boston",
            "more time at the Museum of Fine Arts",
            "Museum of Fine Arts, Boston is not in your plan.",
        ),
        ("Boston", "no dinner on Thursday", "There is no dinner on Thursday."),
        ("Boston", "remove day 3", "A day can't be taken out by itself"),
        (
            "Boston",
            "replace the Freedom Trail with Boston Common",
            "Boston Common is in your plan already, on day 2.",
        ),
    ],
)
def test_what_can_not_be_done_has_its_reason(name, text, said):
    found = wish(name, text)
    assert found.edits == [] and found.plainly
    assert found.problems[0].startswith(said)


def test_a_day_outside_the_trip_is_told_and_a_diet_that_is_not_wanted_changes_nothing():
    assert "Saturday is not a day of this trip" in wish("Boston", "less walking on Saturday").problems[0]
    assert wish("Boston", "no vegetarian breakfast").edits == []


def test_a_word_of_a_name_is_no_place_that_is_missing():
    assert not wish("Boston", "drop the history").plainly


def test_what_asks_for_nothing_leaves_nothing_undone():
    for text in (
        "thanks, looks great",
        "we walked a lot on Tuesday",
        "is there a vegan restaurant?",
        "lunch 2400 yen",
    ):
        assert wish("Boston", text) == ReadEdits()


def test_another_place_is_never_taken_for_one_that_is_gone():
    """Once the zoo is out of the plan, no museum with animals stands for it."""
    assert read("Japan", "get rid of the zoo") == [of("remove_item", "Ueno Zoo")]
    plan = plan_of("Japan").model_copy(deep=True)
    for day in plan.days:
        day.items = [one for one in day.items if "Zoo" not in one.title]
    assert any("animals" in gazetteer().place(one.place_id).tags for one in plan.items() if one.place_id)
    assert read("Japan", "move the zoo to Wednesday", plan=plan) == []


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("move dinner on day 2 to 8 pm", [of("set_time", "My Thai Vegan Cafe", start="20:00:00")]),
        ("move dinner on day 2 to 8", [of("set_time", "My Thai Vegan Cafe", start="20:00:00")]),
        ("push dinner on Tuesday to 20:30", [of("set_time", "My Thai Vegan Cafe", start="20:30:00")]),
        ("bring dinner forward on Tuesday", [of("set_time", "My Thai Vegan Cafe", start="17:45:00")]),
        ("push the Freedom Trail back by half an hour", [of("set_time", "Freedom Trail", start="16:25:00")]),
        (
            "move the Freedom Trail to the morning",
            [of("set_time", "Freedom Trail", start="10:00:00", about=True)],
        ),
        ("move the Freedom Trail one day later", [of("move_item", "Freedom Trail", day=3)]),
        (
            "put the Freedom Trail on Wednesday afternoon",
            [of("move_item", "Freedom Trail", day=3, start="14:00:00", about=True)],
        ),
        ("no dinner on Wednesday", [of("remove_item", "Giacomo's Ristorante")]),
        ("no lunch on Tuesday please", [of("remove_item", "The Paramount")]),
        ("two hours at the USS Constitution", [of("set_length", "USS Constitution", minutes=120)]),
        ("only half an hour at Old North Church", [of("set_length", "Old North Church", minutes=30)]),
        (
            "add a jazz club on Tuesday night",
            [{"kind": "add_place", "day": 2, "like": "jazz club", "start": "18:00:00", "about": True}],
        ),
        ("add something outdoors on Wednesday", [{"kind": "add_place", "day": 3, "like": "outdoors"}]),
        ("please make it 400 dollars cheaper", [{"kind": "cheaper", "by": 400}]),
        ("cut the cost by $200", [{"kind": "cheaper", "by": 200}]),
        ("save 300 euros", [{"kind": "cheaper", "by": 300, "currency": "EUR"}]),
        ("Korean dinner on Wednesday", [table(3, "dinner", cuisine="Korean")]),
        ("a thai dinner on Wednesday instead of Dumpling Cafe", [table(3, "dinner", cuisine="thai")]),
        ("less time on our feet on Tuesday", [lighter(2)]),
    ],
)
def test_more_ways_to_ask(text, wanted):
    assert read("Boston", text) == wanted


def test_fewer_of_a_kind_is_fewer_and_never_none():
    found = read("Japan", "not so many temples please")
    plan = plan_of("Japan")
    rows = {row.title: gazetteer().place(row.place_id) for row in plan.items() if row.place_id}
    temples = [title for title, row in rows.items() if row and row.kind == "visit" and "temple" in row.tags]
    assert found and {row["kind"] for row in found} == {"remove_item"}
    assert 0 < len(found) < len(temples) + 1 and len(found) <= (len(temples) + 1) // 2 + 1
