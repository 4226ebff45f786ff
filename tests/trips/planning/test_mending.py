"""Days of a draft that fail, or are like those of another plan, as another draft has them."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal

from tests.story.answers import AT_TABLE, FIRST, ON_FOOT, SECOND
from trips.planning.mending import failing_days, repeated_days, with_days_of
from trips.schemas import CheckResult, Day, Plan, Verdict, Visit


def visit(uid: str, date: dt.date, place_id: str) -> Visit:
    at = dt.datetime.combine(date, dt.time(10))
    return Visit(
        uid=uid, title=uid, start=at, end=at + dt.timedelta(hours=1), zone="America/New_York",
        place_id=place_id,
    )  # fmt: skip


def plan(**places: str) -> Plan:
    """A visit a day, by uid."""
    dates = (FIRST, SECOND)
    days = [
        Day(date=date, city="Boston", items=[visit(uid, date, place_id)])
        for date, (uid, place_id) in zip(dates, places.items(), strict=True)
    ]
    return Plan(title="A", days=days, currency="USD", adults=2, total=Decimal(0))


def failed(*items: str, severity: str = "error") -> Verdict:
    result = CheckResult(id=1, title="t", severity=severity, status="failed", message="m", items=list(items))
    return Verdict(results=[result])


def test_only_days_with_an_item_that_fails_for_good_are_failing() -> None:
    made = plan(a="boston:one", b="boston:two")
    assert failing_days(made, failed("b")) == [SECOND]
    assert failing_days(made, failed("b", severity="warning")) == []
    assert failing_days(made, failed()) == []


def test_days_that_repeat_another_plan_are_named() -> None:
    made, other = plan(a="boston:one", b="boston:two"), plan(a="boston:two", b="boston:three")
    assert repeated_days(made, [other]) == [SECOND] and repeated_days(made, []) == []


def test_taken_days_bring_nothing_that_stands_on_another_day() -> None:
    mended = with_days_of(ON_FOOT, AT_TABLE, [SECOND])
    assert [day.date for day in mended.days] == [day.date for day in ON_FOOT.days]
    own = {day.date: day for day in ON_FOOT.days}
    theirs = {day.date: day for day in AT_TABLE.days}
    for day in mended.days:
        assert day == (theirs if day.date == SECOND else own)[day.date]
    twice = with_days_of(ON_FOOT, ON_FOOT.model_copy(update={"days": [
        day.model_copy(update={"date": SECOND if day.date == FIRST else day.date}) for day in ON_FOOT.days
    ]}), [SECOND])  # fmt: skip
    ids = [stop.place_id for day in twice.days for stop in day.stops]
    assert len(ids) == len(set(ids))
