"""An extraction's answer, line by line: marks, sentence, quote. Pure; nothing is judged here.

    - [pinned] [shared] [until 31 March 2027] [about Mia] a sentence | "the traveller's exact words"

Marks stand before the sentence in any order: pinned, shared, company, replaces NUMBER, from DATE, until DATE,
until trip, about NAME. What dates and names are worth: `memory/bounds.py`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from memory import asking
from memory.text import one_line

_LINE = re.compile(r"^\s*[-*•]\s+(?P<rest>.+)$")
_MARKER = re.compile(
    r"^\s*\[(?:(?P<name>pinned|shared|company)|replaces (?P<number>\d+)|"
    r"(?P<bound>from|until|about)\s+(?P<value>[^\[\]\n]{1,80}))\]\s*",
    re.IGNORECASE,
)
_OPENS_QUOTE = re.compile(r"\|\s*[\"“”„«']")
_CLOSES_QUOTE = ('"', "“", "”", "»", "'")


@dataclass(frozen=True, slots=True)
class Candidate:
    """One line of an answer. `replaces`: the number of an existing note, 0 = none. `starts`, `until` and
    `about`: as they were written, empty where nothing was."""

    line: str
    text: str
    pinned: bool = False
    shared: bool = False
    company: bool = False
    replaces: int = 0
    quote: str = ""
    starts: str = ""
    until: str = ""
    about: str = ""


def candidates(answer: str) -> list[Candidate]:
    """The lines of an answer that are notes; everything else in it is nothing."""
    found = []
    for line in asking.without_recalled(answer).splitlines():
        match = _LINE.match(line)
        if match is None:
            continue
        rest, marks, bounds, replaces = match["rest"], set(), {}, 0
        while marker := _MARKER.match(rest):
            if marker["number"]:
                replaces = int(marker["number"])
            elif marker["bound"]:
                bounds[marker["bound"].lower()] = " ".join(marker["value"].split())
            else:
                marks.add(marker["name"].lower())
            rest = rest[marker.end() :]
        text, quote = _parted(rest)
        if text.strip().upper().rstrip(".") == "NONE":
            continue
        found.append(
            Candidate(
                line=line.strip(),
                text=one_line(text),
                pinned="pinned" in marks,
                shared="shared" in marks,
                company="company" in marks,
                replaces=replaces,
                quote=quote,
                starts=bounds.get("from", ""),
                until=bounds.get("until", ""),
                about=bounds.get("about", ""),
            )
        )
    return found


def _parted(rest: str) -> tuple[str, str]:
    """The sentence, and the quote behind its bar. In two steps: one pattern for both would try every bar
    with every quotation mark of the line."""
    ended = rest.rstrip().removesuffix(".").rstrip()
    opened = _OPENS_QUOTE.search(ended) if ended.endswith(_CLOSES_QUOTE) else None
    if opened is None or len(ended) - opened.end() < 2:
        return rest, ""
    return rest[: opened.start()].rstrip(), ended[opened.end() : -1]
