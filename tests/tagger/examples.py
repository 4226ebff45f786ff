"""The marked messages beside the tagger: `[label words=plain value]`, behind the agent's question in `{}`."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from trips.reading.tagger.pieces import Vocabulary

FOLDER = Path(__file__).parents[2] / "trips" / "reading" / "tagger" / "examples"
LABELS = (
    "to notto from start end window length part adult child age oldage budget diet access interest must "
    "avoid by notby stay staywish notstay occasion fixed fixedwhen seen pace dayfrom dayto rest drop"
).split()
TAGS = ["O", *(begin + label for label in LABELS for begin in ("B-", "I-"))]
_ASKED = re.compile(r"\{([^{}]*)\}\s*")
_MARK = re.compile(r"\[([a-z]+) ([^\[\]=]+)(?:=[^\[\]=]+)?\]")


@dataclass(frozen=True)
class Example:
    """`marks`: label, start and end in the text."""

    text: str
    asked: str
    marks: tuple[tuple[str, int, int], ...]


def parse(line: str) -> Example:
    before = _ASKED.match(line)
    line = line[before.end() :] if before else line
    text, marks, at = "", [], 0
    for mark in _MARK.finditer(line):
        text += line[at : mark.start()]
        words, at = mark[2].strip(), mark.end()
        marks.append((mark[1], len(text), len(text) + len(words)))
        text += words
    text += line[at:]
    if set(text) & set("[]{}") or any(label not in LABELS for label, _, _ in marks):
        raise ValueError(f"not well marked: {line}")
    return Example(text, before[1] if before else "", tuple(marks))


def files(folder: Path = FOLDER) -> list[Path]:
    return sorted(folder.glob("*.txt"))


def load(paths: Iterable[Path]) -> list[Example]:
    lines = (line.strip() for path in paths for line in path.read_text("utf-8").splitlines())
    return [parse(line) for line in lines if line]


def digest(paths: Iterable[Path]) -> str:
    return hashlib.sha256(b"\n".join(path.read_bytes() for path in paths)).hexdigest()


def parts(example: Example, known: Vocabulary) -> Iterator[tuple[str, str]]:
    """Each word and its tag."""
    before = None
    for word in known.words(example.text):
        mark = next((one for one in example.marks if one[1] < word.end and word.start < one[2]), None)
        tag = f"{'I' if mark is before else 'B'}-{mark[0]}" if mark else "O"
        before = mark
        yield example.text[word.start : word.end], tag
