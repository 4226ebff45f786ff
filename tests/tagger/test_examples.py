"""The marked messages are well marked, and the shipped file is of them."""

from __future__ import annotations

import pytest

from tests.tagger.examples import LABELS, TAGS, digest, files, load, parse, parts
from trips.reading.tagger.model import Model, model

TURKISH = "{where to?} [to İzmir], [adult me]+[child 2 kids=two children] 👪, no [avoid museums]!"


@pytest.fixture(scope="module")
def reader() -> Model:
    return model()


def test_the_file_was_trained_on_these_examples(reader: Model) -> None:
    assert reader.examples == digest(files()), "the examples differ: `make tagger` trains anew"


def test_the_file_says_what_it_finds(reader: Model) -> None:
    assert reader.heads["tags"] == TAGS


def test_every_label_has_examples() -> None:
    examples = load(files())
    assert len(examples) > 2_000
    marked = {label: sum(label == one for each in examples for one, _, _ in each.marks) for label in LABELS}
    assert {label: number for label, number in marked.items() if number < 25} == {}


def test_marks_become_tags_of_words(reader: Model) -> None:
    example = parse(TURKISH)
    assert example.asked == "where to?" and example.text == "İzmir, me+2 kids 👪, no museums!"
    assert [(example.text[i:j], label) for label, i, j in example.marks] == [
        ("İzmir", "to"), ("me", "adult"), ("2 kids", "child"), ("museums", "avoid")]  # fmt: skip
    assert [tag for _, tag in parts(example, reader.vocabulary)] == [
        "B-to", "O", "B-adult", "O", "B-child", "I-child", "O", "O", "O", "B-avoid", "O"]  # fmt: skip


@pytest.mark.parametrize("line", ["[place Rome]", "a [to Rome", "Rome] it is", "[to [from Rome]]"])
def test_a_slip_of_marking_is_told(line: str) -> None:
    with pytest.raises(ValueError, match="not well marked"):
        parse(line)
