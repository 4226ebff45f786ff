"""Prices and hours of day in sentences: such figures come from rows alone, never from somebody's prose."""

from __future__ import annotations

import re

_PRICE = re.compile(
    r"[$€£¥₩₹]\s?\d[\d.,]*|\d[\d.,]*\s?[$€£¥₩₹]"
    r"|\b\d[\d.,]*\s?(?:[A-Z]{3}\b|(?:dollar|euro|yen|pound|dirham|franc|crown)s?\b)|\b[A-Z]{3}\s\d[\d.,]*",
)
_CLOCK = re.compile(
    r"\b(?P<hour>\d{1,2})(?:[:.](?P<minute>\d{2})\b(?!\s?(?:km|m|%))|\s?(?=[ap]\.?m))"
    r"\s?(?P<half>am|pm|a\.m\.|p\.m\.)?(?![a-z])",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z])")


def without_figures(text: str) -> str:
    """Sentences without those that state a price or an hour of day."""
    parts = _SENTENCE.split(text.strip())
    return " ".join(part for part in parts if not (_PRICE.search(part) or _CLOCK.search(part)))


def clock_times(text: str) -> list[tuple[str, tuple[int, int]]]:
    """Hours of day as they are said, and as hour and minute: ("9:30 pm", (21, 30))."""
    found = []
    for match in _CLOCK.finditer(_PRICE.sub(" ", text)):
        hour, minute = int(match["hour"]), int(match["minute"] or 0)
        half = (match["half"] or "").lower()
        hour = hour % 12 + 12 * half.startswith("p") if half else hour
        found.append((match[0].strip(), (hour, minute)))
    return found


def prices_in(text: str) -> list[tuple[str, str]]:
    """Prices as they are said, and their whole units as digits: ("€1,250.50", "1250")."""
    return [(match[0], _whole(match[0])) for match in _PRICE.finditer(text)]


def _whole(said: str) -> str:
    figure = "".join(sign for sign in said if sign.isdigit() or sign in ".,").strip(".,")
    cents = re.fullmatch(r"(.*)[.,]\d{1,2}", figure)
    return re.sub(r"[.,]", "", cents[1] if cents else figure)
