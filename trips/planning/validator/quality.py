"""G. Graded quality: the options of one turn really differ, and their labels are true."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from trips.catalogue.matching import means
from trips.catalogue.names import words
from trips.planning.validator import limits
from trips.planning.validator.context import Context
from trips.planning.validator.registry import check
from trips.planning.validator.report import Report
from trips.planning.validator.sums import in_currency
from trips.schemas import Plan, Visit
from trips.wording import counted, day_in_words, money_in_words


@check(
    id=29,
    title="Other options",
    severity="info",
    sentence="The options differ in places, cost or pace, and their labels are true.",
    data="the other options of the turn",
    applies=lambda context: bool(context.others),
)
def real_choice(context: Context, report: Report) -> None:
    mine = context.plan
    for other in context.others:
        shared = shared_visits(mine, other, context.facts.must_do)
        if shared > limits.SHARED_VISITS:
            report.fail(
                f"{shared:.0%} of the visits are those of {other.title!r}: at most half may be.",
                repair="Choose other places for one of the two.",
            )
    _label(context, report)
    _pace(context, report)
    report.note(f"It differs from {counted(len(context.others), 'other option')} and is what it is called.")


def visits_of(plan: Plan, named: Sequence[str] = ()) -> set[object]:
    """What identifies the visits of a plan: the place, without one the words of the title. Unlisted
    ones that the traveller named are in every option and left out."""
    return {
        item.place_id or tuple(words(item.title))
        for item in plan.items()
        if isinstance(item, Visit) and (item.place_id or not any(means(wish, [item.title]) for wish in named))
    }


def shared_visits(plan: Plan, other: Plan, named: Sequence[str] = ()) -> float:
    """The shared visits as a part of those of the plan that has fewer, 0–1."""
    mine, theirs = visits_of(plan, named), visits_of(other, named)
    fewer = min(len(mine), len(theirs))
    return len(mine & theirs) / fewer if fewer else 0.0


def _label(context: Context, report: Report) -> None:
    mine = context.plan
    for other in context.others:
        total = in_currency(context, other.total, other.currency, mine.currency)
        if total is None:
            report.unknown(f"The cost of {other.title!r} cannot be compared: no rate.")
        elif mine.label == "cheapest" and total < mine.total:
            _untrue(report, "cheapest", mine, other, total)
        elif mine.label == "finest" and total > mine.total:
            _untrue(report, "finest", mine, other, total)


def _untrue(report: Report, label: str, mine: Plan, other: Plan, total: Decimal) -> None:
    than = "less" if label == "cheapest" else "more"
    report.fail(
        f"It is called the {label}, but {other.title!r} costs {than}: "
        f"{money_in_words(total, mine.currency)} against {money_in_words(mine.total, mine.currency)}.",
        repair=f"Call {other.title!r} the {label}.",
    )


def _pace(context: Context, report: Report) -> None:
    most = limits.PACES[context.plan.pace].visits
    for day in context.plan.days:
        visits = sum(isinstance(item, Visit) for item in day.items)
        if visits > most:
            report.fail(
                f"It is called {context.plan.pace}, but {day_in_words(day.date)} has {visits} visits, "
                f"{most} is the most.",
                repair=f"Drop {counted(visits - most, 'visit')} of {day_in_words(day.date)}.",
            )
