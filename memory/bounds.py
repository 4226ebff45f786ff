"""How long a remembered sentence holds and whom it is about: what an extraction's marks are worth.

A model may write any date and any name. Of a sentence that rests on somebody's words only a date is taken
that these words say, and only a member whom they name; of an agent's own only what is possible. What is not
taken is left out with its reason; the sentence is kept without it.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from memory.answer_lines import Candidate
from memory.clauses import SENTENCE, Clause, clauses, dated, for_this_trip, never_ends, with_their_bounds
from memory.companions import called, companions, told_of
from memory.models import Note
from memory.said_days import FROM, UNTIL, WHOLE_DATE, day_of
from memory.text import normalised
from trips.models import Member, Message, Trip

TRIP = "trip"
#: A date further away than that was not meant.
MOST_YEARS = 5

_THIS_TRIP = re.compile(
    r"\b(?:(?:on|for|during|throughout)\s+(?:just\s+|only\s+)?this\s+(?:one\s+)?"
    r"(?:trip|journey|holiday|vacation)|this\s+(?:trip|journey|holiday|vacation)\s+only|"
    r"this\s+time|just\s+(?:this\s+)?once|this\s+once|^\W*this\s+(?:trip|journey|holiday|vacation))\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Said:
    """What some words say of how long something holds."""

    first: dt.date | None = None
    last: dt.date | None = None
    this_trip: bool = False

    @property
    def ends(self) -> bool:
        return self.last is not None or self.this_trip


@dataclass(slots=True)
class Bounds:
    """What is written with a note. `left_out`: why a mark was not taken, a sentence each."""

    valid_from: dt.date | None = None
    valid_to: dt.date | None = None
    member: Member | None = None
    left_out: list[str] = field(default_factory=list)


# --- Read ----------------------------------------------------------------------------------------


def bound(sentence: str, on: dt.date, part: str = "") -> Said:
    """How long a need or wish holds that a sentence tells; with `part`, what these of its words tell.

    `on`: the day it was said; a date without a year is the next one, behind "since" the last one. A date
    counts where it belongs to the need (`memory/clauses.py`); an allergy has none, it ends with no stay.
    """
    if never_ends(part or sentence):
        return Said()
    told = clauses(sentence)
    return Said(
        first=_counted(told, FROM, part, on, last=False),
        last=_counted(told, UNTIL, part, on, last=True),
        this_trip=for_this_trip(told, _THIS_TRIP, part),
    )


def _counted(
    told: Sequence[Clause], dates: re.Pattern[str], part: str, on: dt.date, *, last: bool
) -> dt.date | None:
    for match in dated(told, dates, part):
        past = not last and match["lead"].lower() == "since"
        if day := day_of(match, on, last=last, past=past):
            return day
    return None


def marks(sentence: str, on: dt.date, trip: Trip) -> str:
    """The marks of a sentence that is kept as it was said, "" for none."""
    told, found = bound(sentence, on), []
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
        told = [bound(one, on, candidate.quote) for one in sentences]
        starts = {one.first for one in told} if source else None
        found.valid_from = _date("from", candidate.starts, starts, found, today)
        if candidate.until.casefold() == TRIP:
            told = told if source else [bound(candidate.text, on)]
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
    told = [bound(one, note.created.date(), note.quote) for one in said]
    told.append(bound(note.text, note.created.date()))
    return any(one.this_trip for one in told) and not any(one.last for one in told)


# --- Within --------------------------------------------------------------------------------------


def _date(
    mark: str, value: str, told: set[dt.date | None] | None, found: Bounds, today: dt.date
) -> dt.date | None:
    if not value:
        return None
    match = WHOLE_DATE.match(value)
    day = day_of(match, today, last=mark == "until") if match else None
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
