"""The paths of a trip's facts, each with what its value is: the one table for code and prompts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from trips.schemas import FactOp, Level, Mode, Pace

Kind = Literal["place", "date", "integer", "amount", "flag", "choice", "text", "list", "row"]
_ONE: tuple[FactOp, ...] = ("set", "remove")
_MANY: tuple[FactOp, ...] = ("set", "add", "remove")


@dataclass(frozen=True)
class PathRule:
    """`description` is one line for people and prompts; `choices` are the only values allowed."""

    kind: Kind
    description: str
    label: str
    ops: tuple[FactOp, ...] = _ONE
    choices: tuple[str, ...] = ()


PATHS: dict[str, PathRule] = {
    "origin": PathRule("place", "where the journey starts: a city, a country or an airport code", "From"),
    "destinations": PathRule(
        "place",
        "a city, country or region to visit; add for one more, remove to drop one; set replaces `subject`, "
        "or all when there is no subject",
        "To",
        _MANY,
    ),
    "destinations.nights": PathRule("integer", "nights in one destination; `subject` names it", "Nights"),
    "trip_type": PathRule("choice", "round or one_way", "Journey", choices=("round", "one_way")),
    "dates.start": PathRule("date", "first day, YYYY-MM-DD", "First day"),
    "dates.end": PathRule("date", "last day, YYYY-MM-DD, travel day included", "Last day"),
    "dates.earliest": PathRule("date", "no day of the trip is before this, YYYY-MM-DD", "Not before"),
    "dates.latest": PathRule("date", "no day of the trip is after this, YYYY-MM-DD", "Not after"),
    "dates.days": PathRule("integer", "length in days, both travel days counted (nights + 1)", "Days"),
    "party.adults": PathRule("integer", "travellers of 18 and older", "Adults"),
    "party.children": PathRule("integer", "travellers under 18", "Children"),
    "party.ages": PathRule("list", 'ages of the children in years: "4,7"', "Ages", _MANY),
    "rooms": PathRule("integer", "hotel rooms", "Rooms"),
    "budget.amount": PathRule("amount", "the sum that may be spent", "Budget"),
    "budget.currency": PathRule("text", "ISO 4217 code of the sum; only when said", "Currency"),
    "budget.scope": PathRule(
        "choice", "what the sum is for", "Budget is", choices=("total", "per_person", "per_day")
    ),
    "budget.approximate": PathRule("flag", "true when the sum is roughly meant", "Approximate"),
    "budget.level": PathRule("choice", "spending without a sum", "Level", choices=get_args(Level)),
    "pace": PathRule("choice", "how full the days are", "Pace", choices=get_args(Pace)),
    "interests": PathRule("list", "what they like: history, food, museum, garden …", "Interests", _MANY),
    "dietary": PathRule(
        "list",
        "what they must be able to eat: vegan, vegetarian, halal, kosher, gluten_free, no_pork; "
        '"allergy: nuts" for an allergy',
        "Diet",
        _MANY,
    ),
    "access": PathRule(
        "list",
        "what they need to get about: wheelchair, step_free, limited_mobility, short_walks, "
        "stroller, elderly, pets",
        "Access",
        _MANY,
    ),
    "cuisines": PathRule("list", "food they want to eat: japanese, seafood …", "Cuisines", _MANY),
    "stay.name": PathRule("text", "the hotel they name", "Stay"),
    "stay.stars": PathRule("amount", "stars the stay should have, 1 to 5", "Stars"),
    "stay.max_price": PathRule("amount", "most a room may cost a night", "Price a night"),
    "stay.area": PathRule("text", "where in the city to stay", "Area"),
    "stay.kind": PathRule("text", "hotel, hostel, apartment, guesthouse, ryokan, riad …", "Kind of stay"),
    "car.at_hand": PathRule("flag", "true when they bring a car of their own", "Own car"),
    "car.wanted": PathRule("flag", "true when they want to rent a car", "Rental car"),
    "car.kind": PathRule("text", "the car they want", "Car"),
    "car.seats": PathRule("integer", "seats the car should have", "Seats"),
    "car.price_per_day": PathRule("amount", "most the car may cost a day", "Car a day"),
    "transport_bans": PathRule("list", "ways of travelling they refuse", "Not by", _MANY, get_args(Mode)),
    "travel_by": PathRule("list", "ways of travelling they prefer: train, direct flights", "By", _MANY),
    "stay_wishes": PathRule("list", "what the stay should have or be like: pool, quiet", "Stay", _MANY),
    "hours.first": PathRule("text", "no day begins before, HH:MM", "First hour"),
    "hours.last": PathRule("text", "no day ends after, HH:MM", "Last hour"),
    "hours.rest": PathRule("text", "hours of rest or of a nap every day, HH:MM–HH:MM", "Rest"),
    "seen_before": PathRule("list", "a place they have seen before", "Seen before", _MANY),
    "must_do": PathRule("list", "a place or activity that has to be in the plan", "Must do", _MANY),
    "avoid": PathRule("list", "what must not be in the plan", "Avoid", _MANY),
    "appointments": PathRule(
        "row", '"what|YYYY-MM-DD|HH:MM|HH:MM|where", later parts may be empty', "Fixed", _MANY
    ),
    "caps": PathRule(
        "row",
        '"category|sum|currency": most to spend on stay, food, transport or visits in the whole trip',
        "At most",
        _MANY,
    ),
    "wishes": PathRule("list", "other wishes in their words: warm, by the sea", "Wishes", _MANY),
}
