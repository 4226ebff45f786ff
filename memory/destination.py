"""The orchestrator's context: where the trip stands in at most 12 lines, between delimiters."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal

from django.db.models import Count, Sum

from memory.gathering import gathered
from memory.sections.context import slim_context
from memory.sections.inline import inline
from trips.models import Booking, Finding, Question, Trip

BEGIN = "--- DESTINATION CONTEXT ---"
END = "--- END DESTINATION CONTEXT ---"
MOST_LINES = 12


def destination_context(trip: Trip) -> str:
    """Destination, dates, research, priorities, plan, feedback, money, questions, next deadline."""
    briefing = gathered(trip, ())
    plan = trip.plan.plan_json if trip.plan else None
    lines = [line.removeprefix("- ") for line in slim_context(briefing)]
    lines += [_research(trip, briefing.facts), _priorities(trip), _planned(plan), _feedback(trip)]
    lines += [_spent(trip, briefing.facts), _questions(trip), _deadline(trip, briefing.today)]
    told = [line for line in lines if line][:MOST_LINES]
    return "\n".join((BEGIN, *told, END))


def _research(trip: Trip, facts) -> str:
    counts = dict(
        Finding.objects.filter(trip=trip)
        .exclude(state=Finding.State.DISMISSED)
        .order_by()
        .values_list("city")
        .annotate(Count("pk"))
    )
    cities = [place.name for place in facts.destinations if place.kind == "city"]
    if not cities and not counts:
        return ""
    done = sum(1 for city in cities if counts.get(city))
    return f"Research: {done}/{len(cities) or len(counts)} cities, {sum(counts.values())} items"


def _priorities(trip: Trip) -> str:
    tiers = dict(
        Finding.objects.filter(trip=trip)
        .exclude(tier="")
        .order_by()
        .values_list("tier")
        .annotate(Count("pk"))
    )
    told = ", ".join(f"{tiers[tier]} {tier}" for tier in Finding.Tier.values if tiers.get(tier))
    return f"Priorities: {told}" if told else ""


def _planned(plan: dict | None) -> str:
    return f"Plan: {inline(plan['title'])}, {len(plan['days'])} days" if plan else ""


def _feedback(trip: Trip) -> str:
    entries = trip.feedback.order_by("-date", "-pk")
    newest = entries.values_list("date", "energy").first()
    if newest is None:
        return ""
    energy = (
        trip.feedback.exclude(energy="").order_by("-date", "-pk").values_list("energy", flat=True).first()
    )
    told = f", last energy {energy}" if energy else ""
    return f"Feedback: {entries.count()} entries, last of {newest[0]}{told}"


def _spent(trip: Trip, facts) -> str:
    total = trip.expenses.aggregate(total=Sum("amount_in_trip_currency"))["total"]
    if total is None:
        return ""
    budget = facts.budget
    whole = budget.amount if budget.scope == "total" and budget.currency == trip.currency else None
    of = f" of {_rounded(whole)}" if whole is not None else ""
    return f"Spent: {_rounded(total)}{of} {trip.currency}"


def _questions(trip: Trip) -> str:
    count = trip.questions.filter(status=Question.Status.ASKED).count()
    return f"Open questions: {count}" if count else ""


def _deadline(trip: Trip, today: dt.date) -> str:
    row = (
        trip.bookings.filter(status=Booking.Status.TO_BOOK, book_by__gte=today)
        .order_by("book_by", "pk")
        .values_list("book_by", "title")
        .first()
    )
    return f"Next deadline: {row[0]}, {inline(row[1])}" if row else ""


def _rounded(amount: Decimal) -> str:
    return f"{amount:,.0f}"
