"""Plays a case of the travel set: written through memory.notes, asked through memory.search."""

from __future__ import annotations

import datetime as dt
import json
from pathlib import Path
from typing import Any

from config import clock
from memory import extraction, extraction_offline, line_edits, notes, triggers
from memory.extraction import Work
from memory.forgetting import forget, redact_message, undo
from memory.models import DocumentLine, Extraction, Note
from memory.search import Hit, search
from tests.memory.people import option_of, said, turn_of
from trips.models import Member, Message, Option, Traveller, Trip, Turn
from trips.starting import start_trip

SET = json.loads((Path(__file__).parent / "travel_set.json").read_text("utf-8"))
CASES: list[dict[str, Any]] = SET["cases"]
SAID_OTHERWISE: list[dict[str, str]] = SET["said otherwise"]
FINDS = 5  # "among the first five"


class World:
    """Ada with two trips, Ben on both, and what is remembered beside the case."""

    def __init__(self) -> None:
        self.owner = Traveller.objects.create_user("ada", password=None)
        self.trips = {name: self._trip() for name in ("japan", "lisbon")}
        self.turns: dict[tuple[str, int], Turn] = {}
        self.rows: dict[str, Note | DocumentLine | Message] = {}
        self.on(SET["today"])
        for note in SET["background"]:
            self.note(**note, said=note["trip"] is None)

    def _trip(self) -> Trip:
        trip = start_trip(self.owner)
        Member.objects.filter(trip=trip).update(name="Ada")
        Member.objects.create(trip=trip, name="Ben")
        return trip

    def on(self, day: str) -> None:
        clock.set_now(dt.datetime.combine(dt.date.fromisoformat(day), dt.time(12), dt.UTC))

    # --- What is done ---------------------------------------------------------------------------

    def do(self, verb: str, what: Any) -> None:
        match verb:
            case "note":
                self.note(**what)
            case "say":
                self.say(**what)
            case "tell":
                self.tell(**what)
            case "forget":
                forget(self.rows[what], by="traveller")
            case "undo":
                undo(self.rows[what])
            case "retire":
                notes.retire(self.rows[what], by="traveller")
            case "redact":
                redact_message(self.rows[what])
            case "close" | "stop":
                status = Turn.Status.DONE if verb == "close" else Turn.Status.STOPPED
                Turn.objects.filter(number=what).update(status=status)
            case "choose":
                chosen = self.option(self.turn("japan", 1), what)
                Option.objects.exclude(pk=chosen.pk).update(state=Option.State.KEPT)
                Option.objects.filter(pk=chosen.pk).update(state=Option.State.SELECTED)
                notes.options_settled(chosen.trip, chosen)
            case _:
                raise ValueError(f"a case does something unknown: {verb}")

    def note(self, text: str, trip: str | None, agent: str = "", said: bool = False, **more: Any) -> None:
        of_trip = self.trips[trip] if trip else None
        member = of_trip.members.get(name=more["member"]) if "member" in more else None
        message = _say(self.trips[trip or "japan"], text) if said else None
        turn = self.turn(trip, more["turn"]) if "turn" in more else None
        option = self.option(turn, more["option"]) if "option" in more else None
        written = notes.write(
            owner=self.owner,
            text=text,
            # what agents tell each other of travellers is an agent's guess until a person says it
            author="agent" if agent and not more.get("shared") else "staff" if agent else "traveller",
            trip=of_trip,
            member=member,
            agent=agent,
            option=option,
            turn=turn,
            message=message,
            quote=text if said else "",
            pinned=more.get("pinned", False),
            shared=more.get("shared", False),
            supersedes=self.rows.get(more.get("replaces", "")),
            valid_from=_day(more.get("from")),
            valid_to=_day(more.get("to")),
        )
        if "id" in more and written.note is not None:
            self.rows[more["id"]] = written.note

    def say(self, text: str, trip: str, by: str = "", turn: int | None = None, **more: Any) -> None:
        message = _say(self.trips[trip], text, by, self.turn(trip, turn) if turn else None)
        if "id" in more:
            self.rows[more["id"]] = message

    def tell(self, id: str, text: str, trip: str = "japan") -> None:
        """Said in a turn that a planner worked in, and learnt from without a model: nobody says by hand what
        it replaces. Of a sentence that tells several things the last one is meant."""
        turn = turn_of(self.trips[trip])
        message = _say(self.trips[trip], text, turn=turn)
        triggers.answered(self.trips[trip], turn, message, asked_for_yes=False, rejection="")
        extraction.due_after(turn, [Work("planner", "Five days.")])
        for job in Extraction.objects.filter(turn=turn).order_by("pk"):
            if job.kind == Extraction.Kind.DOCUMENTS:
                line_edits.from_events(job)
            else:
                extraction.ask(job)
                extraction.apply(job, extraction_offline.answer(job))
            Extraction.objects.filter(pk=job.pk).update(status="done")
        found = [*Note.objects.filter(message=message), *DocumentLine.objects.filter(message=message)]
        *_others, self.rows[id] = [row for row in found if row.status == "active"]

    def turn(self, trip: str | None, number: int) -> Turn:
        """Turn 1 runs until the case closes it; later ones of the trip run when they are asked in."""
        of_trip = self.trips[trip or "japan"]
        found = Turn.objects.filter(trip=of_trip, number=number).first()
        while found is None:
            found = turn_of(of_trip, Turn.Status.QUEUED)
            found = found if found.number == number else None
        return found

    def option(self, turn: Turn, position: int) -> Option:
        return Option.objects.filter(turn=turn, position=position).first() or option_of(turn, position)

    # --- What is asked ---------------------------------------------------------------------------

    def wrong(self, ask: dict[str, Any]) -> list[str]:
        """What the answer to one question lacks or has too much, as sentences."""
        self.on(ask.get("on", SET["today"]))
        trip = ask.get("trip", "japan")
        hits = search(
            self.owner,
            ask["q"],
            trip=self.trips[trip] if trip else None,
            agent=ask.get("agent", ""),
            turn=self.turn(trip, ask["turn"]) if "turn" in ask else None,
            kinds=ask.get("kinds"),
        )
        wrong = [f"found {name}" for name in ask.get("never", ()) if self._place(name, hits) is not None]
        if ask.get("nothing") and hits:
            wrong.append(f"found {[hit.body for hit in hits]}")
        if "first" in ask and self._place(ask["first"], hits, with_source=True) != 0:
            wrong.append(f"first is not {ask['first']}: {[hit.body for hit in hits[:3]]}")
        for name in ask.get("finds", ()):
            place = self._place(name, hits, with_source=True)
            if place is None or place >= FINDS:
                wrong.append(f"{name} is not among the first: {[hit.body for hit in hits[:FINDS]]}")
        return [f"{ask['q']!r}: {sentence}" for sentence in wrong]

    def _place(self, name: str, hits: list[Hit], *, with_source: bool = False) -> int | None:
        row = self.rows.get(name)
        if row is None:
            return None
        kind = {Message: "message", Note: "note", DocumentLine: "line"}[type(row)]
        for place, hit in enumerate(hits):
            if (hit.kind, hit.object_id) == (kind, row.pk):
                return place
            source = None if isinstance(row, Message) else row.message_id
            if with_source and source is not None and (hit.kind, hit.object_id) == ("message", source):
                return place
        return None


def _say(trip: Trip, text: str, by: str = "", turn: Turn | None = None) -> Message:
    if not by:
        return said(trip, text, turn=turn)
    message = said(trip, text, author="agent", turn=turn)
    message.agent = by
    message.save()
    return message


def _day(text: str | None) -> dt.date | None:
    return dt.date.fromisoformat(text) if text else None


def wrong_in(case: dict[str, Any]) -> list[str]:
    """Plays one case; what went wrong, as sentences."""
    world = World()
    for verb, what in case["do"]:
        world.do(verb, what)
    wrong = [sentence for ask in case["ask"] for sentence in world.wrong(ask)]
    for verb, what in case.get("then", ()):
        world.do(verb, what)
    return wrong + [sentence for ask in case.get("ask then", ()) for sentence in world.wrong(ask)]
