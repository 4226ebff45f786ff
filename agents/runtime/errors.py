"""How a run of an agent fails, and what the traveller reads then."""

from __future__ import annotations

UNCHANGED = "Nothing of your trip was changed."
BUSY = f"The language model is very busy right now. {UNCHANGED} Try again in a moment."
UNREACHABLE = f"The language model could not be reached. {UNCHANGED} Try again in a moment."
MISCONFIGURED = f"The language model did not accept the request. {UNCHANGED} The operator has to look at it."
#: What the traveller reads, by kind of failure.
SENTENCES: dict[str, str] = {
    "rate_limited": BUSY,
    "overloaded": BUSY,
    "server": f"The language model had a fault. {UNCHANGED} Try again in a moment.",
    "timeout": f"The language model took too long. {UNCHANGED} Try again.",
    "connection": UNREACHABLE,
    "not_an_answer": f"The language model sent something unreadable. {UNCHANGED} Try again.",
    "max_tokens": f"The answer became too long to finish. {UNCHANGED} Try again, or ask for a part of it.",
    "refusal": f"The language model declined to answer this. {UNCHANGED} Try to put it another way.",
    "context_overflow": f"This conversation has become too long for the language model. {UNCHANGED}",
    "bad_request": MISCONFIGURED,
    "not_allowed": MISCONFIGURED,
    "bad_list": MISCONFIGURED,
    "invalid_answer": f"No answer came out that passes our checks. {UNCHANGED} Try again.",
    "too_many_tools": f"The answer got lost in look-ups. {UNCHANGED} Try again.",
}
FINAL_KINDS = frozenset({"bad_request", "not_allowed", "bad_list", "refusal"})


class AgentFailed(Exception):
    """No valid answer. `kind` is a ModelError kind, "invalid_answer" or "too_many_tools"; `sentence` is
    for the traveller; `detail` for log and admin; `partial` is the longest reply that had been shown."""

    def __init__(self, kind: str, sentence: str = "", *, detail: str = "", partial: str = "") -> None:
        super().__init__(f"{kind}: {detail}" if detail else kind)
        self.kind = kind
        self.sentence = sentence or SENTENCES[kind]
        self.detail = detail
        self.partial = partial
