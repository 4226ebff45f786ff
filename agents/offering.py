"""What a report calls for in the days that follow, proposed: for reports that came by a form."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from agents.companions.feedback import FeedbackContext, tried
from trips import changing, plan_versions, reporting
from trips.models import PlanProposal, Trip
from trips.reading.reports import Cause, Report
from trips.reading.reports.adjusting import adjustments
from trips.reporting import Entry


def offer(trip: Trip, entry: Entry, reports: Sequence[Report]) -> PlanProposal | None:
    """Propose what the report calls for; None where it calls for nothing, nothing can be done, or another
    change waits for an answer already."""
    ahead = reporting.ahead_of(trip)
    if ahead is None or changing.open_proposal(trip) is not None:
        return None
    wanted = adjustments(_with_energy(entry, reports), ahead)
    if not wanted:
        return None
    base = changing.base_of(trip, today=ahead.today)
    context = FeedbackContext(
        text=entry.text,
        plan=base.plan,
        facts=base.facts,
        today=ahead.today,
        tired_before=frozenset(ahead.tired_before),
        kept=frozenset(ahead.kept),
        gazetteer=base.gazetteer,
    )
    edited = tried(base.plan, base.facts, [one.edit for one in wanted], context)
    if edited is None:
        return None
    quotes = list(dict.fromkeys(one.quote for one in wanted))
    cause = f"Feedback. You said: {', '.join(f'“{quote}”' for quote in quotes[:3])}."
    try:
        return changing.propose(trip, edited, base=base, cause=cause[:200])
    except (plan_versions.Outdated, plan_versions.NoPlan, changing.NotPossible):
        return None


def _with_energy(entry: Entry, reports: Sequence[Report]) -> list[Report]:
    """The reports; low energy that was only chosen counts like words, other energy takes it out of them."""
    if entry.energy == "low" and not any(report.energy == "low" for report in reports):
        ticked = Report(entry.date, entry.text, energy="low", causes=(Cause("tired", "Energy: low"),))
        return [*reports, ticked]
    if entry.energy in ("medium", "high"):
        return [_without_strain(report) for report in reports]
    return list(reports)


def _without_strain(report: Report) -> Report:
    causes = tuple(cause for cause in report.causes if cause.kind != "tired")
    return replace(report, energy="", causes=causes)
