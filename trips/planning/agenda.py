"""The agenda: the next two days from where the travellers are, out of the plan, the bookings and the rows.

Pure. Every time is the plan's own; nothing is moved. What is reckoned (a way the plan has no leg for) says
so; climate is a long-term mean and never a forecast.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import replace

from trips.catalogue.gazetteer import City, Climate, Gazetteer
from trips.planning import own_bookings
from trips.planning.agenda_around import (
    climate_in_words,
    clock_of,
    forecast_in_words,
    holidays_of,
    night_of,
    note_of,
    town_of,
)
from trips.planning.agenda_entries import (
    at_the_desk,
    booking_entry,
    booking_of,
    ends,
    entry_of,
    hours_of,
    is_local,
    maybe_booked,
    reckoned_way,
    stay_entry,
    times_in_words,
    way_of,
)
from trips.planning.agenda_values import (
    Agenda,
    AgendaDay,
    Deadline,
    Entry,
    Online,
    Phase,
    RainPlan,
    Reservation,
    Scene,
    Take,
)
from trips.planning.rain import rain_plan
from trips.planning.taking import to_take
from trips.planning.whereabouts import day_at, today_of, utc_of, zone_at
from trips.schemas import Day, Item, Leg, Plan, Stay, TripFacts, Visit, walking_km
from trips.wording import day_in_words, upper_first

#: Days before a deadline at which it is told besides the days shown.
NEAR_DAYS = 14
#: Longer between a way to somewhere else and the next entry, and the way is an entry of its own.
_REST = dt.timedelta(minutes=15)


def agenda(
    plan: Plan,
    *,
    now: dt.datetime,
    bookings: Sequence[Reservation] = (),
    days: int = 2,
    gazetteer: Gazetteer,
    facts: TripFacts,
    first: int | None = None,
    online: Online = Online(),  # noqa: B008  (immutable)
) -> Agenda:
    """`days` days from where the travellers are at `now` (aware): before the trip its first, at its end what
    is left, afterwards none. `first` = the index of another day to begin with. `online`: loaded values."""
    today = today_of(plan, now, gazetteer)
    scene = Scene(plan, facts, gazetteer, tuple(bookings), now, today, online)
    phase = phase_at(plan, today)
    begin = (
        first if first is not None else {"before": 0, "over": len(plan.days)}.get(phase, day_at(plan, today))
    )
    begin = begin if begin is not None else len(plan.days)
    shown = range(begin, min(begin + days, len(plan.days)))
    return Agenda(
        phase=phase,
        today=today,
        days=tuple(_day(scene, index) for index in shown),
        deadlines=tuple(
            one
            for one in deadlines_of(bookings, today)
            if phase != "over" and (_near(one) or _within(one, plan, shown))
        ),
        sentence=_sentence(plan, phase, today, len(shown), first is not None),
        of_days=len(plan.days),
    )


def phase_at(plan: Plan, today: dt.date) -> Phase:
    """A plan without days is over before it began."""
    if not plan.days or today > plan.days[-1].date:
        return "over"
    return "before" if today < plan.days[0].date else "on the way"


def deadlines_of(bookings: Sequence[Reservation], today: dt.date) -> list[Deadline]:
    """What is still to be booked, the most urgent first, without a date last; not what is over meanwhile."""
    found = [
        Deadline(
            row.key, row.title, row.book_by, (row.book_by - today).days if row.book_by else None, row.item_uid
        )
        for row in bookings
        if row.status == "to_book" and not (row.start and row.start.date() < today)
    ]
    return sorted(found, key=lambda one: (one.book_by or dt.date.max, one.title, one.key))


def _near(deadline: Deadline) -> bool:
    return deadline.days_left is not None and deadline.days_left <= NEAR_DAYS


def _within(deadline: Deadline, plan: Plan, shown: range) -> bool:
    return any(item.uid == deadline.item_uid for index in shown for item in plan.days[index].items)


def _sentence(plan: Plan, phase: Phase, today: dt.date, shown: int, asked: bool) -> str:
    if not plan.days:
        return "The plan has no days."
    if phase == "over":
        return f"This trip ended on {day_in_words(plan.days[-1].date)}."
    if phase == "before":
        away = (plan.days[0].date - today).days
        begins = "tomorrow" if away == 1 else f"in {away} days, on {day_in_words(plan.days[0].date)}"
        return f"The trip begins {begins}."
    if not asked and shown == 1:
        return "This is the last day of the trip."
    number = (day_at(plan, today) or 0) + 1
    return f"Today is day {number} of {len(plan.days)}."


# --- A day -------------------------------------------------------------------------------------


def _day(scene: Scene, index: int) -> AgendaDay:
    day = scene.plan.days[index]
    stays = [item for item in scene.plan.items() if isinstance(item, Stay)]
    leaving = [stay for stay in stays if stay.end.date() == day.date]
    entries = _entries(scene, index, leaving)
    city = _city(scene, day)
    climate = scene.gazetteer.climate(city.id, day.date.month) if city else None
    zone = _zone(day, city, scene)
    holidays = holidays_of(day, city, scene.gazetteer)
    note = note_of(day, holidays)
    forecast = scene.online.forecasts.get((city.id, day.date)) if city else None
    return AgendaDay(
        number=index + 1,
        date=day.date,
        city=day.city,
        title=day.title,
        zone=zone,
        entries=tuple(entries),
        today=day.date == scene.today,
        night=night_of(day, stays),
        climate=climate_in_words(climate, city),
        forecast=forecast_in_words(forecast, city),
        wet=forecast.wet if forecast else None,
        holidays=tuple(holidays),
        clock=tuple(clock_of(day, zone, scene.gazetteer)),
        rain=tuple(_rain(scene, day)),
        take=tuple(_take(scene, day, leaving, climate)),
        deadlines=tuple(one for one in deadlines_of(scene.bookings, scene.today) if one.book_by == day.date),
        walking_km=round(walking_km(day.items), 1),
        note=note if entries else " ".join(filter(None, ("Nothing is planned for this day.", note))),
    )


def _entries(scene: Scene, index: int, leaving: Sequence[Stay]) -> list[Entry]:
    """In order: what runs on from the day before, check-outs, the day's own items, bookings of their own."""
    day = scene.plan.days[index]
    found = _own_entries(scene, day)
    for stay in leaving:
        found.append(stay_entry(stay, "check_out", scene))
    for earlier in scene.plan.days[:index]:
        found += [
            _arrival(item, scene)
            for item in earlier.items
            if not isinstance(item, Stay) and item.end.date() == day.date and item.start.date() < day.date
        ]
    meant = own_bookings.meant(scene.bookings, scene.plan)
    rows = own_bookings.alone(scene.bookings, scene.plan)
    by_uid = {meant[row.key].uid: row for row in rows if row.key in meant}
    found = [maybe_booked(entry, by_uid, scene) for entry in found]
    found += [
        booking_entry(row, meant.get(row.key), scene)
        for row in rows
        if row.start and row.start.date() == day.date
    ]
    found.sort(key=_order)
    return [_marked(entry, scene.now) for entry in found]


def _own_entries(scene: Scene, day: Day) -> list[Entry]:
    """The day's items; local legs become the way to what they lead to, the desk is part of the check-in."""
    found: list[Entry] = []
    walking: Leg | None = None
    before: Item | None = None
    desks = at_the_desk(day.items)
    for item in sorted(day.items, key=lambda item: (item.start_utc, item.end_utc)):
        if isinstance(item, Stay):
            entry = stay_entry(item, "check_in", scene)
            arriving = walking if walking and walking.destination.name == item.title else None
            found.append(replace(entry, way=way_of(arriving, item, scene.online)) if arriving else entry)
            walking = None if arriving else walking
            continue
        if item.uid in desks:
            before = item
            continue
        if isinstance(item, Leg) and is_local(item):
            found += [_way_alone(walking, day, scene)] if walking else []
            walking, before = item, item
            continue
        entry = entry_of(item, day.date, scene)
        way = way_of(walking, item, scene.online) if walking else None
        if walking and way and way.to and (item.start_utc - walking.end_utc) > _REST:
            found.append(_way_alone(walking, day, scene))
            way = None
        elif way is None and before is not None and not isinstance(item, Leg):
            way = reckoned_way(before, item, scene)
        found.append(replace(entry, way=way))
        walking, before = None, item
    found += [_way_alone(walking, day, scene)] if walking else []
    return found


def _way_alone(leg: Leg, day: Day, scene: Scene) -> Entry:
    """A way that nothing of the plan follows: back to the stay, or home."""
    entry = entry_of(leg, day.date, scene)
    return replace(entry, way=replace(way_of(leg, None, scene.online), to=""), notes=())


def _arrival(item: Item, scene: Scene) -> Entry:
    zone = item.end_zone or item.zone
    found = Entry(
        uid=item.uid,
        kind="arrival",
        title=f"Still under way: {item.title}",
        start=item.end,
        end=item.end,
        zone=zone,
        times=f"until {item.end:%H:%M}",
        notes=(f"Since the day before: {times_in_words(item)}.",),
    )
    if not isinstance(item, Leg) or is_local(item):
        return found
    title = f"{ends(item).capitalize()} in {town_of(item.destination, scene.gazetteer)}"
    notes = tuple(f"{upper_first(one)}." for one in hours_of(item, item.end.date()))
    return replace(found, title=title, times=f"{item.lands:%H:%M}", mode=item.mode, notes=notes)


def _order(entry: Entry) -> tuple[dt.datetime, dt.datetime, bool]:
    begins = entry.way.leave_by if entry.way and entry.kind != "leg" else entry.start
    return (
        utc_of(min(begins, entry.start), entry.zone),
        utc_of(entry.start, entry.zone),
        entry.kind == "check_out",
    )


def _marked(entry: Entry, now: dt.datetime) -> Entry:
    start, end = utc_of(entry.start, entry.zone), utc_of(entry.end, entry.end_zone or entry.zone)
    past = end <= now
    ticket = entry.ticket if not past or (entry.ticket and entry.ticket.state == "booked") else None
    return replace(entry, past=past, now=start <= now < end, ticket=ticket)


# --- Around a day ------------------------------------------------------------------------------


def _city(scene: Scene, day: Day) -> City | None:
    number = day.city_id or next((item.city_id for item in day.items if item.city_id), None)
    return scene.gazetteer.city(number)


def _zone(day: Day, city: City | None, scene: Scene) -> str:
    timed = [item for item in day.items if not isinstance(item, Stay)]
    if timed:
        last = max(timed, key=lambda item: item.start_utc)
        return last.zone if last.end.date() != day.date else last.end_zone or last.zone
    return city.timezone if city else zone_at(scene.plan, scene.now, scene.gazetteer)


def _rain(scene: Scene, day: Day) -> list[RainPlan]:
    planned = {item.place_id for item in scene.plan.items() if item.place_id}
    found = []
    for item in day.items:
        place = scene.gazetteer.place(item.place_id) if item.place_id else None
        outdoor = isinstance(item, Visit) and (item.outdoor or (place is not None and place.outdoor))
        if outdoor and item.end_utc > scene.now:
            one = rain_plan(item, scene.facts, scene.gazetteer, planned, scene.plan.ages)
            planned |= {instead.place_id for instead in one.places}
            found.append(one)
    return found


def _take(scene: Scene, day: Day, leaving: Sequence[Stay], climate: Climate | None) -> list[Take]:
    booked = [
        booking.title
        for item in day.items
        if (booking := booking_of(item.uid, scene.bookings))
        and booking.status == "booked"
        and booking.has_code
    ]
    return to_take(day.items, leaving, scene.facts, scene.gazetteer, climate=climate, booked=booked)
