"""Options side by side: how far two plans differ, true labels, one sentence that compares them."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from trips.planning.outlining import FOR_LESS, IN_MORE_COMFORT, PACES
from trips.schemas import Leg, Plan, Visit
from trips.wording import listed, money_in_words


def visits_of(plan: Plan) -> set[str]:
    """Place ids of the visits. Unlisted ones are the traveller's own wishes: every option has them."""
    return {item.place_id for item in plan.items() if isinstance(item, Visit) and item.place_id}


def shared_visits(plan: Plan, other: Plan) -> float:
    """Common visits as a part of those of the plan that has fewer, 0–1."""
    mine, theirs = visits_of(plan), visits_of(other)
    fewer = min(len(mine), len(theirs))
    return len(mine & theirs) / fewer if fewer else 0.0


def label(plans: Sequence[Plan]) -> list[Plan]:
    """The same plans with labels that their totals bear out: the cheapest is the cheapest."""
    if not plans:
        return []
    order = sorted(range(len(plans)), key=lambda index: (plans[index].total, index))
    labels = ["other"] * len(plans)
    if len(plans) > 1 and plans[order[0]].total < plans[order[-1]].total:
        labels[order[0]] = "cheapest"
        labels[order[-1]] = "finest" if plans[order[-1]].level != plans[order[0]].level else "other"
    for index in order[1:-1]:
        labels[index] = "balanced"
    named = [plan.model_copy(update={"label": name}) for plan, name in zip(plans, labels, strict=True)]
    return [_truly_titled(plan) for plan in named]


def _truly_titled(plan: Plan) -> Plan:
    """A title that says "for less" or "in more comfort" only where the totals bear it out."""
    for claim, name in ((FOR_LESS, "cheapest"), (IN_MORE_COMFORT, "finest")):
        if claim in plan.title and plan.label != name:
            return plan.model_copy(update={"title": plan.title.replace(claim, ", another side", 1)})
    return plan


def comparison(plans: Sequence[Plan]) -> str:
    """One sentence computed from the plans; empty for fewer than two."""
    if len(plans) < 2:
        return ""
    common = set.intersection(*(visits_of(plan) for plan in plans))
    names = {
        item.place_id: item.title for item in plans[0].items() if isinstance(item, Visit) and item.place_id
    }
    if not common:
        shared = "They share no visit" if len(plans) == 2 else "No visit is in all of them"
    elif len(common) <= 2:
        visits = "one visit" if len(common) == 1 else "two visits"
        shared = f"{_all(plans)} share {visits}, {listed(names[visit] for visit in sorted(common))}"
    else:
        shared = f"{_all(plans)} share {len(common)} visits"
    return f"{shared}; {_costs(plans)}{_paces(plans)}{_ways(plans)}."


def _all(plans: Sequence[Plan]) -> str:
    return "They" if len(plans) == 2 else "They all"


def _costs(plans: Sequence[Plan]) -> str:
    cheapest = min(plans, key=lambda plan: plan.total)
    dearest = max(plans, key=lambda plan: plan.total)
    gap = dearest.total - cheapest.total
    if not gap:
        return f"each costs {money_in_words(cheapest.total, cheapest.currency)}"
    amount = money_in_words(gap.quantize(Decimal(1)), cheapest.currency)
    return f"“{cheapest.title}” costs {amount} less than “{dearest.title}”"


def _paces(plans: Sequence[Plan]) -> str:
    paces = [plan.pace for plan in plans]
    if len(set(paces)) == 1:
        return f", {'both' if len(plans) == 2 else 'all'} at a {paces[0]} pace"
    calmest = min(plans, key=lambda plan: (PACES.index(plan.pace), len(visits_of(plan))))
    fullest = max(plans, key=lambda plan: (PACES.index(plan.pace), len(visits_of(plan))))
    most, least = len(visits_of(fullest)), len(visits_of(calmest))
    if not most > least:
        return ""
    if len(plans) == 2:
        return f", and “{fullest.title}” has more visits ({most}, not {least})"
    return f", “{fullest.title}” has the most visits ({most}) and “{calmest.title}” the fewest ({least})"


def _ways(plans: Sequence[Plan]) -> str:
    """Where the first way between cities differs."""
    legs = [[item for item in plan.items() if isinstance(item, Leg)] for plan in plans]
    first = [next((leg.mode for leg in some if leg.between_cities), None) for some in legs]
    modes = list(dict.fromkeys(mode for mode in first if mode))
    return f"; they go by {' or '.join(modes)}" if len(modes) > 1 else ""
