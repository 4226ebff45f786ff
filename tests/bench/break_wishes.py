"""Ways to spoil variety, money, wishes and choice (checks 18 to 29). See `breakages`."""

from __future__ import annotations

from decimal import Decimal

from tests.bench.breakages import DAY, Trip, become, breaks
from trips.schemas import Cap, FreeTime, Leg, Meal, Stay, Visit

# --- 18, 20: variety, rooms ----------------------------------------------------------------------


@breaks(18)
def the_same_sight_twice(trip: Trip) -> bool:
    visits = trip.listed(Visit)
    if len(visits) < 2 or trip.row(visits[0]).city != trip.row(visits[-1]).city:
        return False
    become(trip, visits[-1], trip.row(visits[0]))
    return True


@breaks(18)
def the_same_restaurant_twice(trip: Trip) -> bool:
    meals = trip.listed(Meal)
    if len(meals) < 2 or trip.row(meals[0]).city != trip.row(meals[-1]).city:
        return False
    become(trip, meals[-1], trip.row(meals[0]))
    return True


@breaks(20)
def too_many_in_a_room(trip: Trip) -> bool:
    stays = trip.listed(Stay)
    if not stays:
        return False
    trip.plan.adults += 10
    trip.facts.party.adults = trip.plan.adults
    return True


@breaks(20)
def seven_in_a_taxi(trip: Trip) -> bool:
    if not any(leg.mode in ("taxi", "car") and leg.costs for leg in trip.items(Leg)):
        return False
    trip.plan.adults += 17
    trip.facts.party.adults = trip.plan.adults
    return True


@breaks(20)
def a_night_too_few_for_the_riad(trip: Trip) -> bool:
    for stay in trip.listed(Stay):
        for row in trip.gazetteer.places(trip.row(stay).city, "stay"):
            if row.min_nights > 1:
                become(trip, stay, row)
                stay.end = stay.start + DAY
                stay.nights = 1
                return True
    return False


# --- 22: money -----------------------------------------------------------------------------------


@breaks(22)
def the_total_is_off(trip: Trip) -> bool:
    trip.plan.total -= 10
    return True


@breaks(22)
def a_line_is_off(trip: Trip) -> bool:
    for item in trip.items():
        for line in item.costs:
            line.amount += 1
            trip.retotal()
            return True
    return False


@breaks(22)
def somebody_eats_for_nothing(trip: Trip) -> bool:
    for meal in trip.listed(Meal):
        if meal.costs and meal.costs[0].quantity > 1:
            meal.costs[0].quantity -= 1
            meal.costs[0].amount = meal.costs[0].unit * meal.costs[0].quantity
            trip.retotal()
            return True
    return False


@breaks(22)
def a_night_is_not_paid(trip: Trip) -> bool:
    for stay in trip.items(Stay):
        for line in stay.costs:
            if line.quantity > 1:
                line.quantity -= 1
                line.amount = line.unit * line.quantity
                trip.retotal()
                return True
    return False


@breaks(22)
def a_flight_for_one(trip: Trip) -> bool:
    for leg in trip.items(Leg):
        if leg.mode == "flight" and trip.plan.adults > 1 and leg.costs:
            leg.costs = leg.costs[:1]
            leg.costs[0].quantity = 1
            leg.costs[0].amount = leg.costs[0].unit
            trip.retotal()
            return True
    return False


@breaks(22)
def a_currency_without_a_rate(trip: Trip) -> bool:
    if not trip.plan.rates:
        return False
    trip.plan.rates = []
    return True


@breaks(22)
def over_the_budget(trip: Trip) -> bool:
    trip.facts.budget.amount = (trip.plan.total * Decimal("0.8")).quantize(Decimal(1))
    trip.facts.budget.currency = trip.plan.currency
    trip.facts.budget.scope = "total"
    return trip.facts.budget.amount > 0


@breaks(22)
def over_the_budget_of_each(trip: Trip) -> bool:
    each = trip.plan.total / trip.plan.travellers
    trip.facts.budget.amount = (each * Decimal("0.9")).quantize(Decimal(1))
    trip.facts.budget.currency = trip.plan.currency
    trip.facts.budget.scope = "per_person"
    return trip.facts.budget.amount > 0


@breaks(22)
def planned_for_the_wrong_number(trip: Trip) -> bool:
    trip.facts.party.adults = trip.plan.adults + 1
    return True


# --- 24, 25, 26: wishes --------------------------------------------------------------------------


@breaks(24)
def nothing_to_eat_for_the_diet(trip: Trip) -> bool:
    for diet in ("kosher", "halal", "vegan"):
        if any(diet not in trip.row(meal).diet for meal in trip.listed(Meal)):
            trip.facts.dietary.append(diet)
            return True
    return False


@breaks(24)
def gluten_for_somebody_allergic(trip: Trip) -> bool:
    if all("gluten_free" in trip.row(meal).diet for meal in trip.listed(Meal)):
        return False
    trip.facts.dietary.append("allergy: gluten")
    return True


@breaks(24)
def a_cuisine_is_never_served(trip: Trip) -> bool:
    meals = trip.items(Meal)
    if not meals or any(meal.unlisted or meal.style == "free" for meal in meals):
        return False
    trip.facts.cuisines.append("Icelandic")
    return True


@breaks(25)
def by_banned_transport(trip: Trip) -> bool:
    legs = [leg for leg in trip.items(Leg) if leg.mode != "walk"]
    if not legs:
        return False
    trip.facts.transport_bans.append(legs[0].mode)
    return True


@breaks(25)
def stairs_for_a_wheelchair(trip: Trip) -> bool:
    if not any(trip.row(item).step_free == "no" for item in trip.listed(Visit, Meal, Stay)):
        return False
    trip.facts.access.append("wheelchair")
    return True


@breaks(25)
def a_long_way_on_foot(trip: Trip) -> bool:
    if not any(leg.mode == "walk" and leg.distance_km > 1 for leg in trip.items(Leg)):
        return False
    trip.facts.access.append("short_walks")
    return True


@breaks(25)
def a_jazz_cellar_with_a_child(trip: Trip) -> bool:
    for visit in trip.listed(Visit):
        for row in trip.gazetteer.places(trip.row(visit).city, "visit"):
            if row.children == "no":
                become(trip, visit, row)
                trip.plan.ages = [*trip.plan.ages, 8]
                trip.facts.party.children = len(trip.plan.ages)
                trip.facts.party.ages = list(trip.plan.ages)
                return True
    return False


@breaks(26)
def a_must_do_is_left_out(trip: Trip) -> bool:
    trip.facts.must_do.append("Hallgrímskirkja")
    return True


@breaks(26)
def what_was_to_be_avoided(trip: Trip) -> bool:
    visits = trip.items(Visit)
    if not visits:
        return False
    trip.facts.avoid.append(visits[0].title)
    return True


@breaks(26)
def a_kind_of_place_to_be_avoided(trip: Trip) -> bool:
    for visit in trip.listed(Visit):
        if "museum" in trip.row(visit).tags:
            trip.facts.avoid.append("museums")
            return True
    return False


@breaks(26)
def over_a_cap(trip: Trip) -> bool:
    if not any(line.category == "food" and line.amount > 2 for item in trip.items() for line in item.costs):
        return False
    trip.facts.caps.append(Cap(category="food", amount=Decimal(1), currency=trip.plan.currency))
    return True


# --- 29: options ---------------------------------------------------------------------------------


@breaks(29)
def the_same_option_again(trip: Trip) -> bool:
    if not trip.items(Visit):
        return False
    trip.others = [trip.plan.model_copy(deep=True, update={"title": "Its double"})]
    return True


@breaks(29)
def a_cheapest_that_is_not(trip: Trip) -> bool:
    cheaper = trip.plan.model_copy(deep=True, update={"title": "A cheaper one"})
    cheaper.total -= 1
    for day in cheaper.days:
        day.items = [item for item in day.items if not isinstance(item, Visit | FreeTime)]
    trip.plan.label = "cheapest"
    trip.others = [cheaper]
    return True
