"""What the team does at a word: `/research Kyoto`, its button, or the same in plain words.

A command line is a message like any other and is answered by a turn. `carry_out` is where all three ways in
come together.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, get_args

from agents.commands.registry import Command, commands, get, register
from agents.outcome import Outcome, plain_answer
from agents.runtime.schemas import CommandName
from agents.view import TripView
from trips.models import Trip

if TYPE_CHECKING:
    from agents.thinking import Thinking


_LINE = re.compile(r"^\s*/([A-Za-z]\w*)\b[ \t]*(.*)$", re.DOTALL)
LONGEST_ARGUMENT = 2000
BY_WORDS = frozenset(get_args(CommandName))


@dataclass(frozen=True, slots=True)
class Line:
    """A command as it was given; `name` may be none that exists."""

    name: str
    argument: str = ""

    def __str__(self) -> str:
        return f"/{self.name} {self.argument}".rstrip()


def parse(text: str) -> Line | None:
    """The command line a text is; None for anything else ("/" in the middle, a path, a date)."""
    match = _LINE.match(text)
    if match is None:
        return None
    return Line(match.group(1).casefold(), " ".join(match.group(2).split())[:LONGEST_ARGUMENT])


def line_of(view: TripView) -> Line | None:
    """The command this turn is to carry out: a job's, or the traveller's own line."""
    return parse(view.command or view.message)


def in_words(text: str) -> str:
    """A button's line as its sender would say it."""
    line = parse(text)
    if line is None:
        return text
    alone, with_argument = get(line.name).words
    return (with_argument.format(line.argument) if line.argument else alone) or text


def ready(view: TripView) -> frozenset[str]:
    """Names of the commands that words may ask for and that could be carried out now."""
    return frozenset(one.name for one in commands() if one.name in BY_WORDS and not one.missing(view, ""))


@dataclass(frozen=True, slots=True)
class Row:
    """What the composer completes: `line` goes into the field, ending in a space where words follow."""

    line: str
    usage: str
    summary: str


def command_rows(trip: Trip) -> list[Row]:
    """Every command, and those about a city once for each of the trip's."""
    cities = [place.name for place in trip.facts.destinations if place.kind == "city"]
    rows = []
    for one in commands():
        takes_words = " " in one.usage
        rows.append(Row(f"/{one.name}{' ' if takes_words else ''}", one.usage, one.summary))
        if "[CITY" in one.usage and len(cities) > 1:
            rows += [Row(f"/{one.name} {city}", f"/{one.name} {city}", one.summary) for city in cities[:8]]
    return rows


async def carry_out(thinking: Thinking, line: Line) -> Outcome:
    """Do it, or say why not yet. Raises AgentFailed where code has no answer either."""
    thinking.allow_requests(1)
    outcome = await _outcome(thinking, line)
    outcome.command = line.name
    return outcome


async def _outcome(thinking: Thinking, line: Line) -> Outcome:
    try:
        command = get(line.name)
    except KeyError:
        return plain_answer(
            f"There is no command /{line.name[:30]}. /help lists what there is.", "Write /help."
        )
    missing = command.missing(thinking.view, line.argument)
    if missing:
        return plain_answer(missing, missing)
    return await command.carry_out(thinking, line.argument)
