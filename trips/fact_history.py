"""How the facts came to be, and what became of the questions: what the history shows."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from django.db import transaction
from pydantic import ValidationError

from trips import fact_log
from trips.facts import describe, label_of
from trips.facts.naming import group_label
from trips.models import FactChange, Question, Trip
from trips.schemas import TripFacts

BY = {
    FactChange.By.TRAVELLER: "in your words",
    FactChange.By.FORM: "in the form",
    FactChange.By.SYSTEM: "assumed",
}


class NotTheNewest(Exception):
    """Something newer changed the same fact: undoing this one would undo that as well."""


@dataclass(frozen=True)
class HistoryLine:
    """One change as people read it."""

    change: FactChange
    label: str
    old: str
    new: str
    may_undo: bool
    follows: tuple[str, ...] = ()  # what changed with it: the length of the trip with its last day
    earlier: tuple[FactChange, ...] = ()  # what the same message had said of it before, the newest first

    @property
    def by(self) -> str:
        """Who or what made it; an undo says what it undid, a fact that moved with the plan how."""
        if self.change.op in ("undo", fact_log.WITH_THE_PLAN):
            return self.change.reason
        return BY[FactChange.By(self.change.by)]

    @property
    def reason(self) -> str:
        return "" if self.by == self.change.reason else self.change.reason

    @property
    def turn_number(self) -> int | None:
        """The turn whose message or answer this came from."""
        if self.change.message and self.change.message.turn:
            return self.change.message.turn.number
        return self.change.turn.number if self.change.turn else None


def history_of(trip: Trip) -> list[HistoryLine]:
    """The changes, the newest first; what one message says of a fact is one."""
    changes = list(trip.fact_changes.select_related("message__turn", "turn").order_by("seq"))
    undoable = undoable_changes(changes)
    lines: list[HistoryLine] = []
    for rows in _made_together(changes):
        line = _line(rows, rows[0].seq in undoable)
        if lines and _goes_on(lines[-1], line):
            before = lines.pop()
            line = replace(line, old=before.old, earlier=(before.change, *before.earlier))
        lines.append(line)
    return lines[::-1]


def _goes_on(before: HistoryLine, line: HistoryLine) -> bool:
    """Is it the same fact, told more exactly by the same message?"""
    one, other = before.change, line.change
    alone = before.may_undo or {"undo", fact_log.WITH_THE_PLAN} & {one.op, other.op}
    told = other.message_id is not None and not alone
    return told and (one.message_id, before.label, before.new) == (other.message_id, line.label, line.old)


def _line(rows: list[FactChange], may_undo: bool) -> HistoryLine:
    """Parts of one fact that changed together are told as the whole: "When 15–18 February 2027 (4 days)"."""
    first, *others = rows
    root = first.path.partition(".")[0]
    before = first.before.get(root)
    if root != first.path and isinstance(before, dict):
        parts = {row.path.partition(".")[2]: row.new for row in rows if row.path.startswith(f"{root}.")}
        old, new = spoken(root, before), spoken(root, before | parts)
        if new not in ("", old):
            follows = [row for row in others if not row.path.startswith(f"{root}.")]
            return HistoryLine(first, group_label(root), old, new, may_undo, _told(follows))
    label = label_of(first.path, first.subject)
    old, new = spoken(first.path, first.old), spoken(first.path, first.new)
    return HistoryLine(first, label, old, new, may_undo, _told(others))


def _told(rows: list[FactChange]) -> tuple[str, ...]:
    return tuple(filter(None, (spoken(row.path, row.new) for row in rows)))


def questions_of(trip: Trip) -> list[Question]:
    """The open ones first, then the answered and those left open, the newest first."""
    order = list(Question.Status)
    questions = trip.questions.select_related("answered_by__turn").order_by("-pk")
    return sorted(questions, key=lambda question: order.index(question.status))


def undoable_changes(changes: Iterable[FactChange]) -> set[int]:
    """The numbers of the changes that can be undone now: of each fact the newest not undone yet.

    An undo puts back what stood before, so undoing an older change would take newer ones along. What
    follows from a change (the last day from first day and length) stands in rows with the same
    `before`: they come and go together, and the first of them is the one to undo. What moved with the plan
    goes back with the plan.
    """
    standing: dict[str, list[FactChange]] = {}
    for first, *_others in _made_together(sorted(changes, key=lambda row: row.seq)):
        rows = standing.setdefault(_root_of(first), [])
        if first.op != "undo":
            rows.append(first)
        elif rows:
            rows.pop()
    newest = (rows[-1] for rows in standing.values() if rows)
    return {row.seq for row in newest if row.op != fact_log.WITH_THE_PLAN}


@transaction.atomic
def undo(trip: Trip, change: FactChange) -> None:
    """Undo the newest change of a fact, with what the history tells as one with it. Raises NotTheNewest."""
    fact_log.locked(trip)
    line = next((line for line in history_of(trip) if line.change == change), None)
    if line is None or not line.may_undo:
        raise NotTheNewest
    for one in (change, *line.earlier):
        fact_log.undo_change(trip, one)


def spoken(path: str, value: object) -> str:
    """The stored value of a path as people read it: "15 February 2027", "2 adults", "Tokyo, Kyoto"."""
    if value in (None, "", [], {}):
        return ""
    root, _, name = path.partition(".")
    try:
        facts = TripFacts.model_validate({root: {name: value} if name else value})
    except ValidationError:  # destinations are logged by name
        return _plain_words(value)
    return ", ".join(line.text for line in describe(facts)) or _plain_words(value)


def _plain_words(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(map(_plain_words, value))
    if isinstance(value, dict):
        return f"{value['nights']} in {value['city']}" if "nights" in value and "city" in value else ""
    return str(value).replace("_", " ")


def _made_together(changes: Iterable[FactChange]) -> list[list[FactChange]]:
    """Rows one after the other that started from the same facts are one change and what follows."""
    groups: list[list[FactChange]] = []
    for row in changes:
        if groups and row.op != "undo" and groups[-1][0].before == row.before:
            groups[-1].append(row)
        else:
            groups.append([row])
    return groups


def _root_of(change: FactChange) -> str:
    """The part of the facts that an undo of this change puts back."""
    return next(iter(change.before), change.path.split(".")[0])
