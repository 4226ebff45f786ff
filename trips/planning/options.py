"""Options side by side: how far two plans differ, true labels and names, what is true of one alone, and which
one suits best."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import Decimal
from itertools import combinations

from trips.catalogue.gazetteer import Gazetteer
from trips.planning.outlining import PACES
from trips.planning.wishes import interest_tags
from trips.schemas import Leg, Plan, Stay, TripFacts, Visit, walking_km
from trips.wording import counted, listed, upper_first, whole_money, with_article

#: Two names in one title are no longer together.
LONGEST_NAME = 44
#: What is true of one: its index, and how to say so.
Fact = tuple[int, str] | None


def visits_of(plan: Plan) -> set[str]:
    """Place ids of the visits. Unlisted ones are the traveller's own wishes: every option has them."""
    return {item.place_id for item in plan.items() if isinstance(item, Visit) and item.place_id}


def shared_visits(plan: Plan, other: Plan) -> float:
    """Common visits as a part of those of the plan that has fewer, 0–1."""
    mine, theirs = visits_of(plan), visits_of(other)
    fewer = min(len(mine), len(theirs))
    return len(mine & theirs) / fewer if fewer else 0.0


def visits_in(plan: Plan) -> int:
    return sum(isinstance(item, Visit) for item in plan.items())


def only_here(plan: Plan, others: Sequence[Plan]) -> list[str]:
    """The visits that no other has, the highlights first."""
    elsewhere = {item.title for other in others for item in other.items()}
    own = [item.title for item in plan.items() if isinstance(item, Visit) and item.title not in elsewhere]
    praised = [line.partition(":")[0] for line in plan.highlights]
    return sorted(dict.fromkeys(own), key=lambda title: title not in praised)


# --- Labels and names ------------------------------------------------------------------------------


def label(plans: Sequence[Plan]) -> list[Plan]:
    """The same plans with labels that their figures bear out, the cheapest is the cheapest, and with names
    that tell them apart."""
    if not plans:
        return []
    order = sorted(range(len(plans)), key=lambda index: (plans[index].total, index))
    labels = ["other"] * len(plans)
    if len(plans) > 1 and plans[order[0]].total < plans[order[-1]].total:
        labels[order[0]] = "cheapest"
        labels[order[-1]] = "finest" if plans[order[-1]].level != plans[order[0]].level else "other"
    for index in order[1:-1]:
        labels[index] = "balanced"
    named: list[Plan] = []
    for plan, name in zip(plans, labels, strict=True):
        title = plan.title
        if title == name_of(plan) or title in (other.title for other in named):
            title = name_of(plan, [other for other in plans if other is not plan], len(named))
        named.append(plan.model_copy(update={"label": name, "title": title}))
    return named


def name_of(plan: Plan, others: Sequence[Plan] = (), number: int = 0) -> str:
    """By one or two visits that it alone has, else by its bed: "São Jorge Castle and Alfama"."""
    own = only_here(plan, others)
    short = (pair for pair in combinations(own[:4], 2) if len(" and ".join(pair)) <= LONGEST_NAME)
    beds = {item.title for item in plan.items() if isinstance(item, Stay)}
    beds -= {item.title for other in others for item in other.items()}
    return listed(next(short, own[:1])) or (f"Nights at {min(beds)}" if beds else f"Way {number + 1}")


def distinctions(plans: Sequence[Plan]) -> list[list[str]]:
    """For each what is true of it alone, what counts most first."""
    found: list[list[str]] = [[] for _ in plans]
    for fact in _FACTS if len(plans) > 1 else ():
        if true := fact(plans):
            found[true[0]].append(true[1])
    return found


def _cheapest(plans: Sequence[Plan]) -> Fact:
    totals = sorted(plan.total.quantize(Decimal(1)) for plan in plans)
    if len({plan.currency for plan in plans}) > 1 or totals[0] == totals[1]:
        return None
    index = min(range(len(plans)), key=lambda index: plans[index].total)
    return index, f"Cheapest, by {whole_money(totals[1] - totals[0], plans[index].currency)}"


def _fullest(plans: Sequence[Plan]) -> Fact:
    counts = [visits_in(plan) for plan in plans]
    return _one(counts, max(counts), f"Sees the most: {counted(max(counts), 'visit')}")


def _by_another_way(plans: Sequence[Plan]) -> Fact:
    legs = [
        [item for item in plan.items() if isinstance(item, Leg) and item.between_cities] for plan in plans
    ]
    modes = [one[0].mode if one else "" for one in legs]
    alone = [mode for mode in modes if mode and modes.count(mode) == 1]
    return _one(modes, alone[0], f"The only one by {alone[0]}") if len(alone) == 1 else None


def _calmest(plans: Sequence[Plan]) -> Fact:
    paces = [PACES.index(plan.pace) for plan in plans]
    return _one(paces, min(paces), "The calmest days")


def walked_a_day(plan: Plan) -> float:
    """Kilometres on foot on a day that sees something: those under way would halve it."""
    seeing = [day for day in plan.days if any(isinstance(item, Visit) for item in day.items)]
    return round(sum(walking_km(day.items) for day in seeing) / len(seeing), 1) if seeing else 0.0


def _least_walking(plans: Sequence[Plan]) -> Fact:
    walked = [walked_a_day(plan) for plan in plans]
    return _one(walked, min(walked), "The least on foot")


_FACTS: tuple[Callable[[Sequence[Plan]], Fact], ...] = (
    _cheapest, _fullest, _by_another_way, _calmest, _least_walking,
)  # fmt: skip


def _one(values: list, wanted: object, words: str) -> Fact:
    return (values.index(wanted), words) if values.count(wanted) == 1 else None


def recommended(plans: Sequence[Plan], facts: TripFacts, gazetteer: Gazetteer) -> tuple[int, str]:
    """The one with most of what they like, of several the one of the level and pace that they asked for, and
    why; where no likes are known, the one between the others in price."""
    tags = interest_tags(tuple(facts.interests))
    rows = [[gazetteer.place(one) for one in visits_of(plan)] for plan in plans]
    liked = [sum(bool(row and tags & set(row.tags)) for row in some) for some in rows]
    middling = [plan.label != "balanced" for plan in plans]
    off = [
        (facts.budget.level not in (None, plan.level)) + (facts.pace not in (None, plan.pace))
        for plan in plans
    ]
    best = min(range(len(plans)), key=lambda n: (-liked[n], off[n], middling[n] and not tags, plans[n].total))
    if max(liked) and liked.count(max(liked)) == 1:
        return best, f"Most of what you like, {liked[best]} of {counted(visits_in(plans[best]), 'visit')}"
    own = distinctions(plans)[best]
    return best, own[0] if own else "Between the others in price" if not middling[best] else ""


def comparison(plans: Sequence[Plan]) -> str:
    """What the plans share, in one sentence; empty for fewer than two."""
    if len(plans) < 2:
        return ""
    common = set.intersection(*(visits_of(plan) for plan in plans))
    names = {item.place_id: item.title for item in plans[0].items() if isinstance(item, Visit)}
    all_share = "They share" if len(plans) == 2 else "They all share"
    if not common:
        return f"{all_share} no visit."
    if len(common) <= 2:
        return f"{all_share} {listed(sorted(names[visit] for visit in common))}."
    return f"{all_share} {len(common)} visits."


def bed_of(plan: Plan) -> tuple[str, str]:
    """What kind of bed, and where: ("hotel", "Chiado"), ("2 stays", "")."""
    stays = [item for item in plan.items() if isinstance(item, Stay)]
    if len(stays) != 1:
        return (counted(len(stays), "stay") if stays else "", "")
    return stays[0].stay_type.replace("_", " "), stays[0].area


def in_words(plan: Plan, own: Sequence[str]) -> str:
    """ "Cheapest, by $213; a hostel in Baixa"."""
    kind, area = bed_of(plan)
    bed = f"{with_article(kind)} in {area}" if kind and area else kind
    return upper_first("; ".join(filter(None, (*own[:1], bed)))) or plan.for_whom
