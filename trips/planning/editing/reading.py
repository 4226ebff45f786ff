"""Plain words → edits of a plan: "swap day 2 and 3", "less walking on Thursday", "a vegan dinner".

Only what asks for a change is read; questions, reports and anything else give []. What is asked but can't be
done is read too: applying it says why.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable
from dataclasses import dataclass, field

from trips.catalogue.gazetteer import Gazetteer
from trips.catalogue.names import words
from trips.planning.editing.clauses import (
    Clause,
    asks,
    clauses_of,
    in_two,
    sounds_like_a_wish,
    without_reason,
)
from trips.planning.editing.day_words import DayWords
from trips.planning.editing.edits import Edit, SetTime
from trips.planning.editing.phrases import Phrase, Reader, hour_said, in_figures
from trips.planning.editing.reading_adding import read_adding
from trips.planning.editing.reading_days import read_whole_days
from trips.planning.editing.reading_journeys import numbers_not_kept
from trips.planning.editing.reading_meals import read_meals
from trips.planning.editing.reading_money import read_cheaper
from trips.planning.editing.reading_moves import read_moving
from trips.planning.editing.reading_nights import read_exchange, read_nights
from trips.planning.editing.reading_places import (
    read_fewer,
    read_locking,
    read_removing,
    read_replacing,
)
from trips.planning.editing.reading_time import (
    read_free_time,
    read_hours,
    read_lengths,
    read_lighter,
    read_swap,
)
from trips.planning.editing.refusing import Refused, why_not
from trips.planning.editing.sides import is_reason
from trips.planning.editing.thing_words import MEAL_WORDS, ThingWords
from trips.schemas import Leg, Plan, TripFacts

MOST_CHARACTERS = 1_000
#: Clauses of one wish that are read.
MOST_CLAUSES = 12

#: In this order; the first that finds something has read the clause.
_READERS: tuple[Callable[[Reader, Phrase], list[Edit]], ...] = (
    read_nights,
    read_swap,
    read_whole_days,
    read_locking,
    read_free_time,
    read_fewer,
    read_lighter,
    read_replacing,
    read_cheaper,
    read_moving,
    read_lengths,
    read_hours,
    read_removing,
    read_meals,
    read_adding,
)


@dataclass(frozen=True)
class Wish:
    """What a message asks for. `refused`: why a part of it can't be done, a sentence each, `plainly` where
    nothing else can have been meant; `unread`: clauses that sound like a wish and could not be read."""

    edits: list[Edit] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)
    plainly: bool = False

    @property
    def not_done(self) -> list[str]:
        return [
            *self.refused,
            *(f"“{clause}”: I could not read a change out of that." for clause in self.unread),
        ]


def read_edits(
    text: str,
    plan: Plan,
    facts: TripFacts,
    gazetteer: Gazetteer,
    *,
    today: dt.date,
    now: dt.datetime | None = None,
) -> list[Edit]:
    """The edits that a message asks for, in its order; [] where it asks for none. Weekdays mean the next one
    of the trip; a meal without a day the next one it concerns. `now`: the hour where they are, if known."""
    return read_wish(text, plan, facts, gazetteer, today=today, now=now).edits


def read_wish(
    text: str,
    plan: Plan,
    facts: TripFacts,
    gazetteer: Gazetteer,
    *,
    today: dt.date,
    now: dt.datetime | None = None,
) -> Wish:
    """The edits, and what of the message they leave undone."""
    message = in_figures(" ".join(text.replace("’", "'").split(" ")).strip())
    if not plan.days or not message or len(message) > MOST_CHARACTERS:
        return Wish()
    things = ThingWords(plan, gazetteer, today, now)
    reader = Reader(plan, facts, gazetteer, today, DayWords(plan, today), things, now)
    both = read_exchange(reader, Phrase(message)) if asks(message) else []
    if both:
        return Wish(both)
    found: list[Edit] = []
    refused: list[Refused] = []
    unread: list[str] = []
    for said in _with_their_days(reader, _with_their_reasons(clauses_of(message))[:MOST_CLAUSES]):
        for part, edits in _read(reader, without_reason(said)):
            found += edits
            why = None if edits else why_not(reader, Phrase(part))
            if why:
                refused.append(why)
            elif not edits and sounds_like_a_wish(part):
                unread.append(part.strip(" .,;!?"))
    said_beside = numbers_not_kept(message, _journeys(plan, found))
    if said_beside:
        refused.append(Refused(said_beside))
    return Wish(
        list({edit.model_dump_json(): edit for edit in found}.values()),
        list(dict.fromkeys(one.sentence for one in refused)),
        unread,
        any(one.plainly for one in refused),
    )


def _journeys(plan: Plan, edits: list[Edit]) -> list[str]:
    """The titles of the ways between cities whose hour is set."""
    titles = {one.uid: one.title for one in plan.items() if isinstance(one, Leg)}
    return [titles[edit.uid] for edit in edits if isinstance(edit, SetTime) and edit.uid in titles]


def _with_their_reasons(found: list[Clause]) -> list[Clause]:
    """Those that ask; what a wish for earlier or later is for belongs to it, with its hour."""
    kept: list[Clause] = []
    for one in found:
        if kept and one.joined and is_reason(kept[-1].text, one.text):
            kept[-1] = Clause(f"{kept[-1].text}, {one.text}", kept[-1].joined)
        elif asks(one.text):
            kept.append(one)
    return kept


def _with_their_days(reader: Reader, found: list[Clause]) -> list[str]:
    """Clauses of one sentence share the day that only one of two names: "less walking and a vegan dinner on
    Sunday"."""
    said = [one.text for one in found]
    named = [reader.days.find(text) for text in said]
    for place, clause in enumerate(found):
        if named[place] or not _OF_A_DAY.search(clause.text):
            continue
        before = place - 1 if clause.joined else None
        after = place + 1 if place + 1 < len(found) and found[place + 1].joined else None
        for other in (before, after):
            days = {one.number for one in named[other]} if other is not None else set()
            if len(days) != 1 or 0 in days or other is None:
                continue
            if _OF_A_DAY.search(said[other]) or (other == before and _THAT_DAY.search(clause.text)):
                said[place] = f"{said[place].rstrip(' .,;!?')} on {reader.plan.days[days.pop() - 1].date}"
                break
    return said


_THAT_DAY = re.compile(r"\b(?:it|that\s+day|then)\b", re.I)
#: What belongs to a day, so that the day of the wish beside it is its own.
_OF_A_DAY = re.compile(
    rf"{MEAL_WORDS.pattern}|\b(?:less|fewer|lighter|easier|calmer|slower|cheaper|later|earlier|sleep\s+in|"
    r"free\s+(?:morning|afternoon|evening)|more\s+relaxed)\b",
    re.I,
)


def _read(reader: Reader, text: str) -> list[tuple[str, list[Edit]]]:
    """One clause, or where the words after an "and" are a wish of their own, each; with what it asks for."""
    whole = _read_one(reader, text)
    days = {one.number for one in reader.days.find(text)}
    if len(whole) > 1 and len(days) == 1 and all(edit.kind == "add_place" for edit in whole):
        return [(text, whole)]  # "a garden and a museum on day 9" share their day
    for first, second, with_its_verb in in_two(text):
        if not asks(second) or is_reason(first, second):
            continue
        one, said = _read_one(reader, first), second
        if len(second.split()) < 2:
            said = _of_the_same_day(reader, first, second) if one else ""
        other = _read_one(reader, said) if said else []
        if not other and said and with_its_verb and _stands_alone(reader, second):
            said, other = with_its_verb, _read_one(reader, with_its_verb)
        if other and (one or (not whole and _stands_alone(reader, first))):
            rest = _read(reader, said)
            return [(first, one), *(rest if any(edits for _, edits in rest) else [(said, other)])]
        if one and with_its_verb and _on_its_own_day(reader, first, second):
            return [(first, one), (with_its_verb, [])]  # each has its own day, if only one is in the plan
    return [(text, whole)]


def _on_its_own_day(reader: Reader, first: str, second: str) -> bool:
    """ "…the zoo to Wednesday" and "the carousel to Thursday": things with a day each."""
    here, there = ({one.number for one in reader.days.find(text)} for text in (first, second))
    other = set(words(reader.without_days(second))) - {"the", "to", "on", "for", "day", "days"}
    return bool(here and there and other)


def _of_the_same_day(reader: Reader, first: str, word: str) -> str:
    """ "Make Saturday lighter and cheaper"."""
    days = {one.number for one in reader.days.find(first)} - {0}
    if len(days) != 1 or not _OF_A_DAY.fullmatch(word.strip(" .,!?")):
        return ""
    return f"{word} on {reader.plan.days[days.pop() - 1].date}"


def _stands_alone(reader: Reader, second: str) -> bool:
    """Whether the second part lacks but its verb: it has a day, an hour or a thing to have instead."""
    phrase = Phrase(second)
    return bool(reader.named_days(phrase) or hour_said(second) or phrase.has(r"\b(?:with|by)\b"))


def _read_one(reader: Reader, text: str) -> list[Edit]:
    phrase = Phrase(text)
    for read in _READERS:
        found = read(reader, phrase)
        if found:
            return found
    return []
