"""What travellers report of their days: written here, whoever says it (words, form, command).

A report stays what was said; only the traveller changes it or takes it back. What it calls for in the days
that follow is proposed elsewhere (`trips/changing.py`) and never made from here.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models import QuerySet

from trips import fact_log
from trips.agendas import today_there
from trips.models import Booking, Feedback, Message, Trip, Turn
from trips.places import gazetteer_for
from trips.plan_versions import whose_deed
from trips.reading.reports import each_once
from trips.reading.reports.adjusting import Ahead
from trips.signals import feedback_given
from trips.wording import listed

#: Of one trip: more is no account of a journey any more.
MOST_REPORTS = 1_000
LONGEST_TEXT = 4_000
MOST_THINGS, LONGEST_THING = 10, 80
ENERGIES = ("", "low", "medium", "high")


class Refused(ValueError):
    """What was reported cannot be noted; the sentence says why. Nothing was written."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A report as it is to be written. `rating` 1 to 5, None = none was given."""

    date: dt.date
    text: str
    item_uid: str = ""
    liked: tuple[str, ...] = ()
    disliked: tuple[str, ...] = ()
    energy: str = ""
    rating: int | None = None


@transaction.atomic
def report(
    trip: Trip, entries: Sequence[Entry], *, message: Message | None = None, turn: Turn | None = None
) -> list[Feedback]:
    """Note reports; the same words of the same day count once. Raises Refused, then nothing is written."""
    trip_row = fact_log.locked(trip)
    days = days_told(trip_row)
    sender, by_owner = whose_deed(trip_row, message)
    rows = []
    for entry in entries:
        _check(entry, days)
        same = trip_row.feedback.filter(
            date=entry.date,
            item_uid=entry.item_uid,
            text=_text(entry),
            energy=entry.energy,
            rating=entry.rating,
        ).first()
        if same is None:
            same = _fill(Feedback(trip=trip_row, message=message, turn=turn), entry)
            same.sender, same.by_owner = sender, by_owner
        elif by_owner and not same.by_owner:  # what the owner says too is the owner's
            same.sender, same.by_owner = sender, True
            same.save(update_fields=["sender", "by_owner"])
        rows.append(same)
    new = [row for row in rows if row.pk is None]
    if new and trip_row.feedback.count() + len(new) > MOST_REPORTS:
        raise Refused(f"This trip has {MOST_REPORTS:,} reports already. Remove some first.")
    for row in new:
        row.save()
    for row in new:
        feedback_given.send(sender=Feedback, feedback=row)
    if new:
        trip_row.touch()
    return rows


@transaction.atomic
def correct(feedback: Feedback, entry: Entry) -> Feedback:
    """Write a report anew, as whoever acts corrects it: their words from now on. Raises Refused."""
    row = Feedback.objects.select_for_update(of=("self",)).select_related("trip").get(pk=feedback.pk)
    _check(entry, days_told(row.trip))
    row.sender, row.by_owner = whose_deed(row.trip, None)
    _fill(row, entry).save()
    row.trip.touch()
    return row


@transaction.atomic
def remove(feedback: Feedback) -> None:
    trip = feedback.trip
    feedback.delete()
    trip.touch()


# --- Reading -----------------------------------------------------------------------------------


def days_told(trip: Trip) -> list[dt.date]:
    """The days of the plan that have begun where the travellers are: those a report can be about."""
    if trip.plan is None:
        return []
    today = today_there(trip)
    return [day.date for day in trip.plan.plan.days if day.date <= today]


def ahead_of(trip: Trip) -> Ahead | None:
    """What of the plan can still be changed; None without a plan."""
    if trip.plan is None:
        return None
    today = today_there(trip)
    return Ahead(
        plan=trip.plan.plan,
        facts=trip.facts,
        today=today,
        gazetteer=gazetteer_for(trip),
        tired_before=tired_days(trip),
        kept=booked_items(trip),
    )


def of_the_plan(trip: Trip) -> QuerySet[Feedback]:
    """The reports of the plan's days; an earlier journey of the same trip has its own."""
    days = trip.plan.plan.days if trip.plan else []
    if not days:
        return trip.feedback.all()
    return trip.feedback.filter(date__gte=days[0].date, date__lte=days[-1].date)


def tired_days(trip: Trip) -> frozenset[dt.date]:
    """Days that were reported with low energy."""
    return frozenset(trip.feedback.filter(energy="low").values_list("date", flat=True))


def booked_items(trip: Trip) -> frozenset[str]:
    """Items of the plan that are reserved: nothing of a report touches them."""
    booked = trip.bookings.filter(status=Booking.Status.BOOKED).exclude(item_uid="")
    return frozenset(booked.values_list("item_uid", flat=True))


def in_words(entry: Entry | Feedback) -> str:
    """What of a report was understood: "liked ramen; energy low; 4 of 5"; "" when nothing but its words."""
    parts = [f"liked {listed(entry.liked)}"] if entry.liked else []
    parts += [f"did not like {listed(entry.disliked)}"] if entry.disliked else []
    parts += [f"energy {entry.energy}"] if entry.energy else []
    parts += [f"{entry.rating} of 5"] if entry.rating else []
    return "; ".join(parts)


# --- Within ------------------------------------------------------------------------------------


def _check(entry: Entry, days: Sequence[dt.date]) -> None:
    if not days:
        raise Refused("The trip has not begun yet: say how it was once you are on the way.")
    if entry.date not in days:
        raise Refused(
            f"{entry.date:%-d %B %Y} is no day of this trip so far: "
            f"it can be told of {days[0]:%-d %B} to {days[-1]:%-d %B}."
        )
    if not _text(entry):
        raise Refused("Say in a few words how it was.")
    if entry.energy not in ENERGIES:
        raise Refused("Energy is low, medium or high.")
    if entry.rating is not None and not 1 <= entry.rating <= 5:
        raise Refused("A rating goes from 1 to 5.")


def _fill(row: Feedback, entry: Entry) -> Feedback:
    row.date = entry.date
    row.item_uid = entry.item_uid[:80]
    row.text = _text(entry)
    row.liked = _things(entry.liked)
    row.disliked = _things(entry.disliked)
    row.energy = entry.energy
    row.rating = entry.rating
    return row


def _text(entry: Entry) -> str:
    return entry.text.replace("\x00", "").strip()[:LONGEST_TEXT]


def _things(names: Iterable[str]) -> list[str]:
    cleaned = (" ".join(str(name).split())[:LONGEST_THING] for name in names)
    return each_once(name for name in cleaned if name)[:MOST_THINGS]
