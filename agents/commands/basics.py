"""Commands that code alone answers: help, where the trip stands, choosing, starting over."""

from __future__ import annotations

from agents import choices, commands
from agents.commands.registry import Command, register
from agents.outcome import Outcome
from agents.phases import Check, checklist, next_actions, phase_words
from agents.runtime.db_thread import in_database
from agents.thinking import Thinking
from agents.view import TripView
from trips.fact_log import RESET_LEAVES
from trips.facts import describe
from trips.models import Trip
from trips.wording import listed

NO_OPTIONS = (
    "There are no options yet. /status says what is still needed for them: answer it, or say “just plan it”."
)


async def _help(thinking: Thinking, argument: str) -> Outcome:
    """What can be done now, each with its command; the others by name."""
    now = {one: not one.missing(thinking.view, "") for one in commands.commands()}
    lines = [f"- `{one.usage}`: {one.summary}" for one, ready in now.items() if ready]
    later = listed(f"`/{one.name}`" for one, ready in now.items() if not ready)
    return Outcome(
        mode="ANSWER",
        reply="Say it in plain words, use the buttons, or write a command:\n\n"
        + "\n".join(lines)
        + (f"\n\nLater, as the trip takes shape: {later}." if later else ""),
        next_step="Say what you would like to do.",
    )


async def _status(thinking: Thinking, argument: str) -> Outcome:
    view = thinking.view
    known = "; ".join(f"{line.label}: {line.text}" for line in describe(view.facts))
    lines = [f"- **Known**: {known}" if known else "- Nothing is known of this trip yet."]
    if view.open_questions:
        lines.append("- **Open**: " + " ".join(question.text for question in view.open_questions))
    if view.plan is not None:
        lines.append(
            f"- **Plan**: {view.plan.title}, {view.plan.total} {view.plan.currency} in all "
            f"(version {view.version})"
        )
    elif view.options:
        titles = ", ".join(f"{option.number} {option.plan.title}" for option in view.options)
        lines.append(f"- **On offer**: {titles}")
    checks, actions = await in_database(_what_comes, view)
    if left := [check.text for check in checks if not check.done]:
        lines.append(f"- **To do**: {', '.join(left)}")
    lines += [f"- **Next**: {' '.join(actions)}"] if actions else []
    return Outcome(
        mode="ANSWER",
        reply=f"{phase_words(view.phase)}\n\n" + "\n".join(lines),
        next_step=actions[0] if actions else "",
    )


def _what_comes(view: TripView) -> tuple[list[Check], list[str]]:
    """The phase's checklist, and its next steps."""
    trip = Trip.objects.select_related("plan").get(pk=view.trip_id)
    checks = checklist(trip, view.today)
    return checks, [action.sentence for action in next_actions(trip, view.today, checks)][:3]


async def _options(thinking: Thinking, argument: str) -> Outcome:
    view = thinking.view
    lines = [
        f"- **{option.number}** {option.plan.title}: {option.plan.total} {option.plan.currency}, "
        f"{option.plan.per_person} each, {option.plan.pace}"
        for option in (view.options or view.choosable)
    ]
    lead = "On offer:" if view.options else "Kept beside your plan:"
    return Outcome(
        mode="ANSWER",
        reply="\n".join([lead, "", *lines]),
        next_step="Choose one with /select and its number.",
    )


def _no_options(view: TripView, argument: str) -> str:
    return "" if view.options or view.choosable else NO_OPTIONS


async def _select(thinking: Thinking, argument: str) -> Outcome:
    view = thinking.view
    wanted = choices.option_meant(argument, view.choosable)
    if wanted is None:
        lead = choices.CANNOT_TELL if argument.strip() else "Which one?"
        return Outcome(
            mode="ANSWER", reply=f"{lead} {choices.on_offer(view.choosable)}", next_step="Name its number."
        )
    return choices.choice(wanted, view.choosable, view.facts)


def _not_choosable(view: TripView, argument: str) -> str:
    return "" if view.choosable else NO_OPTIONS


def _numbers(view: TripView) -> list[str]:
    return [str(option.number) for option in view.choosable]


async def _reset(thinking: Thinking, argument: str) -> Outcome:
    """Never done by a turn: it asks on a page of its own, the terminal in its own words."""
    return Outcome(
        mode="ANSWER",
        reply="Starting over clears all facts, questions and options of this trip, and its plan. "
        f"{RESET_LEAVES} To do it, open “Start over …”: it asks once more before anything goes. What is "
        "remembered of you is forgotten on its own page: /memory.",
        links=[("Start over …", thinking.view.page("reset_trip"))],
    )


register(Command("help", "/help", "what you can say here", _help))
register(Command("status", "/status", "where the trip stands and what comes next", _status))
register(Command("options", "/options", "the options on offer", _options, missing=_no_options))
register(
    Command("select", "/select N", "choose an option", _select, missing=_not_choosable, arguments=_numbers)
)
register(Command("reset", "/reset", "start this trip over (asks first)", _reset))
