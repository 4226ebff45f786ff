"""A card's wishes, seen in facts and in a plan."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal

import pytest

from tests.eval.cards import CARDS
from tests.eval.scripted import CARDS as SCRIPTED
from tests.eval.wishes import Known, NotBefore, NotPlanned, Planned, Within
from tests.trips.planning.asking import BOSTON, TODAY, gazetteer
from trips.planning.compose import draft, outlines
from trips.planning.schedule import schedule
from trips.schemas import Plan


@pytest.fixture(scope="module")
def plan() -> Plan:
    written = draft(BOSTON, outlines(BOSTON, gazetteer())[0], gazetteer(), used=set())
    return schedule(written, BOSTON, gazetteer(), today=TODAY)


@pytest.mark.parametrize(
    ("wish", "kept"),
    [
        (Known("destinations", "boston"), True),
        (Known("destinations", "Lisbon"), False),
        (Known("destinations", "bost"), False),
        (Known("origin", "york"), True),
        (Known("origin", "or"), False),
        (Known("party.adults", BOSTON.party.adults), True),
        (Known("party.adults", 7), False),
        (Known("dates.start", BOSTON.dates.start), True),
        (Known("origin", "New York"), True),
        (Within(Decimal(100_000), "USD"), True),
        (Within(Decimal(1), "USD"), False),
        (Within(Decimal(100_000), "EUR"), False),
        (Planned(("Freedom Trail",)), True),
        (Planned(("Eiffel",)), False),
        (Planned(("Freedom Trails",)), True),
        (Planned(("Freedom Tra",)), False),
        (NotPlanned(("Éiffel",)), True),
        (NotPlanned(("freedom trail",)), False),
        (NotBefore(dt.time(5)), True),
        (NotBefore(dt.time(23, 30)), False),
    ],
    ids=str,
)
def test_it_is_seen_whether_a_wish_is_kept(plan: Plan, wish, kept: bool) -> None:
    assert wish.kept(BOSTON, plan) is kept


def test_what_is_to_be_planned_is_not_kept_without_a_plan() -> None:
    wishes = [
        Planned(("Freedom Trail",)),
        NotPlanned(("Eiffel",)),
        NotBefore(dt.time(5)),
        Within(Decimal(9), "USD"),
    ]
    assert not any(wish.kept(BOSTON, None) for wish in wishes)


def test_twelve_cards_a_third_outside_the_cities_with_rows_two_not_in_english() -> None:
    with_rows = {city.name for city in gazetteer().cities_with_rows()}
    named = [
        {str(wish.value) for wish in card.wishes if getattr(wish, "path", "") == "destinations"}
        for card in CARDS
    ]
    outside = [names for names in named if not any(name in row for name in names for row in with_rows)]
    assert (len(CARDS), len(outside)) == (12, 4)
    assert any(gazetteer().best_city(journey.name).curated is None for journey in SCRIPTED.values())
    assert sorted(card.language for card in CARDS if card.language != "English") == ["French", "Spanish"]
    assert all(card.wishes and card.later for card in CARDS)
