"""What a specialist is told of our tables: few, each with hours of a day on which it is open."""

from __future__ import annotations

import datetime as dt

from agents.runtime.data_rows import TABLES_A_MEAL, table_rows
from trips.catalogue.gazetteer import default_gazetteer
from trips.planning.request import request_of
from trips.schemas import Dates, Destination, TripFacts
from trips.schemas.facts import Party

SUNDAY = dt.date(2027, 4, 4)


def _rows(nights: int) -> list[str]:
    gazetteer = default_gazetteer()
    tokyo = gazetteer.best_city("Tokyo")
    facts = TripFacts(
        destinations=[Destination(name="Tokyo", city_id=tokyo.id)],
        dates=Dates(start=SUNDAY, end=SUNDAY + dt.timedelta(days=nights)),
        party=Party(adults=2),
    )
    return table_rows(request_of(facts, gazetteer, today=dt.date(2026, 11, 23)))


def test_a_few_tables_for_each_meal_with_hours() -> None:
    rows = _rows(nights=6)
    for meal in ("breakfast", "lunch", "dinner"):
        assert TABLES_A_MEAL <= sum(meal in row for row in rows)
    assert len(rows) <= 3 * TABLES_A_MEAL
    assert all(row.endswith(")") and "–" in row for row in rows)
    assert any("closed sun" in row for row in rows)


def test_one_that_is_closed_on_all_days_is_left_out() -> None:
    names = {row.split(":")[1] for row in _rows(nights=6) if "closed" in row and "sun," in row}
    assert names and not names & {row.split(":")[1] for row in _rows(nights=0)}
