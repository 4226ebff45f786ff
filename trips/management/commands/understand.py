"""`manage.py understand`: a sentence a line in, what is understood as a JSON object a line out."""

from __future__ import annotations

import datetime as dt
import json
import sys
from decimal import Decimal
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from config.clock import today as clock_today
from config.database import AWAY
from trips.catalogue.gazetteer import default_gazetteer
from trips.facts import apply_changes
from trips.places import current_gazetteer
from trips.reading import understand
from trips.schemas import TripFacts


class Command(BaseCommand):
    help = "Read a sentence a line from standard input, write what is understood as JSON, a line each."
    requires_system_checks: list[str] = []
    stealth_options = ("stdin",)

    def add_arguments(self, parser) -> None:
        parser.add_argument("--today", default="", help="the day it is, YYYY-MM-DD (default: now)")

    def handle(self, *args, today: str = "", **options) -> None:
        try:
            day = dt.date.fromisoformat(today) if today else clock_today()
        except ValueError:
            raise CommandError(f"--today {today!r} is no date like 2026-11-21.") from None
        source = options.get("stdin") or sys.stdin
        if hasattr(source, "reconfigure"):
            source.reconfigure(encoding="utf-8", errors="replace")
        try:
            gazetteer = current_gazetteer()
        except AWAY:
            gazetteer = default_gazetteer()  # no database yet: the bundled data do
        for line in source:
            sentence = line.rstrip("\r\n")
            read = understand(sentence, today=day, gazetteer=gazetteer)
            facts = apply_changes(TripFacts(), read.changes, today=day, gazetteer=gazetteer).facts
            self.stdout.write(json.dumps(row_of(facts), ensure_ascii=False))


def row_of(facts: TripFacts) -> dict[str, Any]:
    """The facts under the names of this command; null or empty when not said."""
    dates, party, budget = facts.dates, facts.party, facts.budget
    return {
        "origin": facts.origin.name if facts.origin else None,
        "destinations": [place.name for place in facts.destinations],
        "nights": {place.name: place.nights for place in facts.destinations if place.nights is not None},
        "trip_type": facts.trip_type,
        "start_date": _iso(dates.start),
        "end_date": _iso(dates.end),
        "earliest": _iso(dates.earliest),
        "latest": _iso(dates.latest),
        "days": dates.days,
        "adults": party.adults,
        "children": party.children,
        "children_ages": list(party.ages),
        "travellers": (party.size or None) if party.adults is not None else None,
        "rooms": facts.rooms,
        "budget_amount": _number(budget.amount),
        "budget_currency": budget.currency,
        "budget_scope": budget.scope,
        "budget_level": budget.level,
        "pace": facts.pace,
        "interests": list(facts.interests),
        "dietary": list(facts.dietary),
        "access": list(facts.access),
        "must_do": list(facts.must_do),
        "avoid": list(facts.avoid),
        "hotel": _said(facts.stay.model_dump()),
        "car": _said(facts.car.model_dump()),
    }


def _iso(day: dt.date | None) -> str | None:
    return day.isoformat() if day else None


def _number(amount: Decimal | None) -> int | float | None:
    if amount is None:
        return None
    return int(amount) if amount == amount.to_integral_value() else float(amount)


def _said(values: dict[str, Any]) -> dict[str, Any]:
    return {
        name: _number(value) if isinstance(value, Decimal) else value
        for name, value in values.items()
        if value is not None
    }
