"""The offline composer's drafts of one round of options, made together so that they differ."""

from __future__ import annotations

import threading
from collections.abc import Iterable

from trips.catalogue.gazetteer import Gazetteer
from trips.planning.compose import draft
from trips.schemas import OptionOutline, PlanDraft, TripFacts

_lock = threading.Lock()
_newest: tuple[object, list[PlanDraft]] | None = None


def composed(
    facts: TripFacts, outlines: Iterable[OptionOutline], rejected: Iterable[str], gazetteer: Gazetteer
) -> list[PlanDraft]:
    """One draft an outline; each takes other visits than those before it. The newest round is kept:
    every planner call of a round asks for the same one."""
    global _newest
    outlines, rejected = tuple(outlines), frozenset(rejected)
    round_of = (
        facts.model_dump_json(), *(outline.model_dump_json() for outline in outlines), rejected, id(gazetteer)
    )  # fmt: skip
    with _lock:
        if _newest is None or _newest[0] != round_of:
            drafts = _drafts(facts, outlines, rejected, gazetteer)
            if rejected and _too_alike(drafts):
                # A city has only so many sights: better some seen before than three times the same.
                drafts = _drafts(facts, outlines, frozenset(), gazetteer)
            _newest = (round_of, drafts)
        return [one.model_copy(deep=True) for one in _newest[1]]


def _drafts(facts, outlines, rejected, gazetteer) -> list[PlanDraft]:
    used = set(rejected)
    drafts = []
    for outline in outlines:
        drafts.append(draft(facts, outline, gazetteer, used=used))
        used |= {*visits_of(drafts[-1]), *(stay.place_id for stay in drafts[-1].stays if stay.place_id)}
    return drafts


def _too_alike(drafts: list[PlanDraft]) -> bool:
    sights = [set(visits_of(one)) for one in drafts]
    return any(
        len(a & b) > min(len(a), len(b)) / 2 for number, a in enumerate(sights) for b in sights[:number]
    )


def visits_of(one: PlanDraft) -> list[str]:
    """The listed visits of a draft."""
    return [stop.place_id for day in one.days for stop in day.stops if stop.place_id]
