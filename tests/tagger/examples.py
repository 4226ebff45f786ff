"""The examples beside the tagger, a folder for each head, a message a line.

`[label words=plain value]`, behind what the agent said in `{}`; of jobs: `phase | jobs | {} message`.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from trips.reading.tagger.model import WHOLE
from trips.reading.tagger.pieces import Vocabulary

FOLDER = Path(__file__).parents[2] / "trips" / "reading" / "tagger" / "examples"
LABELS = {
    "wish": "to notto from start end window length part adult child age oldage budget diet access interest "
    "must avoid by notby stay staywish notstay occasion fixed fixedwhen seen pace dayfrom dayto rest drop",
    "edit": "remove add replace with move swap earlier later longer shorter lock unlock cheaper nicer easier "
    "busier startlater endearlier startearlier endlater hotel addnight dropnight guest leaves undo free day "
    "today time from length beside",
    "expense": "sum each count what payer split day back",
    "report": "loved good mixed bad skipped tired ill late crowded closed weather who",
    "memory": "diet allergy health access fear like dislike person home work pace hours money over forget "
    "always trip",
}
JOBS = "facts,answer,edit,expense,report,remember,forget,question,command,small talk,other language".split(
    ","
)
HEADS = {
    head: ["O", *(begin + label for label in labels.split() for begin in ("B-", "I-"))]
    for head, labels in LABELS.items()
} | {WHOLE: JOBS}
PHASES = {
    "edit": "plan",
    "expense": "on the way",
    "report": "on the way",
    "wish": "asking",
    "memory": "asking",
}
_ASKED = re.compile(r"\{([^{}]*)\}\s*")
_MARK = re.compile(r"\[([a-z]+) ([^\[\]=]+)(?:=[^\[\]=]+)?\]")


@dataclass(frozen=True)
class Example:
    """`marks`: label, start and end in the text. `jobs`: those of the message, None where nobody said."""

    head: str
    text: str
    asked: str = ""
    phase: str = ""
    marks: tuple[tuple[str, int, int], ...] = ()
    jobs: tuple[str, ...] | None = None


def parse(line: str, head: str = "wish") -> Example:
    phase, jobs, marks = PHASES.get(head, ""), None, []
    if head == WHOLE:
        phase, kinds, line = (part.strip() for part in line.split("|", 2))
        jobs = tuple(kind.strip() for kind in kinds.split(","))
    asked = _ASKED.match(line)
    line = line[asked.end() :] if asked else line
    text, at = "", 0
    for mark in _MARK.finditer(line):
        text += line[at : mark.start()]
        marks.append((mark[1], len(text), len(text) + len(mark[2])))
        text, at = text + mark[2], mark.end()
    text += line[at:]
    labels = set(LABELS.get(head, "").split())
    if (
        set(text) & set("[]{}")
        or not {label for label, _, _ in marks} <= labels
        or not set(jobs or ()) <= {*JOBS}
    ):
        raise ValueError(f"not well marked: {line}")
    return Example(head, text, asked[1] if asked else "", phase, tuple(marks), jobs)


def files() -> list[Path]:
    return sorted(FOLDER.glob("*/*.txt"))


def load() -> list[Example]:
    return [
        parse(line.strip(), path.parent.name)
        for path in files()
        for line in path.read_text("utf-8").splitlines()
        if line.strip()
    ]


def digest() -> str:
    return hashlib.sha256(b"\n".join(path.read_bytes() for path in files())).hexdigest()


def parts(example: Example, known: Vocabulary) -> Iterator[tuple[str, str]]:
    """Each word and its tag."""
    before = None
    for word in known.words(example.text):
        mark = next((one for one in example.marks if one[1] < word.end and word.start < one[2]), None)
        tag = f"{'I' if mark is before else 'B'}-{mark[0]}" if mark else "O"
        before = mark
        yield example.text[word.start : word.end], tag
