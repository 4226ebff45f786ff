"""What is said about a plan: highlights, tags, alternatives, assumptions, risks. Each sentence is true of
the rows and the plan; nothing is praised that no row says."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Iterable
from decimal import Decimal

from trips.catalogue.gazetteer import City
from trips.catalogue.matching import is_about
from trips.catalogue.opening_hours import holidays_on
from trips.catalogue.public_holidays import ramadans
from trips.catalogue.trip_gazetteer import is_own
from trips.planning.options import name_of
from trips.planning.outlining import for_whom
from trips.planning.picking import COLD_C, HOT_C, WET_MM, Pool
from trips.planning.prose import Prose
from trips.planning.request import Request
from trips.planning.settle import Settled
from trips.planning.wishes import diets, interest_tags, unanswered_diets
from trips.schemas import (
    SEEN_KINDS,
    Alternative,
    Day,
    FreeTime,
    Item,
    Leg,
    Meal,
    Plan,
    PlanDraft,
    Stay,
    Visit,
)
from trips.wording import counted, money_in_words, rate_in_words, whole_money

MOST_HIGHLIGHTS, LEAST_HIGHLIGHTS = 5, 3
MOST_ALTERNATIVES = 12
LATE_ARRIVAL = dt.time(20, 30)


def told(plan: Plan, draft: PlanDraft, request: Request, settled: Settled, pools: dict[int, Pool]) -> Plan:
    """The plan with its words. Lines of the draft's own come first."""
    for day in plan.days:
        day.title, day.note = _day_title(day, request), _day_note(day, request)
    prose = Prose(plan, [row for pool in pools.values() for row in pool.rows])
    by_code = plan.for_whom == for_whom(plan.pace, plan.level, plan.focus)
    plan.focus = [one for one in plan.focus if _is_in(plan, one, request)]
    said = "" if by_code else prose.true_part(plan.for_whom)
    plan.for_whom = said or for_whom(plan.pace, plan.level, plan.focus)
    _true_reasons(plan, prose, request)
    plan.highlights = _highlights(plan, draft, request, prose)
    if not plan.title or not prose.is_title(plan.title):
        plan.title = name_of(plan)
    plan.tags = _unique([*draft.tags, *_tags(plan, request)])[:8]
    plan.alternatives = _alternatives(plan, draft, request, settled, pools)
    plan.assumptions = _unique([*draft.assumptions, *_assumptions(plan, request, settled)])
    plan.risks = _unique([*_of_this_plan(draft.risks, plan, pools), *_risks(plan, request)])
    return plan


# --- Days ------------------------------------------------------------------------------------------


def _day_title(day: Day, request: Request) -> str:
    """Where the day goes: "Arrive in Boston · North End", "Harvard and Back Bay", "Home"."""
    if request.origin and day.city_id == request.origin.id:
        return f"Back home in {day.city}"
    where = where_in(day)
    journeys = [item for item in day.items if isinstance(item, Leg) and item.between_cities]
    parts = []
    if journeys:
        last = journeys[-1]
        home = request.origin and last.destination.city_id == request.origin.id
        parts.append("Home" if home else f"To {_city_name(last.destination.city_id, request)}")
    if where:
        parts.insert(0, where) if parts == ["Home"] else parts.append(where)
    if not parts:
        free = [item.title for item in day.items if isinstance(item, FreeTime) and item.minutes >= 120]
        parts = ["Under way"] if not day.items else ["Free day"] if free else [day.city]
    return " · ".join(parts)


def where_in(day: Day) -> str:
    """Where it sees most: "Harvard and Back Bay"."""
    return " and ".join(area for area, _ in Counter(_areas(day)).most_common(2))


def _areas(day: Day) -> Iterable[str]:
    return (item.area or item.title for item in day.items if isinstance(item, Visit))


def _day_note(day: Day, request: Request) -> str:
    if request.origin and day.city_id == request.origin.id:
        return ""  # a holiday at home is no news
    city = request.gazetteer.city(day.city_id)
    names = holidays_on(city, day.date, request.gazetteer)
    return f"Public holiday: {' and '.join(names)}." if names else ""


# --- Highlights and tags ---------------------------------------------------------------------------


def _true_reasons(plan: Plan, prose: Prose, request: Request) -> None:
    """Why to go somewhere, in the draft's words as far as they hold, else in the row's."""
    for item in plan.items():
        row = request.gazetteer.place(item.place_id or "") if isinstance(item, Visit) else None
        if isinstance(item, Visit) and item.reason and not (row and item.reason == row.summary):
            item.reason = prose.true_part(item.reason) or (row.summary if row else "")


def _is_in(plan: Plan, interest: str, request: Request) -> bool:
    """Whether a visit or a meal of the plan is about it."""
    rows = (request.gazetteer.place(item.place_id or "") for item in plan.items())
    return any(row and is_about(row, interest) for row in rows)


def _highlights(plan: Plan, draft: PlanDraft, request: Request, prose: Prose) -> list[str]:
    """Must-dos first, then sights that meet an interest or the focus, then a dinner."""
    wanted = interest_tags((*request.facts.interests, *plan.focus))
    present = {item.title for item in plan.items()}
    said = [line for line in draft.highlights if any(title in line for title in present)]
    said = [line for line in said if prose.is_true(line)]

    def worth(visit: Visit) -> tuple[int, int]:
        row = request.gazetteer.place(visit.place_id or "")
        asked = any(visit.title in text or text in visit.title for text in request.facts.must_do)
        return (not (asked or visit.reason == "You asked for it."), not (row and set(row.tags) & wanted))

    visits = [item for item in plan.items() if isinstance(item, Visit)]
    for visit in sorted((one for one in visits if not _names(said, one)), key=worth):
        row = request.gazetteer.place(visit.place_id or "")
        why = f": {row.summary.strip().rstrip('.')}" if row and row.summary else ""
        said.append(f"{visit.title}{why}")
    dinners = [item for item in plan.items() if isinstance(item, Meal) and item.meal == "dinner"]
    listed = [f"Dinner at {meal.title}" + (f" ({meal.cuisine})" if meal.cuisine else "") for meal in dinners
              if meal.style == "place" and not meal.unlisted and not _names(said, meal)]  # fmt: skip
    lines = _unique(said)[: MOST_HIGHLIGHTS - bool(listed)] + listed[:1]
    if len(lines) < LEAST_HIGHLIGHTS:
        stays = [item for item in plan.items() if isinstance(item, Stay)]
        lines += [f"{counted(stay.nights, 'night')} in {_city_name(stay.city_id, request)}" for stay in stays]
    return _unique(lines)[:MOST_HIGHLIGHTS]


def _names(lines: Iterable[str], item: Item) -> bool:
    return any(item.title in line for line in lines)


def _tags(plan: Plan, request: Request) -> list[str]:
    """Themes that at least two visits have, and what holds for the whole plan."""
    rows = [row for item in plan.items() if (row := request.gazetteer.place(item.place_id or ""))]
    seen = [row for row in rows if row.kind in SEEN_KINDS]
    themes = Counter(tag for row in seen for tag in row.tags if tag not in ("free", "rainy_day"))
    found = [plan.pace]
    found += [tag.replace("_", " ") for tag, count in themes.most_common(4) if count >= 2]
    found += sorted(need.replace("_", "-") for need in diets(request))
    if request.step_free and all(row.step_free == "yes" for row in rows):
        found.append("step-free")
    modes = Counter(item.mode for item in plan.items() if isinstance(item, Leg) and item.between_cities)
    return found + [f"by {mode}" for mode, _ in modes.most_common(1)]


# --- Alternatives ----------------------------------------------------------------------------------


def _alternatives(
    plan: Plan, draft: PlanDraft, request: Request, settled: Settled, pools: dict[int, Pool]
) -> list[Alternative]:
    used = {item.place_id for item in plan.items() if item.place_id}
    found = [one for one in draft.alternatives if _exists(one, request) and one.place_id not in used]
    found += [one for one in settled.alternatives if one.place_id not in used or one.place_id is None]
    found = found[: MOST_ALTERNATIVES // 2]
    found += _other_ways(plan, request, settled)
    for block in settled.skeleton.blocks:
        pool = pools[block.city.id]
        stay = settled.stays.get(block.city.id)
        rest = [row for row in pool.stays if row.id not in used and (not stay or row.band == stay.band)]
        for row in rest[:1]:
            said = f"{row.area}, about {_price(row, request)} a room and night"
            found.append(Alternative(kind="stay", name=row.name, place_id=row.id, reason=said))
        for row in [row for row in pool.tables if row.id not in used][:1]:
            said = f"{row.cuisine or 'food'} in {row.area}, about {_price(row, request)} a person"
            found.append(Alternative(kind="food", name=row.name, place_id=row.id, reason=said))
    return list({(one.kind, one.name): one for one in found}.values())[:MOST_ALTERNATIVES]


def _exists(one: Alternative, request: Request) -> bool:
    return one.place_id is None or request.gazetteer.place(one.place_id) is not None


def _price(row, request: Request) -> str:
    """As the row says it; an estimate in whole coins of the trip's own money."""
    if row.price is None:
        return "price unknown"
    amount, currency = row.price.adult, row.price.currency
    rate = request.gazetteer.rate(currency, request.currency, request.today)
    if rate and row.grade_of("price") == "estimate":
        amount, currency = (amount * rate.rate).quantize(Decimal(1)), request.currency
    return money_in_words(amount, currency)


def _other_ways(plan: Plan, request: Request, settled: Settled) -> list[Alternative]:
    """Means not taken on the first way, with time and price."""
    taken = {
        (item.origin.city_id, item.destination.city_id): item.mode
        for item in plan.items()
        if isinstance(item, Leg) and item.between_cities
    }
    found = []
    for pair, ways in settled.skeleton.options.items():
        if request.origin and pair[1] == request.origin.id:
            continue
        for way in {way.mode: way for way in reversed(ways)}.values():
            if way.mode == taken.get(pair) or request.banned(way.mode):
                continue
            cost = way.price_for_all(request)
            hours, minutes = divmod(way.door_to_door, 60)
            found.append(
                Alternative(
                    kind="transport",
                    name=f"{way.mode.capitalize()} from {way.origin.name} to {way.destination.name}",
                    reason=(
                        f"about {hours} h {minutes:02d} with waits, "
                        f"{whole_money(cost, request.currency)} for all"
                    ),
                )
            )
    return found[:4]


# --- Assumptions and risks -------------------------------------------------------------------------


def _assumptions(plan: Plan, request: Request, settled: Settled) -> list[str]:
    said = [*request.gaps, *settled.notes]
    if request.ceiling is not None and plan.total <= request.ceiling:
        said.append("It keeps the sum you named.")
    cities = [block.city for block in settled.skeleton.blocks]
    if request.origin is None:
        first, last = cities[0].name, cities[-1].name
        said.append(
            f"Where you start from is not known: the plan begins in {first} and ends in {last}; "
            "the way there is not in the total."
        )
    elif not request.round_trip:
        said.append(f"A one-way trip: it ends in {cities[-1].name}, without a way back.")
    for city in cities:
        known = request.gazetteer.catalogue.can_fill(city, 1)
        if not known and any(is_own(row.id) for row in request.gazetteer.places(city.slug)):
            said.append(
                f"The places in {city.name} are named from the language model's knowledge: look up hours and "
                "prices before you go."
            )
        elif city.id in request.sparse:
            many = "few places" if city.curated else "no sights"
            said.append(
                f"There are {many} of {city.name} in our data: days are a frame of travel, nights, meals and "
                "free time at estimated prices."
            )
    if any(
        item.mode not in ("walk", "transit", "taxi") and item.connection_id is None
        for item in plan.items()
        if isinstance(item, Leg)
    ):
        said.append("Where our data has no connection, time and fare are estimates: look up real ones.")
    if plan.rates:
        parts = [
            f"1 {rate.base} = {rate_in_words(rate.rate)} {rate.quote} ({rate.date:%-d %B %Y})"
            for rate in plan.rates
        ]
        said.append(f"Exchange rates: {', '.join(parts)}.")
    if request.facts.rooms is None and any(isinstance(item, Stay) for item in plan.items()):
        said.append(f"{plan.rooms} {'room' if plan.rooms == 1 else 'rooms'} for {plan.travellers}.")
    return said


def _of_this_plan(lines: Iterable[str], plan: Plan, pools: dict[int, Pool]) -> list[str]:
    """Without lines about places that the plan does not (or no longer) go to."""
    used = {item.place_id for item in plan.items() if item.place_id}
    rows = [row for pool in pools.values() for row in pool.rows]
    kept = []
    for line in lines:
        named = {row.id for row in rows if row.name in line}
        if not named or named & used:
            kept.append(line)
    return kept


def _risks(plan: Plan, request: Request) -> list[str]:
    said = []
    if unknown := unanswered_diets(request):
        said.append(f"What is safe with {' and '.join(unknown)} is not in our data: ask at every table.")
    for day in plan.days:
        if day.note:
            said.append(
                f"{day.date:%A %-d %B}: {day.note[0].lower()}{day.note[1:-1]}; hours and crowds may differ."
            )
    said += _fasts(plan, request)
    for city in _cities(plan, request):
        said += _weather(city, plan, request)
        if city.curated is None:
            said.append(f"Opening hours and prices in {city.name} are not checked.")
    for item in plan.items():
        row = request.gazetteer.place(item.place_id) if item.place_id else None
        if row and row.booking == "required":
            said.append(f"{row.name} needs a booking.")
    home = request.origin.id if request.origin else None
    for item in plan.items():
        if isinstance(item, Leg) and item.between_cities and item.destination.city_id != home:
            if item.end.time() >= LATE_ARRIVAL or item.end.hour < 5:
                said.append(f"{item.title} arrives late, about {item.end:%H:%M}: tell the stay.")
    for item in plan.items():
        if isinstance(item, Visit) and item.unlisted:
            said.append(f"{item.title} is in none of our data: its hours, place and price are open.")
    return said


def _fasts(plan: Plan, request: Request) -> list[str]:
    """Days of the trip within Ramadan, in countries where it is kept in public."""
    said = []
    for country in dict.fromkeys(city.country for city in _cities(plan, request)):
        for first, last in ramadans(country, plan.days[0].date, plan.days[-1].date):
            row = request.gazetteer.country(country)
            said.append(
                f"Ramadan in {row.name if row else country}: about {first:%-d %B} to {last:%-d %B %Y} "
                "(estimated, by the moon). Many places to eat stay closed until sunset, hours are shorter."
            )
    return said


def _weather(city: City, plan: Plan, request: Request) -> list[str]:
    """The month's long-term means where they are worth a thought."""
    date = next(day.date for day in plan.days if day.city_id == city.id)
    climate = request.gazetteer.climate(city.id, date.month)
    if climate is None:
        return []
    what = []
    if climate.mean_c < COLD_C:
        what.append(f"cold ({round(climate.mean_c)} °C on average)")
    if climate.mean_c > HOT_C:
        what.append(f"hot ({round(climate.mean_c)} °C on average, day and night)")
    if climate.rain_mm > WET_MM:
        what.append(f"wet ({climate.rain_mm:.0f} mm of rain)")
    return [f"{date:%B} in {city.name} is {' and '.join(what)}."] if what else []


def _cities(plan: Plan, request: Request) -> list[City]:
    """Those of the trip, home left out."""
    home = request.origin.id if request.origin else None
    return request.gazetteer.cities(day.city_id for day in plan.days if day.city_id != home)


def _city_name(city_id: int | None, request: Request) -> str:
    city = request.gazetteer.city(city_id)
    return city.name if city else ""


def _unique(lines: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(line for line in lines if line))
