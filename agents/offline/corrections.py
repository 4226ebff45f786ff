"""What the offline planner makes of a correction that only names a fact ("the dates"), of one it can not
read, and of places nobody knows."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agents.runtime.schemas import FactChangeOut, QuestionOut
from agents.view import TripView
from trips import ledger
from trips.catalogue.gazetteer import Gazetteer
from trips.facts import describe, unknown_places
from trips.reading.routing.requests import fact_to_change
from trips.schemas import TripFacts

NO_CHANGE = "I couldn't find a change in that."
NOTHING_ASKED = "Nothing is waiting for a yes just now."
#: After a no to planning anew: that was not taken back with it.
FACTS_STAY = "What you changed stays; say “undo” to take it back."
#: Said beside a plan, which nothing unread may offer to replace.
PLAN_AS_IT_IS = (
    "“{title}” stays as it is. Tell me which day should be different and how, “less walking on day 2” for "
    "example, or what has changed: dates, budget, pace, how many you are."
)
#: Asks what a fact shall be instead; the topic's middle says which.
_TOPIC = re.compile(r"other:change-(?P<topic>[a-z_]+)-\d+")
#: What is asked for in the place of what is known.
_INSTEAD = {
    "dates": "Which dates instead, from which day to which?",
    "budget": "What may it cost instead: a sum, or low, mid-range or high?",
    "party": "How many of you travel instead?",
    "destinations": "Where would you like to go instead?",
    "origin": "Where do you start from instead?",
    "pace": "Which pace instead: relaxed, moderate or packed?",
    "interests": "What do you enjoy most on a trip?",
    "must_do": "What must you see or do?",
}


def named_fact(view: TripView) -> str | None:
    """The topic that is all the message says, where a change is awaited and the fact is known."""
    awaited = view.asked_for_yes or bool(view.options) or view.plan is not None
    awaited = awaited or any(line.topic.startswith("other:change") for line in view.open_questions)
    topic = fact_to_change(view.message) if awaited else ""
    return topic if topic in _INSTEAD and _as_known(topic, view.facts) else None


def ask_instead(topic: str, view: TripView) -> tuple[str, QuestionOut]:
    """A sentence that says what is noted, and the question what it shall be instead."""
    question = QuestionOut(
        topic=f"other:change-{topic}-{view.number}",
        text=_INSTEAD[topic],
        suggestions=["low", "mid-range", "high"] if topic == "budget" else [],
    )
    return f"Gladly. So far I have {_as_known(topic, view.facts)}.", question


def what_to_change(number: int) -> QuestionOut:
    return QuestionOut(
        topic=f"other:change-{number}",
        text="What would you like to change?",
        suggestions=["the dates", "the budget", "the pace", "where we go"],
    )


def what_was_missing(number: int, reason: str) -> QuestionOut:
    """After all options were turned down, with a reason or without."""
    topic = f"other:different-{number}"
    if reason:
        return QuestionOut(
            topic=topic, text="Anything else that should be different?", suggestions=["no, plan again"]
        )
    return QuestionOut(
        topic=topic,
        text="What should be different next time?",
        suggestions=["cheaper", "slower", "closer to the centre", "other sights"],
    )


def topics_asked(topics: Sequence[str]) -> list[str]:
    """What questions ask for; one that asks what a fact shall be instead asks for that fact."""
    return [match["topic"] if (match := _TOPIC.fullmatch(topic)) else topic for topic in topics]


def instead_of_known(changes: list[FactChangeOut], topics: Sequence[str]) -> list[FactChangeOut]:
    """Places told to the question where to go instead take the place of those that are known."""
    asked = any((match := _TOPIC.fullmatch(topic)) and match["topic"] == "destinations" for topic in topics)
    first = next((one for one in changes if one.path == "destinations" and one.op == "add"), None)
    if not asked or first is None:
        return changes
    return [one.model_copy(update={"op": "set"}) if one is first else one for one in changes]


def new_unknown_places(before: TripFacts, now: TripFacts, gazetteer: Gazetteer) -> list[str]:
    """A sentence for each place of the message that no data of ours knows."""
    known = {(place.path, place.name) for place in unknown_places(before, gazetteer)}
    return [
        place.sentence for place in unknown_places(now, gazetteer) if (place.path, place.name) not in known
    ]


def _as_known(topic: str, facts: TripFacts) -> str:
    return "; ".join(line.text for line in describe(facts) if ledger.canonical_topic(line.path) == topic)
