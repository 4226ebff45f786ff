"""One run: a message is sent, a process is killed and started again, and everything is judged."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from django.db import connection

from tests.kills import points
from tests.kills.checking import Death, Seen, Sent, Verdict, judge, stored_steps
from tests.kills.processes import Process, Site
from tests.kills.story import PLAN, Model, question
from tests.kills.traveller import PATIENCE, Broken, Page, Traveller, Watching
from trips.models import Turn

#: A turn that has not ended by then, after everybody lives again, never will.
STUCK_SECONDS = 60.0


@dataclass(frozen=True)
class Plan:
    """What is to happen in one run."""

    victim: str  # web, worker; "" = nobody, to know how long a turn takes
    plan: bool  # a new guest's first message; else a question in the last trip
    waits: bool = False  # a second message is sent while the first is worked on
    point: str = ""  # where the victim dies; else at `moment`
    times: int = 1  # how often the point is passed
    moment: float = 0.0  # share of the usual duration
    again: float | None = None  # a second kill, seconds after the first restart
    looks: tuple[float, ...] = ()  # when another tab loads the page, seconds

    @property
    def sentence(self) -> str:
        what = "plan" if self.plan else "talk"
        where = self.point or f"at {self.moment:.2f} of the turn"
        more = ", one waits" if self.waits else ""
        more += f", again {self.again:.2f} s later" if self.again is not None else ""
        return f"{what}{more}: {self.victim or 'nobody'} {where if self.victim else ''}".strip()


@dataclass
class Ran:
    """What came of a run."""

    plan: Plan
    verdict: Verdict
    seconds: float = 0.0  # from sending to the last word
    progress: list[float] = field(default_factory=list)  # seconds from each restart to progress
    resent: int = 0
    connections: int = 0
    deaths: int = 0


def plans(mode: str, count: int, random: Random) -> list[Plan]:
    """The named points, others when there is time, the rest at moments drawn uniformly."""
    made: list[Plan] = []
    for point in points.NAMED:
        made.append(at_point(_victim(mode, len(made), random), point, random))
    if count >= 20:
        victims = [mode] if mode != "embedded" else ["web", "worker"]
        made += [at_point(victim, point, random) for victim in victims for point in points.MORE[victim]]
        if mode == "embedded":
            other = {"web": "worker", "worker": "web"}
            made += [at_point(other[one.victim], one.point, random) for one in made[: len(points.NAMED)]]
    while len(made) < count:
        victim = _victim(mode, len(made), random)
        again = random.uniform(0.2, 3.0) if random.random() < 0.15 else None
        made.append(
            Plan(
                victim,
                plan=random.random() < 0.6,
                waits=random.random() < 0.3,
                moment=random.random(),
                again=again,
                looks=_looks(random),
            )
        )
    return made[:count]


def at_point(victim: str, point: str, random: Random) -> Plan:
    """Die at this point, in a conversation that has it."""
    steps = point in (points.BETWEEN_STEPS, points.NOT_KEPT)
    speaks = point in (points.MID_DELTA, points.IN_A_DELTA)
    publishes = victim == "worker" and point == points.AFTER_COMMIT
    times = random.randint(1, 2) if steps else random.randint(2, 6) if speaks else 1
    # Who asks in a trip reads its stream already; a new guest may come late to the first words.
    plan = steps or publishes or (not speaks and random.random() < 0.5)
    return Plan(victim, plan=plan, waits=publishes, point=point, times=times, looks=_looks(random))


def _victim(mode: str, number: int, random: Random) -> str:
    return ("web", "worker")[number % 2] if mode == "embedded" else mode


def _looks(random: Random) -> tuple[float, ...]:
    return tuple(sorted(random.uniform(0, 2) for _ in range(2)))


class Killer(threading.Thread):
    """Kills as planned, notes what was stored at that moment, and starts the process again at once."""

    def __init__(self, run: Run) -> None:
        super().__init__(name="killer", daemon=True)
        self.run_ = run
        self.deaths: list[Death] = []
        self.problem = ""

    def run(self) -> None:
        plan = self.run_.plan
        victim: Process = getattr(self.run_.site, plan.victim)
        try:
            if plan.point:
                self.run_.site.arm(plan.victim, plan.point, plan.times, self.run_.number)
                self.run_.ready.set()
                if not victim.wait(PATIENCE):
                    self.problem = f"the {plan.victim} never came to “{plan.point}”"
                    return
                self.run_.site.disarm()
            else:
                self.run_.ready.set()
                self.run_.sending.wait(PATIENCE)
                time.sleep(plan.moment * self.run_.usual)
                victim.kill()
            self._note_and_start(victim)
            if plan.again is not None:
                time.sleep(plan.again)
                victim.kill()
                self._note_and_start(victim)
        except Exception as error:
            self.problem = f"killing broke: {error!r}"
        finally:
            connection.close()

    def _note_and_start(self, victim: Process) -> None:
        death = Death(victim.name, time.time(), self.run_.plan.point)
        unfinished = dict(Turn.objects.filter(status__in=Turn.UNFINISHED).values_list("pk", "last_seq"))
        death.steps = stored_steps(unfinished)
        death.seqs = unfinished
        death.restarted = time.monotonic()
        victim.start()
        self.deaths.append(death)


@dataclass
class Run:
    site: Site
    model: Model
    plan: Plan
    number: int
    usual: float  # seconds of such a turn
    traveller: Traveller
    trip: str  # where the trip is, for a question in it; "" = none yet
    ready: threading.Event = field(default_factory=threading.Event)
    sending: threading.Event = field(default_factory=threading.Event)

    def go(self) -> Ran:
        """Send, kill, start again, wait, judge. Raises Broken when a client could not even try."""
        asked_before = len(self.model.asked)
        killer = Killer(self) if self.plan.victim else None
        sent: list[Sent] = []
        if self.plan.plan:
            form = self.traveller.form_of(self.traveller.get("/"))
            page = None
        else:
            page = self.traveller.page(self.trip)
            form = self.traveller.form_of(page.html)
        if killer:
            killer.start()
            self.ready.wait(PATIENCE)
        began = time.monotonic()
        self.sending.set()
        if page is None:
            self.trip = self.traveller.post("/start", {**form, "text": PLAN})
            sent.append(Sent(form["client_key"], PLAN, True, self.traveller.tries))
            page = self.traveller.page(self.trip)
            loaded = time.monotonic()
            with Watching(self.traveller, page) as watching:
                return self._follow(watching, killer, sent, began, asked_before, loaded)
        with Watching(self.traveller, page) as watching:
            self._ask(form, sent)
            return self._follow(watching, killer, sent, began, asked_before, None)

    def _ask(self, form: dict[str, str], sent: list[Sent]) -> None:
        text = question(f"{self.number}.{len(sent)}")
        self.traveller.post(f"{self.trip}send", {**form, "text": text})
        sent.append(Sent(form["client_key"], text, False, self.traveller.tries))

    def _follow(
        self,
        watching: Watching,
        killer: Killer | None,
        sent: list[Sent],
        began: float,
        asked_before: int,
        loaded: float | None,
    ) -> Ran:
        between: list[Page] = []
        if self.plan.waits:
            self._ask(self.traveller.form_of(self.traveller.get(self.trip)), sent)
        for look in self.plan.looks:
            threading.Event().wait(max(0.0, began + look - time.monotonic()))
            between.append(self.traveller.page(self.trip))
        first = max(watching.page.cursor, default=0) + (0 if self.plan.plan else 1)
        last = first + len(sent) - 1
        ended = watching.until(lambda w: w.has_ended(last), STUCK_SECONDS)
        seconds = (watching.frames[-1].at if watching.frames else time.monotonic()) - began
        if killer:
            killer.join(PATIENCE * 2)
            ended = watching.until(lambda w: w.has_ended(last), STUCK_SECONDS)
        fresh = self.traveller.page(self.trip)
        deaths = killer.deaths if killer else []
        seen = Seen(sent, deaths, self.model.since(asked_before), watching, fresh, between)
        verdict = judge(seen)
        if killer and killer.problem:
            verdict.wrong.append(killer.problem)
        if not ended:
            verdict.stuck.append(f"turn {last} of the page never ended; {watching.problem}")
        return Ran(
            self.plan,
            verdict,
            seconds,
            [s for death in deaths if (s := _progress(death, watching, seen.turns, loaded)) is not None],
            sum(one.tries > 1 for one in sent),
            watching.connections,
            len(deaths),
        )


def _progress(death: Death, watching: Watching, turns: Sequence[Turn], loaded: float | None) -> float | None:
    """Seconds from the restart until the traveller saw something new; None when all had been said."""
    if all(turn.finished_at and turn.finished_at.timestamp() < death.at for turn in turns):
        return None
    known = {turn.number: death.seqs.get(turn.pk, 0) for turn in turns}
    moments = [loaded] if loaded is not None and death.victim == "web" else []
    for frame in watching.frames:
        new = any(seq > known.get(turn, seq) for turn, seq in frame.cursor.items())
        if death.victim == "web" or new:
            moments.append(frame.at)
    later = [moment for moment in moments if moment > death.restarted]
    return min(later) - death.restarted if later else None


__all__ = ["Broken", "Plan", "Ran", "Run", "plans"]
