"""What memory tells a turn, read once and kept as steps of the turn: an attempt that takes it over reads the
same, unless something of it was forgotten or corrected meanwhile.

A turn that another member of the trip asked for is told what is of the trip, and nothing else of its owner:
the turn goes along to memory, which decides (`memory/whose.py: asked_by_owner`).

Runs in the database's thread.
"""

from __future__ import annotations

import datetime as dt
import re
import time
from collections.abc import Callable

from django.conf import settings
from django.db.models import Q
from pydantic import BaseModel

from agents.llm.profiles import retrieved_facts
from agents.remembered import BriefText, Claim, Recalled, Remembered, Used
from agents.runtime import registry
from agents.said_here import said_here
from agents.steps import Steps
from agents.view import TripView
from memory import brief as briefs
from memory import search as searching
from memory.found import FINDING, INTEL, SUMMARY
from memory.indexing_found import found_stamps
from memory.models import Document, DocumentLine, Note
from memory.switches import remembers
from memory.text import digest
from memory.whose import asked_by_owner
from trips.models import CityIntel, Finding, Message, Trip, Turn
from trips.reading.questions import asks_back
from trips.schemas import TripFacts

#: Of these namespaces claims about facts are read.
CLAIMING = (Document.Namespace.PREFERENCES, Document.Namespace.PROFILE)
RECALLED_CHARACTERS = 600
_COMMAND = re.compile(r"^\s*/[\w-]+")


class _Stamp(BaseModel):
    """What a kept reading rests on: hashes by note and line, so that a forgotten one voids it."""

    told: Remembered
    notes: dict[int, str] = {}
    lines: dict[int, str] = {}
    messages: dict[int, str] = {}
    found: dict[str, str] = {}


def at_start(steps: Steps, view: TripView) -> Remembered:
    """What the orchestrator is told of the traveller."""

    def read() -> Remembered:
        trip, turn = view.rows or trip_and_turn(view)
        owner = briefs.owner_of(trip)
        zone = briefs.traveller_zone(owner, trip=trip, turn=turn)
        return Remembered(
            traveller=zone.text,
            claims=tuple(_claims(zone, trip)),
            used=(*_used(zone, "orchestrator"),),
        )

    return _kept(steps, "memory", (view.number, view.facts_version), read)


def for_dispatch(steps: Steps, view: TripView, facts: TripFacts, specialists: tuple[str, ...]) -> Remembered:
    """What specialists and the planner are told, for the facts as they stand in this turn."""

    def read() -> Remembered:
        trip, turn = trip_and_turn(view)
        trip.facts_json = facts.model_dump(mode="json")  # in memory: the turn's result writes them
        zone = briefs.traveller_zone(trip.owner, trip=trip, turn=turn)
        insights, used = {}, []
        for agent in specialists:
            shared = briefs.shared_insights(trip, agent, turn)
            insights[agent] = shared.text
            used += [*_used(zone, agent), *_used(shared, agent)]
        told: dict[str, BriefText] = {}
        if registry.get("planner").memory:
            brief = briefs.brief_for(trip, "planner", turn=turn)
            told["planner"] = BriefText(text=brief.text, tokens=brief.tokens, lost=tuple(brief.lost))
            used += _used(brief, "planner")
        found: tuple[Recalled, ...] = ()
        limit = retrieved_facts("planner")
        if limit > 0 and _due(view):
            found = recalled(trip, turn, _wishes(facts), agent="planner", limit=limit)
            used += used_of(found, "planner")
        return Remembered(
            traveller=zone.text, insights=insights, briefs=told, recalled=found, used=tuple(used)
        )

    return _kept(steps, "memory:dispatch", (facts.model_dump_json(), specialists), read)


def for_companion(steps: Steps, view: TripView, name: str) -> Remembered:
    """What a companion is told that carries out a command."""

    def read() -> Remembered:
        trip, turn = trip_and_turn(view)
        if not registry.get(name).memory:
            return Remembered()
        brief = briefs.brief_for(trip, name, turn=turn)
        told = BriefText(text=brief.text, tokens=brief.tokens, lost=tuple(brief.lost))
        found = _recalled_for(name, trip, turn, view)
        used = (*_used(brief, name), *used_of(found, name))
        return Remembered(briefs={name: told}, recalled=found, used=used)

    return _kept(steps, f"memory:{name}", (view.number, view.facts_version), read)


def _recalled_for(name: str, trip: Trip, turn: Turn, view: TripView) -> tuple[Recalled, ...]:
    """For a companion, which sees nothing of the conversation: by the words behind the command."""
    limit = retrieved_facts(name)
    wanted = _COMMAND.sub("", view.message).strip()
    if limit < 1 or not wanted or not _due(view):
        return ()
    return recalled(trip, turn, wanted, agent=name, limit=limit)


def found_again(steps: Steps, view: TripView) -> Remembered:
    """Up to five facts for the newest message: where a summary stands for older ones, after a long break,
    when the traveller asks what was said, or always."""
    limit = retrieved_facts("orchestrator")
    if limit < 1 or not (_due(view) or asks_back(view.message)):
        return Remembered()

    def read() -> Remembered:
        trip, turn = trip_and_turn(view)
        found = recalled(trip, turn, view.message, agent="orchestrator", limit=limit, beside=view)
        said = said_here(trip, turn, view) if asks_back(view.message) else ()
        return Remembered(recalled=found, said=said, used=used_of(found, "orchestrator"))

    return _kept(steps, "memory:recalled", (view.number, view.window.up_to), read)


def recalled(
    trip: Trip,
    turn: Turn,
    query: str,
    *,
    agent: str,
    limit: int,
    namespace: str | None = None,
    beside: TripView | None = None,
) -> tuple[Recalled, ...]:
    """What `agent` may read and fits, best first: of this trip and about the traveller, then of earlier
    trips; of this trip alone where another member asked. `beside`: a view whose window is in front of the
    agent already. Counted for the charts."""
    owner = trip.owner
    if owner is None or not remembers(owner, trip):
        return ()
    began = time.monotonic()
    shown = {line.position for line in beside.window.lines} if beside else set()
    hits = searching.search(
        owner, query, trip=trip, namespace=namespace, agent=agent, turn=turn, limit=limit + len(shown)
    )
    known = {(hit.kind, hit.object_id) for hit in hits}
    if beside is None and namespace is None and len(hits) < limit:
        earlier = searching.search(owner, query, agent=agent, turn=turn, limit=limit)
        hits = [*hits, *(hit for hit in earlier if (hit.kind, hit.object_id) not in known)]
    spent = 1000 * (time.monotonic() - began)
    rows = _rows(hits, trip, shown)
    if namespace is None or query.strip():
        rows = rows[:limit]
    searching.record(owner, len(rows), spent, agent=agent, turn=turn, namespace=namespace or "")
    return tuple(rows)


def used_of(found: tuple[Recalled, ...], agent: str) -> tuple[Used, ...]:
    """The notes and lines among what a search found."""
    return tuple(
        Used(kind=row.kind, pk=row.pk, agent=agent, searched=True)
        for row in found
        if row.kind in ("note", "line")
    )


#: What has a turn it was said, learnt or found out in.
_OF_A_TURN = (
    ("message", Message),
    ("note", Note),
    ("line", DocumentLine),
    (FINDING, Finding),
    (INTEL, CityIntel),
)


# --- Parts ---------------------------------------------------------------------------------------


def _rows(hits: list[searching.Hit], trip: Trip, shown: set[int]) -> list[Recalled]:
    """With the turn each was said or learnt in; messages that are in front of the agent left out."""
    turns: dict[tuple[str, int], int] = {}
    skipped: set[tuple[str, int]] = set()
    for kind, model in _OF_A_TURN:
        wanted = [hit.object_id for hit in hits if hit.kind == kind]
        for pk, number in model.objects.filter(pk__in=wanted).values_list("pk", "turn__number"):
            turns[kind, pk] = number or 0
    turns |= {(hit.kind, hit.object_id): 0 for hit in hits if hit.kind == SUMMARY}
    said = _said_by_owner(hits)
    if shown:
        messages = [hit.object_id for hit in hits if hit.kind == "message"]
        near = Message.objects.filter(pk__in=messages, trip=trip, position__in=shown)
        skipped = {("message", pk) for pk in near.values_list("pk", flat=True)}
    return [
        Recalled(
            kind=hit.kind,
            pk=hit.object_id,
            author=hit.author,
            turn=turns[hit.kind, hit.object_id],
            trip=hit.trip_id,
            said_on=hit.said_at.date(),
            body=hit.body[:RECALLED_CHARACTERS],
            by_owner=(hit.kind, hit.object_id) in said,
        )
        for hit in hits
        if (hit.kind, hit.object_id) in turns and (hit.kind, hit.object_id) not in skipped
    ]


def _said_by_owner(hits: list[searching.Hit]) -> set[tuple[str, int]]:
    """Which of them are the owner's messages, or rest on their words."""
    found: set[tuple[str, int]] = set()
    spoken = {
        "message": Message.objects.filter(author=Message.Author.TRAVELLER, by_owner=True),
        "note": Note.objects.filter(message__by_owner=True).exclude(quote=""),
        "line": DocumentLine.objects.filter(message__by_owner=True).exclude(quote=""),
    }
    for kind, rows in spoken.items():
        if wanted := [hit.object_id for hit in hits if hit.kind == kind]:
            found |= {(kind, pk) for pk in rows.filter(pk__in=wanted).values_list("pk", flat=True)}
    return found


def _due(view: TripView) -> bool:
    """Is something not in front of the agents that was said or learnt before?"""
    return bool(view.window.summary or settings.RETRIEVE_ALWAYS or _after_a_break(view))


def _after_a_break(view: TripView) -> bool:
    last = max((line.said_at for line in view.window.lines if line.said_at), default=None)
    if last is None or view.said_at is None:
        return False
    return view.said_at - last >= dt.timedelta(hours=settings.RETRIEVE_AFTER_HOURS)


def _claims(zone: briefs.Zone, trip: Trip) -> list[Claim]:
    """Pinned notes first, then lines: the order of precedence. A companion's notes count on their trip."""
    notes = Note.objects.filter(Q(member=None) | Q(member__trip=trip), pk__in=zone.note_ids)
    lines = DocumentLine.objects.filter(pk__in=zone.line_ids, document__namespace__in=CLAIMING)
    pinned = notes.order_by("-created", "-pk").values_list("pk", "text", "created", "message__created")
    others = lines.order_by("-document__namespace", "-since", "-pk")
    others = others.values_list("pk", "text", "since", "message__created")
    return [
        Claim(kind=kind, pk=pk, text=text, pinned=kind == "note", said_at=said or kept)
        for kind, rows in (("note", pinned), ("line", others))
        for pk, text, kept, said in rows
    ]


def _wishes(facts: TripFacts) -> str:
    """What a planner looks for in memory: where it goes, and what is wanted there."""
    words = [place.name for place in facts.destinations]
    return " ".join([*words, *facts.must_do, *facts.interests, *facts.cuisines, *facts.avoid])


def _used(zone, agent: str) -> list[Used]:
    return [
        *(Used(kind="note", pk=pk, agent=agent) for pk in zone.note_ids),
        *(Used(kind="line", pk=pk, agent=agent) for pk in zone.line_ids),
    ]


def trip_and_turn(view: TripView) -> tuple[Trip, Turn]:
    return Trip.objects.select_related("plan").get(pk=view.trip_id), Turn.objects.get(pk=view.turn_id)


def _kept(steps: Steps, step: str, given: object, read: Callable[[], Remembered]) -> Remembered:
    given = (given, asked_by_owner(Turn.objects.get(pk=steps.turn_id)))  # else it was kept for somebody else
    stored = steps.stored(step, _Stamp, given)
    if stored is not None and stored == _stamped(stored.told):
        return stored.told
    told = read()
    steps.keep(step, _stamped(told), given)
    return told


def _stamped(told: Remembered) -> _Stamp:
    """With the words it rests on as they stand now."""
    notes = {used.pk for used in told.used if used.kind == "note"}
    lines = {used.pk for used in told.used if used.kind == "line"}
    messages = {row.pk for row in (*told.recalled, *told.said) if row.kind == "message"}
    standing = Note.objects.active().filter(pk__in=notes)
    active = DocumentLine.objects.filter(pk__in=lines, status=DocumentLine.Status.ACTIVE)
    said = Message.objects.filter(pk__in=messages, silence=None)
    return _Stamp(
        told=told,
        notes=dict(standing.order_by("pk").values_list("pk", "hash")),
        lines=dict(active.order_by("pk").values_list("pk", "hash")),
        messages={pk: digest(text) for pk, text in said.order_by("pk").values_list("pk", "text")},
        found=found_stamps((row.kind, row.pk) for row in told.recalled),
    )
