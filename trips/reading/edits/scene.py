"""What wishes are read against: the plan, its days and things, what was proposed and talked of before."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from trips.catalogue.gazetteer import City, Gazetteer
from trips.planning.editing.edits import Edit
from trips.reading.edits.days import Calendar
from trips.reading.edits.saying import Phrase, Said
from trips.reading.edits.things import MEAL_WORDS, Thing, Things, bare
from trips.schemas import Item, Leg, Meal, MealName, Place, Plan, Stay, TripFacts, Visit
from trips.wording import day_among

_THERE = re.compile(r"\b(?:in|from|at|to) ([^,]+)$")
_OUTSIDE = "{} is not a day of this trip, which lasts from {:%A %-d %B} to {:%A %-d %B}."


class Refused(Exception):
    """What can't be done, and why. `plainly`: nothing else than an edit of the plan can have been meant."""

    def __init__(self, sentence: str, *, plainly: bool = True) -> None:
        super().__init__(sentence)
        self.sentence, self.plainly = sentence, plainly


@dataclass
class Scene:
    """`last`: edits of the last proposal. `about`: the day talked of. `named`: the thing named last."""

    plan: Plan
    facts: TripFacts
    gazetteer: Gazetteer
    today: dt.date
    now: dt.datetime | None = None
    last: Sequence[Edit] = ()
    about: int | None = None
    named: Thing | None = None
    named_kind: str = ""
    changed: bool = False  # an edit of this message is of `named`
    refused: list[Refused] = field(default_factory=list)

    @cached_property
    def calendar(self) -> Calendar:
        return Calendar(self.plan, self.today)

    @cached_property
    def things(self) -> Things:
        return Things(self.plan, self.gazetteer, self.today, self.now)

    @cached_property
    def cities(self) -> list[City]:
        """The cities of the trip, in order; those with nights first."""
        stays = [day.city_id for day in self.plan.days for item in day.items if isinstance(item, Stay)]
        ids = dict.fromkeys([*stays, *(day.city_id for day in self.plan.days)])
        home = self.facts.origin.city_id if self.facts.origin else None
        found = (self.gazetteer.city(city_id) for city_id in ids if city_id and city_id != home)
        return [city for city in found if city]

    def places(self) -> list[Place]:
        """The rows of the cities of the trip."""
        return [row for one in self.cities if one.curated for row in self.gazetteer.places(one.curated)]

    @property
    def ahead(self) -> list[int]:
        """Days that are not over, by number."""
        return [number for number, day in enumerate(self.plan.days, 1) if day.date >= self.today]

    def items(self, number: int) -> list[Item]:
        return self.plan.days[number - 1].items if 0 < number <= len(self.plan.days) else []

    def visits(self, number: int) -> list[Visit]:
        return [one for one in self.items(number) if isinstance(one, Visit)]

    def meals(self, number: int) -> list[Meal]:
        return [one for one in self.items(number) if isinstance(one, Meal)]

    def full_days(self) -> list[int]:
        """Days ahead with something to visit."""
        return [number for number in self.ahead if self.visits(number)]

    def begun(self, item: Item) -> bool:
        """Whether it has begun, or is over, where the hour is known."""
        return self.now is not None and item.start <= self.now

    def may_go(self, item: Item) -> bool:
        return not (item.locked or self.begun(item))

    def on_foot(self, number: int) -> int:
        """Minutes of a day."""
        return sum(one.minutes for one in self.items(number) if isinstance(one, Leg) and one.mode == "walk")

    def has_meal(self, number: int, meal: MealName) -> bool:
        return any(one.meal == meal and not self.begun(one) for one in self.meals(number))

    def days_with(self, meal: MealName) -> list[int]:
        """Days ahead with such a meal that has not begun."""
        return [number for number in self.ahead if self.has_meal(number, meal)]

    def in_words(self, number: int) -> str:
        return day_among(self.plan.days[number - 1].date, len(self.plan.days))

    # --- of one wish ------------------------------------------------------------------------------

    def day(self, said: Said) -> int | None:
        """The day named first, else the one talked of before where the wish points at it."""
        if said.days:
            return said.days[0][1].number
        return self._outing(said) or (self.about if _points(said) else None)

    def _outing(self, said: Said) -> int | None:
        """ "Lunch in Sintra": the day that goes there."""
        texts = [f"{one.role} {one.text}".casefold() for one in said.phrases]
        there = {one.removesuffix(" day").split(" in ")[-1].strip() for one in texts if " day" in one}
        there |= {match[1] for one in texts if (match := _THERE.search(one))}
        ends = ((n, leg.destination) for n in self.ahead for leg in self.items(n) if isinstance(leg, Leg))
        outings = (n for n, end in ends if end.name.casefold() in there and not self.things.is_city(end.name))
        return next(outings, None)

    def days(self, said: Said, fits: Callable[[int], bool]) -> list[int]:
        """Every day named, once; of a weekday that comes twice the one that fits."""
        if not said.days and (day := self.day(said)):
            return [day]
        found = []
        for _, named in said.days:
            meant = [number for number in (named.number, *named.others) if number and fits(number)]
            found.append((meant or [named.number])[0])
        return list(dict.fromkeys(found))

    def thing(self, phrase: Phrase, day: int | None) -> Thing | None:
        """What of the plan a phrase means."""
        if phrase.kind == "ref":
            return self.named or self.proposed()
        if phrase.kind == "noun":
            nth, kind = phrase.value
            return self._counted(nth, kind, bare(phrase.text), day)
        if phrase.kind == "noun_at":
            return self.things.at_hour(phrase.value.time, day)
        return self.things.find(phrase.text, day)

    def _counted(self, nth: int, kind: str, name: str, day: int | None) -> Thing | None:
        day = day or self.about or next((one.day for one in self.last if getattr(one, "day", None)), None)
        if found := self.things.counted(nth, kind, day) if day else None:
            return found
        raise Refused(
            f"There is no {name} on day {day}." if day else f"Say of which day the {name} is meant."
        )

    def proposed(self) -> Thing | None:
        """What the last proposal was about."""
        for edit in reversed(self.last):
            uid, meal, day = (getattr(edit, name, None) for name in ("uid", "meal", "day"))
            found = next((one for one in self.things.all if one.item.uid == uid), None)
            found = found or (self.things.meal(meal, day) if meal and day else None)
            if found:
                return found
        return None

    def table(self, said: Said) -> Thing | None:
        """ "Dinner at Ramiro": the meal of the plan that is had there."""
        found = (self.things.find(one.text, self.day(said)) for one in said.of("at", "in"))
        return next((one for one in found if one and isinstance(one.item, Meal)), None)

    def meal_names(self, said: Said) -> list[MealName]:
        found = said.words("meal")
        table = "else" in said.flags and self.named is not None and isinstance(self.named.item, Meal)
        eats = table or {"eat", "restaurant", "food", "meal"} & set(said.norms()) or said.words("cuisine")
        hour = said.hour[1].time.hour if eats and said.hour else 0
        late = said.part == 18 or hour in (6, 7, 8, 9, 18, 19, 20, 21, 22)
        return found or (["dinner"] if eats and late else ["lunch"] if hour in (11, 12, 13, 14) else [])

    def no_such_day(self, said: Said) -> None:
        """Raises Refused where a day is named that is not of the plan."""
        outside = [span for span in said.day_spans if any(not one.number for one in span.value)]
        if not outside:
            return
        words = said.chart.tokens.quote(outside[-1].i, outside[-1].j)
        numbers = [span.value for span in said.spans("number") if outside[-1].i <= span.i < outside[-1].j]
        if words.lower().startswith("day") and numbers:
            raise Refused(f"There is no day {max(numbers)}: the plan has {len(self.plan.days)} days.")
        first, last = self.plan.days[0].date, self.plan.days[-1].date
        raise Refused(_OUTSIDE.format(words[:1].upper() + words[1:], first, last), plainly=False)


def _points(said: Said) -> bool:
    """Whether a wish without a day may be of the day talked of: it names no thing by its name."""
    return all(phrase.kind == "ref" or MEAL_WORDS.search(phrase.text) for phrase in said.phrases)
