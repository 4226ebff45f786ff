"""One thing of a day as an agenda tells it: its times, the way there, hours, last entry, tickets."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import replace

from trips.catalogue.gazetteer import Gazetteer
from trips.catalogue.opening_hours import hours_in_words, is_open, open_spans
from trips.planning.agenda_around import point_in_words
from trips.planning.agenda_values import Entry, EntryKind, Online, Reservation, Scene, Ticket, Way
from trips.planning.costing import total_of
from trips.planning.fares import local_fares
from trips.planning.legs import LocalMeans
from trips.planning.own_bookings import in_words, overlap_in_words, span_in_words, times_of
from trips.schemas import FreeTime, Item, Leg, Meal, Place, Plan, Point, Stay, Visit
from trips.wording import counted, day_in_words, time_in_words, upper_first, whole_money

_LOCAL_MODES = frozenset({"walk", "transit", "taxi", "car"})
#: Shorter than this no way is told, kilometres.
_AROUND_THE_CORNER_KM = 0.15
_LONGEST_LOCAL_KM = 60.0
_LONGEST_WALK_KM = 2.5
_TICKETED = frozenset({"flight", "train", "coach", "ferry"})
_HUBS = ("airport", "station")
_STEP_FREE = frozenset({"wheelchair", "step_free", "step-free"})


def is_local(leg: Leg) -> bool:
    """Within one town: the same city at both ends, or too short to be a journey."""
    same = leg.origin.city_id is not None and leg.origin.city_id == leg.destination.city_id
    return leg.mode in _LOCAL_MODES and (same or leg.distance_km < _LONGEST_LOCAL_KM)


def times_in_words(item: Item) -> str:
    """09:00–11:00 · 22:00–02:00 next day · 10:30 – 09:15 (local times)."""
    return span_in_words(item.start, item.end, item.zone, item.end_zone or item.zone)


def cost_in_words(item: Item, plan: Plan) -> str:
    """ "" for what costs nothing."""
    cost = total_of([item], plan.currency, plan.rates)
    return whole_money(cost, plan.currency) if cost else ""


def at_the_desk(items: Sequence[Item]) -> set[str]:
    """Uids of the minutes at a desk that are part of a check-in."""
    doors = {(item.start, item.lat, item.lon) for item in items if isinstance(item, Stay)}
    return {one.uid for one in items if isinstance(one, FreeTime) and (one.start, one.lat, one.lon) in doors}


def entry_of(item: Item, date: dt.date, scene: Scene) -> Entry:
    """Whatever is no stay. Local ways are not entries of their own, unless nothing follows them."""
    place = scene.gazetteer.place(item.place_id) if item.place_id else None
    late = "" if item.start.date() == date else f", {day_in_words(item.start.date())}"  # after midnight
    entry = Entry(
        uid=item.uid,
        kind=item.kind,
        title=item.title,
        start=item.start,
        end=item.end,
        zone=item.zone,
        end_zone=item.end_zone,
        times=f"{times_in_words(item)}{late}",
        minutes=item.minutes,
        area="" if item.area in item.title else item.area,
        cost=cost_in_words(item, scene.plan),
        at=item.position,
        unlisted=item.unlisted,
        named_by_model=item.named_by_model,
        locked=item.locked,
        notes=(item.note,) if item.note else (),
    )
    match item:
        case Leg():
            return _journey(entry, item, scene)
        case Visit():
            outdoor = item.outdoor or bool(place and place.outdoor)
            return _at_place(replace(entry, outdoor=outdoor), item, place, scene)
        case Meal():
            named = item.meal.capitalize()
            title = item.title if item.title.startswith(named) else f"{named}: {item.title}"
            return _at_place(replace(entry, title=title), item, place, scene)
        case FreeTime() | Stay():
            return entry


def _journey(entry: Entry, leg: Leg, scene: Scene) -> Entry:
    times, notes = entry.times, entry.notes
    if not is_local(leg):
        times = time_in_words(leg.departs)
        hours = hours_of(leg, leg.start.date(), _in_time(leg, scene.bookings))
        notes = (*(f"{upper_first(one)}." for one in hours), *notes)
    need = "Ticket needed, and none is recorded." if leg.mode in _TICKETED else ""
    ticket = ticket_of(leg.uid, scene, need=need, state="needed")
    warnings = _at_another_time(leg, scene.bookings)
    return replace(entry, times=times, mode=leg.mode, notes=notes, ticket=ticket, warnings=warnings)


def ends(leg: Leg) -> str:
    """What it does at its end."""
    return "land" if leg.mode == "flight" else "arrive"


def hours_of(leg: Leg, date: dt.date, in_time: str = "") -> list[str]:
    """What of a journey is on that day: "be at Boston Logan (BOS) by 17:00", "lands at Lisbon (LIS) about
    07:05 local time on Saturday", "outside by 07:50". `in_time`: instead of "by 17:00"."""
    there = point_in_words(leg.destination)
    found = [there]
    if leg.start.date() == date:
        here, waits = point_in_words(leg.origin), leg.buffer_minutes or leg.origin.kind in _HUBS
        begins = f"be at {here} {in_time or f'by {leg.start:%H:%M}'}" if waits else f"from {here}"
        within = "in" if leg.destination.kind in ("city", "area") else "at"
        about = "about" if leg.grade == "estimate" else "at"
        clock = " local time" if (leg.end_zone or leg.zone) != leg.zone else ""
        other = "" if leg.departs.date() == leg.lands.date() else f" on {leg.lands:%A}"
        found = [begins, f"{ends(leg)}s {within} {there} {about} {leg.lands:%H:%M}{clock}{other}"]
    if leg.end > leg.lands and leg.end.date() == date:
        found.append(f"outside by {leg.end:%H:%M}")
    return found


def _in_time(leg: Leg, bookings: Sequence[Reservation]) -> str:
    """By the plan's own hour, which holds the boarding; with a departure that is booked for that one."""
    own = booking_of(leg.uid, bookings)
    if own is None or own.start is None or own.status != "booked" or own.start == leg.start:
        return f"by {time_in_words(leg.start)}"
    return f"in good time for {_when(own.start, leg)}, when your booking departs"


def _when(booked: dt.datetime, item: Item) -> str:
    """With the day, where it is not the item's."""
    day = f"{day_in_words(booked.date())}, " if booked.date() != item.start.date() else ""
    return f"{day}{time_in_words(booked)}"


def _at_place(entry: Entry, item: Item, place: Place | None, scene: Scene) -> Entry:
    need, state, gazetteer = "", "advised", scene.gazetteer
    warnings = list(_at_another_time(item, scene.bookings))
    hours = last = ""
    if place is not None:
        what = "table" if place.kind == "food" else "booking"
        if place.booking == "required":
            need, state = f"Needs a {what} ahead, and none is recorded.", "needed"
        elif place.booking == "recommended":
            need = f"A {what} ahead is advised; none is recorded."
        day = item.start.date()
        hours = hours_in_words(place, day, gazetteer)
        last = last_entry(place, item.start, gazetteer)
        if is_open(place, item.start, item.end, gazetteer) is False:
            warnings.append(f"By our data this is not open then: {hours}.")
    kept = tuple(note for note in entry.notes if not note.startswith(("Book ahead.", "Booking recommended.")))
    ticket = ticket_of(item.uid, scene, need=need, state=state)
    return replace(entry, hours=hours, last_entry=last, ticket=ticket, warnings=tuple(warnings), notes=kept)


def last_entry(place: Place, start: dt.datetime, gazetteer: Gazetteer) -> str:
    """The time after which nobody is let in, where the row says one; local."""
    if not place.hours.last_entry_min:
        return ""
    for opens, closes in open_spans(place, start.date(), gazetteer) or []:
        if opens <= start < closes:
            return time_in_words(closes - dt.timedelta(minutes=place.hours.last_entry_min))
    return ""


def stay_entry(stay: Stay, kind: EntryKind, scene: Scene) -> Entry:
    """Check-in or check-out, with the house's hours for it where the row has them."""
    place = scene.gazetteer.place(stay.place_id) if stay.place_id else None
    arriving = kind == "check_in"
    moment = stay.start if arriving else stay.end
    zone = stay.zone if arriving else stay.end_zone or stay.zone
    told = (place.check_in if arriving else place.check_out) if place else None
    words = f"{'Check-in from' if arriving else 'Check-out until'} {time_in_words(told)}." if told else ""
    need = "No booking of the room is recorded."
    return Entry(
        uid=stay.uid,
        kind=kind,
        title=stay.title,
        start=moment,
        end=moment,
        zone=zone,
        times=f"{'from' if arriving else 'by'} {time_in_words(moment)}",
        area=stay.area,
        cost=cost_in_words(stay, scene.plan) if arriving else "",
        at=stay.position,
        ticket=ticket_of(stay.uid, scene, need=need, state="needed") if arriving else None,
        notes=tuple(filter(None, (words, counted(stay.nights, "night") if arriving else ""))),
        unlisted=stay.unlisted,
        named_by_model=stay.named_by_model,
    )


def booking_entry(booking: Reservation, meant: Item | None, scene: Scene) -> Entry:
    """Something reserved, with a start, that is no item of the plan. `meant`: the one it may have been made
    for."""
    plan = scene.plan
    start, end, zone, end_zone = times_of(booking, plan)
    note = "From your bookings; it is not in the plan."
    if meant is not None:
        note = (
            f"From your bookings. It may be “{meant.title}” ({times_in_words(meant)}) of your plan: "
            "if it is, say so under Bookings."
        )
    return Entry(
        uid=f"booking-{booking.key}",
        kind="booking",
        title=booking.title,
        start=start,
        end=end,
        zone=zone,
        end_zone=end_zone if end_zone != zone else "",
        times=in_words(booking, plan),
        ticket=_of_booking(booking, scene.today),
        warnings=tuple(filter(None, (overlap_in_words(booking, scene.bookings, plan),))),
        notes=(note,),
    )


def maybe_booked(entry: Entry, meant: Mapping[str, Reservation], scene: Scene) -> Entry:
    """An entry whose ticket is missing, where a booking may be it: by the item's uid."""
    booking = meant.get(entry.uid)
    if booking is None or entry.ticket is None or entry.ticket.booking is not None:
        return entry
    noted = f"{booking.title}, {in_words(booking, scene.plan)}"
    sentence = f"Your booking “{noted}” may be it: if it is, say so under Bookings."
    return replace(entry, ticket=Ticket(entry.ticket.state, sentence, booking.key))


def ticket_of(uid: str, scene: Scene, *, need: str, state: str) -> Ticket | None:
    """The booking made for an item, else what its row asks for; None when nothing is needed."""
    own = booking_of(uid, scene.bookings)
    if own is not None:
        return _of_booking(own, scene.today)
    return Ticket(state, need) if need else None  # type: ignore[arg-type]


def booking_of(uid: str, bookings: Sequence[Reservation]) -> Reservation | None:
    """What was reserved for an item, before what is still to be; cancelled ones are gone."""
    own = [row for row in bookings if row.item_uid == uid and row.status != "cancelled"]
    return min(own, key=lambda row: (row.status != "booked", row.key), default=None)


def _of_booking(booking: Reservation, today: dt.date) -> Ticket:
    if booking.status == "booked":
        code = " The code is under Bookings." if booking.has_code else ""
        return Ticket("booked", f"Booked.{code}", booking.key)
    by = f" by {day_in_words(booking.book_by)}" if booking.book_by else ""
    if booking.book_by and booking.book_by < today:
        return Ticket("overdue", f"Overdue: to be booked{by}.", booking.key)
    return Ticket("to_book", f"To be booked{by}.", booking.key)


def _at_another_time(item: Item, bookings: Sequence[Reservation]) -> tuple[str, ...]:
    """A booking whose hour is not the plan's."""
    own = booking_of(item.uid, bookings)
    if own is None or own.start is None or own.status != "booked" or isinstance(item, Stay):
        return ()
    if isinstance(item, Leg) and item.start <= own.start <= item.end:
        return ()  # a departure lies within the leg: its time holds the boarding
    if own.start == item.start and own.zone in ("", item.zone):
        return ()
    when = _when(own.start, item)
    return (f"Your booking is for {when}, the plan says {time_in_words(item.start)}.",)


# --- Ways --------------------------------------------------------------------------------------


def way_of(leg: Leg, item: Item | None, online: Online) -> Way:
    """A local leg as the way to what follows it; by a routing service where one was asked. One leaves no
    later than the plan says."""
    there = leg.destination
    same = item is not None and (
        (there.place_id is not None and there.place_id == item.place_id)
        or there.name == item.title
        or there.name in item.title
    )
    to = "" if same else there.name
    if routed := online.ways.get(leg.uid):
        leave = min(leg.start, leg.end - dt.timedelta(minutes=routed.minutes))
        return Way(leg.uid, leg.mode, routed.minutes, routed.kilometres, leave, to, asked=routed.asked)
    return Way(leg.uid, leg.mode, leg.travel_minutes or leg.minutes, leg.distance_km, leg.start, to)


def reckoned_way(before: Item, item: Item, scene: Scene) -> Way | None:
    """Where the plan has no leg between two places of one city: by the stated model of local ways."""
    facts = scene.facts
    city = scene.gazetteer.city(item.city_id) if item.city_id and item.city_id == before.city_id else None
    here, there = _point(before), _point(item)
    if city is None or here is None or there is None:
        return None
    ride = "taxi" if _STEP_FREE & set(facts.access) else "transit"
    if ride in facts.transport_bans:
        ride = next((mode for mode in ("taxi", "transit") if mode not in facts.transport_bans), None)
    fares = local_fares(city.curated, city.country)
    move = LocalMeans(city, fares, ride, _LONGEST_WALK_KM, 1, ()).move(here, there)  # type: ignore[arg-type]
    if move.kilometres < _AROUND_THE_CORNER_KM or not move.minutes:
        return None
    leave = item.start - dt.timedelta(minutes=move.minutes)
    return Way("", move.mode, move.minutes, move.kilometres, leave, reckoned=True)


def _point(item: Item) -> Point | None:
    """Where one is after an item; free choices have no place of their own."""
    if isinstance(item, Leg):
        point = item.destination
        return point if point.lat is not None else None
    if item.lat is None or item.lon is None or isinstance(item, FreeTime):
        return None
    if isinstance(item, Meal) and item.style == "free":
        return None
    return Point(name=item.title, lat=item.lat, lon=item.lon, city_id=item.city_id)
