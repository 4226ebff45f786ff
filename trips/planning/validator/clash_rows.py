"""F. Which rows of a city can answer the wishes at all: stays, food, and what must be seen."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from trips.catalogue.diets import suits
from trips.catalogue.matching import means
from trips.catalogue.opening_hours import open_spans
from trips.planning.validator import needs
from trips.planning.validator.context import Context
from trips.planning.validator.diets import serves
from trips.planning.validator.house_rules import kinds_asked
from trips.planning.validator.sums import in_currency
from trips.schemas import Place
from trips.wording import listed, money_in_words

if TYPE_CHECKING:
    from trips.catalogue.gazetteer import City

#: More wishes about one thing are not tried in every combination.
MOST_WISHES = 9


@dataclass(frozen=True)
class Wish:
    """`holds`: can this row answer it? Where the row does not say, it can."""

    name: str
    drop: str
    holds: Callable[[Place], bool]


@dataclass(frozen=True)
class Clash:
    """The smallest set of wishes that no plan can keep, why, and what would help: one of the offers."""

    wishes: tuple[str, ...]
    why: str
    offers: tuple[str, ...]


def smallest(wishes: Sequence[Wish], rows: Sequence[Place]) -> tuple[Wish, ...] | None:
    """The fewest wishes that no row answers together; None when one row answers all."""
    wishes = wishes[:MOST_WISHES]
    if not rows or any(all(wish.holds(row) for wish in wishes) for row in rows):
        return None
    for size in range(1, len(wishes) + 1):
        for some in combinations(wishes, size):
            if not any(all(wish.holds(row) for wish in some) for row in rows):
                return some
    return None


def clashes_of_rows(context: Context) -> Iterator[Clash]:
    for city in cities_with_rows(context):
        stays = context.gazetteer.places(city.curated, "stay")
        if any(context.city_id_of(stay) == city.id for stay in context.stays):
            yield from _none(smallest(stay_wishes(context), stays), f"No stay of our data in {city.name}")
        food = context.gazetteer.places(city.curated, "food")
        eaters = food_wishes(context)
        yield from _none(smallest(eaters, food), f"No place to eat of our data in {city.name}")
    yield from _cuisines(context)
    for must, row in musts(context):
        yield from _must(context, must, row)


def cities_with_rows(context: Context) -> list[City]:
    """Cities of the plan with rows enough; the origin only where no day is anywhere else."""
    home = context.origin.id if context.origin else None
    cities = {city.id: city for city in context.day_cities if city}
    away = [city for city in cities.values() if city.id != home] or list(cities.values())
    return [city for city in away if context.has_rows_of(city)]


def _none(found: tuple[Wish, ...] | None, nothing: str) -> Iterator[Clash]:
    if found:
        names = tuple(wish.name for wish in found)
        yield Clash(names, f"{nothing} is all of this: {listed(names)}.", tuple(wish.drop for wish in found))


# --- Wishes about a stay, about food -------------------------------------------------------------


def stay_wishes(context: Context) -> list[Wish]:
    facts, plan = context.facts, context.plan
    found = []
    kinds = kinds_asked(facts.stay.kind or "")
    if kinds:
        name = f"the stay is a {facts.stay.kind}"
        found.append(
            Wish(
                name, f"drop “{facts.stay.kind}”", lambda row: any(row.stay_type in group for group in kinds)
            )
        )
    most = facts.stay.max_price
    if most is not None:
        price = money_in_words(most, plan.currency)

        def cheap(row: Place) -> bool:
            if row.price is None:
                return True
            asked = row.price.adult if row.price.low is None else row.price.low
            value = in_currency(context, asked, row.price.currency, plan.currency)
            return value is None or value <= most

        found.append(Wish(f"at most {price} a night", "raise the price a night", cheap))
    return [*found, *_for_everybody(context), *_pets(context)]


def food_wishes(context: Context) -> list[Wish]:
    diets = [diet for diet in context.facts.dietary if diet.strip()]
    wanted = [
        Wish(diet.replace("_", " "), f"drop {diet.replace('_', ' ')}", _suiting(diet)) for diet in diets
    ]
    return [*wanted, *_for_everybody(context)] if wanted else []


def _suiting(diet: str) -> Callable[[Place], bool]:
    return lambda row: suits(row, diet) is not False


def _for_everybody(context: Context) -> list[Wish]:
    """What every place must give: no steps, welcome to children."""
    wishes = [
        Wish(need.replace("_", " "), f"drop {need.replace('_', ' ')}", lambda row: row.step_free != "no")
        for need in context.facts.access
        if needs.everywhere(need)
    ]
    if context.plan.ages or context.facts.party.children:
        wishes.append(Wish("with children", "go without the children", lambda row: row.children != "no"))
    return wishes


def _pets(context: Context) -> list[Wish]:
    return [
        Wish(
            f"with a {needs.plain(need)}", "leave it at home", lambda row: needs.takes_pets(row) is not False
        )
        for need in context.facts.access
        if needs.with_pets(need)
    ]


def _cuisines(context: Context) -> Iterator[Clash]:
    """A cuisine that some place serves, and none that suits the travellers."""
    rows = [
        row for city in cities_with_rows(context) for row in context.gazetteer.places(city.curated, "food")
    ]
    for cuisine in context.facts.cuisines:
        serving = [row for row in rows if cuisine.strip() and serves(row, cuisine)]
        found = smallest(food_wishes(context), serving)
        if found:
            names = (f"{cuisine} food", *(wish.name for wish in found))
            yield Clash(
                names,
                f"No place of our data with {cuisine} food suits: {listed(names[1:])}.",
                (f"drop {cuisine} food", *(wish.drop for wish in found)),
            )


# --- What must be seen ---------------------------------------------------------------------------


def musts(context: Context) -> list[tuple[str, Place]]:
    """What must be seen by name, where our data has it as a sight; the nearest name of the plan's cities."""
    found = []
    for must in context.facts.must_do:
        for city in cities_with_rows(context):
            rows = context.gazetteer.places(city.curated, "visit")
            named = [row for row in rows if must.strip() and means(must, [row.name, *row.aliases])]
            if len(named) == 1:  # several: any of them will do
                found.append((must, named[0]))
                break
    return found


def _must(context: Context, must: str, row: Place) -> Iterator[Clash]:
    facts = context.facts
    drop = f"drop {row.name}"
    for need in facts.access:
        asks = needs.everywhere(need) or needs.at_sights(need)
        if asks and row.step_free == "no":
            name = need.replace("_", " ")
            yield Clash((must, name), f"{row.name} is not step-free.", (drop, f"drop {name}"))
    if row.children == "no" and (context.plan.ages or facts.party.children):
        yield Clash((must, "with children"), f"{row.name} is not for children.", (drop, "go there in turns"))
    dates = [day.date for day in context.plan.days]
    if dates and not any(_opens(context, row, date) for date in dates):
        opens = next((one for one in _around(dates) if _opens(context, row, one)), None)
        later = (f"go on {opens:%-d %B %Y} too",) if opens else ("go on other dates",)
        why = f"{row.name} is closed on all days from {dates[0]:%-d %B} to {dates[-1]:%-d %B %Y}."
        yield Clash((must, "the dates"), why, (drop, *later))


def _opens(context: Context, row: Place, date: dt.date) -> bool:
    spans = open_spans(row, date, context.gazetteer)
    return spans is None or bool(spans)


def _around(dates: Sequence[dt.date]) -> Iterator[dt.date]:
    """Dates after and before the trip, the nearest first, a fortnight."""
    for days in range(1, 15):
        for end, step in ((max(dates), days), (min(dates), -days)):
            yield end + dt.timedelta(days=step)
