from __future__ import annotations

from tests.trips.planning.validator import making as m


def eating_at(*slugs: str):
    """Lunch on Tuesday at these places, and no other meal but breakfast at the stay."""
    plan = m.plan()
    for part in ("green-spoon-01", "red-spoon", "free-dinner", "harbour-inn-02", "harbour-inn-03"):
        m.remove(plan, part)
    for index, slug in enumerate(slugs):
        m.insert(plan, 1, m.meal(slug, "lunch", m.TUESDAY, f"1{index + 1}:00", f"1{index + 1}:30"))
    return plan


def test_a_diet_holds_at_every_meal():
    vegan = m.facts(dietary=["vegan"])
    assert m.result(24, eating_at("green-spoon"), vegan).status == "passed"
    result = m.result(24, eating_at("green-spoon", "blue-spoon"), vegan)
    assert (result.status, result.severity) == ("failed", "error")
    assert result.message == "Blue Spoon is not known to be vegan."


def test_the_repair_is_the_nearest_place_that_suits():
    result = m.result(24, eating_at("blue-spoon"), m.facts(dietary=["vegan"]))
    assert result.repair == "Take Green Spoon instead."


def test_who_cooks_vegan_cooks_vegetarian():
    assert m.result(24, eating_at("green-spoon"), m.facts(dietary=["vegetarian"])).status == "passed"
    assert m.result(24, eating_at("red-spoon"), m.facts(dietary=["vegetarian"])).status == "failed"


def test_allergies():
    gluten = m.facts(dietary=["allergy: gluten"])
    assert m.result(24, eating_at("red-spoon"), gluten).status == "passed"
    assert m.result(24, eating_at("green-spoon"), gluten).status == "failed"
    nuts = m.facts(dietary=["allergy: nuts"])
    assert m.result(24, eating_at("red-spoon"), nuts).status == "not_checked"


def test_a_free_choice_is_one_where_something_suits_nearby():
    plan = eating_at()
    m.insert(plan, 1, m.free_meal("lunch", m.TUESDAY, "12:00", "13:00", "iron-museum"))
    assert m.result(24, plan, m.facts(dietary=["vegan"])).status == "passed"
    m.item(plan, "free-lunch").lat, m.item(plan, "free-lunch").lon = 42.20, -71.20
    assert m.result(24, plan, m.facts(dietary=["vegan"])).status == "not_checked"


def test_breakfast_at_the_stay_is_not_known():
    plan = eating_at("green-spoon")
    plan.days[1].items.insert(0, m.breakfast_at_stay(m.TUESDAY))
    result = m.result(24, plan, m.facts(dietary=["vegan"]))
    assert (result.status, result.message) == ("not_checked", "Ask Harbour Inn for a vegan breakfast.")


def test_an_unlisted_meal_is_not_checked():
    plan = eating_at("green-spoon")
    meal = m.item(plan, "green-spoon")
    meal.place_id, meal.unlisted = None, True
    result = m.result(24, plan, m.facts(dietary=["vegan"]))
    assert (result.status, result.message) == (
        "not_checked",
        f"Ask about a vegan {meal.meal} at {meal.title}.",
    )


def test_a_free_meal_is_asked_about_by_its_day(monkeypatch):
    plan = eating_at("green-spoon")
    meal = m.item(plan, "green-spoon")
    meal.place_id, meal.style, meal.title = None, "free", "Lunch"
    monkeypatch.setattr("trips.planning.validator.diets._NEAR_KM", -1.0)
    result = m.result(24, plan, m.facts(dietary=["vegan"]))
    assert f"Ask about a vegan {meal.meal} on Tuesday 2 March." in result.message


def test_each_cuisine_at_least_once():
    for cuisine, status in (
        ("italian", "passed"),
        ("Lobster rolls", "passed"),
        ("Ethiopian", "failed"),
        ("local", "passed"),
    ):
        result = m.result(24, eating_at("green-spoon", "blue-spoon"), m.facts(cuisines=[cuisine]))
        assert result.status == status, cuisine
    assert result.severity == "error"
    result = m.result(24, eating_at("green-spoon"), m.facts(cuisines=["Ethiopian"]))
    assert (result.severity, result.message) == ("warning", "No meal is Ethiopian.")


def test_a_free_meal_leaves_the_cuisine_open():
    assert m.result(24, m.plan(), m.facts(cuisines=["Ethiopian"])).status == "not_checked"


def test_nothing_asked():
    result = m.result(24, m.plan())
    assert (result.status, result.message) == ("passed", "You named no diet, allergy or cuisine.")


def test_diets_that_rows_do_not_state_are_not_checked():
    for diet, place, status in (
        ("nut allergy", "green-spoon", "not_checked"),
        ("allergic to gluten", "red-spoon", "passed"),
        ("low sodium", "green-spoon", "not_checked"),
        ("pescatarian", "blue-spoon", "passed"),
        ("pescatarian", "red-spoon", "not_checked"),
        ("lactose free", "green-spoon", "passed"),
        ("celiac", "green-spoon", "failed"),
        ("plant-based", "red-spoon", "failed"),
    ):
        assert m.result(24, eating_at(place), m.facts(dietary=[diet])).status == status, diet
