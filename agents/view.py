"""What a turn knows when it starts thinking: one immutable picture of the trip, read in one go.

Everything an agent is told comes from here, so this is also where a name, an e-mail address or a code
never gets in: the picture holds the trip's facts and words, nothing of the account.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, field, replace
from uuid import UUID

from django.db.models import Exists, Subquery
from django.urls import reverse

from agents import web_access
from agents.remembered import Remembered
from agents.validation.assumptions import Carried
from agents.validation.modes import Situation, phase_of
from memory.briefing import Briefing
from memory.conversation import Window, window_of
from memory.forgetting import forgotten_since
from memory.gathering import gathered
from memory.whose import message_of
from trips import bookings, choosing, ledger
from trips.agendas import today_of_plan
from trips.catalogue.gazetteer import Gazetteer
from trips.changing import open_proposals
from trips.models import Booking, Option, Question, Trip, Turn
from trips.places import current_gazetteer, gazetteer_for
from trips.planning.agenda_values import Online, Reservation
from trips.reading.bounded import bounded
from trips.remote.refresh import online
from trips.schemas import Plan, TripFacts, Verdict

_ON_OFFER = (Option.State.OFFERED, Option.State.LAST_RESORT)
#: Of a trip's rows, what a turn knows besides its plan.
_KNOWN = ("findings", "intel", "feedback", "expenses")
#: Of these options a turn knows: one can still be chosen, or was turned down.
_TOLD = (*choosing.CHOOSABLE, Option.State.REJECTED)


@dataclass(frozen=True, slots=True)
class LedgerLine:
    topic: str
    subject: str
    text: str
    required: bool
    answer: str = ""
    assumption: str = ""


@dataclass(frozen=True, slots=True)
class OptionView:
    number: int
    plan: Plan
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Bookings:
    """What is booked or to be booked, without codes; `wanted`: what else the plan asks for, and why."""

    noted: tuple[Reservation, ...] = ()
    wanted: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class TripView:
    trip_id: int
    uuid: UUID  # of the trip, for its pages
    turn_id: int
    number: int
    today: dt.date  # where the travellers are
    message: str  # as rules read it (trips/reading/bounded.py)
    facts: TripFacts
    facts_version: int
    confirmed: bool
    asked_for_yes: bool  # the summary of exactly these facts waits for a yes
    pending: tuple[dict, ...]
    open_questions: tuple[LedgerLine, ...]
    answered: tuple[LedgerLine, ...]
    withdrawn: tuple[LedgerLine, ...]
    ever_asked: frozenset[str]
    asked_last: tuple[str, ...]  # topics of the newest answer's questions
    window: Window  # what was said before this message, and the summary of what is older
    options: tuple[OptionView, ...]  # on offer for these facts
    choosable: tuple[OptionView, ...]  # those, and the newest ones kept beside a chosen plan
    plan: Plan | None
    rejections: tuple[str, ...]
    rejected_places: frozenset[str]  # visits of the round turned down last
    gazetteer: Gazetteer = field(repr=False)
    known: Briefing = field(repr=False)  # findings, practical facts, reports, expenses
    verdict: Verdict | None = None  # of the chosen plan
    version: int | None = None  # number of the chosen plan's version
    forgot: bool = False  # did the message before this one have something forgotten?
    proposal: str = ""  # the change of it that waits for a yes, in words
    yes_to_proposal: bool = False  # and nothing was asked since it was shown
    verbatim: str = ""  # the message as it was typed, for a model
    command: str = ""  # the line a job carries out; a traveller's own line is the message
    position: int = 0  # of this message; 0 where there is none
    said_at: dt.datetime | None = None
    bookings: Bookings = Bookings()
    touched: frozenset[str] = frozenset()  # paths of facts that were ever changed on this trip
    #: The trip and the turn as they were read for this; whoever works later reads them anew.
    rows: tuple[Trip, Turn] | None = field(default=None, repr=False, compare=False)
    remembered: Remembered = field(default_factory=Remembered)  # what memory tells of this turn
    carried: tuple[Carried, ...] = ()  # what of it would change a fact, strongest first
    companions: frozenset[str] = frozenset()  # commands that could be carried out now (agents/commands)
    web: bool = False  # may the web be searched for this trip?
    online: Online = Online()  # what services told of the plan

    def situation(self, facts: TripFacts | None = None, *, consent: bool = False) -> Situation:
        """What decides the modes, for these facts or for the facts as they would be."""
        facts = facts if facts is not None else self.facts
        same = facts == self.facts
        return Situation(
            missing=tuple(ledger.missing_topics(facts)),
            optional_unasked=tuple(
                topic for topic in ledger.unknown_optional(facts) if topic not in self.ever_asked
            ),
            confirmed=same and self.confirmed,
            consent=consent,
            summary_shown=self.asked_for_yes,
            options_offered=bool(self.options) and same,
            plan_chosen=self.plan is not None,
            ended=self.ended,
            companions=self.companions,
        )

    def page(self, name: str) -> str:
        """The address of one of the trip's pages."""
        return reverse(name, args=[self.uuid])

    def on_board(self, tab: str, label: str = "Open") -> tuple[str, str]:
        """Label and address of what the board shows under this name."""
        return label, f"{self.page('workspace')}?tab=trip&view={tab}"

    def with_facts(self, facts: TripFacts) -> TripView:
        return replace(self, facts=facts)

    @property
    def found(self) -> bool:
        """Is there anything research found that was not put away?"""
        return any(row.state != "dismissed" for row in self.known.findings)

    @property
    def ended(self) -> bool:
        """Is the last day of the plan over?"""
        return self.plan is not None and bool(self.plan.days) and self.plan.days[-1].date < self.today

    @property
    def phase(self) -> str:
        """The trip's phase as the traveller lives it (agents/validation/modes.py)."""
        days = self.plan.days if self.plan else []
        return phase_of(
            self.situation(),
            working=False,
            started=bool(days) and days[0].date <= self.today,
            ended=self.ended,
        )

    def assumptions_for(self, facts: TripFacts) -> list[str]:
        """What was assumed where nobody answered, and nobody has said since."""
        return [
            line.assumption
            for line in self.withdrawn
            if line.assumption and not ledger.optional_known(facts, line.topic)
        ]


def picture(turn: Turn, trip: Trip | None = None) -> TripView:
    """Read everything for one turn. A few short queries; call it in the database's thread. `trip`: the turn's
    with its plan, for who has read it just now."""
    trip = trip or Trip.objects.select_related("plan").get(pk=turn.trip_id)
    own = message_of(turn)
    questions = list(trip.questions.all())
    asked = [question for question in questions if question.asked_in_id]
    newest = max((question.asked_in_id for question in asked), default=None)
    options = list(trip.options.filter(state__in=_TOLD).order_by("-turn__number", "position"))
    offered = [option for option in options if option.state in _ON_OFFER]
    on_offer = choosing.newest_round([row for row in offered if row.facts_version == trip.facts_version])
    choosable = choosing.choosable_of(trip, options)
    plan = trip.plan.plan if trip.plan else None
    today = today_of_plan(plan)
    (
        has_own_rows,
        asked_to_forget,
        proposal,
        proposed_in,
        proposed,
        summed_up,
    ) = (  # each takes time before the first word
        Trip.objects.filter(pk=trip.pk)
        .values_list(
            Exists(trip.own_places.all()),
            Subquery(
                trip.turns.filter(number=turn.number - 1, result__command="forget").values("enqueued_at")
            ),
            Subquery(open_proposals(trip).values("sentence")[:1]),
            Subquery(open_proposals(trip).values("turn")[:1]),
            Subquery(trip.proposals.order_by("-pk").values("created")[:1]),
            Subquery(
                trip.turns.filter(mode="CONFIRM", status=Turn.Status.DONE)
                .order_by("-number")
                .values("finished_at")[:1]
            ),
        )
        .get()
    )
    gazetteer = gazetteer_for(trip) if has_own_rows else current_gazetteer()
    # A yes belongs to what was asked last: the summary, a change of the plan, or a question.
    proposed_last = proposed is not None and (summed_up is None or proposed > summed_up)
    asked_since = bool(proposed_in and newest and newest > proposed_in)
    rejected = [option for option in reversed(options) if option.state == Option.State.REJECTED]
    shown = {
        option.pk: OptionView(option.position, option.plan, option.verdict)
        for option in {*on_offer, *choosable}
    }
    return TripView(
        trip_id=trip.pk,
        uuid=trip.uuid,
        turn_id=turn.pk,
        number=turn.number,
        today=today,
        message=bounded(own.text) if own else "",
        verbatim=own.text if own else "",
        facts=trip.facts,
        facts_version=trip.facts_version,
        confirmed=trip.confirmed,
        asked_for_yes=trip.asked_version == trip.facts_version and not trip.confirmed and not proposed_last,
        pending=tuple(trip.pending),
        open_questions=_lines(questions, Question.Status.ASKED),
        answered=_lines(questions, Question.Status.ANSWERED),
        withdrawn=_lines(questions, Question.Status.WITHDRAWN),
        ever_asked=frozenset(question.topic for question in questions),
        asked_last=tuple(
            question.topic
            for question in asked
            if question.asked_in_id == newest and question.status == Question.Status.ASKED
        ),
        window=window_of(trip, own),
        position=own.position if own else 0,
        said_at=own.created if own else None,
        rows=(trip, turn),
        bookings=_bookings(trip, plan, gazetteer, today),
        touched=frozenset(trip.fact_changes.order_by().values_list("path", flat=True).distinct()),
        options=tuple(shown[option.pk] for option in on_offer),
        choosable=tuple(shown[option.pk] for option in choosable),
        plan=plan,
        version=trip.plan.number if trip.plan else None,
        verdict=trip.plan.verdict if trip.plan else None,
        forgot=asked_to_forget is not None and forgotten_since(trip.owner, asked_to_forget),
        proposal=proposal or "",
        yes_to_proposal=bool(proposal) and proposed_last and not asked_since,
        command=turn.command,
        online=online(plan) if plan else Online(),
        rejections=tuple(dict.fromkeys(option.reason for option in rejected if option.reason)),
        rejected_places=frozenset(
            item["place_id"]
            for option in rejected
            if option.turn_id == rejected[-1].turn_id  # of all rounds there would be nothing left to see
            for day in option.plan_json["days"]
            for item in day["items"]
            if item["kind"] == "visit" and item.get("place_id")
        ),
        gazetteer=gazetteer,
        web=web_access.allowed(trip),
        known=replace(gathered(trip, _KNOWN), plan=trip.plan.plan_json if trip.plan else None),
    )


def _bookings(trip: Trip, plan: Plan | None, gazetteer: Gazetteer, today: dt.date) -> Bookings:
    known = bookings.reservations(trip)
    noted = [row for row in known if row.status != Booking.Status.CANCELLED]
    noted.sort(key=lambda row: (row.book_by or dt.date.max, row.title))
    wanted = bookings.wanted(plan, known, gazetteer, today) if plan else []
    return Bookings(
        tuple(noted), tuple((row.title, row.why if row.strict else f"{row.why}, advised") for row in wanted)
    )


def _lines(questions: list[Question], status: str) -> tuple[LedgerLine, ...]:
    return tuple(
        LedgerLine(q.topic, q.subject, q.text, q.required, q.answer, q.assumption)
        for q in questions
        if q.status == status
    )
