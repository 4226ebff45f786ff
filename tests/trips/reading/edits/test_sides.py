"""Earlier is earlier and later is later, whatever hour stands beside it."""

from __future__ import annotations

import datetime as dt

import pytest

from tests.trips.planning.asking import TODAY, gazetteer
from tests.trips.planning.editing.plans import ALL, edited, plan_of
from trips.reading.edits import read_edits
from trips.schemas import Plan


def starts(plan: Plan) -> dict[str, dt.datetime]:
    return {one.uid: one.start for one in plan.items()}


@pytest.mark.parametrize(
    ("text", "way"),
    [
        ("earlier dinners please, the kids are in bed by 8", -1),
        ("earlier dinner on Tuesday, the children sleep at 9", -1),
        ("dinner on Tuesday earlier, we want to be home by 9 pm", -1),
        ("dinner is too late on Tuesday", -1),
        ("could dinner be earlier on Wednesday? It's late", -1),
        ("later lunch on Tuesday please, after 1 pm", 1),
        ("a later dinner on Tuesday, not before 8", 1),
        ("breakfast is too early on Wednesday", 1),
        ("start later on Wednesday, at 11", 1),
        ("start earlier on Wednesday, at 8", -1),
        ("an earlier train home, we want to be back by 3 pm", -1),
        ("a later train home, after 7 pm", 1),
    ],
)
def test_the_result_lies_on_the_side_that_is_said(text, way):
    before = plan_of("Boston")
    edits = read_edits(text, before, ALL["Boston"], gazetteer(), today=TODAY).edits
    assert edits and {edit.kind for edit in edits} == {"shift_day" if "start" in text else "set_time"}
    for edit in edits:
        found = edited("Boston", edit)
        assert found.problems == []
        first = before.days[edit.day - 1].items[1].uid if edit.kind == "shift_day" else edit.uid
        was, now = starts(before)[first], starts(found.plan)[first]
        assert (now - was).total_seconds() * way > 0


def test_what_makes_room_for_another_hour_is_over_by_it():
    text = "earlier dinners please, the kids are in bed by 7"
    edits = read_edits(text, plan_of("Boston"), ALL["Boston"], gazetteer(), today=TODAY).edits
    assert edits
    for edit in edits:
        item = next(one for one in plan_of("Boston").items() if one.uid == edit.uid)
        over = dt.datetime.combine(item.start.date(), edit.start) + dt.timedelta(minutes=item.minutes)
        assert over.time() <= dt.time(19)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("an earlier dinner on Tuesday at 10 pm", "22:00 is not earlier"),
        ("dinner no later than 11 pm on Tuesday", "keeps to that already"),
        ("a later dinner on Tuesday at 4 pm", "16:00 is not later"),
    ],
)
def test_the_wrong_side_is_told_and_nothing_is_moved(text, said):
    found = read_edits(text, plan_of("Boston"), ALL["Boston"], gazetteer(), today=TODAY)
    assert found.edits == [] and found.plainly and said in found.problems[0]
