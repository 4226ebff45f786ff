"""What happened that the traveller's documents should know of: signals of the domain, and what was said.

A trigger calls no model and writes no line: it puts an event into the turn's row of kind documents, in the
transaction it happened in. `memory/line_edits.py` makes lines of it, later.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Max
from django.dispatch import receiver

from config.database import AWAY
from memory import events, last_said, learnt, notes, registry, spoken, switches, whose
from memory.about_memory import about_memory
from memory.document_versions import CURATOR
from memory.events import Event
from memory.extraction import Work, due_after
from memory.models import Extraction
from memory.note_rules import no_source
from memory.quotes import own_words
from trips import signals
from trips.models import FactChange, Feedback, Finding, Message, Option, PlanVersion, Trip, Turn
from trips.reading.routing import without_forgetting
from trips.schemas import Dates

logger = logging.getLogger("wayfare.memory")

#: Others may put in a row at the same time.
TRIES = 5


@transaction.atomic
def happened(trip: Trip, found: list[Event], turn: Turn | None = None) -> Extraction | None:
    """Put events into the row of this turn (without one, of the trip's newest) that still waits, or into a
    new one.

    None when nothing is remembered, nothing happened, or the trip has no turn yet.
    """
    if not found or not switches.remembers(trip.owner, trip):
        return None
    turn = turn or trip.turns.exclude(status=Turn.Status.QUEUED).order_by("-number").first()
    if turn is None:
        return None
    deaf = whose.unheard(*(event.message for event in found))
    told = [event.as_json() for event in found if event.message not in deaf]
    if not told:
        return None
    for _try in range(TRIES):
        row = _added_to_what_waits(turn, told) or _new_row(turn, told)
        if row is not None:
            return row
    return None


def _rows(turn: Turn):
    return Extraction.objects.filter(turn=turn, kind=Extraction.Kind.DOCUMENTS, agent=CURATOR)


def _added_to_what_waits(turn: Turn, told: list[dict]) -> Extraction | None:
    """The row that nobody has begun, with these events as well."""
    rows = _rows(turn)
    waiting = (
        rows.select_for_update()
        .filter(status=Extraction.Status.WAITING, attempts=0)
        .order_by("option_position")
        .last()
    )
    if waiting is not None:
        source = {**waiting.source, "events": [*waiting.source.get("events", []), *told]}
        if rows.filter(pk=waiting.pk, status=Extraction.Status.WAITING, attempts=0).update(source=source):
            return waiting
    return None


def _new_row(turn: Turn, told: list[dict]) -> Extraction | None:
    """One more row of this turn (`option_position` numbers them). None: somebody else was quicker."""
    last = _rows(turn).aggregate(last=Max("option_position"))["last"]
    try:
        with transaction.atomic():
            return Extraction.objects.create(
                turn=turn,
                agent=CURATOR,
                kind=Extraction.Kind.DOCUMENTS,
                option_position=0 if last is None else last + 1,
                source={"events": told},
            )
    except IntegrityError:
        return None


def harmless(learn: Callable[..., None]) -> Callable[..., None]:
    """What can not be learnt from is logged: it never breaks what the traveller does. A database that is not
    there still says so."""

    @wraps(learn)
    def guarded(*args: Any, **kwargs: Any) -> None:
        try:
            with transaction.atomic():
                learn(*args, **kwargs)
        except AWAY:
            raise
        except Exception:
            logger.exception("nothing was learnt: %s", learn.__name__)

    return guarded


# --- Said --------------------------------------------------------------------------------------


@harmless
def answered(trip: Trip, turn: Turn, message: Message | None, *, asked_for_yes: bool, rejection: str) -> None:
    """A message was answered; `record` calls this once, with what the turn knew before it.

    `asked_for_yes`: a summary waited for the yes, and the message neither gave it nor changed a fact.
    `rejection`: the words that turned all options down.
    """
    if message is None or not whose.owners_words(message):
        return  # another member's words say nothing of the owner
    if about_memory(message, turn):
        return  # its command has kept or forgotten what it says
    if last_said.taken_back(message):
        return
    words = without_forgetting(own_words(message.text))
    found = [
        *spoken.profile_events(words, message),
        *spoken.company_events(words, message),
        *spoken.need_events(words, message),
    ]
    found += spoken.otherwise_events(words, message, found)
    found += _follow_ups(trip, turn, words, message)
    if rejection:
        found.append(events.rejected(trip, message, rejection))
    elif asked_for_yes:
        found += spoken.rejected_summary(trip, words, message)
    if found and not no_source(message):
        happened(trip, found, turn)


def _follow_ups(trip: Trip, turn: Turn, words: str, message: Message) -> list[Event]:
    """The message names something that was found in an earlier turn."""
    found = trip.findings.exclude(state=Finding.State.DISMISSED)
    names = [
        (name, city)
        for name, city, found_in in found.values_list("name", "city", "turn")[:500]
        if found_in != turn.pk
    ]
    earlier = trip.turns.filter(number__lt=turn.number, mode="FINALIZE").order_by("-number")[:3]
    for result in earlier.values_list("result", flat=True):
        names += [
            (str(row.get("name", "")), str(row.get("city", "")))
            for finding in result.get("findings", [])
            for row in finding.get("recommendations", [])
        ]
    return spoken.follow_ups(dict(names), words, message)


# --- Announced ---------------------------------------------------------------------------------


@receiver(signals.facts_changed, dispatch_uid="memory.facts_changed")
@harmless
def facts_changed(trip: Trip, changes: list[FactChange], turn: Turn | None, by: str, **_: Any) -> None:
    """Edited while a summary waited for a yes, or by hand afterwards: what they prefer."""
    before = trip.facts_version - 1
    at_confirm = trip.asked_version == before and trip.confirmed_version != before
    by_hand = by == FactChange.By.FORM
    if by == FactChange.By.SYSTEM or not (at_confirm or by_hand):
        return
    theirs = [change for change in changes if whose.owners_deed(trip, change.message)]
    happened(trip, events.edited_facts(trip, theirs, by_hand=by_hand), turn)


@receiver(signals.facts_changed, dispatch_uid="memory.trip_moved")
@harmless
def trip_moved(trip: Trip, changes: list[FactChange], **_: Any) -> None:
    """What was said for this trip only ends when it does, once its dates are others."""
    dates = next((change.before["dates"] for change in changes if "dates" in change.before), None)
    if dates is not None:
        notes.end_with_the_trip(trip, Dates.model_validate(dates).end)


@receiver(signals.option_chosen, dispatch_uid="memory.option_chosen")
@harmless
def option_chosen(trip: Trip, option: Option, version: PlanVersion, **_: Any) -> None:
    """Notes of the chosen option stand, those of the others are retired; the choice is an episode."""
    notes.options_settled(trip, option)
    if whose.owners_deed(trip, version.message):
        happened(trip, [events.chosen(trip, version)], version.message.turn if version.message else None)


@receiver(signals.plan_changed, dispatch_uid="memory.plan_changed")
@harmless
def plan_changed(
    trip: Trip,
    version: PlanVersion,
    message: Message | None = None,
    before: PlanVersion | None = None,
    asked: Message | None = None,
    **_: Any,
) -> None:
    """What was taken out of the plan, or put in, says what they like; what is undone says it no longer.
    `before`: the version that was the plan, the parent unless somebody went back. `asked`: the wish, to which
    the message only said yes."""
    left = before or version.parent
    if left is not None and whose.owners_deed(trip, message):
        said = message
        if message is not None and asked is not None and whose.owners_words(asked):
            said = asked
        found = events.edited_plan(trip, left.plan, version.plan, said)
        if left.parent_id == version.pk:
            found = [replace(event, gone=True) for event in found]
        happened(trip, found, message.turn if message else None)


@receiver(signals.finding_judged, dispatch_uid="memory.finding_judged")
@harmless
def finding_judged(
    finding: Finding,
    before: str,
    message: Message | None = None,
    own_tier_before: str | None = None,
    **_: Any,
) -> None:
    """Dismissed: not for them. Ranked by hand: `own_tier_before` is the tier they had given it, "" = none."""
    found = []
    if finding.state == Finding.State.DISMISSED and before != Finding.State.DISMISSED:
        found.append(events.dismissed(finding, message))
    if own_tier_before is not None:
        found += events.ranked(finding, own_tier_before, message)
    if found and whose.owners_deed(finding.trip, message):
        happened(finding.trip, found, message.turn if message else None)


@receiver(signals.feedback_given, dispatch_uid="memory.feedback_given")
@harmless
def feedback_given(feedback: Feedback, **_: Any) -> None:
    """The feedback agent learns from what was reported: of one turn all of it together. One that keeps its
    memory itself has no notes: what it did in its turn comes with the result (`agents/learning.py`)."""
    policy = registry.policies().get("feedback")
    if policy is not None and policy.self_managed:
        return
    turn = feedback.turn or (feedback.message.turn if feedback.message else None)
    if turn is not None:
        together = Feedback.objects.filter(turn=turn).order_by("date", "pk") if feedback.turn else [feedback]
        due_after(turn, [Work("feedback", "\n\n".join(map(events.reported, together)))])


@receiver(signals.trip_finished, dispatch_uid="memory.trip_finished")
@harmless
def trip_finished(trip: Trip, **_: Any) -> None:
    """The journey is over: an episode, and what was learnt as proposals."""
    happened(trip, [events.finished(trip), *learnt.learnt(trip)])
