"""Where plans could cost less: every tip names an item of the plan and rests on rows that suit the party."""

from __future__ import annotations

import datetime as dt

import pytest

from tests.trips.travelling import PLANS, told
from trips.catalogue.gazetteer import default_gazetteer
from trips.planning.benchmarks import benchmarks_of
from trips.planning.editing import ReplaceItem, apply_edits
from trips.planning.request import request_of
from trips.planning.savings import savings
from trips.planning.tables import has_cuisine, to_taste
from trips.planning.wishes import must_dos, unsuitable
from trips.schemas import Destination, Place, TripFacts

GAZETTEER = default_gazetteer()
NAMES = sorted(path.stem for path in PLANS.glob("*.json"))


def before(plan) -> dt.date:
    return plan.days[0].date - dt.timedelta(days=30)


@pytest.mark.parametrize("name", NAMES)
def test_every_tip_stands_on_the_plan_and_on_a_row_that_suits(name: str) -> None:
    plan, facts = told(name)
    today = before(plan)
    request = request_of(facts, GAZETTEER, today=today)
    items = {item.uid: item for item in plan.items()}
    musts = {must.place.id for must in must_dos(request) if must.place}
    used = {item.place_id for item in plan.items() if item.place_id}
    tips = savings(plan, facts, GAZETTEER, today=today, currency=plan.currency)
    assert len(tips) <= 5
    assert [tip.amount for tip in tips] == sorted((tip.amount for tip in tips), reverse=True)
    for tip in tips:
        item = items[tip.item.uid]
        assert tip.title == item.title and tip.amount > 0
        assert item.place_id not in musts and not item.locked
        if tip.place_id:
            row = GAZETTEER.place(tip.place_id)
            assert row is not None and unsuitable(row, request) is None
            assert row.name in tip.sentence and row.id not in used
            edited = apply_edits(
                plan, [ReplaceItem(uid=tip.item.uid, place_id=row.id)], facts, GAZETTEER, today=today
            )
            assert plan.total - edited.plan.total == tip.amount and not edited.problems


def test_kyoto_has_tips_and_a_city_without_rows_has_none() -> None:
    plan, facts = told("09-kyoto")
    assert savings(plan, facts, GAZETTEER, today=before(plan), currency="JPY")
    plan, facts = told("16-porto")
    assert savings(plan, facts, GAZETTEER, today=before(plan), currency="EUR") == []


def test_what_is_behind_or_locked_is_left_alone() -> None:
    plan, facts = told("09-kyoto")
    last = plan.days[-1].date
    assert savings(plan, facts, GAZETTEER, today=last + dt.timedelta(days=1), currency="JPY") == []
    later = savings(plan, facts, GAZETTEER, today=last, currency="JPY")
    assert all(tip.item.start.date() == last for tip in later)
    locked = plan.model_copy(deep=True)
    for item in locked.items():
        item.locked = True
    assert savings(locked, facts, GAZETTEER, today=before(plan), currency="JPY") == []


def test_who_loves_a_kitchen_keeps_it_and_nobody_is_sent_to_a_vegan_one() -> None:
    rows = {row.name: row for row in GAZETTEER.places("lisbon", "food")}
    facts = TripFacts(destinations=[Destination(name="Lisbon", city_id=2267057)], cuisines=["seafood"])
    request = request_of(facts, GAZETTEER, today=dt.date(2027, 5, 1))
    old = rows["Cervejaria Ramiro"]
    assert not to_taste(rows["Ao 26 Vegan Food Project"], old, request)
    kept = [row for row in rows.values() if to_taste(row, old, request)]
    assert kept and all(has_cuisine(row, "seafood") for row in kept)
    anything = request_of(facts.model_copy(update={"cuisines": []}), GAZETTEER, today=request.today)
    assert to_taste(rows["Zé dos Cornos"], old, anything) and not to_taste(
        rows["Os Tibetanos"], old, anything
    )


def test_must_dos_stay() -> None:
    plan, facts = told("09-kyoto")
    tips = savings(plan, facts, GAZETTEER, today=before(plan), currency="JPY")
    named = facts.model_copy(update={"must_do": [tip.title for tip in tips]})
    again = savings(plan, named, GAZETTEER, today=before(plan), currency="JPY")
    assert not {tip.item.uid for tip in tips} & {tip.item.uid for tip in again}


def test_without_a_rate_nothing_is_proposed() -> None:
    plan, facts = told("09-kyoto")
    assert savings(plan, facts, GAZETTEER, today=before(plan), currency="VES") == []


def test_benchmarks_are_medians_of_rows_with_their_date() -> None:
    plan, facts = told("09-kyoto")
    found = benchmarks_of(facts, plan, GAZETTEER)
    assert {one.city for one in found} == {"Kyoto"} and all(one.currency == "JPY" for one in found)

    def mid_meal(place: Place) -> bool:
        return place.kind == "food" and place.band == "mid"

    prices = sorted(row.price.adult for row in GAZETTEER.places("kyoto", "food") if mid_meal(row))
    meal = next(one for one in found if one.what == "a mid-range meal, a person")
    assert prices[(len(prices) - 1) // 2] <= meal.amount <= prices[len(prices) // 2]
    assert (meal.rows, meal.as_of) == (
        len(prices),
        max(row.as_of for row in GAZETTEER.places("kyoto", "food")),
    )
    plan, facts = told("16-porto")
    assert {one.city for one in benchmarks_of(facts, plan, GAZETTEER)} == {"Porto"}
    braga = TripFacts(destinations=[Destination(name="Braga", city_id=2742032)])
    assert benchmarks_of(braga, None, GAZETTEER) == []
