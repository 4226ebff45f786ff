"""Everything we keep about a traveller, as one JSON document."""

from __future__ import annotations

import datetime as dt
from typing import Any

from trips.exports.booking_data import booking_data
from trips.exports.expenses_csv import expense_data
from trips.exports.parts import parts_of
from trips.models import (
    FactChange,
    Member,
    Message,
    Option,
    PlanProposal,
    PlanVersion,
    Question,
    Traveller,
    Trip,
    Turn,
)
from trips.plan_versions import maker_among
from trips.senders import sender_among

FORMAT = "wayfare-data-1"


def account_data(traveller: Traveller, *, now: dt.datetime) -> dict[str, Any]:
    """Account, own trips in full, and the names of other people's trips the traveller is on."""
    own = (
        Trip.objects.owned_by(traveller)
        .select_related("plan")
        .prefetch_related(
            "members__traveller",
            "fact_changes__message",
            "fact_changes__turn",
            "messages__turn",
            "turns",
            "questions__asked_in",
            "questions__answered_by",
            "options__turn",
            "plan_versions__parent",
            "plan_versions__option__turn",
            "plan_versions__message",
            "own_places",
            "bookings",
            "expenses__paid_by__traveller",
            "expenses__message",
            "proposals__base",
            "proposals__version",
            "proposals__turn",
            "proposals__message",
        )
    )
    others = traveller.memberships.exclude(role=Member.Role.OWNER).select_related("trip")
    return {
        "format": FORMAT,
        "exported": now.isoformat(),
        "account": {
            "user_name": None if traveller.is_guest else traveller.username,
            "guest": traveller.is_guest,
            "first_name": traveller.first_name,
            "last_name": traveller.last_name,
            "email": traveller.email,
            "currency": traveller.currency,
            "locale": traveller.locale,
            "remember": traveller.remember,
            "joined": _moment(traveller.date_joined),
            "last_sign_in": _moment(traveller.last_login),
            "last_seen": _moment(traveller.last_seen),
        },
        "trips": [_trip(trip) for trip in own.order_by("created")],
        "member_of": [
            {"trip": str(member.trip.uuid), "title": member.trip.name, "role": member.role}
            for member in others.order_by("pk")
        ],
        **parts_of(traveller),
    }


def _trip(trip: Trip) -> dict[str, Any]:
    return {
        "id": str(trip.uuid),
        "title": trip.name,
        "created": _moment(trip.created),
        "changed": _moment(trip.updated),
        "currency": trip.currency,
        "members": [
            {"name": member.name, "age": member.age, "role": member.role} for member in trip.members.all()
        ],
        "facts": trip.facts_json,
        "facts_confirmed": trip.confirmed,
        "facts_waiting_for_a_yes": trip.pending,
        "fact_changes": [_fact_change(change) for change in trip.fact_changes.all()],
        "turns": [_turn(turn) for turn in trip.turns.all()],
        "messages": [_message(message, trip) for message in trip.messages.all()],
        "questions": [_question(question) for question in trip.questions.all()],
        "options": [_option(option) for option in trip.options.all()],
        "plan_version": trip.plan.number if trip.plan else None,
        "plan_versions": [_plan_version(version, trip) for version in trip.plan_versions.all()],
        "proposed_changes": [_proposal(proposal) for proposal in trip.proposals.all()],
        "own_places": [row.data for row in trip.own_places.all()],
        "bookings": [booking_data(row) for row in trip.bookings.all()],
        "expenses": [expense_data(row) for row in trip.expenses.all()],
    }


def _fact_change(change: FactChange) -> dict[str, Any]:
    return {
        "number": change.seq,
        "fact": change.path,
        "subject": change.subject,
        "change": change.op,
        "old": change.old,
        "new": change.new,
        "by": change.by,
        "quote": change.quote,
        "reason": change.reason,
        "message": change.message.position if change.message else None,
        "turn": change.turn.number if change.turn else None,
        "made": _moment(change.created),
    }


def _turn(turn: Turn) -> dict[str, Any]:
    return {
        "number": turn.number,
        "status": turn.status,
        "mode": turn.mode,
        "answered_by": turn.mind,
        "short_summary": turn.short_summary,
        "next_step": turn.next_step,
        "shown": turn.result,
        "error": turn.error,
        "started": _moment(turn.started_at),
        "finished": _moment(turn.finished_at),
    }


def _message(message: Message, trip: Trip) -> dict[str, Any]:
    """`sender`: the member who wrote it, when that was not the owner."""
    return {
        "number": message.position,
        "turn": message.turn.number if message.turn else None,
        "author": message.author,
        "agent": message.agent,
        "sender": sender_among(message, trip.members.all()) or None,
        "text": message.text,
        "written": _moment(message.created),
    }


def _question(question: Question) -> dict[str, Any]:
    return {
        "topic": question.topic,
        "subject": question.subject,
        "text": question.text,
        "suggestions": question.suggestions,
        "required": question.required,
        "status": question.status,
        "asked_by": question.asked_by,
        "asked_in_turn": question.asked_in.number if question.asked_in else None,
        "answer": question.answer,
        "answered_by_message": question.answered_by.position if question.answered_by else None,
        "assumption": question.assumption,
        "asked": _moment(question.created),
        "closed": _moment(question.closed),
    }


def _option(option: Option) -> dict[str, Any]:
    return {
        "turn": option.turn.number,
        "number": option.position,
        "state": option.state,
        "reason": option.reason,
        "comparison": option.comparison,
        "plan": option.plan_json,
        "verdict": option.verdict_json,
        "made": _moment(option.created),
    }


def _plan_version(version: PlanVersion, trip: Trip) -> dict[str, Any]:
    """`by`: the member who made the change, when that was not the owner."""
    return {
        "number": version.number,
        "follows": version.parent.number if version.parent else None,
        "cause": version.cause,
        "by": maker_among(version, trip.members.all()) or None,
        "facts_moved": version.moved,
        "option": (
            {"turn": version.option.turn.number, "number": version.option.position}
            if version.option
            else None
        ),
        "message": version.message.position if version.message else None,
        "total": str(version.total),
        "currency": version.currency,
        "plan": version.plan_json,
        "verdict": version.verdict_json,
        "made": _moment(version.created),
    }


def _proposal(proposal: PlanProposal) -> dict[str, Any]:
    return {
        "of_version": proposal.base.number,
        "became_version": proposal.version.number if proposal.version else None,
        "turn": proposal.turn.number if proposal.turn else None,
        "message": proposal.message.position if proposal.message else None,
        "sentence": proposal.sentence,
        "cause": proposal.cause,
        "could_not_be_done": proposal.problems,
        "state": proposal.state,
        "reason": proposal.reason,
        "facts_moved": proposal.moved,
        "difference": proposal.diff_json,
        "plan": proposal.plan_json,
        "verdict": proposal.verdict_json,
        "made": _moment(proposal.created),
        "decided": _moment(proposal.decided),
    }


def _moment(moment: dt.datetime | None) -> str | None:
    return moment.isoformat() if moment else None
