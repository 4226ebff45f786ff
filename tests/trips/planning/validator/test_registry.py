from __future__ import annotations

import dataclasses

import pytest

from tests.trips.planning.validator import making
from trips.planning.validator import check_plan
from trips.planning.validator.registry import Check, check, checks, override

STAGE = [*range(1, 31), 33]


def test_the_checks_of_this_stage_are_registered():
    assert [one.id for one in checks()] == STAGE


def test_severities_are_those_agreed():
    milder = {one.id: one.severity for one in checks() if one.severity != "error"}
    assert milder == {
        **dict.fromkeys((6, 14, 15, 17, 21, 23, 27), "warning"),
        **dict.fromkeys((28, 29, 30), "info"),
    }


def test_a_number_is_registered_once():
    with pytest.raises(ValueError, match="registered twice"):
        check(id=1, title="Again", severity="info", sentence="", data="")(lambda context, report: None)


def test_override_replaces_and_restores():
    def always_wrong(context, report):
        report.fail("Wrong.")

    mine = Check(1, "Mine", "info", "", "", always_wrong)
    with override(mine, only=True):
        verdict = check_plan(making.plan(), making.facts(), making.gazetteer())
        assert [(one.title, one.status, one.severity) for one in verdict.results] == [
            ("Mine", "failed", "info")
        ]
    assert [one.id for one in checks()] == STAGE


def test_checks_are_frozen():
    with pytest.raises(dataclasses.FrozenInstanceError):
        checks()[0].title = "other"


def test_every_check_says_what_it_looks_at():
    assert all(one.title and one.sentence.endswith(".") and one.data for one in checks())
