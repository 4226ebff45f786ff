"""A verdict in one chip and in full."""

from __future__ import annotations

from agents.board.verdicts import verdict_view
from tests.agents.board.values import result, verdict


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
    assert [group.title for group in view.groups] == ["Not confirmed", "Holds"]


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
    assert [group.title for group in view.groups] == ["Fails", "Worth a look", "Remarks", "Holds"]
    assert [found.id for found in view.worst] == [13]


def test_a_warning_alone_is_no_failure():
    view = verdict_view(verdict(result(1, "passed"), result(17, "failed", "warning")))
    assert (view.tone, view.icon) == ("warn", "warning")
    assert view.chip == "Worth a look: check 17 · 1 of 2 checks hold"
    assert view.worst == []
