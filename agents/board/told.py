"""What they told, on the board: each fact with the words it came from, and the questions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agents.board.views import always, board_view
from trips import fact_history
from trips.fact_history import HistoryLine
from trips.models import Trip


@board_view("told", "What you told us", "agents/board/_told.html", shown=always, order=90)
def told_view(trip: Trip, query: Mapping[str, str]) -> dict[str, Any]:
    return {"lines": _standing(fact_history.history_of(trip)), "questions": fact_history.questions_of(trip)}


def _standing(lines: list[HistoryLine]) -> list[tuple[HistoryLine, list[HistoryLine]]]:
    """Each with those that it replaced, the newest first."""
    found: list[tuple[HistoryLine, list[HistoryLine]]] = []
    for line in lines:
        for newest, before in found:
            last = before[-1] if before else newest
            if (last.label, last.old) == (line.label, line.new):
                before.append(line)
                break
        else:
            found.append((line, []))
    return found
