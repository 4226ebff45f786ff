from __future__ import annotations

from decimal import Decimal

from tests.trips.planning.validator import making as m
from trips.planning.validator import check_plan
from trips.planning.validator.quality import shared_visits


def other(**more):
    plan = m.plan(title="Other", **more)
    m.remove(plan, "iron-museum")
    m.remove(plan, "glass-garden-02")
    m.insert(plan, 1, m.visit("moon-tower", m.TUESDAY, "10:00", "11:00"))
    return plan


def test_without_other_options_it_is_left_out():
    verdict = check_plan(m.plan(), m.facts(), m.gazetteer())
    assert 29 not in [one.id for one in verdict.results]


def test_different_places():
    assert m.result(29, m.plan(), others=[other()]).status == "passed"
    result = m.result(29, m.plan(), others=[m.plan(title="Twin")])
    assert (result.status, result.severity) == ("failed", "info")
    assert "100% of the visits are those of 'Twin'" in result.message


def test_half_may_be_shared():
    assert shared_visits(m.plan(), other()) == 0
    half = m.plan()
    m.remove(half, "iron-museum-01-14:20")
    m.insert(half, 1, m.visit("moon-tower", m.TUESDAY, "10:00", "11:00"))
    assert shared_visits(m.plan(), half) == 0.5
    assert m.result(29, m.plan(), others=[half]).status == "passed"


def test_the_cheapest_is_cheapest():
    for total, status in ((789, "failed"), (791, "passed")):
        rival = other().model_copy(update={"total": Decimal(total)})
        assert m.result(29, m.plan(label="cheapest"), others=[rival]).status == status
        expected = "passed" if status == "failed" else "failed"
        assert m.result(29, m.plan(label="finest"), others=[rival]).status == expected


def test_totals_in_other_currencies_are_converted():
    rival = other().model_copy(update={"total": Decimal(100_000), "currency": "JPY"})
    assert m.result(29, m.plan(label="cheapest"), others=[rival]).status == "failed"
    rival = rival.model_copy(update={"currency": "XXA"})
    assert m.result(29, m.plan(label="cheapest"), others=[rival]).status == "not_checked"


def test_the_pace_is_what_it_is_called():
    plan = m.plan(pace="relaxed")
    for hour in ("13:30", "14:00", "14:30"):
        visit = m.unlisted_visit(f"Stop {hour}", m.TUESDAY, hour, f"{hour[:2]}:59")
        m.insert(plan, 1, visit)
    result = m.result(29, plan, others=[other()])
    assert "It is called relaxed, but Tuesday 2 March has 4 visits, 3 is the most." in result.message
