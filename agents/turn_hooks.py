"""What a turn's agents tell the turn: words go to its log, money to the budget, tools are run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.conf import settings
from pydantic import BaseModel

from agents import recording, searching, tools, turn_lines, windowing
from agents.events import AgentProgress
from agents.llm import budget
from agents.llm.answers import clean_text
from agents.llm.base import ModelMessage, ModelRequest
from agents.runtime import prompting
from agents.runtime.agent import AgentFailed, CallRecord
from agents.runtime.concurrency import SharedPrefix
from agents.runtime.db_thread import in_database
from agents.runtime.hooks import Hooks
from agents.tools import search_memory
from agents.turn_log import TurnLog
from agents.view import TripView

if TYPE_CHECKING:
    from agents.thinking import Thinking


@dataclass
class TurnHooks(Hooks):
    """`key` names the line of the rail; without one the agent speaks into the bubble, unless it is `silent`.
    `thinking`: the turn it works in, where a conversation that was too long is noted. `prefix`: others wait
    until its answer begins."""

    view: TripView
    log: TurnLog
    mind: str
    key: str = ""
    agent: str = ""
    thinking: Thinking | None = None
    silent: bool = False
    prefix: SharedPrefix | None = None

    async def begun(self) -> None:
        if self.prefix is not None:
            self.prefix.begin()

    async def reply_delta(self, text: str) -> None:
        if not self.key and not self.silent:
            await self.log.say(text)

    async def restarted(self, reason: str) -> None:
        if self.silent:
            return
        if self.key:
            await self.log.write(AgentProgress(key=self.key, doing="looking at it again"))
        else:
            await self.log.restart(reason)

    async def refused(self, reason: str) -> None:
        if self.key or self.silent:
            await self.restarted(reason)
        else:
            await self.log.restart(reason, forgotten=True)

    async def call_tool(self, name: str, arguments: BaseModel) -> str:
        if self.key:
            await self.log.write(AgentProgress(key=self.key, doing=tools.doing(name, arguments)))
        if name == search_memory.NAME:  # never recorded: what is recalled is not learnt again
            return await in_database(searching.found, self.view, self.log.token, self.agent, arguments)
        result = tools.run(name, arguments, self.view)
        if settings.RECORD_TOOL_CALLS:
            await self._record(f"{name}({arguments.model_dump_json(exclude_defaults=True)}): {result}")
        return result

    async def shrink(self, messages: Sequence[ModelMessage]) -> Sequence[ModelMessage] | None:
        if self.silent or self.thinking is None:
            return None
        if self.key:  # one task: what it looked up becomes a summary
            return prompting.task_alone(messages)
        shorter, self.thinking.shortened = await in_database(windowing.shortened, self.view, messages)
        return shorter or None

    def _takes_request(self, *, of_first_pass: bool) -> bool:
        return self.thinking is None or self.thinking.takes_request(self.agent, of_first_pass=of_first_pass)

    async def may_ask_again(self, permit: Any, request: ModelRequest, answered: bool) -> bool:
        if answered and not self._takes_request(of_first_pass=request.web is not None):
            return False
        return await in_database(budget.reserve_again, permit, request)

    async def before_call(self, request: ModelRequest) -> Any:
        if not self._takes_request(of_first_pass=request.continues):
            raise AgentFailed("too_many_calls")
        return await in_database(
            budget.reserve, self.view.turn_id, self.view.trip_id, request, mind=self.mind
        )

    async def after_call(self, permit: Any, record: CallRecord) -> None:
        turn_lines.call(record)
        await in_database(budget.settle, permit, record)
        if settings.RECORD_REASONING and record.reply and record.reply.reasoning and not self.silent:
            await self._record(f"reasoning: {record.reply.reasoning}")

    async def _record(self, row: str) -> None:
        who = self.key or self.agent
        rows = [clean_text(row)[: recording.LONGEST_ROW]]
        await in_database(recording.add, self.log.turn_id, self.log.token, "recorded", who, rows)
