"""Items of a plan in words, for files that are read away from the site: ways, hours, costs, where, notes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal

from trips.catalogue.credits import credits_of_item
from trips.catalogue.diets import dishes_for, unknown_diets
from trips.catalogue.gazetteer import Gazetteer
from trips.catalogue.opening_hours import hours_in_words, words_of_hours
from trips.planning.agenda_around import point_in_words
from trips.planning.agenda_entries import booking_of
from trips.planning.agenda_values import Reservation
from trips.planning.costing import total_of
from trips.planning.items import TABLE_BOOKING, VISIT_BOOKING
from trips.planning.own_bookings import told
from trips.schemas import (
    ROUGH_GRADES,
    CostLine,
    FreeTime,
    Item,
    Leg,
    Meal,
    Place,
    Plan,
    Stay,
    Visit,
)
from trips.wording import counted, money_in_words, source_in_words

WAYS = {
    "walk": "on foot",
    "transit": "by public transport",
    "taxi": "by taxi",
    "train": "by train",
    "coach": "by coach",
    "flight": "by plane",
    "car": "by car",
    "ferry": "by ferry",
}
_MEALS = {"breakfast": "Breakfast", "lunch": "Lunch", "dinner": "Dinner"}
_BOOKING = {"required": "Book ahead.", "recommended": "Booking ahead is advised."}
NAMED_BY_MODEL = "From the language model's knowledge: check hours and price before you go."
UNLISTED = "Somebody's suggestion, in none of our data: look up hours and price yourself."


class Told:
    """One item in words. Every part may be empty; `cost` is for the whole party, in the plan's currency."""

    def __init__(self, item: Item, plan: Plan, gazetteer: Gazetteer, diets: Sequence[str] = ()) -> None:
        self.item = item
        self.place: Place | None = gazetteer.place(item.place_id) if item.place_id else None
        self.title = _title(item)
        self.lines = list(_lines(item, self.place, diets))
        self.hours = _hours(item, self.place, gazetteer)
        self.cost = cost_in_words(item, plan)
        self.cost_lines = [_cost_line(line) for line in item.costs]
        self.note = item.note
        self.where = _where(item, self.place, gazetteer)
        self.position = _position(item, self.place)
        self.credits = credits_of_item(item, plan, gazetteer)


def tell(
    item: Item,
    plan: Plan,
    gazetteer: Gazetteer,
    bookings: Sequence[Reservation] = (),
    diets: Sequence[str] = (),
) -> Told:
    """With the line of the booking that was made for it. `diets`: what the travellers eat."""
    words = Told(item, plan, gazetteer, diets)
    if own := booking_of(item.uid, bookings):
        words.lines.append(told(own, plan))
    return words


def cost_in_words(item: Item, plan: Plan) -> str:
    """ "about $92 for 2" of estimates, "$92 for 2" of prices in a row; "" for nothing."""
    amount = total_of([item], plan.currency, plan.rates)
    if not item.costs or amount == Decimal(0):
        return ""
    about = "about " if any(line.grade in ROUGH_GRADES for line in item.costs) else ""
    people = f" for {plan.travellers}" if plan.travellers > 1 else ""
    return f"{about}{money_in_words(amount, plan.currency)}{people}"


def length_in_words(minutes: int) -> str:
    """45 min, 2 h, 2 h 15 min."""
    hours, rest = divmod(max(0, minutes), 60)
    return (
        " ".join(part for part in (f"{hours} h" if hours else "", f"{rest} min" if rest else "") if part)
        or "0 min"
    )


def city_name(city_id: int | None, gazetteer: Gazetteer) -> str:
    """ "Kyoto, Japan"; "" for a city we do not know."""
    city = gazetteer.city(city_id)
    return f"{city.name}, {city.country_name}" if city else ""


def _title(item: Item) -> str:
    if isinstance(item, Meal) and not item.title.startswith(_MEALS[item.meal]):
        return f"{_MEALS[item.meal]}: {item.title}"
    return f"Stay: {item.title}" if isinstance(item, Stay) else item.title


def _lines(item: Item, place: Place | None, diets: Sequence[str]) -> Iterator[str]:
    """What there is to say besides times, hours, cost and note."""
    match item:
        case Leg():
            yield f"{point_in_words(item.origin)} → {point_in_words(item.destination)}"
            way = f"{WAYS[item.mode]}, {length_in_words(item.travel_minutes)}"
            way += f", {item.distance_km:.1f} km" if item.distance_km < 20 else f", {item.distance_km:.0f} km"
            yield f"{way[0].upper()}{way[1:]}{' (estimated)' if item.grade == 'estimate' else ''}."
            if item.buffer_minutes:
                yield f"The time includes {item.buffer_minutes} min for boarding and leaving."
        case Stay():
            kind = item.stay_type.replace("_", " ").capitalize() or "A stay"
            yield f"{kind}, {counted(item.nights, 'night')}, {counted(item.rooms, 'room')}."
            if place is not None and place.breakfast_included:
                yield "Breakfast is included."
        case Visit():
            words = item.reason or (place.summary if place else "")
            if words:
                yield words
        case Meal():
            if item.cuisine and item.style == "place":
                yield f"{item.cuisine[:1].upper()}{item.cuisine[1:]}."
            if place is not None and item.style == "place" and (dishes := dishes_for(place, diets)):
                yield f"Try {' or '.join(dishes[:2])}."
            if item.style != "free" and (unknown := unknown_diets(place, diets)):
                yield f"It is not known whether it has {unknown} food."
        case FreeTime():
            pass
    if item.guests:
        yield f"With {counted(item.guests, 'guest')}, who pay for themselves."
    if place is not None and not isinstance(item, Leg) and place.booking in _BOOKING:
        if not says_to_book(item):
            yield _BOOKING[place.booking]
    if item.unlisted:
        yield UNLISTED
    elif item.named_by_model:
        yield NAMED_BY_MODEL


def says_to_book(item: Item) -> bool:
    """Does its note already say that it is to be booked?"""
    return any(words in item.note for words in (*VISIT_BOOKING.values(), *TABLE_BOOKING.values()))


def _hours(item: Item, place: Place | None, gazetteer: Gazetteer) -> str:
    """Opening hours on the date of a visit, or of a meal at a listed place."""
    at_place = isinstance(item, Visit) or (isinstance(item, Meal) and item.style == "place")
    if place is None or not at_place:
        return ""
    words = words_of_hours(place) or hours_in_words(place, item.start.date(), gazetteer)
    page = place.source_of("hours")
    read = f" ({source_in_words(page)})" if page.grade == "web" else ""
    usually = "usually " if page.grade == "common" else ""
    return f"{f'{usually}open ' if words[:1].isdigit() else ''}{words}{read}"


def _cost_line(line: CostLine) -> str:
    return f"{line.label}: {line.quantity} × {money_in_words(line.unit, line.currency)}"


def _where(item: Item, place: Place | None, gazetteer: Gazetteer) -> str:
    """Name, area, city; of a way where it begins."""
    if isinstance(item, Leg):
        parts = [point_in_words(item.origin), city_name(item.origin.city_id, gazetteer)]
    elif isinstance(item, FreeTime) or (isinstance(item, Meal) and item.style == "free"):
        parts = [item.area, city_name(item.city_id, gazetteer)]
    else:
        local = place.local_name if place else ""
        name = f"{item.title} ({local})" if local and local != item.title else item.title
        parts = [name, item.area, city_name(item.city_id, gazetteer)]
    return ", ".join(dict.fromkeys(part for part in parts if part))


def _position(item: Item, place: Place | None) -> tuple[float, float] | None:
    """Latitude and longitude in degrees; of a way where it begins. None where they are no position."""
    point = item.origin if isinstance(item, Leg) else place
    lat, lon = (point.lat, point.lon) if point else item.position or (None, None)
    if lat is None or lon is None:
        return None
    return (lat, lon) if -90 <= lat <= 90 and -180 <= lon <= 180 else None
