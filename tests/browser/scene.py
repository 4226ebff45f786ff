"""One trip that is being told, turn by turn, through the product's own doors and the real planner."""

from __future__ import annotations

import datetime as dt
import uuid
from functools import lru_cache

from django.utils import timezone

from agents.events import (
    AgentDone,
    AgentFailed,
    AgentProgress,
    AgentStarted,
    Done,
    Event,
    Failed,
    Started,
    Stopped,
    stored,
)
from agents.models import TurnEvent
from agents.turns import start_turn
from config import clock
from trips import fact_log, ledger
from trips.catalogue.gazetteer import Gazetteer
from trips.models import FactChange, Message, Option, Traveller, Trip, Turn
from trips.places import current_gazetteer
from trips.planning.compose import draft, outlines
from trips.planning.options import comparison
from trips.planning.schedule import schedule
from trips.planning.validator import check_plan
from trips.schemas import Change, CheckResult, Plan, TripFacts
from trips.starting import start_trip

BOSTON = (
    ("destinations", "add", "Boston", "I want to visit Boston for a long weekend"),
    ("dates.start", "set", "2027-02-15", "Feb 15-18"),
    ("dates.end", "set", "2027-02-18", "Feb 15-18"),
    ("party.adults", "set", 2, "2 people"),
    ("budget.level", "set", "mid", "mid-range budget"),
    ("origin", "set", "New York", "From New York"),
    ("pace", "set", "moderate", "moderate pace"),
    ("interests", "add", "history", "love history and food"),
    ("interests", "add", "food", "love history and food"),
    ("must_do", "add", "Freedom Trail", "must see the Freedom Trail"),
)
JAPAN = (
    ("destinations", "add", "Tokyo", "Tokyo and Kyoto"),
    ("destinations", "add", "Kyoto", "Tokyo and Kyoto"),
    ("dates.start", "set", "2027-04-02", "ten days from 2 April"),
    ("dates.end", "set", "2027-04-11", "ten days from 2 April"),
    ("party.adults", "set", 2, "with two kids"),
    ("party.children", "set", 2, "with two kids"),
    ("party.ages", "set", "6,9", "6 and 9"),
    ("budget.amount", "set", "9000", "about $9,000"),
    ("budget.currency", "set", "USD", "about $9,000"),
    ("origin", "set", "San Francisco", "from San Francisco"),
    ("pace", "set", "relaxed", "slowly"),
    ("interests", "add", "gardens", "we love gardens"),
)
#: A town whose sights, tables and hotels no row tells.
NOWHERE = tuple(
    (path, op, "Ghent" if path == "destinations" else value, quote.replace("Boston", "Ghent"))
    for path, op, value, quote in BOSTON
    if path != "must_do"
)


class Scene:
    """A trip that is being told, turn by turn."""

    def __init__(self, owner: Traveller) -> None:
        self.trip: Trip = start_trip(owner)

    @classmethod
    def of(cls, trip: Trip) -> Scene:
        """A trip that was begun goes on."""
        scene = cls.__new__(cls)
        scene.trip = trip
        return scene

    def turn(self, asked: str) -> Turn:
        return start_turn(self.trip, asked, str(uuid.uuid4()))

    def events(self, turn: Turn, *events: Event) -> None:
        for event in events:
            kind, data = stored(event)
            turn.last_seq += 1
            TurnEvent.objects.create(turn=turn, seq=turn.last_seq, kind=kind, data=data)
        turn.save(update_fields=["last_seq"])

    def say(self, turn: Turn, text: str, agent: str = "orchestrator") -> None:
        position = self.trip.messages.order_by("-position").first().position + 1
        Message.objects.create(
            trip=self.trip, turn=turn, position=position, author=Message.Author.AGENT, agent=agent, text=text
        )

    def run(self, turn: Turn) -> None:
        turn.status, turn.started_at = Turn.Status.RUNNING, timezone.now()
        turn.save(update_fields=["status", "started_at"])
        self.events(turn, Started(mind="offline"))

    def end(
        self, turn: Turn, mode: str = "ANSWER", *, status: str = Turn.Status.DONE, error: str = "", **result
    ) -> None:
        last: Event = Done(mode=mode)
        if status == Turn.Status.FAILED:
            last = Failed(sentence=error)
        if status == Turn.Status.STOPPED:
            last = Stopped()
        turn.status, turn.mode, turn.error, turn.result = status, mode, error, result
        turn.finished_at = timezone.now()
        turn.save()
        self.events(turn, last)

    def ask(
        self, turn: Turn, topic: str, text: str, *suggestions: str, required: bool = True, subject: str = ""
    ) -> None:
        ledger.ask(
            self.trip,
            turn,
            topic=topic,
            subject=subject,
            text=text,
            suggestions=list(suggestions),
            required=required,
            asked_by="orchestrator",
        )

    def know(self, turn: Turn, rows, *, by: str = FactChange.By.TRAVELLER) -> None:
        message = turn.messages.filter(author=Message.Author.TRAVELLER).first()
        changes = [Change(path=path, op=op, value=value, quote=quote) for path, op, value, quote in rows]
        logged = fact_log.change_facts(
            self.trip, changes, by=by, today=clock.today(), message=message, turn=turn
        )
        if logged.problems:
            raise AssertionError(logged.problems)

    def offer(self, turn: Turn, *, spoil: tuple[int, ...] = (), last_resort: bool = False) -> list[Option]:
        """Real options; those at the indexes of `spoil` get a failed check, as if one had been found."""
        facts, gazetteer = self.trip.facts, current_gazetteer()
        plans = [
            plan.model_copy(deep=True)
            for plan in _composed(facts.model_dump_json(), gazetteer, clock.today())
        ]
        offered = [plan for index, plan in enumerate(plans) if index not in spoil]
        rows = []
        for index, plan in enumerate(plans):
            others = [other for other in plans if other is not plan]
            verdict = check_plan(plan, facts, gazetteer, today=clock.today(), others=others)
            state, reason = Option.State.OFFERED, ""
            if index in spoil:
                visit = next(item for item in plan.items() if item.kind == "visit")
                wrong = CheckResult(
                    id=13,
                    title="Inside opening hours",
                    severity="error",
                    status="failed",
                    message=f"{visit.title} is closed when you would be there.",
                    repair="Move it to the next morning.",
                    grade="curated",
                    items=[visit.uid],
                )
                verdict.results.append(wrong)
                state, reason = Option.State.FAILED, wrong.message
                if last_resort and index == spoil[-1]:
                    state = Option.State.LAST_RESORT
            rows.append((state == Option.State.FAILED, plan, verdict, state, reason))
        if last_resort:
            offered = []
        options = [
            Option(
                trip=self.trip,
                turn=turn,
                position=position,
                facts_version=self.trip.facts_version,
                state=state,
                reason=reason,
                comparison=comparison(offered) if len(offered) > 1 else "",
                plan_json=plan.model_dump(mode="json"),
                verdict_json=verdict.model_dump(mode="json"),
            )
            for position, (_, plan, verdict, state, reason) in enumerate(
                sorted(rows, key=lambda row: row[0]), 1
            )
        ]
        return Option.objects.bulk_create(options)


@lru_cache(maxsize=32)
def _composed(facts_json: str, gazetteer: Gazetteer, today: dt.date) -> list[Plan]:
    """What the offline planner makes of these facts; half of the suite asks for the same."""
    facts, used, plans = TripFacts.model_validate_json(facts_json), set(), []
    for outline in outlines(facts, gazetteer):
        written = draft(facts, outline, gazetteer, used=used)
        used |= {stop.place_id for day in written.days for stop in day.stops}
        plans.append(schedule(written, facts, gazetteer, today=today))
    return plans


def rail(*, failing: bool = False) -> list[Event]:
    """Three specialists and three options, as a dispatch tells them."""
    events: list[Event] = [
        AgentStarted(
            key="transport", agent="transport", title="Transport", doing="New York to Boston and back"
        ),
        AgentStarted(key="stay", agent="stay", title="Stay", doing="three nights in Boston"),
        AgentStarted(key="food", agent="food", title="Food", doing="where history and food meet"),
        AgentDone(key="transport", said="Train, coach and flight compared", seconds=3.8),
        AgentDone(key="stay", said="9 places in three bands", seconds=4.6),
    ]
    if failing:
        sentence = "The language model took too long. Your trip is unchanged. Try again."
        return [*events, AgentFailed(key="food", sentence=sentence, seconds=90.0)]
    return [*events, AgentProgress(key="food", doing="checking Monday closures")]
