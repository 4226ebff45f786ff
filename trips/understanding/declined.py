"""Topics that are answered with "none": no must-dos, no allergies, nothing else. Pure."""

from __future__ import annotations

import re

from trips.understanding.reading import Reading

_NONE = (
    r"\b(?:no|without(?:\s+any)?|don't\s+have\s+(?:any\s+)?|zero|not\s+any)\s+(?:other\s+)?"
    r"(?:(?:particular|special|specific|real|fixed|strong|definite)\s+)?"
)
#: Topics answered with "none", in any message.
_NONE_OF: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (topic, re.compile(rf"{_NONE}(?:{words})\b", re.IGNORECASE))
    for topic, words in (
        (
            "must_do",
            r"must[\s-]?(?:dos?|sees?|haves?|visits?)|musts|sights?\s+(?:in\s+mind|we\s+must)|bucket[\s-]list",
        ),
        ("interests", r"interests?(?!\s+(?:in|to|for)\b)|hobbies"),
        (
            "access",
            r"(?:accessibility|mobility|access|special|physical)\s+(?:needs|issues|problems|requirements|limitations)"
            r"|disabilit(?:y|ies)",
        ),
        ("dietary", r"(?:food\s+)?allerg(?:y|ies)|diet(?:s|ary\s+\w+)?|food\s+(?:restrictions|requirements)"),
        ("pace", r"pace"),
        ("origin", r"origin|departure\s+(?:city|point)"),
    )
)
_NOTHING_ELSE = re.compile(
    r"(?:^|[,;.]\s*|\band\s+)(?:nothing|none)\s+(?:special|else|in\s+particular|particular|specific)\b", re.I
)


def read_declined(reading: Reading) -> None:
    """Notes the topics that are answered with "none": "no must-dos", "nothing special otherwise"."""
    for topic, pattern in _NONE_OF:
        for match in reading.find(pattern, claim=False):
            if reading.view[: match.start()].endswith("of "):
                continue  # "of no interest"
            reading.declined.append(topic)
            reading.claim(*match.span())
    if (match := _NOTHING_ELSE.search(reading.view)) and reading.changes:
        told = {change.path.split(".")[0] for change in reading.changes}
        optional = {"origin", "pace", "interests", "must_do", "dietary", "access"}
        reading.declined += [topic for topic in reading.asked if topic in optional - told]
        reading.claim(*match.span())
