"""F. Wishes, food: diets and allergies at every meal, each cuisine asked at least once."""

from __future__ import annotations

from trips.catalogue.diets import answered_by, in_words, need_of, suits
from trips.catalogue.matching import is_among, means
from trips.planning.validator.context import Context
from trips.planning.validator.position import straight_km
from trips.planning.validator.registry import check
from trips.planning.validator.report import Report
from trips.schemas import Meal, Place
from trips.wording import day_in_words, listed, with_article

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
        for meal in context.meals:
            _suits(context, report, meal, diet)
    for cuisine in facts.cuisines:
        _served(context, report, cuisine)
    if not diets and not facts.cuisines:
        report.note("You named no diet, allergy or cuisine.")
    else:
        report.note(f"Suits: {listed([*diets, *facts.cuisines])}.")


def serves(row: Place, cuisine: str) -> bool:
    said = [f"{row.cuisine} food", row.name, *row.dishes, *row.tags]
    return means(cuisine, said) or is_among(cuisine, said)


def _suits(context: Context, report: Report, meal: Meal, diet: str) -> None:
    suiting, named = answered_by(diet), diet.replace("_", " ").replace("{}", "")
    if not suiting:
        report.unknown_of(meal, f"Our data does not say what suits {named!r}: {{}}.")
        return
    house = row = context.row(meal)
    if meal.style == "free":
        row = next(iter(_suitable_near(context, meal, suiting)), None)
    elif meal.style == "at_stay":
        house = row or ((at := context.stay_at(meal)) and context.row(at)) or None
        row = house if house and suiting & set(house.diet) else None
    suitable = suits(row, diet) if row else None
    if row or meal.style == "place":
        report.rests_on(row.grade if row else "unlisted")
    if suitable is None:
        wanted = f"{with_article(in_words(need_of(diet)) or 'suitable')} {meal.meal}"
        if house:
            report.unknown(f"Ask {house.name} for {wanted}.", [meal.uid])
        elif meal.style == "place":
            report.unknown_of(meal, f"Ask about {wanted} at {{}}.")
        else:
            report.unknown(f"Ask about {wanted} on {day_in_words(meal.start.date())}.", [meal.uid])
    elif row and not suitable:
        other = _suitable_near(context, meal, suiting)
        report.fail(
            f"{row.name} is not known to be {named}.",
            [meal.uid],
            repair=f"Take {other[0].name} instead." if other else f"Drop {row.name}.",
        )


def _suitable_near(context: Context, meal: Meal, suiting: frozenset[str]) -> list[Place]:
    """Food places of the city that suit and serve this meal, the nearest first; for a free choice
    only those near it."""
    city = context.gazetteer.city(context.city_id_of(meal))
    if city is None or not city.curated:
        return []
    here = context.position_of_item(meal)
    used = {other.place_id for other in context.meals}
    found = []
    for row in context.gazetteer.places(city.curated, "food"):
        if not suiting & set(row.diet) or (row.meals and meal.meal not in row.meals):
            continue
        distance = straight_km(here, context.position_of_place(row))
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
