"""Whether somebody is only spoken of: "my son is allergic to nuts", "my wife and I love trains"."""

from __future__ import annotations

import re

#: What follows somebody who is said to come along; any other word makes them the subject of another
#: statement.
_NO_STATEMENT = re.compile(
    r"\s*(?:$|[.,;:!?)(\n/&+\x00-]|\d|(?:and|or|plus|with|for|in|to|on|at|from|aged?|ages|as|too|also|are|is|will|"
    r"of|during|this|next|over|by|will\s+be|who\s+is|who\s+are|"
    r"want\s+to\s+(?:go|visit|travel|see|explore|fly)|go|going|"
    r"travel(?:l?ing)?|visit(?:ing)?|coming|come|joining|join)\b)",
    re.IGNORECASE,
)
_BE = re.compile(
    r"\s+(?:is|are|was|will)\s+(?!(?:also\s+|both\s+|all\s+)?(?:be\s+)?(?:com\w+|join\w*|travell?ing|going|with)\b)",
    re.IGNORECASE,
)
_OR_WHO = re.compile(r"\s*,?\s+(?:who|whose|which|that)\b", re.IGNORECASE)
_GIVEN_NAME = re.compile(r"^\s+[A-Z][\w'-]+(?!\w)(?:\s+and\s+[A-Z][\w'-]+(?!\w))?")
_ONLY = re.compile(r"\b(?:just|only|instead|actually|now|make\s+it|change)\b[^.!?]{0,40}$", re.IGNORECASE)


def after_name(words: str) -> str:
    """What follows a person and their name: "(my daughter) Sofia …"."""
    return _GIVEN_NAME.sub("", words)


def starts_statement(words: str) -> bool:
    """Whether the words behind a person make another statement: "… is allergic", "… who loves"."""
    words = after_name(words)
    return bool(not _NO_STATEMENT.match(words) or _BE.match(words) or _OR_WHO.match(words))


def corrects(before: str) -> bool:
    """Whether what follows replaces what is known: "actually only my son"."""
    return bool(_ONLY.search(before))
