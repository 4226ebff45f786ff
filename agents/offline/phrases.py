"""Phrases of the talk itself that the offline planner knows: a greeting, a wish with a choice, a reason."""

from __future__ import annotations

import re

from agents.runtime.schemas import FactChangeOut
from trips.reading import Understanding

#: What follows a choice as a wish: "the first one, but make it cheaper".
_WISH = re.compile(r"\b(?:but|only|except(?:\s+that)?)\b[\s,]*(?P<wish>.{4,400})", re.I | re.S)
_CHANGE = re.compile(r"\b(?:chang\w*|different\w*|something\s+else|edit|adjust|modify)\b", re.I)
#: The words that turn options down; what is left is the reason.
_TURNED_DOWN = re.compile(
    r"^\W*(?:no\W+)?(?:i\s+)?(?:reject|dislike|don't\s+(?:like|want))?\s*"
    r"(?:all|none|neither|not\s+(?:one|any)|(?:any|either)(?=\s+of))?"
    r"(?:\s+of)?(?:\s+(?:them|these|those|it|the\s+(?:options|three|two)))?"
    r"(?:\s+(?:really\s+)?(?:works?|fits?|suits?)(?:\s+for)?(?:\s+(?:me|us))?)?(?=\W|$)"
    r"[\s,.:;!–-]*(?:(?:because|since|as)\b)?\s*",
    re.I,
)
_NONE = re.compile(r"^\W*(?:no\W+)?(?:none|neither)\b", re.I)
_THANKS = re.compile(
    r"^\W*(?:many\s+|ok(?:ay)?\W+)?(?:thanks?(?:\s+you)?|thx|cheers)\b(?!\s+to\b)"
    r"[\w\s!.,]{0,30}$",
    re.I,
)
_HELLO = re.compile(r"^\W*(?:hello|hi|hey|good\s+(?:morning|afternoon|evening))\b[\w\s!.,]{0,20}$", re.I)
_NO_ALONE = re.compile(
    r"\W*+(?:(?>(?:no|nope|nah|none?|not|now|today|thanks?|thank|you|please|sorry|ok(?:ay)?|nothing|"
    r"never\s*mind|forget\s+it|"
    r"leave|keep|(?:it|that|this|everything)(?:'s|\s+is)?|as|is|(?:the|my|our)\s+plan|fine|good|all|rather|"
    r"let's|do|don't|"
    r"change|anything|for|the|moment|wait|stop|hold|on)\b)\W*+)++",
    re.I,
)
#: What the orchestrator says while somebody else does it.
DECIDED = "All right."
SEVERAL = "One after the other."
AS_A_COMMAND = (
    "That goes as a command so early: /{command} with the same words after it. /help lists them all."
)
LEADS = {
    "help": "Gladly.",
    "status": "Here is where we stand.",
    "options": "Here they are.",
    "select": "As you like.",
    "memory": "About what I remember:",
    "reset": "Nothing is cleared by these words alone.",
    "research": "Let me look into that.",
    "prioritize": "Let me sort that.",
    "plan": "Here is how that could look.",
    "agenda": "Here is what comes.",
    "feedback": "Thank you for telling me.",
    "cost": "Let me see.",
    "undo": "Let me see what was done last.",
    "remember": "Gladly.",
    "forget": "All right.",
    "next": "Gladly.",
    "export": "To take along:",
}


def greets(message: str) -> bool:
    return bool(_HELLO.match(message))


def thanks(message: str) -> bool:
    return bool(_THANKS.match(message))


def wants_a_change(message: str) -> bool:
    """ "No, let me change something"."""
    return bool(_CHANGE.search(message))


def wish_with_a_choice(message: str) -> str:
    """ "make it cheaper" of "I like the first one but make it cheaper"; empty when nothing was added."""
    match = _WISH.search(message)
    return match["wish"].strip() if match else ""


def names_an_option(message: str) -> bool:
    """ "I take option 2": of options, whatever else could be numbered."""
    return bool(re.search(r"\b(?:options?|proposals?|choices?|itinerar(?:y|ies))\b", message, re.I))


def only_no(message: str) -> bool:
    """ "No thanks, leave it as it is": a no, and no wish beside it."""
    return bool(_NO_ALONE.fullmatch(message))


def turns_all_down(message: str) -> bool:
    """ "None, I want …", said to options."""
    return bool(_NONE.match(message))


def only_asks(read: Understanding, message: str) -> bool:
    """ "Where do we sleep in option 3?" asks of an option and chooses none; "The second. Is it far?" does."""
    return bool(read.question) and not message.replace(read.question, "").strip(" .,;:!?-")


def reason_to_turn_down(message: str) -> str:
    """ "too expensive" of "none of these, too expensive"; empty when no reason was given."""
    return _TURNED_DOWN.sub("", message, count=1).strip(" .,;:!-–")


def as_answered(read: Understanding) -> list[FactChangeOut]:
    """What was understood, as an answer's changes."""
    return [
        FactChangeOut(
            path=change.path,
            op=change.op,
            value="" if change.value is None else str(change.value)[:400],
            subject=change.subject[:120],
            quote=change.quote[:400],
        )
        for change in read.changes
    ][:40]
