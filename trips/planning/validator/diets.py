"""F. Wishes, food: diets and allergies at every meal, each cuisine asked at least once."""

from __future__ import annotations

import re

from trips.catalogue.matching import is_among, means
from trips.planning.validator.context import Context
from trips.planning.validator.position import distance_between
from trips.planning.validator.registry import check
from trips.planning.validator.report import Report
from trips.schemas import Meal, Place
from trips.wording import listed

#: Diets that every food row states: where one of them is missing, the place does not suit.
_STATED = frozenset({"vegan", "vegetarian", "halal", "kosher", "gluten_free"})
#: What else satisfies a diet: who can eat vegan well can eat vegetarian and without milk.
_SATISFIED_BY = {
    "vegetarian": {"vegetarian", "vegan"},
    "pescatarian": {"pescatarian", "vegetarian", "vegan"},
    "lactose_free": {"lactose_free", "dairy_free", "vegan"},
    "dairy_free": {"dairy_free", "lactose_free", "vegan"},
    "coeliac": {"gluten_free"},
    "celiac": {"gluten_free"},
    "plant_based": {"vegan"},
    "no_pork": {"no_pork", "halal", "kosher", "vegetarian", "vegan"},
}
#: Cuisines that satisfy a diet by themselves.
_CUISINES_THAT_SUIT = {"pescatarian": ("seafood", "sushi", "fish")}
_ALLERGY = re.compile(r"\ballerg\w*\b")
#: Allergies that a diet of the rows answers.
_ALLERGY_ANSWERED_BY = {"gluten": {"gluten_free"}, "wheat": {"gluten_free"}}
#: A free choice is a real one when a place that suits is this near, km.
_NEAR_KM = 2.0
#: "Local food" is what a city's places serve; there is no row to hold it against.
_ANY_CUISINE = {"local", "regional", "traditional", "any", "all"}


@check(
    id=24,
    title="Diets, allergies, cuisines",
    severity="error",
    sentence="Diets and allergies hold at every meal; each cuisine asked is served at least once.",
    data="diets and cuisines of food places",
)
def diets_and_cuisines(context: Context, report: Report) -> None:
    facts = context.facts
    diets = [diet for diet in facts.dietary if diet.strip()]
    for diet in diets:
        answers = _answers(diet)
        for meal in context.meals:
            _suits(context, report, meal, diet, answers)
    for cuisine in facts.cuisines:
        _served(context, report, cuisine)
    if not diets and not facts.cuisines:
        report.note("No diet, allergy or cuisine was named.")
    else:
        report.note(f"Suits: {listed([*diets, *facts.cuisines])}.")


def _answers(diet: str) -> set[str]:
    """The diets of a row that satisfy what the traveller named; empty: our rows do not say."""
    name = diet.casefold().replace("-", " ").replace("_", " ").strip()
    if _ALLERGY.search(name):
        allergens = _ALLERGY.sub(" ", name).replace(":", " ").split()
        return set().union(*(_ALLERGY_ANSWERED_BY.get(word, set()) for word in allergens))
    name = name.replace(" ", "_")
    return _SATISFIED_BY.get(name, {name})


def suits(row: Place, diet: str) -> bool | None:
    """Whether a food place has what the traveller eats; None where its row does not say."""
    answers = _answers(diet)
    if answers and (answers & set(row.diet) or _suits_by_cuisine(row, diet)):
        return True
    return None if not answers & _STATED or answers - _STATED else False


def serves(row: Place, cuisine: str) -> bool:
    said = [f"{row.cuisine} food", row.name, *row.dishes, *row.tags]
    return means(cuisine, said) or is_among(cuisine, said)


def _suits(context: Context, report: Report, meal: Meal, diet: str, answers: set[str]) -> None:
    named = diet.replace("_", " ").replace("{}", "")
    if not answers:
        report.unknown_of(meal, f"Our data does not say what suits {named!r}: {{}}.")
        return
    row = context.row(meal)
    if meal.style == "free":
        row = next(iter(_suitable_near(context, meal, answers)), None)
    elif meal.style == "at_stay":
        stay = row or ((at := context.stay_at(meal)) and context.row(at)) or None
        row = stay if stay and answers & set(stay.diet) else None
    suitable = suits(row, diet) if row else None
    if row or meal.style == "place":
        report.rests_on(row.grade if row else "unlisted")
    if suitable is None:
        report.unknown_of(meal, f"Whether it suits ({named}) is not known: {{}}.")
    elif row and not suitable:
        other = _suitable_near(context, meal, answers)
        report.fail(
            f"{row.name} is not known to be {named}.",
            [meal.uid],
            repair=f"Take {other[0].name} instead." if other else f"Drop {row.name}.",
        )


def _suits_by_cuisine(row: Place, diet: str) -> bool:
    suiting = _CUISINES_THAT_SUIT.get(diet.casefold().strip(), ())
    return is_among(row.cuisine, suiting) if suiting and row.cuisine else False


def _suitable_near(context: Context, meal: Meal, answers: set[str]) -> list[Place]:
    """Food places of the city that suit and serve this meal, the nearest first; for a free choice
    only those near it."""
    city = context.gazetteer.city(context.city_id_of(meal))
    if city is None or not city.curated:
        return []
    here = context.position_of_item(meal)
    used = {other.place_id for other in context.meals}
    found = []
    for row in context.gazetteer.places(city.curated, "food"):
        if not answers & set(row.diet) or (row.meals and meal.meal not in row.meals):
            continue
        distance = distance_between(here, context.position_of_place(row))
        if meal.style == "free" and (distance is None or distance > _NEAR_KM):
            continue
        if meal.style == "free" or row.id not in used:
            found.append((distance if distance is not None else 0.0, row.id, row))
    return [row for *_, row in sorted(found, key=lambda entry: entry[:2])]


def _served(context: Context, report: Report, cuisine: str) -> None:
    if not cuisine.strip() or set(cuisine.casefold().split()) & _ANY_CUISINE:
        return
    unsure = []
    for meal in context.meals:
        row = context.row(meal)
        said = [f"{meal.cuisine} food" if meal.cuisine else "", meal.title]
        own = means(cuisine, filter(None, said)) or is_among(cuisine, filter(None, said))
        if own or (row and serves(row, cuisine)):
            report.rests_on(row.grade if row else meal.grade)
            return
        if row is None and (meal.unlisted or meal.style == "free"):
            unsure.append(meal.uid)
    if unsure:
        report.unknown(f"Whether {cuisine} food is had at one of the free meals is open.", unsure)
    else:
        report.fail(
            f"No meal is {cuisine}.",
            severity="warning",
            repair=f"Choose a place with {cuisine} food for one meal.",
        )
