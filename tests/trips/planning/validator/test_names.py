"""Check 33: a title is its place's name, prose names nothing that the plan lacks."""

from __future__ import annotations

import pytest

from tests.trips.planning.validator import making as m


def named(**changes):
    plan = m.plan()
    for name, value in changes.items():
        setattr(plan, name, value)
    return m.result(33, plan)


def titled(title: str):
    plan = m.plan()
    m.item(plan, "glass-garden-02-09:30").title = title
    return m.result(33, plan)


@pytest.mark.parametrize(
    ("title", "status"),
    [
        ("Glass Garden", "passed"),
        ("The Glass garden", "passed"),
        ("Secret rooftop party", "failed"),
        ("Iron Museum", "failed"),
        ("Glass Garden with a private guide", "failed"),
    ],
)
def test_a_title_is_the_name_of_its_place(title, status):
    result = titled(title)
    assert result.status == status and (status == "passed" or result.severity == "error")


def test_the_repair_names_the_place():
    result = titled("Secret rooftop party")
    assert result.repair == "Call it Glass Garden." and result.items == ["glass-garden-02-09:30"]


@pytest.mark.parametrize(
    "lines",
    [
        ["Breakfast, then the Steep Cellar by candle light"],
        ["Dinner for only 12 EUR"],
        ["Be there at 7:15 am, before everybody"],
    ],
)
def test_highlights_promise_nothing_that_is_not_planned(lines):
    assert named(highlights=lines).status == "failed"
    assert named(for_whom=lines[0]).status == "failed"


def test_what_the_plan_has_may_be_told():
    plan = m.plan()
    visit = m.item(plan, "glass-garden-02-09:30")
    told = [f"{visit.title} at {visit.start:%H:%M}", f"All of it for {plan.total} {plan.currency}"]
    assert named(highlights=told).status == "passed"


def test_a_reason_of_a_visit_is_looked_at_too():
    plan = m.plan()
    m.item(plan, "glass-garden-02-09:30").reason = "Next door the Steep Cellar costs 3 EUR."
    result = m.result(33, plan)
    assert result.status == "failed" and result.items == ["glass-garden-02-09:30"]
