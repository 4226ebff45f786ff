"""search_memory as a turn runs it: whose memory, by which agent, and what was found is written down.

Runs in the database's thread.
"""

from __future__ import annotations

import json

from django.db import transaction

from agents import recall
from agents.fence import append_events
from agents.models import StepResult
from agents.prompting import masked
from agents.remembered import Recalled, Used
from agents.tools.search_memory import SearchMemoryInput
from agents.view import TripView

FOUND = 8
#: Steps that hold what an agent's searches found; the turn's result makes NoteUse rows of them.
_STEP = "found:"


def found(view: TripView, token: int, agent: str, given: SearchMemoryInput) -> str:
    """JSON for the agent that asked: text with who said it and when, best first. Raises LeaseLost."""
    trip, turn = recall.trip_and_turn(view)
    rows = recall.recalled(trip, turn, given.query, agent=agent, limit=FOUND, namespace=given.namespace)
    _write_down(view.turn_id, token, agent, recall.used_of(rows, agent))
    told = [_row(row, view.trip_id) for row in rows]
    answer: dict = {"found": told}
    if not told:
        answer["note"] = "Nothing that is remembered fits."
    return json.dumps(answer, ensure_ascii=False)


def uses_of(turn_id: int) -> list[Used]:
    """What all searches of a turn found, those of earlier attempts included."""
    rows = StepResult.objects.filter(turn=turn_id, step__startswith=_STEP).values_list("output", flat=True)
    return [Used.model_validate(used) for output in rows for used in output["used"]]


def _row(row: Recalled, trip_id: int) -> dict:
    told = {"from": row.source, "on": row.said_on.isoformat(), "text": masked(row.body)}
    return told if row.trip in (None, trip_id) else {**told, "trip": "an earlier trip"}


@transaction.atomic
def _write_down(turn_id: int, token: int, agent: str, used: tuple[Used, ...]) -> None:
    append_events(turn_id, token, [])  # the fence
    if not used:
        return
    step, _created = StepResult.objects.get_or_create(
        turn_id=turn_id, step=f"{_STEP}{agent}", defaults={"input_hash": "", "output": {"used": []}}
    )
    known = step.output["used"]
    new = [row for one in used if (row := one.model_dump(mode="json")) not in known]
    if new:
        step.output = {"used": [*known, *new]}
        step.save(update_fields=["output"])
