"""Changing the plan: proposed and accepted, or by hand.

Every change is computed by `trips.planning.editing`, outside of the transaction that writes it, from one
version and one state of the facts. When either is another one by then, nothing is written: `Outdated`.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from django.db import transaction
from django.db.models import QuerySet

from config import clock
from trips import fact_log
from trips.catalogue.gazetteer import Gazetteer
from trips.catalogue.trip_gazetteer import with_rows
from trips.models import Message, PlanProposal, PlanVersion, Trip, Turn
from trips.places import gazetteer_for, save_own_rows
from trips.plan_versions import NoPlan, Outdated, add_version, moved_between
from trips.planning.editing import Edit, Edited, PlanDiff, apply_edits, diff_of, warnings_of
from trips.planning.validator import check_plan
from trips.planning.whereabouts import now_of, today_of
from trips.schemas import Place, Plan, TripFacts, Verdict


class NotPossible(Exception):
    """Nothing of what was asked could be done; `sentences` say why."""

    def __init__(self, sentences: Sequence[str]) -> None:
        super().__init__(" ".join(sentences))
        self.sentences = list(sentences) or ["That changes nothing in the plan."]


class Warned(Exception):
    """The change breaks something; it is made only when it is asked for despite that."""

    def __init__(self, sentences: Sequence[str], edited: Edited) -> None:
        super().__init__(" ".join(sentences))
        self.sentences = list(sentences)
        self.edited = edited


@dataclass(frozen=True)
class Base:
    """What a change is computed from: one version of the plan, one state of the facts."""

    version: int
    facts_version: int
    plan: Plan
    facts: TripFacts
    verdict: Verdict  # of the plan for these facts
    today: dt.date  # where the travellers are
    gazetteer: Gazetteer = field(repr=False, compare=False)
    now: dt.datetime | None = None  # the hour there, when it is that day


# --- Proposals ---------------------------------------------------------------------------------


def propose(
    trip: Trip,
    change: Sequence[Edit] | Edited,
    *,
    sentence: str = "",
    cause: str = "",
    base: Base | None = None,
    turn: Turn | None = None,
    message: Message | None = None,
) -> PlanProposal:
    """A change that waits for a yes. `change`: edits, or what came of them with the `base` they were computed
    from. Another open proposal is outdated by it.

    Raises NoPlan, NotPossible when nothing would change, Outdated when the plan or the facts are others now.
    """
    base = base or base_of(trip)
    edited = change if isinstance(change, Edited) else computed(base, change)
    if not changes(base, edited):
        raise NotPossible(edited.problems)
    with transaction.atomic():
        trip_row = fact_log.locked(trip)
        version = _still(trip_row, base)
        trip_row.proposals.filter(state=PlanProposal.State.OPEN).update(state=PlanProposal.State.OUTDATED)
        proposal = PlanProposal.objects.create(
            trip=trip_row,
            base=version,
            facts_version=base.facts_version,
            plan_json=edited.plan.model_dump(mode="json"),
            verdict_json=edited.verdict.model_dump(mode="json"),
            moved=moved_between(base.facts, edited.facts),
            diff_json=edited.diff.model_dump(mode="json"),
            sentence=sentence or edited.sentence,
            cause=cause[:200],
            problems=[*edited.notes, *edited.problems],
            turn=turn,
            message=message,
        )
        trip_row.touch()
    trip.refresh_from_db()
    return proposal


def open_proposal(trip: Trip) -> PlanProposal | None:
    """The proposal that can be accepted now: made for the plan and the facts as they are."""
    return open_proposals(trip).first()


def open_proposals(trip: Trip) -> QuerySet[PlanProposal]:
    """That one, or none, as rows."""
    return trip.proposals.filter(
        state=PlanProposal.State.OPEN, base_id=trip.plan_id, facts_version=trip.facts_version
    )


def accept(trip: Trip, proposal: PlanProposal, *, message: Message | None = None) -> PlanVersion:
    """The proposal becomes the plan's next version; accepted twice it is one. Raises Outdated."""
    version = _accepted(trip, proposal, message)
    if version is None:
        raise Outdated
    return version


@transaction.atomic
def _accepted(trip: Trip, proposal: PlanProposal, message: Message | None) -> PlanVersion | None:
    """None: it is outdated, and says so from now on."""
    trip_row = fact_log.locked(trip)
    proposal.refresh_from_db()
    if proposal.trip_id != trip_row.pk:
        return None
    if proposal.state == PlanProposal.State.ACCEPTED:
        return proposal.version
    if proposal.state != PlanProposal.State.OPEN:
        return None
    if proposal.base_id != trip_row.plan_id or proposal.facts_version != trip_row.facts_version:
        _decide(proposal, PlanProposal.State.OUTDATED)
        return None
    _decide(proposal, PlanProposal.State.ACCEPTED)
    proposal.version = add_version(
        trip_row,
        plan=proposal.plan,
        verdict=proposal.verdict,
        moved=proposal.moved,
        cause=proposal.sentence,
        message=message,
        asked=proposal.message,
    )
    proposal.save(update_fields=["version"])
    trip.refresh_from_db()
    return proposal.version


@transaction.atomic
def refuse(trip: Trip, proposal: PlanProposal, reason: str = "") -> bool:
    """The proposal is turned down, the plan stays. False when it was decided before."""
    trip_row = fact_log.locked(trip)
    proposal.refresh_from_db()
    if proposal.trip_id != trip_row.pk or proposal.state != PlanProposal.State.OPEN:
        return False
    proposal.reason = reason.strip()
    _decide(proposal, PlanProposal.State.REFUSED)
    trip_row.touch()
    trip.refresh_from_db()
    return True


def _decide(proposal: PlanProposal, state: str) -> None:
    proposal.state = state
    proposal.decided = clock.now()
    proposal.save(update_fields=["state", "decided", "reason"])


# --- By hand -----------------------------------------------------------------------------------


def edit_now(
    trip: Trip,
    edits: Sequence[Edit],
    *,
    seen: int | None = None,
    despite: bool = False,
    cause: str = "",
    message: Message | None = None,
    rows: Iterable[Place] = (),
) -> PlanVersion:
    """Make a change at once. `seen`: the number of the version it was asked for; `despite`: also when it
    breaks something; `rows`: of the traveller's own, which the change brings and the trip keeps with it.

    Raises NoPlan, Outdated, NotPossible, and Warned with what it would break.
    """
    base = base_of(trip)
    if seen is not None and seen != base.version:
        raise Outdated
    rows = list(rows)
    base = replace(base, gazetteer=with_rows(base.gazetteer, rows))
    edited = computed(base, edits)
    if not changes(base, edited):
        raise NotPossible(edited.problems)
    sentences = [*edited.problems, *warnings_of(edited, base.verdict)]
    if sentences and not despite:
        raise Warned(sentences, edited)
    with transaction.atomic():
        trip_row = fact_log.locked(trip)
        _still(trip_row, base)
        save_own_rows(trip_row, None, rows)
        version = add_version(
            trip_row,
            plan=edited.plan,
            verdict=edited.verdict,
            moved=moved_between(base.facts, edited.facts),
            cause=cause or edited.sentence,
            message=message,
        )
    trip.refresh_from_db()
    return version


# --- What a change is computed from ------------------------------------------------------------


def base_of(trip: Trip, *, today: dt.date | None = None) -> Base:
    """The plan and the facts as they are, read together. A plan that was checked for other facts is checked
    again. `today`: where the travellers are, by the plan when it is not given. Raises NoPlan."""
    row = Trip.objects.select_related("plan__parent").get(pk=trip.pk)
    if row.plan is None:
        raise NoPlan
    plan, facts, gazetteer = row.plan.plan, row.facts, gazetteer_for(row)
    verdict, now = row.plan.verdict, now_of(plan, clock.now(), gazetteer)
    today = today or today_of(plan, clock.now(), gazetteer)
    if row.plan.facts_version != row.facts_version:
        verdict = check_plan(plan, facts, gazetteer, today=today)
    hour = now if now.date() == today else None
    return Base(row.plan.number, row.facts_version, plan, facts, verdict, today, gazetteer, hour)


def computed(base: Base, edits: Sequence[Edit], *, today: dt.date | None = None) -> Edited:
    """What the edits make of the base; nothing is written."""
    now = base.now if today in (None, base.today) else None
    return apply_edits(base.plan, list(edits), base.facts, base.gazetteer, today=today or base.today, now=now)


def difference(version: PlanVersion) -> PlanDiff | None:
    """What a version changed in the one it came from; None for the first."""
    parent = version.parent
    if parent is None:
        return None
    return diff_of(parent.plan, version.plan, parent.verdict, version.verdict)


def changes(base: Base, edited: Edited) -> bool:
    """Is anything other than before?"""
    return edited.plan != base.plan or edited.facts != base.facts


def _still(trip_row: Trip, base: Base) -> PlanVersion:
    """The version of the base, when it and the facts are still the trip's. Raises Outdated."""
    version = trip_row.plan
    if version is None or version.number != base.version or trip_row.facts_version != base.facts_version:
        raise Outdated
    return version
