"""How long a remembered sentence holds and whom it is about: what an extraction's marks are worth.

A model may write any date and any name. Of a sentence that rests on somebody's words only a date is taken
that these words say, and only a member whom they name; of an agent's own only what is possible. What is not
taken is left out with its reason; the sentence is kept without it.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from memory.answer_lines import Candidate
from memory.text import normalised
from trips.models import Member, Message, Trip
from trips.understanding.calendar_words import MONTH, last_of_month, month_number
from trips.understanding.people_words import KID

TRIP = "trip"
GROWN_UP = 18  # years
#: A date further away than that was not meant.
MOST_YEARS = 5

_YEAR = r"(?:,?\s+(?P<{0}y>20\d\d))?"
_DAY = r"(?P<{0}d>[0-3]?\d)(?:st|nd|rd|th|\.)?"
_DATE = (
    r"(?:(?P<iso>20\d\d-\d\d-\d\d)"
    rf"|{_DAY.format('a')}\s+(?:of\s+)?(?P<am>{MONTH}){_YEAR.format('a')}"
    rf"|(?P<bm>{MONTH})\s+{_DAY.format('b')}(?!\d){_YEAR.format('b')}"
    rf"|(?P<cm>{MONTH}){_YEAR.format('c')}"
    r"|(?P<unit>(?:the|this|next)\s+(?:month|year)))"
)
_EDGE = r"(?:the\s+)?(?:(?P<edge>beginning|start|middle|end|last day)\s+of\s+)?"
_UNTIL = re.compile(
    rf"\b(?:until|till|through|up\s+to)\s+(?:and\s+including\s+)?{_EDGE}(?:the\s+)?{_DATE}", re.IGNORECASE
)
_FROM = re.compile(
    rf"\b(?P<lead>from|since|starting|as\s+of|as\s+from)\s+{_EDGE}(?:the\s+)?{_DATE}", re.IGNORECASE
)
_WHOLE_DATE = re.compile(rf"^{_EDGE}{_DATE}$", re.IGNORECASE)
_THIS_TRIP = re.compile(
    r"\b(?:(?:on|for|during|throughout)\s+(?:just\s+|only\s+)?this\s+(?:one\s+)?"
    r"(?:trip|journey|holiday|vacation)|this\s+(?:trip|journey|holiday|vacation)\s+only)\b",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"[^.!?\n\x1e]+(?:[.!?]+(?=\S)[^.!?\n\x1e]+)*[.!?]*")
_CLAUSE = re.compile(r"\b(?:and|but|because|so)\b|;", re.IGNORECASE)
#: What a date can end; "we stay until 5 March" ends nothing that is remembered.
_BINDS = re.compile(
    r"\b(?:can(?:not|['’]?t)|(?:do|does|is|are|wo|must)n['’]?t|not|no|never|only|need\w*|must|ha(?:ve|s)\s+to|"
    r"prefer\w*|want\w*|avoid\w*|allerg\w*|vegan\w*|vegetarian\w*|pregnant|diet|fast(?:ing)?)\b",
    re.IGNORECASE,
)
_KID = re.compile(rf"\b{KID}\b", re.IGNORECASE)


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


def said(words: str, on: dt.date) -> Said:
    """`on`: the day it was said; a date without a year is the next one, behind "since" the last one."""
    until, since = _UNTIL.search(words), _FROM.search(words)
    return Said(
        first=_day(since, on, last=False, past=since["lead"].lower() == "since") if since else None,
        last=_day(until, on, last=True) if until else None,
        this_trip=bool(_THIS_TRIP.search(words)),
    )


def bound(sentence: str, on: dt.date) -> Said:
    """How long a whole sentence holds: a date in it counts where its clause tells a need or a wish."""
    told = [said(clause, on) for clause in _CLAUSE.split(sentence) if _BINDS.search(clause)]
    return Said(
        first=next((one.first for one in told if one.first), None),
        last=next((one.last for one in told if one.last), None),
        this_trip=bool(_THIS_TRIP.search(sentence)),
    )


def marks(sentence: str, on: dt.date, trip: Trip) -> str:
    """The marks of a sentence that is kept as it was said, "" for none."""
    told, found = bound(sentence, on), []
    if told.first and not told.this_trip:
        found.append(f"[from {told.first}]")
    if told.last:
        found.append(f"[until {told.last}]")
    elif told.this_trip:
        found.append(f"[until {TRIP}]")
    if (member := _named_in(sentence, _members(trip))) is not None:
        found.append(f"[about {member.name}]")
    return "".join(f"{mark} " for mark in found)


def names_of(trip: Trip) -> list[str]:
    """Names of the trip's members but the owner's."""
    return [member.name for member in _members(trip) if member.name]


# --- Judged --------------------------------------------------------------------------------------


def of(candidate: Candidate, source: Message | None, trip: Trip, today: dt.date) -> Bounds:
    """What of a candidate's marks holds. `source`: the message it rests on; `today`: of the turn."""
    found = Bounds()
    words = _quoted(source.text, candidate.quote) if source else f"{candidate.text} {candidate.quote}"
    told = said(words, source.created.date()) if source else None
    found.valid_from = _date("from", candidate.starts, told and {told.first}, found, today)
    if candidate.until.casefold() == TRIP:
        found.valid_to = _end_of_trip(words, trip, found)
    else:
        ends = {told.last, trip.end if told.this_trip else None} if told else None
        found.valid_to = _date("until", candidate.until, ends, found, today)
    if found.valid_from and found.valid_to and found.valid_to < found.valid_from:
        found.valid_from = found.valid_to = None
        found.left_out.append("The dates were left out: it would end before it begins.")
    found.member = _member(candidate.about, words, trip, found)
    return found


def trips_end_moved(notes: Iterable, end: dt.date | None) -> list:
    """Of notes that end, those kept for one trip only that do not end with it any more."""
    return [note for note in notes if note.valid_to != end and _THIS_TRIP.search(f"{note.quote} {note.text}")]


# --- Within --------------------------------------------------------------------------------------


def _date(
    mark: str, value: str, told: set[dt.date | None] | None, found: Bounds, today: dt.date
) -> dt.date | None:
    if not value:
        return None
    match = _WHOLE_DATE.match(value)
    day = _day(match, today, last=mark == "until") if match else None
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


def _end_of_trip(words: str, trip: Trip, found: Bounds) -> dt.date | None:
    if not _THIS_TRIP.search(words):
        found.left_out.append("“until trip” was left out: nothing says that it is for this trip only.")
    elif trip.end is None:
        found.left_out.append("“until trip” was left out: the trip has no last day yet.")
    else:
        return trip.end
    return None


def _member(about: str, words: str, trip: Trip, found: Bounds) -> Member | None:
    if not about:
        return None
    members = _members(trip)
    member = _named_in(about, members)
    if member is None:
        found.left_out.append(f"“about {about}” was left out: nobody else on this trip is called so.")
    elif _named_in(words, members) != member:
        found.left_out.append(f"“about {about}” was left out: the words do not say it of {member.name}.")
        return None
    return member


def _members(trip: Trip) -> list[Member]:
    return list(trip.members.exclude(role=Member.Role.OWNER).order_by("pk"))


def _named_in(words: str, members: list[Member]) -> Member | None:
    """The one member whom the words name; where they name none, the one child there is of whom they speak."""
    plain = normalised(words)
    named = [one for one in members if one.name and any(_stands(name, plain) for name in _names(one))]
    if not named and _KID.search(words):
        named = [one for one in members if one.age is not None and one.age < GROWN_UP]
    return named[0] if len(named) == 1 else None


def _names(member: Member) -> set[str]:
    whole = normalised(member.name)
    return {whole, whole.split(" ")[0]} if whole else set()


def _stands(name: str, plain: str) -> bool:
    return len(name) > 1 and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", plain) is not None


def _quoted(text: str, quote: str) -> str:
    """The sentences of a message that hold the quote, else the quote."""
    wanted = normalised(quote)
    return " ".join(one for one in _SENTENCE.findall(text) if wanted in normalised(one)) or quote


def _day(match: re.Match[str], on: dt.date, *, last: bool, past: bool = False) -> dt.date | None:
    """The day a date means; of a month its last one, or its first."""
    try:
        if match["iso"]:
            return dt.date.fromisoformat(match["iso"])
        if match["unit"]:
            return _of_unit(match["unit"].lower(), on, last)
        month = month_number(match["am"] or match["bm"] or match["cm"])
        day = match["ad"] or match["bd"]
        year = match["ay"] or match["by"] or match["cy"]
        if year:
            return _in_year(int(year), month, day, match["edge"], last)
        years = range(on.year, on.year - 9, -1) if past else range(on.year, on.year + 9)
        for one in years:
            try:
                found = _in_year(one, month, day, match["edge"], last)
            except ValueError:  # 29 February
                continue
            if found <= on if past else found >= on:
                return found
    except ValueError:
        pass
    return None


def _in_year(year: int, month: int, day: str | None, edge: str | None, last: bool) -> dt.date:
    """Raises ValueError for a day that the month does not have."""
    if day:
        return dt.date(year, month, int(day))
    match (edge or "").lower():
        case "beginning" | "start":
            return dt.date(year, month, 1)
        case "middle":
            return dt.date(year, month, 15)
        case "end" | "last day":
            return last_of_month(year, month)
    return last_of_month(year, month) if last else dt.date(year, month, 1)


def _of_unit(unit: str, on: dt.date, last: bool) -> dt.date:
    ahead = unit.startswith("next")
    if unit.endswith("year"):
        year = on.year + ahead
        return dt.date(year, 12, 31) if last else dt.date(year, 1, 1)
    year, month = (on.year + on.month // 12, on.month % 12 + 1) if ahead else (on.year, on.month)
    return last_of_month(year, month) if last else dt.date(year, month, 1)
