"""What somebody may find, and what it says now: asked of the live rows, whatever the index holds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial

from django.db.models import Exists, Model, OuterRef, Q, QuerySet

from memory import found as found_out
from memory.models import DocumentLine, Note, SearchRow
from memory.prepared import Prepared
from memory.ranking import Candidate, Key
from memory.visibility import readable
from memory.whose import asked_by_owner
from trips.models import Message, Traveller, Trip, Turn

MESSAGE, NOTE, LINE = (
    SearchRow.Kind.MESSAGE.value,
    SearchRow.Kind.NOTE.value,
    SearchRow.Kind.LINE.value,
)
Findable = Note | DocumentLine | Message | found_out.Found
BATCH = 500  # ids in one question to the database
_OWNED = Prepared(
    lambda owner: [Trip.objects.owned_by(owner).order_by().values_list("pk", "remember")], owner=int
)


@dataclass(frozen=True)
class Reader:
    """Who searches: the owner's agent ("" = the owner), for a trip or for all, in a turn or on a page. In a
    turn that another member asked for an agent finds what is of that trip, and nothing else of the owner."""

    owner: Traveller
    agent: str = ""
    trip: Trip | None = None
    turn: Turn | None = None

    @cached_property
    def beyond(self) -> bool:
        """May it find what is about the owner, and of the owner's other trips?"""
        return not self.agent or asked_by_owner(self.turn)

    @property
    def within(self) -> int | None:
        """The trip whose rows it looks through, beside those of no trip; None: all trips."""
        if self.trip is None and not self.beyond:
            return self.turn.trip_id
        return self.trip.pk if self.trip else None

    def notes(self) -> QuerySet[Note]:
        return readable(self.owner, agent=self.agent, trip=self.trip, turn=self.turn)

    def lines(self, namespace: str | None = None) -> QuerySet[DocumentLine]:
        if not self.beyond:
            return DocumentLine.objects.none()
        rows = DocumentLine.objects.filter(document__owner=self.owner, status=DocumentLine.Status.ACTIVE)
        return rows.filter(document__namespace=namespace) if namespace else rows

    @cached_property
    def trips(self) -> frozenset[int]:
        """The trips, by id, of which it finds what was said and found out: asked for once a search."""
        owned = {pk: remember for _, pk, remember in _OWNED.rows(owner=self.owner.pk)}
        if not self.beyond:
            owned = {pk: remember for pk, remember in owned.items() if pk == self.turn.trip_id}
        if self.trip is not None:
            return frozenset(owned.keys() & {self.trip.pk})
        return frozenset(pk for pk, remember in owned.items() if remember or not self.agent)

    def messages(self) -> QuerySet[Message]:
        """Of the owner's trips, but what something forgotten came from; for an agent nothing of a turn that
        is still going on, and of other trips only what the owner said there while it was remembered, and
        what was answered to that."""
        rows = Message.objects.filter(trip__in=self.trips, silence=None)
        if self.agent:
            here = self.trip.pk if self.trip else self.turn.trip_id if self.turn else None
            unheard = found_out.unheard().filter(turn=OuterRef("turn"))
            rows = rows.filter(Q(trip=here) | Q(by_owner=True, unheard=None) & ~Exists(unheard))
        if self.turn is not None:
            rows = rows.exclude(turn=self.turn)
        return rows.exclude(turn__status__in=Turn.UNFINISHED) if self.agent else rows

    def of(self, candidates: Sequence[Candidate]) -> tuple[list[Candidate], dict[Key, Key]]:
        """Those of the candidates that may be found, in their order, and which message each rests on.

        Messages are judged by their trip only: `live` looks at each.
        """
        kept = {
            (kind, pk): (MESSAGE, message)
            for kind, rows in ((NOTE, self.notes), (LINE, self.lines))
            for pk, message in _among(rows, [row.object_id for row in candidates if row.kind == kind])
        }
        kept |= {
            (kind, pk): (MESSAGE, None)
            for kind, rows in found_out.QUERIES.items()
            for pk in _there(partial(rows, self), [row.object_id for row in candidates if row.kind == kind])
        }
        found = [
            row
            for row in candidates
            if (row.trip_id in self.trips if row.kind == MESSAGE else row.key in kept)
        ]
        return found, {key: source for key, source in kept.items() if source[1]}

    def outdated(self, candidates: Sequence[Candidate]) -> set[Key]:
        """Messages of which sentences were kept that do not hold any more, or not yet, and none that does."""
        ids = [row.object_id for row in candidates if row.kind == MESSAGE]
        rows = Note.objects.owned_by(self.owner).filter(message__in=ids) if ids else Note.objects.none()
        kept = list(rows.order_by().values_list("pk", "message", "status"))
        if not kept:
            return set()
        holds = set(
            readable(self.owner, agent="").filter(message__in=ids).order_by().values_list("pk", flat=True)
        )
        good = {message for pk, message, status in kept if pk in holds or status == Note.Status.PROPOSED}
        return {(MESSAGE, message) for _, message, _ in kept if message not in good}

    def live(self, candidates: Sequence[Candidate]) -> dict[Key, Findable]:
        """The rows themselves; one that is gone or may not be found is not among them."""
        rows: dict[tuple[str, int], Model] = {}
        queries = {NOTE: self.notes, LINE: self.lines, MESSAGE: self.messages}
        queries |= {kind: partial(query, self) for kind, query in found_out.QUERIES.items()}
        for kind, all_of_kind in queries.items():
            ids = [row.object_id for row in candidates if row.kind == kind]
            if ids:
                rows |= {(kind, row.pk): row for row in all_of_kind().filter(pk__in=ids).order_by()}
        return rows


def author(row: Note | DocumentLine) -> str:
    """Whose words, as a person reads it: an agent's name before the kind of author."""
    return (row.agent if isinstance(row, Note) else "") or row.author


def _there(rows: Callable[[], QuerySet], ids: Sequence[int]) -> list[int]:
    """Those of the ids that are among the rows."""
    found: list[int] = []
    for at in range(0, len(ids), BATCH):
        found += rows().filter(pk__in=ids[at : at + BATCH]).order_by().values_list("pk", flat=True)
    return found


def _among(rows: Callable[[], QuerySet], ids: Sequence[int]) -> list[tuple[int, int | None]]:
    """Id and source message of those of the ids that are among the rows."""
    found: list[tuple[int, int | None]] = []
    for at in range(0, len(ids), BATCH):
        found += rows().filter(pk__in=ids[at : at + BATCH]).order_by().values_list("pk", "message")
    return found
