"""Stretches of a message with their labels: the best path through what the encoder says of each word."""

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import NamedTuple

import numpy as np

from trips.reading.tagger.model import Model, model
from trips.reading.tagger.pieces import Word

#: Of a message; what follows is not read. Pieces are words or parts of words.
MOST_PIECES = 1_600
#: Read at once, of the message and of the question before it.
WINDOW, ASKED = 200, 48


class Span(NamedTuple):
    """Characters start to end of the text; `score`: how likely the label is where it is least likely."""

    label: str
    start: int
    end: int
    score: float


@lru_cache(maxsize=128)  # several readers ask about one message
def tag(text: str, asked: str = "") -> tuple[Span, ...]:
    """The spans of a message in their order, none inside another. `asked`: the agent's last question."""
    return tuple(spans_of(model(), text, asked))


def spans_of(reader: Model, text: str, asked: str = "") -> Iterator[Span]:
    question = [piece for word in _read(reader, asked, ASKED) for piece in word.ids]
    tags = tuple(reader.heads["tags"])
    for words in _windows(list(_read(reader, text, MOST_PIECES))):
        logits = reader(question, [piece for word in words for piece in word.ids])["tags"]
        first = np.cumsum([0, *(len(word.ids) for word in words[:-1])])
        yield from _joined(words, tags, logits[first])


def _read(reader: Model, text: str, most: int) -> Iterator[Word]:
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


def _joined(words: list[Word], tags: tuple[str, ...], logits: np.ndarray) -> Iterator[Span]:
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
