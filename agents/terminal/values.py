"""A trip as JSON values, for `manage.py chat --json` (documented in docs/terminal.md)."""

from __future__ import annotations

from agents.turn_view import turn_view, with_everything
from trips import ledger
from trips.models import Message, Option, Question, Trip, Turn
from trips.schemas import Verdict


def verdict_value(verdict: Verdict) -> dict:
    def line(result) -> dict:
        return {
            "id": result.id,
            "title": result.title,
            "severity": result.severity,
            "message": result.message,
            "repair": result.repair,
        }

    return {
        "passed": verdict.passed,
        "on_curated": verdict.on_curated,
        "failed": [line(result) for result in verdict.failed],
        "not_checked": [line(result) for result in verdict.not_checked],
    }


def option_value(option: Option) -> dict:
    plan = option.plan
    return {
        "number": option.position,
        "state": option.state,
        "reason": option.reason,
        "title": plan.title,
        "for_whom": plan.for_whom,
        "total": str(plan.total),
        "per_person": str(plan.per_person),
        "currency": plan.currency,
        "pace": plan.pace,
        "level": plan.level,
        "label": plan.label,
        "plan": option.plan_json,
        "verdict": verdict_value(option.verdict),
    }


def question_value(question: Question) -> dict:
    return {
        "topic": question.topic,
        "subject": question.subject,
        "text": question.text,
        "required": question.required,
        "suggestions": question.suggestions,
        "status": question.status,
        "answer": question.answer,
        "assumption": question.assumption,
    }


def finished_value(turn: Turn) -> dict:
    """Everything a finished turn came to."""
    turn = with_everything(Turn.objects.select_related("trip")).get(pk=turn.pk)
    view = turn_view(turn)
    said = [m.text for m in turn.messages.all() if m.author == Message.Author.AGENT]
    options = list(turn.options.all())
    return {
        "turn": turn.number,
        "status": turn.status,
        "mode": turn.mode,
        "mind": turn.mind,
        "reply": "\n\n".join(said),
        "closing": "\n\n".join(said[1:]),
        "questions": [question_value(question) for question in view.questions],
        "open_questions": [question_value(question) for question in turn.trip.questions.open()],
        "facts": turn.trip.facts_json,
        "missing": ledger.missing_topics(turn.trip.facts),
        "summary": view.summary,
        "assumed": view.assumed,
        "notes": view.notes,
        "links": view.links,
        "findings": turn.result.get("findings", []),
        "comparison": turn.result.get("comparison", ""),
        "options": [option_value(option) for option in options if option.state != Option.State.FAILED],
        "not_offered": [option_value(option) for option in options if option.state == Option.State.FAILED],
        "plan_version": turn.trip.plan.number if turn.trip.plan else None,
        "short_summary": turn.short_summary,
        "next_step": turn.next_step,
        "error": turn.error,
        "seconds": turn.seconds,
    }


def status_value(trip: Trip) -> dict:
    return {
        "trip": str(trip.uuid),
        "title": trip.name,
        "facts": trip.facts_json,
        "missing": ledger.missing_topics(trip.facts),
        "confirmed": trip.confirmed,
        "questions": [question_value(question) for question in trip.questions.all()],
        "options": [option_value(option) for option in trip.options.on_offer()],
        "plan": trip.plan.plan_json if trip.plan else None,
        "plan_version": trip.plan.number if trip.plan else None,
    }
