"""What of memory goes into a brief, read by two statements that were compiled once."""

from __future__ import annotations

import datetime as dt
from functools import cache
from typing import NamedTuple

from django.db.models import QuerySet

from memory.models import DocumentLine, Note
from memory.prepared import Prepared
from memory.visibility import last_day, standing, today_of, told_to
from trips.models import Member, Message, Traveller, Trip, Turn

PINNED = 10
EPHEMERAL = 25
INSIGHTS = 15
TRAVELLER_PINNED = 25
#: Reads what is told to everybody and nothing of its own.
NOBODY = "-"

_CREATED = 5  # only to sort by: as the database has it
COLUMNS = (
    "pk", "agent", "text", "pinned", "shared", "created", "member__name", "member_id",
    "valid_from", "valid_to",
)  # fmt: skip


class Row(NamedTuple):
    """A note as a brief tells it."""

    pk: int
    agent: str
    text: str
    pinned: bool
    shared: bool
    created: dt.datetime | str
    member_name: str | None
    member_id: int | None
    valid_from: dt.date | None = None
    valid_to: dt.date | None = None


def owner_of(trip: Trip) -> Traveller | None:
    """The trip's owner with what decides about memory; any other field is read when asked for."""
    for _part, *values in _OWNER.rows(trip=trip.pk):
        return Traveller.from_db(trip._state.db, _OWNER_FIELDS, values)
    return None


def own_notes(owner: int, trip: Trip, agent: str, today: dt.date, *, beyond: bool = True) -> list[Row]:
    """At most 10 pinned ones of this trip, then at most 25 others, the newest of each. `beyond`: also those
    about the traveller."""
    values = {"owner": owner, "trip": trip.pk, "agent": agent} | _days(trip, today)
    pinned, *others = _ask(_own(beyond), 2 + beyond, **values)
    return pinned + sorted(sum(others, []), key=_newest, reverse=True)[:EPHEMERAL]


def insights(
    owner: int, trip: Trip, agent: str, today: dt.date, turn: Turn | None, *, beyond: bool = True
) -> list[Row]:
    """At most 15: what others shared, and what the traveller noted; pinned ones first. `beyond`: also of what
    is about the traveller.

    What is pinned about the traveller is not among them: every agent reads it anyway.
    """
    values = {"owner": owner, "trip": trip.pk, "agent": agent} | _days(trip, today) | _turn_values(turn)
    found = _ask(_insights(turn is not None, beyond), 2 + 2 * beyond, **values)
    rows = sorted(sum(found, []), key=lambda row: (row.pinned, *_newest(row)), reverse=True)
    return rows[:INSIGHTS]


def pinned_by_traveller(
    owner: int,
    trip: Trip | None,
    today: dt.date | None = None,
    turn: Turn | None = None,
    *,
    beyond: bool = True,
) -> list[Row]:
    """Pinned notes about the traveller (`beyond`), and the traveller's own of this trip; the newest first."""
    parts = beyond + (trip is not None)
    if not parts:
        return []
    values = {"owner": owner} | _days(trip, today or today_of(trip)) | _turn_values(turn)
    if trip is not None:
        values["trip"] = trip.pk
    found = _ask(_pinned(trip is not None, turn is not None, beyond), parts, **values)
    return sorted(sum(found, []), key=_newest, reverse=True)[:TRAVELLER_PINNED]


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
def _own(beyond: bool) -> Prepared:
    def build(owner, trip, agent, **days) -> list[QuerySet]:
        mine = Note.objects.filter(standing(owner=owner, trip=None, **days), agent=agent)
        parts = [
            _first(mine.filter(trip=trip, pinned=True), PINNED),
            _first(mine.filter(trip=trip, pinned=False), EPHEMERAL),
            _first(mine.filter(trip=None, pinned=False), EPHEMERAL),
        ]
        return parts if beyond else parts[:2]

    return Prepared(build, _CREATED, owner=int, trip=int, agent=str, **_DAYS)


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

    return Prepared(build, _CREATED, owner=int, trip=int, agent=str, **_DAYS, **_turn_kinds(in_turn))


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
    return Prepared(build, _CREATED, owner=int, **_DAYS, **kinds, **_turn_kinds(in_turn))


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
    return notes.order_by("-created", "-pk").values_list(*COLUMNS)[:count]


def _ask(prepared: Prepared, parts: int, **values) -> tuple[list[Row], ...]:
    found: tuple[list[Row], ...] = tuple([] for _ in range(parts))
    for part, *columns in prepared.rows(**values):
        found[part].append(_with_its_days(Row(*columns), values["today"], values["until"]))
    for rows in found:
        rows.sort(key=_newest, reverse=True)
    return found


def _days(trip: Trip | None, today: dt.date) -> dict[str, dt.date]:
    return {"today": today, "until": last_day(trip, today)}


def _with_its_days(row: Row, today: dt.date, until: dt.date) -> Row:
    """What does not hold on all days of what is planned says on which it does."""
    starts = f"from {row.valid_from:%-d %B %Y}" if row.valid_from and row.valid_from > today else ""
    ends = f"until {row.valid_to:%-d %B %Y}" if row.valid_to and (starts or row.valid_to < until) else ""
    if not (starts or ends):
        return row
    return row._replace(text=f"{row.text} ({' '.join(filter(None, (starts, ends)))})")


def _newest(row: Row) -> tuple:
    return row.created, row.pk


def _turn_kinds(in_turn: bool) -> dict[str, type]:
    return {"turn_trip": int, "turn_number": int} if in_turn else {}


def _turn_values(turn: Turn | None) -> dict[str, int]:
    return {"turn_trip": turn.trip_id, "turn_number": turn.number} if turn else {}
