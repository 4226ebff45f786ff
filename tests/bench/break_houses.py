"""Ways to spoil the kind of stay, house rules and measures of the whole plan (checks 23, 28). See
`breakages`."""

from __future__ import annotations

from tests.bench.breakages import Trip, become, between_cities, breaks
from trips.schemas import Leg, Stay, Visit

# --- 23: the kind of stay ------------------------------------------------------------------------


@breaks(23)
def another_kind_of_stay(trip: Trip) -> bool:
    kinds = {row.stay_type for stay in trip.listed(Stay) if (row := trip.row(stay))}
    if not kinds:
        return False
    trip.facts.stay.kind = "hostel" if "hostel" not in kinds else "ryokan"
    return True


@breaks(23)
def a_house_to_be_avoided(trip: Trip) -> bool:
    kinds = {row.stay_type for stay in trip.listed(Stay) if (row := trip.row(stay))}
    for kind in sorted(kinds - {""}):
        trip.facts.avoid.append(f"{kind}s")
        return True
    return False


@breaks(23)
def shared_where_that_was_not_wanted(trip: Trip) -> bool:
    """Every house but hostels has rooms of one's own, so the stay becomes a hostel."""
    for stay in trip.listed(Stay):
        for row in trip.gazetteer.places(trip.row(stay).city, "stay"):
            if row.stay_type == "hostel":
                become(trip, stay, row)
                trip.facts.stay.kind = "not shared"
                return True
    return False


@breaks(23)
def a_dog_where_none_may_stay(trip: Trip) -> bool:
    for stay in trip.listed(Stay):
        row = trip.row(stay)
        if row.amenities and "pets" not in row.amenities:
            trip.facts.wishes.append("with our dog")
            return True
    return False


@breaks(23)
def a_house_for_adults_with_a_small_child(trip: Trip) -> bool:
    for stay in trip.listed(Stay):
        for row in trip.gazetteer.places(trip.row(stay).city, "stay"):
            if row.children == "no":
                become(trip, stay, row)
                trip.plan.ages = [*trip.plan.ages, 4]
                return True
    return False


# --- 28: ways and order --------------------------------------------------------------------------


@breaks(28)
def half_a_day_on_the_bus(trip: Trip) -> bool:
    for day in trip.plan.days:
        ways = [item for item in day.items if isinstance(item, Leg) and not between_cities(item)]
        if ways and any(isinstance(item, Visit) for item in day.items):
            ways[0].travel_minutes = 400
            return True
    return False


@breaks(28)
def a_day_that_costs_a_fortune(trip: Trip) -> bool:
    for visit in trip.items(Visit):
        if len(trip.plan.days) > 2 and visit.costs and visit.costs[0].unit > 0:
            visit.costs[0].unit *= 1000
            visit.costs[0].amount = visit.costs[0].unit * visit.costs[0].quantity
            trip.retotal()
            return True
    return False


@breaks(28)
def stops_at_both_ends_of_the_land(trip: Trip) -> bool:
    """Every second stop of a day 100 km off, unlisted, so that the coordinates are its own."""
    for day in trip.plan.days:
        stops = [item for item in day.items if isinstance(item, Visit)]
        if any(isinstance(item, Leg) and between_cities(item) for item in day.items) or len(stops) < 2:
            continue
        stops[1].place_id, stops[1].unlisted = None, True
        stops[1].lat, stops[1].lon = (stops[0].lat or 0) + 3.0, stops[0].lon or 0
        return True
    return False


@breaks(28)
def nothing_of_what_they_like(trip: Trip) -> bool:
    seen = [row for visit in trip.listed(Visit) if (row := trip.row(visit))]
    if len(seen) < 6:
        return False
    words = {word for row in seen for text in (*row.tags, row.area, row.name) for word in _words(text)}
    for city in {row.city for row in seen}:
        for row in trip.gazetteer.places(city, "visit"):
            for tag in row.tags:
                if not set(_words(tag)) & words:
                    trip.facts.interests = [tag.replace("_", " ")]
                    return True
    return False


def _words(text: str) -> list[str]:
    return [word.removesuffix("s") for word in text.casefold().replace("_", " ").replace(",", " ").split()]
