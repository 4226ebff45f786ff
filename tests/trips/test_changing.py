"""A wish is a proposal until a yes; by hand it is done at once, with a word before it breaks something."""

from __future__ import annotations

import datetime as dt
import threading

import pytest
from django.db import connection

from config import clock
from config.acting import acting_as
from memory.models import Extraction
from tests.browser import scenes
from tests.trips.told import TODAY, member_of
from trips import changing, fact_log, plan_versions
from trips.changing import NotPossible, Warned
from trips.models import FactChange, Member, PlanProposal, Trip
from trips.plan_versions import Outdated
from trips.planning.editing import AddNight, Cheaper, Lock, MoveItem, PlanDiff, RemoveItem, SetTime, SwapDays
from trips.schemas import Change, Visit

pytestmark = pytest.mark.django_db


@pytest.fixture
def planned(traveller) -> Trip:
    return scenes.planned(traveller)


def a_visit(trip: Trip) -> Visit:
    day = trip.plan.plan.days[1]
    return next(item for item in day.items if isinstance(item, Visit))


# --- Proposals -----------------------------------------------------------------------------------


def test_nothing_changes_before_the_yes(planned) -> None:
    before, facts = planned.plan, planned.facts
    proposal = changing.propose(planned, [SwapDays(first=2, second=3)], cause="Asked for: swap day 2 and 3")
    planned.refresh_from_db()
    assert (planned.plan, planned.facts) == (before, facts)
    assert changing.open_proposal(planned) == proposal
    diff = PlanDiff.model_validate(proposal.diff_json)
    assert {day.number for day in diff.days} == {2, 3}
    assert diff.total_before == before.total
    version = changing.accept(planned, proposal)
    assert (version.parent, version.cause, planned.plan) == (before, proposal.sentence, version)
    assert version.plan == proposal.plan
    assert changing.open_proposal(planned) is None


def test_a_yes_said_twice_is_one(planned) -> None:
    proposal = changing.propose(planned, [SwapDays(first=2, second=3)])
    first = changing.accept(planned, proposal)
    assert changing.accept(planned, proposal) == first
    assert planned.plan_versions.count() == 2


def test_a_no_keeps_the_plan_and_can_not_be_taken_for_a_yes(planned) -> None:
    before = planned.plan
    proposal = changing.propose(planned, [SwapDays(first=2, second=3)])
    assert changing.refuse(planned, proposal, "Rather not")
    assert not changing.refuse(planned, proposal)
    with pytest.raises(Outdated):
        changing.accept(planned, proposal)
    proposal.refresh_from_db()
    assert (proposal.state, proposal.reason) == (PlanProposal.State.REFUSED, "Rather not")
    assert planned.plan == before


def test_a_newer_proposal_takes_the_place_of_an_older_one(planned) -> None:
    older = changing.propose(planned, [SwapDays(first=2, second=3)])
    newer = changing.propose(planned, [RemoveItem(uid=a_visit(planned).uid)])
    assert changing.open_proposal(planned) == newer
    with pytest.raises(Outdated):
        changing.accept(planned, older)


@pytest.mark.parametrize("meanwhile", ["plan", "facts", "undone"])
def test_it_is_never_applied_to_another_base(planned, meanwhile) -> None:
    if meanwhile == "undone":
        changing.edit_now(planned, [RemoveItem(uid=a_visit(planned).uid)], despite=True)
    proposal = changing.propose(planned, [SwapDays(first=2, second=3)])
    if meanwhile == "plan":
        changing.edit_now(planned, [Lock(uid=a_visit(planned).uid)])
    elif meanwhile == "undone":
        plan_versions.undo(planned)
    else:
        change = Change(path="party.adults", value=3, quote="")
        fact_log.change_facts(planned, [change], by=FactChange.By.FORM, today=TODAY)
    planned.refresh_from_db()
    assert changing.open_proposal(planned) is None
    standing = planned.plan
    with pytest.raises(Outdated):
        changing.accept(planned, proposal)
    proposal.refresh_from_db()
    planned.refresh_from_db()
    assert (proposal.state, planned.plan) == (PlanProposal.State.OUTDATED, standing)


def test_what_changes_nothing_is_not_proposed(planned) -> None:
    with pytest.raises(NotPossible) as problem:
        changing.propose(planned, [RemoveItem(uid="nobody")])
    assert problem.value.sentences[0].endswith(".")
    assert not planned.proposals.exists()


def test_a_night_more_moves_the_facts_with_the_yes_and_back_with_the_undo(planned) -> None:
    before, first = planned.facts, planned.plan
    proposal = changing.propose(planned, [AddNight(city="Boston")])
    assert planned.facts == before
    changing.accept(planned, proposal)
    assert planned.facts.dates.end == before.dates.end + dt.timedelta(days=1)
    assert planned.plan.plan.days[-1].date == planned.facts.dates.end
    assert planned.confirmed
    assert changing.base_of(planned).verdict == planned.plan.verdict
    assert plan_versions.undo(planned) == first
    planned.refresh_from_db()
    assert planned.facts == before


# --- By hand -------------------------------------------------------------------------------------


def test_an_edit_by_hand_is_a_version_at_once(planned) -> None:
    visit = a_visit(planned)
    version = changing.edit_now(planned, [Lock(uid=visit.uid)], seen=1)
    assert version.cause == f"{visit.title} is locked: it keeps its day and time."
    assert (version.number, version.parent.number, planned.plan) == (2, 1, version)
    assert next(item for item in version.plan.items() if item.uid == visit.uid).locked


def test_it_warns_before_it_breaks_something_and_does_it_despite(planned) -> None:
    visits = [item for item in planned.plan.plan.items() if isinstance(item, Visit)]
    must = next(item for item in visits if "Freedom Trail" in item.title)
    with pytest.raises(Warned) as warned:
        changing.edit_now(planned, [RemoveItem(uid=must.uid)])
    assert any("Freedom Trail" in sentence for sentence in warned.value.sentences)
    planned.refresh_from_db()
    assert planned.plan.number == 1
    version = changing.edit_now(planned, [RemoveItem(uid=must.uid)], despite=True)
    assert version.number == 2
    assert any("Freedom Trail" in result.message for result in version.verdict.failed)


def test_a_page_that_shows_an_older_version_changes_nothing(planned) -> None:
    visit = a_visit(planned)
    changing.edit_now(planned, [Lock(uid=visit.uid)], seen=1)
    with pytest.raises(Outdated):
        changing.edit_now(planned, [Lock(uid=visit.uid, locked=False)], seen=1)
    assert planned.plan_versions.count() == 2


def test_what_is_locked_or_gone_is_a_sentence(planned) -> None:
    visit = a_visit(planned)
    changing.edit_now(planned, [Lock(uid=visit.uid)])
    for edit in (SetTime(uid=visit.uid, start=dt.time(16)), MoveItem(uid="gone", day=2)):
        with pytest.raises(NotPossible):
            changing.edit_now(planned, [edit], despite=True)
    assert planned.plan_versions.count() == 2


def test_who_did_it_is_who_asks(planned) -> None:
    editor = member_of(planned, "mara", Member.Role.EDITOR)
    with acting_as(lambda: editor):
        version = changing.edit_now(planned, [Lock(uid=a_visit(planned).uid)])
    assert (version.by, version.by_owner) == (editor, False)


def test_a_yes_by_a_button_is_the_deed_of_who_clicked(planned) -> None:
    editor = member_of(planned, "mara", Member.Role.EDITOR)
    wish = planned.messages.filter(author="traveller").last()  # the owner's
    proposal = changing.propose(planned, [RemoveItem(uid=a_visit(planned).uid)], message=wish)
    Extraction.objects.all().delete()
    with acting_as(lambda: editor):
        version = changing.accept(planned, proposal)
    assert (version.by, version.by_owner, version.message) == (editor, False, wish)
    assert not Extraction.objects.exists(), "a click of somebody else's says nothing of the owner"


def test_a_plan_checked_for_other_facts_is_checked_again_first(traveller) -> None:
    trip = scenes.stale(traveller)
    base = changing.base_of(trip)
    assert base.verdict != trip.plan.verdict
    version = changing.edit_now(trip, [Lock(uid=a_visit(trip).uid)])
    assert version.facts_version == trip.facts_version


@pytest.mark.django_db(transaction=True)
def test_at_the_same_time_it_is_done_once(traveller) -> None:
    trip = scenes.planned(traveller)
    changing.propose(trip, [SwapDays(first=2, second=3)])
    start, done, errors = threading.Barrier(4), [], []

    def accepts() -> None:
        try:
            start.wait(10)
            done.append(changing.accept(Trip.objects.get(pk=trip.pk), PlanProposal.objects.get()).number)
        except Exception as error:
            errors.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=accepts) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert (errors, done) == ([], [2, 2, 2, 2])
    assert trip.plan_versions.count() == 2


def test_today_is_the_date_where_the_travellers_are_and_days_before_it_stay(planned) -> None:
    clock.set_now(dt.datetime(2027, 2, 17, 2, 0, tzinfo=dt.UTC))  # still the evening of the 16th in Boston
    try:
        base = changing.base_of(planned)
        assert base.today == dt.date(2027, 2, 16)
        gone = next(item for item in base.plan.days[0].items if isinstance(item, Visit))
        with pytest.raises(NotPossible):
            changing.edit_now(planned, [RemoveItem(uid=gone.uid)], despite=True)
        today = next(item for item in base.plan.days[1].items if isinstance(item, Visit))
        assert changing.edit_now(planned, [RemoveItem(uid=today.uid)], despite=True).number == 2
    finally:
        clock.set_now(None)


def test_of_a_trip_that_is_over_nothing_is_changed(planned) -> None:
    before = planned.plan
    clock.set_now(dt.datetime.combine(before.plan.days[-1].date, dt.time(12), dt.UTC) + dt.timedelta(days=2))
    try:
        visit = next(item for item in before.plan.items() if item.kind == "visit")
        for edit in (Lock(uid=visit.uid, locked=True), Cheaper(), AddNight(city="Boston")):
            with pytest.raises(NotPossible, match="This trip is over"):
                changing.edit_now(planned, [edit], despite=True)
            with pytest.raises(NotPossible, match="This trip is over"):
                changing.propose(planned, [edit])
    finally:
        clock.set_now(None)
    planned.refresh_from_db()
    assert planned.plan == before and not planned.proposals.exists()
