"""What the offline planner says before somebody else answers, and what it understood as changes."""

from __future__ import annotations

from agents.runtime.schemas import FactChangeOut
from trips.reading import Understanding

#: What the orchestrator says while somebody else does it.
DECIDED = "All right."
SEVERAL = "One after the other."
AS_A_COMMAND = (
    "That goes as a command so early: /{command} with the same words after it. /help lists them all."
)
#: Said while somebody works; nothing is left of it once that has an answer.
MEANWHILE = "Let me see."
LEADS = {
    "help": "Gladly.",
    "status": "Here is where we stand.",
    "options": "Here they are.",
    "select": "As you like.",
    "memory": "About what I remember:",
    "reset": "Nothing is cleared by these words alone.",
    "research": "Let me look into that.",
    "prioritize": "Let me sort that.",
    "plan": MEANWHILE,
    "agenda": "Here is what comes.",
    "feedback": "Thank you for telling me.",
    "cost": MEANWHILE,
    "undo": MEANWHILE,
    "remember": "Gladly.",
    "forget": "All right.",
    "next": "Gladly.",
    "export": "To take along:",
}


def only_asks(read: Understanding, message: str) -> bool:
    """ "Where do we sleep in option 3?" asks of an option and chooses none; "The second. Is it far?" does."""
    return bool(read.question) and not message.replace(read.question, "").strip(" .,;:!?-")


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
