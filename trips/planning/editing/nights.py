"""Edits of how long: a night more or less in a city, and what that means for the days after it."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

from trips.catalogue.names import words
from trips.facts.limits import days_problem
from trips.planning.editing.changing import Change, enough_nights, unlocked, visits_of
from trips.planning.editing.edits import AddNight, CannotDo, DropNight
from trips.planning.editing.fresh_days import fresh_day
from trips.planning.editing.itinerary import Entry, Hop, Sojourn
from trips.planning.editing.lodgings import desk_follows, stay_for
from trips.planning.editing.shifting import later_by_days, leg_later
from trips.schemas import Dates, Destination

#: For each new date of a city the date whose content it gets; None = a new day.
Layout = list[dt.date | None]


def add_night(change: Change, edit: AddNight) -> str:
    sojourn = named(change, edit.city)
    if sojourn.leave < change.today:
        raise CannotDo(f"You have left {sojourn.city.name} already.")
    giver = _giver(change, sojourn, edit)
    layouts = {id(one): list[dt.date | None](one.dates) for one in change.itinerary.sojourns}
    mine = layouts[id(sojourn)]
    layouts[id(sojourn)] = [*mine[:-1], *[None] * edit.nights, mine[-1]]
    if giver:
        layouts[id(giver)] = _without(change, giver, edit.nights)
    else:
        problem = days_problem(len(change.itinerary.plan.days) + edit.nights)
        if problem:
            raise CannotDo(problem)
    _lay_out(change, layouts)
    nights = "One more night" if edit.nights == 1 else f"{edit.nights} more nights"
    _tell_facts(change, sojourn, edit.nights, giver)
    if giver:
        return f"{nights} in {sojourn.city.name} instead of {giver.city.name}; the trip ends as before."
    return f"{nights} in {sojourn.city.name}: the trip ends on {change.facts.dates.end:%A %-d %B}."


def drop_night(change: Change, edit: DropNight) -> str:
    sojourn = named(change, edit.city)
    if sojourn.leave <= change.today:
        raise CannotDo(f"You have left {sojourn.city.name} already.")
    layouts = {id(one): list[dt.date | None](one.dates) for one in change.itinerary.sojourns}
    layouts[id(sojourn)] = _without(change, sojourn, edit.nights)
    _lay_out(change, layouts)
    _tell_facts(change, sojourn, -edit.nights, None)
    nights = "One night less" if edit.nights == 1 else f"{edit.nights} nights fewer"
    return f"{nights} in {sojourn.city.name}: the trip ends on {change.facts.dates.end:%A %-d %B}."


def named(change: Change, name: str) -> Sojourn:
    """The city of the trip that a name means. Raises CannotDo where there is none, or no night in it."""
    wanted = words(name)
    sojourns = change.itinerary.sojourns
    found = [one for one in sojourns if wanted == words(one.city.name) or name == one.city.curated]
    if not found and name.strip():
        guess = change.itinerary.request.gazetteer.best_city(name)
        found = [one for one in sojourns if guess and one.city.id == guess.id]
    if not found:
        raise CannotDo(f"{name.strip() or 'That city'} is not on this trip.")
    if found[0].stay is None:
        raise CannotDo(f"No night is spent in {found[0].city.name}.")
    return found[0]


# --- Who gives the night -----------------------------------------------------------------------------


def _giver(change: Change, sojourn: Sojourn, edit: AddNight) -> Sojourn | None:
    """The city that gives the nights; None = the trip gets longer."""
    if edit.instead_of:
        giver = named(change, edit.instead_of)
        if giver is sojourn:
            raise CannotDo(f"{giver.city.name} can't give a night to itself.")
        return giver
    latest = change.facts.dates.latest
    new_end = change.itinerary.plan.days[-1].date + dt.timedelta(days=edit.nights)
    if not edit.keep_end and not (latest and new_end > latest):
        return None
    fixed = {words(one.name)[0] for one in change.facts.destinations if one.fixed and words(one.name)}
    others = [
        one
        for one in change.itinerary.sojourns
        if one is not sojourn
        and one.stay
        and one.stay.nights > edit.nights
        and one.leave > change.today
        and words(one.city.name)[0] not in fixed
    ]
    if not others:
        what = "night" if edit.nights == 1 else f"{edit.nights} nights"
        raise CannotDo(
            f"The trip has to end by then, and no other city has a {what} to give to {sojourn.city.name}."
        )
    return max(others, key=lambda one: one.stay.nights if one.stay else 0)


def _without(change: Change, sojourn: Sojourn, nights: int) -> Layout:
    """The dates of a city without so many days: first those with the least that has to be seen."""
    stay = sojourn.stay
    if stay is None or stay.nights <= nights:
        count = stay.nights if stay else 0
        raise CannotDo(f"{sojourn.city.name} has only {count} {'night' if count == 1 else 'nights'}.")
    unlocked(stay)
    enough_nights(change.itinerary.row(stay), stay.nights - nights)
    inner = [
        date
        for date in sojourn.dates[1:-1]
        if date >= change.today and not any(entry.held for entry in sojourn.days[date])
    ]

    def missed(date: dt.date) -> tuple[int, int, int]:
        entries = sojourn.days[date]
        return sum(one.must for one in entries), len(visits_of(entries)), -date.toordinal()

    gone = sorted(inner, key=missed)[:nights]
    if len(gone) < nights:
        raise CannotDo(
            f"There is no day in {sojourn.city.name} that could be left out: all hold fixed things."
        )
    return [date for date in sojourn.dates if date not in gone]


# --- Laying it out -----------------------------------------------------------------------------------


def _lay_out(change: Change, layouts: dict[int, Layout]) -> None:
    """Every city on its new dates, with the journeys between. What can't be had on its new date goes to
    another day of the city, or is left out and named."""
    itinerary = change.itinerary
    shift = 0
    for index, sojourn in enumerate(itinerary.sojourns):
        layout, old_leave = layouts[id(sojourn)], sojourn.leave
        _shift_hop(itinerary.hops[index], shift)
        _rest(change, sojourn, layout, shift)
        shift = (sojourn.leave - old_leave).days
    _shift_hop(itinerary.hops[-1], shift)
    for sojourn in itinerary.sojourns:
        _refill(change, sojourn, layouts[id(sojourn)])


def _shift_hop(hop: Hop | None, days: int) -> None:
    if hop is None or not days:
        return
    if any(leg.locked for leg in hop.legs):
        raise CannotDo(f"{hop.main.title} is locked on {hop.main.start:%A %-d %B}: unlock it first.")
    hop.take([leg_later(leg, days * 24 * 60) for leg in hop.legs])


def _rest(change: Change, sojourn: Sojourn, layout: Layout, shift: int) -> None:
    """Dates, nights and the content of a city by its layout; nothing is put on the clock yet."""
    arrive = sojourn.arrive + dt.timedelta(days=shift)
    days: dict[dt.date, list[Entry]] = {}
    kept = {}
    for number, old in enumerate(layout):
        date = arrive + dt.timedelta(days=number)
        if old is None:
            days[date], kept[date] = [], []
            continue
        away = (date - old).days
        held = next((entry for entry in sojourn.days[old] if entry.held), None)
        if away and held:
            raise CannotDo(f"{held.item.title} is fixed on {old:%A %-d %B} and can't move with the nights.")
        days[date] = sojourn.days[old]
        kept[date] = [later_by_days(item, away) for item in sojourn.kept.get(old, [])]
    lost = [one for old in sojourn.dates if old not in layout for one in sojourn.days[old] if one.must]
    nights = len(layout) - 1
    if sojourn.stay:
        if shift or nights != sojourn.stay.nights:
            unlocked(sojourn.stay)
        start = sojourn.stay.start + dt.timedelta(days=shift)
        end = sojourn.stay.end + dt.timedelta(days=shift + len(layout) - len(sojourn.dates))
        stay = sojourn.stay if nights == sojourn.stay.nights else stay_for(sojourn.stay, nights)
        sojourn.stay = stay.model_copy(update={"start": start, "end": end})
    if sojourn.desk:
        sojourn.desk = later_by_days(sojourn.desk, shift)
        if shift:  # the clocks may have changed in between
            row = change.itinerary.row(sojourn.stay) if sojourn.stay else None
            desk_follows(sojourn, row, change.itinerary.arriving(sojourn))
    sojourn.arrive, sojourn.leave = arrive, arrive + dt.timedelta(days=nights)
    sojourn.days, sojourn.kept = days, kept
    change.homeless[id(sojourn)] = lost


def _refill(change: Change, sojourn: Sojourn, layout: Layout) -> None:
    loose = change.homeless.pop(id(sojourn), [])
    fresh: list[dt.date] = []
    for number, old in enumerate(layout):
        date = sojourn.arrive + dt.timedelta(days=number)
        if old is None:
            fresh.append(date)
        elif old != date:
            loose += _on_new_date(change, sojourn, date)
    for date in fresh:
        if not change.refit(sojourn, date, []):
            raise CannotDo(f"There is no hour to fill on {change.day(date)}.")
    left = [entry for entry in loose if not _found_room(change, sojourn, entry, fresh)]
    for date in fresh:
        fresh_day(change, sojourn, date)
    change.notes += [
        f"{entry.item.title} can't be had on the new dates and is left out."
        for entry in left
        if not entry.is_meal
    ]


def _on_new_date(change: Change, sojourn: Sojourn, date: dt.date) -> list[Entry]:
    """The day on its new date; what doesn't fit there."""
    dayline = change.line(sojourn, date)
    entries = sojourn.days[date]
    loose = [entry for entry in entries if dayline.closed(entry) and not entry.is_meal]
    rest = change.set_tables(sojourn, date, [entry for entry in entries if entry not in loose])
    free = [replace(entry, must=False) for entry in rest]
    gone = change.refit_dropping(change.line(sojourn, date), free)
    if gone is None:
        raise CannotDo(f"What is fixed on {change.day(date)} does not fit with the journeys of that day.")
    return loose + [entry for entry in rest if any(entry.item is one.item for one in gone)]


def _found_room(change: Change, sojourn: Sojourn, entry: Entry, fresh: list[dt.date]) -> bool:
    """On another day of the city, the new ones first."""
    if entry.is_meal:
        return False
    most = change.itinerary.request.limits.visits
    for date in [*fresh, *(one for one in sojourn.dates if one not in fresh)]:
        entries = sojourn.days[date]
        dayline = change.line(sojourn, date)
        if date < change.today or len(visits_of(entries)) >= most or dayline.closed(entry):
            continue
        if change.put(dayline, dayline.insert(entries, replace(entry, wish=None))):
            change.notes.append(f"{entry.item.title} moves to {date:%A %-d %B}.")
            return True
    return False


# --- Facts -------------------------------------------------------------------------------------------


def _tell_facts(change: Change, sojourn: Sojourn, nights: int, giver: Sojourn | None) -> None:
    """Dates and nights as they are now."""
    facts, plan = change.facts, change.itinerary.plan
    updates: dict[str, object] = {}
    if giver is None:
        end = plan.days[-1].date + dt.timedelta(days=nights)
        days = facts.dates.days + nights if facts.dates.days else None
        start = facts.dates.start or plan.days[0].date
        dates = facts.dates.model_dump() | {"start": start, "end": end, "days": days}
        updates["dates"] = Dates.model_validate(dates)
    more = {sojourn.city.id: nights} | ({giver.city.id: -nights} if giver else {})
    updates["destinations"] = [_with_nights(one, more) for one in facts.destinations]
    change.facts = facts.model_copy(update=updates)


def _with_nights(destination: Destination, more: dict[int, int]) -> Destination:
    extra = more.get(destination.city_id or 0, 0)
    if not extra or destination.nights is None:
        return destination
    return destination.model_copy(update={"nights": max(1, destination.nights + extra)})
