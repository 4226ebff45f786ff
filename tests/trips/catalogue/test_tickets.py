"""A ticket that opens several places is charged once."""

from __future__ import annotations

import datetime as dt

import pytest

from trips.catalogue.gazetteer import default_gazetteer
from trips.catalogue.tickets import covered
from trips.planning.costing import visit_lines
from trips.schemas import Visit

GAZETTEER = default_gazetteer()


def visit(place_id: str, day: int, hour: int = 10) -> Visit:
    start = dt.datetime(2027, 5, day, hour)
    return Visit(
        uid=f"{place_id}-{day}",
        title=place_id,
        place_id=place_id,
        start=start,
        end=start + dt.timedelta(hours=1),
        zone="Europe/Rome",
        grade="common",
    )


@pytest.mark.parametrize(
    ("visits", "free"),
    [
        ([("rome:colosseum", 1), ("rome:roman-forum", 1)], {"rome:roman-forum-1": "rome:colosseum"}),
        ([("rome:roman-forum", 1), ("rome:colosseum", 2)], {"rome:colosseum-2": "rome:roman-forum"}),
        ([("rome:colosseum", 1), ("rome:roman-forum", 3)], {}),
        ([("rome:colosseum", 1), ("rome:pantheon", 1)], {}),
        # The dearest is charged, whatever the order: the baptistery alone is cheaper than the dome's pass.
        (
            [("florence:baptistery", 1), ("florence:uffizi", 1), ("florence:brunelleschis-dome", 2)],
            {"florence:baptistery-1": "florence:brunelleschis-dome"},
        ),
        # A fourth day needs another pass.
        ([("florence:brunelleschis-dome", 1), ("florence:baptistery", 4)], {}),
    ],
)
def test_what_a_ticket_covers(visits: list[tuple[str, int]], free: dict[str, str]) -> None:
    found = covered([visit(*one) for one in visits], lambda one: GAZETTEER.place(one.place_id or ""))
    assert {uid: seller.id for uid, seller in found.items()} == free


def test_no_ticket_of_a_shipped_row_opens_that_row_alone() -> None:
    rows = [row for city in GAZETTEER.cities_with_rows() for row in GAZETTEER.places(city.slug, "visit")]
    tickets = [(row.city, row.price.ticket) for row in rows if row.price and row.price.ticket]
    assert len(set(tickets)) >= 12 and [one for one in tickets if tickets.count(one) == 1] == []


@pytest.mark.parametrize(("adults", "boats"), [(2, 1), (5, 1), (6, 2)])
def test_a_boat_is_paid_once_by_those_in_it(adults: int, boats: int) -> None:
    gondola = GAZETTEER.place("venice:gondola-ride")
    assert gondola and gondola.price
    (line,) = visit_lines(gondola, adults, [])
    assert (line.quantity, line.amount) == (boats, boats * gondola.price.adult)
