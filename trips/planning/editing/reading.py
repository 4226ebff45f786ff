"""Plain words → edits of a plan: "swap day 2 and 3", "less walking on Thursday", "a vegan dinner".

Only what asks for a change is read; questions, reports and anything else give []. What is asked but can't be
done is read too: applying it says why.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable

from trips.planning.editing.day_words import DayWords
from trips.planning.editing.edits import Edit
from trips.planning.editing.phrases import Phrase, Reader
from trips.planning.editing.reading_meals import read_meals
from trips.planning.editing.reading_nights import read_exchange, read_nights
from trips.planning.editing.reading_places import (
    read_adding,
    read_locking,
    read_moving,
    read_removing,
    read_replacing,
)
from trips.planning.editing.reading_time import (
    read_cheaper,
    read_free_time,
    read_hours,
    read_lighter,
    read_swap,
)
from trips.planning.editing.thing_words import ThingWords
from trips.planning.gazetteer import Gazetteer
from trips.schemas import Plan, TripFacts

MOST_CHARACTERS = 1_000
#: A new clause begins after a full stop, and at a verb that asks for something.
_VERBS = (
    r"swap|switch|exchange|move|shift|remove|drop|skip|delete|cut|cancel|add|include|replace|change|"
    r"start|begin|"
    r"make|lock|unlock|put|find|give|take\s+out|leave\s+out|less|fewer|stay"
)
_CLAUSES = re.compile(
    rf"(?<=[^\d\s])[.;!?]+\s+|(?<=\s\d)[.;!?]\s+(?=[A-Z])|\n+|,?\s+(?:and\s+)?then\s+|"
    rf",?\s+and\s+(?:please\s+)?"
    rf"(?=(?:{_VERBS})\b)|,\s+(?=(?:{_VERBS})\b)",
    re.I,
)
_QUESTION = re.compile(
    r"^\s*(?:what|when|where|how|who|why|which|is|are|was|were|does|do\s+(?:we|i|you)|did|will|has|have\s+we|"
    r"should|tell\s+me|show\s+me|explain)\b",
    re.I,
)
_ASKED_POLITELY = re.compile(
    r"^\s*(?:(?:how|what)\s+about|(?:is|would)\s+it\s+(?:be\s+)?possible\s+to|are\s+we\s+able\s+to)\b", re.I
)
#: "Lunch 2,400 yen" is an expense, "it was lovely" a report.
_MONEY = re.compile(
    r"[$€£¥₹]\s?\d|\d\s?(?:[$€£¥₹]|(?:usd|eur|gbp|jpy|mad|dollars?|euros?|pounds?|yen|dirhams?|bucks?)\b)",
    re.I,
)
#: Said of the options, before there is a plan.
_REFUSAL = re.compile(
    r"^\s*(?:none|neither)\b|\b(?:any|all|none)\s+of\s+(?:them|these|those)\b|\bthey(?:'re|\s+are)\s+all\b|"
    r"^\s*nothing\s+too\b",
    re.I,
)
_REPORT = re.compile(r"\b(?:was|were|had|enjoyed|loved|liked|hated|went|ate|spent|paid|walked)\b", re.I)
_WISH = re.compile(r"\b(?:please|can|could|would|want|like\s+to|rather|let'?s|instead|need)\b", re.I)

#: In this order; the first that finds something has read the clause.
_READERS: tuple[Callable[[Reader, Phrase], list[Edit]], ...] = (
    read_nights,
    read_swap,
    read_locking,
    read_free_time,
    read_lighter,
    read_replacing,
    read_cheaper,
    read_moving,
    read_hours,
    read_removing,
    read_meals,
    read_adding,
)


def read_edits(
    text: str, plan: Plan, facts: TripFacts, gazetteer: Gazetteer, *, today: dt.date
) -> list[Edit]:
    """The edits that a message asks for, in its order; [] where it asks for none. Weekdays mean the next one
    of the trip; a meal without a day the next one it concerns."""
    message = " ".join(text.replace("’", "'").split(" ")).strip()
    if not plan.days or not message or len(message) > MOST_CHARACTERS:
        return []
    reader = Reader(plan, facts, gazetteer, today, DayWords(plan, today), ThingWords(plan, gazetteer, today))
    whole = Phrase(message)
    both = read_exchange(reader, whole) if _asks(message) else []
    if both:
        return both
    found: list[Edit] = []
    for clause in _CLAUSES.split(message):
        if clause and clause.strip() and _asks(clause):
            found += _read(reader, Phrase(clause.strip()))
    return list({edit.model_dump_json(): edit for edit in found}.values())


def _read(reader: Reader, phrase: Phrase) -> list[Edit]:
    for read in _READERS:
        found = read(reader, phrase)
        if found:
            return found
    return []


def _asks(clause: str) -> bool:
    if _MONEY.search(clause) or _REFUSAL.search(clause):
        return False
    if _ASKED_POLITELY.match(clause):
        return True
    if _QUESTION.match(clause):
        return False
    return not _REPORT.search(clause) or bool(_WISH.search(clause))
