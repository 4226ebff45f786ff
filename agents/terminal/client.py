"""A conversation on a terminal: a line is a message, the answer streams; a slash is a command."""

from __future__ import annotations

import json
import sys
import time
import uuid
from typing import TextIO

from django.db import connection
from django.db.models import Max

from agents import commands, turns
from agents.events import (
    TERMINAL,
    AgentDone,
    AgentFailed,
    AgentStarted,
    OptionChecked,
    Progress,
    ReplyDelta,
    Restarted,
    read_event,
)
from agents.models import TurnEvent
from agents.phases import welcome_back
from agents.terminal.values import ASKS, KINDS, finished_value, status_value
from trips import fact_log
from trips.models import Message, Traveller, Trip, Turn
from trips.wording import chip

LOOK_SECONDS = 0.02
YES = {"y", "yes", "yes please", "ok", "sure"}
RESET = "reset"
NO = {"n", "no", "no thanks", "cancel"}


class Client:
    """`as_json`: one JSON object a line for every event; otherwise words for people."""

    def __init__(
        self,
        trip: Trip,
        *,
        as_json: bool,
        out: TextIO | None = None,
        traveller: Traveller | None = None,
    ) -> None:
        self.trip = trip
        self.traveller = traveller  # who writes; without one, the trip's owner
        self.as_json = as_json
        self.out = out or sys.stdout
        self.shown = ""  # of the running turn's reply
        self.reset_asked = False
        self.seen = self._newest()

    def welcome(self) -> None:
        """To who comes back after a break: what happened last, where the trip stands, what may come next."""
        if lines := welcome_back(self.trip):
            self._say("welcome", {"lines": lines}, "\n".join(lines))

    def line(self, text: str) -> None:
        """One line of input."""
        text = text.strip()
        if not text:
            return
        self._meanwhile()
        if self.reset_asked and text.lower() in YES | NO:
            self._reset_answered(text.lower() in YES)
        elif text.startswith("/"):
            self.reset_asked = False
            self._command(text)
        else:
            self.reset_asked = False
            self._message(text)

    def _meanwhile(self) -> None:
        """What buttons of the page did since the last line."""
        clicks = self.trip.messages.filter(author=Message.Author.SYSTEM, position__gt=self.seen)
        self.seen = self._newest()
        for message in clicks:
            self._say("click", {"message": message.text}, message.text)

    def _newest(self) -> int:
        return self.trip.messages.aggregate(last=Max("position"))["last"] or 0

    # --- Messages ----------------------------------------------------------------------------

    def _message(self, text: str) -> None:
        turn = self._turn(text)
        if turn is not None:
            self._answered(turn, finished_value(turn))

    def _turn(self, text: str, *, shown: bool = True) -> Turn | None:
        """A whole turn; `shown`: its events are, as they come. None when it was refused, which is said."""
        try:
            turn = turns.start_turn(self.trip, text, uuid.uuid4().hex, self.traveller)
        except turns.Refused as refused:
            self._say("refused", {"message": str(refused)}, str(refused))
            return None
        self.shown = ""
        if shown:
            self._follow(turn)
        else:
            self._wait_for(turn)
        turn.refresh_from_db()
        self.trip.refresh_from_db()
        return turn

    def _answered(self, turn: Turn, value: dict) -> None:
        """The turn's last line. Words that ask to start over ask here, as the command does."""
        self.reset_asked = value["command"] == RESET and turn.status == Turn.Status.DONE
        if self.as_json:
            asks = {"asks": ASKS} if self.reset_asked else {}
            self._json({"kind": turn.status, **value, **asks})
            return
        self._finished(value)
        if self.reset_asked:
            self._write(f"{ASKS}\n")

    def _wait_for(self, turn: Turn) -> None:
        while not Turn.objects.get(pk=turn.pk).finished:
            time.sleep(LOOK_SECONDS)

    def _follow(self, turn: Turn) -> None:
        """Show events as they are written, up to the terminal one."""
        seen = 0
        while True:
            rows = list(TurnEvent.objects.filter(turn=turn, seq__gt=seen).order_by("seq"))
            for row in rows:
                seen = row.seq
                if row.kind in TERMINAL:
                    return
                if self.as_json:
                    self._json({"kind": row.kind, "turn": turn.number, "seq": row.seq, **row.data})
                else:
                    self._event(row)
            if not rows:
                if Turn.objects.get(pk=turn.pk).finished:
                    return
                time.sleep(LOOK_SECONDS)

    def _event(self, row: TurnEvent) -> None:
        match read_event(row.kind, row.data):
            case ReplyDelta(text=text):
                self.shown += text
                self._write(text)
            case Restarted():
                self.shown = ""
                self._write("\n")
            case AgentStarted(title=title, doing=doing):
                self._write(f"\n  … {title}: {doing}")
            case AgentDone(key=key, said=said, seconds=seconds):
                self._write(f"\n  ✓ {key}: {said} ({seconds:.1f} s)")
            case OptionChecked(title=title, total=total, currency=currency, verdict=verdict):
                self._write(f"\n  ✓ {title}: {total} {currency}, {verdict}")
            case AgentFailed(key=key, sentence=sentence):
                self._write(f"\n  ✗ {key}: {sentence}")
            case Progress(text=text):
                self._write(f"\n  {text}")

    def _finished(self, value: dict) -> None:
        self._rest_of(value["reply"].removesuffix(value["closing"]).rstrip())
        if value["error"]:
            self._write(f"\n{value['error']}")
        if value["closing"]:
            self._write(f"\n\n{value['closing']}\n")
        if chips := value["summary"] or value["understood"]:
            self._write(f"\n  {' · '.join(chips)}")
        for question in value["questions"]:
            hint = f"  ({' / '.join(question['suggestions'])})" if question["suggestions"] else ""
            self._write(f"\n  ? {question['text']}{hint}")
        for sentence in value["notes"] + value["assumed"]:
            self._write(f"\n  · {sentence}")
        self._write("\n")
        if value["options"] or value["command"] == "options":
            self._options()

    def _rest_of(self, answer: str) -> None:
        """What was not seen passing by: its pieces are dropped as soon as the message is stored."""
        if answer.startswith(self.shown):
            self._write(answer[len(self.shown) :])
        elif answer:
            self._write(f"\n{answer}")

    # --- Commands ----------------------------------------------------------------------------

    def _command(self, text: str) -> None:
        """A turn carries every line out (agents/commands). With `--json` some are answered by one line of a
        kind of their own, made of the same turn."""
        line = commands.parse(text)
        if line is not None and line.name == RESET and line.argument.lower() in YES:
            self._reset_answered(True)
            return
        told = KINDS.get(line.name) if line is not None and self.as_json else None
        turn = self._turn(text, shown=told is None)
        if turn is None:
            return
        value = finished_value(turn)
        if told is None or turn.status != Turn.Status.DONE:
            self._answered(turn, value)
            return
        self.reset_asked = line.name == RESET
        kind, fields = told(self.trip, turn)
        self._json({"kind": kind, **fields, "reply": value["reply"], "next_step": value["next_step"]})

    def _reset_answered(self, yes: bool) -> None:
        self.reset_asked = False
        if not yes:
            message = "Nothing was cleared."
            self._say("kept", {"message": message}, message)
            return
        fact_log.reset_facts(self.trip)
        message = f"All facts, questions and options are cleared. {fact_log.RESET_LEAVES}"
        self._say("reset", {**status_value(self.trip), "message": message}, message)

    # --- Output ------------------------------------------------------------------------------

    def _options(self) -> None:
        for option in self.trip.options.on_offer():
            plan, verdict = option.plan, option.verdict
            self._write(
                f"\n{option.position}. {plan.title}: {plan.total} {plan.currency} "
                f"({plan.per_person} each), {plan.pace}, {chip(verdict)}\n"
            )
            for result in verdict.failed:
                repair = f" {result.repair}" if result.repair else ""
                self._write(f"   ✗ {result.title}: {result.message}{repair}\n")
            for day in plan.days:
                self._write(f"   {day.date:%a %d %b} {day.city}\n")
                for item in day.items:
                    self._write(f"     {item.start:%H:%M}–{item.end:%H:%M} {item.title}\n")
            for credit in plan.credits:
                self._write(f"   {credit}\n")

    def _say(self, kind: str, value: dict, words: str) -> None:
        if self.as_json:
            self._json({"kind": kind, **value})
        else:
            self._write(f"{words}\n")

    def _json(self, value: dict) -> None:
        self._write(json.dumps(value, ensure_ascii=False, default=str) + "\n")

    def _write(self, text: str) -> None:
        self.out.write(text)
        self.out.flush()


def list_trips(traveller, out: TextIO, *, as_json: bool) -> None:
    """`--list`: the trips of an account, newest first."""
    for trip in Trip.objects.readable_by(traveller):
        value = {"kind": "trip", "trip": str(trip.uuid), "title": trip.name, "start": trip.start}
        words = f"{trip.uuid}  {trip.name}" + (f"  {trip.start:%d %b %Y}" if trip.start else "")
        out.write((json.dumps(value, default=str) if as_json else words) + "\n")
    connection.close()
