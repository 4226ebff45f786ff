"""What a change breaks and mends: by check and thing, never by the words of a message."""

from __future__ import annotations

from agents.companions.planner import change_in_words
from tests.trips.planning.asking import facts_for, gazetteer, options_of
from tests.trips.planning.editing.plans import TODAY
from trips.planning.editing import DropNight, apply_edits, warnings_of
from trips.planning.editing.failures import mended, newly_failed
from trips.planning.validator import check_plan
from trips.schemas import CheckResult, Verdict

STEPS = "{} is not step-free (wheelchair)."


def failing(check: int, message: str, *items: str) -> Verdict:
    return Verdict(
        results=[
            CheckResult(
                id=check,
                title="Transport bans, access, children",
                severity="error",
                status="failed",
                message=message,
                items=list(items),
            )
        ]
    )


def of(*names: str) -> Verdict:
    said = [STEPS.format(name) for name in names]
    more = [f"And {len(said) - 3} more."] if len(said) > 3 else []
    return failing(25, " ".join(said[:3] + more), *names)


def test_a_shorter_list_of_the_same_failures_is_neither_new_nor_mended():
    before, after = of("Village Vanguard", "The Cloisters"), of("Village Vanguard")
    assert newly_failed(after, before) == [] and mended(before, after) == []


def test_one_more_thing_that_fails_is_named_alone():
    (new,) = newly_failed(of("Village Vanguard", "St. Ann's Warehouse"), of("Village Vanguard"))
    assert (new.message, new.items) == (STEPS.format("St. Ann's Warehouse"), ["St. Ann's Warehouse"])


def test_another_thing_that_fails_instead_is_new_and_nothing_is_mended():
    before, after = of("Village Vanguard"), of("The Cloisters")
    assert [one.items for one in newly_failed(after, before)] == [["The Cloisters"]]
    assert mended(before, after) == []


def test_what_was_only_counted_before_is_not_new():
    before = of("Aye", "Bee", "Cee", "Dee")
    assert newly_failed(of("Bee", "Cee", "Dee"), before) == []
    assert newly_failed(of("Bee", "Cee", "Dee", "Eff", "Gee"), before)


def test_other_figures_are_no_other_failure_and_another_day_is_one():
    over = failing(20, "The plan costs $120 more than the budget.")
    assert newly_failed(failing(20, "The plan costs $90 more than the budget."), over) == []
    sunday = failing(2, "Sunday 12 September has no breakfast.")
    both = failing(2, "Sunday 12 September has no breakfast. Monday 13 September has no dinner.")
    assert [one.message for one in newly_failed(both, sunday)] == ["Monday 13 September has no dinner."]


def test_a_check_that_fails_of_nothing_any_more_is_mended_and_says_what_it_was():
    gone = Verdict(results=[of("Village Vanguard").results[0].model_copy(update={"status": "passed"})])
    assert [one.message for one in mended(of("Village Vanguard"), gone)] == [STEPS.format("Village Vanguard")]


def test_a_night_less_with_a_wheelchair_claims_only_what_is_so():
    """What fails before and after is not said to be broken or mended by the change."""
    facts = facts_for(
        None, ["New York"], "2027-09-10", "2027-09-15", adults=3, level="mid", must_do=["Village Vanguard"]
    )
    seated = facts.model_copy(update={"access": ["wheelchair"]})
    found = 0
    for plan in options_of(facts)[:1]:
        before = check_plan(plan, seated, gazetteer(), today=TODAY)
        edited = apply_edits(plan, [DropNight(city="New York")], seated, gazetteer(), today=TODAY)
        failing_before = {uid for row in before.failed if row.id == 25 for uid in row.items}
        failing_after = {uid for row in edited.verdict.failed if row.id == 25 for uid in row.items}
        found += bool(failing_before and failing_after)
        assert all(set(row.items) - failing_before for row in edited.diff.newly_failed if row.id == 25)
        assert not (failing_after and [row for row in edited.diff.mended if row.id == 25])
        assert "transport bans" not in change_in_words(edited).lower()
        if not failing_after - failing_before:
            assert not [one for one in warnings_of(edited, before) if "step-free" in one]
    assert found
