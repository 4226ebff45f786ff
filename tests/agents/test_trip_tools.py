"""read_plan and read_findings: whole days, whole lines, bounded, and never a code."""

from __future__ import annotations

import datetime as dt
import json
from dataclasses import replace

import pytest

from agents import tools
from agents.runtime.hooks import ToolError
from agents.tools import trip as of_the_trip
from agents.tools.trip import FindingsInput, PlanInput
from agents.view import TripView
from tests.agents.planned import japan_under_way
from tests.agents.stations import seen
from tests.memory.story import JAPAN
from trips.models import Finding

pytestmark = pytest.mark.django_db


@pytest.fixture
def view(built) -> TripView:
    return seen(built(japan_under_way))


def plan(view: TripView, **given) -> dict:
    return json.loads(tools.run("read_plan", PlanInput(**given), view))


def findings(view: TripView, **given) -> dict:
    return json.loads(tools.run("read_findings", FindingsInput(**given), view))


def test_a_day_is_told_whole_and_all_of_them_as_far_as_they_fit(view: TripView) -> None:
    day = plan(view, day=2)["days"]
    assert day.startswith("## Day 2: ") and day.count("## ") == 1
    assert all(item.title in day for item in view.plan.days[1].items if item.kind == "visit")
    days = [
        view.plan.days[number % 10].model_copy(update={"date": JAPAN.start + dt.timedelta(days=number)})
        for number in range(60)
    ]
    told = plan(replace(view, plan=view.plan.model_copy(update={"days": days})))
    shown = told["days"].count("## Day ")
    assert 3 < shown < 60 and told["not_shown"] == f"{60 - shown} more days: ask for them one by one."
    assert len(told["days"]) <= of_the_trip.MOST + 2 * shown


def test_an_option_is_read_by_its_number_and_what_is_not_there_is_said(view: TripView) -> None:
    assert plan(view, option=1, day=1)["title"] == view.choosable[0].plan.title
    with pytest.raises(ToolError, match="no day 40; it has 10 days"):
        plan(view, day=40)
    with pytest.raises(ToolError, match=r"a plan is chosen \(0\); options: 1"):
        plan(view, option=3)
    with pytest.raises(ToolError, match="no plan is chosen; options: none"):
        plan(replace(view, plan=None, options=(), choosable=()))


def test_bookings_are_in_the_plan_without_codes(view: TripView) -> None:
    told = json.dumps(plan(view))
    assert "Little inn" in told and "SECRET" not in told


def test_findings_of_a_city_and_a_kind_what_matters_first(view: TripView) -> None:
    told = findings(view, city=" kyoto ", kind="food")
    assert told["facts"] == [] and told["findings"]
    assert all(line.startswith("- Kyoto, ") for line in told["findings"])
    tiers = [tier for line in told["findings"] for tier in ("must", "should", "could") if f"({tier}" in line]
    assert tiers == sorted(tiers, key=("must", "should", "could").index)
    gone = Finding.objects.get(trip=view.trip_id, city="Kyoto", state="dismissed").name
    assert any(f"not for this traveller: {gone}" in line for line in told["findings"])
    facts = findings(view, kind="facts")
    assert facts["findings"] == [] and any("Tokyo, money: Cards are taken" in line for line in facts["facts"])
    with pytest.raises(ToolError, match="Lima is no city of this trip"):
        findings(view, city="Lima")


def test_many_findings_are_cut_at_a_line(view: TripView) -> None:
    rows = tuple(
        row._replace(name=f"Garden {number}") for number in range(500) for row in view.known.findings[:1]
    )
    told = findings(replace(view, known=replace(view.known, findings=rows)))["findings"]
    assert told[-1].startswith("- and ") and sum(map(len, told)) < of_the_trip.MOST
