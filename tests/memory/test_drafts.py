"""Notes of options: a draft takes the place of nothing until its option is chosen, and never for good."""

from __future__ import annotations

import pytest

from memory import extraction, forgetting, notes
from memory.extraction import Work
from memory.models import Extraction, Note
from memory.models.notes import AuthorKind
from tests.memory.extracting import learnt, turn_of
from tests.memory.people import option_of
from trips.models import Option, PlanVersion, Trip, Turn

pytestmark = pytest.mark.django_db

OLD = "Nara is a day trip from Kyoto by train."
DRAFT = "Nara is not worth a day trip from Kyoto."
NEWER = "Nara is a day trip from Kyoto by bus."


@pytest.fixture
def told(trip: Trip) -> Note:
    learnt(turn_of(trip, "Plan it, please, with gardens."), f"- [shared] {OLD}")
    return Note.objects.get(text=OLD)


@pytest.fixture
def round_of_two(trip: Trip) -> tuple[Turn, Option, Option]:
    turn = turn_of(trip, "Again, please, with gardens.")
    return turn, option_of(turn, 1), option_of(turn, 2)


def drafted(option: Option, answer: str = f"- [shared] [replaces 1] {DRAFT}") -> list[dict]:
    """What the planner of an option is learnt of."""
    extraction.due_after(option.turn, [Work("planner", "draft", option_position=option.position)])
    row = Extraction.objects.get(turn=option.turn, option_position=option.position)
    extraction.ask(row)
    return extraction.apply(row, answer)


def choose(option: Option) -> None:
    Option.objects.filter(turn=option.turn).update(state=Option.State.KEPT)
    Option.objects.filter(pk=option.pk).update(state=Option.State.SELECTED)
    notes.options_settled(option.trip, option)


def standing() -> set[str]:
    return set(Note.objects.filter(status__in=Note.STANDING).values_list("text", flat=True))


def test_a_draft_leaves_standing_what_it_is_to_replace(told, round_of_two):
    _turn, one, two = round_of_two
    (said,) = drafted(one)
    assert (said["outcome"], said["reason"]) == (
        "added", f"It replaces note {told.pk} once its option is chosen.",
    )  # fmt: skip
    assert standing() == {OLD, DRAFT}
    choose(two)
    assert standing() == {OLD}


def test_once_its_option_is_chosen_it_takes_the_place_and_gives_it_back(told, round_of_two):
    _turn, one, two = round_of_two
    drafted(one)
    for chosen, stands in ((one, DRAFT), (two, OLD), (one, DRAFT), (one, DRAFT), (two, OLD)):
        choose(chosen)
        assert standing() == {stands}
    assert Note.objects.get(text=DRAFT).supersedes == told


def test_chosen_before_its_notes_are_written(told, round_of_two):
    _turn, one, _two = round_of_two
    choose(one)
    drafted(one)
    assert standing() == {DRAFT}


def test_two_drafts_replace_the_same(told, round_of_two):
    _turn, one, two = round_of_two
    drafted(one)
    drafted(two, f"- [shared] [replaces 2] {NEWER}")  # 1 is the draft of option one
    assert standing() == {OLD, DRAFT, NEWER}
    for chosen, stands in ((one, DRAFT), (two, NEWER), (one, DRAFT)):
        choose(chosen)
        assert standing() == {stands}


def test_a_draft_of_a_draft_replaces_within_its_option(told, round_of_two):
    trip = told.trip
    _turn, one, two = round_of_two
    drafted(one)
    draft = Note.objects.get(text=DRAFT)
    kw = {"owner": trip.owner, "trip": trip, "agent": "planner", "author": AuthorKind.AGENT}
    notes.write(text=NEWER, option=one, supersedes=draft, **kw)
    assert standing() == {OLD, NEWER}
    choose(one)
    assert standing() == {NEWER}
    choose(two)
    assert standing() == {OLD}


def test_what_was_replaced_meanwhile_by_another_is_replaced_where_it_stands(told, round_of_two):
    trip = told.trip
    _turn, one, two = round_of_two
    drafted(one)
    kw = {"owner": trip.owner, "trip": trip, "agent": "planner", "author": AuthorKind.AGENT}
    assert notes.write(text=NEWER, supersedes=told, **kw).outcome == "superseded"
    assert standing() == {NEWER, DRAFT}
    choose(one)
    assert standing() == {DRAFT}
    choose(two)
    assert standing() == {NEWER}, "not what had been replaced for good"


def test_forgetting_a_draft_leaves_what_it_was_to_replace(told, round_of_two):
    _turn, one, two = round_of_two
    drafted(one)
    draft = Note.objects.get(text=DRAFT)
    forgetting.forget(draft, "traveller")
    assert standing() == {OLD}
    choose(one)
    assert standing() == {OLD}
    forgetting.undo(draft)
    assert standing() == {DRAFT}, "its option was chosen meanwhile"
    choose(two)
    assert standing() == {OLD}


def test_a_draft_brought_back_after_another_option_was_chosen_stays_old(trip, round_of_two):
    _turn, one, two = round_of_two
    drafted(one, "- [shared] Draft one stays in Gion, in Kyoto.")
    draft = Note.objects.get()
    forgetting.forget(draft, "traveller")
    choose(two)
    forgetting.undo(draft)
    draft.refresh_from_db()
    assert draft.status == Note.Status.RETIRED
    choose(one)
    draft.refresh_from_db()
    assert draft.status == Note.Status.ACTIVE, "its option was chosen after all"


def test_drafts_of_rounds_that_are_over_go_when_an_option_is_chosen(told, round_of_two):
    """Offered for facts that changed, or turned down: nobody can choose them any more."""
    trip = told.trip
    _turn, old, turned_down = round_of_two
    drafted(old)
    drafted(turned_down, "- Draft two sleeps in Gion, in Kyoto.")
    Option.objects.filter(pk=old.pk).update(state=Option.State.OUTDATED)
    Option.objects.filter(pk=turned_down.pk).update(state=Option.State.REJECTED)
    again = option_of(turn_of(trip, "Three nights, please, with gardens."), 1)
    drafted(again, "- Draft three sleeps in Arashiyama, in Kyoto.")
    choose(again)
    assert standing() == {OLD, "Draft three sleeps in Arashiyama, in Kyoto."}


def test_what_a_chosen_option_of_an_earlier_round_had_replaced_comes_back_with_a_later_choice(
    told, round_of_two
):
    trip = told.trip
    _turn, one, _two = round_of_two
    drafted(one)
    choose(one)
    assert standing() == {DRAFT}
    again = option_of(turn_of(trip, "Again, please, with temples."), 1)
    choose(again)
    assert standing() == {OLD}
    choose(one)  # as an undo does
    assert standing() == {DRAFT}


def test_drafts_of_a_round_that_waits_for_a_choice_stand_beside_the_chosen_one(told, round_of_two):
    _turn, one, _two = round_of_two
    drafted(one)
    waits = option_of(turn_of(told.trip, "Others, please, with temples."), 1)
    drafted(waits, "- Draft three sleeps in Arashiyama, in Kyoto.")
    choose(one)
    assert standing() == {DRAFT, "Draft three sleeps in Arashiyama, in Kyoto."}


def test_the_plans_option_counts_whichever_was_learnt_of_last(told, round_of_two):
    trip = told.trip
    _turn, one, _two = round_of_two
    choose(one)
    again = option_of(turn_of(trip, "Again, please, with temples."), 1)
    version = PlanVersion.objects.create(
        trip=trip, number=1, option=again, plan_json={}, verdict_json={}, total=0, currency="EUR"
    )
    Trip.objects.filter(pk=trip.pk).update(plan=version)
    choose(again)
    drafted(again, "- Draft three sleeps in Arashiyama, in Kyoto.")
    drafted(one)  # its work waited, its option keeps its state
    assert standing() == {OLD, "Draft three sleeps in Arashiyama, in Kyoto."}
