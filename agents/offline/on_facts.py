"""Answers about the trip's own facts and what was said of it: what nobody has said is said to be open."""

from __future__ import annotations

import re

from agents.view import TripView
from trips.facts import describe

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


def about_facts(question: str, view: TripView) -> str | None:
    """ "Noted: 2 adults."; None when it does not ask for a fact of the trip."""
    for pattern, labels, name in _ASKED:
        if not pattern.search(question):
            continue
        lines = [line for line in describe(view.facts) if not labels or line.label in labels]
        if not lines:
            return f"Nobody has said {name} yet."
        if len(lines) == 1 and labels:
            return f"Noted: {lines[0].text}."
        return "Noted: " + "; ".join(f"{line.label.lower()}: {line.text}" for line in lines) + "."
    return None


def said_before(view: TripView) -> str:
    """What was found again of it, with who said it and when."""
    rows = [row for row in view.remembered.recalled if " ".join(row.body.split()) != view.message]
    if not rows:
        return "I find nothing about that in what was said or remembered."
    told = []
    for row in rows[:2]:
        turn = (
            f"in turn {row.turn}"
            if row.turn and row.trip in (None, view.trip_id)
            else f"on {row.said_on.day} {row.said_on:%B %Y}"
        )
        who = "you said" if row.author == "traveller" else f"{row.author or 'we'} noted"
        told.append(f"{turn[0].upper()}{turn[1:]} {who}: “{' '.join(row.body.split())[:400]}”")
    return " ".join(told)
