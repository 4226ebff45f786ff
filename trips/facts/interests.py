"""How an interest is said."""

from __future__ import annotations

#: Interests told in the singular and liked in the plural.
COUNTED_INTERESTS = frozenset(
    "garden temple museum walk view park market castle church mosque palace shrine beach animal book spa "
    "gallery hike bar café cafe festival show concert lake mountain island waterfall".split()
)


def in_words(interest: str) -> str:
    """As people say what they like: "garden" → "gardens", "walk" → "walks", "food" stays."""
    if interest == "religion":
        return "sacred sites"
    if interest not in COUNTED_INTERESTS:
        return interest
    if interest.endswith("y"):
        return f"{interest[:-1]}ies"
    return f"{interest}es" if interest.endswith("ch") else f"{interest}s"
