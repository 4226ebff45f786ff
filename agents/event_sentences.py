"""Each event of a turn as one plain sentence, for staff who read the log."""

from __future__ import annotations

from typing import assert_never

from agents.events import (
    AgentDone,
    AgentFailed,
    AgentProgress,
    AgentStarted,
    Done,
    Failed,
    OptionChecked,
    Progress,
    Queued,
    ReplyDelta,
    Restarted,
    Started,
    Stopped,
    TurnEvent,
)


def sentence_of(event: TurnEvent) -> str:
    match event:
        case Queued():
            return "The message is stored; the turn waits for a worker."
        case Started():
            again = f", attempt {event.attempt}" if event.attempt > 1 else ""
            return f"A worker took it; the {event.mind} mind answers{again}."
        case ReplyDelta():
            return f"The reply goes on: “{event.text}”"
        case Restarted():
            return f"What was said so far is void: {event.reason or 'it is said again'}."
        case Progress():
            return f"Progress: {event.text}"
        case AgentStarted():
            return f"{event.title} ({event.key}) started: {event.doing or 'no word on what'}."
        case AgentProgress():
            return f"{event.key}: {event.doing}"
        case AgentDone():
            return f"{event.key} is done after {event.seconds:.1f} s: {event.said}"
        case AgentFailed():
            return f"{event.key} failed after {event.seconds:.1f} s: {event.sentence}"
        case OptionChecked():
            return f"{event.key} is checked: {event.title}, {event.total} {event.currency}, {event.verdict}."
        case Done():
            return f"The turn is done, in mode {event.mode}."
        case Failed():
            return f"The turn failed: {event.sentence}"
        case Stopped():
            return "The traveller stopped the turn."
        case _:
            assert_never(event)
