"""What a message holds beside the errand that is done: questions are answered, the rest is named as left."""

from __future__ import annotations

from collections.abc import Sequence

from agents.offline.in_between import UNANSWERED, answer_question
from agents.offline.on_bookings import about_bookings
from agents.view import TripView
from trips.facts import apply_changes
from trips.reading.edits import read_edits
from trips.understanding import understand
from trips.understanding.booking_words import asks_to_book
from trips.understanding.errands import Errand, Setting, errand_of
from trips.understanding.message_parts import parts_of

LEFT = "Left for a message of its own: {parts}."
_MOST = 4
_MOST_READ = 8  # parts
#: What takes the whole message as it is said; a report also reads what was eaten and wished for.
_TAKES_ALL = frozenset({"remember", "forget", "memory", "next", "reset", "select"})
_TAKES_FACTS = _TAKES_ALL | {"feedback"}


def left_over(view: TripView, setting: Setting, errands: Sequence[Errand]) -> str:
    """One or two sentences, "" where the errands are all that the message asks for."""
    commands = {one.command for one in errands}
    if "feedback" in commands:
        commands |= {"plan", "cost"}  # it reads wishes for the days that follow, and what was paid
    parts = parts_of(view.message)
    if len(parts) < 2 or commands & _TAKES_ALL:
        return ""
    answers: list[str] = []
    left: list[str] = []
    for part in parts[:_MOST_READ]:
        errand = errand_of(part, setting)
        if errand is not None:
            if errand.command not in commands:
                left.append(part)
            continue
        if asks_to_book(part):
            answers.append(about_bookings(part, view))
        elif _is_a_wish(part, setting):
            continue
        else:
            _read(part, view, answers, left, facts_too=not commands & _TAKES_FACTS)
    said = [*answers, *([LEFT.format(parts=_quoted(left))] if left else [])]
    return " ".join(said)


def without_asides(text: str, setting: Setting) -> str:
    """The message without its questions and without what it wants booked: those are answered beside it."""
    parts = parts_of(text)
    asides = {part for part in parts if asks_to_book(part)}
    asides |= {part for part in parts[: 2 * _MOST_READ] if _only_asks(part, setting)}
    kept = [part for part in parts if part not in asides]
    return ". ".join(part.rstrip(" .;") for part in kept) if len(kept) < len(parts) else ""


def _only_asks(part: str, setting: Setting) -> bool:
    return part.endswith("?") and errand_of(part, setting) is None


def _is_a_wish(part: str, setting: Setting) -> bool:
    """The planner says itself what of its own words it could not read."""
    if setting.plan is None:
        return False
    wish = read_edits(part, setting.plan, setting.facts, setting.gazetteer, today=setting.today)
    return bool(wish.edits or wish.problems or wish.unread)


def _read(part: str, view: TripView, answers: list[str], left: list[str], *, facts_too: bool) -> None:
    read = understand(part, today=view.today, gazetteer=view.gazetteer, facts=view.facts, planned=True)
    if read.question:
        answer = answer_question(read.question, view)
        if answer in UNANSWERED:
            left.append(part)
        else:
            answers.append(answer)
        return
    changed = apply_changes(view.facts, read.changes, today=view.today, gazetteer=view.gazetteer)
    if facts_too and changed.facts != view.facts:
        left.append(part)


def _quoted(parts: Sequence[str]) -> str:
    return ", ".join(f"“{part.rstrip('.!')[:120]}”" for part in parts[:_MOST])
