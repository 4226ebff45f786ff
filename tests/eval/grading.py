"""A played card graded by code: nothing here asks a model."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from tests.eval.playing import Played
from tests.eval.wishes import stops
from trips.catalogue.gazetteer import Gazetteer
from trips.models import Finding, Trip
from trips.places import gazetteer_for
from trips.schemas import Item, Plan, Verdict
from trips.schemas.words import ROUGH_GRADES


@dataclass(frozen=True)
class Grade:
    """Figures of one conversation. Times in seconds, None where it did not come so far."""

    name: str
    ended: bool
    passed: int
    failed: int
    kept: int
    wishes: int
    invented: tuple[str, ...]
    messages: int
    offline: int  # messages that the offline planner answered or finished
    failures: int  # that ended without an answer
    calls: int
    corrections: int
    first_words: float | None
    options: float | None
    dollars: Decimal
    stopped: str = ""

    @property
    def holds(self) -> bool:
        """It came to its plan, and no check of the plan fails."""
        return self.ended and bool(self.passed) and not self.failed


def graded(played: Played) -> Grade:
    plan, verdict = result_of(played.trip)
    chosen = played.trip.plan.plan if played.trip.plan else None
    facts, steps = played.trip.facts, played.steps
    waits = [step.first_words for step in steps if step.first_words is not None]
    return Grade(
        name=played.card.name,
        ended=not played.stopped,
        passed=verdict.passed if verdict else 0,
        failed=len(verdict.failed) if verdict else 0,
        kept=sum(wish.kept(facts, chosen) for wish in played.card.wishes),
        wishes=len(played.card.wishes),
        invented=tuple(invented(played.trip, plan)),
        messages=len(steps),
        offline=sum(step.mind == "offline" for step in steps),
        failures=sum(step.status != "done" for step in steps),
        calls=sum(step.calls for step in steps),
        corrections=sum(step.corrections for step in steps),
        first_words=middle(waits),
        options=next((step.seconds for step in steps if step.mode == "FINALIZE"), None),
        dollars=played.dollars,
        stopped=played.stopped,
    )


def result_of(trip: Trip) -> tuple[Plan | None, Verdict | None]:
    """The chosen plan, else the first option on offer, with its verdict."""
    held = trip.plan or trip.options.on_offer().order_by("position").first()
    return (held.plan, held.verdict) if held else (None, None)


def invented(trip: Trip, plan: Plan | None) -> list[str]:
    """Names that stand on nothing: no row of the data or of the trip, no position, no mark that nobody looked
    it up."""
    gazetteer = gazetteer_for(trip)
    names = [item.title for item in (stops(plan) if plan else ()) if not _stands(item, gazetteer)]
    rows = Finding.objects.filter(trip=trip)
    return names + [row.name for row in rows if not (row.place_id or row.source or row.grade in ROUGH_GRADES)]


def _stands(item: Item, gazetteer: Gazetteer) -> bool:
    if item.place_id and gazetteer.place(item.place_id):
        return True
    if item.kind == "stay" or (item.kind == "meal" and item.style != "place"):
        return not item.place_id  # code's own words: "a mid-range hotel", "dinner near the theatre"
    return item.unlisted or item.grade == "unlisted" or item.lat is not None


def middle(values: list[float]) -> float | None:
    """The median, the higher of two."""
    return sorted(values)[len(values) // 2] if values else None
