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

from agents.remembered import Claim
from agents.runtime.schemas import QuestionOut
from memory.text import TRAVELLERS_WORDS, bare
from trips.catalogue.gazetteer import Gazetteer, default_gazetteer
from trips.facts import PATHS, apply_changes, describe
from trips.reading import understand
from trips.reading.memory import left_of, whose
from trips.reading.words import KID
from trips.schemas import Change, TripFacts

__all__ = ["CARRIED", "MOST", "Carried", "assumptions", "carried", "clash", "topic_of"]

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
#: Who counts as a child of the party.
_CHILD = re.compile(rf"your {KID}", re.IGNORECASE)
_GROWN_UP = re.compile(r"\b(?:grown[- ]?up|adult|(?:1[89]|[2-9]\d)(?!\s*(?:%|km|min|cm)))\b", re.IGNORECASE)
#: Since when or until when something holds: notes are kept with absolute dates, a diet has none.
_MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*"
_DATED = re.compile(
    rf"[(,]?\s*\b(?:since|as of|from|until|till|on|in)\s+(?:about\s+)?(?:\d{{1,2}}\.?\s+)?"
    rf"(?:{_MONTH}\s+(?:\d{{1,2}},?\s+)?\d{{4}}|\d{{4}}(?:-\d\d){{0,2}})\b\)?",
    re.IGNORECASE,
)
#: A diet that keeps another one as well.
_INCLUDED = {
    "vegan": {"vegetarian", "no_pork"},
    "vegetarian": {"no_pork"},
    "halal": {"no_pork"},
    "kosher": {"no_pork"},
}


@dataclass(frozen=True, slots=True)
class Carried:
    """A change that a remembered sentence would make."""

    change: Change
    claim: Claim


def carried(claims: Sequence[Claim], *, today: dt.date) -> list[Carried]:
    """What the sentences say, strongest first; the first MOST of them are read. What one of them takes back
    that was said later is not carried: a claim without a day is as old as any."""
    told = claims[:MOST]
    return [
        Carried(change, claim)
        for claim in told
        for text in _standing(claim, told)
        for change in _read(text, today)
    ]


def _standing(claim: Claim, told: Sequence[Claim]) -> list[str]:
    """What of a claim no later one takes back."""
    texts = [bare(claim.text)]
    for later in told:
        if _before(claim, later):
            texts = [part for text in texts for part in _left(text, bare(later.text))]
    return texts


def _left(text: str, later: str) -> list[str]:
    left = left_of(text, later)
    return [text] if left is None else left


@lru_cache(maxsize=2048)  # a sentence takes milliseconds to read, and is read again in every turn
def _read(text: str, today: dt.date) -> tuple[Change, ...]:
    """What one sentence would set or add. Places and dates do not matter here."""
    found = understand(_DATED.sub(" ", text), today=today, gazetteer=default_gazetteer())
    changes = [change for change in found.changes if change.path in CARRIED and change.op in ("set", "add")]
    if any(change.path == "dietary" for change in changes):  # "eats vegan food": food is no interest here
        changes = [change for change in changes if change.path not in ("interests", "cuisines")]
    return tuple(changes)


def _before(claim: Claim, later: Claim) -> bool:
    return claim.said_at is not None and later.said_at is not None and claim.said_at < later.said_at


def assumptions(
    found: list[Carried], facts: TripFacts, touched: frozenset[str], *, today: dt.date, gazetteer: Gazetteer
) -> list[tuple[Change, str]]:
    """Changes with the sentence shown for them, of facts that nobody spoke of on this trip."""
    result: list[tuple[Change, str]] = []
    single: set[str] = set()
    for entry in found:
        path = entry.change.path
        if path in touched or path in single or _stays_home(entry.claim, facts):
            continue
        if not _changes(facts, entry.change, today, gazetteer):
            continue
        facts = apply_changes(facts, [entry.change], today=today, gazetteer=gazetteer).facts
        if not _is_list(path):
            single.add(path)
        told = f"{_label(entry)}: {_said(entry.change)}, as I remember it from before."
        result.append((entry.change, told))
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
        if path not in touched or not said or _stays_home(entry.claim, facts):
            continue
        if not _changes(facts, entry.change, today, gazetteer):
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
                f"{_label(entry)}: for this trip you said {said}; from before I remember {words}. "
                + ("Should both hold?" if both else "Which one should it be?")
                + " Unless you say so, what you said for this trip stands."
            )[:300],
            suggestions=[f"{words} as well" if both else words, f"only {said}"[:80]],
        )
    return None


def _whose(claim: Claim) -> str:
    """ "" for the traveller's own, else "Clara" or "your wife"."""
    if not (who := whose(bare(claim.text))):
        return ""
    named = re.search(rf"\b{re.escape(who)}\b", claim.text, re.IGNORECASE)
    return named[0] if named and named[0][0].isupper() else f"your {who}"


def _stays_home(claim: Claim, facts: TripFacts) -> bool:
    """Is it of somebody who does not come along, as far as the party tells? A name may be their own, unless
    their own words say it."""
    who, party = _whose(claim), facts.party
    if not who or not party.size:
        return False
    if _CHILD.fullmatch(who) and not _GROWN_UP.search(claim.text):
        return not party.children
    named = not who.startswith("your ")
    if named and not claim.text.startswith(TRAVELLERS_WORDS):
        return False
    return party.size == 1 or (party.adults == 1 and not named)


def _label(entry: Carried) -> str:
    """What it is about; of a fellow traveller whose it is."""
    who = _whose(entry.claim)
    return f"For {who}" if who else _WORDS[entry.change.path]


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
