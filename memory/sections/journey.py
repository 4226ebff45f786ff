"""On the way: what was reported, what is to be booked by when, practical facts of the cities."""

from __future__ import annotations

from memory.briefing import Briefing, Reserved, Said
from memory.sections.inline import inline

RECENT = 3


def recent_feedback(briefing: Briefing) -> list[str]:
    """The last three entries."""
    return [_said(entry, briefing) for entry in briefing.feedback[-RECENT:]]


def feedback_history(briefing: Briefing) -> list[str]:
    """All entries that were read, oldest first."""
    return [_said(entry, briefing) for entry in briefing.feedback]


def booking_deadlines(briefing: Briefing) -> list[str]:
    """What is still to be booked, the nearest deadline first; then what is booked."""
    open_ones = [row for row in briefing.bookings if row.status == "to_book"]
    return [_to_book(row, briefing) for row in open_ones] + [
        f"- booked: {inline(row.title)} ({row.kind}{_starts(row)})"
        for row in briefing.bookings
        if row.status == "booked"
    ]


def _said(entry: Said, briefing: Briefing) -> str:
    parts = [inline(entry.text)]
    parts += [f"liked {', '.join(map(inline, entry.liked))}"] if entry.liked else []
    parts += [f"disliked {', '.join(map(inline, entry.disliked))}"] if entry.disliked else []
    parts += [f"energy {entry.energy}"] if entry.energy else []
    parts += [f"{entry.rating} of 5"] if entry.rating is not None else []
    start = briefing.facts.dates.start
    earlier = " (before the trip's days)" if start and entry.date < start else ""
    return f"- {entry.date}{earlier}: {'; '.join(part for part in parts if part)}"


def _to_book(row: Reserved, briefing: Briefing) -> str:
    when = f"by {row.book_by}" if row.book_by else "no deadline known"
    late = ", overdue" if row.book_by and row.book_by < briefing.today else ""
    price = f", {row.price} {row.currency}" if row.price is not None else ""
    return f"- {when}{late}: {inline(row.title)} ({row.kind}{_starts(row)}{price})"


def _starts(row: Reserved) -> str:
    return f", {row.start:%Y-%m-%d %H:%M}" if row.start else ""
