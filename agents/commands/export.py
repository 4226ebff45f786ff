"""`/export`: the plan to take along, as a file or on paper. Answered with addresses; code alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from agents.commands.registry import Command, register
from agents.outcome import Outcome
from agents.view import TripView

if TYPE_CHECKING:
    from agents.thinking import Thinking

NO_PLAN = (
    "There is no plan to take along yet: say where you want to go, then choose an option with /select "
    "and its number."
)


@dataclass(frozen=True, slots=True)
class Form:
    """`page` names the address, `query` goes behind it; `said` is the sentence when it is asked for alone."""

    label: str
    page: str
    said: str
    names: tuple[str, ...]
    query: str = ""


FORMS = {
    "ics": Form(
        "Calendar file (.ics)",
        "download_ics",
        "The calendar file has one event for everything in the plan, each in its own time zone. After a "
        "change of the plan, take it again: what stayed keeps its event, what was dropped has to be deleted "
        "by hand.",
        ("calendar", "ical", "icalendar"),
    ),
    "md": Form(
        "To read offline (.md)",
        "download_markdown",
        "The text file has every day with times, ways and costs, the checks, rates and sources, and needs "
        "no network.",
        ("markdown", "text", "offline"),
    ),
    "json": Form(
        "As data (.json)",
        "download_plan",
        "The plan file holds the plan and what was asked, in the documented form.",
        ("data", "file"),
    ),
    "print": Form(
        "To print",
        "print_agenda",
        "The whole plan on paper, every day on a page of its own.",
        ("paper", "pdf"),
        "?days=all",
    ),
}


async def carry_out(thinking: Thinking, argument: str) -> Outcome:
    """One form, or all of them when none is named; a form there is not is said."""
    asked = argument.strip().strip(".").casefold()
    name = asked if asked in FORMS else next((key for key, one in FORMS.items() if asked in one.names), "")
    links = [(one.label, f"{thinking.view.page(one.page)}{one.query}") for one in FORMS.values()]
    if name:
        chosen = links[list(FORMS).index(name)]
        return Outcome(mode="ANSWER", reply=FORMS[name].said, links=[chosen], short_summary=f"export {name}")
    reply = "Your plan to take along:" if not asked else f"There is no form “{argument[:30]}”. There are:"
    return Outcome(mode="ANSWER", reply=reply, links=links, next_step="Take the one you need.")


def missing(view: TripView, argument: str) -> str:
    return "" if view.plan is not None else NO_PLAN


def arguments(view: TripView) -> Sequence[str]:
    return list(FORMS)


register(
    Command(
        name="export",
        usage="/export ics|md|json|print",
        summary="the plan to take along, for your calendar or on paper",
        carry_out=carry_out,
        missing=missing,
        arguments=arguments,
    )
)
