"""Which rows to take: sights and stays. Ranking by wishes, season, price and distance.

What nearly every first visitor is shown comes first, unless a wish or a ban says otherwise: rows have no
ratings. Of rows that are equally well known an earlier one counts a little more.
"""

from __future__ import annotations

import datetime as dt
import math
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property

from trips.catalogue.gazetteer import City, Gazetteer, distance_km
from trips.catalogue.matching import is_among, means
from trips.catalogue.opening_hours import is_known, merged, open_spans
from trips.facts.interests import said_of
from trips.planning.costing import converted
from trips.planning.packing import Window
from trips.planning.request import Request
from trips.planning.route import Coordinates
from trips.planning.wishes import answers_to, interest_tags, names_of, unsuitable
from trips.schemas import PLANNED_KINDS, Level, Place, Price, StayWish

LEVELS: tuple[Level, ...] = ("low", "mid", "high")
#: Below this mean of the month sights indoors are preferred; above, heat is named. Rain in a month's mean is
#: named too, and keeps nobody out of gardens: no day is as wet as a month.
COLD_C, WET_MM, HOT_C = 5.0, 120.0, 28.0
#: How much being well known counts, beside wishes (about 1 each); its share beside a row's place in the list.
WELL_KNOWN, KNOWN_SHARE = 3.6, 0.8
#: How much less zoos, parks of rides and museums to touch count for who brings no child and asks for none.
FOR_CHILDREN = 0.6
#: How much the theme of an option counts that nobody asked for.
OWN_THEME = 0.5
#: How much it counts beside a kind of ours that a row has what they named: tiles, not architecture.
BY_ITS_WORD = 2.5
#: How many US dollars of entrance one wish is worth, by level.
DOLLARS_A_WISH: dict[Level, float] = {"low": 25.0, "mid": 70.0, "high": 400.0}
EVENING_FROM = 17 * 60
#: When one is on a day trip, and in a bar whose hours nobody tells, in minutes of the day.
BY_DAY, BY_NIGHT = (8 * 60, 17 * 60), (EVENING_FROM, 24 * 60)
#: What makes a theatre worth seeing by day.
SEEN_BY_DAY = frozenset({"architecture", "history"})
#: Opening windows of a gazetteer's rows kept at most: some hundred places on a month of dates.
WINDOWS_KEPT = 20_000


@dataclass(frozen=True)
class Pool:
    """The rows of one city that suit the party, and the season there."""

    request: Request
    city: City

    @cached_property
    def rows(self) -> list[Place]:
        return self.request.gazetteer.places(self.city.curated) if self.city.curated else []

    def _suitable(self, kind: str) -> list[Place]:
        return [place for place in self.rows if place.kind == kind and not unsuitable(place, self.request)]

    @cached_property
    def visits(self) -> list[Place]:
        return self._suitable("visit")

    @cached_property
    def tables(self) -> list[Place]:
        return self._suitable("food")

    @cached_property
    def stays(self) -> list[Place]:
        """With "partly" step-free ones only where nothing better is there for a party that walks little."""
        return self._suitable("stay")

    @cached_property
    def indoors_season(self) -> bool:
        """Cold in the month of the trip."""
        climate = self.request.gazetteer.climate(self.city.id, self.request.start.month)
        return bool(climate and climate.mean_c < COLD_C)

    @cached_property
    def ranks(self) -> dict[str, float]:
        """Place id → from 1 for the best known of its kind to 0; rows of which nobody says how well they are
        known by their order."""
        found: dict[str, float] = {}
        for kind in PLANNED_KINDS:
            rows = [place for place in self.rows if place.kind == kind]
            for index, place in enumerate(rows):
                order = 1 - index / len(rows)
                known = place.importance
                found[place.id] = (
                    order if known is None else KNOWN_SHARE * known / 5 + (1 - KNOWN_SHARE) * order
                )
        return found

    def dollars(self, price: Price) -> float:
        """An adult's."""
        request = self.request
        return float(converted(price.adult, price.currency, "USD", request.gazetteer, request.today))


def ranked_visits(
    pool: Pool, focus: Iterable[str], *, level: Level, indoors: bool | None = None
) -> list[tuple[float, Place]]:
    """Sights by how well they fit, the best first."""
    request = pool.request
    wanted = interest_tags(tuple(request.facts.interests))
    asked, others = (
        interest_tags(tuple(one for one in focus if (one in request.facts.interests) is said))
        for said in (True, False)
    )
    indoors = pool.indoors_season if indoors is None else indoors
    scored = [(_fit(place, pool, wanted, asked, others, level, indoors), place) for place in pool.visits]
    return sorted(scored, key=lambda pair: (-pair[0], pair[1].id))


def _fit(
    place: Place,
    pool: Pool,
    wanted: Collection[str],
    focus: Collection[str],
    theme: Collection[str],
    level: Level,
    indoors: bool,
) -> float:
    tags = set(place.tags)
    score = WELL_KNOWN * pool.ranks[place.id]
    score += min(1.4, 0.9 * bool(tags & set(wanted)) + 0.25 * len(tags & set(wanted)))
    score += 1.1 * bool(tags & set(focus)) + OWN_THEME * bool(tags & set(theme))
    score += BY_ITS_WORD * bool(answers_to(place, said_of(pool.request.facts)))
    score -= min(1.5, dearness(place, pool, level))
    if indoors:
        score += -0.8 if place.outdoor else 0.2 * ("rainy_day" in tags)
    if pool.request.ages:
        score += {"good": 0.6, "ok": 0.0}.get(place.children or "", -0.8)
        score -= 2.0 * bool(tags & {"nightlife"})
    elif "family" in tags and not tags & set(wanted):
        score -= FOR_CHILDREN
    if pool.request.walks_little and place.step_free == "partly":
        score -= 0.6
    if is_evening(place) and not tags & {*wanted, *focus, *theme}:
        score -= 1.0
    return score


def dearness(place: Place, pool: Pool, level: Level) -> float:
    """An adult's price, in wishes."""
    together = max(1, min(place.price.shared_by, pool.request.people))
    return pool.dollars(place.price) / together / DOLLARS_A_WISH[level]


def is_evening(place: Place) -> bool:
    """Opens at five or later on every day it opens; where nobody tells the hours, by its tags."""
    tags = set(place.tags)
    if not is_known(place.hours):
        for_evening = "nightlife" in tags or ("evening" in tags and not tags & SEEN_BY_DAY)
        return place.kind == "visit" and for_evening
    spans = [span for day in place.hours.week.values() for span in day]
    return bool(spans) and all(start.hour * 60 + start.minute >= EVENING_FROM for start, _ in spans)


# --- Hours ---------------------------------------------------------------------------------------


def windows_on(place: Place, date: dt.date, request: Request) -> tuple[Window, ...] | None:
    """Opening spans of a date in minutes since its midnight, the rest of the night before included;
    None = unknown, () = closed. One plan asks for the same ones many times over: those of the gazetteer's
    own rows are kept there."""
    gazetteer = request.gazetteer
    if gazetteer.place(place.id) is not place:
        return _windows(place, date, gazetteer)
    kept, key = gazetteer.windows, (place.id, date)
    try:
        return kept[key]
    except KeyError:
        if len(kept) >= WINDOWS_KEPT:
            kept.clear()
        found = kept[key] = _windows(place, date, gazetteer)
        return found


def _windows(place: Place, date: dt.date, gazetteer: Gazetteer) -> tuple[Window, ...] | None:
    spans = open_spans(place, date, gazetteer)
    if spans is None:
        return (BY_DAY,) if place.kind == "day_trip" else (BY_NIGHT,) if is_evening(place) else None
    before = open_spans(place, date - dt.timedelta(days=1), gazetteer) or []
    midnight, minute = dt.datetime.combine(date, dt.time()), dt.timedelta(minutes=1)
    found = (
        ((start - midnight) // minute, (end - midnight) // minute) for start, end in merged([*before, *spans])
    )
    return tuple((max(0, opens), closes) for opens, closes in found if closes > 0)


# --- Stays -----------------------------------------------------------------------------------------


def rooms_needed(place: Place | None, request: Request) -> int:
    """As many as asked, at least enough for everybody (two to a room where the row says nothing)."""
    enough = math.ceil(request.people / ((place.occupancy if place else None) or 2))
    return max(request.facts.rooms or 0, enough)


def pick_stay(
    pool: Pool,
    band: Level,
    nights: int,
    *,
    near: Coordinates | None = None,
    used: Collection[str] = (),
    most: Decimal | None = None,
) -> Place | None:
    """A stay of the band, else of the nearest band. `most` = a night's ceiling for all rooms in the
    trip's currency. A stay the traveller named wins."""
    request = pool.request
    wish = request.facts.stay
    fitting = [place for place in pool.stays if place.min_nights <= max(1, nights)]
    if wish.name:
        named = [place for place in fitting if means(wish.name, names_of(place))]
        if named:
            return named[0]
    fitting = [place for place in fitting if _within(place, request, wish, most)] or fitting
    fitting = [place for place in fitting if _as_wished(place, wish)] or fitting
    if not fitting:
        return None
    rooms = request.facts.rooms
    fitting = [one for one in fitting if rooms and (one.occupancy or 2) * rooms >= request.people] or fitting

    def burden(place: Place) -> tuple[float, float, str]:
        steps = abs(LEVELS.index(place.band or "mid") - LEVELS.index(band))
        cost = pool.dollars(place.price) * rooms_needed(place, request)
        away = distance_km(*near, place.lat, place.lon) if near else 0.0
        weight = {"low": 0.012, "mid": 0.004, "high": 0.0006}[band]
        again = 1.5 * (place.id in used)
        return steps, cost * weight + 0.35 * away - 0.6 * pool.ranks[place.id] + again, place.id

    return min(fitting, key=burden)


def night_cost(place: Place, request: Request) -> Decimal:
    """All rooms for a night, in the trip's currency, not rounded."""
    return request.worth(place.price.adult * rooms_needed(place, request), place.price.currency)


def _within(place: Place, request: Request, wish: StayWish, most: Decimal | None) -> bool:
    if most is not None and night_cost(place, request) > most:
        return False
    return wish.max_price is None or request.worth(place.price.adult, place.price.currency) <= wish.max_price


def _as_wished(place: Place, wish: StayWish) -> bool:
    kind = not wish.kind or is_among(wish.kind, [place.stay_type, *place.tags])
    area = not wish.area or is_among(wish.area, [place.area])
    return kind and area and bool(wish.kind or wish.area)
