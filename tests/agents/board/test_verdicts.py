"""A verdict in one chip and in full."""

from __future__ import annotations

from agents.board.verdicts import verdict_view
from tests.agents.board.values import result, verdict


def test_the_chip_counts_passed_curated_and_not_checked():
    view = verdict_view(
        verdict(
            result(1, "passed"),
            result(13, "passed", grade="curated"),
            result(22, "passed", grade="estimate"),
            result(24, "not_checked"),
        )
    )
    assert view.chip == "3 passed (2 on our data) · 1 not checked"
    assert view.tone == "good"
    assert [group.title for group in view.groups] == ["Not checked", "Passed"]


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
    assert view.chip == "1 failed · 2 warnings · 1 passed"
    assert view.tone == "bad"
    assert [group.title for group in view.groups] == ["Failed", "Warnings", "Remarks", "Passed"]
    assert [found.id for found in view.worst] == [13]


def test_a_warning_alone_is_no_failure():
    view = verdict_view(verdict(result(1, "passed"), result(17, "failed", "warning")))
    assert (view.chip, view.tone, view.icon) == ("1 warning · 1 passed", "warn", "warning")
    assert view.worst == []


def test_a_card_tells_how_far_a_plan_is_above_a_rough_sum():
    assert verdict_view(verdict(result(17, "failed", "warning"))).above_budget == ""
    assert verdict_view(verdict(result(22, "failed", "error"))).above_budget == ""
    above = result(22, "failed", "warning")
    assert verdict_view(verdict(above)).above_budget == above.message != ""
