"""A journey on which anything happens: edits in words and by hand, yes and no, reports, money, undoing.

Every step goes through the doors that pages and turns use. It says nothing of what must hold then: see
test_any_journey.py.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from random import Random

from agents.companions import feedback as companion
from agents.companions.feedback import FeedbackContext
from agents.team.feedback import offline
from tests.trips.planning.editing.random_edits import random_edit
from trips import changing, plan_versions, reporting, spending
from trips.changing import NotPossible, Warned
from trips.models import Expense, Feedback, PlanVersion, Trip
from trips.places import current_gazetteer
from trips.plan_versions import NoPlan, NothingToUndo, Outdated
from trips.planning.outlays import CATEGORIES
from trips.reading.edits import read_edits
from trips.schemas import Plan, Visit

#: What the doors say when something can't be done; then nothing may have changed.
REFUSALS = (
    NotPossible,
    Warned,
    Outdated,
    NothingToUndo,
    NoPlan,
    reporting.Refused,
    spending.Refused,
)
WISHES = (
    "swap day {day} and {other}",
    "less walking on day {day}",
    "fewer visits on day {day}",
    "a vegan dinner on day {day}",
    "lunch somewhere else on day {day}",
    "Italian for dinner on day {day}",
    "remove {title}",
    "move {title} to day {other}",
    "move {title} to 3 pm",
    "swap {title} for something outdoors",
    "add {place} to day {day}",
    "one more night in {city}",
    "one night less in {city}",
    "day {day} should be cheaper",
    "cheaper",
    "another hotel",
    "let's start at 10:30 on day {day}",
    "a free afternoon on day {day}",
    "keep {title} where it is",
    "unlock {title}",
)
REPORTS = (
    "ramen was the best meal, but I was exhausted after 3 pm",
    "Day {day} was too rushed",
    "we loved {title}, 5 stars",
    "My feet hurt, too much walking today.",
    "Yesterday was wonderful. Today was too rushed.",
    "everything is too expensive",
    "The kids were bored at the museum",
    "on day {day} we were worn out by noon",
    "Breakfast was too early",
    "I wasn't tired at all, could have gone on. 4/5",
    "{title} was magical, but we queued for two hours",
    "sick of museums by now",
    "a plain sentence about nothing",
)
SPENT = (
    "lunch {amount} yen",
    "taxi {amount} USD",
    "paid {amount} euros for dinner",
    "{amount} MAD for a rug",
    "the tickets were ${amount}",
    "Ben paid £{amount} for the museum",
    "{amount} VES at the market",
)
CURRENCIES = ("USD", "EUR", "JPY", "MAD", "GBP", "VND", "VES", "KWD", "XXX")
HOURS = (-30, 3, 7, 11, 14, 20, 26)


@dataclass
class Journey:
    """One trip and its chances. `move_clock(moment)` sets the time; `said` is what the last step tried."""

    trip: Trip
    random: Random
    move_clock: Callable[[dt.datetime], None]
    now: dt.datetime
    said: str = ""

    @property
    def plan(self) -> Plan:
        return self.trip.plan.plan

    def step(self) -> str:
        """Do anything; the name of what was done. What was refused raises one of REFUSALS."""
        steps = {
            self.edit_by_hand: 20,
            self.wish_in_words: 12,
            self.propose_anything: 12,
            self.accept: 32,
            self.refuse: 4,
            self.undo: 8,
            self.redo: 9,
            self.go_anywhere: 3,
            self.report_in_words: 8,
            self.report_by_form: 16,
            self.correct_report: 3,
            self.remove_report: 2,
            self.spend_in_words: 6,
            self.spend_by_form: 9,
            self.edit_expense: 18,
            self.take_back_expense: 3,
            self.remove_expense: 3,
            self.wait: 7,
        }
        for step in self._without_cause():
            steps[step] = 1
        chosen = self.random.choices(list(steps), weights=list(steps.values()))[0]
        self.said = chosen.__name__
        chosen()
        return chosen.__name__

    def _without_cause(self) -> list[Callable[[], None]]:
        """Steps that would be refused now: tried now and then, not all the time."""
        trip, idle = self.trip, []
        if not trip.proposals.filter(state="open").exists():
            idle += [self.accept, self.refuse]
        if trip.plan.parent_id is None:
            idle += [self.undo]
        if not trip.plan.children.exists():
            idle += [self.redo]
        if not reporting.days_told(trip):
            idle += [self.report_in_words, self.report_by_form]
        if not trip.feedback.exists():
            idle += [self.correct_report, self.remove_report]
        if not trip.expenses.exists():
            idle += [self.edit_expense, self.take_back_expense, self.remove_expense]
        return idle

    # --- The plan ------------------------------------------------------------------------------

    def edit_by_hand(self) -> None:
        edit = random_edit(self.random, self.plan)
        self.said = f"{edit!r} by hand"
        seen = self.trip.plan.number - (self.random.random() < 0.05)
        changing.edit_now(self.trip, [edit], seen=seen, despite=self.random.random() < 0.85)

    def wish_in_words(self) -> None:
        self.said = self._filled(self.random.choice(WISHES))
        base = changing.base_of(self.trip)
        edits = read_edits(self.said, base.plan, base.facts, current_gazetteer(), today=base.today).edits
        edited = changing.computed(base, edits) if edits else None
        if edited is None:
            raise NotPossible([])
        changing.propose(self.trip, edited, base=base, cause=f"Asked for: {self.said}"[:200])

    def propose_anything(self) -> None:
        edits = [random_edit(self.random, self.plan) for _ in range(self.random.choice((1, 1, 1, 2)))]
        self.said = f"{edits!r} proposed"
        changing.propose(self.trip, edits)

    def accept(self) -> None:
        """The one that waits; now and then one that was decided long ago."""
        waiting = self.trip.proposals.filter(state="open")
        proposal = (self.trip.proposals.all() if self.random.random() < 0.1 else waiting).first()
        if proposal is None:
            raise NothingToUndo
        self.said = f"yes to {proposal.sentence!r} ({proposal.state})"
        changing.accept(self.trip, proposal)

    def refuse(self) -> None:
        proposal = self.trip.proposals.filter(state="open").first()
        if proposal is None or not changing.refuse(self.trip, proposal, "not like that"):
            raise NothingToUndo

    def undo(self) -> None:
        plan_versions.undo(self.trip, seen=self.trip.plan.number - (self.random.random() < 0.05))

    def redo(self) -> None:
        plan_versions.redo(self.trip)

    def go_anywhere(self) -> None:
        number = self.random.randint(1, self.trip.plan_versions.count())
        self.said = f"back to version {number}"
        plan_versions.go_to(self.trip, PlanVersion.objects.get(trip=self.trip, number=number))

    # --- How it was ----------------------------------------------------------------------------

    def report_in_words(self) -> None:
        """As a turn does it: what was said is kept, and what it calls for is proposed."""
        self.said = self._filled(self.random.choice(REPORTS))
        base = changing.base_of(self.trip)
        context = FeedbackContext(
            text=self.said,
            plan=base.plan,
            facts=base.facts,
            today=base.today,
            tired_before=reporting.tired_days(self.trip),
            kept=reporting.booked_items(self.trip),
            gazetteer=current_gazetteer(),
        )
        if not context.told:
            raise reporting.Refused("not begun")
        answer = offline(context)
        reporting.report(self.trip, companion.entries_of(answer))
        edits = [one.edit for one in answer.adjustments]
        edited = companion.tried(base.plan, base.facts, edits, context) if edits else None
        if edited is not None:
            changing.propose(self.trip, edited, base=base, cause="Feedback.")

    def report_by_form(self) -> None:
        reporting.report(self.trip, [self._entry()])

    def correct_report(self) -> None:
        reporting.correct(self._row(self.trip.feedback), self._entry())

    def remove_report(self) -> None:
        reporting.remove(self._row(self.trip.feedback))

    def _entry(self) -> reporting.Entry:
        """Any day of the plan, also one that has not come."""
        random = self.random
        self.said = "a report by form"
        return reporting.Entry(
            date=random.choice(
                [*(reporting.days_told(self.trip) * 2), *(day.date for day in self.plan.days)]
            ),
            text=random.choice(("Lovely.", "Too long.", "Crowded.", "Rain, all day", " ")),
            item_uid=random.choice(("", self._item().uid)),
            liked=random.choice(((), ("tofu", "tofu", " "))),
            energy=random.choice(("", "", "low", "low", "medium", "high", "high", "huge")),
            rating=random.choice((None, None, 1, 2, 3, 4, 5, 9)),
        )

    # --- Money ---------------------------------------------------------------------------------

    def spend_in_words(self) -> None:
        amount = self.random.choice((3, 12, 48, 240, 2400))
        self.said = self.random.choice(SPENT).format(amount=amount)
        read = spending.read_on(self.trip, self.said)
        if not read.found:
            raise spending.Refused("; ".join(read.problems))
        for one in read.found:
            entry = spending.entry_of(self.trip, one)
            spending.add(self.trip, entry, by=spending.member_of(self.trip, None))

    def spend_by_form(self) -> None:
        key = self.random.choice(("", "", "", f"form:{self.random.randint(1, 40)}"))
        spending.add(self.trip, self._expense(), by=spending.member_of(self.trip, None), key=key)

    def edit_expense(self) -> None:
        row = self._row(self.trip.expenses)
        spending.edit(row, self._expense(), by=row.paid_by)

    def take_back_expense(self) -> None:
        spending.undo(self._row(self.trip.expenses))

    def remove_expense(self) -> None:
        spending.remove(self._row(self.trip.expenses))

    def _expense(self) -> spending.Entry:
        random = self.random
        cents = random.choice((random.randint(-5_000, 9_000), random.randint(1, 9_000_000), 0))
        digits = Decimal(cents).scaleb(-2)
        entry = spending.Entry(
            amount=digits if random.random() < 0.95 else digits / 7,
            currency=random.choice(CURRENCIES),
            date=random.choice(self.plan.days).date - dt.timedelta(days=random.choice((0, 0, 0, 60))),
            what=random.choice(("", "lunch", "a very long taxi " * 20)),
            category=random.choice((*CATEGORIES, "fun")),
            city=random.choice(("", *(day.city for day in self.plan.days))),
            item_uid=random.choice(("", self._item().uid)),
            payer=random.choice(("", "me", "Ben", "Zoë")),
        )
        self.said = f"{entry!r}"
        return entry

    # --- Time ----------------------------------------------------------------------------------

    def wait(self) -> None:
        """Some hours; they go over the whole trip, from the day before it to the day after."""
        days = self.plan.days
        first = dt.datetime.combine(days[0].date, dt.time(6), dt.UTC) - dt.timedelta(days=1)
        last = dt.datetime.combine(days[-1].date, dt.time(20), dt.UTC) + dt.timedelta(days=1)
        self.now = max(self.now, first) + dt.timedelta(hours=self.random.choice(HOURS))
        self.now = min(max(self.now, first), last)
        self.said = f"wait until {self.now}"
        self.move_clock(self.now)

    # --- Drawn from what is there ---------------------------------------------------------------

    def _filled(self, words: str) -> str:
        random, plan = self.random, self.plan
        city = random.choice(plan.days).city
        curated = next(
            (one.curated for one in current_gazetteer().cities_with_rows() if one.name == city), None
        )
        return words.format(
            day=random.randint(1, len(plan.days)),
            other=random.randint(1, len(plan.days)),
            title=self._item().title,
            city=city,
            place=random.choice(current_gazetteer().places(curated or "boston", "visit")).name,
        )

    def _item(self):
        visits = [item for item in self.plan.items() if isinstance(item, Visit)]
        return self.random.choice(visits or self.plan.items())

    def _row(self, rows) -> Feedback | Expense:
        found = list(rows.order_by("pk"))
        if not found:
            raise NothingToUndo
        return self.random.choice(found)
