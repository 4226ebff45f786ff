"""One message while it is read: the text, what was claimed of it, what was found in it.

Every extractor reads `open`, the message with claimed stretches blanked out, so that what one of them
has understood ("seats 5 people", "Feb 15-18") is never understood a second time as something else.
Positions in `view` and `open` are the same; `quote` turns them back into the words that were typed.
"""

from __future__ import annotations

import datetime as dt
import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from trips.catalogue.gazetteer import Gazetteer
from trips.reading.bounded import SENTENCE, WHOLE, bounded
from trips.reading.quotes import without_others
from trips.schemas import Change, FactOp, TripFacts

#: Stands for a claimed character: neither a letter, nor a space, nor punctuation anyone types.
CLAIMED = "\x00"

_SAME_LENGTH = {
    **{ord(mark): "'" for mark in "’‘‛`´ʼ′"},
    **{ord(mark): '"' for mark in "“”„«»″"},
    **{ord(mark): "-" for mark in "–—‒‑−―〜～"},
    **{ord(mark): " " for mark in "\u00a0\u2007\u2009\u200a\u202f\u3000\t\r\x00\u200b\ufeff"},
    **{code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5E)},
    ord("。"): ".",
    ord("、"): ",",
}
#: "3~5 May"; before a sum it means "about".
_TILDE = re.compile(r"(?<=[\w.])~(?=\w)")
#: "dont", "cant": read as with the apostrophe that people leave out.
_NO_APOSTROPHE = re.compile(r"\b(?:do|does|did|ca|wo|is|are|was|were|have|has|would|should|could)nt\b", re.I)
_TAG = re.compile(r"<(script|style)\b[^<]{0,4000}</\1\s{0,5}>|</?[a-zA-Z!][^<>]{0,400}>", re.IGNORECASE)
#: A new line starts a new matter before a bullet, a label or an empty line; else it only wraps.
_LINE_END = re.compile(r"\n(?=(?P<new>\s*(?:[-*•]|\d{1,2}[.)]\s|[A-Za-z][\w ]{0,24}[:=]|\n))?)")
#: Between two statements of a sentence; commas inside numbers are none.
_STATEMENT_END = re.compile(r"[,;\n](?!\d)|\s-\s|\b(?:but|however)\b|[.!?](?=\s|$)")
_LONGEST_STATEMENT = 400  # characters before what is looked at


@dataclass(frozen=True)
class Span:
    start: int
    end: int


@dataclass
class Reading:
    """What is read of `text`; extractors add to `changes`, `problems` and the answers below."""

    text: str
    today: dt.date
    gazetteer: Gazetteer
    facts: TripFacts = field(default_factory=TripFacts)
    asked: tuple[str, ...] = ()
    planned: bool = False  # a plan is chosen: what is said is of the trip as it goes
    before: str = ""  # what the agent said last
    tell: Callable[[str], list[Change]] = lambda words: []  # reads words as a message of their own
    changes: list[Change] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    declined: list[str] = field(default_factory=list)
    doubts: list[str] = field(default_factory=list)  # sentences kept as they were said, to be asked about
    undecided: list[str] = field(default_factory=list)  # destinations between which the words leave it open
    impossible: list[Span] = field(default_factory=list)  # what was said and can't be
    about_a_plan: bool = False  # it wishes something of a plan's days that is no fact
    message: Any = None  # as trips/reading sees it, once somebody asked (charted.py)
    forgotten: list[Span] = field(default_factory=list)  # what is to be remembered no more
    verdicts: list[Span] = field(default_factory=list)  # clauses that say how much a place counts, or when

    def __post_init__(self) -> None:
        whole = bounded(self.text, WHOLE)
        self.text = bounded(whole)
        self.cut = len(self.text) < len(whole)  # more was said than is read
        self.view, self._positions = _view(without_others(self.text))
        self.open = _LINE_END.sub(_joined_lines, self.view)
        self.sentences = [Span(*one.span()) for one in SENTENCE.finditer(self.view) if one[0].strip()]
        self._spans: dict[int, Span] = {}

    @property
    def started(self) -> bool:
        """Whether a chosen plan's first day has come: it can't begin on another day any more."""
        start = self.facts.dates.start
        return self.planned and start is not None and start <= self.today

    # --- claiming ---

    def claim(self, start: int, end: int) -> None:
        """Nobody after this reads these characters."""
        self.open = self.open[:start] + CLAIMED * (end - start) + self.open[end:]

    def sentence_of(self, position: int) -> Span:
        return next(
            (span for span in self.sentences if span.start <= position < span.end), Span(0, len(self.view))
        )

    # --- telling ---

    def quote(self, start: int, end: int) -> str:
        """The typed words between two positions, without blanks and commas around them."""
        while start < end and self.view[start] in " \n,;:":
            start += 1
        while end > start and self.view[end - 1] in " \n,;:":
            end -= 1
        if start >= end:
            return ""
        return self.text[self._positions[start] : self._positions[end]]

    def change(
        self,
        path: str,
        value: str | int | Decimal | bool | dt.date | None,
        start: int,
        end: int,
        *,
        op: FactOp = "set",
        subject: str = "",
    ) -> None:
        if isinstance(value, dt.date):
            value = value.isoformat()
        change = Change(path=path, op=op, value=value, subject=subject, quote=self.quote(start, end))
        if not any(_same(change, other) for other in self.changes):
            self.changes.append(change)
            self._spans[id(change)] = Span(start, end)

    def span_of(self, change: Change) -> Span | None:
        """Where a change stands in the message."""
        return self._spans.get(id(change))

    def replace(self, change: Change, **values: Any) -> None:
        """Another change in its place."""
        new = change.model_copy(update=values)
        self.changes[self.changes.index(change)] = new
        self._spans[id(new)] = self._spans[id(change)]

    def problem(self, sentence: str, at: Span | None = None) -> None:
        """`at`: where something impossible is said; nothing of that statement will be changed."""
        if sentence not in self.problems:
            self.problems.append(sentence)
        if at is not None:
            self.impossible.append(at)

    def withdraw_impossible(self) -> None:
        """Takes back all changes of the statements in which something impossible is said."""
        statements = [self.statement_around(span) for span in self.impossible]

        def stands_within(change: Change) -> bool:
            span = self._spans.get(id(change))
            return span is not None and any(one.start <= span.start < one.end for one in statements)

        self.changes = [change for change in self.changes if not stands_within(change)]

    def statement_around(self, span: Span) -> Span:
        """The words between two commas or ends of sentences that hold `span`."""
        sentence = self.sentence_of(span.start)
        begin = max(sentence.start, span.start - _LONGEST_STATEMENT)
        before = [match.end() for match in _STATEMENT_END.finditer(self.view, begin, span.start)]
        after = _STATEMENT_END.search(self.view, span.end, max(sentence.end, span.end))
        return Span(before[-1] if before else begin, after.start() if after else sentence.end)

    def said(self, path: str) -> Change | None:
        """The last change of this path that the message makes."""
        return next((change for change in reversed(self.changes) if change.path == path), None)


def _same(one: Change, other: Change) -> bool:
    return (one.path, one.op, one.subject, one.value) == (other.path, other.op, other.subject, other.value)


def _view(text: str) -> tuple[str, list[int]]:
    """The text with one kind of dash and quote, letters composed, tags blanked; and for each of its
    characters (and its end) the position in the typed text."""
    if text.isascii():
        characters, positions = text.translate(_SAME_LENGTH), list(range(len(text) + 1))
    else:
        pieces, positions = [], []
        index = 0
        while index < len(text):
            end = index + 1
            while end < len(text) and unicodedata.combining(text[end]):
                end += 1
            cluster = unicodedata.normalize("NFC", text[index:end])[:1] if end - index > 1 else text[index]
            pieces.append(cluster)
            positions.append(index)
            index = end
        positions.append(len(text))
        characters = "".join(pieces).translate(_SAME_LENGTH)
    characters = _TILDE.sub("-", characters)
    characters = _TAG.sub(lambda match: " " * len(match.group()), characters)
    for match in reversed(list(_NO_APOSTROPHE.finditer(characters))):
        at = match.end() - 1
        characters = f"{characters[:at]}'{characters[at:]}"
        positions.insert(at, positions[at])
    return characters, positions


def _joined_lines(match: re.Match[str]) -> str:
    return " " if match["new"] is None else ";"
