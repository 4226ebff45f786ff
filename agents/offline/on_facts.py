"""Answers about the trip's own facts and what was said of it: what nobody has said is said to be open."""

from __future__ import annotations

from agents.remembered import Recalled
from agents.view import TripView
from memory.text import FELLOWS_WORDS, bare, normalised
from trips.facts import PATHS, describe
from trips.reading.questions import fact_asked

#: Rows of `fact` → labels in `describe`, and what it is called where nobody has told.
_ASKED: dict[str, tuple[tuple[str, ...], str]] = {
    "who": (("Who",), "how many travel"),
    "budget": (("Budget",), "the budget"),
    "dates": (("When",), "the dates"),
    "from": (("From",), "where you start"),
    "to": (("To",), "where to go"),
    "pace": (("Pace",), "the pace"),
    "interests": (("Interests", "Must do"), "interests"),
    "diet": (("Diet",), "a diet or an allergy"),
}


def asks_for_all_said(question: str) -> bool:
    """ "What have I told you so far?": of the whole trip, nothing in particular."""
    return fact_asked(question) == "all"


def about_facts(question: str, view: TripView) -> str | None:
    """ "You told me 2 adults."; None when it does not ask for a fact of the trip."""
    asked = fact_asked(question)
    if not asked:
        return None
    labels, name = _ASKED.get(asked, ((), "anything"))
    lines = [line for line in describe(view.facts) if not labels or line.label in labels]
    before = _from_before(view, labels)
    if not lines and before:
        return f"You haven't told me {name} for this trip; from before I remember: {before}"
    if not lines:
        return f"You haven't told me {name} yet."
    told = [line.text if labels else f"{line.label.lower()}: {line.text}" for line in lines]
    return f"You told me {', '.join(told)}."


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
