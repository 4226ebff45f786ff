"""Options side by side: cards, and the rows of the table that compares them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from agents.board.timeline import is_local
from agents.board.verdicts import VerdictView, verdict_view
from trips.choosing import CHOOSABLE
from trips.facts.interests import in_words
from trips.models import Option
from trips.schemas import Alternative, Leg, Plan, Stay, Visit, walking_km

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
    reason: str
    choosable: bool
    chosen: bool
    outdated: bool  # planned for other facts

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
    """`kind` "money" cells are amounts in the option's currency; `best` is the column that wins, or -1."""

    label: str
    cells: list[str | Decimal]
    kind: str = "text"
    best: int = -1


def option_card(option: Option, facts_version: int, chosen_pk: int | None) -> OptionCard:
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
    )


def compare_rows(cards: Sequence[OptionCard]) -> list[CompareRow]:
    """What one asks of each, in the same order for all."""
    plans = [card.plan for card in cards]
    same_currency = len({plan.currency for plan in plans}) == 1
    totals = [plan.total for plan in plans]
    walking = [walking_km(plan.items()) for plan in plans]
    rows = [
        CompareRow("For whom", [plan.for_whom for plan in plans]),
        CompareRow("In all", list(totals), "money", _least(totals) if same_currency else -1),
        CompareRow("Each", [plan.per_person for plan in plans], "money"),
        CompareRow("Pace", [card.pace for card in cards]),
        CompareRow("Getting there", [way_there(plan) for plan in plans]),
        CompareRow("Stay", [_stays(plan) for plan in plans]),
        CompareRow("Visits", [str(visits_in(plan)) for plan in plans]),
        CompareRow("On foot", [f"{km:.1f} km" for km in walking]),
        CompareRow("Focus", [", ".join(map(in_words, plan.focus)).replace("_", " ") for plan in plans]),
        CompareRow("Only here", [", ".join(own[:3]) for own in only_here(plans)]),
    ]
    return [row for row in rows if any(row.cells)]


def said_of(cards: Sequence[OptionCard], what: str) -> list[SaidOf]:
    """Lines of all options once each ("assumptions", "risks", "alternatives"), with whose they are."""
    whose: dict[str, list[str]] = {}
    for card in cards:
        for line in dict.fromkeys(_line(entry) for entry in getattr(card.plan, what)):
            whose.setdefault(line, []).append(card.plan.title.partition(":")[0])
    return [SaidOf(line, [] if len(titles) == len(cards) else titles) for line, titles in whose.items()]


def _line(entry: str | Alternative) -> str:
    if isinstance(entry, str):
        return entry
    return f"{entry.name}: {entry.reason}" if entry.reason else entry.name


def _least(values: list[Decimal]) -> int:
    least = min(values)
    return values.index(least) if values.count(least) == 1 else -1


def visits_in(plan: Plan) -> int:
    return sum(isinstance(item, Visit) for item in plan.items())


def way_there(plan: Plan) -> str:
    journey = next((item for item in plan.items() if isinstance(item, Leg) and not is_local(item)), None)
    if journey is None:
        return ""
    hours, minutes = divmod(journey.travel_minutes, 60)
    return f"{MODE_WORDS[journey.mode]}, {f'{hours} h {minutes:02d}' if hours else f'{minutes} min'}"


def _stays(plan: Plan) -> str:
    return ", ".join(dict.fromkeys(item.title for item in plan.items() if isinstance(item, Stay)))


def only_here(plans: Sequence[Plan]) -> list[list[str]]:
    """The visits of each that no other has."""
    titles = [list(dict.fromkeys(i.title for i in plan.items() if isinstance(i, Visit))) for plan in plans]
    found = []
    for index, own in enumerate(titles):
        others = {title for other, names in enumerate(titles) if other != index for title in names}
        found.append([title for title in own if title not in others])
    return found
