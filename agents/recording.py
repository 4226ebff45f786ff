"""What a turn keeps beside its answers, as steps of the turn: so an attempt that takes it over keeps it too.

`found`: what searches of memory found. `recorded`: tool calls with their results (RECORD_TOOL_CALLS) and
reasoning (RECORD_REASONING), for what is learnt from the turn. Runs in the database's thread.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db import transaction

from agents.fence import append_events
from agents.models import StepResult

#: Rows of one step, and characters of one recorded row.
MOST_ROWS = 60
LONGEST_ROW = 24_000


@transaction.atomic
def add(turn_id: int, token: int, kind: str, who: str, rows: Sequence[Any]) -> None:
    """Keep rows (JSON values) of `kind` for an agent or a line of the rail; the same row is kept once.

    Raises LeaseLost.
    """
    append_events(turn_id, token, [])  # the fence
    if not rows:
        return
    step, _created = StepResult.objects.get_or_create(
        turn_id=turn_id, step=f"{kind}:{who}", defaults={"input_hash": "", "output": {"rows": []}}
    )
    known = step.output["rows"]
    new = [row for row in rows if row not in known]
    if new:
        step.output = {"rows": [*known, *new][:MOST_ROWS]}
        step.save(update_fields=["output"])


def kept(turn_id: int, kind: str) -> dict[str, list[Any]]:
    """All rows of a kind, by who, those of earlier attempts included."""
    steps = StepResult.objects.filter(turn=turn_id, step__startswith=f"{kind}:").order_by("pk")
    return {
        step.removeprefix(f"{kind}:"): output["rows"] for step, output in steps.values_list("step", "output")
    }
