"""What of memory goes into a brief, read by two statements that were compiled once."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from operator import itemgetter
from typing import NamedTuple

from django.db.models import OuterRef, QuerySet, Subquery, TextField
from django.db.models.functions import Cast

from memory.models import DocumentLine, Note
from memory.prepared import Prepared
from memory.text import normalised
from memory.visibility import last_day, standing, today_of, told_to
from trips.models import Member, Message, Traveller, Trip, Turn

PINNED = 10
EPHEMERAL = 25
INSIGHTS = 15
TRAVELLER_PINNED = 25
#: So many times the rows there are places for, one after the other, until these hold different sentences.
ROUNDS = (1, 4, 16)
#: Reads what is told to everybody and nothing of its own.
NOBODY = "-"

COLUMNS = (
    "pk", "agent", "text", "pinned", "shared", "created", "member_name", "member_id",
    "valid_from", "valid_to",
)  # fmt: skip


class Row(NamedTuple):
    """A note as a brief tells it."""

    pk: int
    agent: str
    text: str
    pinned: bool
    shared: bool
    created: str  # as the database writes it, all in one zone: only to sort by
    member_name: str | None
    member_id: int | None
    valid_from: dt.date | None = None
    valid_to: dt.date | None = None

    @property
    def said(self) -> str:
        """A member's note begins with the member's name."""
        return f"{self.member_name or 'a companion'}: {self.text}" if self.member_id else self.text


def owner_of(trip: Trip) -> Traveller | None:
    """The trip's owner with what decides about memory; any other field is read when asked for."""
    for _part, *values in _OWNER.rows(trip=trip.pk):
        return Traveller.from_db(trip._state.db, _OWNER_FIELDS, values)
    return None


def own_notes(owner: int, trip: Trip, agent: str, today: dt.date, *, beyond: bool = True) -> list[Row]:
    """At most 10 pinned ones of this trip, then at most 25 others, the newest of each; what several say is
    said once. `beyond`: also those about the traveller."""
    values = {"owner": owner, "trip": trip.pk, "agent": agent} | _days(trip, today)
    told: list[Row] = []
    for times in ROUNDS:
        prepared = _own(beyond, times)
        rows = sorted(prepared.asked(**values), key=_newest, reverse=True)
        of_part = [[Row(*columns) for part, *columns in rows if part == number] for number in range(3)]
        pins = once_each(of_part[0], PINNED, str.casefold)
        room = len(pins) + EPHEMERAL
        others = (Row(*columns) for part, *columns in rows if part)
        told = once_each([*pins, *others], room, str.casefold)
        more_pinned = len(pins) < PINNED and len(of_part[0]) == PINNED * times
        more = len(told) < room and any(len(part) == EPHEMERAL * times for part in of_part[1:])
        if not (more_pinned or more):
            break
    return _told(prepared, [(0, *row) for row in told], values)


def once_each(
    rows: Iterable[Row], most: int | None = None, like: Callable[[str], str] = normalised
) -> list[Row]:
    """Of rows that tell the same the first, with the marks of all (as far as to the `most`th different one).
    `like`: what two ways of writing it have in common; a brief, built at every use, takes the quick one.
    Options are written apart and often note the same, and each of these notes stands until one option is
    chosen."""
    told: dict[str, Row] = {}
    for row in rows:
        if len(told) == most:
            break
        key = like(row.said)
        one = told.setdefault(key, row)
        if one.pinned < row.pinned or one.shared < row.shared:
            told[key] = one._replace(pinned=one.pinned or row.pinned, shared=one.shared or row.shared)
    return list(told.values())


def insights(
    owner: int, trip: Trip, agent: str, today: dt.date, turn: Turn | None, *, beyond: bool = True
) -> list[Row]:
    """At most 15: what others shared, and what the traveller noted; pinned ones first. `beyond`: also of what
    is about the traveller.

    What is pinned about the traveller is not among them: every agent reads it anyway.
    """
    values = {"owner": owner, "trip": trip.pk, "agent": agent} | _days(trip, today) | _turn_values(turn)
    prepared = _insights(turn is not None, beyond)
    rows = sorted(prepared.asked(**values), key=_pinned_and_newest, reverse=True)
    return _told(prepared, rows[:INSIGHTS], values)


def pinned_by_traveller(
    owner: int,
    trip: Trip | None,
    today: dt.date | None = None,
    turn: Turn | None = None,
    *,
    beyond: bool = True,
) -> list[Row]:
    """Pinned notes about the traveller (`beyond`), and the traveller's own of this trip; the newest first."""
    if trip is None and not beyond:
        return []
    values = {"owner": owner} | _days(trip, today or today_of(trip)) | _turn_values(turn)
    if trip is not None:
        values["trip"] = trip.pk
    prepared = _pinned(trip is not None, turn is not None, beyond)
    rows = sorted(prepared.asked(**values), key=_newest, reverse=True)
    return _told(prepared, rows[:TRAVELLER_PINNED], values)


def document_lines(owner: int) -> dict[str, list[tuple[int, str]]]:
    """Active lines by namespace, in their order."""
    rows: dict[str, list[tuple[int, str]]] = {}
    for _part, namespace, _position, pk, text in sorted(_lines().rows(owner=owner)):
        rows.setdefault(namespace, []).append((pk, text))
    return rows


def said_here(owner: int, trip: Trip) -> list[tuple[int, str]]:
    """Active lines of the traveller's that rest on the owner's words in this trip, by those words: key and
    quote, in the order they came to stand. Not of a message that is no source any more."""
    rows = {pk: quote for _part, pk, quote in _said_here().rows(owner=owner, trip=trip.pk)}
    return sorted(rows.items())


# --- Statements, one a shape -------------------------------------------------------------------------


_DAYS = {"today": dt.date, "until": dt.date}
_OWNER_FIELDS = ("id", "is_active", "remember")
_OWNER = Prepared(
    lambda trip: [
        Traveller.objects.filter(memberships__trip=trip, memberships__role=Member.Role.OWNER)
        .order_by()
        .values_list(*_OWNER_FIELDS)
    ],
    trip=int,
)


@cache
def _own(beyond: bool, times: int) -> Prepared:
    def build(owner, trip, agent, **days) -> list[QuerySet]:
        mine = Note.objects.filter(standing(owner=owner, trip=None, **days), agent=agent)
        parts = [
            _first(mine.filter(trip=trip, pinned=True), PINNED * times),
            _first(mine.filter(trip=trip, pinned=False), EPHEMERAL * times),
            _first(mine.filter(trip=None, pinned=False), EPHEMERAL * times),
        ]
        return parts if beyond else parts[:2]

    return Prepared(build, owner=int, trip=int, agent=str, **_DAYS)


@cache
def _insights(in_turn: bool, beyond: bool) -> Prepared:
    def build(owner, trip, agent, today, until, **turn) -> list[QuerySet]:
        holds = standing(owner=owner, trip=None, today=today, until=until)
        told = Note.objects.filter(holds, told_to(NOBODY, **turn))
        here = told.filter(trip=trip)
        parts = [
            _first(here.filter(shared=True).exclude(agent__in=(agent, "")), INSIGHTS),
            _first(here.filter(agent="", pinned=False), INSIGHTS),
            _first(
                told.filter(trip=None, shared=True, pinned=False).exclude(agent__in=(agent, "")), INSIGHTS
            ),
            _first(told.filter(trip=None, agent="", pinned=False), INSIGHTS),
        ]
        return parts if beyond else parts[:2]

    return Prepared(build, owner=int, trip=int, agent=str, **_DAYS, **_turn_kinds(in_turn))


@cache
def _pinned(of_a_trip: bool, in_turn: bool, beyond: bool) -> Prepared:
    def build(owner, today, until, trip=None, **turn) -> list[QuerySet]:
        holds = standing(owner=owner, trip=None, today=today, until=until)
        told = Note.objects.filter(holds, told_to(NOBODY, **turn))
        parts = [_first(told.filter(trip=None, pinned=True), TRAVELLER_PINNED)] if beyond else []
        if trip is not None:
            parts.append(_first(told.filter(trip=trip, agent="", pinned=True), TRAVELLER_PINNED))
        return parts

    kinds = {"trip": int} if of_a_trip else {}
    return Prepared(build, owner=int, **_DAYS, **kinds, **_turn_kinds(in_turn))


@cache
def _lines() -> Prepared:
    def build(owner) -> list[QuerySet]:
        active = DocumentLine.objects.filter(document__owner=owner, status=DocumentLine.Status.ACTIVE)
        return [active.order_by().values_list("document__namespace", "position", "pk", "text")]

    return Prepared(build, owner=int)


@cache
def _said_here() -> Prepared:
    def build(owner, trip) -> list[QuerySet]:
        active = DocumentLine.objects.filter(document__owner=owner, status=DocumentLine.Status.ACTIVE)
        quoted = active.exclude(quote="").order_by().values_list("pk", "quote")
        theirs = Message.objects.filter(trip=trip, by_owner=True, silence=None).values("pk")
        return [quoted.filter(message__in=theirs), quoted.filter(also_said__in=theirs)]

    return Prepared(build, owner=int, trip=int)


def _first(notes: QuerySet[Note], count: int) -> QuerySet:
    return told(notes.order_by("-created", "-pk"))[:count]


def told(notes: QuerySet[Note]) -> QuerySet:
    """The notes as rows of COLUMNS. The name is looked up for who has one: a join costs more to plan."""
    name = Subquery(Member.objects.filter(pk=OuterRef("member")).order_by().values("name"))
    created = Cast("created", TextField())  # psycopg takes longer for the moments than for the rest of a row
    return notes.values_list(*({"created": created, "member_name": name}.get(one, one) for one in COLUMNS))


def _told(prepared: Prepared, rows: Sequence[tuple], values: dict) -> list[Row]:
    """Made of the rows that are kept only: each part brings as many as could be told in all."""
    today, until = values["today"], values["until"]
    return [_with_its_days(Row(*columns), today, until) for _part, *columns in prepared.converted(rows)]


def _days(trip: Trip | None, today: dt.date) -> dict[str, dt.date]:
    return {"today": today, "until": last_day(trip, today)}


def _with_its_days(row: Row, today: dt.date, until: dt.date) -> Row:
    """What does not hold on all days of what is planned says on which it does."""
    starts = f"from {row.valid_from:%-d %B %Y}" if row.valid_from and row.valid_from > today else ""
    ends = f"until {row.valid_to:%-d %B %Y}" if row.valid_to and (starts or row.valid_to < until) else ""
    if not (starts or ends):
        return row
    return row._replace(text=f"{row.text} ({' '.join(filter(None, (starts, ends)))})")


#: Keys of rows as the database has them: the number of the part, then COLUMNS.
_newest = itemgetter(1 + COLUMNS.index("created"), 1 + COLUMNS.index("pk"))
_pinned_and_newest = itemgetter(*(1 + COLUMNS.index(name) for name in ("pinned", "created", "pk")))


def _turn_kinds(in_turn: bool) -> dict[str, type]:
    return {"turn_trip": int, "turn_number": int} if in_turn else {}


def _turn_values(turn: Turn | None) -> dict[str, int]:
    return {"turn_trip": turn.trip_id, "turn_number": turn.number} if turn else {}
