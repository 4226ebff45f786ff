"""The orchestrator's context: where the trip stands in at most 12 lines, between delimiters."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from decimal import Decimal
from typing import Any, NamedTuple

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery, Sum

from memory.gathering import gathered
from memory.prepared import Prepared
from memory.sections.context import slim_context
from memory.sections.inline import inline
from trips.models import Booking, Expense, Feedback, Finding, Question, Trip

BEGIN = "--- DESTINATION CONTEXT ---"
END = "--- END DESTINATION CONTEXT ---"
MOST_LINES = 12


def destination_context(trip: Trip) -> str:
    """Destination, dates, research, priorities, plan, feedback, money, questions, next deadline."""
    briefing = gathered(trip, ())
    plan = trip.plan.plan_json if trip.plan else None
    found = _FOUND.rows(trip=trip.pk)
    stands = _Stands(*_STANDS.rows(trip=trip.pk, today=briefing.today)[0][1:])
    lines = [line.removeprefix("- ") for line in slim_context(briefing)]
    lines += [_research(found, briefing.facts), _priorities(found), _planned(plan), _feedback(stands)]
    lines += [_spent(trip, briefing.facts, stands.spent), _questions(stands.questions), _deadline(stands)]
    told = [line for line in lines if line][:MOST_LINES]
    return "\n".join((BEGIN, *told, END))


# --- Two statements, compiled once -------------------------------------------------------------------


class _Stands(NamedTuple):
    """Where a trip stands: one value each."""

    said: int  # entries of feedback
    said_on: dt.date | None
    energy: str | None  # of the newest entry that tells one
    spent: Decimal | None
    questions: int
    book_by: dt.date | None
    to_book: str | None


def _found(trip: int) -> list[QuerySet]:
    """Findings counted by city, tier and whether they were dismissed."""
    dismissed = Q(state=Finding.State.DISMISSED)
    rows = Finding.objects.filter(trip=trip).order_by().values("city", "tier")
    counted = rows.annotate(kept=Count("pk", filter=~dismissed), every=Count("pk"))
    return [counted.values_list("city", "tier", "kept", "every")]


def _stands(trip: int, today: dt.date) -> list[QuerySet]:
    here = {"trip": OuterRef("pk")}
    said = Feedback.objects.filter(**here).order_by("-date", "-pk")
    asked = Question.objects.filter(**here, status=Question.Status.ASKED)
    to_book = Booking.objects.filter(**here, status=Booking.Status.TO_BOOK, book_by__gte=today)
    to_book = to_book.order_by("book_by", "pk")
    return [
        Trip.objects.filter(pk=trip)
        .order_by()
        .values_list(
            _counted(said),
            Subquery(said.values("date")[:1]),
            Subquery(said.exclude(energy="").values("energy")[:1]),
            Subquery(
                Expense.objects.filter(**here)
                .order_by()
                .values("trip")
                .annotate(total=Sum("amount_in_trip_currency"))
                .values("total")
            ),
            _counted(asked),
            Subquery(to_book.values("book_by")[:1]),
            Subquery(to_book.values("title")[:1]),
        )
    ]


def _counted(rows: QuerySet) -> Subquery:
    """How many; None of none at all."""
    return Subquery(rows.order_by().values("trip").annotate(count=Count("pk")).values("count"))


_FOUND = Prepared(_found, trip=int)
_STANDS = Prepared(_stands, trip=int, today=dt.date)


# --- Lines -------------------------------------------------------------------------------------------


def _research(found: list[tuple], facts: Any) -> str:
    counts: Counter[str] = Counter()
    for _part, city, _tier, kept, _every in found:
        counts[city] += kept
    cities = [place.name for place in facts.destinations if place.kind == "city"]
    known = [city for city, count in counts.items() if count]
    if not cities and not known:
        return ""
    done = sum(1 for city in cities if counts[city])
    return f"Research: {done}/{len(cities) or len(known)} cities, {counts.total()} items"


def _priorities(found: list[tuple]) -> str:
    tiers: Counter[str] = Counter()
    for _part, _city, tier, _kept, every in found:
        tiers[tier] += every
    told = ", ".join(f"{tiers[tier]} {tier}" for tier in Finding.Tier.values if tiers[tier])
    return f"Priorities: {told}" if told else ""


def _planned(plan: dict | None) -> str:
    return f"Plan: {inline(plan['title'])}, {len(plan['days'])} days" if plan else ""


def _feedback(stands: _Stands) -> str:
    if stands.said_on is None:
        return ""
    told = f", last energy {stands.energy}" if stands.energy else ""
    return f"Feedback: {stands.said} entries, last of {stands.said_on}{told}"


def _spent(trip: Trip, facts: Any, total: Decimal | None) -> str:
    if total is None:
        return ""
    budget = facts.budget
    whole = budget.amount if budget.scope == "total" and budget.currency == trip.currency else None
    of = f" of {_rounded(whole)}" if whole is not None else ""
    return f"Spent: {_rounded(total)}{of} {trip.currency}"


def _questions(count: int | None) -> str:
    return f"Open questions: {count}" if count else ""


def _deadline(stands: _Stands) -> str:
    return f"Next deadline: {stands.book_by}, {inline(stands.to_book)}" if stands.book_by else ""


def _rounded(amount: Decimal) -> str:
    return f"{amount:,.0f}"
