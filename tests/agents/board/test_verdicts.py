"""A verdict in one chip and in full."""

from __future__ import annotations

from agents.board.verdicts import SUBJECTS, verdict_view
from tests.agents.board.values import result, verdict
from trips.planning.validator.registry import checks


def test_the_chip_counts_what_holds_and_what_is_not_confirmed():
    view = verdict_view(
        verdict(
            result(1, "passed"),
            result(13, "passed", grade="curated"),
            result(22, "passed", grade="estimate"),
            result(24, "not_checked"),
        )
    )
    assert (view.chip, view.held) == ("3 of 4 checks hold · 1 not confirmed", "3 passed (2 on our data)")
    assert view.tone == "good"
    assert [(one.title, one.said) for one in view.subjects] == [
        ("Dates and nights", "holds"),
        ("Open when you come", "holds"),
        ("Food and your wishes", "1 not confirmed"),
        ("Money", "holds"),
    ]


def test_what_failed_comes_first_and_sets_the_tone():
    view = verdict_view(
        verdict(
            result(1, "passed"),
            result(17, "failed", "warning"),
            result(14, "failed", "warning"),
            result(28, "failed", "info"),
            result(13, "failed", "error", repair="Move it."),
        )
    )
    assert view.chip == (
        "Fails: check 13 · Worth a look: check 17 and 1 more · 1 of 5 checks hold · 1 remark"
    )
    assert view.tone == "bad"
    assert [line.result.id for line in view.lines] == [13, 17, 14, 28]
    hours, ways = view.subjects[1:]
    assert (hours.said, ways.said) == ("1 problem, 1 worth a look", "1 worth a look, 1 for information")
    assert [(line.tone, line.icon) for line in hours.lines] == [("bad", "cross"), ("warn", "warning")]
    assert [found.id for found in view.worst] == [13]


def test_an_old_check_that_no_subject_names_has_its_line():
    view = verdict_view(
        verdict(result(1, "passed"), result(99, "failed", "error"), result(98, "failed", "error"))
    )
    assert view.chip.startswith("Fails: check 99 and 1 more")
    assert (view.subjects[-1].title, view.subjects[-1].said) == ("Money", "2 problems")


def test_a_warning_alone_is_no_failure():
    view = verdict_view(verdict(result(1, "passed"), result(17, "failed", "warning")))
    assert (view.tone, view.icon) == ("warn", "warning")
    assert view.chip == "Worth a look: check 17 · 1 of 2 checks hold"
    assert view.worst == []


def test_each_check_answers_one_question():
    assert sorted(number for numbers in SUBJECTS.values() for number in numbers) == [
        one.id for one in checks()
    ]
