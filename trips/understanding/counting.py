"""Numbers as people write them: "two", "twenty-one", "a couple of", "deux", "12"."""

from __future__ import annotations

import re

_UNITS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen"
)
_UNITS += " seventeen eighteen nineteen"
_TENS = {"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80}
_TENS["ninety"] = 90
#: The commonest words of other languages; those that English uses for something else are left out.
_FOREIGN = {
    1: "una une ein eine einen einem uno um uma",
    2: "dos deux zwei due dois duas",
    3: "tres trois drei tre três",
    4: "cuatro quatre vier quattro quatro",
    5: "cinco cinq fünf fuenf cinque",
    6: "seis sechs",
    7: "siete sept sieben sette sete",
    8: "ocho huit acht otto oito",
    9: "nueve neuf neun nove",
    10: "diez dix zehn dieci dez",
    12: "doce douze zwölf dodici doze",
    14: "catorce quatorze vierzehn quattordici",
    15: "quince quinze fünfzehn quindici",
}
WORDS: dict[str, int] = {word: number for number, word in enumerate(_UNITS.split())}
for _tens, _value in _TENS.items():
    WORDS[_tens] = _value
WORDS |= {word: number for number, words in _FOREIGN.items() for word in words.split()}
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
