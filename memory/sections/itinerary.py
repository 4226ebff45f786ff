"""The chosen plan, read from its JSON: the days, today, practical notes on the way."""

from __future__ import annotations

import datetime as dt
from typing import Any

from memory.briefing import Briefing
from memory.sections.fits import unlike_facts
from memory.sections.inline import inline


def itinerary(briefing: Briefing) -> list[str]:
    """Every day with every item: local times, name, kind, what could not be checked; first of all in what
    the plan is not what the trip asks for any more."""
    plan = briefing.plan
    if not plan:
        return []
    count = len(plan["days"])
    days = f"{count} {'day' if count == 1 else 'days'}"
    head = f"{inline(plan['title'])}: {days}, {plan['total']} {plan['currency']}"
    return [f"- {head}", *_unlike(briefing), *(line for day in plan["days"] for line in _day(day, briefing))]


def todays_plan(briefing: Briefing) -> list[str]:
    """The day the traveller is in, by the clock of where they are."""
    today = briefing.today.isoformat()
    days = [day for day in (briefing.plan or {}).get("days", ()) if day["date"] == today]
    return [line for day in days for line in (*_day(day, briefing), *_unlike(briefing))]


def _unlike(briefing: Briefing) -> list[str]:
    unlike = unlike_facts(briefing)
    return [f"- This plan is {unlike}."] if unlike else []


def _day(day: dict[str, Any], briefing: Briefing) -> list[str]:
    title = f": {inline(day['title'])}" if day.get("title") else ""
    date = dt.date.fromisoformat(day["date"])
    today = " (today)" if date == briefing.today else ""
    return [
        f"- {date:%a} {date}, {inline(day['city'])}{title}{today}",
        *(_item(item) for item in day["items"]),
    ]


def _item(item: dict[str, Any]) -> str:
    times = f"{item['start'][11:16]}–{_end(item)}"
    if item["kind"] == "stay":
        nights = item["nights"]
        times = f"{nights} {'night' if nights == 1 else 'nights'} from {item['start'][11:16]}"
    kind = item.get("mode") or item.get("meal") or item["kind"]
    unlisted = ", unlisted" if item.get("unlisted") or item.get("grade") == "unlisted" else ""
    return f"  - {times} {inline(item['title'])} ({kind}{unlisted})"


def _end(item: dict[str, Any]) -> str:
    """When it ends: with its day where that is another one, and said to be the clock of the other end where
    a way leads into another zone."""
    end = item["end"][11:16]
    if item["end"][:10] != item["start"][:10]:
        end = f"{dt.date.fromisoformat(item['end'][:10]):%a} {end}"
    elsewhere = item.get("end_zone") and item["end_zone"] != item.get("zone")
    return f"{end} local time there" if elsewhere else end
