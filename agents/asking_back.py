"""Does a message ask what was said or remembered? Then memory is searched, also by the offline planner."""

from __future__ import annotations

import re

_DID_SAY = (
    r"(?:did|have)\s+(?:i|we)\s+(?:\w+\s+)?(?:say|said|tell|told|mention(?:ed)?|write|written|ask(?:ed)?)"
)
_WE_SAID = r"(?:what|which|when|where|who|how)\b[^.!?]*\b(?:i|we)\s+(?:\w+\s+)?(?:said|told|mentioned|wrote)"
_REMEMBER = r"(?:do|can)\s+you\s+(?:still\s+)?(?:remember|recall)"
_KNOW_OF_ME = r"(?:what|do)\b[^.!?]*\byou\s+(?:know|remember)\s+(?:about|of)\s+(?:me|us|my|our)"

ASKS_BACK = re.compile(rf"\b(?:{_DID_SAY}|{_WE_SAID}|{_REMEMBER}|{_KNOW_OF_ME})\b", re.IGNORECASE)


def asks_back(message: str) -> bool:
    """ "What did I say about the wedding?", "Do you remember my hotel?" """
    return bool(ASKS_BACK.search(message))
