"""The order of the trip's cities in plain words: the destinations change places, with their nights."""

from __future__ import annotations

import datetime as dt

import pytest

from trips.catalogue.gazetteer import default_gazetteer
from trips.facts.applying import apply_changes
from trips.reading import understand
from trips.reading.facts.order import order_said
from trips.schemas import Budget, Dates, Destination, Party, TripFacts

TODAY = dt.date(2027, 1, 4)
GAZETTEER = default_gazetteer()
ROME, FLORENCE, VENICE = (
    Destination(name=name, city_id=GAZETTEER.best_city(name).id, country="IT", nights=nights, fixed=True)
    for name, nights in (("Rome", 3), ("Florence", 2), ("Venice", 1))
)
FACTS = TripFacts(
    destinations=[ROME, FLORENCE, VENICE],
    dates=Dates(start=dt.date(2027, 4, 4), end=dt.date(2027, 4, 10), days=7),
    party=Party(adults=2),
    budget=Budget(level="mid"),
)
R, F, V = "Rome", "Florence", "Venice"


def _after(
    words: str, facts: TripFacts = FACTS, *, today: dt.date = TODAY, planned: bool = True
) -> TripFacts:
    read = understand(words, today=today, gazetteer=GAZETTEER, facts=facts, planned=planned)
    return apply_changes(facts, read.changes, today=today, gazetteer=GAZETTEER).facts


@pytest.mark.parametrize("planned", [False, True])
@pytest.mark.parametrize(
    ("words", "order"),
    [
        ("let Florence and Venice change places", [R, V, F]),
        ("swap Rome and Venice", [V, F, R]),
        ("Could you switch the order of Rome and Florence?", [F, R, V]),
        ("Venice before Florence please", [R, V, F]),
        ("Venice should come before Rome", [V, R, F]),
        ("Rome after Venice", [F, V, R]),
        ("we'd rather do Florence first", [F, R, V]),
        ("can we start in Venice instead?", [V, R, F]),
        ("let's finish with Rome", [F, V, R]),
        ("Rome last, please", [F, V, R]),
        ("Florence first, then Rome", [F, R, V]),
        ("reverse the order of the cities", [V, F, R]),
        ("the cities the other way round, please", [V, F, R]),
    ],
)
def test_the_cities_change_places_and_keep_their_nights(words: str, order: list[str], planned: bool) -> None:
    after = _after(words, planned=planned)
    assert [place.name for place in after.destinations] == order
    assert {place.name: place for place in after.destinations} == {
        place.name: place for place in FACTS.destinations
    }
    assert after.model_copy(update={"destinations": FACTS.destinations}) == FACTS


@pytest.mark.parametrize(
    "words",
    [
        "Rome before Florence",
        "Rome first",
        "is Rome nicer than Venice?",
        "we had a coffee before Venice",
        "one more night in Venice",
        "the train from Rome to Florence before noon",
        "on our first day in Florence we want to sleep in",
    ],
)
def test_other_words_leave_them(words: str) -> None:
    assert [place.name for place in _after(words).destinations] == [R, F, V]


def test_a_city_that_is_none_of_the_trip_is_said() -> None:
    read = understand(
        "let Venice and Naples change places", today=TODAY, gazetteer=GAZETTEER, facts=FACTS, planned=True
    )
    assert not read.changes and "Naples is not among the cities" in read.problems[0]


def test_on_the_way_they_keep_their_order_and_it_is_said() -> None:
    on_the_way = dt.date(2027, 4, 6)
    read = understand(
        "swap Florence and Venice", today=on_the_way, gazetteer=GAZETTEER, facts=FACTS, planned=True
    )
    assert not read.changes and "keep their order" in read.problems[0]


def test_with_one_city_there_is_no_order() -> None:
    assert not order_said("Rome first", FACTS.model_copy(update={"destinations": [ROME]}))
