"""Options side by side: how far two plans differ, true labels, one sentence that compares them."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from trips.planning.outlining import ANOTHER_SIDE, CLAIMS, PACES
from trips.schemas import Leg, Plan, Visit
from trips.wording import listed, money_in_words

A_THIRD_WAY = ", a third way"


def visits_of(plan: Plan) -> set[str]:
    """Place ids of the visits. Unlisted ones are the traveller's own wishes: every option has them."""
    return {item.place_id for item in plan.items() if isinstance(item, Visit) and item.place_id}


def shared_visits(plan: Plan, other: Plan) -> float:
    """Common visits as a part of those of the plan that has fewer, 0–1."""
    mine, theirs = visits_of(plan), visits_of(other)
    fewer = min(len(mine), len(theirs))
    return len(mine & theirs) / fewer if fewer else 0.0


def label(plans: Sequence[Plan]) -> list[Plan]:
    """The same plans with labels and titles that their figures bear out: the cheapest is the cheapest."""
    if not plans:
        return []
    order = sorted(range(len(plans)), key=lambda index: (plans[index].total, index))
    labels = ["other"] * len(plans)
    if len(plans) > 1 and plans[order[0]].total < plans[order[-1]].total:
        labels[order[0]] = "cheapest"
        labels[order[-1]] = "finest" if plans[order[-1]].level != plans[order[0]].level else "other"
    for index in order[1:-1]:
        labels[index] = "balanced"
    return _truly_titled(
        [plan.model_copy(update={"label": name}) for plan, name in zip(plans, labels, strict=True)]
    )


def _truly_titled(plans: Sequence[Plan]) -> list[Plan]:
    """An end of a title that the figures do not bear out gives way to one that they do."""
    titles = [plan.title for plan in plans]
    for number, plan in enumerate(plans):
        true = _true_ends(plan, [other for other in plans if other is not plan])
        for claim in (end for end in CLAIMS if end in plan.title and end not in true):
            others = {*titles[:number], *titles[number + 1 :]}
            fresh = [plan.title.replace(claim, end, 1) for end in (*true, ANOTHER_SIDE, A_THIRD_WAY)]
            titles[number] = next((title for title in fresh if title not in others), fresh[-1])
    return [plan.model_copy(update={"title": title}) for plan, title in zip(plans, titles, strict=True)]


def _true_ends(plan: Plan, others: Sequence[Plan]) -> list[str]:
    """Which claims are true of this one alone."""
    mine, theirs = len(visits_of(plan)), [len(visits_of(other)) for other in others]
    borne_out = (
        plan.label == "cheapest",
        plan.label == "finest",
        all(mine > count for count in theirs),
        all(mine < count for count in theirs),
    )
    return [end for end, is_true in zip(CLAIMS, borne_out, strict=True) if is_true]


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
