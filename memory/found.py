"""What was found out for a trip and can be searched beside what was said: how it is told, who may find it.

Findings, practical facts of its cities, the summary of its conversation; each with where it comes from.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from memory.models import SearchRow, Summary
from memory.sections.research import DETAILS
from trips.models import CityIntel, Finding, Message, Turn

if TYPE_CHECKING:
    from memory.findable import Reader

FINDING, INTEL, SUMMARY = (
    SearchRow.Kind.FINDING.value,
    SearchRow.Kind.INTEL.value,
    SearchRow.Kind.SUMMARY.value,
)
Found = Finding | CityIntel | Summary
#: Whose words they are.
AUTHORS = {FINDING: "research", INTEL: "research", SUMMARY: "summary"}
#: What else a finding's data may say, beside what a brief tells of it.
_MORE = ("dishes", "diet", "meals")
_LONGEST_SOURCE = 80


def kind_of(row: Found) -> str:
    if isinstance(row, Finding):
        return FINDING
    return INTEL if isinstance(row, CityIntel) else SUMMARY


def head_of(row: Found) -> str:
    """What it is and where it comes from: told whatever part of its text answers."""
    if isinstance(row, Summary):
        return f"Summary of the first {row.up_to} messages: "
    rests_on = (row.grade, row.source[:_LONGEST_SOURCE], f"{row.researched_at:%Y-%m-%d}")
    source = ", ".join(filter(None, rests_on))
    if isinstance(row, CityIntel):
        return f"{row.city}, practical facts ({source}): "
    marks = [row.kind, row.city, row.tier, "kept" if row.state == Finding.State.KEPT else ""]
    return f"{row.name} ({', '.join(filter(None, marks))}; {source})" + (": " if text_of(row) else "")


def text_of(row: Found) -> str:
    """What it says; of a finding never why it has its tier, which may repeat what somebody said."""
    if isinstance(row, Summary):
        return row.text
    if isinstance(row, CityIntel):
        return "; ".join(f"{topic}: {_said(sentence)}" for topic, sentence in row.data.items() if sentence)
    return "; ".join(_said(row.data[key]) for key in (*DETAILS, *_MORE) if row.data.get(key))


def words_of_row(row: Found) -> str:
    """All that is searched, and must not hold what was forgotten."""
    return f"{head_of(row)} {text_of(row)}"


def said_at(row: Found):
    return row.created if isinstance(row, Summary) else row.researched_at


def _said(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


# --- Who may find them -----------------------------------------------------------------------------


def findings(reader: Reader) -> QuerySet[Finding]:
    """But what is not for this traveller."""
    return _of_ended_turns(reader, Finding.objects.exclude(state=Finding.State.DISMISSED))


def intel(reader: Reader) -> QuerySet[CityIntel]:
    return _of_ended_turns(reader, CityIntel.objects.all())


def summaries(reader: Reader) -> QuerySet[Summary]:
    """An agent has that of its own trip before it; of others only where the owner alone has spoken, and
    nothing of what it covers while remembering was off."""
    rows = Summary.objects.filter(trip__in=reader.trips)
    if not reader.agent:
        return rows
    others = _another_members().filter(trip=OuterRef("trip"))
    covered = unheard().filter(trip=OuterRef("trip"), position__lte=OuterRef("up_to"))
    return rows.exclude(trip=_here(reader)).filter(~Exists(others), ~Exists(covered))


QUERIES: dict[str, Callable[[Any], QuerySet]] = {FINDING: findings, INTEL: intel, SUMMARY: summaries}


def _of_ended_turns(reader: Reader, rows: QuerySet) -> QuerySet:
    """Of the reader's trips; for an agent nothing of a turn that goes on, and nothing of another trip that
    another member than the owner had asked for, or anybody while remembering was off."""
    rows = rows.filter(trip__in=reader.trips)
    if reader.agent:
        asked = _another_members().filter(turn=OuterRef("turn"))
        said = unheard().filter(turn=OuterRef("turn"))
        rows = rows.filter(Q(trip=_here(reader)) | ~Exists(asked) & ~Exists(said))
        rows = rows.exclude(turn__status__in=Turn.UNFINISHED)
    return rows


def _here(reader: Reader) -> int | None:
    return reader.trip.pk if reader.trip else reader.turn.trip_id if reader.turn else None


def unheard() -> QuerySet[Message]:
    """What was said while remembering was off (`memory/hearing.py`)."""
    return Message.objects.filter(unheard__isnull=False)


def _another_members() -> QuerySet[Message]:
    return Message.objects.filter(author=Message.Author.TRAVELLER, by_owner=False)
