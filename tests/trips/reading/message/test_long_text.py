"""Twenty thousand characters of anything are read in bounded time."""

from __future__ import annotations

import datetime as dt
import random
import string
import time

import pytest

from tests.hostile.clock import slowness
from trips.catalogue.gazetteer import default_gazetteer
from trips.reading import understand
from trips.reading.bounded import READ, bounded

TODAY = dt.date(2026, 11, 21)
LENGTH = 20_000
WORDS = (
    "Paris New York San to from and 5 nights in the Tokyo, Rome or Hotel Grand $ 3000 people kids aged Feb 15"
)
PIECES = [
    "a", "1", " ", "9,", "€1,", "and ", "1 ",
    "2-3 ", "Feb 15-", "my wife, ", "New York, ", "no ", "from A to ", "(",
    "kids 4, ", "1,000", "would like to ", "\n", "San ", "3 or ", "not ",
    "must see the ", "<b", "the Mount ", "?", "🎉", "東京", "é",
    "字", "駅から京都へ行",
    "1.1.", "my friend and ", "per night ", "12/12/", "Hotel ", "in the ", "between 1 and ",
    "-------",
]  # fmt: skip


def noise(kind: str, seed: int) -> str:
    chance = random.Random(seed)
    if kind == "letters":
        return "".join(chance.choice(string.printable) for _ in range(LENGTH))
    if kind == "unicode":
        return "".join(
            chr(chance.choice([chance.randrange(32, 0x250), chance.randrange(0x300, 0x9FFF)]))
            for _ in range(LENGTH)
        )
    return " ".join(chance.choice(WORDS.split()) for _ in range(LENGTH // 4))[:LENGTH]


def seconds(text: str) -> float:
    """Of an ordinary processor, the better of two readings: a busy machine is none of the reader's faults."""
    slow = slowness()
    return min(_seconds(text), _seconds(text)) / max(slow, slowness())


def _seconds(text: str) -> float:
    started = time.process_time()
    understood = understand(text, today=TODAY, gazetteer=default_gazetteer())
    spent = time.process_time() - started
    assert all(change.quote in bounded(text) for change in understood.changes)
    return spent


@pytest.mark.parametrize("piece", PIECES, ids=repr)
def test_the_same_again_and_again_takes_less_than_a_second(piece: str) -> None:
    assert seconds((piece * LENGTH)[:LENGTH]) < 1.0


@pytest.mark.parametrize("kind", ["letters", "unicode", "words"])
@pytest.mark.parametrize("seed", range(3))
def test_noise_takes_less_than_a_second(kind: str, seed: int) -> None:
    assert seconds(noise(kind, seed)) < 1.0


def test_a_long_message_says_that_only_its_beginning_was_read() -> None:
    text = "Three days in Boston, 2 people. " + "We love history. " * 2000
    understood = understand(text, today=TODAY, gazetteer=default_gazetteer())
    told = {change.path: change.value for change in understood.changes}
    assert told["destinations"] == "Boston" and told["dates.days"] == 3
    assert any(f"{READ:,}" in problem for problem in understood.problems)


def test_an_everyday_sentence_takes_a_few_milliseconds() -> None:
    sentence = "Ten days in Japan in April with two kids, about $6,000, we love food and gardens"
    understand(sentence, today=TODAY, gazetteer=default_gazetteer())
    times = sorted(seconds(sentence) for _ in range(20))
    assert times[10] < 0.02
