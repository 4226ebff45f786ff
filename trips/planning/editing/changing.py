"""What all edits need: the trip taken apart, what it becomes, and putting a day back."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from trips.catalogue.gazetteer import City
from trips.catalogue.matching import means
from trips.catalogue.opening_hours import hours_in_words
from trips.planning.editing.edits import CannotDo
from trips.planning.editing.itinerary import Entry, Itinerary, Sojourn, entry_of, is_appointment
from trips.planning.editing.timeline import GENTLE, DayLine, Line
from trips.planning.items import Scene
from trips.planning.legs import clock_minutes
from trips.planning.planned import spot_of
from trips.planning.tables import can_serve, meal_minutes, table_for
from trips.planning.wishes import unsuitable
from trips.schemas import Item, Meal, MealName, Place, PlaceKind, TripFacts, Visit
from trips.wording import day_among, upper_first


@dataclass
class Change:
    """One edit under way. `facts` as they become; `notes` = what else it did, a sentence each; `homeless` by
    the identity of a sojourn: what a day that is left out held and has to be seen."""

    itinerary: Itinerary
    facts: TripFacts
    today: dt.date
    notes: list[str] = field(default_factory=list)
    homeless: dict[int, list[Entry]] = field(default_factory=dict)
    now: dt.datetime | None = None  # the hour where they are, if it is known

    def line(self, sojourn: Sojourn, date: dt.date) -> DayLine:
        return DayLine(self.itinerary, sojourn, date)

    def day(self, date: dt.date) -> str:
        return day_among(date, len(self.itinerary.plan.days))

    def date(self, number: int) -> dt.date:
        """Of a day that is not over yet. Raises CannotDo for one that is, or that the plan doesn't have."""
        date = self.itinerary.date(number)
        self.not_over(date)
        return date

    def not_over(self, date: dt.date) -> None:
        if date < self.today:
            raise CannotDo(f"{upper_first(self.day(date))} is over: only what lies ahead can be changed.")

    def in_time(self, entry: Entry, date: dt.date, start: int) -> None:
        """Raises CannotDo for what has begun, and for an hour of a date that is over."""
        if self.now is None or date != self.now.date():
            return
        if entry.item.start.date() == date and entry.item.start <= self.now:
            raise CannotDo(f"{entry.item.title} has begun already: only what lies ahead can be changed.")
        if start < clock_minutes(self.now):
            raise CannotDo(
                f"{entry.item.title} would begin at {start // 60:02d}:{start % 60:02d} on {self.day(date)}, "
                f"but it is {self.now:%H:%M} there."
            )

    def put(self, dayline: DayLine, line: Line | None) -> bool:
        """The day as fitted; False = it could not be, nothing is changed."""
        if line:
            entries = [slot.entry for slot in line.slots]
            dayline.sojourn.put(dayline.date, entries, dayline.items(line))
        return line is not None

    def movable(self, uid: str) -> tuple[Sojourn, dt.date, Entry]:
        """A thing of the plan that may be changed. Raises CannotDo for what is locked or a fixed date."""
        sojourn, date, entry = self.itinerary.find(uid)
        self.not_over(date)
        unlocked(entry.item)
        if is_appointment(entry.item, self.itinerary.request):
            raise CannotDo(f"{entry.item.title} is a fixed date of yours: change that date first.")
        return sojourn, date, entry

    def new_place(self, sojourn: Sojourn, place_id: str, kind: PlaceKind, none: str) -> Place:
        """A row of this city that is not in the plan. Raises CannotDo for `none`, or what does not suit."""
        place = self.itinerary.request.gazetteer.place(place_id)
        if place is None or place.kind != kind:
            raise CannotDo(f"That is {none} in our data.")
        if place.city != sojourn.city.curated:
            raise CannotDo(f"{place.name} is not in {sojourn.city.name}.")
        if place.id in self.itinerary.places():
            raise CannotDo(f"{place.name} is in the plan already.")
        self.refuse_unsuitable(place)
        return place

    def refuse_unsuitable(self, place: Place) -> None:
        """Raises CannotDo, but for what the traveller named."""
        request = self.itinerary.request
        named = any(means(text, place.names) for text in request.facts.must_do)
        if not named and (reason := unsuitable(place, request)):
            raise CannotDo(f"{place.name} does not suit this trip: {reason}.")

    def refit(self, sojourn: Sojourn, date: dt.date, entries: Sequence[Entry]) -> bool:
        """Put a day together of these; False = they don't fit, nothing is changed."""
        dayline = self.line(sojourn, date)
        return self.put(dayline, dayline.fit(entries))

    def refit_dropping(self, dayline: DayLine, entries: Sequence[Entry]) -> list[Entry] | None:
        """Put a day together; where that can't be, without as little as possible of what may be left out:
        the latest visits first, then meals. What is left out; None = it can't be done even so."""
        if self.put(dayline, dayline.fit(entries)):
            return []
        loose = [one for one in reversed(entries) if not (one.must or one.held)]
        loose.sort(key=lambda one: one.is_meal)
        for gone in fewest(loose):
            rest = [one for one in entries if not any(one is other for other in gone)]
            line = dayline.keeping_order(rest, GENTLE)
            if line is None and len(gone) == len(loose):
                line = dayline.fit(rest)
            if self.put(dayline, line):
                return gone
        return None

    def exchange(self, sojourn: Sojourn, date: dt.date, old: Entry, new: Entry) -> bool:
        """Another thing at its point of the day and its hour where that can be had, else anywhere on it."""
        dayline, entries = self.line(sojourn, date), sojourn.days[date]
        line = dayline.fit([new if one is old else one for one in entries])
        rest = [one for one in entries if one is not old]
        return self.put(dayline, line or dayline.insert(rest, replace(new, wish=None)))

    def rid_of(self, sojourn: Sojourn, date: dt.date, entry: Entry) -> None:
        """The day without it; the others keep their times."""
        rest = [one for one in sojourn.days[date] if one is not entry]
        if not self.refit(sojourn, date, rest):
            raise CannotDo(f"Without {entry.item.title} the rest of {self.day(date)} does not fit together.")

    def limits_in_words(self, sojourn: Sojourn, date: dt.date) -> str:
        """Why a day is short, for the end of a sentence: ", as you arrive at 15:35"."""
        arriving, leaving = self.itinerary.arriving(sojourn), self.itinerary.leaving(sojourn)
        if date == sojourn.arrive and arriving:
            return f", as you arrive at {arriving.reach:%H:%M}"
        if date == sojourn.leave and leaving:
            return f", as you leave at {leaving.leave:%H:%M}"
        return ""

    def elsewhere(self, title: str, city: City, date: dt.date) -> CannotDo:
        """It is in a city where they are not on that date."""
        there = self.itinerary.on(date)
        where = f"is in {there[-1].city.name}" if there else "is spent on the way"
        return CannotDo(f"{title} is in {city.name}, but {self.day(date)} {where}.")

    def no_room(self, sojourn: Sojourn, date: dt.date, entry: Entry) -> CannotDo:
        title, limits = entry.item.title, self.limits_in_words(sojourn, date)
        if self.line(sojourn, date).closed(entry):
            return CannotDo(f"{title} is closed on {date:%A %-d %B}.")
        return CannotDo(
            f"There is no room for {title} on {self.day(date)}{limits}.{self.hours_of(entry, date, 'It')} "
            "Take something out of that day first."
        )

    def hours_of(self, entry: Entry, date: dt.date, called: str) -> str:
        """A sentence after another one; "" where nobody knows them."""
        row, gazetteer = self.itinerary.row(entry.item), self.itinerary.request.gazetteer
        return f" {called} is open {hours_in_words(row, date, gazetteer)}." if row and row.hours.week else ""

    # --- new things -----------------------------------------------------------------------------------

    def scene(self, sojourn: Sojourn, date: dt.date) -> Scene:
        request = self.itinerary.request
        return Scene(request, request.level, sojourn.city, date)

    def table(self, sojourn: Sojourn, date: dt.date, meal: MealName, place: Place, wish: int | None) -> Entry:
        """A meal at a listed place; `wish` = its start, None = the usual hour."""
        minutes = meal_minutes(place, meal)
        begin = wish if wish is not None else 12 * 60
        item = self.scene(sojourn, date).table(
            meal, place, spot_of(place, sojourn.city), begin, begin + minutes
        )
        return replace(entry_of(item, date, self.itinerary.request), minutes=minutes, wish=wish)

    def free_meal(self, sojourn: Sojourn, date: dt.date, entry: Entry, meal: MealName) -> Entry:
        """A free choice instead, at the same time."""
        begin = entry.wish or 12 * 60
        minutes = meal_minutes(None, meal)
        item = self.scene(sojourn, date).free_choice(meal, sojourn.base, begin, begin + minutes)
        return replace(entry_of(item, date, self.itinerary.request), wish=entry.wish)

    def set_tables(
        self, sojourn: Sojourn, date: dt.date, entries: Sequence[Entry], taken: set[str] | None = None
    ) -> list[Entry]:
        """The same day with other tables where one is closed on this date. `taken` = those that are not free,
        the new ones added to it (None: those of the plan)."""
        request = self.itinerary.request
        taken = self.itinerary.places() if taken is None else taken
        stops = [
            row for one in entries if isinstance(one.item, Visit) and (row := self.itinerary.row(one.item))
        ]
        found = []
        for entry in entries:
            meal, row = entry.item, self.itinerary.row(entry.item)
            fine = not isinstance(meal, Meal) or row is None or meal.style != "place" or entry.held
            if not fine and isinstance(meal, Meal) and row and not can_serve(row, meal.meal, date, request):
                pool, level = self.itinerary.pool(sojourn), request.level
                place = table_for(pool, meal.meal, date, stops, sojourn.base.point, level, taken)
                if place:
                    taken.add(place.id)
                    entry = self.table(sojourn, date, meal.meal, place, entry.wish)
                else:
                    entry = self.free_meal(sojourn, date, entry, meal.meal)
                self.notes.append(
                    f"{meal.title} has no {meal.meal} on {date:%A %-d %B}: {entry.item.title} instead."
                )
            found.append(entry)
        return found


def fewest(loose: Sequence[Entry]) -> Iterator[list[Entry]]:
    """One, two, then ever more of them, in their order."""
    yield from ([one] for one in loose)
    yield from ([one, other] for place, one in enumerate(loose) for other in loose[place + 1 :])
    yield from (list(loose[:count]) for count in range(3, len(loose) + 1))


def leave_out(change: Change, dayline: DayLine, entries: list[Entry], cause: str) -> None:
    """A day after something has changed; what no longer fits is left out and named. `cause` for the sentence
    where even that does not help. Raises CannotDo then."""
    gone = change.refit_dropping(dayline, entries)
    if gone is None:
        raise CannotDo(f"With {cause} the rest of {change.day(dayline.date)} does not fit.")
    tell_left_out(change, gone, dayline.date)


def tell_left_out(change: Change, gone: Iterable[Entry], date: dt.date) -> None:
    day = change.day(date)
    change.notes += [f"{one.item.title} no longer fits on {day} and is left out." for one in gone]


def unlocked(item: Item | None) -> None:
    """Raises CannotDo for what is locked."""
    if item and item.locked:
        raise CannotDo(f"{item.title} is locked: unlock it first.")


def enough_nights(row: Place | None, nights: int) -> None:
    """Raises CannotDo where a stay takes nobody for so few."""
    if row and row.min_nights > nights:
        raise CannotDo(f"{row.name} takes guests for at least {row.min_nights} nights.")


def on_five(time: dt.time) -> int:
    """Minutes since midnight, on five minutes as everything in a plan that has no timetable of its own."""
    return min(5 * round(clock_minutes(time) / 5), 23 * 60 + 55)


def visits_of(entries: Sequence[Entry]) -> list[Entry]:
    return [entry for entry in entries if isinstance(entry.item, Visit)]


def meal_of(entries: Sequence[Entry], meal: MealName) -> Entry | None:
    return next((one for one in entries if isinstance(one.item, Meal) and one.item.meal == meal), None)
