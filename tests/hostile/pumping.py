"""Texts on which a pattern may be slow, made of the pattern itself: what it repeats, again and again, and an
end that does not fit."""

from __future__ import annotations

import random
import re
import signal
import time
from collections.abc import Iterator
from re import _constants as c
from re import _parser

from tests.hostile.patterns import Used
from trips.reading.bounded import bounded

#: Ends that most patterns refuse.
ENDS = ("", "!x\x00")
#: Besides what a pattern repeats by itself.
UNITS = (
    " ",
    "\n",
    " \n",
    "A",
    "1",
    ".",
    "a ",
    "1 ",
    ". ",
    ",",
    "the ",
    "あ",
    "a, ",
    "a\n",
    "'",
    "- ",
    "1,",
    "a.b ",
)
_LETTERS = " \na1A.,-'!éあ"
_LONGEST_UNIT = 400
_REPEATED_OFTEN = 6


class TooLong(Exception):
    """It was stopped at its limit."""


def texts(used: Used, most: int, *, units: int) -> Iterator[str]:
    """What the door lets through of `most` characters; at most `units` kinds of the pattern's own."""
    chance = random.Random(used.pattern.pattern.encode("utf-8", "surrogatepass"))  # noqa: S311 (no secret)
    own = list(dict.fromkeys(_units(used.pattern, chance)))
    for prefix, unit in [*chance.sample(own, min(len(own), units)), *(("", unit) for unit in UNITS)]:
        for end in ENDS:
            text = (prefix + unit * (most // len(unit) + 1))[: most - len(end)] + end
            yield bounded(text, most)


def seconds(used: Used, text: str, limit: float) -> float:
    """Processor time of every way in which it is used on this text. Raises TooLong. Of the main thread."""

    def stop(*_signal: object) -> None:
        raise TooLong

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, limit)  # a running match looks for signals
    began = time.process_time()
    try:
        used.pattern.match(text)
        used.pattern.fullmatch(text)
        if not used.anchored:
            for _match in used.pattern.finditer(text):
                pass
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
    return time.process_time() - began


# --- From the pattern's own tree -----------------------------------------------------------------


def _units(pattern: re.Pattern[str], chance: random.Random) -> Iterator[tuple[str, str]]:
    """(what stands before, what is repeated)."""
    tree = _parser.parse(pattern.pattern, pattern.flags)
    for before, body in _repeats(list(tree), []):
        for _ in range(2):
            lead, unit = _sample(before, chance), _sample(body, chance)
            for found in ((lead, unit), (lead, f"{unit} "), ("", lead + unit), ("", f"{lead}{unit} ")):
                if 0 < len(found[1]) < _LONGEST_UNIT:
                    yield found
    for _ in range(3):
        whole = _sample(list(tree), chance)
        yield from (("", whole + gap) for gap in ("", " ", "\n") if 0 < len(whole + gap) < _LONGEST_UNIT)


def _repeats(tree: list, before: list) -> Iterator[tuple[list, list]]:
    """Everything that may be repeated often, and what stands before it."""
    for index, (op, value) in enumerate(tree):
        here = before + tree[:index]
        if op in (c.MAX_REPEAT, c.MIN_REPEAT, c.POSSESSIVE_REPEAT):
            if value[1] > _REPEATED_OFTEN:
                yield here, list(value[2])
            yield from _repeats(list(value[2]), here)
        elif op is c.BRANCH:
            for branch in value[1]:
                yield from _repeats(list(branch), here)
        elif (inner := _inner(op, value)) is not None:
            yield from _repeats(inner, here)


def _inner(op: object, value) -> list | None:
    if op is c.SUBPATTERN:
        return list(value[3])
    if op is c.ATOMIC_GROUP:
        return list(value)
    return list(value[1]) if op in (c.ASSERT, c.ASSERT_NOT) else None


def _sample(tree: list, chance: random.Random) -> str:
    """A text that fits, or nearly."""
    return "".join(_piece(op, value, chance) for op, value in tree)


def _piece(op: object, value, chance: random.Random) -> str:
    if op is c.LITERAL:
        return chr(value)
    if op in (c.NOT_LITERAL, c.ANY):
        return chance.choice("a 1")
    if op is c.IN:
        return _letter(value, chance)
    if op is c.BRANCH:
        return _sample(list(chance.choice(value[1])), chance)
    if op in (c.MAX_REPEAT, c.MIN_REPEAT, c.POSSESSIVE_REPEAT):
        least, most, body = value
        times = min(least + (chance.randint(0, 1) if most > least else 0), 12)
        return "".join(_sample(list(body), chance) for _ in range(times))
    if op in (c.SUBPATTERN, c.ATOMIC_GROUP):
        return _sample(_inner(op, value) or [], chance)
    return ""  # a condition, or a place in the text


def _letter(items: list, chance: random.Random) -> str:
    if items[0][0] is c.NEGATE:
        letters = [*chance.sample(_LETTERS, len(_LETTERS)), *map(chr, range(33, 127))]
        return next((letter for letter in letters if not any(_holds(item, letter) for item in items)), "a")
    op, value = chance.choice(items)
    if op is c.RANGE:
        return chr(chance.randint(value[0], min(value[1], value[0] + 25)))
    return chr(value) if op is c.LITERAL else _of_category(str(value))


def _of_category(name: str) -> str:
    return {"CATEGORY_DIGIT": "1", "CATEGORY_SPACE": " ", "CATEGORY_NOT_WORD": " "}.get(name, "a")


def _holds(item: tuple, letter: str) -> bool:
    op, value = item
    if op is c.LITERAL:
        return ord(letter) == value
    if op is c.RANGE:
        return value[0] <= ord(letter) <= value[1]
    if op is not c.CATEGORY:
        return False
    name = str(value)
    plain = {"DIGIT": letter.isdigit(), "SPACE": letter.isspace(), "WORD": letter.isalnum() or letter == "_"}
    return plain[name.rpartition("_")[2]] != ("_NOT_" in name)
