"""Opening hours as somebody states them: read where they can be right, laid over those of a row."""

from __future__ import annotations

import datetime as dt

import pytest

from trips.catalogue.gazetteer import default_gazetteer
from trips.catalogue.opening_hours import open_spans
from trips.catalogue.stated_hours import hours_on_page, week_of
from trips.schemas import WEEKDAYS, Hours, HoursException, NamedPlace

TODAY = dt.date(2026, 11, 23)
HALF, TEN, SIX, NINE = dt.time(9, 30), dt.time(10), dt.time(18), dt.time(21)
TUE_TO_SUN = dict.fromkeys(WEEKDAYS[1:], [(TEN, SIX)])
ROW = Hours(week=TUE_TO_SUN, closed_holidays=["12-25"], last_entry_min=30)


def on_page(row: Hours = ROW, *, week: str = "", shut: tuple[str, str] = ("", ""), **said) -> Hours | None:
    return hours_on_page(row, NamedPlace(name="Museum", **said), week, shut, TODAY)


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("Tue–Sun 10:00–18:00", TUE_TO_SUN),
        ("Tuesday - Sunday 10.00-18.00, Mon closed", TUE_TO_SUN),
        ("Tue–Sun 10:00–18:00, Thu 10:00–21:00", {**TUE_TO_SUN, "thu": [(TEN, NINE)]}),
        ("Sat–Mon 18:00–02:00", dict.fromkeys(("sat", "sun", "mon"), [(SIX, dt.time(2))])),
        ("Mon, Wed 9:30–10:00, 18:00–21:00", dict.fromkeys(("mon", "wed"), [(HALF, TEN), (SIX, NINE)])),
        ("10:00–18:00", dict.fromkeys(WEEKDAYS, [(TEN, SIX)])),
    ],
)  # fmt: skip
def test_a_week_in_short(text: str, days: dict) -> None:
    assert week_of(text) == days


@pytest.mark.parametrize(
    "text", ["", "daily", "closed on Mondays", "Tue–Sun", "Mon closed", "Mon 99:00–98:00", "Mon 10:00–10:05"]
)
def test_other_words_are_no_week(text: str) -> None:
    assert week_of(text) is None


def test_the_week_of_a_page_replaces_the_rows_and_holidays_stay() -> None:
    summer = HoursException(start="06-01", end="08-31", week=dict.fromkeys(WEEKDAYS, [(TEN, NINE)]))
    row = ROW.model_copy(update={"exceptions": [summer]})
    hours = on_page(row, week="Wed–Sun 10:00–21:00")
    assert set(hours.week) == set(WEEKDAYS[2:]) and not hours.exceptions
    assert (hours.closed_holidays, hours.last_entry_min) == (["12-25"], 30)


def test_closing_days_alone_are_taken_out_of_every_week_of_the_row() -> None:
    summer = HoursException(start="06-01", end="08-31", week=dict.fromkeys(WEEKDAYS, [(TEN, NINE)]))
    hours = on_page(ROW.model_copy(update={"exceptions": [summer]}), closed=["tue"])
    assert set(hours.week) == set(WEEKDAYS[2:]) and "tue" not in hours.exceptions[0].week
    assert set(on_page(Hours(always=True), closed=["mon"]).week) == set(WEEKDAYS[1:])
    assert on_page(Hours(), closed=["mon"]) == Hours(closed=["mon"])


def test_one_span_opens_no_day_the_row_has_closed() -> None:
    assert on_page(opens="10:00", closes="21:00").week == dict.fromkeys(WEEKDAYS[1:], [(TEN, NINE)])
    assert set(on_page(opens="10:00", closes="21:00", closed=["sun"]).week) == set(WEEKDAYS[:6])


@pytest.mark.parametrize("said", [{}, {"week": "daily"}, {"closed": list(WEEKDAYS)}, {"opens": "noon"}])
def test_a_page_that_states_nothing_leaves_the_row_alone(said: dict) -> None:
    assert on_page(**said) is None


@pytest.mark.parametrize(
    ("shut", "open_on", "closed_on"),
    [
        (("2027-01-10", "2027-02-28"), "2027-03-02", "2027-01-12"),
        (("2026-03-01", ""), None, "2027-01-12"),
        (("2026-03-01", "2026-05-01"), "2027-01-12", None),
        (("2027-02-28", "2027-01-10"), "2027-01-12", None),
        (("soon", "2027-02-28"), "2027-01-12", None),
    ],
)
def test_a_closure_holds_over_the_week(shut: tuple[str, str], open_on: str, closed_on: str) -> None:
    museum = default_gazetteer().place("boston:mfa")
    row = museum.model_copy(update={"hours": on_page(shut=shut, week="Tue–Sun 10:00–18:00")})
    for date, is_open in ((open_on, True), (closed_on, False)):
        if date:
            spans = open_spans(row, dt.date.fromisoformat(date), default_gazetteer())
            assert bool(spans) == is_open
