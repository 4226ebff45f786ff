"""The loop that lets one agent answer: call, tools, validation, correction, and what failures mean."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from contextlib import aclosing
from dataclasses import dataclass, field, replace
from functools import cache, partial
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel

from agents.llm.answers import (
    InvalidAnswer,
    clean_text,
    cut_at_sentence,
    ends_of,
    parse_answer,
    prose_in,
    reply_limit,
)
from agents.llm.base import (
    Mind,
    ModelError,
    ModelMessage,
    ModelReply,
    ModelRequest,
    SystemBlock,
    TextDelta,
    ToolResult,
    ToolSpec,
    ToolUse,
    Usage,
    WebTools,
)
from agents.llm.context_window import ContextUse, estimate, fitted, use_of
from agents.llm.reply_stream import ReplyStream
from agents.llm.server_tools import reading_of
from agents.llm.wire_request import loop_prompt
from agents.runtime.errors import FINAL_KINDS, AgentFailed
from agents.runtime.hooks import BudgetExhausted, CallRecord, Hooks, Tool
from agents.runtime.tool_calls import result_of
from memory.tokens import tokens_of

if TYPE_CHECKING:
    from agents.runtime.agent import Agent

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class RunLimits:
    """Bounds of one run. `call_seconds` holds for a model call with all its tries, and grows by what an
    answer as long as it may be takes to write; no call goes on after `ends`, by `time.monotonic()`."""

    tool_rounds: int = 6
    tools_a_round: int = 8
    tool_result_characters: int = 24_000
    corrections: int = 2
    restarts: int = 1
    pauses: int = 8  # of a server that searches
    restart_pause_seconds: float = 0.5
    call_seconds: float = 90.0
    seconds_a_token: float = 0.0
    ends: float | None = None
    input_tokens: int = 160_000  # what the agent may read in all; it is told at one share, closed at another
    told_at: float = 0.80
    closed_at: float = 0.95


@cache
def _schema_of(given: type[BaseModel]) -> dict[str, Any]:
    return given.model_json_schema()


def _told(record: CallRecord, by: ModelReply | ModelError) -> CallRecord:
    """With what a reply, or an error, tells of its call."""
    told = {"model": by.model, "request_id": by.request_id, "uncounted": by.uncounted}
    return replace(record, usage=by.usage or Usage(), stopped=False, **told)


@dataclass
class AgentRun:
    """One run of one agent; used once. See `agents.runtime.agent.run_agent`."""

    agent: Agent
    context: Any
    output: type[BaseModel]
    messages: list[ModelMessage]
    system: tuple[SystemBlock, ...]
    mind: Mind
    hooks: Hooks
    tools: dict[str, Tool]
    check: Callable[[Any], list[str]] | None
    purpose: str
    limits: RunLimits
    rounds: int = 0
    corrections: int = 0
    problems: tuple[str, ...] = ()  # of the last answer that was sent back
    restarts: int = 0
    shrunk: bool = False
    paused: tuple[dict[str, Any], ...] = ()  # what the provider said before it paused
    searched: int = 0  # of the web, before it paused
    closed: bool = False  # so much was read that no tool may be called any more
    shown: str = ""  # of the reply, since the last restart
    said: str = ""  # the longest reply of all tries, in whole sentences
    rejected: BaseModel | None = None  # the last answer whose form was right
    answered: bool = False  # something came back
    deadline: float | None = None  # of the running call; a restart does not get more time
    specs: tuple[ToolSpec, ...] = field(init=False)

    def __post_init__(self) -> None:
        self.specs = tuple(
            ToolSpec(tool.name, tool.description, _schema_of(tool.input)) for tool in self.tools.values()
        )

    async def answer(self) -> BaseModel:
        """The valid answer, or AgentFailed."""
        while True:
            try:
                request = self._request()
                reply, verdict = await self._call(request)
            except (ModelError, AgentFailed, BudgetExhausted) as error:
                if self.paused:
                    return reading_of(self.paused)  # paid and read: what would have come later is missing
                if not isinstance(error, ModelError):
                    raise
                await self._recover(error)
                continue
            if self._pauses(reply):
                continue
            self.deadline = None
            if reply.tool_uses:
                await self._use_tools(reply, use_of(request, reply, self.limits.input_tokens))
            elif isinstance(verdict, InvalidAnswer):
                await self._correct(reply, verdict)
            else:
                await self._show_the_rest(verdict)
                return verdict

    # --- one call ---------------------------------------------------------------------------------

    def _seconds_left(self) -> float:
        """For the running call. Raises ModelError when the turn has no time for one."""
        now = time.monotonic()
        if self.deadline is None:
            self.deadline = (
                now + self.limits.call_seconds + self.limits.seconds_a_token * self.agent.max_tokens
            )
        if self.limits.ends is not None:
            self.deadline = min(self.deadline, self.limits.ends)
            if self.deadline <= now:
                raise ModelError("timeout", "no time is left for this turn", permanent=True)
        return max(0.0, self.deadline - now)

    def _request(self) -> ModelRequest:
        request = ModelRequest(
            purpose=self.purpose,
            agent=self.agent.name,
            tier=self.agent.tier,
            system=self.system,
            messages=tuple(self.messages),
            max_tokens=self.agent.max_tokens,
            output=None if self.agent.web else self.output,
            web=self._web(),
            tools=self.specs,
            tools_closed=self.closed or self.rounds >= self.limits.tool_rounds,
            seconds=self._seconds_left(),
            context=self.context,
        )
        if self.tools and not request.tools_closed:
            share = ContextUse(estimate(request), self.limits.input_tokens).share
            self.closed = share >= self.limits.closed_at
            request = replace(request, tools_closed=self.closed)
        return fitted(request, self.agent.input_tokens)

    def _web(self) -> WebTools | None:
        """The searches that are left of the agent's; one where none is: without its tool nobody goes on."""
        web = self.agent.web
        return web and replace(web, searches=max(1, web.searches - self.searched))

    async def _call(self, request: ModelRequest) -> tuple[ModelReply, BaseModel | InvalidAnswer | None]:
        """One model call with budget and record around it. Raises ModelError."""
        permit = await self.hooks.before_call(request)
        request = replace(request, may_ask_again=partial(self.hooks.may_ask_again, permit, request))
        started = time.monotonic()
        record = CallRecord(request=request, latency_ms=0, usage=Usage(), stop_reason="stopped", stopped=True)
        received: list[str] = []
        try:
            reply = await self._receive(request, received)
            self.answered = True
            record = replace(_told(record, reply), stop_reason=reply.stop_reason, reply=reply)
            verdict = None if reply.tool_uses else await asyncio.to_thread(self._judge, reply)
            if isinstance(verdict, InvalidAnswer):
                record = replace(record, problem=self._problem(reply, verdict))
            return reply, verdict
        except ModelError as error:
            self.answered = self.answered or error.answered
            record = replace(_told(record, error), stop_reason=error.kind, error=error)
            raise
        finally:
            latency = round((time.monotonic() - started) * 1000)
            self.answered = self.answered or bool(received)
            record = replace(record, latency_ms=latency)
            await self.hooks.after_call(permit, record)

    async def _receive(self, request: ModelRequest, received: list[str]) -> ModelReply:
        """The events of one stream; the reply grows in the hooks. The stream is closed in any case."""
        replies = ReplyStream(limit=reply_limit(self.output))
        shows_reply = "reply" in self.output.model_fields
        reply: ModelReply | None = None
        try:
            async with asyncio.timeout_at(self._loop_deadline()) as limit:
                async with aclosing(self.mind.stream(request)) as events:  # type: ignore[type-var]
                    async for event in events:
                        if not received:
                            await self.hooks.begun()
                        if isinstance(event, TextDelta):
                            received.append(event.text)
                            if shows_reply:
                                await self._show(clean_text(replies.feed(event.text)))
                        else:
                            reply = event
        except TimeoutError as error:
            if not limit.expired():
                raise
            text = "".join(received)
            late = "the call's whole time is over"
            raise ModelError("timeout", late, partial=text, uncounted=1) from error
        if reply is None:
            text = "".join(received)
            raise ModelError("connection", "the stream ended without a reply", partial=text, uncounted=1)
        return reply

    def _loop_deadline(self) -> float:
        remaining = (self.deadline or 0) - time.monotonic()
        return asyncio.get_running_loop().time() + max(0.0, remaining)

    async def _show(self, text: str) -> None:
        if text:
            self.shown += text
            await self.hooks.reply_delta(text)

    async def _show_the_rest(self, answer: BaseModel) -> None:
        """What was shown must be the answer's reply, also when the mind did not stream it in order."""
        reply = getattr(answer, "reply", None)
        if not isinstance(reply, str) or reply == self.shown:
            return
        if not reply.startswith(self.shown):
            await self._restart("The answer was put in order.")
        await self._show(reply[len(self.shown) :])

    def _keep(self, reply: str) -> None:
        self.said = max(self.said, prose_in(cut_at_sentence(reply, reply_limit(self.output))), key=len)

    async def _restart(self, reason: str) -> None:
        self._keep(self.shown)
        self.shown = ""
        await self.hooks.restarted(reason)

    # --- judging ------------------------------------------------------------------------------------

    def _pauses(self, reply: ModelReply) -> bool:
        """A provider that searches may pause: it goes on once it has its own words back, as they were."""
        if not self.agent.web:
            return False
        self.paused, self.searched = (*self.paused, *reply.blocks), self.searched + reply.usage.searches
        pauses = sum(message.role == "assistant" for message in self.messages)
        if reply.stop_reason != "pause_turn" or pauses >= self.limits.pauses:
            return False
        self.messages.append(ModelMessage("assistant", text=reply.text, blocks=reply.blocks))
        return True

    def _judge(self, reply: ModelReply) -> BaseModel | InvalidAnswer:
        """In a thread: checks read whole messages again, while the loop serves others."""
        if reply.stop_reason in ("max_tokens", "refusal"):
            raise ModelError(
                reply.stop_reason,
                partial=reply.text,
                request_id=reply.request_id,
                usage=reply.usage,
                model=reply.model,
                uncounted=reply.uncounted,
            )
        if self.agent.web:
            return reading_of((*self.paused, *reply.blocks))
        try:
            return parse_answer(reply.text, self.output, self.check)
        except InvalidAnswer as error:
            invalid = error
        except Exception:  # a check that cannot cope with it: as wrong as what no check lets pass
            logger.exception("an answer of %s could not be judged", self.agent.name)
            invalid = InvalidAnswer(["The answer could not be judged: write it in another way."])
        self.rejected = invalid.answer or self.rejected
        self._keep(getattr(invalid.answer, "reply", "") or reply.text)
        return invalid

    def _problem(self, reply: ModelReply, invalid: InvalidAnswer) -> str:
        logger.warning(  # how much was wrong; what it said is for staff alone (ModelCall.error)
            "answer of %s not accepted: %s problems in %s characters",
            self.agent.name,
            len(invalid.problems),
            len(reply.text),
        )
        budget = f"{reply.usage.output} of {self.agent.max_tokens} tokens"
        return f"{invalid} ({budget}, {ends_of(reply.text)})"

    async def _correct(self, reply: ModelReply, invalid: InvalidAnswer) -> None:
        """Send the exact errors back, or give up: the same errors again do not go away."""
        if self.corrections >= self.limits.corrections or self.problems == tuple(invalid.problems):
            raise self._failure("invalid_answer", str(invalid))
        self.corrections += 1
        self.problems = tuple(invalid.problems)
        await self._restart("The answer did not pass our checks and is written again.")
        if reply.text.strip():
            self.messages.append(ModelMessage("assistant", text=reply.text))
        problems = "\n".join(f"- {problem}" for problem in invalid.problems)
        self._say(loop_prompt("correction").substitute(problems=problems))

    def _say(self, text: str) -> None:
        """Add to the user's side; two user messages in a row become one."""
        last = self.messages[-1] if self.messages else None
        if last and last.role == "user":
            self.messages[-1] = replace(last, text=f"{last.text}\n\n{text}".strip())
        else:
            self.messages.append(ModelMessage("user", text=text))

    def _failure(self, kind: str, detail: str) -> AgentFailed:
        if kind == "refusal":  # what was said before it is part of what was refused
            return AgentFailed(kind, detail=detail, answered=True)
        self._keep(self.shown)
        return AgentFailed(
            kind, detail=detail, reply=self.said, rejected=self.rejected, answered=self.answered
        )

    # --- failures -----------------------------------------------------------------------------------

    async def _recover(self, error: ModelError) -> None:
        """Prepare another call, or raise AgentFailed."""
        if error.kind == "context_overflow":
            await self._shrink(error)
        elif error.kind == "max_tokens":
            await self._ask_shorter(error)
        elif self._may_restart(error):
            self.restarts += 1
            await self._restart("The language model was interrupted and answers again.")
            await asyncio.sleep(error.retry_after or self.limits.restart_pause_seconds)
        else:
            if error.kind == "refusal" and self.shown:
                await self.hooks.refused("The language model took its answer back.")
            raise self._failure(error.kind, str(error)) from error

    def _may_restart(self, error: ModelError) -> bool:
        """A stream that broke after it had begun; before that, the mind itself has tried again."""
        if error.permanent or error.kind in FINAL_KINDS or not (error.partial or self.shown):
            return False
        pause = error.retry_after or 0
        in_time = self.deadline is not None and time.monotonic() + pause + 1 < self.deadline
        return in_time and self.restarts < self.limits.restarts

    async def _shrink(self, error: ModelError) -> None:
        shorter = None if self.shrunk else await self.hooks.shrink(tuple(self.messages))
        if not shorter:
            raise self._failure(error.kind, str(error)) from error
        self.shrunk = True
        self.closed = False
        self.deadline = None
        self.messages = list(shorter)
        await self._restart("The conversation was shortened for the language model.")

    async def _ask_shorter(self, error: ModelError) -> None:
        if self.agent.in_parts or self.corrections >= self.limits.corrections:
            raise self._failure(error.kind, str(error)) from error
        self.corrections += 1
        self.deadline = None
        await self._restart("The answer became too long and is written again, shorter.")
        self._say(loop_prompt("shorter").substitute(max_tokens=self.agent.max_tokens))

    # --- tools --------------------------------------------------------------------------------------

    async def _use_tools(self, reply: ModelReply, use: ContextUse) -> None:
        """Run what was asked for, in order, and add the results to the list. `use`: with this reply."""
        if self.closed or self.rounds >= self.limits.tool_rounds:
            if self.corrections >= self.limits.corrections:
                raise self._failure("too_many_tools", f"{self.rounds} rounds of tools and no answer")
            self.corrections += 1
        self.rounds += 1
        if self.shown:
            await self._restart("Something is looked up first.")
        results = [await self._use_tool(index, use) for index, use in enumerate(reply.tool_uses)]
        self.messages.append(
            ModelMessage("assistant", text=reply.text, tool_uses=reply.tool_uses, blocks=reply.blocks)
        )
        self.closed = self.closed or any(use.name not in self.tools for use in reply.tool_uses)
        results = self._told_of_use(results, use.plus(sum(tokens_of(result.content) for result in results)))
        last_round = self.closed or self.rounds >= self.limits.tool_rounds
        closing = loop_prompt("answer_now").template if last_round else ""
        self.messages.append(ModelMessage("user", text=closing, tool_results=tuple(results)))

    def _told_of_use(self, results: list[ToolResult], use: ContextUse) -> list[ToolResult]:
        """From 80 % of its input on the agent reads so in its last result; at 95 % its tools are closed."""
        if use.share < self.limits.told_at or not results:
            return results
        self.closed = self.closed or use.share >= self.limits.closed_at
        said = loop_prompt("context_use").substitute(use=use, closed=round(100 * self.limits.closed_at))
        return [*results[:-1], replace(results[-1], content=f"{results[-1].content}\n\n{said}")]

    async def _use_tool(self, index: int, use: ToolUse) -> ToolResult:
        if self.closed or self.rounds > self.limits.tool_rounds:
            return ToolResult(use.id, "No more tools can be called in this answer.", is_error=True)
        if index >= self.limits.tools_a_round:
            allowed = f"Only {self.limits.tools_a_round} tools can be called at a time."
            return ToolResult(use.id, allowed, is_error=True)
        return await result_of(
            use, self.tools, self.hooks, self.agent.name, self.limits.tool_result_characters
        )
