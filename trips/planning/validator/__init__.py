"""Plans are checked, not believed: `check_plan` runs every registered check and gives the verdict.

Independent of the code that composes plans: totals, distances, order and hours are worked out here
again from the rows. docs/checks.md says what each check looks at and what "passed" means.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
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

__all__ = ["check_plan", "chip", "verdict_as_json", "verdict_in_words"]

#: Importing a group registers its checks.
GROUPS = (
    shape,
    truth,
    route,
    chain,
    transport,
    time,
    departures,
    rhythm,
    variety,
    costs,
    diets,
    wishes,
    house_rules,
    clashes,
    quality,
    graded,
    names,
)

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
    context = Context(bounded(plan), bounded(facts), gazetteer, today=today, others=others)
    results = []
    with localcontext(_EXACT):
        for check in checks():
            if check.applies is None or check.applies(context):
                report = Report(check)
                check.run(context, report)
                results.append(report.result())
    return Verdict(results=results, placeless=not any(context.row(item) for item in context.items))
