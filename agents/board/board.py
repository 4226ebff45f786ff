"""Which board a trip has now."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from trips.models import Trip


@dataclass(frozen=True)
class Board:
    view: str


def board_of(trip: Trip, query: Mapping[str, str]) -> Board:
    return Board("empty")
