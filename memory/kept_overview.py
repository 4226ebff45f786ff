"""What is kept about one traveller at a glance: by subject, and by trip."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from urllib.parse import urlencode

from django.db.models import Count, F, QuerySet, Window
from django.db.models.functions import RowNumber

from memory.kept import NAMESPACES, STATES, Kept, is_known, kept, lines_of, notes_of
from memory.kept_list import WORKING, Filter, Several, rows_for
from memory.kept_subjects import SUBJECTS, subject_of
from memory.models import DocumentLine, Note
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
    """What was said for one trip alone."""

    trip: Trip
    group: Group


@dataclass(frozen=True)
class Overview:
    proposed: Group
    subjects: Sequence[Group] = field(default_factory=list)
    trips: Sequence[OfTrip] = field(default_factory=list)
    forgotten: Group | None = None
    old: int = 0
    working: int = 0  # agents' notes of their own work on the trips

    @property
    def empty(self) -> bool:
        return not (self.proposed.count or self.subjects or self.trips or self.working)


def overview(owner) -> Overview:
    """Everything kept about `owner`, the first lines of each group."""
    notes, lines = notes_of(owner), lines_of(owner)
    active = notes.filter(status__in=STATES["standing"])
    standing = active.exclude(WORKING)
    return Overview(
        proposed=waiting(owner, Filter()),
        subjects=_subjects(lines, standing),
        trips=_trips(owner, standing),
        forgotten=_group("Forgotten", [lines, notes], "forgotten", query="state=forgotten"),
        old=sum(rows.filter(status__in=STATES["old"]).count() for rows in (notes, lines)),
        working=active.filter(WORKING).count(),
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
    about = _group("On every trip", [standing.filter(trip=None)], query="trip=none&document=told")
    return [group for group in (*groups, about) if group.count]


def _namespace(lines: QuerySet[DocumentLine], name: str) -> Group:
    rows = lines.filter(document__namespace=name).order_by("position", "pk")
    return _group(NAMESPACES[name], [rows], "standing", query=f"document={name}")


def _group(name: str, rows: Sequence[QuerySet], state: str = "", *, query: str) -> Group:
    if state:
        rows = [one.filter(status__in=STATES[state]) for one in rows]
    several = Several(rows)
    return Group(name, kept(several[:SHOWN]), len(several), query)


def _trips(owner, standing: QuerySet[Note]) -> list[OfTrip]:
    """The trips of which something is kept, changed last first."""
    if not is_known(owner):
        return []
    told = standing.exclude(trip=None).order_by()
    trips = Trip.objects.owned_by(owner).filter(pk__in=told.values("trip"))
    trips = list(trips.order_by("-updated")[:TRIPS_SHOWN])
    told = told.filter(trip__in=trips)
    counts = dict(told.values_list("trip").annotate(Count("pk")))
    place = Window(RowNumber(), partition_by=F("trip"), order_by=[F("pinned").desc(), F("pk").desc()])
    first = told.annotate(place=place).filter(place__lte=SHOWN).values_list("pk", flat=True)
    said: dict[int, list[Kept]] = {trip.pk: [] for trip in trips}
    for one in kept(told.filter(pk__in=list(first)).order_by("-pinned", "-pk")):
        said[one.row.trip_id].append(one)
    return [
        OfTrip(trip, Group(trip.name, said[trip.pk], counts[trip.pk], f"trip={trip.uuid}&document=told"))
        for trip in trips
    ]
