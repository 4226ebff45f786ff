"""What of people's words goes to a provider (no addresses, codes, long numbers); how data is delimited."""

from __future__ import annotations

import re

from agents.llm.answers import clean_text

# Possessive, and begun only where a word begins: 20,000 characters without an "@" are read once.
_EMAIL = re.compile(r"(?<![\w.+-])[\w.+-]++@[\w-]++\.[\w.-]++")
_CODE = re.compile(
    r"(?i)\b((?:booking|confirmation|reservation|reference|record locator|pnr|ticket|passport|id card|visa|"
    r"card)\s*+(?:code|number|no\.?|nr\.?|reference|ref)?\s*+(?:is|:|#)?\s*+)([A-Z0-9][A-Z0-9-]{4,})\b"
    r"(?P<money>\s?(?:yen|euros?|dollars?|francs?|dirhams?|baht|rupees?|yuan|usd|eur|gbp|jpy|chf|thb|inr|krw|"
    r"cny)\b|\s?[€$£¥])?"
)
_HAS_A_PRICE = re.compile(r"(?i)(?:ticket|visa|card)\s*")
_DASH = "[-\u2010-\u2015\u2212\ufe58\ufe63\uff0d]"
#: Three dashes open what stands around data, and may not stand in it.
_RULE = re.compile(rf"{_DASH}(?:[\u200c\u200d \t]*+{_DASH}){{2,}}")
#: Ten figures and more; a day as our own lines write it, with an hour or another day behind it, is none.
_LONG_NUMBER = re.compile(
    r"(?P<day>\b(?:19|20)\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?![\w-]))|\b\d(?:[ -]?\d){9,}\b"
)


def masked(text: str) -> str:
    """A traveller's words without e-mail addresses, booking codes and document numbers."""
    text = _EMAIL.sub("[e-mail address]", text)
    text = _CODE.sub(_mask_code, text)
    return _LONG_NUMBER.sub(lambda match: match["day"] or "[number]", text)


def _mask_code(match: re.Match) -> str:
    code = match.group(2)
    if match["money"] and code.isdigit() and len(code) < 7 and _HAS_A_PRICE.fullmatch(match.group(1)):
        return match.group(0)  # what a ticket or a visa costs
    if any(letter.isdigit() for letter in code) or code.isupper():
        return f"{match.group(1)}[code]{match['money'] or ''}"
    return match.group(0)


def data(name: str, text: str) -> str:
    """Text between delimiters that no line of it can look like, masked; "" for nothing."""
    if not text.strip():
        return ""
    inside = _RULE.sub("–", clean_text(masked(text)))
    return f"--- {name} ---\n{inside.strip()}\n--- END {name} ---"


def one_line(text: str) -> str:
    return " ".join(text.split())
