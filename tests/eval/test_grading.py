"""What a conversation came to, in figures, and where they are written."""

from __future__ import annotations

import csv
import dataclasses
import datetime as dt
import json
from decimal import Decimal

import pytest

from tests.browser import scenes
from tests.eval import report
from tests.eval.cards import Card
from tests.eval.grading import graded, invented
from tests.eval.playing import Played, Step
from tests.eval.wishes import Known, Planned
from trips.models import Traveller, Trip

pytestmark = pytest.mark.django_db

CARD = Card("boston", "Two to Boston.", (Known("destinations", "Boston"), Planned(("Eiffel",))))


@pytest.fixture
def planned(traveller: Traveller) -> Trip:
    return scenes.planned(traveller)


def played(trip: Trip, *, stopped: str = "") -> Played:
    waits = [(0.4, 2.0, "CLARIFY"), (0.8, 9.0, "FINALIZE"), (None, 1.0, "FINALIZE")]
    steps = [
        Step("Boston!", "Fine.", mode, "done", "claude", seconds, first, 2, number, 0.1)
        for number, (first, seconds, mode) in enumerate(waits)
    ]
    return Played(CARD, trip, steps, player_dollars=Decimal("0.5"), stopped=stopped)


def test_a_chosen_plan_is_graded(planned: Trip) -> None:
    grade = graded(played(planned))
    assert (grade.kept, grade.wishes, grade.ended, grade.invented) == (1, 2, True, ())
    assert grade.passed == planned.plan.verdict.passed > 20 and grade.failed == len(
        planned.plan.verdict.failed
    )
    assert (grade.messages, grade.calls, grade.corrections) == (3, 6, 3)
    assert (grade.first_words, grade.options, grade.dollars) == (0.8, 9.0, Decimal("0.5"))


def test_a_run_holds_where_it_came_to_a_plan_that_passes_every_check(planned: Trip) -> None:
    grade = graded(played(planned))
    assert grade.holds is (grade.failed == 0) is True
    assert not dataclasses.replace(grade, failed=1).holds and not dataclasses.replace(grade, passed=0).holds
    assert not graded(played(planned, stopped="not done")).holds


def test_a_name_that_stands_on_nothing_is_invented(planned: Trip) -> None:
    plan = planned.plan.plan
    visit, other = [item for item in plan.items() if item.kind == "visit"][:2]
    nowhere = {"place_id": None, "lat": None, "lon": None, "grade": "curated"}
    changed = {
        visit.uid: visit.model_copy(update=nowhere | {"title": "The House of Nobody"}),
        other.uid: other.model_copy(update=nowhere | {"title": "A suggestion", "unlisted": True}),
    }
    days = [
        day.model_copy(update={"items": [changed.get(item.uid, item) for item in day.items]})
        for day in plan.days
    ]
    assert invented(planned, plan) == []
    assert invented(planned, plan.model_copy(update={"days": days})) == ["The House of Nobody"]


def test_a_run_is_a_line_of_the_table_and_files_to_read(planned: Trip, tmp_path) -> None:
    ran = [played(planned), played(planned, stopped="not done")]
    grades = [graded(one) for one in ran]
    table = tmp_path / "eval.csv"
    table.write_text(report.TABLE.read_text("utf-8").splitlines(keepends=True)[0])
    report.append(report.row(grades, "a-model", dt.datetime(2026, 11, 21, tzinfo=dt.UTC)), table)
    (line,) = csv.DictReader(table.open())
    assert (line["date"], line["model"], line["cards"], line["ended"]) == ("2026-11-21", "a-model", "2", "1")
    assert (line["wishes_kept"], line["wishes"], line["usd"]) == ("2", "4", "1.0000")
    report.save(ran[:1], grades[:1], tmp_path)
    saved = json.loads((tmp_path / "boston.json").read_text("utf-8"))
    assert [kept for _wish, kept in saved["wishes"]] == [True, False]
    assert "> Boston!" in (tmp_path / "boston.md").read_text("utf-8")
    assert report.lines(grades)[-1].startswith("1 of 2 ended; 2/4 wishes kept")
