"""Wishes that somebody wrote who knew one page about the job, with what a travel agent would note."""

from __future__ import annotations

import time

import pytest

from tests.trips.reading.edits import lisbon
from trips.catalogue.gazetteer import default_gazetteer
from trips.planning.editing import (
    AddNight,
    Edit,
    Lighter,
    MoveItem,
    RemoveItem,
    ReplaceMeal,
    SetGuests,
    SetTime,
)
from trips.reading.edits import ReadEdits, read_edits

PLAN = lisbon.plan()


def read(text: str, **more: object) -> ReadEdits:
    return read_edits(text, PLAN, lisbon.FACTS, default_gazetteer(), today=lisbon.TODAY, **more)  # type: ignore[arg-type]


def frames(text: str, **more: object) -> list[dict]:
    found = read(text, **more)
    rows = lisbon.as_gold(found.edits)
    return [{key: value for key, value in row.items() if value} for row in rows]


@pytest.mark.parametrize(
    "text",
    [
        "my sister removed the castle from her plan",
        "my wife would cancel the MAAT but I said no",
        "put the castle on sunday evening? hmm no leave it",
        "belem tower before the monastery makes more sense no?",
        "I want to be in bed by 9 because of the flight",
    ],
)
def test_what_others_did_and_what_is_taken_back_changes_nothing(text: str):
    assert [one["do"] for one in frames(text) if one["do"] in ("remove", "move", "retime")] == []


def test_nine_of_ten_are_right_and_none_is_false():
    rows = lisbon.gold()
    found = {row["text"]: read(row["text"]) for row in rows}
    made = {text: lisbon.as_gold(one.edits) for text, one in found.items()}
    assert sum(lisbon.right(row["gold"], made[row["text"]]) for row in rows) >= 36
    assert [row["text"] for row in rows if not row["gold"] and made[row["text"]]] == []


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("we'll give the tower a pass this time", {"do": "remove", "what": "Belém Tower", "day": 2}),
        (
            "the fado doesn't need to be nailed down anymore",
            {"do": "unlock", "what": "Fado at Mesa de Frades", "day": 3},
        ),
        (
            "we need to be back from sintra by 4",
            {"do": "retime", "what": "Train back to Lisbon", "day": 4, "time": "16:00"},
        ),
        ("lunch in sintra later, like 2", {"do": "retime", "what": "Lunch", "day": 4, "time": "14:00"}),
        (
            "breakfast before the flight on Monday, around 9",
            {"do": "add", "what": "breakfast", "day": 5, "time": "09:00"},
        ),
        ("could we not start before 10.30 on the friday", {"do": "start_later", "day": 2, "time": "10:30"}),
        ("can we ditch the tower, it's just a tower", {"do": "remove", "what": "Belém Tower", "day": 2}),
        ("we're skipping MAAT", {"do": "remove", "what": "MAAT", "day": 2}),
        ("cancel dinner at Ramiro, we eat at my cousin's", {"do": "remove", "what": "Ramiro", "day": 2}),
        ("can Ramiro be at 7:30 instead?", {"do": "retime", "what": "Ramiro", "day": 2, "time": "19:30"}),
        (
            "lunch on Friday at half twelve",
            {"do": "retime", "what": "Pastéis de Belém", "day": 2, "time": "12:30"},
        ),
        ("only 45 minutes for the tower", {"do": "shorten", "what": "Belém Tower", "day": 2}),
        ("do MAAT on Saturday instead", {"do": "move", "what": "MAAT", "day": 2, "to_day": 3}),
        (
            "Could we do the castle on Saturday instead of Thursday?",
            {"do": "move", "what": "São Jorge Castle", "day": 1, "to_day": 3},
        ),
        ("start later on Saturday, 11ish", {"do": "start_later", "day": 3, "time": "11:00"}),
        ("nothing before ten on Friday please", {"do": "start_later", "day": 2, "time": "10:00"}),
        ("a nicer hotel please, with a view", {"do": "hotel", "what": "Hotel Mundial", "day": 1}),
        ("is there a nicer hotel nearby?", {"do": "hotel", "what": "Hotel Mundial", "day": 1}),
        ("take one thing off friday", {"do": "lighter", "day": 2}),
        ("put Pena Palace after lunch", {"do": "swap", "what": "Pena Palace", "day": 4, "with": "Dinner"}),
        ("cut the last night", {"do": "drop_night"}),
        (
            "add the Lisbon Earthquake Room on day 2",
            {"do": "add", "what": "Lisbon Earthquake Room", "day": 2},
        ),
        ("drop lunch at Time Out", {"do": "remove", "what": "Time Out Market", "day": 3}),
        ("Ramiro at eight thirty please", {"do": "retime", "what": "Ramiro", "day": 2, "time": "20:30"}),
        ("add 30 minutes to the castle", {"do": "lengthen", "what": "São Jorge Castle", "day": 1}),
        (
            "take the 10 o'clock train to Sintra",
            {"do": "retime", "what": "Train to Sintra", "day": 4, "time": "10:00"},
        ),
        ("make dinner on Friday cheaper", {"do": "cheaper", "day": 2}),
        (
            "I'd love a rooftop bar on Friday evening",
            {"do": "add", "what": "rooftop bar", "day": 2, "time": "18:00"},
        ),
    ],
)
def test_one_edit_is_asked_for(text: str, wanted: dict):
    assert frames(text) == [wanted]


@pytest.mark.parametrize(
    "text",
    """don't touch day 2
don't drop the fado whatever you do
if we skipped MAAT, what would happen?
what would happen if we dropped lunch on day 2?
if the weather is bad, drop the castle
if it rains can we do the aquarium instead of the castle?
we might skip the tower
should we drop the castle?
what would you drop on Friday?
my brother says skip the tower
the castle was closed when my sister went
I have zero interest in the oceanarium
keep the castle, I was only joking
visit MAAT after the castle, no wait
lunch at Pastéis sounds amazing
can you tell me more about the tile museum?
do we need to book Pena?
my friend joins us for dinner on Saturday
Table for six on Friday""".splitlines(),
)
def test_what_is_denied_supposed_or_told_changes_nothing(text: str):
    assert read(text).edits == []


@pytest.mark.parametrize(
    ("text", "uid", "guests"),
    [
        ("my friend joins us for dinner on Friday", "2-4", 1),
        ("two colleagues are coming to lunch on day 2", "2-2", 2),
        ("Maria meets us at the Gulbenkian", "3-2", 1),
    ],
)
def test_guests_of_one_meal_or_visit(text: str, uid: str, guests: int):
    assert read(text).edits == [SetGuests(uid=uid, guests=guests)]


def test_guests_of_nothing_that_is_planned_are_said_back():
    assert read("my friend joins us on Saturday").unread == ["my friend joins us on Saturday"]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("less climbing on Sunday please, my knee is bad", [Lighter(day=4, what="climbing")]),
        ("fewer stairs on day 2", [Lighter(day=2, what="climbing")]),
        ("not so many hills on Friday please", [Lighter(day=2, what="climbing")]),
        ("less walking on day 2", [Lighter(day=2, what="walking")]),
        ("my knee is bad", []),
    ],
)
def test_less_of_what_is_steep_is_a_lighter_day(text: str, wanted: list):
    assert read(text).edits == wanted


def test_several_wishes_come_in_their_order():
    text = "remove the castle and MAAT, add the aquarium on Saturday and start Friday at 10"
    assert [row["do"] for row in frames(text)] == ["remove", "remove", "add", "start_later"]
    text = "Friday: drop the tower, lunch at 1:30, and dinner somewhere cheaper"
    assert [(row["do"], row["day"]) for row in frames(text)] == [("remove", 2), ("retime", 2), ("cheaper", 2)]


RAMIRO, MAAT = "2-4", "2-3"


@pytest.mark.parametrize(
    ("text", "last", "wanted"),
    [
        ("make it earlier", SetTime(uid=RAMIRO, start="21:00"), SetTime(uid=RAMIRO, start="20:00")),
        ("at 8 rather", SetTime(uid=RAMIRO, start="19:00"), SetTime(uid=RAMIRO, start="20:00")),
        ("no, on Saturday", Lighter(day=2), Lighter(day=3)),
        ("no, on Saturday", MoveItem(uid=MAAT, day=4), MoveItem(uid=MAAT, day=3)),
        ("I meant lunch", ReplaceMeal(day=2, meal="dinner"), ReplaceMeal(day=2, meal="lunch")),
        ("put it on Saturday", RemoveItem(uid=MAAT), MoveItem(uid=MAAT, day=3)),
        ("make it two", AddNight(city="Lisbon"), AddNight(city="Lisbon", nights=2)),
    ],
)
def test_the_last_proposal_is_meant(text: str, last: Edit, wanted: Edit):
    assert read(text, last=[last]).edits == [wanted]


def test_the_day_talked_of_is_meant():
    assert frames("make it lighter", about=3) == [{"do": "lighter", "day": 3}]
    assert frames("a vegan dinner", about=2)[0]["day"] == 2
    assert frames("drop the second one", about=2) == [{"do": "remove", "what": "Belém Tower", "day": 2}]


@pytest.mark.parametrize(
    "unit", ["swap day 2 and 3. ", "a ", "no ", "1 2 3 ", "the first ", "days 2, 3, ", "a\n"]
)
def test_no_message_takes_long(unit: str):
    read("drop MAAT")
    began = time.process_time()
    read(unit * (20_000 // len(unit)))
    assert time.process_time() - began < 0.9
