"""A trip that shall end some days later or earlier, in the planner's words: nights of the last city. Pure.

Of its end a plan that stands can be changed; where its beginning moves, all of it is planned anew.
"""

from __future__ import annotations

import datetime as dt

from trips.catalogue.gazetteer import Gazetteer
from trips.facts.applying import apply_changes
from trips.reading import understand
from trips.reading.chart import Grammar, Rule
from trips.reading.numbers import base
from trips.reading.tokens import tokens_of
from trips.schemas import Plan, Stay, TripFacts

#: On the way one leaves the country, not home.
RULES = [
    Rule("leaves", "(leave | depart | fly out? | set off) (<number> | a | an) day (later | earlier)",
         lambda words, number=1: -number if words.endswith("earlier") else number),
]  # fmt: skip
GRAMMAR = Grammar(*base(), RULES)
_MOST = 14
#: Characters of words that say this and nothing else.
_LONGEST = 240


def nights_at_the_end(
    text: str, plan: Plan, facts: TripFacts, gazetteer: Gazetteer, *, today: dt.date, started: bool
) -> str:
    """ "2 more nights in Kyoto"; "" where the words say something else too, or the city has not so many."""
    days = _days(text, facts, gazetteer, today, started) if len(text) <= _LONGEST else 0
    stays = [item for item in plan.items() if isinstance(item, Stay)]
    if not days or abs(days) > _MOST or not stays:
        return ""
    last = max(stays, key=lambda stay: stay.end)
    city = gazetteer.city(last.city_id) if last.city_id else None
    name = city.name if city else plan.days[-1].city
    if days < 0 and last.nights <= -days:
        return ""
    nights = "night" if abs(days) == 1 else "nights"
    return f"{abs(days)} {'more' if days > 0 else 'fewer'} {nights} in {name}"


def _days(text: str, facts: TripFacts, gazetteer: Gazetteer, today: dt.date, started: bool) -> int:
    """How many days later it ends, fewer than none for earlier; 0 where that is not all that is said."""
    if started and (leaves := GRAMMAR.parse(tokens_of(text), today=today).of("leaves")):
        return leaves[0].value
    read = understand(text, today=today, gazetteer=gazetteer, facts=facts, planned=True)
    paths = {one.path for one in read.changes}
    if read.question or read.problems or not paths <= {"dates.end", "dates.days"}:
        return 0
    told = apply_changes(facts, read.changes, today=today, gazetteer=gazetteer).facts.dates
    was = facts.dates
    if was.end is None or told.end is None or told.start != was.start:
        return 0
    return (told.end - was.end).days
