"""What somebody may find, and what it says now: asked of the live rows, whatever the index holds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Model, Q, QuerySet

from memory.models import DocumentLine, Note, SearchRow
from memory.ranking import Candidate
from memory.visibility import readable
from trips.models import Message, Traveller, Trip, Turn

MESSAGE, NOTE, LINE = (
    SearchRow.Kind.MESSAGE.value,
    SearchRow.Kind.NOTE.value,
    SearchRow.Kind.LINE.value,
)
BATCH = 500  # ids in one question to the database


@dataclass(frozen=True)
class Reader:
    """Who searches: the owner's agent ("" = the owner), for a trip or for all, in a turn or on a page."""

    owner: Traveller
    agent: str = ""
    trip: Trip | None = None
    turn: Turn | None = None

    def notes(self) -> QuerySet[Note]:
        return readable(self.owner, agent=self.agent, trip=self.trip, turn=self.turn)

    def lines(self, namespace: str | None = None) -> QuerySet[DocumentLine]:
        rows = DocumentLine.objects.filter(document__owner=self.owner, status=DocumentLine.Status.ACTIVE)
        return rows.filter(document__namespace=namespace) if namespace else rows

    def messages(self) -> QuerySet[Message]:
        """Of trips the owner owns; for an agent nothing of a turn that is still going on."""
        trips = Trip.objects.owned_by(self.owner)
        if self.trip is not None:
            trips = trips.filter(pk=self.trip.pk)
        elif self.agent:
            trips = trips.filter(remember=True)
        return Message.objects.filter(trip__in=trips).exclude(self._going_on())

    def _going_on(self) -> Q:
        now = Q(turn=self.turn) if self.turn is not None else Q(pk__in=())
        return now | Q(turn__status__in=Turn.UNFINISHED) if self.agent else now

    def of(self, candidates: Sequence[Candidate]) -> list[Candidate]:
        """Those of the candidates that may be found, in their order."""
        ids = {
            kind: [row.object_id for row in candidates if row.kind == kind] for kind in (MESSAGE, NOTE, LINE)
        }
        open_to = {
            NOTE: _among(self.notes(), ids[NOTE]),
            LINE: _among(self.lines(), ids[LINE]),
            MESSAGE: _among(self.messages(), ids[MESSAGE]),
        }
        return [row for row in candidates if row.object_id in open_to.get(row.kind, ())]

    def live(self, candidates: Sequence[Candidate]) -> dict[tuple[str, int], Note | DocumentLine | Message]:
        """The rows themselves; one that is gone or has been closed since it was indexed is not among them."""
        rows: dict[tuple[str, int], Model] = {}
        for kind, all_of_kind in ((NOTE, self.notes), (LINE, self.lines), (MESSAGE, self.messages)):
            ids = [row.object_id for row in candidates if row.kind == kind]
            if ids:
                rows |= {(kind, row.pk): row for row in all_of_kind().filter(pk__in=ids)}
        return rows


def author(row: Note | DocumentLine) -> str:
    """Whose words, as a person reads it: an agent's name before the kind of author."""
    return (row.agent if isinstance(row, Note) else "") or row.author


def _among(rows: QuerySet, ids: Sequence[int]) -> set[int]:
    found: set[int] = set()
    for at in range(0, len(ids), BATCH):
        found.update(rows.filter(pk__in=ids[at : at + BATCH]).values_list("pk", flat=True))
    return found
