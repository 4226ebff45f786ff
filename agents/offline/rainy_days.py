"""What to do under a roof, with children or without: from the rows of the trip's cities and from its plan."""

from __future__ import annotations

from collections.abc import Sequence

from agents.view import TripView
from trips.catalogue.geography import City
from trips.planning.rain import SHELTER
from trips.planning.wishes import avoided
from trips.reading.questions import asked
from trips.schemas import Place, Visit
from trips.wording import day_in_words, listed

_MOST, _MOST_CITIES = 5, 3


def about_rainy_days(question: str, view: TripView, cities: Sequence[City]) -> str | None:
    """None where it is not asked what to do; a day that is named is told by the agenda of that day."""
    beside = asked(question, "beside")
    if not {"roof", "to_do"} <= {*beside}:
        return None
    party = view.facts.party
    for_them = "children" in beside
    with_children = for_them or bool(party.children or party.ages)
    told = []
    for city in cities[:_MOST_CITIES]:
        places = view.gazetteer.places(city.curated, "visit") if city.curated else []
        fitting = [place for place in places if _fits(place, view, with_children, for_them)]
        if fitting:
            told.append(f"{city.name}: {_named(fitting, view)}")
    if not told:
        return None
    suits = "good for children" if for_them else "nothing against children" if with_children else ""
    ages = f" of {listed([str(age) for age in party.ages])}" if suits and party.ages else ""
    suited = f" and {suits}{ages}" if suits else ""
    return f"Under a roof{suited}, from our list. {'; '.join(told)}. Name one and I tell its hours."


def _fits(place: Place, view: TripView, with_children: bool, for_them: bool) -> bool:
    if SHELTER not in place.tags or (with_children and place.children == "no"):
        return False
    if for_them and place.children != "good":
        return False
    return avoided(place, view.facts) is None


def _named(places: Sequence[Place], view: TripView) -> str:
    """Those that are in the plan first, with their day."""
    days = {
        item.place_id: day.date
        for day in (view.plan.days if view.plan else [])
        for item in day.items
        if isinstance(item, Visit) and item.place_id
    }
    planned = [place for place in places if place.id in days]
    ours = [f"{place.name} (in your plan on {day_in_words(days[place.id])})" for place in planned]
    others = [f"{place.name} ({place.area})" for place in places if place.id not in days]
    return listed([*ours[:2], *others][:_MOST])
