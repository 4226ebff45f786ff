"""Prices and hours of day in sentences: such figures come from rows alone, never from somebody's prose."""

from __future__ import annotations

import re

_PRICE = re.compile(
    r"[$€£¥₩₹]\s?\d|\d\s?[$€£¥₩₹]|\b\d[\d.,]*\s?(?:[A-Z]{3}\b|(?:dollar|euro|yen|pound|dirham|franc|crown)s?\b)"
    r"|\b[A-Z]{3}\s\d",
)
_CLOCK = re.compile(
    r"\b\d{1,2}[:.]\d{2}\b(?!\s?(?:km|m|%))|\b\d{1,2}\s?(?:am|pm|a\.m\.|p\.m\.)(?![a-z])", re.IGNORECASE
)
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z])")


def has_figures(text: str) -> bool:
    """Does it state a price or an hour of day?"""
    return bool(_PRICE.search(text) or _CLOCK.search(text))


def without_figures(text: str) -> str:
    """Sentences without those that state a price or an hour of day."""
    return " ".join(part for part in _SENTENCE.split(text.strip()) if not has_figures(part))
