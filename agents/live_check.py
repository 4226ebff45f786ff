"""What the operator's server says to what agents ask of it: each schema, each tool, the search of the web,
once and as briefly as can be. For `manage.py doctor --live`.

Nothing mends itself here: a refusal is told in the server's words, though a turn would go on without.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import aclosing
from dataclasses import dataclass, replace
from decimal import Decimal

from agents import tools, web_access
from agents.checks import outputs
from agents.llm import select
from agents.llm.base import (
    ModelError,
    ModelMessage,
    ModelReply,
    ModelRequest,
    SystemBlock,
    ToolSpec,
    Usage,
    WebTools,
)
from agents.llm.budget import DEAREST
from agents.llm.prices import cost_of
from agents.llm.profiles import call_options
from agents.runtime import registry
from agents.runtime.agent import Agent
from agents.runtime.prompting import prompt

#: Tokens of an answer: what is longer was taken, and is cut.
ANSWER_TOKENS = 1_024
#: What one question may take, searched pages included: no further one begins with less money left.
MOST = Usage(input=30_000, output=ANSWER_TOKENS, searches=1)
SECONDS = 120.0

Question = tuple[str, ModelRequest]  # what it is about


@dataclass(frozen=True, slots=True)
class Tried:
    """One question and what came of it. `cost` in US dollars."""

    what: str
    well: bool
    words: str
    cost: Decimal = Decimal(0)


async def tried(questions: Iterable[Question], most: Decimal) -> AsyncIterator[Tried]:
    """Ask them, one after the other, for at most so many dollars in all."""
    mind = replace(select.claude_mind(), mends=False)
    spent = Decimal(0)
    try:
        for what, request in questions:
            model = call_options(request.agent, request.tier).model
            if spent + _cost(model, MOST) > most:
                yield Tried(what, False, f"not asked: ${most} would not be enough")
                return
            one = await _asked(mind, what, request, model)
            spent += one.cost
            yield one
    finally:
        await mind.aclose()


async def _asked(mind, what: str, request: ModelRequest, model: str) -> Tried:
    try:
        async with aclosing(mind.stream(request)) as events:
            async for event in events:
                last = event
    except ModelError as error:
        well = error.kind == "max_tokens"  # it writes, so it was taken
        words = "taken; the answer was cut" if well else str(error)
        return Tried(what, well, words, _cost(error.model or model, error.usage or Usage()))
    return Tried(what, *_verdict(request, last), _cost(last.model, last.usage))


def _verdict(request: ModelRequest, reply: ModelReply) -> tuple[bool, str]:
    called = ", ".join(use.name for use in reply.tool_uses)
    if request.tools and not called:
        return False, "taken, but not called"
    said = f"called {called}" if called else "answered"
    return True, f"{reply.model} {said} in {reply.latency_ms / 1000:.1f} s"


def questions() -> Iterator[Question]:
    """All there is to ask. Reads the database."""
    readers = {agent.name for agent in registry.team() if agent.web}
    for name, output in outputs():
        if name not in readers:
            yield f"schema {name}", replace(_question(_member(name), "schema"), output=output)
    users = {tool: agent for agent in registry.team() for tool in agent.tools}
    for tool in tools.tools_of(tuple(sorted(users))):
        spec = ToolSpec(tool.name, tool.description, tool.input.model_json_schema())
        yield f"tool {tool.name}", replace(_question(users[tool.name], "tool"), tools=(spec,))
    if web_access.offered():
        for name in sorted(readers):
            asked = replace(_question(registry.get(name), "web"), web=WebTools(searches=1, pages=1))
            yield "web search", asked


def _member(name: str) -> Agent:
    """Whose answer it is, of a name of `outputs`."""
    return registry.get(name.partition(" (")[0])


def _question(agent: Agent, kind: str) -> ModelRequest:
    return ModelRequest(
        purpose="doctor",
        agent=agent.name,
        tier=agent.tier,
        system=(SystemBlock(prompt(f"doctor/{kind}.md").template),),
        messages=(ModelMessage("user", text="Now."),),
        max_tokens=min(ANSWER_TOKENS, agent.max_tokens),
        seconds=SECONDS,
    )


def _cost(model: str, usage: Usage) -> Decimal:
    cost = cost_of(model, usage)
    return cost_of(DEAREST, usage) if cost is None else cost
