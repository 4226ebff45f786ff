"""The orchestrator's context: where the trip stands in at most 12 lines, between delimiters."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from dataclasses import replace
from decimal import Decimal
from typing import NamedTuple

from django.db.models import Count, OuterRef, QuerySet, Subquery, Sum

from memory.briefing import Briefing
from memory.gathering import gathered
from memory.prepared import Prepared
from memory.sections.context import slim_context
from memory.sections.fits import is_no_stop, unlike_facts
from memory.sections.inline import inline
from memory.sections.money import whole_budget
from trips.models import Booking, Expense, Feedback, Finding, Question, Trip

BEGIN = "--- DESTINATION CONTEXT ---"
END = "--- END DESTINATION CONTEXT ---"
MOST_LINES = 12


def destination_context(trip: Trip) -> str:
    """Destination, dates, research, priorities, plan, feedback, money, questions, next deadline."""
    plan = trip.plan.plan_json if trip.plan else None
    briefing = replace(gathered(trip, ()), plan=plan)
    found = _FOUND.rows(trip=trip.pk)
    stands = _Stands(*_STANDS.rows(trip=trip.pk, today=briefing.today)[0][1:])
    lines = [line.removeprefix("- ") for line in slim_context(briefing)]
    lines += [_research(found, briefing), _priorities(found, briefing), _planned(briefing), _feedback(stands)]
    lines += [_spent(trip, briefing, stands.spent), _questions(stands.questions), _deadline(stands)]
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
    """Findings that were not dismissed, counted by city and tier."""
    rows = Finding.objects.filter(trip=trip).exclude(state=Finding.State.DISMISSED)
    counted = rows.order_by().values("city", "tier").annotate(kept=Count("pk"))
    return [counted.values_list("city", "tier", "kept")]


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


def _research(found: list[tuple], briefing: Briefing) -> str:
    """What is not dismissed, by the trip's cities; beside them only how many."""
    counts: Counter[str] = Counter()
    for _part, city, _tier, kept in found:
        counts[city] += kept
    cities = [place.name for place in briefing.facts.destinations if place.kind == "city"]
    known = [city for city, count in counts.items() if count and not is_no_stop(briefing, city)]
    if not cities and not known:
        return ""
    done = len({city.casefold() for city in cities} & {city.casefold() for city in known})
    here = sum(counts[city] for city in known)
    beside = f", {counts.total() - here} beside its cities" if counts.total() > here else ""
    of = f"{done}/{len(cities)}" if cities else f"{len(known)}/{len(known)}"
    return f"Research: {of} cities, {here} items{beside}"


def _priorities(found: list[tuple], briefing: Briefing) -> str:
    tiers: Counter[str] = Counter()
    for _part, city, tier, kept in found:
        tiers[tier] += 0 if is_no_stop(briefing, city) else kept
    told = ", ".join(f"{tiers[tier]} {tier}" for tier in Finding.Tier.values if tiers[tier])
    return f"Priorities: {told}" if told else ""


def _planned(briefing: Briefing) -> str:
    if not (plan := briefing.plan):
        return ""
    days = len(plan["days"])
    unlike = unlike_facts(briefing)
    told = f"Plan: {inline(plan['title'])}, {days} {'day' if days == 1 else 'days'}"
    return f"{told}; {unlike}" if unlike else told


def _feedback(stands: _Stands) -> str:
    if stands.said_on is None:
        return ""
    told = f", last energy {stands.energy}" if stands.energy else ""
    entries = "1 entry" if stands.said == 1 else f"{stands.said} entries"
    return f"Feedback: {entries}, last of {stands.said_on}{told}"


def _spent(trip: Trip, briefing: Briefing, total: Decimal | None) -> str:
    if total is None:
        return ""
    whole = whole_budget(briefing.facts, trip.currency)
    of = f" of {_rounded(whole)}" if whole is not None else ""
    return f"Spent: {_rounded(total)}{of} {trip.currency}".rstrip()


def _questions(count: int | None) -> str:
    return f"Open questions: {count}" if count else ""


def _deadline(stands: _Stands) -> str:
    return f"Next deadline: {stands.book_by}, {inline(stands.to_book)}" if stands.book_by else ""


def _rounded(amount: Decimal) -> str:
    return f"{amount:,.0f}"
