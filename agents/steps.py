"""Validated steps of a turn: kept as rows, so that a turn that is taken over does not ask twice."""

from __future__ import annotations

import hashlib
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from django.db import transaction
from pydantic import BaseModel, ValidationError

from agents import turn_lines
from agents.fence import append_events
from agents.models import StepResult
from agents.runtime.db_thread import in_database

Value = TypeVar("Value", bound=BaseModel)


class Steps:
    """`first`: nobody had the turn before, so nothing is kept but what this object kept itself."""

    def __init__(self, turn_id: int, token: int, *, first: bool = False) -> None:
        self.turn_id = turn_id
        self.token = token
        self._first = first
        self._kept: set[str] = set()

    async def once(
        self, step: str, output: type[BaseModel], given: Any, call: Callable[[], Awaitable[BaseModel]]
    ) -> BaseModel:
        """The step's result: from an earlier attempt with the same input, or called now and kept."""
        digest = _digest(given)
        known = await in_database(self._known, step, digest) if self._perhaps(step) else None
        if known is not None:
            try:
                result = output.model_validate(known)
                turn_lines.step(step, reused=True)
                return result
            except ValidationError:
                pass  # another version wrote it; ask again
        result = await call()
        await in_database(self._keep, step, digest, result.model_dump(mode="json"))
        turn_lines.step(step, reused=False)
        return result

    def stored(self, step: str, output: type[Value], given: Any) -> Value | None:
        """What `keep` stored for this input in an earlier attempt. In the database's thread."""
        known = self._known(step, _digest(given)) if self._perhaps(step) else None
        try:
            return output.model_validate(known) if known is not None else None
        except ValidationError:  # another version wrote it
            return None

    def keep(self, step: str, value: BaseModel, given: Any) -> None:
        """Store what an attempt that takes over is to read as well. Raises LeaseLost."""
        self._keep(step, _digest(given), value.model_dump(mode="json"))

    def _perhaps(self, step: str) -> bool:
        return not self._first or step in self._kept

    def _known(self, step: str, digest: str) -> dict | None:
        row = StepResult.objects.filter(turn_id=self.turn_id, step=step, input_hash=digest).first()
        return row.output if row else None

    @transaction.atomic
    def _keep(self, step: str, digest: str, output: dict) -> None:
        append_events(self.turn_id, self.token, [])  # the fence
        StepResult.objects.bulk_create(
            [StepResult(turn_id=self.turn_id, step=step, input_hash=digest, output=output)],
            update_conflicts=True,
            unique_fields=["turn", "step"],
            update_fields=["input_hash", "output"],
        )
        self._kept.add(step)


def _digest(given: Any) -> str:
    return hashlib.sha256(repr(given).encode()).hexdigest()
