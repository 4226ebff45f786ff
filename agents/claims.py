"""What remembered sentences say about the facts of a trip, by code. Pure.

Precedence: facts of this trip > pinned notes > preferences > other notes. A claim on what this trip never
spoke of becomes an assumption that the summary shows; one that clashes with what the trip says becomes one
question.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from agents.remembered import Claim
from agents.schemas import QuestionOut
from trips.facts import PATHS, apply_changes, describe
from trips.planning.gazetteer import Gazetteer, default_gazetteer
from trips.schemas import Change, FactOp, TripFacts
from trips.understanding import understand

#: What may be taken over from one trip to the next. Never where, when, who or how much.
CARRIED = ("dietary", "access", "pace", "interests", "cuisines", "avoid", "transport_bans")
#: Sentences that are read, of which pinned notes come first.
MOST = 60
_WORDS = {
    "dietary": "What you eat",
    "access": "Getting about",
    "pace": "The pace",
    "interests": "Interests",
    "cuisines": "Food you like",
    "avoid": "To avoid",
    "transport_bans": "Ways you do not travel",
}
#: A diet that keeps another one as well.
_INCLUDED = {
    "vegan": {"vegetarian", "no_pork"},
    "vegetarian": {"no_pork"},
    "halal": {"no_pork"},
    "kosher": {"no_pork"},
}


#: Since when or until when something holds: notes are kept with absolute dates, a diet has none.
_MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*"
_DATED = re.compile(
    rf"[(,]?\s*\b(?:since|as of|from|until|till|on|in)\s+(?:about\s+)?(?:\d{{1,2}}\.?\s+)?"
    rf"(?:{_MONTH}\s+(?:\d{{1,2}},?\s+)?\d{{4}}|\d{{4}}(?:-\d\d){{0,2}})\b\)?",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Carried:
    """A change that a remembered sentence would make."""

    change: Change
    claim: Claim


def carried(claims: Sequence[Claim], *, today: dt.date) -> list[Carried]:
    """What the sentences say, strongest first; the first MOST of them are read."""
    return [
        Carried(Change(path=path, op=op, value=value), claim)
        for claim in claims[:MOST]
        for path, op, value in _read(claim.text, today)
    ]


@lru_cache(maxsize=2048)  # a sentence takes 6 ms to read, and is read again in every turn
def _read(text: str, today: dt.date) -> tuple[tuple[str, FactOp, Any], ...]:
    """Path, op and value of what one sentence would change. Places do not matter here."""
    read = understand(_DATED.sub(" ", text), today=today, gazetteer=default_gazetteer())
    changes = [change for change in read.changes if change.path in CARRIED and change.op in ("set", "add")]
    if any(change.path == "dietary" for change in changes):  # "eats vegan food": food is no interest here
        changes = [change for change in changes if change.path not in ("interests", "cuisines")]
    return tuple((change.path, change.op, change.value) for change in changes)


def assumptions(
    found: list[Carried], facts: TripFacts, touched: frozenset[str], *, today: dt.date, gazetteer: Gazetteer
) -> list[tuple[Change, str]]:
    """Changes with the sentence shown for them, of facts that nobody spoke of on this trip."""
    result: list[tuple[Change, str]] = []
    single: set[str] = set()
    for entry in found:
        path = entry.change.path
        if path in touched or path in single or not _changes(facts, entry.change, today, gazetteer):
            continue
        facts = apply_changes(facts, [entry.change], today=today, gazetteer=gazetteer).facts
        if not _is_list(path):
            single.add(path)
        result.append((entry.change, f"{_WORDS[path]}: {_said(entry.change)}, as I remember it from before."))
    return result


def clash(
    found: list[Carried], facts: TripFacts, touched: frozenset[str], *, today: dt.date, gazetteer: Gazetteer
) -> QuestionOut | None:
    """One question about what is remembered and differs from what this trip says; None without a clash.

    Allergies and access needs come first: they are asked also where they only add to what was said.
    """
    for entry in sorted(found, key=lambda entry: not _matters(entry.change)):
        path = entry.change.path
        said = _current(facts, path)
        if path not in touched or not said or not _changes(facts, entry.change, today, gazetteer):
            continue
        if _is_list(path) and path != "dietary" and not _matters(entry.change):
            continue  # more of a list is no contradiction
        if path == "dietary" and any(_keeps(diet, str(entry.change.value)) for diet in facts.dietary):
            continue
        words = _said(entry.change)
        both = _is_list(path)
        return QuestionOut(
            topic=topic_of(path),
            text=(
                f"{_WORDS[path]}: for this trip you said {said}; from before I remember {words}. "
                + ("Should both hold?" if both else "Which one should it be?")
                + " Unless you say so, what you said for this trip stands."
            )[:300],
            suggestions=[f"{words} as well" if both else words, f"only {said}"[:80]],
        )
    return None


def topic_of(path: str) -> str:
    """The ledger's topic of the question about a path: it is asked once a trip."""
    return f"other:remembered-{path.replace('_', '-')}"


def _is_list(path: str) -> bool:
    return "add" in PATHS[path].ops


def _matters(change: Change) -> bool:
    return change.path == "access" or str(change.value).startswith("allergy")


def _changes(facts: TripFacts, change: Change, today: dt.date, gazetteer: Gazetteer) -> bool:
    """Would it make a difference?"""
    applied = apply_changes(facts, [change], today=today, gazetteer=gazetteer)
    return not applied.problems and applied.facts != facts


def _keeps(diet: str, other: str) -> bool:
    return other in _INCLUDED.get(diet, set())


def _current(facts: TripFacts, path: str) -> str:
    return ", ".join(line.text for line in describe(facts) if line.path == path)


def _said(change: Change) -> str:
    value = str(change.value)
    return (
        f"an allergy to {value.split(':', 1)[1].strip()}"
        if value.startswith("allergy:")
        else value.replace("_", " ")
    )
