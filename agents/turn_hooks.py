"""What a turn's agents tell the turn: words go to its log, money to the budget, tools are run."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel

from agents import budget, tools, turn_lines
from agents.base import CallRecord
from agents.database import in_database
from agents.events import AgentProgress
from agents.hooks import SilentHooks
from agents.llm.base import ModelRequest
from agents.turn_log import TurnLog
from agents.view import TripView


class TurnHooks(SilentHooks):
    """`key` names the line of the rail; without one the agent speaks into the bubble."""

    def __init__(self, view: TripView, log: TurnLog, mind: str, key: str = "") -> None:
        self.view = view
        self.log = log
        self.mind = mind
        self.key = key

    async def reply_delta(self, text: str) -> None:
        if not self.key:
            await self.log.say(text)

    async def restarted(self, reason: str) -> None:
        if self.key:
            await self.log.write(AgentProgress(key=self.key, doing="looking at it again"))
        else:
            await self.log.restart(reason)

    async def call_tool(self, name: str, arguments: BaseModel) -> str:
        if self.key:
            await self.log.write(AgentProgress(key=self.key, doing=tools.doing(name, arguments)))
        return tools.run(name, arguments, self.view.gazetteer, self.view.today)

    async def before_call(self, request: ModelRequest) -> Any:
        return await in_database(
            budget.reserve, self.view.turn_id, self.view.trip_id, request, mind=self.mind
        )

    async def after_call(self, permit: Any, record: CallRecord) -> None:
        turn_lines.call(record)
        await in_database(budget.settle, permit, record)
