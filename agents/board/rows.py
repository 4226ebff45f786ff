"""Options as rows: a label that is true of one alone, what is to spare, three figures, three highlights."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal

from agents.board.options import OptionCard, only_here, visits_in, way_there
from agents.board.strips import in_words
from trips.map_view import MapView
from trips.schemas import Plan, Stay, Visit, walking_km
from trips.wording import counted, money_in_words

PICKS = 3
_PACES = ("relaxed", "moderate", "packed")
#: What is true of one: its index, and how to say so.
Fact = tuple[int, str] | None


@dataclass(frozen=True)
class OptionRow:
    """`figures` are pairs of what and how much; `strip` is None where nothing has a position."""

    card: OptionCard
    label: str
    spare: str
    figures: list[tuple[str, str]]
    picks: list[str]
    strip: MapView | None
    strip_in_words: str


def option_rows(
    cards: Sequence[OptionCard], budgets: Sequence[Decimal | None], strips: Sequence[MapView | None]
) -> list[OptionRow]:
    """`budgets`: the sum named, in each option's currency."""
    plans = [card.plan for card in cards]
    return [
        OptionRow(
            card, label, to_spare(card.plan, budget), figures_of(card.plan),
            _picks(card.plan, plans), strip, in_words(card.plan),
        )
        for card, label, budget, strip in zip(cards, labels_of(plans), budgets, strips, strict=True)
    ]  # fmt: skip


def to_spare(plan: Plan, budget: Decimal | None) -> str:
    """ "$220 to spare"; without a sum what each pays."""
    if budget is None:
        return f"{_money(plan.per_person, plan)} each" if plan.travellers > 1 else "in all"
    left = budget - plan.total
    return f"{_money(abs(left), plan)} {'to spare' if left >= 0 else 'above your sum'}"


def figures_of(plan: Plan) -> list[tuple[str, str]]:
    stays = [item for item in plan.items() if isinstance(item, Stay)]
    kind = stays[0].stay_type.replace("_", " ") if stays else ""
    bed = ", ".join(filter(None, (kind, stays[0].area))) if len(stays) == 1 else counted(len(stays), "stay")
    figures = [
        ("On foot", f"{walking_km(plan.items()) / len(plan.days):.1f} km a day"),
        ("Visits", f"{visits_in(plan)}, {plan.pace}"),
        ("Bed", bed if stays else "none"),
    ]
    return figures if visits_in(plan) else figures[2:]


def labels_of(plans: Sequence[Plan]) -> list[str]:
    """For each what is true of it alone, "" where nothing is."""
    labels = [""] * len(plans)
    for fact in _FACTS if len(plans) > 1 else ():
        found = fact(plans)
        if found and not labels[found[0]]:
            labels[found[0]] = found[1]
    for index, own in enumerate(only_here(plans)):
        if not labels[index] and own and len(plans) > 1:
            labels[index] = f"The only one with {own[0]}"
    return labels


def _cheapest(plans: Sequence[Plan]) -> Fact:
    totals = sorted(plan.total.quantize(Decimal(1)) for plan in plans)
    if len({plan.currency for plan in plans}) > 1 or totals[0] == totals[1]:
        return None
    index = min(range(len(plans)), key=lambda index: plans[index].total)
    return index, f"Cheapest, by {_money(totals[1] - totals[0], plans[index])}"


def _fullest(plans: Sequence[Plan]) -> Fact:
    counts = [visits_in(plan) for plan in plans]
    return _one(counts, max(counts), f"Sees the most: {counted(max(counts), 'visit')}")


def _by_another_way(plans: Sequence[Plan]) -> Fact:
    modes = [way_there(plan).partition(",")[0] for plan in plans]
    alone = [mode for mode in modes if mode and modes.count(mode) == 1]
    return _one(modes, alone[0], f"The only one by {alone[0]}") if len(alone) == 1 else None


def _least_walking(plans: Sequence[Plan]) -> Fact:
    daily = [round(walking_km(plan.items()) / len(plan.days), 1) for plan in plans]
    return _one(daily, min(daily), "The least on foot")


def _calmest(plans: Sequence[Plan]) -> Fact:
    paces = [_PACES.index(plan.pace) for plan in plans]
    return _one(paces, min(paces), "The calmest days")


_FACTS: tuple[Callable[[Sequence[Plan]], Fact], ...] = (
    _cheapest, _fullest, _by_another_way, _least_walking, _calmest,
)  # fmt: skip


def _one(values: list, wanted: object, words: str) -> Fact:
    return (values.index(wanted), words) if values.count(wanted) == 1 else None


def _picks(plan: Plan, plans: Sequence[Plan]) -> list[str]:
    """What only this one has comes first; a visit with its day."""
    others = {line for other in plans if other is not plan for line in other.highlights}
    lines = sorted(plan.highlights, key=lambda line: line in others)[:PICKS]
    days = {item.title: f"{item.start:%A}" for item in plan.items() if isinstance(item, Visit)}
    names = [line.partition(":")[0] for line in lines]
    return [f"{name}, on {days[name]}" if name in days else name for name in names]


def _money(amount: Decimal, plan: Plan) -> str:
    return money_in_words(amount.quantize(Decimal(1)), plan.currency)
