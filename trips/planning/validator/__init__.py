"""Plans are checked, not believed: `check_plan` runs every registered check and gives the verdict.

Independent of the code that composes plans: totals, distances, order and hours are worked out here
again from the rows. docs/checks.md says what each check looks at and what "passed" means. Importing a group
registers its checks.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Iterator, Sequence
from decimal import Context as DecimalContext
from decimal import localcontext
from typing import TYPE_CHECKING

from trips.planning.validator import (
    chain,
    clashes,
    costs,
    departures,
    diets,
    graded,
    house_rules,
    names,
    quality,
    rhythm,
    route,
    shape,
    time,
    transport,
    truth,
    variety,
    wishes,
)
from trips.planning.validator.bounds import bounded
from trips.planning.validator.context import Context
from trips.planning.validator.registry import checks
from trips.planning.validator.report import Report
from trips.schemas import Plan, TripFacts, Verdict
from trips.wording import chip, verdict_as_json, verdict_in_words

if TYPE_CHECKING:
    from trips.catalogue.gazetteer import Gazetteer


_COSTS = 22
#: Checks that need no wish, no price of ours and no way to the door of a plan.
WRITTEN = frozenset({1, 2, 7, 8, 9, 12, 13, 14, 15, 16, 17, 18, _COSTS})
#: Digits enough for any sum; impossible amounts become infinity instead of an exception.
_EXACT = DecimalContext(prec=60, traps=[])


def check_plan(
    plan: Plan,
    facts: TripFacts,
    gazetteer: Gazetteer,
    *,
    today: dt.date | None = None,
    others: Sequence[Plan] = (),
) -> Verdict:
    """The verdict on a plan under these facts; `others` are the other options of the same turn.
    Never raises on a plan that fits the schema. `today`: where the traveller is."""
    plan, facts, today, others = bounded([plan, facts, today, list(others)])
    context = Context(plan, facts, gazetteer, today=today, others=others)
    results = [report.result() for report in _reports(context)]
    return Verdict(results=results, placeless=not any(context.row(item) for item in context.items))


def reports_of(
    plan: Plan,
    facts: TripFacts,
    gazetteer: Gazetteer,
    *,
    told: Collection[str] | None = None,
    today: dt.date | None = None,
) -> list[Report]:
    """The checks, each with everything it found. `told`: what the writer of somebody else's plan tells (names
    of meals, "stay", "prices"); then only checks that ask for nothing more are run."""
    context = Context(bounded(plan), bounded(facts), gazetteer, today=today, told=told)
    only = None if told is None else WRITTEN if "prices" in told else WRITTEN - {_COSTS}
    return list(_reports(context, only))


def _reports(context: Context, only: Collection[int] | None = None) -> Iterator[Report]:
    with localcontext(_EXACT):
        for check in checks():
            if (only is None or check.id in only) and (check.applies is None or check.applies(context)):
                report = Report(check)
                check.run(context, report)
                yield report
