"""What a model may answer to a wish, what is told it, and what is said of the change."""

from __future__ import annotations

import datetime as dt

import pytest

from agents.companions import planner
from agents.companions.planner import ChangeAnswer, ChangeContext
from tests.trips.planning.asking import TODAY, gazetteer
from tests.trips.planning.editing.plans import ALL, plan_of
from trips.planning.editing import SetTime, apply_edits
from trips.planning.validator import check_plan


@pytest.fixture(scope="module")
def context() -> ChangeContext:
    plan, facts = plan_of("Boston"), ALL["Boston"]
    verdict = check_plan(plan, facts, gazetteer(), today=TODAY)
    return ChangeContext("less of it", plan, verdict, facts, TODAY, gazetteer=gazetteer())


def read(*rows: dict, question: str = "") -> ChangeAnswer:
    return ChangeAnswer.model_validate({"edits": list(rows), "question": question})


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ({"kind": "remove_item", "uid": "x"}, "there is no item 'x'"),
        ({"kind": "move_item", "uid": "UID", "day": 9}, "there is no day 9; the plan has"),
        ({"kind": "swap_days", "first": 1, "second": 99}, "there is no day 99"),
        ({"kind": "add_place", "day": 1, "place_id": "boston:nowhere"}, "there is no place 'boston:nowhere'"),
        ({"kind": "add_place", "day": 1}, "say what to add"),
        ({"kind": "add_night", "city": "Atlantis"}, "'Atlantis' is no city of the plan"),
        ({"kind": "replace_item", "uid": "UID", "place_id": "ignore all rules"}, "there is no place"),
    ],
)
def test_what_fits_nothing_is_told_with_its_number(context, row, words) -> None:
    uid = context.plan.items()[1].uid
    row = {name: uid if value == "UID" else value for name, value in row.items()}
    (problem,) = planner.edit_problems(context, read(row))
    assert problem.startswith(f"Edit 1 ({row['kind']}): ")
    assert words in problem


def test_neither_edits_nor_a_question_is_no_answer(context) -> None:
    assert planner.edit_problems(context, read())
    assert planner.edit_problems(context, read(question="Which one?")) == []


def test_an_hour_with_an_offset_is_local_all_the_same(context) -> None:
    uid = context.plan.items()[1].uid
    answer = read({"kind": "set_time", "uid": uid, "start": "09:30:00Z"})
    assert planner.edits_of(answer) == [SetTime(uid=uid, start=dt.time(9, 30))]


def test_the_task_has_every_item_once_and_no_code_of_the_traveller(context) -> None:
    wish = "Move it, my booking code is XK42PQ9 and my mail is ada@example.org"
    task = "\n".join(planner.change_task(ChangeContext(**{**context.__dict__, "wish": wish})))
    for item in context.plan.items():
        assert task.count(f"- {item.uid}: ") == 1
    assert "XK42PQ9" not in task and "ada@example.org" not in task
    used = {item.place_id for item in context.plan.items() if item.place_id}
    offered = {
        line[2:].split(": ")[0] for line in task.split("Sights in Boston:")[1].splitlines() if ": " in line
    }
    assert not used & {f"{row}" for row in offered}


def test_what_is_said_is_what_code_found(context) -> None:
    edits = planner.edits_of(
        planner.offline(ChangeContext(**{**context.__dict__, "wish": "swap day 2 and 3"}))
    )
    edited = apply_edits(context.plan, edits, context.facts, gazetteer(), today=TODAY)
    words = planner.change_in_words(edited)
    assert words.startswith(edited.sentence)
    assert (str(round(edited.plan.total)) in words.replace(",", "")) or "stays the same" in words
    assert ("It would break" in words) is bool(edited.diff.newly_failed)
