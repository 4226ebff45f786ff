"""What a message holds beside the errand that is done: questions are answered, the rest is named as left."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from agents.offline.in_between import UNANSWERED, answer_question
from agents.offline.on_bookings import about_bookings
from agents.view import TripView
from trips.facts import apply_changes
from trips.reading import understand
from trips.reading.routing import Part
from trips.reading.routing.requests import asks_to_book

if TYPE_CHECKING:
    from agents.offline.routing import Errand

LEFT = "Left for a message of its own: {parts}."
_MOST = 4
#: What takes the whole message as it is said; a report also reads what was eaten and wished for.
_TAKES_ALL = frozenset({"remember", "forget", "memory", "next", "reset", "select"})


def left_over(view: TripView, parts: Sequence[Part], errands: Sequence[Errand]) -> str:
    """One or two sentences, "" where the errands are all that the message asks for."""
    done = {one.command for one in errands}
    if "feedback" in done:
        done |= {"plan", "cost"}  # it reads wishes for the days that follow, and what was paid
    if len(parts) < 2 or done & _TAKES_ALL:
        return ""
    answers: list[str] = []
    left: list[str] = []
    for part in parts:
        if asks_to_book(part.text):
            answers.append(about_bookings(part.text, view))
        elif part.command and part.command not in done:
            left.append(part.text)
        elif part.owner == "question" and not part.command:
            answer = answer_question(part.text, view)
            (left.append(part.text) if answer in UNANSWERED else answers.append(answer))
        elif part.owner == "unread" or (
            part.owner == "facts" and "feedback" not in done and _changes(part, view)
        ):
            left.append(part.text)
    said = [*answers, *([LEFT.format(parts=_quoted(left))] if left else [])]
    return " ".join(said)


def _changes(part: Part, view: TripView) -> bool:
    read = understand(part.text, today=view.today, gazetteer=view.gazetteer, facts=view.facts, planned=True)
    changed = apply_changes(view.facts, read.changes, today=view.today, gazetteer=view.gazetteer)
    return changed.facts != view.facts


def _quoted(parts: Iterable[str]) -> str:
    return ", ".join(f"“{part.rstrip('.!')[:120]}”" for part in [*parts][:_MOST])
