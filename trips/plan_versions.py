"""The versions of a trip's plan: a new one after each change, and the way back to any of them.

What a change moved in the facts (a night more moves the dates) is written with its version, so that going
back takes it back, and going forth again brings it again; facts that somebody changed since stay as they are.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.db import transaction
from django.db.models import Max

from config.acting import acting
from trips import fact_log
from trips.models import Member, Message, Option, PlanProposal, PlanVersion, Traveller, Trip
from trips.schemas import Plan, TripFacts, Verdict
from trips.senders import SOMEBODY
from trips.signals import option_chosen, plan_changed


class NoPlan(Exception):
    """No plan is chosen."""


class Outdated(Exception):
    """The plan or the facts are no longer those that were looked at."""


class NothingToUndo(Exception):
    """The plan is as it was chosen, or nothing was undone that could be done again."""


@dataclass(frozen=True)
class VersionLine:
    """A version as people read it. `difference` of the total to the version it came from."""

    number: int
    cause: str
    who: str
    made: Any
    total: Decimal
    currency: str
    difference: Decimal | None
    parent: int | None
    current: bool


# --- A new version -----------------------------------------------------------------------------


def add_version(
    trip_row: Trip,
    *,
    plan: Plan,
    verdict: Verdict,
    moved: dict[str, dict[str, Any]],
    cause: str,
    message: Message | None = None,
    asked: Message | None = None,
) -> PlanVersion:
    """The plan's next version, chosen at once; the facts it moves along move. The caller holds the lock.
    `message`: the words that did it; `asked`: those that wished for it, where a button said yes.

    Proposals for the version before are outdated by it. Raises NoPlan.
    """
    before = current_version(trip_row)
    facts = trip_row.facts
    if not before.facts_mark and before.facts_version == trip_row.facts_version:
        PlanVersion.objects.filter(pk=before.pk).update(facts_mark=mark_of(facts))
    if moved:
        values = {root: change["after"] for root, change in moved.items()}
        fact_log.move_facts(trip_row, values, reason=cause, message=message)
        trip_row.refresh_from_db()
    by, by_owner = whose_deed(trip_row, message)
    last = trip_row.plan_versions.aggregate(last=Max("number"))["last"] or 0
    version = PlanVersion.objects.create(
        trip=trip_row,
        number=last + 1,
        parent=before,
        option=before.option,
        plan_json=plan.model_dump(mode="json"),
        verdict_json=verdict.model_dump(mode="json"),
        total=plan.total,
        currency=plan.currency,
        cause=cause[:200],
        facts_version=trip_row.facts_version,
        facts_mark=mark_of(trip_row.facts),
        moved=moved,
        message=message or asked,
        by=by,
        by_owner=by_owner,
    )
    _choose(trip_row, version)
    plan_changed.send(
        sender=Trip, trip=trip_row, version=version, message=message, asked=asked, before=before
    )
    return version


def moved_between(before: TripFacts, after: TripFacts) -> dict[str, dict[str, Any]]:
    """The parts of the facts that differ, each with both values as JSON."""
    old, new = before.model_dump(mode="json"), after.model_dump(mode="json")
    return {root: {"before": old[root], "after": new[root]} for root in old if old[root] != new[root]}


def mark_of(facts: TripFacts) -> str:
    """What all facts are, as a short mark."""
    value = facts.model_dump(mode="json")
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()[:16]


def whose_deed(trip: Trip, message: Message | None) -> tuple[Traveller | None, bool]:
    """Who does this, and whether that is the trip's owner: the message's sender, else whoever asks."""
    if message is not None:
        return message.sender, message.by_owner
    person = acting()
    return person, person is None or person == trip.owner


# --- Back and forth ----------------------------------------------------------------------------


@transaction.atomic
def undo(trip: Trip, *, seen: int | None = None, message: Message | None = None) -> PlanVersion:
    """Back to the version this one came from. `seen`: the number of the version that is to be undone.

    Raises NoPlan, Outdated when another version is the plan by now, NothingToUndo.
    """
    trip_row = fact_log.locked(trip)
    version = current_version(trip_row)
    _as_seen(version, seen)
    if version.parent is None:
        raise NothingToUndo
    return _go(trip, trip_row, version.parent, message)


@transaction.atomic
def redo(trip: Trip, *, seen: int | None = None, message: Message | None = None) -> PlanVersion:
    """Forth again to the newest change that was made of this version. Raises as `undo` does."""
    trip_row = fact_log.locked(trip)
    version = current_version(trip_row)
    _as_seen(version, seen)
    newest = version.children.order_by("-number").first()
    if newest is None:
        raise NothingToUndo
    return _go(trip, trip_row, newest, message)


@transaction.atomic
def go_to(
    trip: Trip, version: PlanVersion, *, seen: int | None = None, message: Message | None = None
) -> PlanVersion:
    """Any version becomes the plan again. Raises NoPlan, Outdated."""
    trip_row = fact_log.locked(trip)
    if version.trip_id != trip_row.pk:
        raise Outdated
    _as_seen(current_version(trip_row), seen)
    return _go(trip, trip_row, version, message)


def current_version(trip_row: Trip) -> PlanVersion:
    """The version that is the plan. Raises NoPlan."""
    if trip_row.plan is None:
        raise NoPlan
    return trip_row.plan


def _as_seen(version: PlanVersion, seen: int | None) -> None:
    if seen is not None and version.number != seen:
        raise Outdated


def _go(trip: Trip, trip_row: Trip, target: PlanVersion, message: Message | None) -> PlanVersion:
    left = current_version(trip_row)
    if left.pk == target.pk:
        return target
    facts = trip_row.facts.model_dump(mode="json")
    values = dict(facts)
    steps = list(_way(trip_row, left, target))
    for version, back in steps:
        for root, change in version.moved.items():
            was, becomes = ("after", "before") if back else ("before", "after")
            if values.get(root) == change[was]:  # else somebody changed it since: their word stays
                values[root] = change[becomes]
    changed = {root: value for root, value in values.items() if facts[root] != value}
    if changed:
        back = all(step_back for _version, step_back in steps)
        reason = f"Undone: {left.cause}" if back else f"Back to version {target.number}"
        fact_log.move_facts(trip_row, changed, reason=reason, back=back, message=message)
        trip_row.refresh_from_db()
    if target.facts_mark and target.facts_mark == mark_of(trip_row.facts):
        target.facts_version = trip_row.facts_version
        target.save(update_fields=["facts_version"])
    _choose(trip_row, target)
    trip.refresh_from_db()
    if target.option_id is not None and target.option_id != left.option_id:
        _other_option(trip_row, left, target)
        option_chosen.send(sender=Trip, trip=trip, option=target.option, version=target)
    else:
        plan_changed.send(sender=Trip, trip=trip, version=target, message=message, before=left)
    return target


def _way(trip_row: Trip, start: PlanVersion, end: PlanVersion) -> Iterator[tuple[PlanVersion, bool]]:
    """The changes between two versions, in order: True = taken back, False = made again."""
    rows = {row.pk: row for row in trip_row.plan_versions.defer("plan_json", "verdict_json")}
    up, down = _line(rows, start.pk), _line(rows, end.pk)
    shared = {row.pk for row in up} & {row.pk for row in down}
    yield from ((row, True) for row in up if row.pk not in shared)
    yield from ((row, False) for row in reversed(down) if row.pk not in shared)


def _line(rows: dict[int, PlanVersion], pk: int | None) -> list[PlanVersion]:
    """A version and those it came from, up to the first."""
    line = []
    while pk is not None:
        line.append(rows[pk])
        pk = rows[pk].parent_id
    return line


def first_of(version: PlanVersion) -> PlanVersion:
    """The version this one began with: the option as it was chosen. After `/reset` another one begins."""
    parents = dict(version.trip.plan_versions.values_list("pk", "parent"))
    first = version.pk
    while parents.get(first):
        first = parents[first]
    return version if first == version.pk else version.trip.plan_versions.get(pk=first)


def _choose(trip_row: Trip, version: PlanVersion) -> None:
    trip_row.proposals.filter(state=PlanProposal.State.OPEN).exclude(base=version).update(
        state=PlanProposal.State.OUTDATED
    )
    trip_row.plan = version
    trip_row.save(update_fields=["plan", "updated"])
    trip_row.touch()
    trip_row.refresh_from_db()


def _other_option(trip_row: Trip, left: PlanVersion, target: PlanVersion) -> None:
    """Going back over a choice: the option of the version is the chosen one again."""
    states = Option.State
    trip_row.options.filter(pk=left.option_id, state=states.SELECTED).update(state=states.KEPT)
    trip_row.options.filter(pk=target.option_id).update(state=states.SELECTED)


# --- Reading -----------------------------------------------------------------------------------


def history(trip: Trip) -> list[VersionLine]:
    """Every version, the newest first, without the plans."""
    rows = list(
        trip.plan_versions.select_related("parent", "message")
        .defer("plan_json", "verdict_json", "parent__plan_json", "parent__verdict_json")
        .order_by("-number")
    )
    members = list(Member.objects.filter(trip=trip))
    return [
        VersionLine(
            number=row.number,
            cause=row.cause,
            who=maker_among(row, members),
            made=row.created,
            total=row.total,
            currency=row.currency,
            difference=row.total - row.parent.total
            if row.parent and row.parent.currency == row.currency
            else None,
            parent=row.parent.number if row.parent else None,
            current=row.pk == trip.plan_id,
        )
        for row in rows
    ]


def maker_among(version: PlanVersion, members: Iterable[Member]) -> str:
    """Who made it, by the name they have on the trip; empty for the owner."""
    if version.by_owner:
        return ""
    if version.by_id is None:
        return SOMEBODY
    return next((one.name for one in members if one.traveller_id == version.by_id and one.name), SOMEBODY)
