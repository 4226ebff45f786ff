"""Places that are ranked in words, what becomes of it in the facts, and what ranks nothing."""

from __future__ import annotations

import datetime as dt

import pytest

from trips.catalogue.gazetteer import default_gazetteer
from trips.reading import understand
from trips.reading.facts.ranks import ranks_said
from trips.reading.tokens import tokens_of
from trips.schemas import Destination, TripFacts

GAZETTEER = default_gazetteer()
KYOTO = GAZETTEER.city(1857910)
LISBON = GAZETTEER.best_city("Lisbon")


@pytest.mark.parametrize(
    ("said", "ranks"),
    [
        ("Nijo Castle is not for us", [("Nijo Castle", "dismissed")]),
        ("the kyoto railway museum isn't our thing", [("kyoto railway museum", "dismissed")]),
        ("Kennin-ji doesn't interest us.", [("Kennin-ji", "dismissed")]),
        ("The Kyoto Railway Museum is a could", [("Kyoto Railway Museum", "could")]),
        ("the golden pavilion is definitely a should for us", [("golden pavilion", "should")]),
        ("Ryoan-ji is not a must", [("Ryoan-ji", "could")]),
        ("skip the Kyoto Aquarium", [("Kyoto Aquarium", "skip")]),
        ("we have already been to Ginkaku-ji", [("Ginkaku-ji", "skip")]),
        ("put Kinkaku-ji at the top of the list", [("Kinkaku-ji", "must")]),
        ("move Ryoan-ji to the bottom of my list, please", [("Ryoan-ji", "skip")]),
        ("Nijo Castle is a must, and Tenryu-ji too", [("Nijo Castle", "must"), ("Tenryu-ji", "must")]),
        ("Nijo Castle and Tenryu-ji are musts", [("Nijo Castle", "must"), ("Tenryu-ji", "must")]),
        ("Tenryu-ji is a skip but Kennin-ji is a must", [("Tenryu-ji", "skip"), ("Kennin-ji", "must")]),
        ("the torre dos clérigos is a must, skip the fado house", [("torre dos clérigos", "must"),
                                                                   ("fado house", "skip")]),
        ("we don't much care for Nijo Castle; definitely Tenryu-ji!", [("Nijo Castle", "dismissed"),
                                                                        ("Tenryu-ji", "must")]),
        ("we could happily do without the Kyoto Aquarium", [("Kyoto Aquarium", "skip")]),
        ("Ryoan-ji can wait", [("Ryoan-ji", "could")]),
        ("Kennin-ji would be nice if there's time, Tenryu-ji for sure", [("Kennin-ji", "could"),
                                                                         ("Tenryu-ji", "must")]),
    ],
)  # fmt: skip
def test_a_named_place_and_its_rank(said: str, ranks: list[tuple[str, str]]) -> None:
    found = ranks_said(said, [KYOTO, LISBON], GAZETTEER, planned=True)
    assert [(one.name, one.rank) for one in found] == ranks
    assert all(tokens_of(said).quote(one.i, one.j) == one.name for one in found)


@pytest.mark.parametrize(
    "said",
    [
        "breakfast is a must",
        "Coffee is a must for us",
        "skip lunch on friday",
        "we have been to Kyoto before",
        "skip the last thing on day 2",
        "move Nijo Castle to day 3",
        "we already did that",
        "put Nijo Castle back",
        "bring the aquarium back please",
        "skip a night in Kyoto",
        "a quiet day would be nice",
        "we could do without breakfast",
        "definitely want to see more",
        "it is not for us to say",
        "Nijo Castle was wonderful",
    ],
)
def test_what_ranks_nothing(said: str) -> None:
    assert ranks_said(said, [KYOTO], GAZETTEER, planned=True) == []


def facts_of(said: str, *cities: Destination, planned: bool = True) -> set[tuple[str, str]]:
    facts = TripFacts(destinations=list(cities))
    read = understand(said, today=dt.date(2027, 3, 1), gazetteer=GAZETTEER, facts=facts, planned=planned)
    return {(change.path, str(change.value)) for change in read.changes}


IN_KYOTO = Destination(name="Kyoto", city_id=1857910, country="JP")
IN_LISBON = Destination(name="Lisbon", city_id=LISBON.id, country="PT")


@pytest.mark.parametrize("planned", [True, False])
def test_what_is_no_must_never_becomes_one(planned: bool) -> None:
    for said in ("Nijo Castle is not for us", "we know Nijo Castle already", "Nijo Castle is a skip"):
        assert facts_of(said, IN_KYOTO, planned=planned) == {("avoid", "Nijo Castle")}, said
    for said in ("Nijo Castle is a could", "Nijo Castle is not a must"):
        assert facts_of(said, IN_KYOTO, planned=planned) == set(), said


def test_a_town_in_the_name_of_a_sight_is_no_place_to_go_to() -> None:
    said = "the torre de belém is a must for us, skip the oceanário"
    assert facts_of(said, IN_LISBON) == {("must_do", "Belém Tower"), ("avoid", "Lisbon Oceanarium")}
    said = "the Uffizi is a must, and the Colosseum too"
    assert facts_of(said, IN_LISBON) == {("must_do", "Uffizi"), ("must_do", "Colosseum")}
