"""Answers about the trip's own facts and what was said of it: what nobody has said is said to be open."""

from __future__ import annotations

import re

from agents.remembered import Recalled
from agents.view import TripView
from memory.text import FELLOWS_WORDS, bare, normalised
from trips.facts import PATHS, describe

#: What asks for a fact → its labels in `describe`, and what it is called where nobody has told.
_ASKED: tuple[tuple[re.Pattern[str], tuple[str, ...], str], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), labels, name)
    for pattern, labels, name in (
        (
            r"\bhow\s+many\s+(?:people|persons?|of\s+us|travell?ers|adults|children|kids|guests)\b|"
            r"\bwho(?:'s|\s+is|\s+are)?\s+(?:all\s+)?(?:coming|travell?ing|going)\b|\bfor\s+how\s+many\b",
            ("Who",),
            "how many travel",
        ),
        (
            r"\b(?:what|which|how\s+(?:much|big|high))\b.*\b(?:my|our|the)\s+budget\b|\bbudget\b.*\b(?:did|have)\s+"
            r"(?:i|we)\b|\bhow\s+much\s+(?:can|may|did|do)\s+(?:i|we)\s+(?:want\s+to\s+)?(?:spend|say)\b",
            ("Budget",),
            "the budget",
        ),
        (
            r"\b(?:when|what\s+dates?|which\s+(?:dates?|days))\b.*\b(?:trip|travel\w*|our\s+dates|my\s+dates|are\s+we\s+"
            r"going|do\s+we\s+go|did\s+(?:i|we)\s+say)\b|\bwhat\s+are\s+(?:my|our|the)\s+dates\b|\bwhat\s+dates\s+did\b|"
            r"\bhow\s+(?:long|many\s+(?:days|nights))\b.*\b(?:is|are|does|do|was|will)\s+(?:the|our|my|this|we|it)\b"
            r"(?!.*\b(?:need|should|flight|train|ride|drive|take|walk)\b)",
            ("When",),
            "the dates",
        ),
        (
            r"\bwhere\b.*\b(?:start|leave|depart|set\s+off)\w*\b.*|\bfrom\s+where\b|\bwhat\b.*\b(?:starting\s+point|origin)\b",
            ("From",),
            "where you start",
        ),
        (
            r"\bwhere\s+(?:are|do)\s+we\s+(?:go|going|travel\w*)\b|\b(?:what|which)\b.*\b(?:my|our|the)\s+destinations?\b",
            ("To",),
            "where to go",
        ),
        (r"\b(?:what|which)\b.*\b(?:my|our|the)\s+pace\b|\bwhat\s+pace\b", ("Pace",), "the pace"),
        (
            r"\b(?:what|which)\b.*\b(?:my|our)\s+(?:interests|must[- ]?dos?)\b",
            ("Interests", "Must do"),
            "interests",
        ),
        (
            r"\b(?:what|which)\b.*\b(?:my|our)\s+(?:diets?|allerg\w+)\b|\b(?:do|did)\s+you\s+know\b.*\b(?:allerg|diet|"
            r"vegan|vegetarian)\w*",
            ("Diet",),
            "a diet or an allergy",
        ),
        (
            r"\bwhat\s+(?:do|did|have)\s+you\s+(?:know|note\w*|understand|understood|have|got|written)\b(?!.*\babout\s+[A-Z])",
            (),
            "anything",
        ),
    )
)


_ALL_THAT_WAS_SAID = re.compile(
    r"^\W*(?:(?:so|and|ok(?:ay)?|please|(?:(?:can|could) you )?(?:tell|show) (?:me|us))[\s,]+)*"
    r"what(?:\s+(?:all|else|exactly))?\s+(?:(?:have|did)\s+(?:i|we)|(?:i|we)(?:'ve|\s+have)?)"
    r"(?:\s+(?:all|already|ever|actually))*\s+"
    r"(?:told?|tell|said|say|given?|mention(?:ed)?|written|wrote|entered)(?:\s+(?:to\s+)?(?:you|wayfare))?"
    r"(?:\s+(?:so\s+far|until\s+now|up\s+to\s+now|till\s+now|already|yet|before|earlier|"
    r"about\s+(?:me|us|(?:the|our|my|this)\s+(?:trip|journey))))*\W*$",
    re.IGNORECASE,
)


def asks_for_all_said(question: str) -> bool:
    """ "What have I told you so far?": of the whole trip, nothing in particular."""
    return bool(_ALL_THAT_WAS_SAID.match(question))


def about_facts(question: str, view: TripView) -> str | None:
    """ "You told me 2 adults."; None when it does not ask for a fact of the trip."""
    for pattern, labels, name in _ASKED:
        if not (pattern.search(question) or (not labels and asks_for_all_said(question))):
            continue
        lines = [line for line in describe(view.facts) if not labels or line.label in labels]
        before = _from_before(view, labels)
        if not lines and before:
            return f"You haven't told me {name} for this trip; from before I remember: {before}"
        if not lines:
            return f"You haven't told me {name} yet."
        told = [line.text if labels else f"{line.label.lower()}: {line.text}" for line in lines]
        return f"You told me {', '.join(told)}."
    return None


def _from_before(view: TripView, labels: tuple[str, ...]) -> str:
    """ "“I am vegetarian.” “I'm allergic to nuts.”": what is remembered of these facts, as it was said."""
    told = [bare(entry.claim.text) for entry in view.carried if PATHS[entry.change.path].label in labels]
    return " ".join(f"“{text}”" for text in dict.fromkeys(told))


def said_before(view: TripView) -> str:
    """What was found again of it, with who said it and when: what the traveller said in those words first. An
    agent's own lines of the conversation are nothing that anybody told."""
    rows = [
        row
        for row in sorted(view.remembered.recalled, key=lambda row: not row.by_owner)
        if " ".join(row.body.split()) != view.message and (row.kind != "message" or row.by_owner)
    ]
    told: dict[str, str] = {}
    for row in [*view.remembered.said, *rows]:
        words = " ".join(bare(row.body).split())[:400]
        plain = normalised(words)
        if len(told) < 2 and not any(plain in other or other in plain for other in told):
            told[plain] = f"{_when(row, view)} {_who(row)}: “{words}”"
    return " ".join(told.values()) or "I find nothing about that in what was said or remembered."


def _when(row: Recalled, view: TripView) -> str:
    here = row.trip == view.trip_id or (row.trip is None and not row.by_owner)
    return f"In turn {row.turn}" if row.turn and here else f"On {row.said_on.day} {row.said_on:%B %Y}"


def _who(row: Recalled) -> str:
    if row.by_owner:
        return "you said"
    if row.body.startswith(FELLOWS_WORDS):
        return "a fellow traveller said"
    return "I noted" if row.author in ("", "agent") else f"{row.author} noted"
