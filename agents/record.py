"""The only writer of a turn's result: one short transaction under the fence.

Also the two other ends of a turn: failed and stopped. Each writes the terminal event in the same
transaction as the status, so a turn is either unfinished or told everybody how it ended.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from django.db import connection, transaction
from django.db.models import F, Max, Q
from django.utils import timezone

from agents import commands, learning, remembering, turn_lines, waiting, web_access
from agents.choices import short_names
from agents.events import Done, Event, Failed, Queued, ReplyDelta, Restarted, Stopped, read_event
from agents.fence import LeaseLost, append_events, insert_events
from agents.mentions import mentions
from agents.models import TurnEvent
from agents.outcome import OptionOutcome, Outcome
from agents.remembered import Used
from agents.sending import numbered
from agents.view import TripView
from config import clock
from memory import triggers
from memory.models import DocumentLine, Note
from memory.second_person import to_reader
from memory.whose import message_of
from trips import choosing, fact_log, ledger
from trips.facts import describe, differences, label_of
from trips.models import FactChange, Message, Option, PlanProposal, Trip, Turn
from trips.plan_versions import whose_deed
from trips.schemas import Change, TripFacts


@transaction.atomic
def record(turn_id: int, token: int, view: TripView, outcome: Outcome, mind: str) -> None:
    """Write everything a turn came to. Raises LeaseLost (nothing written) when the turn is not ours."""
    _fence(turn_id, token)
    turn = Turn.objects.get(pk=turn_id)
    trip = turn.trip = fact_log.locked_by_key(turn.trip_id)
    message = message_of(turn)
    # Before a wish that comes with the choice changes a fact.
    choosable = choosing.choosable(trip) if outcome.choose_option else []
    edited = _edited_meanwhile(trip, view.facts_version)
    changes = [change for change in outcome.changes if change.path not in edited]
    if changes:
        fact_log.change_facts(
            trip, changes, by=FactChange.By.TRAVELLER, today=view.today, message=message, turn=turn
        )
    if outcome.assumed:
        fact_log.change_facts(
            trip,
            [change for change, _sentence in outcome.assumed],
            by=FactChange.By.SYSTEM,
            today=view.today,
            turn=turn,
            reasons=dict(enumerate(sentence for _change, sentence in outcome.assumed)),
        )
    if message:
        ledger.decline(trip, turn, outcome.declined, message)
    withdrawn = []
    if message and not outcome.command:
        withdrawn = ledger.withdraw_unanswered(trip, turn, message)
    elif message and outcome.command == "plan":
        ledger.close_wishes(trip, message, in_words=commands.parse(message.text) is None)
    if outcome.leaves_all:
        withdrawn += ledger.withdraw_unasked(trip)
    if outcome.asks_for_yes:  # the summary shows what was assumed before, too
        withdrawn = view.assumptions_for(trip.facts) + withdrawn
    for ask in outcome.questions:
        ledger.ask(
            trip,
            turn,
            topic=ask.question.topic,
            subject=ask.question.subject,
            text=ask.question.text,
            suggestions=list(ask.question.suggestions),
            required=ask.required,
            asked_by=ask.asked_by,
        )
    if outcome.reply or not outcome.closing:
        _say(trip, turn, outcome.agent, outcome.reply)
    if outcome.closing:
        _say(trip, turn, outcome.closing_agent or outcome.agent, outcome.closing)
    if outcome.rejection:
        choosing.reject_all(trip, outcome.rejection)
    summary_stands = trip.asked_version == trip.facts_version and not outcome.consent
    if outcome.asks_for_yes or not summary_stands:  # a yes takes over what its summary showed, no more
        trip.pending = [change.model_dump(mode="json") for change in outcome.pending]
    if outcome.asks_for_yes:
        trip.asked_version = trip.facts_version
    if outcome.consent and not edited:
        trip.confirmed_version = trip.facts_version
    trip.save(update_fields=["pending", "asked_version", "confirmed_version"])
    _offer(trip, turn, outcome.options, outcome.comparison, version=trip.facts_version)
    outcome.notes += [note for effect in outcome.effects if (note := effect.write(trip, turn, message))]
    if outcome.choose_option:
        for option in choosable:
            if option.position == outcome.choose_option:
                choosing.select(trip, option, message=message)
    turn.mode = outcome.mode
    turn.mind = mind
    turn.short_summary = outcome.short_summary
    turn.next_step = outcome.next_step
    turn.result = _result(trip, outcome, withdrawn) | {
        "understood": _understood(view.facts, trip.facts, outcome),
        "offers": outcome.offers,
        "offered": short_names(
            [option.plan for option in _in_order(outcome.options) if option.state != Option.State.FAILED]
        ),
        "proposes": _proposes(turn, outcome),
        "first_web_use": web_access.is_first_use(turn),
        "remembered": outcome.remembered or bool(_told_before(trip, _mattered(outcome.used))),
    }
    turn.result["mentions"] = _mentions(trip, view, outcome, turn.result["assumed"])
    turn.facts_version_seen = view.facts_version
    turn.save(update_fields=["mode", "mind", "short_summary", "next_step", "result", "facts_version_seen"])
    learning.learn_from(turn, outcome)
    triggers.answered(
        trip,
        turn,
        message,
        asked_for_yes=view.asked_for_yes and not outcome.consent and not changes,
        rejection=outcome.rejection,
    )
    remembering.write(trip, turn, outcome)
    trip.touch()
    _finish(turn, Turn.Status.DONE, Done(mode=outcome.mode))


@transaction.atomic
def record_click(trip: Trip, outcome: Outcome, *, undoes: bool = False) -> None:
    """What a button has done already, as a turn that has ended: one line of the conversation, which the
    stream brings to every page. `undoes`: with a button that goes back from the version it made."""
    trip = fact_log.locked(trip)
    now = timezone.now()
    turn = numbered(
        trip,
        kind=Turn.Kind.COMMAND,
        status=Turn.Status.DONE,
        started_at=now,
        finished_at=now,
        last_seq=2,
        mode=outcome.mode,
        short_summary=outcome.short_summary,
        next_step=outcome.next_step,
        result=_result(trip, outcome, [])
        | {"undoes": trip.plan.number if undoes and trip.plan.parent_id else 0},
    )
    with connection.cursor() as cursor:
        insert_events(cursor, turn.pk, 0, [Queued(), Done(mode=outcome.mode)])
    by, by_owner = whose_deed(trip, None)
    _say(trip, turn, "", outcome.reply, author=Message.Author.SYSTEM, sender=by, by_owner=by_owner)


@transaction.atomic
def fail(turn_id: int, token: int, sentence: str) -> None:
    """The turn ends with a plain sentence; facts and questions stay as they were; words are kept."""
    _fence(turn_id, token)
    _end(Turn.objects.get(pk=turn_id), Turn.Status.FAILED, Failed(sentence=sentence), sentence)


@transaction.atomic
def stop(turn_id: int) -> bool:
    """Somebody pressed Stop: status, token and the final event together. False when it had ended."""
    moved = Turn.objects.filter(pk=turn_id, status__in=Turn.UNFINISHED).update(
        lease_token=F("lease_token") + 1, stop_requested_at=timezone.now()
    )
    if moved:
        _end(Turn.objects.get(pk=turn_id), Turn.Status.STOPPED, Stopped(), "")
    return bool(moved)


def give_up(turn: Turn, sentence: str) -> None:
    """A turn whose worker died too often. The caller holds the transaction and has moved the token."""
    _end(turn, Turn.Status.FAILED, Failed(sentence=sentence), sentence)


def longest_text(turn: Turn) -> str:
    """The longest that was said in any attempt of this turn; of two as long the one on the page."""
    best = current = ""
    for event in (read_event(row.kind, row.data) for row in turn.events.order_by("seq")):
        if isinstance(event, ReplyDelta):
            current += event.text
        elif isinstance(event, Restarted):
            best = best if event.forgotten else max(current, best, key=len)
            current = ""
    return max(current, best, key=len)


def _end(turn: Turn, status: str, event: Event, sentence: str) -> None:
    said = longest_text(turn)
    trip = fact_log.locked(turn.trip)
    if said.strip():
        _say(trip, turn, "orchestrator", said)
    turn.error = sentence
    turn.save(update_fields=["error"])
    trip.touch()
    _finish(turn, status, event)


def _fence(turn_id: int, token: int) -> None:
    append_events(turn_id, token, [])


def _finish(turn: Turn, status: str, event: Event) -> None:
    """Status, terminal event and last_seq; the pieces of text go, the message has them now."""
    turn.refresh_from_db(fields=["last_seq"])
    seq = turn.last_seq + 1
    updated = Turn.objects.filter(pk=turn.pk, status__in=Turn.UNFINISHED).update(
        status=status, last_seq=seq, finished_at=timezone.now(), lease_until=None
    )
    if not updated:
        raise LeaseLost
    with connection.cursor() as cursor:
        insert_events(cursor, turn.pk, seq - 1, [event])
    TurnEvent.objects.filter(turn=turn, kind__in=["reply_delta", "restarted"]).delete()
    transaction.on_commit(partial(turn_lines.ended, turn, status), robust=True)
    transaction.on_commit(partial(waiting.send_next, turn.trip_id), robust=True)


def _edited_meanwhile(trip: Trip, seen_version: int) -> set[str]:
    """Paths a person edited in the panel while this turn was thinking: their word wins."""
    if trip.facts_version == seen_version:
        return set()
    newest = trip.fact_changes.filter(by=FactChange.By.FORM).order_by("-seq")
    return set(newest.values_list("path", flat=True)[: trip.facts_version - seen_version])


def _say(trip: Trip, turn: Turn, agent: str, text: str, **whose: Any) -> Message:
    last = trip.messages.aggregate(last=Max("position"))["last"] or 0
    columns = {"author": Message.Author.AGENT, "agent": agent, "text": text} | whose
    return Message.objects.create(trip=trip, turn=turn, position=last + 1, **columns)


def _offer(trip: Trip, turn: Turn, options: list[OptionOutcome], comparison: str, *, version: int) -> None:
    if not options:
        return
    trip.options.filter(state__in=[Option.State.OFFERED, Option.State.LAST_RESORT]).update(
        state=Option.State.OUTDATED
    )
    Option.objects.bulk_create(
        Option(
            trip=trip,
            turn=turn,
            position=position,
            facts_version=version,
            state=option.state,
            reason=option.reason,
            comparison=comparison,
            plan_json=option.plan.model_dump(mode="json"),
            verdict_json=option.verdict.model_dump(mode="json"),
        )
        for position, option in enumerate(_in_order(options), start=1)
    )


def _in_order(options: list[OptionOutcome]) -> list[OptionOutcome]:
    """Those on offer first, so that the numbers shown run from 1."""
    return sorted(options, key=lambda option: option.state == Option.State.FAILED)


def _proposes(turn: Turn, outcome: Outcome) -> bool:
    """Does a change of the plan wait for a yes from here on?"""
    return bool(outcome.effects) and turn.proposals.filter(state=PlanProposal.State.OPEN).exists()


def _told_before(trip: Trip, used: list[Used]) -> list[str]:
    """What was read that is of before this trip, in words."""
    return [
        text
        for kind, model in (("note", Note), ("line", DocumentLine))
        if (read := [one.pk for one in used if one.kind == kind])
        for text in model.objects.filter(pk__in=read)
        .exclude(Q(trip=trip) | Q(message__trip=trip))
        .values_list("text", flat=True)
    ]


def _mentions(trip: Trip, view: TripView, outcome: Outcome, assumed: list[str]) -> list[str]:
    """What the answer repeats of before this trip; nothing is asked of the database for words that it does
    not repeat."""
    told = [outcome.reply, outcome.closing, *assumed]
    known = {(one.kind, one.pk): to_reader(one.text) for one in view.remembered.claims}
    repeated = [
        one for one in outcome.used if one.searched or mentions(told, [known.get((one.kind, one.pk), "")])
    ]
    return mentions(told, map(to_reader, _told_before(trip, repeated)))


def _mattered(used: list[Used]) -> list[Used]:
    """Found again for a question, or read by who planned: what stands in every conversation changes no
    answer."""
    return [one for one in used if one.searched or one.agent != "orchestrator"]


def _understood(before: TripFacts, now: TripFacts, outcome: Outcome) -> list[str]:
    """The chips below the words: what the message made of the facts, without what is assumed."""
    if not describe(before):  # the board says all of a trip that begins
        return []
    roots = {_root(change.path) for change, _sentence in outcome.assumed}
    assumed = {line.label for line in describe(now) if _root(line.path) in roots}
    told = differences(before, now).items()
    return [f"{label}: {text}" for label, text in told if label not in assumed]


def _root(path: str) -> str:
    return path.partition(".")[0]


def _result(trip: Trip, outcome: Outcome, withdrawn: list[str]) -> dict:
    """What the page shows beside the words of this turn."""
    assumed = [sentence for _change, sentence in outcome.assumed] + withdrawn
    if outcome.asks_for_yes:
        assumed += map(_unsaid, outcome.pending)
    return {
        "command": outcome.command,
        "chosen": outcome.choose_option,
        "notes": [*outcome.problems, *outcome.notes],
        "assumed": list(dict.fromkeys(assumed)),
        "summary": [f"{line.label}: {line.text}" for line in describe(trip.facts)]
        if outcome.asks_for_yes
        else [],
        "findings": outcome.findings,
        "comparison": outcome.comparison,
        "links": outcome.links,
        "asked_on": clock.today().isoformat(),
    }


def _unsaid(change: Change) -> str:
    """What the summary says of a change that is not in the traveller's words."""
    without = "nothing" if change.value is None else f"without {change.value}"
    told = without if change.op == "remove" else change.value
    said = f"{label_of(change.path, change.subject)}: {told}."
    return f"{said} I did not find this in your words; a yes takes it over."
