"""The window of a turn: compacted before the orchestrator is asked, or after the provider said "too long"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

from django.db import transaction
from pydantic import Field

from agents.events import Progress
from agents.fence import append_events
from agents.llm import context_window
from agents.llm.base import ModelMessage, SystemBlock
from agents.models import ModelCall
from agents.outcome import Shortened
from agents.runtime import prompting, registry
from agents.runtime.agent import AgentFailed, BudgetExhausted, run_agent
from agents.runtime.db_thread import in_database
from agents.view import TripView
from memory import conversation, summary
from memory.conversation import Cut
from memory.tokens import tokens_of
from trips.schemas import Written

if TYPE_CHECKING:
    from agents.thinking import Thinking

Row = Annotated[str, Field(max_length=400)]


class ConversationSummary(Written):
    """What replaces older messages, as a model writes it."""

    said: Annotated[list[Row], Field(max_length=15)] = []
    decisions: Annotated[list[Row], Field(max_length=12)] = []
    results_used: Annotated[list[Row], Field(max_length=12)] = []
    in_progress: Annotated[list[Row], Field(max_length=5)] = []

    @property
    def text(self) -> str:
        sections = (
            ("Said by the traveller", self.said),
            ("Decided", self.decisions),
            ("Results used", self.results_used),
            ("In progress", self.in_progress),
        )
        rows = [
            "\n".join([f"{title}:", *(f"- {row}" for row in lines)]) for title, lines in sections if lines
        ]
        return "\n".join(rows)


async def fitted(thinking: Thinking) -> TripView:
    """The turn's view with a window that fits: compacted where it was due, once, and stored at once."""
    view = thinking.view
    limit = registry.get("orchestrator").input_tokens
    used = await in_database(_used, view)
    cut = conversation.due(view.window, used, limit, before=view.position or None)
    if cut is None:
        return view
    await thinking.log.write(Progress(text="Shortening the conversation so far"))
    text = await _summary(thinking, cut, limit)
    gone = conversation.tokens_of_lines(cut.removed, view.window.summary)
    told = conversation.tokens_of_lines((), text)
    left = max(told, used - gone + told)  # what goes is estimated: it may be more than the provider counted
    steps = thinking.steps
    stored = await in_database(_keep, steps.turn_id, steps.token, view, cut, text, used, left)
    return replace(view, window=conversation.after(view.window, cut, stored))


def shortened(
    view: TripView, messages: Sequence[ModelMessage]
) -> tuple[list[ModelMessage], Shortened | None]:
    """For the one retry after the provider's error: the newest fifth of the conversation, a summary of the
    rest and of what was looked up. An empty list = there is nothing to leave out. The turn's result stores
    the summary: until then an attempt that takes the turn over reads what this one read."""
    cut = conversation.overflow(view.window, before=view.position or None)
    looked_up = prompting.looked_up(messages)
    if cut is None and not looked_up:
        return [], None
    window = view.window
    if cut is not None:
        text = summary.written_for(view.trip_id, cut.up_to, view.number)
        window = conversation.after(window, cut, text)
    told = "\n".join(part for part in (window.summary, looked_up) if part)
    shorter = prompting.conversation(replace(view, window=replace(window, summary=told)))
    if cut is None:
        return shorter, None
    before, after = context_window.tokens_of_messages(messages), context_window.tokens_of_messages(shorter)
    return shorter, Shortened(cut, window.summary, before, after)


async def _summary(thinking: Thinking, cut: Cut, limit: int) -> str:
    """By the mind on its fast tier; by code offline, or when that call fails."""
    from agents.turn_hooks import TurnHooks  # which shortens by this module

    view = thinking.view
    if thinking.mind.name != "offline":
        ask = conversation.ask(view.window, cut, prompting.masked, limit // 2)
        agent = replace(registry.get("orchestrator"), tier="fast", max_tokens=ask.max_tokens)

        async def call() -> ConversationSummary:
            return await run_agent(
                agent,
                context=None,
                task=[ModelMessage("user", text=ask.text)],
                system=[SystemBlock(ask.system)],
                mind=thinking.mind,
                hooks=TurnHooks(view, thinking.log, thinking.mind.name, silent=True),
                output=ConversationSummary,
                check=lambda answer: [] if answer.text else ["The summary is empty."],
                purpose="summary",
                limits=thinking.limits,
            )

        try:
            given = ("summary", cut.up_to, ask.system, ask.text)
            answer = await thinking.steps.once("summary", ConversationSummary, given, call)
            return answer.text
        except (AgentFailed, BudgetExhausted):
            pass  # the rows of the trip say what is needed
    return await in_database(summary.written_for, view.trip_id, cut.up_to, view.number)


def _used(view: TripView) -> int:
    """Tokens of the request as it would be: what the provider counted of the last one and what came since,
    else estimated."""
    counted = ModelCall.objects.filter(
        turn__trip=view.trip_id, turn__number__lt=view.number, purpose="orchestrator", tokens_in__gt=0
    ).order_by("-turn__number", "pk")  # the first call of the newest turn that was counted
    last = counted.values_list("turn__number", "tokens_in", "tokens_cache_read", "tokens_cache_write").first()
    turn, *parts = last or (0,)
    since = [line for line in view.window.lines if line.turn > turn or _answers(line, turn)]
    if not last or len(since) == len(view.window.lines):  # or counted before the summary that stands now
        request = context_window.tokens_of_system(prompting.orchestrator_system(view))
        return request + context_window.tokens_of_messages(prompting.conversation(view))
    new = conversation.tokens_of_lines(since) + tokens_of(view.verbatim)
    return max(sum(parts) + new, 0)


def _answers(line: conversation.Line, turn: int) -> bool:
    return line.turn == turn and line.author != "traveller"


@transaction.atomic
def _keep(turn_id: int, token: int, view: TripView, cut: Cut, text: str, before: int, after: int) -> str:
    """Store the summary; returns the one that stands, which is an earlier one where there was one."""
    append_events(turn_id, token, [])  # the fence
    return conversation.keep(view.trip_id, cut, text, before=before, after=after).text
