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
_LEAD = (
    r"(?:(?:no|nope|ok(?:ay)?|yes|well|hmm+|please|just|only|maybe|actually|let's|let\s+(?:us|me)|"
    r"(?:i|we)(?:'d|\s+would)\s+like\s+to|(?:i|we)\s+(?:want|need|have)\s+to|(?:can|could|may)\s+(?:we|i|you)|"
    r"change|edit|adjust|correct|fix|update|switch|(?:an)?other|different|new|about)[\s,:]+){0,8}"
    r"(?:(?:the|my|our|other|different|new)\s+){0,8}"
)
_TAIL = (
    r"(?:[\s,]+(?:please|again|instead|(?:is|are)\s+wrong|(?:isn't|aren't)\s+right|"
    r"should\s+(?:be\s+different|change))){0,8}"
)
_NAMES = {
    "dates": (
        r"(?:travel\s+)?dates?|days|when|times?|period|length",
        "Which dates instead, from which day to which?",
    ),
    "budget": (
        r"budget|money|price|costs?|sum",
        "What may it cost instead: a sum, or low, mid-range or high?",
    ),
    "party": (
        r"party|people|travell?ers|who(?:\s+(?:comes|travels|is\s+coming))?|how\s+many(?:\s+we\s+are)?|"
        r"(?:number\s+of|how\s+many)\s+(?:people|travell?ers)",
        "How many of you travel instead?",
    ),
    "destinations": (
        r"destinations?|places?|cit(?:y|ies)|where(?:\s+(?:we\s+go|to\s+go|to))?|"
        r"where\s+we(?:'re|\s+are)\s+going",
        "Where would you like to go instead?",
    ),
    "origin": (
        r"origin|start|starting\s+(?:point|place|city)|departure(?:\s+(?:city|point))?|"
        r"where\s+(?:we\s+(?:start|leave)(?:\s+from)?|from)",
        "Where do you start from instead?",
    ),
    "pace": (r"pace|speed|tempo", "Which pace instead: relaxed, moderate or packed?"),
    "interests": (r"interests?|activities|likings", "What do you enjoy most on a trip?"),
    "must_do": (r"must[\s-]?(?:dos?|sees?|haves?)|sights|highlights", "What must you see or do?"),
}
_ONLY_NAMED = tuple(
    (topic, re.compile(rf"\W*{_LEAD}(?:{words}){_TAIL}\W*", re.IGNORECASE))
    for topic, (words, _) in _NAMES.items()
)


def named_fact(view: TripView) -> str | None:
    """The topic that is all the message says, where a change is awaited and the fact is known."""
    awaited = view.asked_for_yes or bool(view.options) or view.plan is not None
    awaited = awaited or any(line.topic.startswith("other:change") for line in view.open_questions)
    if not awaited or len(view.message) > 80:
        return None
    topic = next((name for name, pattern in _ONLY_NAMED if pattern.fullmatch(view.message)), None)
    return topic if topic and _as_known(topic, view.facts) else None


def ask_instead(topic: str, view: TripView) -> tuple[str, QuestionOut]:
    """A sentence that says what is noted, and the question what it shall be instead."""
    question = QuestionOut(
        topic=f"other:change-{topic}-{view.number}",
        text=_NAMES[topic][1],
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
