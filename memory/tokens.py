"""How long a text is, in tokens, before anybody counted them. Pure."""

from __future__ import annotations

import math

#: What one message costs besides its words: role, blocks.
TOKENS_A_MESSAGE = 4


def tokens_of(text: str) -> int:
    """Tokens of a text, estimated: a third of its characters, rounded up."""
    return math.ceil(len(text) / 3)
