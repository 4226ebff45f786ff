"""Every change is a version with cause and parent; the way back takes along what it moved in the facts."""

from __future__ import annotations

import datetime as dt

import pytest
from django.db import transaction

from memory.models import Extraction
from tests.browser import scenes
from tests.trips.told import TODAY, member_of
from trips import choosing, fact_history, fact_log, plan_versions
from trips.models import FactChange, Member, Message, Option, PlanProposal, PlanVersion, Trip
from trips.plan_versions import NothingToUndo, Outdated
from trips.schemas import Change, Visit

pytestmark = pytest.mark.django_db


@pytest.fixture
def planned(traveller) -> Trip:
    return scenes.planned(traveller)


def changed(trip: Trip, title: str, *, moved=None, message: Message | None = None) -> PlanVersion:
    """The plan with another title and without its first visit, as the next version."""
    plan = trip.plan.plan.model_copy(deep=True)
    plan.title = title
    day = next(day for day in plan.days if any(isinstance(item, Visit) for item in day.items))
    day.items.remove(next(item for item in day.items if isinstance(item, Visit)))
    with transaction.atomic():
        version = plan_versions.add_version(
            fact_log.locked(trip),
            plan=plan,
            verdict=trip.plan.verdict,
            moved=moved or {},
            cause=title,
            message=message,
        )
    trip.refresh_from_db()
    return version


def a_night_more(trip: Trip) -> dict:
    facts = trip.facts
    longer = facts.model_copy(deep=True)
    longer.dates.end += dt.timedelta(days=1)
    return plan_versions.moved_between(facts, longer)


def test_a_change_is_the_next_version_and_knows_where_it_came_from(planned) -> None:
    first = planned.plan
    second = changed(planned, "Less of it")
    assert (second.number, second.parent, second.option, second.cause) == (
        2,
        first,
        first.option,
        "Less of it",
    )
    assert planned.plan == second
    assert second.facts_version == planned.facts_version


def test_undo_selects_the_parent_and_redo_the_newest_child(planned) -> None:
    first = planned.plan
    second = changed(planned, "One")
    assert plan_versions.undo(planned, seen=2) == first
    third = changed(planned, "Another")
    assert (third.number, third.parent) == (3, first)
    plan_versions.undo(planned)
    assert plan_versions.redo(planned) == third
    assert plan_versions.go_to(planned, second) == second
    planned.refresh_from_db()
    assert planned.plan == second
    with pytest.raises(NothingToUndo):
        plan_versions.redo(planned)
    plan_versions.undo(planned)
    with pytest.raises(NothingToUndo):
        plan_versions.undo(planned)


def test_a_second_click_on_undo_is_not_a_second_undo(planned) -> None:
    changed(planned, "One")
    second = changed(planned, "Two")
    plan_versions.undo(planned, seen=second.number)
    with pytest.raises(Outdated):
        plan_versions.undo(planned, seen=second.number)
    planned.refresh_from_db()
    assert planned.plan.cause == "One"


def test_facts_move_with_a_change_and_go_back_with_its_undo(planned) -> None:
    before, end = planned.facts, planned.facts.dates.end
    second = changed(planned, "A night more", moved=a_night_more(planned))
    assert planned.facts.dates.end == end + dt.timedelta(days=1)
    assert planned.end == planned.facts.dates.end
    assert planned.confirmed, "the yes stands: the plan was made for these facts"
    assert second.facts_version == planned.facts_version
    first = plan_versions.undo(planned)
    planned.refresh_from_db()
    assert planned.facts == before
    assert first.facts_version == planned.facts_version, "its verdict is of exactly these facts"
    plan_versions.redo(planned)
    planned.refresh_from_db()
    assert planned.facts.dates.end == end + dt.timedelta(days=1)
    assert planned.plan.facts_version == planned.facts_version


def test_a_fact_that_somebody_changed_since_stays(planned) -> None:
    changed(planned, "A night more", moved=a_night_more(planned))
    set_by_hand = Change(path="dates.end", value="2027-02-22", quote="")
    fact_log.change_facts(planned, [set_by_hand], by=FactChange.By.FORM, today=TODAY)
    first = plan_versions.undo(planned)
    planned.refresh_from_db()
    assert planned.facts.dates.end == dt.date(2027, 2, 22)
    assert first.facts_version != planned.facts_version, "the page says that the facts have changed"


def test_going_back_over_several_changes_takes_all_of_them_back(planned) -> None:
    before, first = planned.facts, planned.plan
    changed(planned, "A night more", moved=a_night_more(planned))
    third = changed(planned, "Another night more", moved=a_night_more(planned))
    facts = planned.facts
    plan_versions.go_to(planned, first)
    planned.refresh_from_db()
    assert planned.facts == before
    plan_versions.go_to(planned, third)
    planned.refresh_from_db()
    assert planned.facts == facts


def test_what_moved_with_the_plan_is_told_and_not_undone_by_itself(planned) -> None:
    changed(planned, "A night more", moved=a_night_more(planned))
    line = fact_history.history_of(planned)[0]
    assert (line.by, line.may_undo) == ("A night more", False)
    with pytest.raises(fact_history.NotTheNewest):
        fact_history.undo(planned, line.change)
    plan_versions.undo(planned)
    assert fact_history.history_of(planned)[0].by == "Undone: A night more"


def test_undo_of_a_choice_brings_the_other_option_back(planned) -> None:
    chosen, other = planned.plan.option, planned.options.get(position=1)
    choosing.select(planned, other)
    plan_versions.undo(planned)
    planned.refresh_from_db()
    chosen.refresh_from_db()
    other.refresh_from_db()
    assert planned.plan.option == chosen
    assert (chosen.state, other.state) == (Option.State.SELECTED, Option.State.KEPT)


def test_a_version_of_another_trip_is_none(planned, traveller) -> None:
    other = scenes.planned(traveller)
    with pytest.raises(Outdated):
        plan_versions.go_to(planned, other.plan)


def test_a_new_version_outdates_what_was_proposed(planned) -> None:
    base = planned.plan
    proposal = PlanProposal.objects.create(
        trip=planned, base=base, facts_version=planned.facts_version, plan_json=base.plan_json,
        verdict_json=base.verdict_json, sentence="Swap two days.",
    )  # fmt: skip
    changed(planned, "Something else")
    proposal.refresh_from_db()
    assert proposal.state == PlanProposal.State.OUTDATED


def test_the_history_says_who_what_and_when(planned) -> None:
    editor = member_of(planned, "Mara", Member.Role.EDITOR)
    Member.objects.filter(traveller=editor).update(name="Mara")
    turn = planned.turns.last()
    message = Message.objects.create(
        trip=planned, turn=turn, position=99, author=Message.Author.TRAVELLER, text="Less", sender=editor,
        by_owner=False,
    )  # fmt: skip
    changed(planned, "Less of it", message=message)
    newest, first = plan_versions.history(planned)
    assert (newest.number, newest.who, newest.cause, newest.parent, newest.current) == (
        2, "Mara", "Less of it", 1, True,
    )  # fmt: skip
    assert (first.number, first.who, first.parent, first.difference) == (1, "", None, None)
    editor.delete()
    assert plan_versions.history(planned)[0].who == "a fellow traveller", (
        "their deed never becomes the owner's"
    )


def test_memory_hears_of_what_was_taken_out_and_that_it_was_undone(planned) -> None:
    changed(planned, "Less of it")
    plan_versions.undo(planned)
    rows = Extraction.objects.filter(kind=Extraction.Kind.DOCUMENTS)
    told = [event for row in rows for event in row.source["events"] if event["slot"].startswith("plan ")]
    assert [event["gone"] for event in told] == [False, True]
    assert told[0]["line"].startswith("Taken out of the plan for Boston")
    assert told[0]["slot"] == told[1]["slot"]
