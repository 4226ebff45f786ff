"""Lets a scripted model server tell the story: who answers what, and one turn run to its end.

An answer goes to the agent whose system prompt the request carries, and, where one agent answers
several times, to the request whose last message holds some words.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pydantic import BaseModel

from agents import turns
from agents.llm.base import Mind, Tier
from agents.llm.claude import CallLimits, ClaudeMind
from agents.llm.profiles import CallOptions, call_options
from agents.runtime import prompting
from agents.runtime.db_thread import close_recorder_connection
from tests.agents.talking import send
from tests.scripted_mind import ScriptedMind
from tests.story import answers
from tests.wire.messages import Answer, text_answer
from tests.wire.server import Exchange
from trips.models import Trip, Turn

#: A sentence of each agent's prompt that stands in no other one, and the prompt's file.
MARKS = {
    "orchestrator": ("the one voice a traveller talks to", "orchestrator.md"),
    "finalize": ("The specialists are at work.", "finalize.md"),
    "transport": ("You are Wayfare's transport specialist.", "transport.md"),
    "stay": ("You are Wayfare's stay specialist.", "stay.md"),
    "food": ("You are Wayfare's food specialist.", "food.md"),
    "planner": ("You are Wayfare's planner.", "planner.md"),
}
#: What is asked after a turn, to learn from it (agents/afterwork.py).
LEARNING = ("You keep the notebook of one agent", "You keep the lasting memory of one traveller")
CORRECTED = "Your answer was not accepted."
SHORTER = "Your answer was cut off"
MENDED = "mend exactly this"

#: What every answer is said to have cost.
USAGE = {"input_tokens": 900, "output_tokens": 300}
#: Waits between tries are real but short.
LIMITS = CallLimits(call=30, connect=2, first_wait=0.02, patient_tries=3)


@dataclass(frozen=True)
class Line:
    """What one agent answers when its last message holds these words."""

    agent: str
    answer: Answer | BaseModel | Mapping[str, Any] | str
    hears: str = ""
    pause: float = 0.0  # seconds before each piece


def newest(words: str) -> str:
    """How the orchestrator is told the newest message: its words stand among the trip's state as well."""
    return f"# The traveller's newest message\n\n{words}"


def option_line(outline: BaseModel) -> str:
    """How the planner is told which option to write."""
    return f"The option to write:\n{outline.model_dump_json()}"


CONVERSATION = (
    Line("orchestrator", answers.ASKS_WHAT_IS_MISSING, answers.LINES[0]),
    Line("orchestrator", answers.ASKS_WHAT_IS_OPTIONAL, answers.LINES[1]),
    Line("orchestrator", answers.SUMMARISES, answers.LINES[2]),
    Line("orchestrator", answers.SENDS_THEM_OUT, answers.LINES[3]),
)
RESEARCH = (
    Line("transport", answers.TRANSPORT),
    Line("stay", answers.STAY),
    Line("food", answers.FOOD),
)
OPTIONS = (
    Line("finalize", answers.OUTLINES),
    Line("planner", answers.ON_FOOT, option_line(answers.REVOLUTION)),
    Line("planner", answers.AT_TABLE, option_line(answers.LONG_TABLE)),
)
STORY = (*CONVERSATION, *RESEARCH, *OPTIONS)


def without(agent: str, lines: Sequence[Line] = STORY) -> tuple[Line, ...]:
    """The story with this agent's lines left out, for others to take their place."""
    return tuple(line for line in lines if line.agent != agent)


# --- The server --------------------------------------------------------------------------------


def answering(lines: Sequence[Line], *, pause: float = 0.0):
    """A function from a request to its answer; the first line that fits answers. `pause` seconds before each
    piece."""

    def answer(exchange: Exchange) -> Answer:
        system = prompt_of(exchange)
        if learns(exchange):
            return text_answer("- NONE")
        for line in lines:
            hears = newest(line.hears) if line.hears in answers.LINES else line.hears
            if mark_of(line.agent) in system and hears in exchange.said:
                if isinstance(line.answer, Answer):
                    return line.answer
                return text_answer(line.answer, pause=line.pause or pause, usage=USAGE)
        raise AssertionError(f"nobody answers {system[:80]!r} / {exchange.said[:200]!r}")

    return answer


def learns(exchange: Exchange) -> bool:
    """Is this asked after a turn, to learn from it?"""
    system = "\n".join(block["text"] for block in exchange.body.get("system", []))
    return system.startswith(LEARNING)


def prompt_of(exchange: Exchange) -> str:
    """The system prompt and the first message: in one of them an agent is told its part."""
    first = exchange.body["messages"][0]["content"]
    blocks = [*exchange.body.get("system", []), *(first if isinstance(first, list) else [{"text": first}])]
    return "\n".join(block.get("text", "") for block in blocks)


def mark_of(agent: str) -> str:
    """Raises AssertionError when the prompt was rewritten and the mark is gone."""
    mark, file = MARKS[agent]
    if mark not in prompting.prompt(file).template:
        raise AssertionError(f"{file} no longer says {mark!r}")
    return mark


# --- Turns -------------------------------------------------------------------------------------


def mind_at(url: str, limits: CallLimits = LIMITS, silence: float = 3.0) -> ClaudeMind:
    """The real adapter, with the product's own options."""

    def options(agent: str, tier: Tier) -> CallOptions:
        return replace(call_options(agent, tier), silence_seconds=silence)

    return ClaudeMind(api_key="test-key", base_url=url, limits=limits, options=options)


def say(trip: Trip, text: str, mind: Mind) -> Turn:
    """One message and its whole turn, in this thread."""
    turn = answered(send(trip, text), mind)
    trip.refresh_from_db()
    return turn


def answered(turn: Turn, mind: Mind) -> Turn:
    """A queued turn, brought to its end. Nothing of it may go on after that."""

    async def main() -> None:
        try:
            await turns.run_turn(turn.pk, mind)
            await asyncio.sleep(0)
            going_on = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
            assert not going_on, f"{len(going_on)} tasks of the turn go on after its end: {going_on[0]}"
        finally:
            if isinstance(mind, ClaudeMind):
                await mind.aclose()
            await close_recorder_connection()

    asyncio.run(main())
    turn.refresh_from_db()
    return turn


def up_to_the_yes(trip: Trip) -> None:
    """The first three lines, answered without a server: a summary waits for the yes."""
    for line in CONVERSATION[:3]:
        turn = say(trip, line.hears, ScriptedMind([line.answer]))
        assert turn.status == Turn.Status.DONE, turn.error


def slower(lines: Sequence[Line], agents: Sequence[str], pause: float) -> tuple[Line, ...]:
    """The same lines, with a pause before each piece of what these agents say."""
    return tuple(replace(line, pause=pause) if line.agent in agents else line for line in lines)
