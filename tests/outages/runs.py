"""One outage: a turn runs and messages are sent while something is out; afterwards everything is judged."""

from __future__ import annotations

import datetime as dt
import threading
import time
from collections import Counter
from contextlib import ExitStack
from dataclasses import dataclass

from django.db import DatabaseError, connection
from django.utils import timezone

from agents.models import ModelCall
from tests.kills.checking import Death, Seen, Verdict, judge_words
from tests.kills.processes import Site
from tests.kills.story import PLAN, Model, price_of, question
from tests.kills.traveller import Traveller
from tests.outages.causes import Cause
from tests.outages.traffic import Reading, Sender
from trips.models import Turn

#: A turn that has not ended by then, after everything is back, never will. The machine may be busy.
STUCK_SECONDS = 120.0
LOOK_SECONDS = 0.05


@dataclass
class Ran:
    """What came of one outage."""

    name: str
    seconds: float
    verdict: Verdict
    accepted: int = 0
    refused: int = 0
    pages_refused: int = 0
    slowest: float = 0.0
    first_taken: float | None = None  # seconds from the return to the first message that is taken
    first_answer: float | None = None  # … to the first turn that ends
    all_answered: float = 0.0
    attempts: int = 1  # most of one turn
    streams: int = 0
    not_now: int = 0


@dataclass
class Run:
    site: Site
    model: Model
    name: str
    cause: Cause
    seconds: float
    moment: float  # seconds after the first message is sent
    number: int
    since: dt.datetime | None = None

    def go(self) -> Ran:
        """Three travellers: one whose plan is being made, one who asks in an old trip, one who begins."""
        senders = [
            Sender("plans", Traveller(self.site.address)),
            Sender("asks", Traveller(self.site.address), htmx=True),
            Sender("begins", Traveller(self.site.address)),
        ]
        plans, asks, begins = senders
        forms = {}
        asks.send(asks.traveller.form_of(asks.traveller.get("/")), PLAN, True)
        self._until_all_ended()
        old = asks.traveller.page(asks.trip)
        forms["asks"] = asks.traveller.form_of(old.html)
        forms["begins"] = begins.traveller.form_of(begins.traveller.get("/"))
        plans.send(plans.traveller.form_of(plans.traveller.get("/")), PLAN, True)
        page = plans.traveller.page(plans.trip)
        forms["plans"] = plans.traveller.form_of(page.html)
        with ExitStack() as stack:
            readings = {
                "plans": stack.enter_context(Reading(plans.traveller, page)),
                "asks": stack.enter_context(Reading(asks.traveller, old)),
            }
            threading.Event().wait(self.moment)
            began = time.monotonic()
            self.cause.begin()
            asks.in_thread(
                (asks.look,), (asks.send, forms["asks"], question(f"{self.number}.a"), False), (asks.look,)
            )
            plans.in_thread((plans.send, forms["plans"], question(f"{self.number}.p"), False), (plans.look,))
            begins.in_thread((begins.look,), (begins.send, forms["begins"], PLAN, True), (begins.look,))
            threading.Event().wait(max(0.0, began + self.seconds - time.monotonic()))
            self.cause.end()
            returned = time.monotonic()
            if self.cause.refuses:  # turns end only with a database, and by a clock that nobody sets
                self.since = timezone.now()
            ended = self._watch(returned, [sender.join for sender in senders])
            for sender in senders:  # life goes on
                fresh = sender.traveller.get(sender.trip) if sender.trip else ""
                if fresh:
                    form = sender.traveller.form_of(fresh)
                    sender.send(form, question(f"{self.number}.{sender.name}"), False)
            all_ended = self._until_all_ended()
            return self._judge(senders, readings, returned, ended, all_ended)

    def _watch(self, returned: float, joins) -> tuple[float | None, float]:
        """Seconds until the first turn ends after the return, and until all have."""
        before = 0 if self.since else self._finished()
        joining = threading.Thread(target=lambda: [join() for join in joins], daemon=True)
        joining.start()
        first, end = None, time.monotonic() + STUCK_SECONDS
        while time.monotonic() < end:
            finished = self._finished()
            if first is None and finished is not None and finished > (before or 0):
                first = time.monotonic() - returned
            if not joining.is_alive() and self._unfinished() == 0:
                break
            threading.Event().wait(LOOK_SECONDS)
        joining.join(STUCK_SECONDS)
        return first, time.monotonic() - returned

    def _finished(self) -> int | None:
        """Turns that have ended; where the database was away, since its return."""
        turns = Turn.objects.exclude(status__in=Turn.UNFINISHED)
        return self._count(turns.filter(finished_at__gt=self.since) if self.since else turns)

    def _unfinished(self) -> int | None:
        return self._count(Turn.objects.filter(status__in=Turn.UNFINISHED))

    def _count(self, turns) -> int | None:
        """None while the database cannot be asked."""
        try:
            return turns.count()
        except DatabaseError:
            connection.close()
            return None

    def _until_all_ended(self) -> bool:
        end = time.monotonic() + STUCK_SECONDS
        while self._unfinished() != 0:
            if time.monotonic() > end:
                return False
            threading.Event().wait(LOOK_SECONDS)
        return True

    def _judge(self, senders, readings, returned, ended, all_ended: bool) -> Ran:
        ran = Ran(self.name, self.seconds, Verdict(), first_answer=ended[0], all_answered=ended[1])
        lost = [Death("worker", time.time())] * self.cause.costs  # attempts that may be lost
        for sender in senders:
            ran.verdict.wrong += sender.problems
            if not sender.trip:
                ran.verdict.lost.append(f"{sender.name} never got a trip")
                continue
            fresh = sender.traveller.page(sender.trip)
            reading = readings.get(sender.name)
            sent = [noted.sent for noted in sender.notes]
            if reading is None:  # began meanwhile: nobody read along
                with Reading(sender.traveller, fresh) as reading:
                    seen = Seen(sent, lost, [], reading, fresh, [])
                    verdict = judge_words(seen)
            else:
                last = max(fresh.cursor, default=len(sent))
                reading.until(lambda r, last=last: r.has_ended(last), STUCK_SECONDS)
                fresh = sender.traveller.page(sender.trip)
                seen = Seen(sent, lost, [], reading, fresh, [])
                verdict = judge_words(seen)
                ran.streams += reading.connections
                ran.not_now += reading.not_now
            for kind in ("lost", "doubled", "stuck", "wrong"):
                getattr(ran.verdict, kind).extend(getattr(verdict, kind))
            ran.attempts = max([ran.attempts, *(turn.attempt for turn in seen.turns)])
            self._calls(seen.turns, ran.verdict)
            self._add_up(sender, ran, returned)
            sender.close()
        if not all_ended:
            ran.verdict.stuck.append("turns are left unfinished")
        if not self.cause.refuses and ran.refused:
            ran.verdict.wrong.append(f"{ran.refused} messages were refused")
        return ran

    def _add_up(self, sender: Sender, ran: Ran, returned: float) -> None:
        ran.accepted += len(sender.notes)
        ran.refused += sum(noted.refused for noted in sender.notes)
        ran.pages_refused += sender.pages_refused
        ran.slowest = max(ran.slowest, sender.slowest)
        for noted in sender.notes:
            if noted.refused and noted.accepted_at > returned:
                taken = noted.accepted_at - returned
                ran.first_taken = min(taken, ran.first_taken or taken)

    def _calls(self, turns: list[Turn], verdict: Verdict) -> None:
        """No call is left open, none is charged twice, a finished one costs its price."""
        rows = list(ModelCall.objects.filter(turn__in=turns).exclude(purpose="extraction"))
        done = [row for row in rows if row.status == ModelCall.Status.DONE]
        for row in rows:
            if row.status == ModelCall.Status.RESERVED:
                verdict.wrong.append(f"turn {row.turn_id} has a call that is still reserved")
        for identifier, times in Counter(row.request_id for row in done).items():
            if times > 1:
                verdict.doubled.append(f"{identifier} is charged {times} times")
        for row in done:
            if row.cost != price_of(row.model):
                verdict.wrong.append(f"{row.request_id} is charged {row.cost}")
