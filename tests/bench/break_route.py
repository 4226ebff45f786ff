"""Ways to spoil the days, the places and the ways of a plan (checks 1 to 11). See `breakages`."""

from __future__ import annotations

from decimal import Decimal

from tests.bench.breakages import (
    DAY,
    MINUTE,
    Trip,
    become,
    between_cities,
    breaks,
    local_legs_between_listed,
    shift,
    touches,
)
from trips.catalogue.gazetteer import distance_km
from trips.schemas import Appointment, FreeTime, Leg, Meal, Stay, Visit

# --- 1: days and dates ---------------------------------------------------------------------------


@breaks(1)
def last_day_is_missing(trip: Trip) -> bool:
    if len(trip.plan.days) < 2 or not (trip.facts.dates.end or trip.facts.dates.days):
        return False
    trip.plan.days.pop()
    return True


@breaks(1)
def a_day_is_skipped(trip: Trip) -> bool:
    if len(trip.plan.days) < 3:
        return False
    del trip.plan.days[1]
    return True


@breaks(1)
def everything_a_day_late(trip: Trip) -> bool:
    if not trip.facts.dates.start:
        return False
    shift(trip.plan, 1)
    return True


@breaks(1)
def home_a_day_before_the_plan_ends(trip: Trip) -> bool:
    if not _comes_home(trip):
        return False
    last = trip.plan.days[-1]
    trip.plan.days.append(last.model_copy(update={"date": last.date + DAY, "items": []}))
    dates = trip.facts.dates
    dates.end = dates.end + DAY if dates.end else None
    dates.days = dates.days + 1 if dates.days else None
    return True


# --- 2: complete days ----------------------------------------------------------------------------


@breaks(2)
def stay_is_missing(trip: Trip) -> bool:
    stays = trip.items(Stay)
    if not stays:
        return False
    trip.remove(stays[0])
    return True


@breaks(2)
def an_empty_last_day(trip: Trip) -> bool:
    last = trip.plan.days[-1]
    if len(trip.plan.days) < 2 or any(
        between_cities(leg) and touches(leg, {last.date}) for leg in trip.items(Leg)
    ):
        return False
    last.items = []
    return True


@breaks(2)
def full_day_without_dinner(trip: Trip) -> bool:
    for index in trip.full_days():
        for item in trip.plan.days[index].items:
            if isinstance(item, Meal) and item.meal == "dinner":
                trip.remove(item)
                return True
    return False


@breaks(2)
def full_day_without_a_visit(trip: Trip) -> bool:
    for index in trip.full_days():
        day = trip.plan.days[index]
        if any(isinstance(item, Visit) for item in day.items):
            day.items = [item for item in day.items if not isinstance(item, Visit | FreeTime)]
            return True
    return False


@breaks(2)
def no_transport_on_a_day_of_travel(trip: Trip) -> bool:
    legs = [leg for leg in trip.items(Leg) if between_cities(leg)]
    if not legs or trip.facts.origin is None:
        return False
    for leg in legs:
        trip.remove(leg)
    return True


@breaks(2)
def free_dinner_that_costs_nobody_knows_what(trip: Trip) -> bool:
    for index in trip.full_days():
        for item in trip.plan.days[index].items:
            if isinstance(item, Meal) and item.style == "free":
                item.costs = []
                return True
    return False


# --- 3, 4: cities, start and end ------------------------------------------------------------------


@breaks(3)
def a_city_nobody_asked_for(trip: Trip) -> bool:
    if len(trip.plan.days) < 3:
        return False
    day = trip.plan.days[1]
    day.city, day.city_id = "Reykjavík", 3413829
    return True


@breaks(3)
def a_city_asked_for_is_left_out(trip: Trip) -> bool:
    if not any(place.kind == "city" for place in trip.facts.destinations):
        return False
    extra = trip.facts.destinations[0].model_copy(
        update={"name": "Reykjavík", "kind": "city", "city_id": 3413829, "country": "IS", "nights": None}
    )
    trip.facts.destinations.append(extra)
    return True


@breaks(4)
def home_in_the_morning_on_a_day_of_another_city(trip: Trip) -> bool:
    if not _comes_home(trip):
        return False
    way = max((leg for leg in trip.items(Leg) if between_cities(leg)), key=lambda leg: leg.end_utc)
    last, before = trip.plan.days[-1], trip.plan.days[-2]
    if way.start.date() >= last.date or way.start.hour < 5 or before.city_id in (None, last.city_id):
        return False
    last.city, last.city_id = before.city, before.city_id
    return True


def _comes_home(trip: Trip) -> bool:
    return bool(trip.facts.origin) and trip.facts.trip_type != "one_way" and len(trip.plan.days) > 1


@breaks(4)
def starts_somewhere_else(trip: Trip) -> bool:
    legs = [leg for leg in trip.items(Leg) if between_cities(leg)]
    if not legs or trip.facts.origin is None:
        return False
    first = min(legs, key=lambda leg: leg.start_utc)
    first.origin = first.origin.model_copy(
        update={"name": "Keflavík", "code": "KEF", "city_id": 3413829, "lat": 63.985, "lon": -22.6056}
    )
    return True


@breaks(4)
def nobody_comes_home(trip: Trip) -> bool:
    legs = [leg for leg in trip.items(Leg) if between_cities(leg)]
    if len(legs) < 2 or trip.facts.origin is None or trip.facts.trip_type == "one_way":
        return False
    trip.remove(max(legs, key=lambda leg: leg.start_utc))
    return True


# --- 5, 6: truth ---------------------------------------------------------------------------------


@breaks(5)
def a_place_that_does_not_exist(trip: Trip) -> bool:
    return _rename_place(trip, Visit, "the-museum-of-nothing")


@breaks(5)
def a_restaurant_that_does_not_exist(trip: Trip) -> bool:
    return _rename_place(trip, Meal, "chez-nobody")


@breaks(5)
def a_hotel_that_does_not_exist(trip: Trip) -> bool:
    return _rename_place(trip, Stay, "hotel-nowhere")


def _rename_place(trip: Trip, kind: type, slug: str) -> bool:
    items = trip.listed(kind)
    if not items:
        return False
    items[-1].place_id = f"{items[-1].place_id.split(':')[0]}:{slug}"
    return True


@breaks(5)
def a_free_text_ghost(trip: Trip) -> bool:
    visits = trip.listed(Visit)
    if not visits:
        return False
    visits[-1].place_id = None
    return True


@breaks(5)
def an_airport_without_flights(trip: Trip) -> bool:
    flights = [leg for leg in trip.items(Leg) if leg.mode == "flight"]
    if not flights:
        return False
    flights[0].destination.code = "QQQ"
    return True


@breaks(5)
def a_connection_that_does_not_exist(trip: Trip) -> bool:
    legs = [leg for leg in trip.items(Leg) if between_cities(leg)]
    if not legs:
        return False
    legs[0].connection_id = "connection:of-nobody"
    return True


@breaks(33)
def the_name_of_another_place(trip: Trip) -> bool:
    visits = trip.listed(Visit)
    if len(visits) < 2 or trip.row(visits[0]).city != trip.row(visits[1]).city:
        return False
    visits[0].title = trip.row(visits[1]).name
    return True


@breaks(33)
def an_invented_title(trip: Trip) -> bool:
    for visit in trip.listed(Visit)[:1]:
        visit.title = "A rooftop party for you alone"
        return True
    return False


@breaks(33)
def a_highlight_of_a_place_that_is_not_planned(trip: Trip) -> bool:
    visits = trip.listed(Visit)
    used = {item.place_id for item in trip.plan.items()}
    rows = trip.gazetteer.places(trip.row(visits[0]).city, "visit") if visits else []
    absent = next((row for row in rows if row.id not in used and row.name.count(" ") > 1), None)
    if absent is None:
        return False
    trip.plan.highlights = [f"An evening at {absent.name}"]
    return True


@breaks(33)
def an_hour_in_a_highlight_that_nothing_has(trip: Trip) -> bool:
    trip.plan.highlights = [*trip.plan.highlights, "A table at 04:17 in the morning"]
    return True


@breaks(6)
def half_price_tickets(trip: Trip) -> bool:
    for item in trip.listed(Visit, Meal):
        for line in item.costs:
            if line.unit > 0:
                line.unit /= 2
                line.amount = line.unit * line.quantity
                trip.retotal()
                return True
    return False


@breaks(6)
def a_room_for_a_song(trip: Trip) -> bool:
    for stay in trip.listed(Stay):
        if stay.costs:
            line = stay.costs[0]
            line.unit = (line.unit / 10).quantize(Decimal(1))
            line.amount = line.unit * line.quantity
            trip.retotal()
            return True
    return False


@breaks(6)
def a_short_cut_on_paper(trip: Trip) -> bool:
    for leg in trip.items(Leg):
        here, there = leg.origin, leg.destination
        if leg.mode == "flight" or not (here.lat and here.lon and there.lat and there.lon):
            continue
        straight = distance_km(here.lat, here.lon, there.lat, there.lon)
        if straight > 2:
            leg.distance_km = straight / 2
            return True
    return False


@breaks(6)
def a_friendly_exchange_rate(trip: Trip) -> bool:
    if not trip.plan.rates:
        return False
    trip.plan.rates[0].rate *= Decimal("0.8")
    trip.retotal()
    return True


# --- 7, 8: city and nights ------------------------------------------------------------------------


@breaks(7)
def a_visit_in_another_city(trip: Trip) -> bool:
    for visit in trip.listed(Visit):
        city = trip.row(visit).city
        far = "tokyo" if city not in ("tokyo", "kyoto") else "boston"
        if foreign := trip.gazetteer.places(far, "visit"):
            become(trip, visit, foreign[0])
            return True
    return False


@breaks(7)
def a_hotel_in_another_city(trip: Trip) -> bool:
    for stay in trip.listed(Stay):
        city = trip.row(stay).city
        far = "tokyo" if city not in ("tokyo", "kyoto") else "boston"
        if foreign := trip.gazetteer.places(far, "stay"):
            become(trip, stay, foreign[0])
            return True
    return False


@breaks(7)
def a_place_moved_on_the_map(trip: Trip) -> bool:
    for item in trip.listed(Visit, Meal):
        if item.lat is not None:
            item.lat += 0.05
            return True
    return False


@breaks(7)
def an_unlisted_stop_at_the_other_end_of_the_world(trip: Trip) -> bool:
    for item in trip.items(Visit, Meal):
        if item.unlisted and item.lat is not None:
            item.lat, item.lon = -item.lat, -item.lon
            return True
    return False


@breaks(8)
def more_nights_than_there_are(trip: Trip) -> bool:
    stays = trip.items(Stay)
    if not stays:
        return False
    stays[0].nights += 1
    return True


@breaks(8)
def two_stays_for_one_night(trip: Trip) -> bool:
    stays = trip.items(Stay)
    if not stays or stays[0].nights < 1:
        return False
    twin = stays[0].model_copy(deep=True, update={"uid": stays[0].uid + "-twin"})
    next(day for day in trip.plan.days if stays[0] in day.items).items.append(twin)
    trip.retotal()
    return True


@breaks(8)
def back_to_the_first_city(trip: Trip) -> bool:
    names = [day.city_id for day in trip.plan.days]
    origin = trip.facts.origin.city_id if trip.facts.origin else None
    if len(set(names) - {origin}) < 2 or names[0] == origin:
        return False
    trip.plan.days[-1].city_id, trip.plan.days[-1].city = names[0], trip.plan.days[0].city
    return True


@breaks(8)
def a_night_less_than_asked(trip: Trip) -> bool:
    """Where a night is spent in the air, one night less may be all there is: two less never are."""
    in_the_air = any(leg.start.date() < leg.end.date() for leg in trip.items(Leg))
    for place in trip.facts.destinations:
        if place.kind == "city" and place.nights:
            place.nights += 2 if in_the_air else 1
            return True
    return False


# --- 10, 11: appointments, ways -------------------------------------------------------------------


@breaks(10)
def a_visit_during_an_appointment(trip: Trip) -> bool:
    visits = trip.items(Visit)
    if not visits:
        return False
    visit = visits[-1]
    trip.facts.appointments.append(
        Appointment(
            what="dentist",
            date=visit.start.date(),
            start=visit.start.time(),
            end=(visit.start + 20 * MINUTE).time(),
        )
    )
    return True


@breaks(10)
def an_appointment_in_another_city(trip: Trip) -> bool:
    if len(trip.plan.days) < 3:
        return False
    date = trip.plan.days[1].date
    trip.facts.appointments.append(Appointment(what="christening", date=date, where="Reykjavík"))
    return True


@breaks(11)
def a_way_is_missing(trip: Trip) -> bool:
    legs = local_legs_between_listed(trip)
    if not legs:
        return False
    trip.remove(legs[len(legs) // 2])
    return True


@breaks(11)
def a_way_to_the_wrong_place(trip: Trip) -> bool:
    legs = local_legs_between_listed(trip)
    if len(legs) < 2:
        return False
    legs[0].destination = legs[0].origin.model_copy()
    return True


@breaks(11)
def the_transfer_from_the_airport_is_missing(trip: Trip) -> bool:
    for leg in trip.items(Leg):
        if leg.mode != "flight" and leg.origin.kind == "airport":
            trip.remove(leg)
            return True
    return False
