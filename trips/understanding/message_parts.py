"""A message taken apart where something of its own may begin: a sentence, a clause with a subject. Pure."""

from __future__ import annotations

import re

#: What begins a clause that stands by itself: somebody, a question, a request.
_BEGINS = (
    r"(?:i|we|my|our|the\s+(?:kids|children|others)|there(?:'s|’s|\s+(?:is|are))|(?:s)?he|they|it(?:'s|’s|\s+is)|"
    r"what|how|when|where|which|who|why|is|are|do|does|did|can|could|will|would|should|shall|please|book|reserve|"
    r"buy|make|show|tell|let(?:'|’)?s|remember|undo|export)"
)
_PARTED = re.compile(
    rf"(?<=[.!?;])\s+|\n+|\s*,\s*(?:(?:and|but|so|then|also|plus|by\s+the\s+way)\s+(?:also\s+|then\s+)?)?(?={_BEGINS}\b)|"
    rf"\s+(?:and|but|plus|also|&)\s+(?:also\s+|then\s+)?(?={_BEGINS}\b)",
    re.IGNORECASE,
)


def parts_of(text: str) -> list[str]:
    """The message as it stands where it has but one part."""
    parts = [part.strip(" ,;") for part in _PARTED.split(text)]
    return [part for part in parts if re.search(r"\w", part)]
