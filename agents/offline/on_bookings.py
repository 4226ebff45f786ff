"""Answers about what is booked and what is still to be booked, from the trip's bookings and its plan."""

from __future__ import annotations

import datetime as dt

from agents.offline.on_the_way import about_the_way
from agents.view import Bookings, TripView
from trips.catalogue.names import words
from trips.planning.agenda_values import Reservation
from trips.reading.questions import asked
from trips.reading.routing.requests import asks_to_book
from trips.wording import listed

#: Kinds of bookings, and how a plan asks for one.
_KINDS = {
    "stay": (frozenset({"stay"}), "a room"),
    "transport": (frozenset({"flight", "train", "coach", "ferry"}), "a ticket"),
    "food": (frozenset({"food"}), "a table"),
}
_MOST_TOLD = 5
_SHORTEST_NAME = 4
NONE_NOTED = "No booking is noted"
BY_YOURSELF = "Booking and paying stay with you: I only keep what is booked, with its deadlines."


def about_bookings(question: str, view: TripView) -> str:
    """Of what shall be booked, that nobody here does it. Of a day that is named, its tickets. Else what is
    still to book first, by its deadline; then what the plan asks for and nobody noted."""
    if asks_to_book(question):
        return f"{BY_YOURSELF} {_noted_and_wanted(question, view)}"
    return about_the_way(question, view) or _noted_and_wanted(question, view)


def _noted_and_wanted(question: str, view: TripView) -> str:
    noted = _meant(question, view, view.bookings)
    open_ones = [row for row in noted.noted if row.status == "to_book"]
    booked = [row for row in noted.noted if row.status == "booked"]
    parts = []
    if open_ones:
        parts.append(f"Still to book: {_some([_with_date(row) for row in open_ones])}.")
    if booked:
        parts.append(f"Booked: {_some([row.title for row in booked])}.")
    if noted.wanted:
        lead = "The plan also asks for a booking of" if parts else f"{NONE_NOTED}. The plan asks for one of"
        parts.append(f"{lead} {_some([f'{title} ({why})' for title, why in noted.wanted])}.")
    if not parts:
        why = (
            "and nothing in the plan asks for one"
            if view.plan
            else "and there is no plan yet that asks for one"
        )
        parts.append(f"{NONE_NOTED}, {why}.")
    elif not open_ones and not noted.wanted:
        parts.append("Nothing is left to book.")
    return f"{' '.join(parts)} You find them under Bookings." if view.plan else " ".join(parts)


def _meant(question: str, view: TripView, have: Bookings) -> Bookings:
    """Those that the question names, by a word of their own or by their kind; else all."""
    said = set(words(question))
    cities = {word for day in (view.plan.days if view.plan else []) for word in words(day.city)}

    def named(title: str) -> bool:
        return bool({word for word in words(title) if len(word) >= _SHORTEST_NAME} & said - cities)

    found = Bookings(
        tuple(row for row in have.noted if named(row.title)),
        tuple(row for row in have.wanted if named(row[0])),
    )
    if found.noted or found.wanted:
        return found
    kinds, why = next((_KINDS[one] for one in asked(question, "thing_kind") if one in _KINDS), ((), ""))
    if not kinds:
        return have
    noted = tuple(row for row in have.noted if row.kind in kinds)
    return Bookings(noted, tuple(row for row in have.wanted if row[1].startswith(why)))


def _with_date(row: Reservation) -> str:
    return f"{row.title} by {_day(row.book_by)}" if row.book_by else row.title


def _day(date: dt.date) -> str:
    return f"{date.day} {date:%B}"


def _some(names: list[str]) -> str:
    more = len(names) - _MOST_TOLD
    return f"{', '.join(names[:_MOST_TOLD])} and {more} more" if more > 0 else listed(names)
