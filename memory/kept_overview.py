"""Everything that is kept about one traveller at a glance: by document, and by trip and agent."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from urllib.parse import urlencode

from django.db.models import Count, F, QuerySet, Window
from django.db.models.functions import RowNumber

from memory.hidden_words import masked_texts
from memory.kept import NAMESPACES, STATES, Kept, agent_name, is_known, kept, lines_of, notes_of
from memory.kept_list import Filter, Several, rows_for, trips_of
from memory.kept_subjects import SUBJECTS, subject_of
from memory.models import Document, DocumentLine, Note, Summary
from trips.models import Trip

#: How many lines of one group, and how many trips, the page shows before "all of them" is followed.
SHOWN, TRIPS_SHOWN, WAITING_SHOWN = 8, 12, 20


@dataclass(frozen=True)
class Group:
    """Lines that belong together, and how many there are in all."""

    name: str
    lines: Sequence[Kept]
    count: int
    query: str = ""  # where all of them are

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
class Overview:
    proposed: Group
    subjects: Sequence[Group] = field(default_factory=list)
    trips: Sequence[OfTrip] = field(default_factory=list)
    more_trips: int = 0
    forgotten: Group | None = None
    old: int = 0

    @property
    def empty(self) -> bool:
        return not (self.proposed.count or self.subjects or self.trips)


def overview(owner) -> Overview:
    """Everything kept about `owner`, the first lines of each group."""
    notes, lines = notes_of(owner), lines_of(owner)
    standing = notes.filter(status="active")
    trips, more = _trips(owner, standing)
    return Overview(
        proposed=waiting(owner, Filter()),
        subjects=_subjects(lines, standing),
        trips=trips,
        more_trips=more,
        forgotten=_group("Forgotten", [lines, notes], "forgotten", query="state=forgotten"),
        old=sum(rows.filter(status__in=STATES["old"]).count() for rows in (notes, lines)),
    )


def waiting(owner, choice: Filter) -> Group:
    """The proposals that a filter leaves, whatever state it names."""
    wanted = replace(choice, state="proposed")
    rows = rows_for(owner, wanted)
    return Group("Waiting for your yes", kept(rows[:WAITING_SHOWN]), len(rows), query_of(wanted))


def query_of(choice: Filter) -> str:
    """As the page's address names it."""
    return urlencode({name: value for name, value in vars(choice).items() if value})


def _subjects(lines: QuerySet[DocumentLine], standing: QuerySet[Note]) -> list[Group]:
    """What is about the traveller: by document, but for sentences whose own words tell a subject."""
    told = {name: _namespace(lines, name) for name in NAMESPACES}
    worded: dict[str, list[Kept]] = {title: [] for title in SUBJECTS}
    for name in ("profile", "preferences"):
        group = told[name]
        for one in group.lines:
            worded.get(subject_of(one.row.text), []).append(one)
        rest = [one for one in group.lines if not subject_of(one.row.text)]
        told[name] = replace(group, lines=rest, count=group.count - len(group.lines) + len(rest))
    groups = [*told.values()]
    groups[2:2] = [Group(title, found, len(found)) for title, found in worded.items()]
    about = _group("On every trip", [standing.filter(trip=None)], query="trip=none&document=none")
    return [group for group in (*groups, about) if group.count]


def _namespace(lines: QuerySet[DocumentLine], name: str) -> Group:
    rows = lines.filter(document__namespace=name).order_by("position", "pk")
    return _group(NAMESPACES[name], [rows], "standing", query=f"document={name}")


def _group(name: str, rows: Sequence[QuerySet], state: str = "", *, query: str) -> Group:
    if state:
        rows = [one.filter(status__in=STATES[state]) for one in rows]
    several = Several(rows)
    return Group(name, kept(several[:SHOWN]), len(several), query)


def _trips(owner, standing: QuerySet[Note]) -> tuple[list[OfTrip], int]:
    """The trips of which something is kept, changed last first; how many more there are."""
    if not is_known(owner):
        return [], 0
    with_any = Trip.objects.owned_by(owner).filter(trips_of(standing))
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
    own = masked_texts(owner, Document.objects.filter(trip__in=trips).exclude(text=""))
    texts, summaries = _by_trip(own), _by_trip(Summary.objects.filter(trip__in=trips))
    result = [
        OfTrip(
            trip,
            [
                Group(
                    agent_name(agent) or "For everybody",
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


def _by_trip(rows: Iterable[Document | Summary]) -> dict[int, list]:
    found: dict[int, list] = {}
    for row in rows:
        found.setdefault(row.trip_id, []).append(row)
    return found
