"""Does a message ask what was said or remembered? Then memory is searched, also by the offline planner."""

from __future__ import annotations

import re

ASKS_BACK = re.compile(
    r"\b(?:what|which|when|where|who|how|did|do|have|can)\b[^.!]*\b(?:"
    r"(?:did\s+)?(?:i|we)\s+(?:\w+\s+)?(?:say|said|tell|told|mention(?:ed)?|write|wrote|ask(?:ed)?)"
    r"|(?:you\s+)?(?:remember|recall|know)\s+(?:about|of|that|what|which|me|my|us|our)"
    r")\b|\bdo\s+you\s+(?:still\s+)?(?:remember|recall)\b",
    re.IGNORECASE,
)


def asks_back(message: str) -> bool:
    """ "What did I say about the wedding?", "Do you remember my hotel?" """
    return bool(ASKS_BACK.search(message))
