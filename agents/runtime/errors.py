"""How a run of an agent fails, and what the traveller reads where nobody can answer in its place."""

from __future__ import annotations

from typing import Any

UNCHANGED = "Your trip is unchanged."
#: Nothing came back and another try may help: the turn ends with one of these. Code answers all others, and
#: where a server is busy: it was asked as often as the turn has time for, and the fallback after it.
SENTENCES: dict[str, str] = {
    "rate_limited": f"The language model is very busy right now. {UNCHANGED} Try again in a moment.",
    "overloaded": f"The language model is very busy right now. {UNCHANGED} Try again in a moment.",
    "timeout": f"The language model took too long. {UNCHANGED} Try again.",
    "connection": f"The language model could not be reached. {UNCHANGED} Try again in a moment.",
    "server": f"The language model had a fault. {UNCHANGED} Try again in a moment.",
}
BUSY = frozenset({"rate_limited", "overloaded"})
FINAL_KINDS = frozenset({"bad_request", "not_allowed", "bad_list", "refusal"})


class AgentFailed(Exception):
    """No valid answer. `kind` is a ModelError kind, "invalid_answer", "too_many_tools" or "too_many_calls".

    `reply`: the best of what it said, to be kept; never of a refusal. `rejected`: its last answer that was of
    the right form. `answered`: something came back. `sentence` is for the traveller, `detail` for staff.
    """

    def __init__(
        self, kind: str, *, detail: str = "", reply: str = "", rejected: Any = None, answered: bool = False
    ) -> None:
        super().__init__(f"{kind}: {detail}" if detail else kind)
        self.kind = kind
        self.sentence = SENTENCES.get(kind, SENTENCES["server"])
        self.detail = detail
        self.reply = reply
        self.rejected = rejected
        self.answered = answered

    @property
    def worth_another_try(self) -> bool:
        """Nothing came back, and the same question may be answered in a moment."""
        return not self.answered and self.kind in SENTENCES.keys() - BUSY
