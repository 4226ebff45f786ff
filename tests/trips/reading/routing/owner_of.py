"""What a message comes to beside a plan or without one, for tests of single sentences."""

from __future__ import annotations

import datetime as dt
from typing import NamedTuple

from trips.catalogue.gazetteer import default_gazetteer
from trips.planning.request import city_named
from trips.reading import understand
from trips.reading.facts.order import order_said
from trips.reading.facts.ranks import in_plan, ranks_said
from trips.reading.routing import Context, Part, routed
from trips.reading.routing.last_day import nights_at_the_end
from trips.reading.routing.values import Claim
from trips.schemas import Plan, TripFacts

GAZETTEER = default_gazetteer()


class Errand(NamedTuple):
    command: str
    argument: str = ""


def context(
    facts: TripFacts, today: dt.date, plan: Plan | None = None, *, started: bool = False, **known
) -> Context:
    def tells(text: str) -> bool:
        return bool(understand(text, today=today, gazetteer=GAZETTEER, facts=facts).changes)

    def others(text: str, edits: bool) -> Claim | None:
        cities = [city for goal in facts.destinations if (city := city_named(goal, GAZETTEER))]
        said = ranks_said(text, cities, GAZETTEER, planned=True)
        if said and not any(one.leaves_out and in_plan(one, plan) for one in said):
            return "facts", "", ""
        if edits or order_said(text, facts):
            return None if edits else ("facts", "", "")
        nights = nights_at_the_end(text, plan, facts, GAZETTEER, today=today, started=started)
        return ("edit", "plan", nights) if nights else None

    return Context(
        today, GAZETTEER, facts=facts, plan=plan, started=started, tells_facts=tells, others=others, **known
    )


def parts(text: str, setting: Context) -> list[Part]:
    return routed(text, setting)


def errand_of(text: str, setting: Context) -> Errand | None:
    """The first command that a message is."""
    return next((Errand(part.command, part.argument) for part in parts(text, setting) if part.command), None)
