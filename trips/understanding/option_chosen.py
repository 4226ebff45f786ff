"""Which option a message chooses: by its number, by its place in the row or by what it is. Pure."""

from __future__ import annotations

import re
from typing import Any

from trips.understanding.choosing import label_of_choice
from trips.understanding.counting import ordinal
from trips.understanding.reading import CLAIMED, Reading

_RANK = r"first|second|third|1st|2nd|3rd|last"
_SELECT = re.compile(
    rf"^\s*/select\s+(?P<n1>\d)\b|\b(?:option|plan|choice|itinerary|version|proposal|number|no\.|nr\.?|"
    rf"#)\s*#?(?P<n2>[1-9]\b|one\b|two\b|three\b|(?-i:[ABC])\b)(?!\s*(?:people|days|nights|adults|/|:))"
    rf"|\bthe\s+(?P<n3>{_RANK})\s+(?:one|option|plan|choice|itinerary|proposal)\b|\b(?:take|choose|pick|"
    rf"select|prefer|want|go\s+(?:with|for)|like|love)\s+(?:the\s+)?(?P<n4>{_RANK})(?=\s*(?:[.,!?]|$|"
    rf"please|one))"
    rf"|^\s*(?:the\s+)?(?P<n5>{_RANK})\s*(?:please|one|option|it\s+is)?\s*[.!]*\s*$",
    re.IGNORECASE,
)
_NOT_SELECT = re.compile(
    r"\b(?:not|don't\s+like|hate|without|instead\s+of|between|what\s+about|difference|tell\s+me|does|is|"
    r"why)\b",
    re.I,
)
_NUMBERS = {"one": 1, "two": 2, "three": 3, "a": 1, "b": 2, "c": 3, "last": -1}


def option_chosen(reading: Reading, question: str | None) -> dict[str, Any] | None:
    """Its number, -1 for the last, or what it is called by; None when the message chooses none."""
    if re.fullmatch(r"\s*#?[1-9]\s*[.!]?\s*", reading.view) and not reading.changes and not reading.problems:
        return {"number": int(re.sub(r"\D", "", reading.view))}
    match = _SELECT.search(reading.open) or _SELECT.search(reading.view)
    if match is None:
        return _by_label(reading, question)
    if match and reading.open[match.start() : match.end()].count(CLAIMED) == match.end() - match.start():
        return None  # within a question: "could you explain option 2"
    if _NOT_SELECT.search(reading.view[max(0, match.start() - 30) : match.start()]):
        return None
    word = next(match[name] for name in ("n1", "n2", "n3", "n4", "n5") if match[name]).lower()
    number = _NUMBERS.get(word) or ordinal(word)
    return {"number": number} if number else None


def _by_label(reading: Reading, question: str | None) -> dict[str, Any] | None:
    """ "The cheapest one": the option is called by what it is."""
    chosen = label_of_choice(reading.view)
    if chosen is None:
        return None
    label, start, end = chosen
    if question and reading.quote(start, end) in question:
        return None
    answers = {change.path for change in reading.changes} | {
        change.path.split(".")[0] for change in reading.changes
    }
    if answers & set(reading.asked) or _NOT_SELECT.search(reading.view[max(0, start - 30) : start]):
        return None
    return {"label": label}
