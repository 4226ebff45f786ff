"""search_memory as a turn runs it: whose memory, by which agent, and what was found is written down.

Runs in the database's thread.
"""

from __future__ import annotations

import json

from agents import recall, recording
from agents.remembered import Recalled, Used
from agents.runtime.prompting import masked
from agents.tools.search_memory import SearchMemoryInput
from agents.view import TripView

FOUND = 8
#: Steps that hold what an agent's searches found; the turn's result makes NoteUse rows of them.
FOUND_STEP = "found"


def found(view: TripView, token: int, agent: str, given: SearchMemoryInput) -> str:
    """JSON for the agent that asked: text with who said it and when, best first; a document without a
    question as its whole text. Raises LeaseLost."""
    trip, turn = recall.trip_and_turn(view)
    rows = recall.recalled(trip, turn, given.query, agent=agent, limit=FOUND, namespace=given.namespace)
    uses = [used.model_dump(mode="json") for used in recall.used_of(rows, agent)]
    recording.add(view.turn_id, token, FOUND_STEP, agent, uses)
    answer: dict
    if given.namespace and not given.query.strip():
        text = "\n".join(f"- {masked(row.body)}" for row in rows)
        answer = {"document": given.namespace, "text": text}
    else:
        answer = {"found": [_row(row, view.trip_id) for row in rows]}
    if not rows:
        answer["note"] = "Nothing that is remembered fits."
    return json.dumps(answer, ensure_ascii=False)


def uses_of(turn_id: int) -> list[Used]:
    """What all searches of a turn found, those of earlier attempts included."""
    rows = recording.kept(turn_id, FOUND_STEP).values()
    return [Used.model_validate(used) for uses in rows for used in uses]


def _row(row: Recalled, trip_id: int) -> dict:
    told = {"from": row.source, "on": row.said_on.isoformat(), "text": masked(row.body)}
    return told if row.trip in (None, trip_id) else {**told, "trip": "an earlier trip"}
