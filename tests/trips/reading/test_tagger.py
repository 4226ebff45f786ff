"""Spans with labels: where they stand, of any text, in any thread and child."""

from __future__ import annotations

import multiprocessing
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.house.sources import ROOT
from trips.reading.tagger import Span, jobs, tag
from trips.reading.tagger.model import model
from trips.reading.tagger.pieces import Vocabulary
from trips.reading.tagger.spans import WINDOW, _windows, read

TRIP = "Lisbon for 4 nights in May with my wife. We are vegan, no museums please!"
ODD = {
    "nothing": "",
    "spaces": " \t\n  ",
    "a NUL": "vegan\x00 trip to Rome\x00",
    "pictures": "👨‍👩‍👧‍👦 to Rome 🇮🇹🍕 no 🏛️ museums 🙅🏽‍♀️",
    "combining marks": "Tra\u0301vel to Ma\u0301laga, cre\u0300me bru\u0302le\u0301e" + "\u0301" * 50,
    "right to left": "שלום to Rome \u202eemoR ot\u202c مرحبا, vegan",
    "no spaces": "a" * 20_000,
    "signs": "?!" * 10_000,
    "letters of elsewhere": "東京に行きたい。" * 500,
    "lone surrogate": "to Rome \ud83d vegan",
    "capitals that grow": "İSTANBUL ẞ ŉ ﬁ vegan",
    "long": "We go to Rome with two kids, both vegan. " * 500,
}


def said(text: str, asked: str = "") -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for span in tag(text, asked):
        found.setdefault(span.label, []).append(text[span.start : span.end])
    return found


def test_it_reads_what_a_trip_says() -> None:
    found = said(TRIP)
    assert found["to"] == ["Lisbon"] and found["length"] == ["4 nights"] and found["window"] == ["May"]
    assert found["diet"] == ["vegan"] and found["avoid"] == ["museums"]


def test_the_question_before_counts() -> None:
    assert said("Leeds", "Where will you travel from?") == {"from": ["Leeds"]}
    assert said("Porto", "Where would you like to go?") == {"to": ["Porto"]}
    long = "I have found three places that might suit you, and each has its charm. " * 9
    assert said("Leeds", f"{long}Where will you travel from?") == {"from": ["Leeds"]}


def test_each_head_has_labels_of_its_own() -> None:
    edit = "drop the wine tasting and move lunch to monday"
    assert {span.label for span in tag(edit, phase="plan", head="edit")} >= {"remove", "today"}
    paid = "paid 23 euros for the taxi"
    found = {
        span.label: paid[span.start : span.end] for span in tag(paid, phase="on the way", head="expense")
    }
    assert found["sum"] == "23 euros" and found["what"] == "taxi"


@pytest.mark.parametrize(
    ("phase", "text", "job"),
    [
        ("asking", "two of us, Lisbon, 4 nights in May", "facts"),
        ("plan", "drop the wine tasting please", "edit"),
        ("on the way", "paid 23 euros for the taxi", "expense"),
        ("on the way", "is the castle open on mondays?", "question"),
        ("asking", "forget everything you know about me", "forget"),
        ("plan", "guten tag, wir suchen ein hotel", "other language"),
    ],
)
def test_it_says_what_a_message_does(phase: str, text: str, job: str) -> None:
    likely = jobs(text, phase=phase)
    assert max(likely, key=likely.get) == job and likely[job] > 0.5


def test_nothing_does_nothing() -> None:
    assert set(jobs("  ").values()) == {0.0}


@pytest.mark.parametrize("text", ODD.values(), ids=ODD)
def test_spans_of_any_text_are_whole_words_in_order(text: str) -> None:
    at = 0
    for span in tag(text):
        words = text[span.start : span.end]
        assert at <= span.start < span.end <= len(text)
        assert words == words.strip() and 0 < span.score <= 1
        assert not (text[span.start - 1 : span.start].isalnum() and words[0].isalnum())
        assert not (text[span.end : span.end + 1].isalnum() and words[-1].isalnum())
        at = span.end


def test_odd_signs_beside_a_word_do_not_move_it() -> None:
    assert said("👨‍👩‍👧 No museums 🏛️, we fly to Ma\u0301laga 🏖️")["to"] == ["Ma\u0301laga"]
    assert said("\x00\x00 to Rome, no museums\x00")["avoid"] == ["museums"]


def test_windows_hold_every_word_once_and_end_with_sentences() -> None:
    words = list(model().vocabulary.words("We like the sea and old towns very much. " * 60))
    cut = list(_windows(words))
    assert [word for window in cut for word in window] == words and len(cut) > 2
    assert all(sum(len(word.ids) for word in window) <= WINDOW for window in cut)
    assert all(window[-1].ends for window in cut)
    endless = list(_windows(list(model().vocabulary.words("sea " * 450))))
    assert [len(window) for window in endless] == [200, 200, 50]


def test_a_later_window_is_read_too() -> None:
    text = "The weather here has been what it always is at this time of the year. " * 20 + TRIP
    assert "museums" in said(text)["avoid"]


def test_pieces_are_the_longest_known() -> None:
    known = Vocabulary(["[PAD]", "[UNK]", "[CLS]", "[SEP]", "sea", "##side", "s", "##s", "##i", "'", "e"])
    assert [known.ids(word) for word in ("Seaside", "seas", "séa", "’", "seax", "東", "s" * 61)] == [
        (4, 5), (4, 7), (4,), (9,), (1,), (1,), (1,)]  # fmt: skip


def test_the_same_answers_twice_and_in_threads() -> None:
    texts = [f"{TRIP} {number} of us" for number in range(12)]

    def logits(text: str) -> list:
        return [said["wish"].tolist() for _, said in read(model(), text)]

    once = [logits(text) for text in texts]
    with ThreadPoolExecutor(6) as pool:
        assert list(pool.map(logits, texts)) == once


def test_a_child_of_a_process_that_has_read_reads_the_same() -> None:
    here = tag(TRIP)
    with multiprocessing.get_context("fork").Pool(1) as pool:
        assert [Span(*span) for span in pool.apply_async(tag, (f"{TRIP} ",)).get(60)] == list(here)


def test_twenty_thousand_characters_take_a_moment() -> None:
    tag(TRIP)
    for text in (ODD["long"], ODD["no spaces"], "Xqzvw" * 3 + " " + "jkqxz " * 3_400):
        begun = time.process_time()
        tag(f"{text[:20_000]} {begun}")
        assert time.process_time() - begun < 3  # about half a second on a quiet machine


def test_nothing_is_loaded_before_somebody_reads() -> None:
    program = "import sys, trips.reading.tagger; sys.exit('onnxruntime' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], cwd=ROOT, timeout=60).returncode == 0
