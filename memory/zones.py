"""The zones of a brief that come from what is remembered: the traveller, insights, an agent's notes.

Each is read by a few queries that take at most as many rows as it shows, so that they stay as fast with
100,000 notes as with ten. Who may read what is `memory.visibility`'s to say; with a switch off, nothing is.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Q, QuerySet

from memory.models import Document, DocumentLine, Note
from memory.registry import Policy
from memory.switches import remembers
from memory.visibility import readable
from trips.models import Trip, Turn

EPISODES = 10
INSIGHTS = 15
PINNED = 10
EPHEMERAL = 25
TRAVELLER_PINNED = 25
NOTHING = "(nothing yet)"

TRAVELLER_HEADING = "## Traveller [auto-refreshed]"
INSIGHTS_HEADING = "## Cross-Agent Insights [auto-refreshed]"
NOTES_HEADING = "## Agent Notes [accumulated]"
SELF_HEADING = "## Agent Memory [self-managed]"

_NAMESPACES = (
    (Document.Namespace.PROFILE, "Profile:"),
    (Document.Namespace.COMPANY, "Company:"),
    (Document.Namespace.PREFERENCES, "Preferences:"),
    (Document.Namespace.EPISODES, "Earlier:"),
)


@dataclass(frozen=True)
class Zone:
    """Lines under a heading, and the notes and lines of documents they come from (in their order)."""

    heading: str
    lines: tuple[str, ...] = ()
    note_ids: tuple[int, ...] = ()
    line_ids: tuple[int, ...] = ()

    @property
    def text(self) -> str:
        """Empty when there is nothing to tell."""
        return "\n".join((self.heading, *self.lines)) if self.lines else ""

    def first(self, count: int) -> Zone:
        """Only so many lines, of a zone whose lines are notes."""
        return Zone(self.heading, self.lines[:count], self.note_ids[:count], self.line_ids)


def traveller_zone(owner, *, trip: Trip | None = None, turn: Turn | None = None) -> Zone:
    """What holds for the traveller whatever the trip: namespaces, the last episodes, pinned notes.

    `trip`: the traveller's own pinned notes about it come too. `turn`: the one that runs now.
    """
    if not remembers(owner, trip):
        return Zone(TRAVELLER_HEADING)
    told: list[str] = []
    line_ids: list[int] = []
    by_namespace = _document_lines(owner)
    for namespace, label in _NAMESPACES:
        rows = by_namespace.get(namespace, [])
        if namespace == Document.Namespace.EPISODES:
            rows = rows[-EPISODES:]
        if rows:
            told += [label, *(f"- {text}" for _pk, text in rows)]
            line_ids += [pk for pk, _text in rows]
    notes = _rows(_closed_turns(_pinned_by_traveller(owner, trip), turn), TRAVELLER_PINNED)
    if notes:
        told += ["Pinned:", *(_own_line(row, marks=False) for row in notes)]
    return Zone(TRAVELLER_HEADING, tuple(told), tuple(row.pk for row in notes), tuple(line_ids))


def shared_insights(trip: Trip, agent: str, turn: Turn | None = None, *, owner=None) -> Zone:
    """What other agents (and the traveller) shared on this trip in earlier turns, with their names."""
    owner = owner or trip.owner
    if not remembers(owner, trip):
        return Zone(INSIGHTS_HEADING)
    shared = readable(owner, agent=agent, trip=trip, turn=turn).filter(trip=trip, shared=True)
    rows = _rows(shared.exclude(agent=agent).exclude(agent="", pinned=True), INSIGHTS)
    lines = tuple(f"[{row.agent or 'traveller'}] - [shared] {_said(row)}" for row in rows)
    return Zone(INSIGHTS_HEADING, lines, tuple(row.pk for row in rows))


def agent_notes(trip: Trip, agent: str, turn: Turn | None = None, *, owner=None, every: bool = False) -> Zone:
    """An agent's own notes: at most 10 pinned and 25 others, the newest; `every`: all (for a file)."""
    owner = owner or trip.owner
    if not remembers(owner, trip):
        return Zone(NOTES_HEADING)
    own = readable(owner, agent=agent, trip=trip, turn=turn).filter(agent=agent)
    here = own.filter(trip=trip)
    pinned = _rows(here.filter(pinned=True), None if every else PINNED)
    others = _rows(here.filter(pinned=False), None if every else EPHEMERAL)
    others += _rows(own.filter(trip=None, pinned=False), None if every else EPHEMERAL)
    others.sort(key=lambda row: (row.created, row.pk), reverse=True)
    rows = [*pinned, *(others if every else others[:EPHEMERAL])]
    return Zone(NOTES_HEADING, tuple(_own_line(row) for row in rows), tuple(row.pk for row in rows))


def self_managed(trip: Trip, policy: Policy, *, owner=None) -> Zone:
    """The text an agent wrote for itself, as it is."""
    from memory.documents import own_text

    text = own_text(trip, policy.agent)[0] if remembers(owner or trip.owner, trip) else ""
    return Zone(SELF_HEADING, (text,) if text.strip() else ())


# --- Rows ----------------------------------------------------------------------------------------


def _document_lines(owner) -> dict[str, list[tuple[int, str]]]:
    """Active lines by namespace, in their order: one query."""
    rows: dict[str, list[tuple[int, str]]] = {}
    active = DocumentLine.objects.filter(document__owner=owner, status=DocumentLine.Status.ACTIVE)
    for namespace, pk, text in active.order_by("position", "pk").values_list(
        "document__namespace", "pk", "text"
    ):
        rows.setdefault(namespace, []).append((pk, text))
    return rows


def _pinned_by_traveller(owner, trip: Trip | None) -> QuerySet[Note]:
    about = Q(trip=None) if trip is None else Q(trip=None) | Q(trip=trip, agent="")
    return readable(owner, agent="", trip=trip).filter(about, pinned=True)


def _closed_turns(notes: QuerySet[Note], turn: Turn | None) -> QuerySet[Note]:
    """Nothing of a turn that runs: neither of this one nor of another trip's."""
    closed = Q(turn=None) | ~Q(turn__status__in=Turn.UNFINISHED)
    return notes.filter(closed if turn is None else closed & (Q(turn=None) | ~Q(turn=turn)))


def _rows(notes: QuerySet[Note], limit: int | None) -> list:
    """Pinned first, then the newest."""
    newest = notes.order_by("-pinned", "-created", "-pk")
    fields = ("pk", "agent", "text", "pinned", "shared", "created", "member__name", "member_id")
    return list(newest.values_list(*fields, named=True)[:limit])


def _own_line(row, marks: bool = True) -> str:
    shown = "[pinned] " * row.pinned + "[shared] " * row.shared if marks else ""
    return f"- {shown}{_said(row)}"


def _said(row) -> str:
    return f"{row.member__name or 'a companion'}: {row.text}" if row.member_id else row.text
