"""Edits, reports and expenses in any order, on trips in the database: after every step the plan, its sums and
its verdict fit each other, and undoing returns to the state before.

250 steps on each of four trips, of which at least 75 must change something; of fewer steps a fifth, as a
short run's share strays further. JOURNEY_STEPS=1000 for a long run, JOURNEY_SEED for other chances; `-s`
prints what was done.
"""

from __future__ import annotations

import datetime as dt
import json
import os
from collections import Counter
from collections.abc import Set
from decimal import Decimal
from random import Random

import pytest
import time_machine

from agents.board.board import board_of
from agents.board.changes import proposal_view
from agents.board.views import views
from tests.browser import scenes
from tests.trips.any_journey import REFUSALS, Journey
from tests.trips.planning.holding import sums
from trips import changing, plan_versions, spending
from trips.models import Expense, PlanVersion, Trip
from trips.places import current_gazetteer
from trips.planning.costing import total_of
from trips.planning.validator import check_plan
from trips.schemas import Plan, Verdict

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
STEPS = int(os.environ.get("JOURNEY_STEPS", "250"))
SEED = int(os.environ.get("JOURNEY_SEED", "1"))
EFFECTIVE = 0.3 if STEPS >= 200 else 0.2
MARRAKESH = (
    ("destinations", "add", "Marrakesh", "Marrakesh"),
    ("dates.start", "set", "2027-03-05", "5 to 9 March"),
    ("dates.end", "set", "2027-03-09", "5 to 9 March"),
    ("party.adults", "set", 1, "alone"),
    ("budget.amount", "set", "1500", "1,500 euros"),
    ("budget.currency", "set", "EUR", "1,500 euros"),
    ("origin", "set", "Madrid", "from Madrid"),
    ("pace", "set", "packed", "see all of it"),
)
ITALY = (
    ("destinations", "add", "Rome", "Rome and Florence"),
    ("destinations", "add", "Florence", "Rome and Florence"),
    ("dates.start", "set", "2027-05-10", "a week from 10 May"),
    ("dates.end", "set", "2027-05-16", "a week from 10 May"),
    ("party.adults", "set", 3, "three of us"),
    ("budget.level", "set", "low", "cheap"),
    ("origin", "set", "Vienna", "from Vienna"),
    ("dietary", "add", "vegetarian", "vegetarian"),
)
TRIPS = {"boston": scenes.BOSTON, "japan": scenes.JAPAN, "marrakesh": MARRAKESH, "italy": ITALY}
OWN_VIEWS = ("plan", "checks", "options")


@pytest.mark.parametrize(("seed", "name"), list(enumerate(TRIPS, start=SEED)))
def test_whatever_happens_on_a_journey_it_holds_together(traveller, seed, name) -> None:
    began = dt.datetime(2026, 11, 22, 10, tzinfo=dt.UTC)
    done, refused = Counter(), Counter()
    with time_machine.travel(began, tick=False) as clock:
        trip = scenes.planned(traveller, rows=TRIPS[name])
        journey = Journey(trip, Random(seed), clock.move_to, began)  # noqa: S311  (no secret)
        held = Held(journey)
        held.check()
        for number in range(STEPS):
            before = held.written()
            try:
                step = journey.step()
            except REFUSALS as refusal:
                refused[type(refusal).__name__] += 1
                assert held.written() == before, f"{journey.said}: refused, and yet something was written"
                continue
            try:
                changed = held.after(step, before)
            except AssertionError as broken:
                raise AssertionError(
                    f"{name}, seed {seed}, step {number}, {journey.said}: {broken}"
                ) from broken
            done[step] += changed
        held.back_to_the_beginning()
    effective = sum(done.values())
    print(
        f"\n{name}, seed {seed}: {STEPS} steps, {effective} changed something: {dict(done)}; {dict(refused)}"
    )
    assert effective >= STEPS * EFFECTIVE
    kinds = {"edit_by_hand", "accept", "undo", "redo", "report_by_form", "spend_by_form", "edit_expense"}
    assert kinds <= set(+done) or STEPS < 200, kinds - set(+done)


class Held:
    """What was seen of a journey so far, and what must hold of it."""

    def __init__(self, journey: Journey) -> None:
        self.journey = journey
        self.states: dict[int, tuple[str, str]] = {}  # by number of the version: plan and facts as JSON
        self.verdicts: dict[int, Verdict] = {}
        self.built = 0

    @property
    def trip(self) -> Trip:
        return self.journey.trip

    def written(self) -> dict[str, object]:
        """Everything that steps may write, as it stands in the database."""
        trip = Trip.objects.get(pk=self.trip.pk)
        return {
            "version": trip.plan_id,
            "facts": _text(trip.facts_json),
            "versions": list(trip.plan_versions.order_by("pk").values_list("pk", "number", "parent_id")),
            "proposals": list(trip.proposals.order_by("pk").values_list("pk", "state")),
            "expenses": list(trip.expenses.order_by("pk").values_list("pk", *SPENT)),
            "feedback": list(trip.feedback.order_by("pk").values_list("pk", *TOLD)),
        }

    def after(self, step: str, before: dict[str, object]) -> bool:
        """All that must hold after a step; whether it changed plan, facts, money or reports."""
        self.trip.refresh_from_db()
        now = self.written()
        may_change = MAY_CHANGE[step]
        for what in before:
            assert what in may_change or now[what] == before[what], f"{step} changed the {what}"
        if step == "undo":
            left = PlanVersion.objects.get(pk=before["version"])
            assert self.trip.plan_id == left.parent_id, "undo went elsewhere"
        self.check({what for what in now if now[what] != before[what]})
        return any(now[what] != before[what] for what in ("version", "facts", "expenses", "feedback"))

    def check(self, changed: Set[str] = frozenset({"version"})) -> None:
        """`changed`: what a step wrote; the pages that show it are built."""
        self.check_plan()
        self._proposal()
        self._money()
        if changed != {"proposals"}:
            self._page(self._next_view(changed))

    def check_plan(self) -> None:
        self._versions()
        self._verdict_and_sums()

    def _next_view(self, changed: Set[str]) -> str:
        """The page of what changed; of a changed plan one page after the other."""
        if changed == {"expenses"}:
            return "spending"
        if not changed:
            return "agenda"  # nothing but the hour
        others = [one.name for one in views() if one.shown(self.trip)]
        if "feedback" in changed and "feedback" in others:
            return "feedback"
        shown = [*OWN_VIEWS, *others]
        self.built += 1
        return shown[self.built % len(shown)]

    def _versions(self) -> None:
        """Numbers without a gap, each from an earlier one; what was written of one is never touched again."""
        rows = list(self.trip.plan_versions.order_by("number").values_list("number", "parent__number"))
        assert [number for number, _parent in rows] == list(range(1, len(rows) + 1))
        assert rows[0][1] is None and all(parent < number for number, parent in rows[1:])
        version = self.trip.plan
        state = _text(version.plan_json), _text(self.trip.facts_json)
        assert self.states.setdefault(version.number, state) == state, "the version is not what it was"
        assert set(self.states) <= {number for number, _parent in rows}

    def _verdict_and_sums(self) -> None:
        """It parses to what is stored; its verdict is what the checks say now; its sums are its lines'."""
        version, facts = self.trip.plan, self.trip.facts
        plan = Plan.model_validate(version.plan_json)
        assert plan.model_dump(mode="json") == version.plan_json
        sums(plan)
        assert plan.total == version.total == total_of(plan.items(), plan.currency, plan.rates)
        assert version.currency == plan.currency and version.facts_version == self.trip.facts_version
        assert (facts.dates.start, facts.dates.end) == (plan.days[0].date, plan.days[-1].date)
        if version.number in self.verdicts:
            assert version.verdict == self.verdicts[version.number]
            return
        others = (
            [
                row.plan
                for row in self.trip.options.filter(turn=version.option.turn).exclude(pk=version.option_id)
            ]
            if version.parent_id is None
            else []
        )
        today = changing.base_of(self.trip).today
        fresh = check_plan(plan, facts, current_gazetteer(), today=today, others=others)
        assert version.verdict == fresh, _difference(version.verdict, fresh)
        self.verdicts[version.number] = fresh

    def _proposal(self) -> None:
        """At most one waits, and it fits the plan it would change."""
        waiting = list(self.trip.proposals.filter(state="open"))
        assert len(waiting) <= 1
        for one in waiting:
            assert one.base_id == self.trip.plan_id and one.facts_version == self.trip.facts_version
            assert one == changing.open_proposal(self.trip) and proposal_view(self.trip).diff
            assert one.plan.total == total_of(one.plan.items(), one.plan.currency, one.plan.rates)

    def _money(self) -> None:
        """Every row at its own rate; every way of grouping them adds up to the same sum."""
        account = spending.account(self.trip)
        values = [_value(row, account.currency) for row in self.trip.expenses.all()]
        assert account.spent == sum((one for one in values if one is not None), Decimal(0))
        assert (account.count, len(account.unvalued)) == (len(values), values.count(None))
        for groups in (account.by_category, account.by_city, account.by_day, account.by_payer):
            assert sum((group.spent for group in groups), Decimal(0)) == account.spent
        planned = sum((group.planned for group in account.by_day if group.planned), Decimal(0))
        assert account.currency != self.trip.plan.currency or abs(planned - account.planned) < Decimal("0.5")
        assert (account.left is None) == (account.budget is None)

    def _page(self, view: str) -> None:
        """It can be built, and adds up to what is stored."""
        page = board_of(self.trip, {"view": view, "all": "1"})
        plan = self.trip.plan.plan
        assert page.view == view
        if view == "plan":
            assert [day.date for day in page.page.days] == [day.date for day in plan.days]
            assert abs(sum(day.cost for day in page.page.days) - plan.total) < 1
            assert abs(sum(share.amount for share in page.page.shares) - plan.total) < 1
            assert not page.page.stale
        elif view == "agenda":
            assert len(page.shown["days"]) == len(plan.days)
        elif view == "spending":
            assert len(page.shown["lines"]) == self.trip.expenses.count()
        elif view == "feedback":
            assert sum(len(day["lines"]) for day in page.shown["days"]) == self.trip.feedback.count()
        elif view == "history":
            assert len(page.shown["lines"]) == self.trip.plan_versions.count()

    def back_to_the_beginning(self) -> None:
        """Undone to the first version and done again, it is what it was each time; money and reports stay."""
        before, last = self.written(), self.trip.plan.number
        way = []
        while self.trip.plan.parent_id is not None:
            way.append(self.trip.plan.number)
            plan_versions.undo(self.trip)
            self.trip.refresh_from_db()
            self.check_plan()
        assert self.trip.plan.number == 1
        for number in reversed(way):
            plan_versions.go_to(self.trip, PlanVersion.objects.get(trip=self.trip, number=number))
            self.trip.refresh_from_db()
            self.check_plan()
        now = self.written()
        assert self.trip.plan.number == last
        assert {key: now[key] for key in now if key != "proposals"} == {
            key: before[key] for key in before if key != "proposals"
        }


#: Columns that a step may write.
SPENT = ("amount", "currency", "amount_in_trip_currency", "trip_currency", "date", "category", "city", "what",
         "item_uid", "paid_by", "before")  # fmt: skip
TOLD = ("date", "text", "item_uid", "liked", "disliked", "energy", "rating")
_MOVED = {"version", "facts", "versions", "proposals"}
#: What each step may change; all else must be as before.
MAY_CHANGE: dict[str, set[str]] = {
    "edit_by_hand": _MOVED,
    "wish_in_words": {"proposals"},
    "propose_anything": {"proposals"},
    "accept": _MOVED,
    "refuse": {"proposals"},
    "undo": _MOVED - {"versions"},
    "redo": _MOVED - {"versions"},
    "go_anywhere": _MOVED - {"versions"},
    "report_in_words": {"feedback", "proposals"},
    "report_by_form": {"feedback"},
    "correct_report": {"feedback"},
    "remove_report": {"feedback"},
    "spend_in_words": {"expenses"},
    "spend_by_form": {"expenses"},
    "edit_expense": {"expenses"},
    "take_back_expense": {"expenses"},
    "remove_expense": {"expenses"},
    "wait": set(),
}


def _text(value: object) -> str:
    return json.dumps(value, sort_keys=True)


def _value(row: Expense, currency: str) -> Decimal | None:
    """Worked out again from the row's own rate."""
    assert row.trip_currency == currency
    if row.rate is None:
        assert row.amount_in_trip_currency is None
        return None
    smallest = Decimal(1) if currency in ("JPY", "VND") else Decimal("0.01")
    exact = row.amount * row.rate
    assert abs(row.amount_in_trip_currency - exact) <= smallest / 2
    return row.amount_in_trip_currency


def _difference(stored: Verdict, fresh: Verdict) -> str:
    pairs = {one.id: one for one in fresh.results}
    return "; ".join(
        f"check {one.id}: {one.status} {one.message!r} stored, now {pairs.get(one.id)!r}"
        for one in stored.results
        if pairs.get(one.id) != one
    )
