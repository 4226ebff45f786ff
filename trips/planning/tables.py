"""Where to eat: which row serves which meal when, near what, for whom.

When meals are had is in `mealtimes`.
"""

from __future__ import annotations

import datetime as dt
import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from trips.catalogue.gazetteer import distance_km
from trips.catalogue.matching import is_among
from trips.planning.mealtimes import meal_hours
from trips.planning.packing import Window, first_start
from trips.planning.picking import LEVELS, Pool, windows_on
from trips.planning.request import Request
from trips.planning.route import Coordinates
from trips.planning.wishes import diets, interest_tags, offers
from trips.schemas import Level, MealName, Place, Point

SPENT_ON_MEALS: dict[MealName, int] = {"breakfast": 40, "lunch": 60, "dinner": 75}
LONGEST_LUNCH = 75
#: A place that takes longer in the morning is for another meal.
LONGEST_BREAKFAST = 60
#: Where the day is, a table lies at most this far, km; for a diet it may be a ride away.
TABLE_KM = 2.5
DIET_TABLE_KM = 7.0
#: Breakfast is had around the corner.
BREAKFAST_KM = 1.3
#: Where nothing is that near, a table within so many times that; nobody rides across town for breakfast.
FARTHER: dict[MealName, float] = {"breakfast": 1.4, "lunch": 2.4, "dinner": 2.0}
#: With children an adult's meal of so many US dollars is a wish too dear.
DOLLARS_A_WISH = 90.0
#: With a child younger than this fine kitchens are left to others.
SMALL_CHILD = 10
DIET_BREAKFAST_KM = 4.0
#: Who has these finds enough beside a hotel's bread, eggs and fruit.
MORNING_DIETS = {"vegetarian", "vegan", "pescatarian", "no_pork", "halal", "dairy_free", "lactose_free"}
#: How much worse a table is a kilometre farther away.
PER_KM = 0.45
#: How much worse a table is of which nobody knows whether one gets in without steps.
NOT_KNOWN = 1.2


def meal_minutes(place: Place | None, meal: MealName) -> int:
    """How long a meal takes: the row's typical time (breakfast and lunch no longer than LONGEST_BREAKFAST
    and LONGEST_LUNCH, where the row allows it), else the usual one."""
    if place is None or place.visit is None:
        return SPENT_ON_MEALS[meal]
    longest = place.visit.longest
    if meal != "dinner":
        most = LONGEST_LUNCH if meal == "lunch" else LONGEST_BREAKFAST
        longest = max(most, place.visit.shortest)
    return 5 * math.ceil(min(place.visit.typical, longest) / 5)


def serves(place: Place, meal: MealName, date: dt.date, between: Window, request: Request) -> bool:
    """Whether one can sit down for this meal on a date with a start within `between` (minutes)."""
    if meal not in place.meals:
        return False
    if meal == "breakfast" and meal_minutes(place, meal) > LONGEST_BREAKFAST:
        return False
    windows = windows_on(place, date, request)
    start = first_start(windows, between[0], meal_minutes(place, meal), place.hours.last_entry_min)
    return start is not None and start <= between[1]


def can_serve(place: Place, meal: MealName, date: dt.date, request: Request) -> bool:
    """Whether a place serves this meal on the date at all."""
    city = request.gazetteer.city_of(place)
    hours = meal_hours(meal, city.country if city else "", request)
    return serves(place, meal, date, (hours.earliest, hours.latest), request)


def pick_table(
    pool: Pool,
    meal: MealName,
    date: dt.date,
    near: Sequence[Coordinates],
    *,
    level: Level,
    taken: Collection[str],
    between: Window,
    cuisine: str = "",
) -> Place | None:
    """A place for a meal near one of some points that is open then, not taken yet, within a band of the
    level; where nothing is near, one farther away or plainer. With a cuisine named, anywhere in the city."""
    reach = _reach(meal, pool.request)
    for most, plainer in ((reach, False), (FARTHER[meal] * reach, True)):
        wanted = _Wanted(pool, meal, date, near, level, taken, between, cuisine)
        if found := wanted.best(most, plainer=plainer):
            return found
    return None


@dataclass(frozen=True)
class _Wanted:
    """A meal that a table is looked for."""

    pool: Pool
    meal: MealName
    date: dt.date
    near: Sequence[Coordinates]
    level: Level
    taken: Collection[str]
    between: Window
    cuisine: str

    def best(self, most: float, *, plainer: bool) -> Place | None:
        """Within so many kilometres; `plainer`: also two bands below the level."""
        best: tuple[float, str] | None = None
        found: Place | None = None
        for place in self.pool.tables:
            if place.id in self.taken or self.meal not in place.meals:
                continue
            if self.cuisine and not has_cuisine(place, self.cuisine):
                continue
            away = min((distance_km(*here, place.lat, place.lon) for here in self.near), default=0.0)
            if away > most and not self.cuisine:
                continue
            fit = table_fit(place, self.pool, self.level, plainer=plainer)
            score = None if fit is None else fit - PER_KM * away
            if score is None or (best is not None and (score, place.id) <= best):
                continue
            if serves(place, self.meal, self.date, self.between, self.pool.request):
                best, found = (score, place.id), place
        return found


def table_for(
    pool: Pool,
    meal: MealName,
    date: dt.date,
    stops: Sequence[Place],
    base: Point,
    level: Level,
    taken: Collection[str],
) -> Place | None:
    """A place for a meal of a day with these stops: breakfast by the base or the first stop, lunch by a stop
    or else by the base, dinner by the base or one of the last stops."""
    points = [(stop.lat, stop.lon) for stop in stops]
    home = [(base.lat, base.lon)] if base.lat is not None and base.lon is not None else []
    hours = meal_hours(meal, pool.city.country, pool.request)
    between = (hours.earliest, hours.latest)
    if meal == "breakfast":
        between = (pool.request.limits.earliest.hour * 60, hours.latest)
    where = {"breakfast": (home, points[:1]), "lunch": (points, home), "dinner": ([*points[-2:], *home],)}
    for near in filter(None, where[meal]) if home or points else ((),):
        if found := pick_table(pool, meal, date, near, level=level, taken=taken, between=between):
            return found
    return None


def asked_cuisine(
    pool: Pool, meal: MealName, date: dt.date, level: Level, taken: Collection[str]
) -> Place | None:
    """Anywhere in the city a place of a cuisine that was asked for and not had yet, for lunch or dinner."""
    hours = meal_hours(meal, pool.city.country, pool.request)
    had = [row for place_id in taken if (row := pool.request.gazetteer.place(place_id))]
    for cuisine in pool.request.facts.cuisines if meal != "breakfast" else ():
        if not any(has_cuisine(row, cuisine) for row in had):
            between = (hours.earliest, hours.latest)
            found = pick_table(
                pool, meal, date, (), level=level, taken=taken, between=between, cuisine=cuisine
            )
            if found:
                return found
    return None


def has_cuisine(place: Place, cuisine: str) -> bool:
    return is_among(cuisine, [place.cuisine, *place.dishes])


def breakfast_of(stay: Place | None, request: Request) -> str:
    """How to have breakfast: "at_stay" where the row offers it and the diet allows, else "free"."""
    offered = stay is not None and (
        stay.breakfast_included
        or any(word in amenity for amenity in stay.amenities for word in ("breakfast", "restaurant", "cafe"))
    )
    return "at_stay" if offered and _suits_the_morning(stay, request) else "free"


def without_table(meal: MealName, stay: Place | None, request: Request) -> str:
    """How to have a meal that no listed place serves: breakfast in a hotel of the middle or upper band, which
    serves it though its row says nothing."""
    hotel = stay is not None and stay.stay_type in ("hotel", "ryokan", "riad") and stay.band != "low"
    return "at_stay" if meal == "breakfast" and hotel and _suits_the_morning(stay, request) else "free"


def _suits_the_morning(stay: Place, request: Request) -> bool:
    return all(offers(stay, need) for need in diets(request) - MORNING_DIETS)


def _reach(meal: MealName, request: Request) -> float:
    diet = bool(diets(request))
    if meal == "breakfast":
        return DIET_BREAKFAST_KM if diet else BREAKFAST_KM
    return DIET_TABLE_KM if diet else TABLE_KM


def table_fit(place: Place, pool: Pool, level: Level, *, plainer: bool) -> float | None:
    """How well a table fits, wherever it is; None = not in this level."""
    request = pool.request
    wished = "mid" if level == "high" and min(request.ages, default=99) < SMALL_CHILD else level
    above = LEVELS.index(place.band or "mid") - LEVELS.index(wished)
    steps = abs(above)
    if above > 1 or (above < -1 and not plainer):
        return None
    score = 0.6 * pool.ranks[place.id] - 0.8 * steps
    score += 0.3 * bool(set(place.tags) & interest_tags(tuple(request.facts.interests)))
    score -= NOT_KNOWN * (request.step_free and place.step_free is None)
    if request.ages:
        score += _with_children(place, pool)
    return score - 0.8 * _meatless(place, request)


def _meatless(place: Place, request: Request) -> bool:
    """A vegan or vegetarian kitchen is a find for some; others rarely look for one."""
    return not diets(request) and "veg" in place.cuisine.casefold()


def to_taste(place: Place, old: Place, request: Request) -> bool:
    """Whether a table can stand for another one: where that has what they love to eat, so does this."""
    loved = [one for one in (*request.facts.cuisines, *request.facts.interests) if has_cuisine(old, one)]
    return not _meatless(place, request) and (not loved or any(has_cuisine(place, one) for one in loved))


def _with_children(place: Place, pool: Pool) -> float:
    """Kitchens that suit children, and not the dearest ones."""
    suits = {"good": 0.4, "no": -2.0}.get(place.children or "", -0.2)
    return suits - min(1.5, pool.dollars(place.price) / DOLLARS_A_WISH)
