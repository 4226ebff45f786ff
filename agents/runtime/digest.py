"""The trip in short, as the orchestrator reads it: plan, options, closing days, bookings, money, findings,
reports, climate and public holidays. Pure.

Names in it are words of travellers, models and pages: each stands on one line, the whole between delimiters.
It is bounded by the figures below; the tools `read_plan` and `read_findings` tell the rest.
"""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from itertools import groupby

from agents.runtime.masking import data
from agents.view import OptionView, TripView
from memory.briefing import Briefing, Found
from memory.sections.fits import unlike_facts
from memory.sections.inline import inline
from memory.sections.journey import recent_feedback
from memory.sections.money import whole_budget
from memory.sections.research import cities_of, research_status, weight_of
from trips.catalogue.gazetteer import City
from trips.catalogue.opening_hours import is_known, open_spans
from trips.planning.agenda_entries import is_local
from trips.planning.agenda_values import Reservation
from trips.planning.costing import total_of
from trips.schemas import Day, FreeTime, Item, Leg, Meal, Place, Plan, Stay, Verdict, Visit
from trips.wording import chip, counted, listed, money_in_words

NAME = "DESTINATION CONTEXT"
#: Days told with their hours: from the day before today, else from the first one.
DAYS_IN_FULL = 14
#: Days beyond those, told by the names of their visits; and days of an option.
DAYS_NAMED, OPTION_DAYS = 21, 14
VISITS_A_DAY = 4
CITIES = 8
#: Names in one list, and bookings.
NAMES, BOOKINGS = 6, 12
#: Characters of a title, or of a check's sentence.
LONGEST = 160


def digest(view: TripView) -> str:
    """Between its delimiters, masked; "" for a trip of which there is nothing to tell."""
    sections = (
        _chosen(view),
        _options(view),
        _closed(view),
        _bookings(view),
        _money(view),
        _findings(view.known),
        _reports(view.known),
        _calendar(view),
    )
    return data(NAME, "\n\n".join("\n".join(section) for section in sections if section))


# --- The plan ----------------------------------------------------------------------------------


def _chosen(view: TripView) -> list[str]:
    plan = view.plan
    if plan is None:
        return []
    title = f"The chosen plan, version {view.version}: “{_short(plan.title)}”"
    lines = [f"{title}; {_sums(plan)}; {plan.pace} pace."]
    if unlike := unlike_facts(view.known):
        lines.append(f"It is {unlike}.")
    lines += _suits(plan, view)
    lines += [_verdict(view.verdict)] if view.verdict else []
    if unsure := [item.title for item in plan.items() if item.grade == "unlisted" or item.unlisted]:
        lines.append(f"In none of our data, to be checked before they go: {_few(unsure)}.")
    head = (
        "Days by number, with a quarter and cost without the room; meals not named are free, or at the stay:"
    )
    return [*lines, head, *_days(plan, view.today)]


def _days(plan: Plan, today: dt.date) -> Iterator[str]:
    """By city, the nearest days with hours and names, some more by name, the others as a number."""
    dates = [day.date for day in plan.days]
    first = _first(dates, today)
    near = range(first, first + DAYS_IN_FULL)
    others = [index for index in range(len(dates)) if index not in near]
    by_name = sorted(others, key=lambda index: abs(index - first))[:DAYS_NAMED]
    told = [(index, day) for index, day in enumerate(plan.days) if index in near or index in by_name]
    for city, rows in groupby(told, key=lambda row: row[1].city):
        days = [*rows]
        yield f"{_short(city)}, {days[0][1].date:%-d %b} to {days[-1][1].date:%-d %b}:"
        for index, day in days:
            head, full = f"- {index + 1}. {day.date:%a %-d}{_quarter(day)}", index in near
            yield f"{head}{_cost(day, plan)}: {_stops_of(day)}" if full else f"{head}: {_visits(day)}"
    if left := len(others) - len(by_name):
        yield f"- {counted(left, 'more day')}: see `read_plan`"


def _first(dates: Sequence[dt.date], today: dt.date) -> int:
    """Of the days told in full: yesterday, or the first of a trip that lies ahead or behind."""
    return max(0, dates.index(today) - 1) if today in dates else 0


def _quarter(day: Day) -> str:
    """Where most of the visits are."""
    areas = Counter(_short(item.area) for item in day.items if isinstance(item, Visit) and item.area)
    return "".join(f", {area}" for area, _visits in areas.most_common(1))


def _cost(day: Day, plan: Plan) -> str:
    """Without the room, in whole money."""
    items = [item for item in day.items if not isinstance(item, Stay)]
    cost = round(total_of(items, plan.currency, plan.rates))
    return f", {money_in_words(Decimal(cost), plan.currency)}" if cost else ""


def _stops_of(day: Day) -> str:
    """Items by hour and name, then the meals at a place; no ways within a town, no free time."""
    stops = [_stop(item) for item in day.items if not isinstance(item, Meal)]
    meals = [_stop(item) for item in day.items if isinstance(item, Meal) and item.style == "place"]
    told = ["; ".join(filter(None, stops)), f"eat {'; '.join(meals)}" if meals else ""]
    return "; ".join(filter(None, told)) or "nothing planned"


def _stop(item: Item) -> str:
    at, title = f"{item.start:%H:%M}", _short(item.title)
    match item:
        case Leg() if is_local(item):
            return ""
        case Leg():
            until = f"{item.end:%H:%M}" if item.end.date() == item.start.date() else f"{item.end:%a %H:%M}"
            return f"{at}–{until} {item.mode} to {_short(item.destination.name)}"
        case Stay():
            return f"{at} {title} for {counted(item.nights, 'night')}"
        case FreeTime():
            return ""
    return f"{at} {title}"


def _visits(day: Day) -> str:
    names = [item.title for item in day.items if isinstance(item, Visit)]
    return _few(names, VISITS_A_DAY) or "no visits"


# --- Options -----------------------------------------------------------------------------------


def _options(view: TripView) -> list[str]:
    """Five lines for each on offer, two for each that is kept beside a chosen plan."""
    on_offer = {option.number for option in view.options}
    chosen = view.plan.title if view.plan else ""
    kept = [one for one in view.choosable if one.number not in on_offer and one.plan.title != chosen]
    lines = ["Options on offer:"] if view.options else []
    lines += [line for option in view.options for line in _option(option, view)]
    lines += ["Options kept beside the chosen plan:"] if kept else []
    return lines + [line for option in kept for line in _option(option, view)[:2]]


def _option(option: OptionView, view: TripView) -> list[str]:
    plan = option.plan
    days = [f"{number} {_short(day.title)}: {_visits(day)}" for number, day in enumerate(plan.days, start=1)]
    if (more := len(days) - OPTION_DAYS) > 0:
        days = [*days[:OPTION_DAYS], f"{counted(more, 'more day')}: see `read_plan`"]
    sleeps = listed(_short(item.title) for item in plan.items() if isinstance(item, Stay))
    return [
        f"- Option {option.number}, “{_short(plan.title)}”: {_short(plan.for_whom)}",
        f"  {_sums(plan)}; {plan.pace} pace; {plan.label}, {plan.level} level; stay: {sleeps or 'none'}",
        f"  Days: {'; '.join(days)}",
        f"  {' '.join(_suits(plan, view))}",
        f"  {_verdict(option.verdict)}",
    ]


def _sums(plan: Plan) -> str:
    total, each = (money_in_words(amount, plan.currency) for amount in (plan.total, plan.per_person))
    return f"{total} in all, {each} each"


def _verdict(verdict: Verdict) -> str:
    """The count, and what speaks against it."""
    against = [*verdict.errors, *verdict.failed, *verdict.not_checked]
    words = list(dict.fromkeys(_short(result.message) for result in against))[:3]
    return " ".join([f"Checks: {chip(verdict)}.", *words])


def _suits(plan: Plan, view: TripView) -> list[str]:
    """How far they walk; what our data says of the visits for children and for who cannot take steps."""
    walks = sum(leg.distance_km for leg in plan.items() if isinstance(leg, Leg) and leg.mode == "walk")
    lines = [f"On foot {walks / max(1, len(plan.days)):.1f} km a day."]
    rows = [row for item, row in _rows(plan, view) if isinstance(item, Visit)]
    if plan.ages or view.facts.party.children:
        marks = {mark: [row.name for row in rows if row.children == mark] for mark in ("good", "ok", "no")}
        told = [f"{len(names)} {mark}{_such(names)}" for mark, names in marks.items() if names]
        lines.append(f"For children, of {counted(len(rows), 'visit')}: {', '.join(told) or 'not known'}.")
    if view.facts.access:
        steps = [row.name for row in rows if row.step_free in ("partly", "no")]
        free = sum(row.step_free == "yes" for row in rows)
        barred = f"; with steps{_such(steps)}" if steps else ""
        lines.append(f"Step-free: {free} of {counted(len(rows), 'visit')}{barred}.")
    return lines


def _rows(plan: Plan, view: TripView) -> list[tuple[Item, Place]]:
    """Visits and meals with what our data has of their places."""
    items = [item for item in plan.items() if isinstance(item, Visit | Meal)]
    return [(item, row) for item in items if (row := view.gazetteer.place(item.place_id or ""))]


# --- Closing days ------------------------------------------------------------------------------


def _closed(view: TripView) -> list[str]:
    """By date, the places of the plan (else of the options) that are closed while they are in that city."""
    plans = [view.plan] if view.plan else [option.plan for option in view.options]
    stops = [(item, row) for plan in plans for item, row in _rows(plan, view)]
    if not stops:
        return []
    planned = {row.id: item.start.date() for item, row in reversed(stops)}
    places = {row.id: (row, view.gazetteer.city_of(row)) for _item, row in stops}
    cities = _whereabouts(plans)
    dates = sorted(cities)
    near = dates[_first(dates, view.today) :][:DAYS_IN_FULL]
    lines = []
    for date in near:
        shut = [
            f"{row.name} (planned for {planned[row.id]:%a %-d %b})"
            for row, city in places.values()
            if city and city.id in cities[date] and open_spans(row, date, view.gazetteer) == []
        ]
        lines += [f"- {date:%A %-d %b}: {_few(shut)}"] if shut else []
    unknown = [row.name for row, _city in places.values() if not is_known(row.hours)]
    ends = f" Nobody knows the hours of {_few(unknown)}." if unknown else ""
    span = f"{near[0]:%-d %b} to {near[-1]:%-d %b}"
    head = f"Closed, {span}, while they are in the city; all else of it is open.{ends}"
    return [head, *(lines or ["- nothing"])]


def _whereabouts(plans: Iterable[Plan]) -> dict[dt.date, set[int | None]]:
    """The cities of each day, as the plans have them."""
    cities: dict[dt.date, set[int | None]] = {}
    for day in (day for plan in plans for day in plan.days):
        cities.setdefault(day.date, set()).update({day.city_id, *(item.city_id for item in day.items)})
    return cities


# --- Bookings and money ------------------------------------------------------------------------


def _bookings(view: TripView) -> list[str]:
    """Never a code."""
    rows = [_noted(row) for row in view.bookings.noted]
    rows += [f"- {_short(title)}: not noted yet, needs {why}" for title, why in view.bookings.wanted]
    if not rows and view.plan is None:
        return []
    left = len(rows) - BOOKINGS
    more = [f"- {left} more"] if left > 0 else []
    return [
        "Bookings, which they make themselves:",
        *(rows[:BOOKINGS] or ["- none noted, none needed"]),
        *more,
    ]


def _noted(row: Reservation) -> str:
    start = f", {row.start:%a %-d %b %H:%M}" if row.start else ""
    by = f" by {row.book_by:%-d %b}" if row.book_by else ""
    state = "booked" if row.status == "booked" else f"to book{by}"
    return f"- {_short(row.title)} ({row.kind}{start}): {state}"


def _money(view: TripView) -> list[str]:
    known, plan = view.known, view.plan
    currency = known.currency or (plan.currency if plan else "") or view.facts.budget.currency or ""
    whole = whole_budget(view.facts, currency)
    spent = sum((row.in_trip_currency or Decimal(0) for row in known.expenses), Decimal(0))
    parts = [f"budget {money_in_words(whole, currency)}"] if whole is not None else []
    parts += [f"planned {money_in_words(plan.total, plan.currency)}"] if plan else []
    if known.expenses:
        parts.append(f"spent {money_in_words(spent, currency)} in {counted(len(known.expenses), 'expense')}")
    if known.expenses and whole is not None:
        parts.append(f"left of the budget {money_in_words(whole - spent, currency)}")
    return [f"Money: {'; '.join(parts)}."] if parts else []


# --- Findings and reports ----------------------------------------------------------------------


def _findings(known: Briefing) -> list[str]:
    """What was found in each city: how much, and the names that matter most."""
    if not (known.findings or known.intel):
        return []
    cities = cities_of(known, (*known.findings, *known.intel))
    status = zip(cities, research_status(known), strict=True)
    lines = [f"{line}{_best(city, known)}" for city, line in status][:CITIES]
    more = [f"- and {len(cities) - CITIES} more"] if len(cities) > CITIES else []
    return ["Found by research, in full by `read_findings`:", *lines, *more]


def _best(city: str, known: Briefing) -> str:
    rows = sorted((row for row in known.findings if row.city == city), key=weight_of, reverse=True)
    best = [_marked(row) for row in rows if row.state != "dismissed" and row.tier != "skip"]
    gone = [row.name for row in rows if row.state == "dismissed"]
    parts = [f"; first {_few(best)}"] if best else []
    return "".join([*parts, *([f"; dismissed {_few(gone)}"] if gone else [])])


def _marked(row: Found) -> str:
    marks = [mark for mark in (row.tier, "kept" if row.state == "kept" else "") if mark]
    return f"{row.name} ({', '.join(marks)})" if marks else row.name


def _reports(known: Briefing) -> list[str]:
    lines = recent_feedback(known)
    return ["What they reported of their days:", *lines] if lines else []


# --- Climate and holidays ----------------------------------------------------------------------


def _calendar(view: TripView) -> list[str]:
    lines = [_dated(city, dates, view) for city, dates in _stops(view)[:CITIES]]
    return ["Climate (long-term means, no forecast) and public holidays:", *lines] if lines else []


def _stops(view: TripView) -> list[tuple[City, list[dt.date]]]:
    """Each city with its dates: of the plan, else of an option, else those of the whole trip."""
    plan = view.plan or (view.options[0].plan if view.options else None)
    start, end = view.facts.dates.start, view.facts.dates.end
    found: dict[int, list[dt.date]] = {}
    if plan is not None:
        for day in plan.days:
            found.setdefault(day.city_id or 0, []).append(day.date)
    elif start and end and start <= end:
        found = {place.city_id or 0: [start, end] for place in view.facts.destinations}
    return [(city, dates) for number, dates in found.items() if (city := view.gazetteer.city(number))]


def _dated(city: City, dates: Sequence[dt.date], view: TripView) -> str:
    first, last = min(dates), max(dates)
    climate = view.gazetteer.climate(city.id, first.month)
    weather = ""
    if climate is not None:
        weather = f"{round(climate.mean_c)} °C on average, {climate.rain_mm:.0f} mm of rain in {first:%B}; "
    rows = view.gazetteer.holidays_between(city, first, min(last, dt.date(first.year + 1, 12, 31)))
    days = [f"{row.date:%a %-d %b} {row.name}" for row in rows]
    return f"- {city.name}, {first:%-d %b} to {last:%-d %b}: {weather}holidays: {_few(days) or 'none'}"


# --- Words -------------------------------------------------------------------------------------


def _short(text: str) -> str:
    words = inline(text)
    return words if len(words) <= LONGEST else f"{words[: LONGEST - 1].rstrip()}…"


def _few(names: Sequence[str], most: int = NAMES) -> str:
    """The first ones, and how many more."""
    unique = list(dict.fromkeys(map(_short, names)))
    more = f" and {len(unique) - most} more" if len(unique) > most else ""
    return f"{', '.join(unique[:most])}{more}"


def _such(names: Sequence[str]) -> str:
    return f" ({_few(names)})" if names else ""
