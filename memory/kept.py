"""What is kept about one traveller, as their page shows it. Every query here begins with the owner, and
finds nothing without one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import ceil
from uuid import UUID

from django.db.models import Count, F, Max, Q, QuerySet, Window
from django.db.models.functions import RowNumber
from django.urls import reverse

from config import clock
from memory.forgetting import REMOVED, may_undo, undo_days
from memory.models import Document, DocumentLine, Note, NoteUse, Summary
from memory.models.notes import AuthorKind
from trips.models import Message, Trip

#: Statuses by what the page calls them. Both kinds of rows use the same words.
STATES: dict[str, tuple[str, ...]] = {
    "standing": ("active",),
    "proposed": ("proposed",),
    "old": ("superseded", "retired"),
    "forgotten": ("forgotten",),
}
NAMESPACES: dict[str, tuple[str, str]] = {
    "profile": ("Profile", "Who you are, and who travels with you."),
    "preferences": ("Preferences", "How you like to travel."),
    "company": ("Company", "Rules and partners of your employer."),
    "episodes": ("Episodes", "What happened on your trips."),
}
#: How many lines of one group, and how many trips, the page shows before "all of them" is followed.
SHOWN, TRIPS_SHOWN = 8, 12


@dataclass(frozen=True)
class Kept:
    """One remembered sentence with where it came from and where it was used last."""

    row: Note | DocumentLine
    last_use: NoteUse | None = None
    uses: int = 0

    @property
    def kind(self) -> str:
        return "note" if isinstance(self.row, Note) else "line"

    @property
    def key(self) -> str:
        return key_of(self.row)

    @property
    def is_note(self) -> bool:
        return self.kind == "note"

    @property
    def state(self) -> str:
        return next(state for state, statuses in STATES.items() if self.row.status in statuses)

    @property
    def namespace(self) -> str:
        return "" if self.is_note else self.row.document.namespace

    @property
    def agent(self) -> str:
        return self.row.agent if self.is_note else ""

    @property
    def author(self) -> str:
        """Whose words it rests on."""
        match self.row.author:
            case AuthorKind.TRAVELLER:
                return "You"
            case AuthorKind.AGENT:
                return self.agent.capitalize() or "An agent"
            case AuthorKind.TOOL:
                return "A tool"
            case _:
                return "Staff"

    @property
    def said(self) -> Message | None:
        return self.row.message

    @property
    def made(self):
        return self.row.created if self.is_note else self.row.since

    @property
    def address(self) -> str:
        return reverse(f"remembered_{self.kind}", args=[self.row.pk])

    @property
    def version(self) -> int:
        """What a form that corrects it names: somebody else may be quicker."""
        return self.row.version if self.is_note else self.row.document.version

    @property
    def days_left(self) -> int:
        """Of a forgotten one: until it is purged; a day that has begun counts."""
        left = undo_days() - (clock.now() - (self.row.closed or clock.now()))
        return max(0, ceil(left.total_seconds() / 86_400))

    @property
    def may_come_back(self) -> bool:
        return may_undo(self.row, clock.now())

    @property
    def has_words_elsewhere(self) -> bool:
        """The message it came from still stands in the conversation."""
        said = self.said
        return said is not None and said.author == Message.Author.TRAVELLER and said.text != REMOVED

    @property
    def label(self) -> str:
        """For buttons that stand in many lines."""
        text = self.row.text
        return text if len(text) <= 60 else f"{text[:59].rstrip()}…"


def key_of(row: Note | DocumentLine) -> str:
    """The row's place on a page."""
    return f"{'note' if isinstance(row, Note) else 'line'}-{row.pk}"


@dataclass(frozen=True)
class Group:
    """Lines that belong together, and how many there are in all."""

    name: str
    lines: Sequence[Kept]
    count: int
    query: str = ""  # where all of them are
    hint: str = ""

    @property
    def more(self) -> int:
        return self.count - len(self.lines)


@dataclass(frozen=True)
class OfTrip:
    """What is kept of one trip: notes by agent, agents' own texts, what stands for old messages."""

    trip: Trip
    groups: Sequence[Group]
    own_texts: Sequence[Document] = ()
    summaries: Sequence[Summary] = ()

    @property
    def count(self) -> int:
        return sum(group.count for group in self.groups)


@dataclass(frozen=True)
class Filter:
    """What of it to show. `trip` is a uuid, or "none": about the traveller whatever the trip."""

    trip: str = ""
    agent: str = ""
    document: str = ""
    state: str = "standing"

    @property
    def is_set(self) -> bool:
        return self != Filter()


@dataclass(frozen=True)
class Overview:
    proposed: Group
    documents: Sequence[Group] = field(default_factory=list)
    about: Group | None = None
    trips: Sequence[OfTrip] = field(default_factory=list)
    more_trips: int = 0
    forgotten: Group | None = None
    old: int = 0

    @property
    def anything_about_you(self) -> bool:
        return bool(self.about and self.about.count or any(group.count for group in self.documents))

    @property
    def empty(self) -> bool:
        return not (self.proposed.count or self.anything_about_you or self.trips)


# --- Rows of one owner -------------------------------------------------------------------------


def notes_of(owner) -> QuerySet[Note]:
    rows = Note.objects.owned_by(owner if _known(owner) else None)
    return rows.select_related("trip", "option", "message__turn", "message__trip")


def lines_of(owner) -> QuerySet[DocumentLine]:
    rows = (
        DocumentLine.objects.filter(document__owner=owner) if _known(owner) else DocumentLine.objects.none()
    )
    return rows.select_related("document", "trip", "message__turn", "message__trip")


def _known(owner) -> bool:
    return bool(owner and owner.is_authenticated)


def kept(rows: Iterable[Note | DocumentLine]) -> list[Kept]:
    """The rows with their uses: two queries a kind, however many there are."""
    rows = list(rows)
    last: dict[tuple[str, int], tuple[int, int]] = {}
    for column, model in (("note", Note), ("line", DocumentLine)):
        ids = [row.pk for row in rows if isinstance(row, model)]
        if ids:
            uses = NoteUse.objects.filter(**{f"{column}__in": ids}).order_by()
            counted = uses.values_list(column).annotate(Max("pk"), Count("turn", distinct=True))
            last |= {(column, pk): (newest, count) for pk, newest, count in counted}
    newest = NoteUse.objects.select_related("turn__trip").in_bulk([pk for pk, _ in last.values()])
    result = []
    for row in rows:
        pk, count = last.get(("note" if isinstance(row, Note) else "line", row.pk), (0, 0))
        result.append(Kept(row, newest.get(pk), count))
    return result


# --- The page ----------------------------------------------------------------------------------


def overview(owner) -> Overview:
    """Everything kept about `owner`, the first lines of each group."""
    notes, lines = notes_of(owner), lines_of(owner)
    standing = notes.filter(status="active")
    trips, more = _trips(owner, standing)
    return Overview(
        proposed=_group("Waiting for your yes", [lines, notes], "proposed", query="state=proposed", most=20),
        documents=[_namespace(lines, name) for name in NAMESPACES],
        about=_group("Notes about you", [standing.filter(trip=None)], query="trip=none"),
        trips=trips,
        more_trips=more,
        forgotten=_group("Forgotten", [lines, notes], "forgotten", query="state=forgotten"),
        old=sum(rows.filter(status__in=STATES["old"]).count() for rows in (notes, lines)),
    )


def _namespace(lines: QuerySet[DocumentLine], name: str) -> Group:
    title, hint = NAMESPACES[name]
    rows = lines.filter(document__namespace=name).order_by("position", "pk")
    return _group(title, [rows], "standing", query=f"document={name}", hint=hint)


def _group(
    name: str, rows: Sequence[QuerySet], state: str = "", *, query: str, hint: str = "", most: int = SHOWN
) -> Group:
    if state:
        rows = [one.filter(status__in=STATES[state]) for one in rows]
    several = Several(rows)
    return Group(name, kept(several[:most]), len(several), query, hint)


def _trips(owner, standing: QuerySet[Note]) -> tuple[list[OfTrip], int]:
    """The trips of which something is kept, changed last first; how many more there are."""
    if not _known(owner):
        return [], 0
    own = Trip.objects.owned_by(owner)
    with_any = own.filter(
        Q(pk__in=standing.exclude(trip=None).values("trip"))
        | Q(pk__in=Document.objects.exclude(text="").filter(trip__isnull=False).values("trip"))
        | Q(pk__in=Summary.objects.values("trip"))
    )
    trips = list(with_any.order_by("-updated")[:TRIPS_SHOWN])
    counts: dict[int, dict[str, int]] = {}
    per_agent = standing.filter(trip__in=trips).order_by().values_list("trip", "agent").annotate(Count("pk"))
    for trip_id, agent, count in per_agent:
        counts.setdefault(trip_id, {})[agent] = count
    place = Window(
        RowNumber(), partition_by=[F("trip"), F("agent")], order_by=[F("pinned").desc(), F("pk").desc()]
    )
    # Keys first: what is sorted is narrow, however much is kept.
    first = standing.filter(trip__in=trips).annotate(place=place).filter(place__lte=SHOWN).order_by()
    keys = list(first.values_list("pk", flat=True))
    shown: dict[tuple[int, str], list[Kept]] = {}
    for one in kept(standing.filter(pk__in=keys).order_by("agent", "-pinned", "-pk")):
        shown.setdefault((one.row.trip_id, one.row.agent), []).append(one)
    texts, summaries = _by_trip(Document.objects.exclude(text=""), trips), _by_trip(Summary.objects, trips)
    result = [
        OfTrip(
            trip,
            [
                Group(
                    agent_name(agent),
                    shown.get((trip.pk, agent), []),
                    count,
                    f"trip={trip.uuid}&agent={agent or 'none'}",
                )
                for agent, count in sorted(counts.get(trip.pk, {}).items())
            ],
            texts.get(trip.pk, []),
            summaries.get(trip.pk, []),
        )
        for trip in trips
    ]
    return result, with_any.count() - len(trips)


def _by_trip(rows, trips: Sequence[Trip]) -> dict[int, list]:
    found: dict[int, list] = {}
    for row in rows.filter(trip__in=trips):
        found.setdefault(row.trip_id, []).append(row)
    return found


def agent_name(agent: str) -> str:
    return agent.replace("_", " ").capitalize() if agent else "For everybody"


# --- Some of it --------------------------------------------------------------------------------


class Several(Sequence):
    """Rows of several querysets one after the other, counted once, read by slices."""

    def __init__(self, parts: Sequence[QuerySet]) -> None:
        self._parts = parts
        self._counts: list[int] | None = None

    def __len__(self) -> int:
        if self._counts is None:
            self._counts = [part.count() for part in self._parts]
        return sum(self._counts)

    def __getitem__(self, wanted):
        if not isinstance(wanted, slice):
            return self[wanted : wanted + 1][0]
        start, stop, _step = wanted.indices(len(self))
        rows: list = []
        before = 0
        for part, count in zip(self._parts, self._counts or [], strict=True):
            if start < before + count and stop > before:
                keys = list(part.values_list("pk", flat=True)[max(0, start - before) : stop - before])
                found = part.in_bulk(keys)
                rows += [found[pk] for pk in keys if pk in found]
            before += count
        return rows


def rows_for(owner, choice: Filter) -> Several:
    """The rows that a filter leaves: lines of documents in their order, then notes, newest first."""
    statuses = STATES.get(choice.state, STATES["standing"])
    notes = notes_of(owner).filter(status__in=statuses).order_by("-pinned", "-created", "-pk")
    lines = lines_of(owner).filter(status__in=statuses).order_by("document", "position", "pk")
    if choice.trip == "none":
        notes = notes.filter(trip=None)
    elif choice.trip:
        uuid = _uuid(choice.trip)
        notes, lines = notes.filter(trip__uuid=uuid), lines.filter(trip__uuid=uuid)
    if choice.agent:
        notes = notes.filter(agent="" if choice.agent == "none" else choice.agent)
    if choice.document:
        lines = lines.filter(document__namespace=choice.document)
    wants_lines = not choice.agent and choice.trip != "none"
    parts = ([lines] if wants_lines else []) + ([] if choice.document else [notes])
    return Several(parts)


def _uuid(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None


def trips_with_notes(owner) -> QuerySet:
    return notes_of(owner).exclude(trip=None).order_by().values("trip").distinct()


def agents_of(owner) -> list[str]:
    """Names of those who have notes about this traveller."""
    return sorted(
        set(notes_of(owner).exclude(agent="").order_by().values_list("agent", flat=True).distinct())
    )


# --- What an answer used -----------------------------------------------------------------------


@dataclass(frozen=True)
class Used:
    """A sentence that was read in one turn, and by whom."""

    kept: Kept
    agents: tuple[str, ...]
    searched: bool


def used_in(owner, turn) -> list[Used]:
    """What of the owner's memory was read in a turn; what was forgotten since is not shown."""
    uses = NoteUse.objects.filter(turn=turn).order_by("pk")
    by_row: dict[tuple[str, int], list[NoteUse]] = {}
    for use in uses:
        key = ("note", use.note_id) if use.note_id else ("line", use.line_id)
        by_row.setdefault(key, []).append(use)
    notes = notes_of(owner).filter(pk__in=[pk for kind, pk in by_row if kind == "note"])
    lines = lines_of(owner).filter(pk__in=[pk for kind, pk in by_row if kind == "line"])
    rows = kept([*lines.exclude(status="forgotten"), *notes.exclude(status="forgotten")])
    return [
        Used(
            one,
            tuple(dict.fromkeys(use.agent for use in by_row[one.kind, one.row.pk])),
            any(use.searched for use in by_row[one.kind, one.row.pk]),
        )
        for one in rows
    ]
