"""How long a remembered sentence holds and whom it is about: what an extraction's marks are worth.

A model may write any date and any name. Of a sentence that rests on somebody's words only a date is taken
that these words say, and only a member whom they name; of an agent's own only what is possible. What is not
taken is left out with its reason; the sentence is kept without it.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, field

from memory.answer_lines import Candidate
from memory.companions import called, companions, told_of
from memory.models import Note
from memory.text import normalised
from trips.models import Member, Message, Trip
from trips.reading.bounded import SENTENCE
from trips.reading.memory import day_meant, never_ends, validity, with_their_bounds

TRIP = "trip"
#: A date further away than that was not meant.
MOST_YEARS = 5


@dataclass(slots=True)
class Bounds:
    """What is written with a note. `left_out`: why a mark was not taken, a sentence each."""

    valid_from: dt.date | None = None
    valid_to: dt.date | None = None
    member: Member | None = None
    left_out: list[str] = field(default_factory=list)


def marks(sentence: str, on: dt.date, trip: Trip) -> str:
    """The marks of a sentence that is kept as it was said, "" for none."""
    told, found = validity(sentence, on), []
    if told.first and not told.this_trip:
        found.append(f"[from {told.first}]")
    if told.last:
        found.append(f"[until {told.last}]")
    elif told.this_trip:
        found.append(f"[until {TRIP}]")
    if len(members := told_of(sentence, companions(trip))) == 1:
        found.append(f"[about {members[0].name}]")
    return "".join(f"{mark} " for mark in found)


# --- Judged --------------------------------------------------------------------------------------


def of(candidate: Candidate, source: Message | None, trip: Trip, today: dt.date) -> Bounds:
    """What of a candidate's marks holds. `source`: the message it rests on; `today`: of the turn."""
    found = Bounds()
    sentences = around(source.text, candidate.quote) if source else []
    if (candidate.starts or candidate.until) and never_ends(f"{candidate.text} {candidate.quote}"):
        found.left_out.append("Its dates were left out: an allergy has no end.")
    else:
        on = source.created.date() if source else today
        told = [validity(one, on, candidate.quote) for one in sentences]
        starts = {one.first for one in told} if source else None
        found.valid_from = _date("from", candidate.starts, starts, found, today)
        if candidate.until.casefold() == TRIP:
            told = told if source else [validity(candidate.text, on)]
            found.valid_to = _end_of_trip(any(one.this_trip for one in told), trip, found)
        else:
            ends = {day for one in told for day in (one.last, trip.end if one.this_trip else None)}
            found.valid_to = _date("until", candidate.until, ends if source else None, found, today)
    if found.valid_from and found.valid_to and found.valid_to < found.valid_from:
        found.valid_from = found.valid_to = None
        found.left_out.append("The dates were left out: it would end before it begins.")
    found.member = _member(candidate, sentences, trip, found)
    return found


def ends_with_the_trip(note: Note) -> bool:
    """Was it said for this trip only, without a day of its own on which it ends?"""
    said = around(note.message.text, note.quote) if note.message and note.quote else [note.quote]
    told = [validity(one, note.created.date(), note.quote) for one in said]
    told.append(validity(note.text, note.created.date()))
    return any(one.this_trip for one in told) and not any(one.last for one in told)


# --- Within --------------------------------------------------------------------------------------


def _date(
    mark: str, value: str, told: set[dt.date | None] | None, found: Bounds, today: dt.date
) -> dt.date | None:
    if not value:
        return None
    day = day_meant(value, today, last=mark == "until")
    why = ""
    if day is None:
        why = "that is no date"
    elif told is not None and day not in told:
        why = "the traveller's words do not say it"
    elif told is None and mark == "until" and day < today:
        why = "that is over"
    elif abs(day.year - today.year) > MOST_YEARS:
        why = "that is too far away"
    if why:
        found.left_out.append(f"“{mark} {value}” was left out: {why}.")
        return None
    return day


def _end_of_trip(said: bool, trip: Trip, found: Bounds) -> dt.date | None:
    if not said:
        found.left_out.append("“until trip” was left out: nothing says that it is for this trip only.")
    elif trip.end is None:
        found.left_out.append("“until trip” was left out: the trip has no last day yet.")
    else:
        return trip.end
    return None


def _member(candidate: Candidate, sentences: list[str], trip: Trip, found: Bounds) -> Member | None:
    about = candidate.about
    if not about:
        return None
    members = companions(trip)
    member = called(about, members)
    if member is None:
        found.left_out.append(f"“about {about}” was left out: nobody else on this trip is called so.")
        return None
    said = sentences or [candidate.text]
    if not any(member in told_of(one, members, candidate.quote) for one in said):
        found.left_out.append(f"“about {about}” was left out: the words do not say it of {member.name}.")
        return None
    return member


def around(text: str, quote: str) -> list[str]:
    """The sentences of a message that hold the quote, else the quote."""
    wanted = normalised(quote)
    told = with_their_bounds(SENTENCE.findall(text))
    return [one for one in told if wanted in normalised(one)] or [quote]
