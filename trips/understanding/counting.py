"""Numbers as people write them: "two", "twenty-one", "a couple of", "12"."""

from __future__ import annotations

import re

_UNITS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen"
)
_UNITS += " seventeen eighteen nineteen"
_TENS = {"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80}
_TENS["ninety"] = 90
WORDS: dict[str, int] = {word: number for number, word in enumerate(_UNITS.split())}
for _tens, _value in _TENS.items():
    WORDS[_tens] = _value
_DIGIT_WORDS = "one|two|three|four|five|six|seven|eight|nine"

#: A count of days, people or rooms; never part of a longer number or of a decimal.
COUNT = (
    r"(?:(?<![a-zA-Z])(?:(?<![\d./])(?<!\d,)\d{1,4}(?![\d/]|[.,]\d)"
    rf"|(?:{'|'.join(_TENS)})(?:[\s-](?:{_DIGIT_WORDS}))?\b"
    r"|(?:a|one)\s+dozen\b|half\s+a\s+dozen\b|a\s+couple(?:\s+of)?\b"
    rf"|(?:{'|'.join(sorted(WORDS, key=len, reverse=True))})\b))"
)
_ORDINALS = (
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth "
    "fifteenth sixteenth seventeenth eighteenth nineteenth twentieth twenty-first twenty-second twenty-third "
    "twenty-fourth twenty-fifth twenty-sixth twenty-seventh twenty-eighth twenty-ninth thirtieth thirty-first"
)
ORDINALS: dict[str, int] = {word: number for number, word in enumerate(_ORDINALS.split(), start=1)}


def count(words: str) -> int | None:
    """The number meant by a stretch that `COUNT` matched; None when it is none."""
    words = " ".join(words.lower().replace("-", " ").split())
    if words.isdigit():
        return int(words)
    if words.startswith("half a dozen"):
        return 6
    if words.endswith("dozen"):
        return 12
    if words.startswith("a couple"):
        return 2
    if words in WORDS:
        return WORDS[words]
    tens, _, digit = words.partition(" ")
    if tens in _TENS and digit in WORDS:
        return _TENS[tens] + WORDS[digit]
    return None


def ordinal(words: str) -> int | None:
    """The day or rank meant by "3rd", "third", "the 3rd"."""
    words = words.lower().strip()
    if match := re.match(r"(\d{1,2})", words):
        return int(match.group(1))
    return ORDINALS.get(words.replace(" ", "-"))
