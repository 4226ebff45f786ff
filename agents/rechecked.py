"""What a changed fact, or a page that was read, does to the chosen plan: the checks that fail now and did not
before. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from agents.view import TripView
from trips.facts import apply_changes
from trips.planning.editing import failures
from trips.planning.named_places import NamedPlaces
from trips.planning.validator import check_plan
from trips.schemas import Change, CheckResult
from trips.wording import counted

#: Named one by one; the board has them all.
_NAMED, _LONGEST = 4, 400
#: Since when.
FACTS, PAGES = "With that,", "By what pages say today,"
_ORDER = ("error", "warning", "info")


def what_fails_now(view: TripView, changes: Sequence[Change], places: NamedPlaces) -> str:
    """A paragraph for the traveller; "" without a chosen plan, where neither the facts nor rows of the plan
    are others now, and where the plan does as well as before. `places`: the rows of this turn."""
    if view.plan is None or view.phase == "done":
        return ""
    facts = view.facts
    if changes:
        facts = apply_changes(facts, list(changes), today=view.today, gazetteer=view.gazetteer).facts
    if facts == view.facts and places.replaced.isdisjoint(item.place_id for item in view.plan.items()):
        return ""
    before = check_plan(view.plan, view.facts, view.gazetteer, today=view.today)
    after = check_plan(view.plan, facts, places.gazetteer, today=view.today)
    cause = FACTS if facts != view.facts else PAGES
    failing = sorted(failures.newly_failed(after, before), key=lambda one: _ORDER.index(one.severity))
    mended = failures.mended(before, after)
    parts = []
    if failing:
        fail = "fails" if len(failing) == 1 else "fail"
        many = counted(len(failing), "check")
        parts.append(f"{cause} {many} of your plan {fail} that did not before. {_told(failing)}")
    known = {one.id: one.message for one in before.failed}
    still = [one for one in after.failed if known.get(one.id, one.message) != one.message]
    if still := [one for one in still if one.id not in {other.id for other in failing}]:
        fail = "fails" if len(still) == 1 else "fail"
        parts.append(f"{cause} {counted(len(still), 'check')} of your plan still {fail}. {_told(still)}")
    if mended:
        parts.append(f"What failed before and passes now: {', '.join(one.title for one in mended)}.")
    return " ".join(parts)


def _told(failing: Sequence[CheckResult]) -> str:
    said = " ".join(f"{one.title}: {_shortened(one.message.rstrip('.'))}." for one in failing[:_NAMED])
    more = len(failing) - _NAMED
    return f"{said} The board has {counted(more, 'further one')}." if more > 0 else said


def _shortened(message: str) -> str:
    """Not every place of a long list: the board shows it whole, beside the places."""
    return message if len(message) <= _LONGEST else f"{message[:_LONGEST].rsplit(' ', 1)[0]} …"
