"""A conversation on a terminal: a line is a message, the answer streams; a slash is a command."""

from __future__ import annotations

import json
import sys
import time
import uuid
from typing import TextIO

from django.db import connection

from agents import turns
from agents.choices import option_meant
from agents.events import (
    TERMINAL,
    AgentDone,
    AgentFailed,
    AgentStarted,
    Progress,
    ReplyDelta,
    Restarted,
    read_event,
)
from agents.models import TurnEvent
from agents.terminal.values import finished_value, option_value, status_value
from agents.view import OptionView
from config.acting import acting_as
from trips import choosing, fact_log
from trips.facts import describe
from trips.models import Traveller, Trip, Turn

LOOK_SECONDS = 0.02
YES = {"y", "yes", "yes please", "ok", "sure"}
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

    def line(self, text: str) -> None:
        """One line of input."""
        text = text.strip()
        if not text:
            return
        if self.reset_asked and text.lower() in YES | NO:
            self._reset_answered(text.lower() in YES)
        elif text.startswith("/"):
            self.reset_asked = False
            self._command(text)
        else:
            self.reset_asked = False
            self._message(text)

    # --- Messages ----------------------------------------------------------------------------

    def _message(self, text: str) -> None:
        try:
            turn = turns.start_turn(self.trip, text, uuid.uuid4().hex, self.traveller)
        except turns.Refused as refused:
            self._say("refused", {"message": str(refused)}, str(refused))
            return
        self.shown = ""
        self._follow(turn)
        turn.refresh_from_db()
        self.trip.refresh_from_db()
        value = finished_value(turn)
        if self.as_json:
            self._json({"kind": turn.status, **value})
        else:
            self._finished(value)

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
        for line in value["summary"]:
            self._write(f"\n  {line}")
        for question in value["questions"]:
            hint = f"  ({' / '.join(question['suggestions'])})" if question["suggestions"] else ""
            self._write(f"\n  ? {question['text']}{hint}")
        for sentence in value["notes"] + value["assumed"]:
            self._write(f"\n  · {sentence}")
        self._write("\n")
        if value["options"]:
            self._options()

    def _rest_of(self, answer: str) -> None:
        """What was not seen passing by: its pieces are dropped as soon as the message is stored."""
        if answer.startswith(self.shown):
            self._write(answer[len(self.shown) :])
        elif answer:
            self._write(f"\n{answer}")

    # --- Commands ----------------------------------------------------------------------------

    def _command(self, text: str) -> None:
        name, _, rest = text[1:].partition(" ")
        handler = getattr(self, f"_do_{name}", None)
        if handler is None:  # a message like any other: a turn carries it out
            self._message(text)
            return
        handler(rest.strip())

    def _do_options(self, rest: str) -> None:
        if self.as_json:
            options = [option_value(option) for option in self.trip.options.on_offer()]
            self._json({"kind": "options", "options": options})
        else:
            self._options()

    def _do_select(self, rest: str) -> None:
        choosable = {option.position: option for option in choosing.choosable(self.trip)}
        views = [OptionView(number, one.plan, one.verdict) for number, one in choosable.items()]
        option = choosable.get(option_meant(rest, views) or 0)
        if option is None:
            numbers = ", ".join(map(str, choosable)) or "none"
            message = f"Which one? On offer: {numbers}."
            self._say("refused", {"message": message}, message)
            return
        try:
            with acting_as(lambda: self.traveller):
                version = choosing.select(self.trip, option)
        except choosing.NotOnOffer:
            message = f"Option {option.position} is not on offer any more."
            self._say("refused", {"message": message}, message)
            return
        value = {
            "option": option_value(option),
            "plan_version": version.number,
            "plan": version.plan_json,
        }
        self._say("selected", value, f"“{version.plan.title}” is your plan (version {version.number}).")

    def _do_status(self, rest: str) -> None:
        value = status_value(self.trip)
        lines = [self.trip.name, *(f"  {line.label}: {line.text}" for line in describe(self.trip.facts))]
        if value["missing"]:
            lines.append(f"  still missing: {', '.join(value['missing'])}")
        for question in self.trip.questions.open():
            lines.append(f"  ? {question.text}")
        if self.trip.plan:
            lines.append(f"  plan: {self.trip.plan.plan.title}")
        self._say("status", value, "\n".join(lines))

    def _do_reset(self, rest: str) -> None:
        if rest.lower() not in YES:
            self.reset_asked = True
            message = "This clears all facts, questions and options of the trip. Clear them? yes / no"
            self._say("asks", {"message": message}, message)
            return
        self._reset_answered(True)

    def _reset_answered(self, yes: bool) -> None:
        self.reset_asked = False
        if not yes:
            message = "Nothing was cleared."
            self._say("kept", {"message": message}, message)
            return
        fact_log.reset_facts(self.trip)
        self._say("reset", status_value(self.trip), "All facts, questions and options are cleared.")

    # --- Output ------------------------------------------------------------------------------

    def _options(self) -> None:
        options = list(self.trip.options.on_offer())
        if not options:
            self._write("Nothing is on offer yet.\n")
        for option in options:
            plan, verdict = option.plan, option.verdict
            self._write(
                f"\n{option.position}. {plan.title}: {plan.total} {plan.currency} "
                f"({plan.per_person} each), {plan.pace}, ✓ {verdict.passed} passed · "
                f"{len(verdict.failed)} failed · {len(verdict.not_checked)} not checked\n"
            )
            for result in verdict.failed:
                repair = f" {result.repair}" if result.repair else ""
                self._write(f"   ✗ {result.title}: {result.message}{repair}\n")
            for day in plan.days:
                self._write(f"   {day.date:%a %d %b} {day.city}\n")
                for item in day.items:
                    self._write(f"     {item.start:%H:%M}–{item.end:%H:%M} {item.title}\n")

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
