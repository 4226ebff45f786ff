"""A trip as JSON values, for `manage.py chat --json` (documented in docs/terminal.md)."""

from __future__ import annotations

from collections.abc import Callable

from django.template.loader import render_to_string

from agents.phases import checklist, next_actions, phase_at, phase_words
from agents.turn_view import turn_view, with_everything
from trips import choosing, ledger
from trips.agendas import today_there
from trips.fact_log import RESET_LEAVES
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
        "on_model": verdict.on_model,
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
        "command": turn.result.get("command", ""),
        "mode": turn.mode,
        "mind": turn.mind,
        "reply": "\n\n".join(said),
        "closing": "\n\n".join(said[1:]),
        "questions": [question_value(question) for question in view.questions],
        "open_questions": [question_value(question) for question in turn.trip.questions.open()],
        "facts": turn.trip.facts_json,
        "missing": ledger.missing_topics(turn.trip.facts),
        "understood": view.understood,
        "summary": view.summary,
        "assumed": view.assumed,
        "notes": [*view.notes, *([_web_terms()] if view.first_web_use else [])],
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


def _web_terms() -> str:
    return render_to_string("agents/_web_terms.html")


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


# --- Commands that are answered by a line of their own kind ------------------------------------------

ASKS = (
    "This clears all facts, questions and options of the trip, and its plan. "
    f"{RESET_LEAVES} Clear them? yes / no"
)


def _status(trip: Trip, turn: Turn) -> tuple[str, dict]:
    """What the page's board tells besides the facts: phase, checklist and next steps."""
    today = today_there(trip)
    checks = checklist(trip, today)
    phase = phase_at(trip, today)
    return "status", {
        **status_value(trip),
        "phase": phase,
        "phase_words": phase_words(phase),
        "checklist": [{"text": one.text, "done": one.done, "command": one.line} for one in checks],
        "next": [{"text": one.sentence, "command": one.line} for one in next_actions(trip, today, checks)],
    }


def _options(trip: Trip, turn: Turn) -> tuple[str, dict]:
    """Those on offer, else those kept beside the plan; `message` says it where there are none."""
    options = list(trip.options.on_offer()) or choosing.choosable(trip)
    value = {"options": [option_value(option) for option in options]}
    return "options", value if options else {**value, "message": _said(turn)}


def _selected(trip: Trip, turn: Turn) -> tuple[str, dict]:
    version = trip.plan
    option = version.option if version is not None else None
    if option is None or option.position != turn.result.get("chosen"):
        return "refused", {"message": _said(turn)}
    return "selected", {
        "option": option_value(option),
        "plan_version": version.number,
        "plan": version.plan_json,
    }


def _asks(trip: Trip, turn: Turn) -> tuple[str, dict]:
    return "asks", {"message": ASKS}


def _said(turn: Turn) -> str:
    said = turn.messages.filter(author=Message.Author.AGENT).order_by("position")
    return " ".join(said.values_list("text", flat=True))


KINDS: dict[str, Callable[[Trip, Turn], tuple[str, dict]]] = {
    "status": _status,
    "options": _options,
    "select": _selected,
    "reset": _asks,
}
