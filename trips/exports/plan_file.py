"""A trip's plan in the documented form (docs/plan-json.md), as `manage.py check_plan` reads it."""

from __future__ import annotations

import json

from trips.catalogue.credits import credits_of_plan
from trips.models import PlanVersion, Trip
from trips.places import gazetteer_for, own_rows
from trips.planning.validator.document import PlanDocument
from trips.schemas import Plan

#: Compares options with one another; only a verdict that has it was given beside others.
_REAL_CHOICE = 29


def plan_document(trip: Trip, version: PlanVersion) -> PlanDocument:
    """The plan with what was asked, and the other options of its round when its verdict compares with them:
    the file then gets the same verdict."""
    others = _others(version)
    plans = (version.plan, *others)
    used = {one.place_id for plan in plans for one in (*plan.items(), *plan.alternatives)}
    places = [row for row in own_rows(trip.pk) if row.id in used]
    gazetteer = gazetteer_for(trip)
    told = [str(credit) for credit in credits_of_plan(version.plan, gazetteer)]
    return PlanDocument(facts=trip.facts, plan=version.plan, others=others, places=places, attribution=told)


def plan_json(trip: Trip, version: PlanVersion) -> str:
    """The file: indented, UTF-8, figures as strings."""
    document = plan_document(trip, version).model_dump(mode="json")
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def _others(version: PlanVersion) -> list[Plan]:
    compared = any(result.id == _REAL_CHOICE for result in version.verdict.results)
    if not compared or version.option is None:
        return []
    return [one.plan for one in version.option.turn.options.exclude(pk=version.option.pk)]
