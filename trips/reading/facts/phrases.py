"""Noun phrases that no list has, by where they stand: "samba, old trains", "wool shops for sure"."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from trips.reading import lexicon
from trips.reading.chart import Span
from trips.reading.facts.message import Message

_STOP = lexicon.words("tastes", "stop")
BREAKS = frozenset('. ! ? ; : [ ] " -'.split())
GLUE = frozenset(", and or nor & / + plus".split())
#: Begin an entry of a list, and are no part of what it names.
_LEADS = frozenset("the a an some any that this see visit also maybe - lots of more".split())
#: What a mark of wishing stands behind goes on so.
_GOES_ON = frozenset("for in but ]".split())


@dataclass(frozen=True, slots=True)
class Phrase:
    """Tokens i to j between two signs. `mark`: how words beside it wish it, a row of `loves` or `is_must`;
    `part`: somebody else has read the words before it."""

    i: int
    j: int
    mark: str = ""
    part: bool = False


def rows(message: Message) -> Iterator[list[Phrase]]:
    """Sentences as lists: what stands between commas and "and", without the words that wish it."""
    cues = message.chart.cover("loves", "is_must")
    inside = {at for cue in cues for at in range(cue.i, cue.j)}
    row: list[Phrase] = []
    start = 0
    for at in range(len(message.tokens) + 1):
        closed, sign = at in message.closed, _is_sign(message, at)
        if not closed and (at in inside or not sign):
            continue
        if start < at:
            row.append(_phrase(message, start, at, cues, row))
        start = at + 1
        if not closed and message.word(at) not in GLUE:
            yield _carried(message, row)
            row = []


def _is_sign(message: Message, at: int) -> bool:
    word = message.word(at)
    if word == "-" and message.tokens.tight(at):  # "k-beauty"
        return False
    return not word or word in GLUE | BREAKS


def _phrase(message: Message, i: int, j: int, cues: list[Span], row: list[Phrase]) -> Phrase:
    part = i - 1 in message.closed
    mark = "love" if row and row[-1].mark == "love" and not part else ""
    for cue in (cue for cue in cues if i <= cue.i and cue.j <= j):
        if cue.kind == "loves" and _is_liking(message, cue):
            i, mark = cue.j, "love"
        elif cue.kind == "is_must" and i < cue.i and (cue.j == j or message.word(cue.j) in _GOES_ON):
            j, mark = cue.i, str(cue.value)
            break
    while i < j and message.word(i) in _LEADS:
        i += 1
    return Phrase(i, j, mark, part and not mark)


def _is_liking(message: Message, cue: Span) -> bool:
    """ "We'd like a riad", "I like to sleep" like no kind of thing."""
    ordered = cue.value == "love" and message.clause(cue.i).has("orders")
    return not (ordered or message.word(cue.j) in ("a", "an", "to") or "to" in message.norms(cue.i, cue.j))


def _carried(message: Message, row: list[Phrase]) -> list[Phrase]:
    """ "The Louvre and the Marais are a must": of several names all are."""
    for at, (one, other) in reversed(list(enumerate(pairwise(row)))):
        named = other.i < other.j and message.tokens[other.i].capital and message.tokens[one.j - 1].capital
        joined = named or message.word(one.j) != ","
        if row[at + 1].mark not in ("", "love") and not one.mark and joined:
            row[at] = replace(one, mark=row[at + 1].mark)
    return row


def is_content(message: Message, at: int) -> bool:
    """Whether a word may be part of what a phrase names."""
    norm = message.word(at)
    if norm == "-":
        return not _is_sign(message, at) and at + 1 < len(message.tokens) and message.tokens.tight(at + 1)
    return norm[:1].isalpha() and norm not in _STOP | BREAKS | GLUE
