"""What to take along on a day: rules over its items, the climate and the party, each with its reason."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from trips.catalogue.gazetteer import City, Climate, Gazetteer
from trips.planning.agenda_values import Take
from trips.schemas import Item, Leg, Place, Stay, TripFacts, Visit, walking_km
from trips.wording import country_in_words, listed

#: Rows of these tags ask for covered shoulders and knees.
_MODEST = frozenset({"religion", "temple", "mosque", "church", "shrine"})
_BATHS = frozenset({"hammam", "pool", "swimming"})
_BEACH = frozenset({"beach"})
#: °C of the month's mean from which one goes into the sea.
SWIM_C = 18.0
_TEMPERATE_C = (8.0, 22.0)
HOT_C = 24.0
WET_MM = 80.0
LONG_WALK_KM = 6.0
LONG_OUTDOORS_MINUTES = 180


def to_take(
    items: Sequence[Item],
    leaving: Iterable[Stay],
    facts: TripFacts,
    gazetteer: Gazetteer,
    *,
    climate: Climate | None,
    booked: Sequence[str] = (),
) -> list[Take]:
    """`items` of the day, `leaving` = stays one checks out of, `booked` = titles with a code of theirs."""
    rows = [(item, gazetteer.place(item.place_id)) for item in items if item.place_id]
    visits = [(item, place) for item, place in rows if place and isinstance(item, Visit)]
    found = _documents(items, gazetteer)
    if booked:
        found.append(Take("Booking codes", f"For {listed(booked)}; you find them under Bookings."))
    if names := _with_tags(visits, _MODEST):
        found.append(Take("Clothes that cover shoulders and knees", f"For {listed(names)}."))
    if names := [item.title for item, place in visits if _one_swims(place, climate)]:
        found.append(Take("Swimwear and a towel", f"For {listed(names)}."))
    found += _weather(items, climate)
    found += _on_foot(items)
    if leaving := list(leaving):
        found.append(Take("All your luggage", f"You check out of {listed(stay.title for stay in leaving)}."))
    found += _allergies(facts, items, gazetteer)
    return found


def _documents(items: Sequence[Item], gazetteer: Gazetteer) -> list[Take]:
    journeys = [
        item for item in items if isinstance(item, Leg) and item.mode not in ("walk", "transit", "taxi")
    ]
    crossing = [leg for leg in journeys if _crosses_a_border(leg, gazetteer)]
    if crossing:
        here, there = (country_in_words(town.country_name) for town in _ends(crossing[0], gazetteer))
        return [Take("Passports", f"From {here} to {there}.")]
    if any(leg.mode == "flight" for leg in journeys):
        return [Take("Identity cards or passports", "You fly.")]
    return []


def _crosses_a_border(leg: Leg, gazetteer: Gazetteer) -> bool:
    ends = _ends(leg, gazetteer)
    return len(ends) == 2 and ends[0].country != ends[1].country


def _ends(leg: Leg, gazetteer: Gazetteer) -> list[City]:
    return gazetteer.cities((leg.origin.city_id, leg.destination.city_id))


def _with_tags(visits: Sequence[tuple[Item, Place]], tags: frozenset[str]) -> list[str]:
    return [item.title for item, place in visits if tags & set(place.tags)]


def _one_swims(place: Place, climate: Climate | None) -> bool:
    if _BATHS & set(place.tags):
        return True
    warm = climate is not None and climate.mean_c >= SWIM_C
    return warm and bool(_BEACH & set(place.tags)) and "swimming is not" not in place.summary.casefold()


def _weather(items: Sequence[Item], climate: Climate | None) -> list[Take]:
    if climate is None:
        return []
    found = []
    cold, warm = _TEMPERATE_C
    if climate.rain_mm >= WET_MM:
        found.append(
            Take("An umbrella or a rain jacket", f"{climate.rain_mm:.0f} mm of rain fall in such a month.")
        )
    if climate.mean_c <= cold:
        found.append(Take("Warm clothes", f"The month's mean is {round(climate.mean_c)} °C, day and night."))
    elif climate.mean_c >= warm and _outdoors(items):
        found.append(
            Take(
                "Sun hat and sun cream",
                f"The month's mean is {round(climate.mean_c)} °C, and you are outdoors.",
            )
        )
    if (
        climate.mean_c >= HOT_C
        or _outdoors(items) >= LONG_OUTDOORS_MINUTES
        or walking_km(items) >= LONG_WALK_KM
    ):
        found.append(Take("Water", _thirst(items, climate)))
    return found


def _thirst(items: Sequence[Item], climate: Climate) -> str:
    if climate.mean_c >= HOT_C:
        return f"The month's mean is {round(climate.mean_c)} °C."
    if walking_km(items) >= LONG_WALK_KM:
        return f"You walk {walking_km(items):.1f} km."
    return f"You are outdoors for about {_outdoors(items) / 60:.0f} hours."


def _on_foot(items: Sequence[Item]) -> list[Take]:
    walked = walking_km(items)
    return (
        [Take("Comfortable shoes", f"You walk {walked:.1f} km between the places alone.")]
        if walked >= LONG_WALK_KM
        else []
    )


def _allergies(facts: TripFacts, items: Sequence[Item], gazetteer: Gazetteer) -> list[Take]:
    """A note for the kitchen, in the language of the place."""
    named = [diet.removeprefix("allergy:").strip() for diet in facts.dietary if diet.startswith("allergy:")]
    if not named or not any(item.kind == "meal" for item in items):
        return []
    city = next(iter(gazetteer.cities(item.city_id for item in items)), None)
    country = gazetteer.country(city.country) if city else None
    language = country.languages[0] if country and country.languages else ""
    tongue = f" in {language}" if language and language != "English" else ""
    return [Take(f"A note that says your allergy{tongue}", f"For the kitchens: {listed(named)}.")]


def _outdoors(items: Sequence[Item]) -> int:
    return sum(item.minutes for item in items if isinstance(item, Visit) and item.outdoor)
