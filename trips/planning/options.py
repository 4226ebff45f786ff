"""Options side by side: how far two plans differ, true labels and names, what is true of one alone, and which
one suits best."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from decimal import Decimal

from trips.catalogue.gazetteer import Gazetteer
from trips.facts import interests
from trips.planning.outlining import PACES
from trips.planning.wishes import answers_to, interest_tags
from trips.schemas import Leg, Plan, Stay, TripFacts, Visit, walking_km
from trips.wording import counted, listed, upper_first, whole_money, with_article

#: Two names in one title are no longer together.
LONGEST_NAME = 44
FELT_KM = 0.5  # on foot a day: less is no difference
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
        others = [other for other in plans if other is not plan]
        if title == name_of(plan) or title in (other.title for other in named):
            title = name_of(plan, others, len(named))
        named.append(plan.model_copy(update={"label": name, "title": title}))
    return named


def name_of(plan: Plan, others: Sequence[Plan] = (), number: int = 0) -> str:
    """By the areas where it sees more than the others, else by what is true of it alone, its visits or
    its bed: "Belém and Graça", of several cities "Alfama in Lisbon, Ribeira in Porto"."""
    seen, elsewhere = _areas(plan), [_areas(other) for other in others]
    more = {area: count - max((one[area] for one in elsewhere), default=0) for area, count in seen.items()}
    ranked = sorted(more, key=lambda area: (more[area] <= 0, -more[area], -seen[area]))
    if ranked and more[ranked[0]] > 0:
        (area, city), *rest = ranked
        if city:
            pairs = (f"{area} in {city}, {other} in {there}" for other, there in rest if there != city)
        else:
            pairs = (f"{area} and {other}" for other, _there in rest)
        alone = f"{area} in {city}" if city else area
        return next((pair for pair in pairs if len(pair) <= LONGEST_NAME), alone)
    among = [*others[:number], plan, *others[number:]]
    if others and (facts := distinctions(among)[number]):
        return upper_first(facts[-1].partition(",")[0].partition(":")[0].removeprefix("The only one "))
    if own := only_here(plan, others):
        return listed(_short(own))
    beds = {item.title for item in plan.items() if isinstance(item, Stay)}
    beds -= {item.title for other in others for item in other.items()}
    return f"Nights at {min(beds)}" if beds else f"Way {number + 1}"


def _areas(plan: Plan) -> Counter[tuple[str, str]]:
    """Visits by area, with its city where the plan has several."""
    cities = {day.city for day in plan.days if any(isinstance(item, Visit) for item in day.items)}
    return Counter(
        (item.area, day.city if len(cities) > 1 else "")
        for day in plan.days
        for item in day.items
        if isinstance(item, Visit) and item.area not in ("", day.city)
    )


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
    return _one(counts, max(counts), f"The fullest: {counted(max(counts), 'visit')}")


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


def least_on_foot(plans: Sequence[Plan]) -> int:
    """The index of the plan that walks less than all others, by what one feels; -1 when there is none."""
    walked = [walked_a_day(plan) for plan in plans]
    least, *more = sorted(walked)
    return walked.index(least) if more and more[0] - least >= FELT_KM else -1


def _least_walking(plans: Sequence[Plan]) -> Fact:
    index = least_on_foot(plans)
    return (index, "The least walking") if index >= 0 else None


_FACTS: tuple[Callable[[Sequence[Plan]], Fact], ...] = (
    _cheapest, _fullest, _by_another_way, _calmest, _least_walking,
)  # fmt: skip


def _one(values: list, wanted: object, words: str) -> Fact:
    return (values.index(wanted), words) if values.count(wanted) == 1 else None


def _short(names: Sequence[str]) -> Sequence[str]:
    """Two of them, or one where two are long."""
    return names[:2] if len(listed(names[:2])) <= LONGEST_NAME else names[:1]


#: Who should not be hurried through a packed day.
UNHURRIED, SMALL = frozenset("wheelchair limited_mobility short_walks elderly stroller".split()), 6


def hurries(plan: Plan, facts: TripFacts) -> bool:
    """Packed days, for somebody who walks little, is old or very young."""
    small = any(age < SMALL for age in facts.party.ages)
    return plan.pace == "packed" and (small or not UNHURRIED.isdisjoint(facts.access))


def recommended(plans: Sequence[Plan], facts: TripFacts, gazetteer: Gazetteer) -> tuple[int, str]:
    """The one with most of what they named and like, of several the one of the level and pace that they asked
    for, else the one between the others in price; and why, where something speaks for it alone. None of
    packed days is recommended to who should not be hurried."""
    visits = [
        dict.fromkeys(item.place_id for item in plan.items() if isinstance(item, Visit)) for plan in plans
    ]
    rows = [[row for one in some if (row := gazetteer.place(one or ""))] for some in visits]
    wished = interests.liked(facts)
    named = [[(row, told) for row in some if (told := answers_to(row, wished))] for some in rows]
    tags = interest_tags(tuple(one for one in facts.interests if one not in facts.said))
    liked = [sum(bool(tags & set(row.tags)) for row in some) for some in rows]
    off = [
        (facts.budget.level not in (None, plan.level)) + (facts.pace not in (None, plan.pace))
        for plan in plans
    ]
    best = min(
        range(len(plans)),
        key=lambda n: (
            hurries(plans[n], facts), -len(named[n]), -liked[n], off[n],
            plans[n].label != "balanced" and not facts.interests, plans[n].total,
        ),
    )  # fmt: skip
    if hurries(plans[best], facts):
        return best, ""
    elsewhere = set().union(*(visits_of(plan) for plan in plans if plan is not plans[best]))
    if own := {row.name: told for row, told in named[best] if row.id not in elsewhere}:
        names = _short(list(own))
        return best, f"For {listed(word for name in names for word in own[name])}: {listed(names)}"
    if own := distinctions(plans)[best]:
        return best, own[0]
    if facts.pace and [plan.pace == facts.pace for plan in plans].count(True) == 1:
        return best, f"The only one at a {facts.pace} pace"
    return best, ""


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


def budget_of(plan: Plan, facts: TripFacts) -> Decimal | None:
    """The sum named, for the whole trip; None when it is another currency or no sum at all."""
    budget = facts.budget
    if budget.amount is None or (budget.currency or plan.currency) != plan.currency:
        return None
    times = {"per_person": plan.travellers, "per_day": len(plan.days)}.get(budget.scope or "total", 1)
    return budget.amount * times


def to_spare(plan: Plan, budget: Decimal | None) -> str:
    """ "$220 to spare"; without a sum what each of several pays."""
    if budget is None:
        return f"{whole_money(plan.per_person, plan.currency)} each" if plan.travellers > 1 else ""
    left = budget - plan.total
    return f"{whole_money(abs(left), plan.currency)} {'to spare' if left >= 0 else 'over your budget'}"


def bed_of(plan: Plan) -> tuple[str, str]:
    """What kind of bed, and where: ("hotel", "Chiado"), ("2 stays", "")."""
    stays = [item for item in plan.items() if isinstance(item, Stay)]
    if len(stays) != 1:
        return (counted(len(stays), "stay") if stays else "", "")
    return stays[0].stay_type.replace("_", " "), stays[0].area


def in_words(plan: Plan, told: str = "") -> str:
    """ "Cheapest, by $213; a hostel in Baixa"."""
    kind, area = bed_of(plan)
    bed = f"{with_article(kind)} in {area}" if kind and area else "" if told else kind
    return upper_first("; ".join(filter(None, (told, bed)))) or plan.for_whom
