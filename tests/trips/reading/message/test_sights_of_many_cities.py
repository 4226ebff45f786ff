"""Names of sights in many cities: towns stay towns, ordinary words stay words, hidden rows are no names."""

from __future__ import annotations

import datetime as dt

import pytest

from tests.trips.given_rows import GivenRows
from trips.catalogue.gazetteer import Gazetteer, default_gazetteer
from trips.facts import apply_changes
from trips.reading import understand
from trips.schemas import TripFacts

TODAY = dt.date(2026, 11, 26)


def read(text: str, gazetteer: Gazetteer | None = None) -> TripFacts:
    world = gazetteer or default_gazetteer()
    changes = understand(text, facts=TripFacts(), today=TODAY, gazetteer=world).changes
    return apply_changes(TripFacts(), changes, today=TODAY, gazetteer=world).facts


def test_two_cities_are_two_cities_though_others_have_them_as_day_trips() -> None:
    facts = read("We want to see Osaka and Kyoto in May")
    assert [one.name for one in facts.destinations] == ["Osaka", "Kyoto"] and facts.must_do == []


@pytest.mark.parametrize(
    "text",
    [
        "Five days in Krakow, we love old towns, botanical gardens and the central market",
        "A week in Spain, want to see cathedrals and a castle",
        "Lisbon in May, visit some museums, a market and the beach",
        "Two days in Rome, want to see an opera house",
    ],
)
def test_words_for_kinds_of_sights_are_no_must_dos(text: str) -> None:
    assert read(text).must_do == []


def test_a_sight_is_known_in_the_cities_of_the_message() -> None:
    assert read("Lisbon in May, must see the castelo de são jorge").must_do
    assert read("Four days in Rome, we want to see the Pantheon and Trastevere").must_do == [
        "Pantheon",
        "Trastevere",
    ]


def test_hidden_rows_are_no_names_and_staffs_rows_are() -> None:
    sentence = "Lisbon in May, want to visit the hall of lanterns"
    row = (
        default_gazetteer()
        .place("lisbon:maat")
        .model_copy(update={"id": "lisbon:lanterns", "name": "Hall of Lanterns"})
    )
    staffs = Gazetteer(GivenRows([row]))
    assert staffs.sights_named("Hall of Lanterns") and not default_gazetteer().sights_named(
        "Hall of Lanterns"
    )
    assert [one.casefold() for one in read(sentence, staffs).must_do] == ["hall of lanterns"]
    hidden = Gazetteer(GivenRows([], hidden=["lisbon:lx-factory"]))
    assert default_gazetteer().sights_named("LX Factory") and not hidden.sights_named("LX Factory")
