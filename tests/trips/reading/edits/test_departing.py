"""A departure that is told is a departure: one has to be there before it."""

from __future__ import annotations

import datetime as dt

import pytest

from tests.trips.planning.asking import TODAY, gazetteer
from tests.trips.planning.editing.plans import ALL, edited, options, plan_of
from trips.planning.agenda_entries import entry_of
from trips.planning.agenda_values import Online, Scene
from trips.planning.editing import SetTime
from trips.reading.edits import read_edits
from trips.schemas import Leg, Plan, TripFacts


def journeys(plan: Plan) -> list[Leg]:
    return [
        one for one in plan.items() if isinstance(one, Leg) and one.origin.city_id != one.destination.city_id
    ]


def departs(leg: Leg) -> str:
    return f"{leg.start + dt.timedelta(minutes=leg.buffer_minutes):%H:%M}"


def told(name: str, text: str) -> tuple[Leg, str]:
    """The journey as it becomes, and what is said of it."""
    wish = read_edits(text, plan_of(name), ALL[name], gazetteer(), today=TODAY)
    [edit] = wish.edits
    found = edited(name, edit)
    assert found.problems == []
    return next(one for one in journeys(found.plan) if one.uid == edit.uid), found.sentence


@pytest.mark.parametrize(
    ("text", "hour"),
    [
        ("our train home leaves at 16:33", "16:33"),
        ("the train back departs at 16:48", "16:48"),
        ("take the train home at 6 pm", "18:00"),
        ("our return train is at 17:12 on Thursday", "17:12"),
    ],
)
def test_the_hour_told_is_that_of_departing(text, hour):
    leg, sentence = told("Boston", text)
    assert leg.buffer_minutes > 0
    assert departs(leg) == hour
    assert f"departs at {hour}" in sentence and f"by {leg.start:%H:%M}" in sentence
    assert leg.note.startswith(f"Departs at {hour}, by your own word.")
    now = dt.datetime.combine(TODAY, dt.time(), dt.UTC)
    scene = Scene(plan_of("Boston"), TripFacts(), gazetteer(), (), now, TODAY, Online())
    notes = entry_of(leg, leg.start.date(), scene).notes
    assert any(f"by {leg.start:%H:%M}" in note for note in notes) and any(hour in note for note in notes)


def test_to_be_at_the_station_is_not_yet_to_depart():
    leg, _ = told("Boston", "we want to be at the station for the train home at 5 pm")
    assert f"{leg.start:%H:%M}" == "17:00"


def test_an_arrival_is_an_arrival():
    before = journeys(plan_of("Boston"))[0]
    leg, sentence = told("Boston", "our train to Boston arrives at 14:07 on day 1")
    assert leg.uid == before.uid and "arrives at 14:07" in sentence
    assert dt.time(14, 7) <= leg.end.time() <= dt.time(14, 37)
    assert leg.end - leg.start == before.end - before.start


def test_a_departure_moved_again_tells_the_new_hour():
    leg, _ = told("Boston", "our train home leaves at 16:33")
    after = edited("Boston", SetTime(uid=leg.uid, start=dt.time(16, 33), hour_of="departure")).plan
    again = edited("Boston", SetTime(uid=leg.uid, start=dt.time(17, 1), hour_of="departure"), plan=after)
    new = next(one for one in journeys(again.plan) if one.uid == leg.uid)
    assert departs(new) == "17:01" and "16:33" not in new.note and "17:01" in new.note
    changed = [line for day in again.diff.days for line in day.changed]
    assert f"{new.title} departs at 17:01 instead of 16:33." in changed


def test_breakfast_is_earlier_rather_than_lost():
    for plan in options("Japan"):
        for leg in journeys(plan)[1:-1]:
            day = next(one for one in plan.days if one.date == leg.start.date())
            if not any(one.kind == "meal" and one.start < leg.start for one in day.items):
                continue
            said = leg.start + dt.timedelta(minutes=leg.buffer_minutes - 20)
            edit = SetTime(uid=leg.uid, start=said.time(), hour_of="departure")
            found = edited("Japan", edit, plan=plan)
            assert found.problems == [] and not [note for note in found.notes if "left out" in note]
