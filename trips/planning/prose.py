"""A plan's prose held against the plan: places it does not go to, prices and hours that it does not have."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property, lru_cache

from trips.catalogue.names import words
from trips.planning.figures import clock_times, prices_in, without_figures
from trips.schemas import Place, Plan

#: A name of one word ("Gion", "Met") may be a quarter or a word like any other.
FEWEST_WORDS = 2


class Prose:
    """`rows`: every place that could be named in the plan's cities."""

    def __init__(self, plan: Plan, rows: Iterable[Place]) -> None:
        self.plan = plan
        self.rows = list(rows)

    def absent_names(self, text: str) -> list[str]:
        """Names of places that the text has and the plan has not. Others that a row's summary names count as
        said in that summary alone."""
        said = _folded(text)
        for summary in self._summaries:
            said = said.replace(summary, " . ")
        return [name for folded, name in self._absent.items() if f" {folded} " in said]

    def is_title(self, text: str) -> bool:
        """Does it name no place and no quarter that the plan does not go to?"""
        quarters = {row.area for row in self.rows} - {item.area for item in self.plan.items()}
        absent = {_name(area) for area in quarters - {day.city for day in self.plan.days}}
        return not self.absent_names(text) and not any(f" {one} " in _folded(text) for one in absent if one)

    def absent_figures(self, text: str) -> list[str]:
        """Hours and prices that the text states and no item has."""
        times = [said for said, time in clock_times(text) if time not in self._times]
        prices = [said for said, amount in prices_in(text) if amount not in self._amounts]
        return [*times, *prices]

    def is_true(self, text: str) -> bool:
        return not self.absent_names(text) and not self.absent_figures(text)

    def true_part(self, text: str) -> str:
        """The text, without the sentences that state figures where some are absent; "" where it names a place
        that is absent."""
        if self.absent_names(text):
            return ""
        return without_figures(text) if self.absent_figures(text) else text

    @cached_property
    def _absent(self) -> dict[str, str]:
        """Folded name → name, of rows that the plan does not go to and names nowhere."""
        items, used = self.plan.items(), {row.id for row in self._used}
        here = [words for item in items for words in (item.title, item.area)]
        here += [day.city for day in self.plan.days]
        here += [words for row in self._used for words in (row.name, *row.aliases)]
        known = _folded(" . ".join(here))
        found = {}
        for row in self.rows:
            folded = _name(row.name)
            if row.id not in used and folded.count(" ") + 1 >= FEWEST_WORDS and f" {folded} " not in known:
                found[folded] = row.name
        return found

    @cached_property
    def _summaries(self) -> list[str]:
        return [folded for row in self._used if (folded := _folded(row.summary)).strip()]

    @cached_property
    def _used(self) -> list[Place]:
        ids = {item.place_id for item in self.plan.items() if item.place_id}
        return [row for row in self.rows if row.id in ids]

    @cached_property
    def _times(self) -> set[tuple[int, int]]:
        """Of the items, of the doors of their places, and of what rows say of these."""
        moments = [moment for item in self.plan.items() for moment in (item.start, item.end)]
        spans = [span for row in self._used for day in row.hours.week.values() for span in day]
        times = {(time.hour, time.minute) for time in (*moments, *(end for span in spans for end in span))}
        return times | {time for row in self._used for _said, time in clock_times(row.summary)}

    @cached_property
    def _amounts(self) -> set[str]:
        """In whole units, as digits."""
        lines = [line for item in self.plan.items() for line in item.costs]
        amounts = [amount for line in lines for amount in (line.unit, line.amount)]
        amounts += [
            self.plan.total,
            self.plan.per_person,
            *(row.price.adult for row in self._used if row.price),
        ]
        told = {amount for row in self._used for _said, amount in prices_in(row.summary)}
        return told | {str(int(amount)) for amount in amounts if amount.is_finite() and abs(amount) < LARGEST}


#: Beyond it no amount of a plan is told in digits.
LARGEST = 10**15


def _folded(text: str) -> str:
    return f" {' '.join(words(text))} "


@lru_cache(maxsize=20_000)
def _name(name: str) -> str:
    return " ".join(words(name))
