"""Stretches of a message with their labels: the best path through what the encoder says of each word."""

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import NamedTuple

import numpy as np

from trips.reading.tagger.model import WHOLE, Model, model
from trips.reading.tagger.pieces import Word

#: Of a message; what follows is not read. Pieces are words or parts of words.
MOST_PIECES = 1_600
#: Read at once, of the message and of what is before it.
WINDOW, BEFORE, _WORDS = 200, 48, 30


class Span(NamedTuple):
    """Characters start to end of the text; `score`: how likely the label is where it is least likely."""

    label: str
    start: int
    end: int
    score: float


def tag(text: str, asked: str = "", *, phase: str = "", head: str = "wish") -> tuple[Span, ...]:
    """The spans of a message in their order, none inside another. `asked`: what the agent said last. `phase`:
    of the trip, if known ("asking", "options", "plan", "on the way", "after"). `head`: whose labels."""
    return _tagged(text, before(asked, phase), head)


def jobs(text: str, asked: str = "", *, phase: str = "") -> dict[str, float]:
    """How likely it is that a message tells facts, answers, asks …: each by itself, several may be."""
    said = [logits[WHOLE] for _, logits in _said(text, before(asked, phase))]
    likely = 1 / (1 + np.exp(-np.max(said, axis=0))) if said else np.zeros(len(model().heads[WHOLE]))
    return {job: round(float(each), 4) for job, each in zip(model().heads[WHOLE], likely, strict=True)}


def before(asked: str, phase: str) -> str:
    """What the encoder reads before a message: the last words of what was said, where the question stands."""
    asked = " ".join(asked.split()[-_WORDS:])
    return f"{phase}: {asked}" if phase else asked


@lru_cache(maxsize=256)
def _tagged(text: str, before: str, head: str) -> tuple[Span, ...]:
    tags = tuple(model().heads[head])
    return tuple(span for words, said in _said(text, before) for span in joined(words, tags, said[head]))


@lru_cache(maxsize=16)  # several readers ask about one message, each with a head of its own
def _said(text: str, before: str) -> tuple[tuple[list[Word], dict[str, np.ndarray]], ...]:
    return tuple(read(model(), text, before))


def read(reader: Model, text: str, before: str = "") -> Iterator[tuple[list[Word], dict[str, np.ndarray]]]:
    """Window by window the words, and what each head says of them: of each word its first piece counts."""
    question = [piece for word in _first(reader, before, BEFORE) for piece in word.ids]
    for words in _windows(list(_first(reader, text, MOST_PIECES))):
        said = reader(question, [piece for word in words for piece in word.ids])
        first = np.cumsum([0, *(len(word.ids) for word in words[:-1])])
        yield words, {head: each if head == WHOLE else each[first] for head, each in said.items()}


def _first(reader: Model, text: str, most: int) -> Iterator[Word]:
    """The first words, of so many pieces at most."""
    for word in reader.vocabulary.words(text):
        most -= len(word.ids)
        if most < 0:
            return
        yield word


def _windows(words: list[Word]) -> Iterator[list[Word]]:
    """Cut behind the last sentence that ends in the second half of what can be read at once."""
    while words:
        cut = int(np.searchsorted(np.cumsum([len(word.ids) for word in words]), WINDOW, side="right"))
        if cut < len(words):
            cut = next((at for at in range(cut, cut // 2, -1) if words[at - 1].ends), cut)
        yield words[:cut]
        words = words[cut:]


def joined(words: list[Word], tags: tuple[str, ...], logits: np.ndarray) -> Iterator[Span]:
    logs = logits - np.logaddexp.reduce(logits, axis=1, keepdims=True)
    path = [tags[number] for number in _best(logs, _allowed(tags))]
    begins = [at for at, each in enumerate(path) if each[0] != "I"]
    for at, end in zip(begins, [*begins[1:], len(path)], strict=True):
        if label := path[at][2:]:
            either = np.exp(logs[at:end, [tags.index(path[at]), tags.index(f"I-{label}")]]).sum(axis=1)
            yield Span(label, words[at].start, words[end - 1].end, round(float(either.min()), 4))


@cache
def _allowed(tags: tuple[str, ...]) -> np.ndarray:
    """0 where the second tag may follow the first: an I only behind a B or I of its label."""
    barred = [[b[0] == "I" and a[2:] != b[2:] for b in tags] for a in tags]
    return np.where(barred, -np.inf, 0.0)


def _best(logs: np.ndarray, allowed: np.ndarray) -> list[int]:
    """The likeliest path (Viterbi). It begins as if behind a word outside, the first of the tags."""
    best, came = logs[0] + allowed[0], []
    for row in logs[1:]:
        ways = best[:, None] + allowed
        came.append(ways.argmax(axis=0))
        best = ways.max(axis=0) + row
    path = [int(best.argmax())]
    for back in reversed(came):
        path.append(int(back[path[-1]]))
    return path[::-1]
