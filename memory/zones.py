"""The zones of a brief that come from what is remembered: the traveller, insights, an agent's notes.

Each takes at most as many rows as it shows, so that it stays as fast with 100,000 notes as with ten. Who may
read what is `memory.visibility`'s to say; with a switch off, nothing is told.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable
from dataclasses import dataclass

from memory import remembered
from memory.documents import own_text
from memory.hidden_words import masked
from memory.models import Document
from memory.registry import Policy
from memory.remembered import Row
from memory.sections.inline import inline
from memory.switches import remembers
from memory.text import TRAVELLERS_WORDS, normalised, one_line
from memory.visibility import readable, today_of
from memory.whose import asked_by_owner
from trips.models import Trip, Turn

EPISODES = 10
NOTHING = "(nothing yet)"

TRAVELLER_HEADING = "## Traveller [auto-refreshed]"
INSIGHTS_HEADING = "## Cross-Agent Insights [auto-refreshed]"
NOTES_HEADING = "## Agent Notes [accumulated]"
SELF_HEADING = "## Agent Memory [self-managed]"

_DELIMITER = re.compile(r"-{3,} *(?:END +)?[\w ]*(?:MEMORY|CONTEXT) *-{3,}", re.IGNORECASE)
#: The heading of a zone or section, as far as to its text.
_HEADING = re.compile(
    r"^[ \t]*#(?=[^\n]*\[\s*(?:auto-refreshed|accumulated|self-managed)\s*\])", re.IGNORECASE | re.MULTILINE
)
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


def traveller_zone(
    owner,
    *,
    trip: Trip | None = None,
    turn: Turn | None = None,
    today: dt.date | None = None,
    beyond: bool | None = None,
) -> Zone:
    """What holds for the traveller whatever the trip: namespaces, the last episodes, pinned notes.

    `trip`: the traveller's own pinned notes about it come too. `turn`: the one that runs now; nothing of it,
    and where another member asked for it nothing but the notes of its trip and the owner's words in it that
    became lines: in those words, since a line can say more.
    `today`: where the traveller is, `beyond`: did the owner ask, for who has worked it out already.
    """
    if not remembers(owner, trip):
        return Zone(TRAVELLER_HEADING)
    told: list[str] = []
    line_ids: list[int] = []
    beyond = asked_by_owner(turn) if beyond is None else beyond
    by_namespace = remembered.document_lines(owner.pk) if beyond else {}
    for namespace, label in _NAMESPACES:
        rows = by_namespace.get(namespace, [])
        if namespace == Document.Namespace.EPISODES:
            rows = rows[-EPISODES:]
        if rows:
            told += [label, *(f"- {text}" for _pk, text in rows)]
            line_ids += [pk for pk, _text in rows]
    if not beyond and trip is not None and (said := remembered.said_here(owner.pk, trip)):
        told += [
            "Said in this trip:",
            *_once(f"- {TRAVELLERS_WORDS}{one_line(quote)}" for _pk, quote in said),
        ]
        line_ids += [pk for pk, _quote in said]
    notes = remembered.pinned_by_traveller(owner.pk, trip, today, turn, beyond=beyond)
    if notes:
        told += ["Pinned:", *(_own_line(row, marks=False) for row in notes)]
    return Zone(TRAVELLER_HEADING, tuple(told), tuple(row.pk for row in notes), tuple(line_ids))


def shared_insights(
    trip: Trip,
    agent: str,
    turn: Turn | None = None,
    *,
    owner=None,
    today: dt.date | None = None,
    beyond: bool | None = None,
) -> Zone:
    """What other agents shared and the traveller noted in earlier turns, with their names: of this trip and,
    where the owner asked, about the traveller."""
    owner = owner or remembered.owner_of(trip)
    if not remembers(owner, trip):
        return Zone(INSIGHTS_HEADING)
    beyond = asked_by_owner(turn) if beyond is None else beyond
    rows = remembered.insights(owner.pk, trip, agent, today or today_of(trip), turn, beyond=beyond)
    lines = tuple(f"[{row.agent or 'traveller'}] - {'[shared] ' * row.shared}{line_of(row)}" for row in rows)
    return Zone(INSIGHTS_HEADING, lines, tuple(row.pk for row in rows))


def agent_notes(
    trip: Trip, agent: str, *, owner=None, today: dt.date | None = None, beyond: bool = True
) -> Zone:
    """An agent's own notes: at most 10 pinned and 25 others, the newest. `beyond`: also those about the
    traveller."""
    owner = owner or remembered.owner_of(trip)
    if not remembers(owner, trip):
        return Zone(NOTES_HEADING)
    rows = remembered.own_notes(owner.pk, trip, agent, today or today_of(trip), beyond=beyond)
    return _notes_zone(rows)


def standing_notes(trip: Trip, agent: str) -> list[Row]:
    """All of an agent's standing notes of this trip: pinned ones first, then the newest."""
    own = readable(trip.owner, agent=agent, trip=trip).filter(agent=agent, trip=trip)
    rows = remembered.told(own.order_by("-pinned", "-created", "-pk"))
    return [Row(*columns) for columns in rows]


def every_note(trip: Trip, agent: str) -> Zone:
    """Those for a file. What several say stands there once, with the marks of all: read back into a trip
    they would be one."""
    return _notes_zone(remembered.once_each(standing_notes(trip, agent)))


def self_managed(trip: Trip, policy: Policy, *, owner=None) -> Zone:
    """The text an agent wrote for itself. Only a line that would pass for a delimiter or a heading of memory
    is marked by a backslash: what the agent keeps is never edited, and must neither end the brief nor speak
    for our own data. What the traveller has forgotten is not told, and is there again after an undo."""
    owner = owner or remembered.owner_of(trip)
    text = masked(owner, own_text(trip, policy.agent)[0]) if remembers(owner, trip) else ""
    for structure in (_DELIMITER, _HEADING):
        text = structure.sub(r"\\\g<0>", text)
    return Zone(SELF_HEADING, (text,) if text.strip() else ())


def _notes_zone(rows: list[Row]) -> Zone:
    return Zone(NOTES_HEADING, tuple(_own_line(row) for row in rows), tuple(row.pk for row in rows))


def _own_line(row: Row, marks: bool = True) -> str:
    shown = "[pinned] " * row.pinned + "[shared] " * row.shared if marks else ""
    return f"- {shown}{line_of(row)}"


def line_of(row: Row) -> str:
    """What is said, of whom: a name was typed by somebody, and may end no brief."""
    return row._replace(member_name=inline(row.member_name)).said if row.member_name else row.said


def _once(lines: Iterable[str]) -> list[str]:
    """Several lines can rest on the same words."""
    return list({normalised(line): line for line in lines}.values())
