"""What: places added, taken out and replaced, other tables, another stay."""

import pytest

from tests.trips.planning.asking import PARIS, gazetteer
from tests.trips.planning.editing.plans import ALL, edited, item, meal, plan_of, stay, verdict_of, visits
from tests.trips.planning.holding import connected, in_order, nights, nothing_twice, sums
from trips.planning.editing import AddPlace, Lock, RemoveItem, ReplaceItem, ReplaceMeal, warnings_of
from trips.planning.wishes import offers


def test_a_visit_is_taken_out_and_the_others_keep_their_hours():
    before = plan_of("Boston")
    found = edited("Boston", RemoveItem(uid=item(before, "Old North Church").uid))
    assert found.sentence == "Old North Church is no longer on Tuesday."
    assert [one.title for one in found.diff.days[0].removed] == ["Old North Church"]
    assert not found.diff.days[0].retimed
    assert found.diff.total_after < found.diff.total_before


def test_taking_out_a_must_do_warns():
    found = edited("Boston", RemoveItem(uid=item(plan_of("Boston"), "Freedom Trail").uid))
    assert found.changed
    assert any("Freedom Trail" in line for line in warnings_of(found, verdict_of("Boston")))


def test_a_place_is_added_by_name_where_it_fits():
    found = edited("Boston", AddPlace(name="Museum of Fine Arts", day=3))
    assert "Museum of Fine Arts, Boston" in visits(found.plan, 3)
    assert not found.diff.newly_failed
    sums(found.plan)
    connected(found.plan)


def test_without_a_day_the_emptiest_full_day_is_taken():
    before = plan_of("Boston")
    found = edited("Boston", AddPlace(name="Museum of Fine Arts"))
    day = next(day.number for day in found.diff.days if day.added)
    assert day in (2, 3) and len(visits(before, day)) == min(len(visits(before, 2)), len(visits(before, 3)))


def test_what_is_in_no_data_becomes_a_wish_of_the_trip():
    found = edited("Boston", AddPlace(name="Aunt Mary's flat", day=3))
    added = item(found.plan, "Aunt Mary's flat")
    assert added.unlisted and found.facts.must_do == ["the Freedom Trail", "Aunt Mary's flat"]
    assert not [one for one in found.diff.newly_failed if one.severity == "error"]


@pytest.mark.parametrize(
    ("edit", "problem"),
    [
        (
            AddPlace(day=2, name="Ueno Zoo", place_id="tokyo:ueno-zoo"),
            "is in a city that is not on this trip",
        ),
        (AddPlace(day=3, place_id="boston:freedom-trail"), "is on Tuesday already"),
        (AddPlace(day=3, place_id="boston:nothing"), "That place is not in our data."),
        (AddPlace(day=2, place_id="boston:uss-constitution"), "is on Wednesday already"),
        (AddPlace(day=3), "Say which place to add."),
    ],
)
def test_what_cannot_be_added_says_why(edit, problem):
    found = edited("Boston", edit)
    assert problem in found.problems[0] and found.diff.empty


def test_a_place_that_is_closed_that_day_is_not_added():
    found = edited("Boston", AddPlace(day=2, name="Isabella Stewart Gardner Museum"))
    assert found.problems == ["Isabella Stewart Gardner Museum is closed on Tuesday 16 February."]


def test_a_place_with_steps_is_not_added_for_a_wheelchair():
    place = next(row for row in gazetteer().places("paris", "visit") if row.step_free == "no")
    found = edited("Paris", AddPlace(place_id=place.id, day=2))
    assert found.problems == [f"{place.name} does not suit this trip: not step-free."]
    assert found.plan == plan_of("Paris")


def test_a_place_to_eat_takes_the_place_of_the_meal():
    before = plan_of("Boston")
    found = edited("Boston", AddPlace(name="Neptune Oyster", day=3, meal="dinner"))
    assert meal(found.plan, 3, "dinner").title == "Neptune Oyster"
    assert meal(before, 3, "dinner").title in found.sentence
    nothing_twice(found.plan)


def test_a_table_of_the_travellers_own_is_a_meal_in_none_of_our_data():
    found = edited("Boston", AddPlace(name="Aunt Mary's kitchen", day=3, meal="dinner"))
    dinner = meal(found.plan, 3, "dinner")
    assert (dinner.title, dinner.unlisted) == ("Aunt Mary's kitchen", True)
    assert "Aunt Mary's kitchen" in found.facts.must_do
    connected(found.plan)


def test_a_museum_is_swapped_for_something_outdoors():
    before = plan_of("Boston")
    found = edited("Boston", ReplaceItem(uid=item(before, "Museum of African").uid, like="outdoors"))
    (added,) = found.diff.days[0].added
    new = item(found.plan, added.title)
    assert gazetteer().place(new.place_id).outdoor
    assert not found.diff.newly_failed
    nothing_twice(found.plan)


def test_another_stay_is_the_door_of_every_day():
    before = plan_of("Boston")
    found = edited("Boston", ReplaceItem(uid=stay(before).uid))
    new = stay(found.plan)
    assert new.place_id != stay(before).place_id and new.nights == stay(before).nights
    assert not any(stay(before).title in one.title for one in found.plan.items())
    in_order(found.plan)
    connected(found.plan)
    nights(found.plan)
    sums(found.plan)
    assert not [one for one in found.diff.newly_failed if one.severity == "error"]


def test_a_cheaper_stay_costs_less():
    found = edited("Boston", ReplaceItem(uid=stay(plan_of("Boston")).uid, like="cheaper"))
    assert sum(cost.amount for cost in stay(found.plan).costs) < sum(
        cost.amount for cost in stay(plan_of("Boston")).costs
    )


@pytest.mark.parametrize("name", ["Boston", "Japan"])
def test_a_vegan_dinner_is_vegan(name):
    day = 3
    found = edited(name, ReplaceMeal(day=day, meal="dinner", diet="vegan"))
    dinner = meal(found.plan, day, "dinner")
    assert offers(gazetteer().place(dinner.place_id), "vegan")
    assert [one.number for one in found.diff.days] == [day]
    assert not [one for one in found.diff.newly_failed if one.severity == "error"]
    again = edited(name, ReplaceMeal(day=day, meal="dinner", diet="vegan"), plan=found.plan)
    assert again.problems and "is vegan already" in again.problems[0]


def test_lunch_somewhere_else_is_at_another_place():
    before = plan_of("Boston")
    found = edited("Boston", ReplaceMeal(day=3, meal="lunch"))
    assert meal(found.plan, 3, "lunch").place_id != meal(before, 3, "lunch").place_id
    nothing_twice(found.plan)


def test_a_locked_table_is_not_given_up():
    before = plan_of("Boston")
    locked = edited("Boston", Lock(uid=meal(before, 3, "lunch").uid)).plan
    found = edited("Boston", ReplaceMeal(day=3, meal="lunch"), plan=locked)
    assert found.problems == [f"{meal(before, 3, 'lunch').title} is locked: unlock it first."]


def test_a_meal_that_is_not_there_is_not_replaced():
    found = edited("Boston", ReplaceMeal(day=1, meal="breakfast", diet="vegan"))
    assert found.problems == ["There is no breakfast on Monday."]


def test_where_nothing_is_known_there_is_no_other_table():
    found = edited("Braga", ReplaceMeal(day=2, meal="dinner", diet="vegan"))
    assert "We know no other place for a vegan dinner" in found.problems[0]
    assert ALL["Braga"] == found.facts and PARIS is ALL["Paris"]


def test_one_of_a_kind_is_a_place_of_our_data_or_it_is_said_that_none_is_known():
    found = edited("Boston", AddPlace(day=3, like="garden"))
    (new,) = [
        one
        for one in found.plan.items()
        if one.uid not in {old.uid for old in plan_of("Boston").items()} and one.kind == "visit"
    ]
    assert new.place_id and {"garden", "park"} & set(gazetteer().place(new.place_id).tags)
    jazz = edited("Boston", AddPlace(like="jazz club"))
    assert "Wally's Cafe Jazz Club" in (jazz.sentence or jazz.problems[0])
    none = edited("Boston", AddPlace(day=3, like="bullfight"))
    assert none.plan == plan_of("Boston") and none.problems[0].startswith("We know no bullfight in Boston")
