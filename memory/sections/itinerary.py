"""The chosen plan, read from its JSON: the days, today, practical notes on the way."""

from __future__ import annotations

import datetime as dt
from typing import Any

from memory.briefing import Briefing
from memory.sections.inline import inline


def itinerary(briefing: Briefing) -> list[str]:
    """Every day with every item: local times, name, kind, what could not be checked."""
    plan = briefing.plan
    if not plan:
        return []
    head = f"{inline(plan['title'])}: {len(plan['days'])} days, {plan['total']} {plan['currency']}"
    return [f"- {head}", *(line for day in plan["days"] for line in day_lines(day))]


def todays_plan(briefing: Briefing) -> list[str]:
    """The day the traveller is in, by the clock of where they are."""
    today = briefing.today.isoformat()
    days = [day for day in (briefing.plan or {}).get("days", ()) if day["date"] == today]
    return [line for day in days for line in day_lines(day)]


def day_lines(day: dict[str, Any]) -> list[str]:
    title = f": {inline(day['title'])}" if day.get("title") else ""
    date = dt.date.fromisoformat(day["date"])
    return [f"- {date:%a} {date}, {inline(day['city'])}{title}", *(_item(item) for item in day["items"])]


def _item(item: dict[str, Any]) -> str:
    times = f"{item['start'][11:16]}–{item['end'][11:16]}"
    if item["kind"] == "stay":
        nights = item["nights"]
        times = f"{nights} {'night' if nights == 1 else 'nights'} from {item['start'][11:16]}"
    kind = item.get("mode") or item.get("meal") or item["kind"]
    unlisted = ", unlisted" if item.get("unlisted") else ""
    return f"  - {times} {inline(item['title'])} ({kind}{unlisted})"
