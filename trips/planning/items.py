"""Items of a plan in one city on one date, with their words and costs."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Any

from trips.catalogue.gazetteer import City
from trips.planning.costing import meal_lines, person_lines, visit_lines
from trips.planning.estimates import meal_estimate
from trips.planning.legs import MODEL_IN_WORDS, LocalMeans, LocalMove
from trips.planning.planned import PlannedStop, Spot
from trips.planning.request import Request
from trips.planning.wishes import diet_in_words, unanswered_diets
from trips.schemas import CostLine, FreeTime, Leg, Level, Meal, MealName, Mode, Place, Point, Visit

VISIT_BOOKING = {"required": "Book ahead.", "recommended": "Booking recommended."}
TABLE_BOOKING = {"required": "Reserve ahead.", "recommended": "Reservation recommended."}
VERBS: dict[Mode, str] = {
    "flight": "Flight",
    "train": "Train",
    "coach": "Coach",
    "ferry": "Ferry",
    "car": "Drive",
    "taxi": "Taxi",
    "transit": "Public transport",
    "walk": "Walk",
}
#: Of a visit to somewhere without a position; the minutes are those of `legs.UNKNOWN_MOVE`.
NO_POSITION = "Where this is, is not known: no way is planned, half an hour is left for it each time."


@dataclass(frozen=True)
class Scene:
    """A date in a city. `level` is that of free meals. Starts and ends are minutes since midnight."""

    request: Request
    level: Level
    city: City
    date: dt.date

    def visit(self, stop: PlannedStop, spot: Spot, start: int, end: int) -> Visit:
        common = self._common(spot, start, end)
        place = stop.place
        if place is None:
            note = "" if spot.point.lat is not None else NO_POSITION
            return Visit(
                title=stop.name, reason=stop.reason, unlisted=True, grade="unlisted", note=note, **common
            )
        return Visit(
            title=place.name,
            place_id=place.id,
            area=place.area,
            costs=visit_lines(place, self.request.adults, self.request.ages),
            grade=place.grade,
            reason=stop.reason or place.summary,
            outdoor=place.outdoor,
            note=VISIT_BOOKING.get(place.booking, ""),
            **common,
        )

    def free_time(self, spot: Spot, start: int, end: int) -> FreeTime:
        title = f"Free time: {spot.area or spot.point.name}"
        return FreeTime(title=title, area=spot.area, grade="official", **self._common(spot, start, end))

    def table(self, meal: MealName, place: Place, spot: Spot, start: int, end: int) -> Meal:
        return Meal(
            title=place.name,
            meal=meal,
            style="place",
            place_id=place.id,
            area=place.area,
            cuisine=place.cuisine,
            costs=meal_lines(place, self.request.adults, self.request.ages),
            grade=place.grade,
            note=" ".join(
                filter(None, (TABLE_BOOKING.get(place.booking, ""), self._ask_about(), self._steps(place)))
            ),
            **self._common(spot, start, end),
        )

    def _ask_about(self) -> str:
        """What no row answers: an allergy to nuts, say."""
        unknown = unanswered_diets(self.request)
        return f"Ask about {' and '.join(unknown)}: our data does not say." if unknown else ""

    def _steps(self, place: Place) -> str:
        unknown = self.request.step_free and place.step_free is None
        return "Ask whether one gets in without steps: our data does not say." if unknown else ""

    def at_stay(self, meal: MealName, spot: Spot, start: int, end: int) -> Meal:
        stay = self.request.gazetteer.place(spot.point.place_id or "")
        included = bool(stay and stay.breakfast_included)
        needs = diet_in_words(self.request)
        said = (
            "Included in the room." if included else "",
            f"Ask the house for {needs} food." if needs else "",
            self._ask_about(),
        )
        return Meal(
            title=f"{meal.capitalize()} at {spot.point.name}",
            meal=meal,
            style="at_stay",
            area=spot.area,
            costs=[] if included else self._estimate(meal, meal),
            grade=stay.grade if stay and included else "estimate",
            note=" ".join(filter(None, said)),
            **self._common(spot, start, end),
        )

    def free_choice(self, meal: MealName, spot: Spot, start: int, end: int) -> Meal:
        costs = self._estimate(meal)
        needs = diet_in_words(self.request)
        asks = f"Look for {needs} food: no listed place near here fits. " if needs else ""
        where = spot.area or spot.point.name
        return Meal(
            title=f"{meal.capitalize()} near {where} (your choice)",
            meal=meal,
            style="free",
            area=where,
            costs=costs,
            grade="estimate",
            note=f"{asks}{self._ask_about()}".strip(),
            **self._common(spot, start, end),
        )

    def own_idea(self, meal: MealName, name: str, spot: Spot, start: int, end: int) -> Meal:
        """A table that is in none of our data."""
        return Meal(
            title=name,
            meal=meal,
            style="place",
            unlisted=True,
            grade="unlisted",
            costs=self._estimate(meal),
            area=spot.area,
            **self._common(spot, start, end),
        )

    def leg(self, means: LocalMeans, move: LocalMove, origin: Point, destination: Point, start: int) -> Leg:
        begins = self._at(start)
        return local_leg(means, move, origin, destination, begins, self.city)

    def _estimate(self, meal: MealName, label: str = "meal") -> list[CostLine]:
        request = self.request
        price = meal_estimate(self.city, meal, self.level, request.gazetteer, request.today)
        return person_lines(price, request.adults, request.ages, "food", "estimate", label)

    def _common(self, spot: Spot, start: int, end: int) -> dict[str, Any]:
        return {
            "uid": "",
            "start": self._at(start),
            "end": self._at(end),
            "zone": self.city.timezone,
            "city_id": self.city.id,
            "lat": spot.point.lat,
            "lon": spot.point.lon,
        }

    def _at(self, minutes: int) -> dt.datetime:
        return dt.datetime.combine(self.date, dt.time()) + dt.timedelta(minutes=minutes)


def local_leg(
    means: LocalMeans, move: LocalMove, origin: Point, destination: Point, start: dt.datetime, city: City
) -> Leg:
    """A way about town."""
    return Leg(
        uid="",
        title=f"{VERBS[move.mode]} to {destination.name}",
        start=start,
        end=start + dt.timedelta(minutes=move.minutes),
        zone=city.timezone,
        city_id=city.id,
        lat=origin.lat,
        lon=origin.lon,
        costs=means.costs(move),
        grade="estimate",
        mode=move.mode,
        origin=origin,
        destination=destination,
        distance_km=move.kilometres,
        travel_minutes=move.minutes,
        source=move.source or f"Model: {MODEL_IN_WORDS.get(move.mode, 'by distance')}",
    )
