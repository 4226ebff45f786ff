"""Options side by side: cards, and the rows of the table that compares them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from agents.board.timeline import is_local
from agents.board.verdicts import VerdictView, verdict_view
from trips.choosing import CHOOSABLE
from trips.models import Option
from trips.planning.options import (
    bed_of,
    budget_of,
    least_on_foot,
    only_here,
    to_spare,
    visits_in,
    walked_a_day,
)
from trips.schemas import Alternative, Leg, Plan, Stay, TripFacts
from trips.wording import counted, whole_money

MODE_WORDS = {
    "walk": "on foot",
    "transit": "public transport",
    "taxi": "taxi",
    "train": "train",
    "coach": "coach",
    "flight": "flight",
    "car": "car",
    "ferry": "ferry",
}

PACES = {"relaxed": "relaxed pace", "moderate": "moderate pace", "packed": "packed days"}


@dataclass(frozen=True)
class OptionCard:
    pk: int
    number: int
    state: str
    plan: Plan
    verdict: VerdictView
    pace: str
    reason: str  # why it is recommended, or is not offered
    choosable: bool
    chosen: bool
    outdated: bool  # planned for other facts
    budget: Decimal | None  # the sum named, in the plan's currency

    @property
    def suits(self) -> str:
        """Why it is the one that is recommended."""
        unfit = self.outdated or self.state in (Option.State.FAILED, Option.State.LAST_RESORT)
        return "" if unfit else self.reason

    @property
    def spare(self) -> str:
        return to_spare(self.plan, self.budget)

    @property
    def last_resort(self) -> bool:
        return self.state == Option.State.LAST_RESORT


@dataclass(frozen=True)
class SaidOf:
    """A sentence about the options; `titles` is empty when it is true of all."""

    text: str
    titles: list[str]


@dataclass(frozen=True)
class CompareRow:
    """`best` is the column that wins, or -1."""

    label: str
    cells: list[str]
    best: int = -1

    @property
    def same(self) -> bool:
        return len(set(self.cells)) == 1


def option_card(option: Option, facts: TripFacts, facts_version: int, chosen_pk: int | None) -> OptionCard:
    plan = option.plan
    return OptionCard(
        pk=option.pk,
        number=option.position,
        state=option.state,
        plan=plan,
        verdict=verdict_view(option.verdict),
        pace=PACES[plan.pace],
        reason=option.reason,
        # Of a plan that is gone (started over) nothing is left to choose.
        choosable=option.state in CHOOSABLE
        and (chosen_pk is not None or option.facts_version == facts_version),
        chosen=option.pk == chosen_pk,
        outdated=option.facts_version != facts_version,
        budget=budget_of(plan, facts),
    )


def compare_rows(cards: Sequence[OptionCard]) -> list[CompareRow]:
    """What one asks of each, in the same order for all."""
    plans = [card.plan for card in cards]
    same_currency = len({plan.currency for plan in plans}) == 1
    cheapest = _least([plan.total.quantize(Decimal(1)) for plan in plans]) if same_currency else -1
    totals = [
        ", ".join(filter(None, (whole_money(card.plan.total, card.plan.currency), card.spare)))
        for card in cards
    ]
    own = [only_here(plan, [other for other in plans if other is not plan]) for plan in plans]
    rows = [
        CompareRow("Total", totals, cheapest),
        CompareRow("Bed", [_stays(plan) for plan in plans]),
        CompareRow("On foot", [on_foot(plan) for plan in plans], least_on_foot(plans)),
        CompareRow("Pace", [card.pace for card in cards]),
        CompareRow("Visits", [counted(visits_in(plan), "visit") for plan in plans]),
        CompareRow("Only here", [", ".join(one[:3]) for one in own]),
        CompareRow("Getting there", [_way_there(plan) for plan in plans]),
    ]
    return [row for row in rows if any(row.cells)]


def said_of(cards: Sequence[OptionCard], what: str) -> list[SaidOf]:
    """Lines of all options once each ("assumptions", "risks", "alternatives"), with whose they are."""
    whose: dict[str, list[str]] = {}
    for card in cards:
        for line in dict.fromkeys(_line(entry) for entry in getattr(card.plan, what)):
            whose.setdefault(line, []).append(card.plan.title)
    return [SaidOf(line, [] if len(titles) == len(cards) else titles) for line, titles in whose.items()]


def _line(entry: str | Alternative) -> str:
    if isinstance(entry, str):
        return entry
    return f"{entry.name}: {entry.reason}" if entry.reason else entry.name


def _least(values: Sequence[Decimal]) -> int:
    least = min(values)
    return values.index(least) if values.count(least) == 1 else -1


def bed_in_words(plan: Plan) -> str:
    return ", ".join(filter(None, bed_of(plan)))


def on_foot(plan: Plan) -> str:
    return f"{walked_a_day(plan):.1f} km a day" if visits_in(plan) else ""


def _way_there(plan: Plan) -> str:
    journey = next((item for item in plan.items() if isinstance(item, Leg) and not is_local(item)), None)
    if journey is None:
        return ""
    hours, minutes = divmod(journey.travel_minutes, 60)
    return f"{MODE_WORDS[journey.mode]}, {f'{hours} h {minutes:02d}' if hours else f'{minutes} min'}"


def _stays(plan: Plan) -> str:
    names = dict.fromkeys(item.title for item in plan.items() if isinstance(item, Stay))
    return ", ".join(filter(None, (*names, bed_in_words(plan))))
