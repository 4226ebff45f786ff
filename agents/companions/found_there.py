"""What is there in a city, told from what research found: no new research for a question that is answered."""

from __future__ import annotations

from trips.models import Finding, Trip
from trips.prioritising import in_order
from trips.reading.questions import asked

_PLACE, _ACTIVITY, _FOOD = Finding.Kind.PLACE, Finding.Kind.ACTIVITY, Finding.Kind.FOOD
_LEADS = {_PLACE: "To see", _ACTIVITY: "To do", _FOOD: "To eat"}
_ASKED = {"visits": _PLACE, "seen": _PLACE, "done": _ACTIVITY, "food": _FOOD}
_MOST_TOLD = 6
_TIERS = [Finding.Tier.MUST, Finding.Tier.SHOULD, "", Finding.Tier.COULD, Finding.Tier.SKIP]


def told_of(trip: Trip, city: str, question: str) -> str:
    """A line a kind that is asked for, the most important first; "" when nothing of it is kept. Runs in the
    database's thread."""
    rows = list(trip.findings.filter(city=city).exclude(state=Finding.State.DISMISSED).order_by("pk"))
    said = asked(question, "thing_kind")
    kinds = () if "anything" in said else dict.fromkeys(_ASKED[one] for one in said if one in _ASKED)
    lines = [_line(kind, [row for row in rows if row.kind == kind]) for kind in kinds or _LEADS]
    lines = [line for line in lines if line]
    if not lines:
        return ""
    newest = max(row.researched_at for row in rows)
    lead = f"Of {city} this is known, looked up on {newest.day} {newest:%B %Y} and still fresh:"
    return "\n".join([lead, "", *lines, "", f"/research {city} looks for more."])


def _line(kind: str, rows: list[Finding]) -> str:
    if not rows:
        return ""
    rows = in_order(rows)
    rows.sort(key=lambda row: (_TIERS.index(row.tier), not row.position, row.state != Finding.State.KEPT))
    names = ", ".join(row.name for row in rows[:_MOST_TOLD])
    more = len(rows) - _MOST_TOLD
    return f"- **{_LEADS[kind]}**: {names}{f' and {more} more' if more > 0 else ''}"
