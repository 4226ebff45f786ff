"""What the tests of the model seam share: a schema, a request, a mind with short limits."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import httpx2
from pydantic import BaseModel

from agents.llm.base import (
    Mind,
    ModelEvent,
    ModelMessage,
    ModelReply,
    ModelRequest,
    SystemBlock,
    TextDelta,
    Tier,
)
from agents.llm.claude import CallLimits, ClaudeMind
from agents.llm.profiles import CallOptions
from tests.wire import rules
from tests.wire.messages import Answer, body, failure

MODELS: dict[Tier, str] = {
    "fast": "claude-haiku-5-5",
    "standard": "claude-sonnet-5-5",
    "deep": "claude-opus-5-5",
}
#: Waits between tries are real but short.
SHORT = CallLimits(call=5.0, connect=1.0, first_wait=0.01)


def asked(silence: float = 0.3, **changes: Any) -> Callable[[str, Tier], CallOptions]:
    """The options of every agent: the tier's model, and what is given."""

    def options(agent: str, tier: Tier) -> CallOptions:
        return replace(CallOptions(MODELS[tier], silence_seconds=silence), **changes)

    return options


class Answered(BaseModel):
    reply: str
    days: int


GOOD = {"reply": "Three days in Kyoto.", "days": 3}


def ask(text: str = "Plan Kyoto", **changes: Any) -> ModelRequest:
    """A request of an agent called "planner"."""
    request = ModelRequest(
        purpose="test",
        agent="planner",
        tier="standard",
        system=(SystemBlock("You plan."),),
        messages=(ModelMessage("user", text=text),),
        max_tokens=500,
        output=Answered,
    )
    return replace(request, **changes)


def mind_at(url: str, limits: CallLimits = SHORT, **more: Any) -> ClaudeMind:
    return ClaudeMind(api_key="test-key", base_url=url, limits=limits, **{"options": asked(), **more})


class Wire:
    """A MockTransport by the rules of the API: gives out answers one a request, records the requests."""

    def __init__(self, *answers: Answer | Exception) -> None:
        self.answers = list(answers)
        self.requests: list[httpx2.Request] = []

    def __call__(self) -> httpx2.MockTransport:
        return httpx2.MockTransport(self._answer)

    def _answer(self, request: httpx2.Request) -> httpx2.Response:
        self.requests.append(request)
        if not self.answers:
            raise AssertionError("a request too many")
        refused = rules.refusal(json.loads(request.content))
        answer = failure(400, "invalid_request_error", refused) if refused else self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return httpx2.Response(answer.status, headers=dict(answer.headers), content=body(answer))


def mind_on(wire: Callable[[], Any], limits: CallLimits = SHORT, **more: Any) -> ClaudeMind:
    return mind_at("http://wire.invalid", limits, transport=wire, **more)


async def collect(mind: Mind, request: ModelRequest) -> tuple[str, ModelReply]:
    """All text of a stream and its reply; the reply must come last and only once."""
    events: list[ModelEvent] = [event async for event in mind.stream(request)]
    assert isinstance(events[-1], ModelReply)
    assert all(isinstance(event, TextDelta) for event in events[:-1])
    return "".join(event.text for event in events[:-1]), events[-1]  # type: ignore[union-attr]
