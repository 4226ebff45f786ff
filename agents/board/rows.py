"""Options as rows: a label that is true of one alone, what is to spare, three figures, three highlights."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from agents.board.options import OptionCard, bed_in_words, on_foot
from agents.board.strips import in_words
from trips.map_view import MapView
from trips.planning.options import distinctions, visits_in
from trips.schemas import Plan, Visit
from trips.wording import listed

PICKS = 3


@dataclass(frozen=True)
class OptionRow:
    """`figures` are pairs of what and how much; `strip` is None where nothing has a position."""

    card: OptionCard
    label: str
    figures: list[tuple[str, str]]
    picks: list[str]
    strip: MapView | None
    strip_in_words: str


def option_rows(
    cards: Sequence[OptionCard], strips: Sequence[MapView | None], named: Mapping[str, list[str]]
) -> list[OptionRow]:
    """`named`: what of their wishes a place answers."""
    plans = [card.plan for card in cards]
    labels = [card.suits or "".join(own[:1]) for card, own in zip(cards, distinctions(plans), strict=True)]
    return [
        OptionRow(
            card, label, figures_of(card.plan), _picks(card.plan, plans, named), strip, in_words(card.plan)
        )
        for card, label, strip in zip(cards, labels, strips, strict=True)
    ]


def figures_of(plan: Plan) -> list[tuple[str, str]]:
    figures = [
        ("On foot", on_foot(plan)),
        ("Visits", f"{visits_in(plan)}, {plan.pace}"),
        ("Bed", bed_in_words(plan) or "none"),
    ]
    return figures if visits_in(plan) else figures[2:]


def _picks(plan: Plan, plans: Sequence[Plan], named: Mapping[str, list[str]]) -> list[str]:
    """What only this one has: what they named first, then its highlights; a visit with its day."""
    others = [other for other in plans if other is not plan]
    elsewhere = {item.title for other in others for item in other.items()}
    elsewhere |= {line.partition(":")[0] for other in others for line in other.highlights}
    praised = [line.partition(":")[0] for line in plan.highlights]
    visits = {item.title: item for item in plan.items() if isinstance(item, Visit)}
    own = [name for name in (*praised, *visits) if not any(title in name for title in elsewhere)]
    wishes = {name: listed(named.get(item.place_id or "", [])) for name, item in visits.items()}
    picks = sorted(dict.fromkeys(own), key=lambda name: not wishes.get(name))[:PICKS]
    return [
        f"{name}{f', on {visits[name].start:%A}' if name in visits else ''}"
        f"{f', for {wishes[name]}' if wishes.get(name) else ''}"
        for name in picks
    ]
