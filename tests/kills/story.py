"""What travellers say in a run, and a model that answers it at a pace: every call has a price and an id."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from random import Random

from pydantic import BaseModel

from agents.llm.base import Usage
from agents.llm.prices import cost_of
from agents.runtime.schemas import Dispatch, OrchestratorAnswer, Respond
from tests.story import answers
from tests.story.telling import OPTIONS, RESEARCH, Line, learns, mark_of, prompt_of
from tests.wire.messages import (
    MESSAGE_STOP,
    SSE_HEADERS,
    Answer,
    Pause,
    Step,
    answer_text,
    block_start,
    ending,
    message_start,
    split,
    text_answer,
    text_delta,
)
from tests.wire.server import Exchange, MessagesServer

#: Everything is said at once, so the team sets out in the first turn.
PLAN = (
    "I want to visit Boston for a long weekend, Feb 15-18, 2 people, mid-range budget. From New York, "
    "moderate pace, love history and food, must see the Freedom Trail. Just plan it."
)
TALK = "Will it be cold in February?"


def question(name: str) -> str:
    """One of many that are answered alike."""
    return f"{TALK} I ask for the {name}th time."


SENT_OUT = OrchestratorAnswer(
    reply="Boston in the middle of February, four days for two. "
    * 3
    + "Transport, stay and food are being looked into *at the same time*; "
    "**then** you choose between options that differ.",
    changes=[
        *answers.ASKS_WHAT_IS_MISSING.changes,
        *answers.ASKS_WHAT_IS_OPTIONAL.changes,
        *answers.SUMMARISES.changes,
    ],
    just_plan_quote="Just plan it",
    decision=Dispatch(
        mode="DISPATCH", consent_quote="Just plan it", tasks=answers.SENDS_THEM_OUT.decision.tasks
    ),
    short_summary="The specialists were sent out.",
    next_step="Choose one of the options.",
)
COLD = OrchestratorAnswer(
    reply="Yes: it freezes on most nights and the wind comes *from the water*.\n\n"
    + "\n".join(f"{number}. One more thing to take along, said slowly." for number in range(1, 13)),
    decision=Respond(mode="ANSWER"),
    short_summary="Cold.",
    next_step="Pack warm things.",
)
LINES = (
    *RESEARCH,
    *OPTIONS,
    Line("orchestrator", SENT_OUT, PLAN),
    Line("orchestrator", COLD, TALK),
)
#: Pieces of each answer, and seconds before each piece: a turn of one or two seconds.
PACE = {
    "orchestrator": (24, 0.02),
    "transport": (3, 0.02),
    "stay": (6, 0.04),
    "food": (8, 0.04),
    "finalize": (4, 0.02),
    "planner": (6, 0.03),
}
USAGE = Usage(input=900, output=300)


@dataclass
class Asked:
    """One request to the model."""

    number: int
    agent: str
    step: str  # what it was about: a step of a turn
    exchange: Exchange

    @property
    def request_id(self) -> str:
        return f"req_{self.number}"

    def is_about(self, text: str, plan: bool) -> bool:
        """Was it asked to answer this message? Who does not see the conversation works on the plan."""
        if self.agent == "orchestrator":
            return self.exchange.said.endswith(text)
        return plan

    @property
    def finished(self) -> bool:
        """The whole answer was sent to somebody who was there."""
        sent = self.exchange.sent
        return bool(sent) and sent[-1][1] == MESSAGE_STOP and self.exchange.left_at is None


@dataclass
class Model:
    """The scripted model: answers by the story, remembers who asked for what."""

    asked: list[Asked] = field(default_factory=list)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def __post_init__(self) -> None:
        self.server = MessagesServer(self._answer)

    def since(self, number: int) -> list[Asked]:
        """What was asked after so many requests; the ones that go on are waited for."""
        later = self.asked[number:]
        for one in later:
            one.exchange.ended.wait(30)
        return later

    def _answer(self, exchange: Exchange) -> Answer:
        if learns(exchange):  # after the turn; judged by its own tests (tests/agents/test_afterwork.py)
            return text_answer("- NONE")
        system = prompt_of(exchange)
        for line in LINES:
            if mark_of(line.agent) in system and line.hears in exchange.said:
                break
        else:
            raise AssertionError(f"nobody answers {exchange.said[-200:]!r}")
        with self._lock:
            one = Asked(len(self.asked), line.agent, step_of(line), exchange)
            self.asked.append(one)
        return _paced(line.answer, exchange.body["model"], one.request_id, *PACE[line.agent])


def step_of(line: Line) -> str:
    """The StepResult's name; an orchestrator's answer also names what was said."""
    if line.agent == "planner":
        return f"option-{[option for option in OPTIONS if option.agent == 'planner'].index(line) + 1}:written"
    if line.agent == "orchestrator":
        return "orchestrator:plan" if line.answer is SENT_OUT else "orchestrator:talk"
    return line.agent if line.agent == "finalize" else f"specialist:{line.agent}"


def price_of(model: str) -> Decimal:
    """What every finished call costs with this model, US dollars."""
    price = cost_of(model, USAGE)
    if price is None:
        raise AssertionError(f"{model} has no price")
    return price


def steps_of(plan: bool) -> Sequence[str]:
    """Every step of a turn that is answered once."""
    lines = [line for line in LINES if (line.answer is not COLD) == plan]
    return sorted(step_of(line) for line in lines)


def words_of(plan: bool) -> list[str]:
    """What the team has said in the end, message by message."""
    return [SENT_OUT.reply, answers.OUTLINES.reply] if plan else [COLD.reply]


def _paced(answer: BaseModel, model: str, request_id: str, pieces: int, pause: float) -> Answer:
    random = Random(request_id)  # noqa: S311  (pauses)
    steps: list[Step] = [
        message_start({"input_tokens": USAGE.input, "output_tokens": 1}, model),
        block_start(),
    ]
    for piece in split(answer_text(answer), pieces):
        steps += [Pause(pause * random.uniform(0.5, 1.5)), text_delta(piece)]
    last = ending()
    steps += [last[0], _usage_at_the_end(), last[2]]
    return Answer(steps, headers={**SSE_HEADERS, "request-id": request_id})


def _usage_at_the_end() -> bytes:
    from tests.wire.messages import message_delta

    return message_delta("end_turn", USAGE.output)
