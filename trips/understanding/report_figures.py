"""Figures in reports: a rating of 5, and the hour from which on something was too much. Pure."""

from __future__ import annotations

import datetime as dt
import re

_NUMBERS = {
    name: number
    for number, name in enumerate("one two three four five six seven eight nine ten".split(), start=1)
}
FIGURE = rf"(?:10|\d(?:[.,]\d)?|{'|'.join(_NUMBERS)})"
_RATING = re.compile(
    rf"(?<![\d/.])(?<!on )(?P<of>{FIGURE})\s*(?:/|out of|of|von|de|sur|su)\s*(?P<top>5|10|five|"
    rf"ten)(?![\d/]|\.\d)(?: stars?\b)?"
    rf"|(?<![\d-])(?P<stars>{FIGURE})[ ](?:and a half )?stars?\b(?! hotel)"
    rf"|\b(?:rat(?:e|ed|ing)|score|gave|give)\b(?: (?:it|this|that|the \w+|today|a|was|is|of|:))*\s*:?\s*"
    rf"(?P<given>{FIGURE})(?!\s*(?:\w+ )?(?:hours?|euros?|yen|dollars?|%))\b"
    r"|(?P<signs>[★⭐]{1,5})",
    re.IGNORECASE,
)
_HOUR = re.compile(
    r"\b(?:after|by|from|since|at|around|about|past|beyond)\s+(?:about\s+|around\s+)?"
    r"(?:(?P<hour>\d{1,2})(?::(?P<minute>\d\d))?\s*(?P<half>am|pm|o'clock|h\b)?"
    r"(?=\s*(?:$|[,.!;)]|on(?:wards?)?\b|already|in the|every|each|today|yesterday|because|and\b|or so|"
    r"please|tomorrow|then\b|but\b|so\b|we\b|i\b|next))"
    r"|(?P<word>noon|midday|lunch(?:time)?|(?:the )?(?:mid-?)?afternoon|tea ?time|"
    r"(?:the )?(?:early )?evening|"
    r"dinner))|\b(?P<later>all afternoon|in the (?:late )?afternoon|this afternoon|in the evening)\b",
    re.IGNORECASE,
)
_WORD_HOURS = {"noon": 12, "midday": 12, "lunch": 13, "afternoon": 14, "tea": 16, "evening": 18, "dinner": 18}


def rating_in(text: str) -> int | None:
    """The rating a text gives, of 5; None when it gives none."""
    found = _RATING.search(text)
    if found is None:
        return None
    if found["signs"]:
        return len(found["signs"])
    said = (found["of"] or found["stars"] or found["given"]).lower().replace(",", ".")
    value = float(_NUMBERS.get(said, 0) or said if said in _NUMBERS else said)
    top = (found["top"] or "").lower()
    if top in ("10", "ten") or (not top and value > 5):
        value /= 2
    return min(5, max(1, int(value + 0.5))) if value > 0 else 1


def hour_in(text: str) -> dt.time | None:
    """From when on, as a text says it: "after 3 pm", "all afternoon"."""
    found = _HOUR.search(text)
    if found is None:
        return None
    if said := found["word"] or found["later"]:
        return next((dt.time(hour) for word, hour in _WORD_HOURS.items() if word in said.lower()), None)
    hour, minute = int(found["hour"]), int(found["minute"] or 0)
    half = (found["half"] or "").lower()
    if half == "pm" or (half not in ("am", "h") and not found["minute"] and 1 <= hour <= 7):
        hour = hour % 12 + 12
    return dt.time(hour, minute) if hour < 24 and minute < 60 else None
