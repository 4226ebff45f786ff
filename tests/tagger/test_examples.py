"""The marked messages are well marked, and the shipped file is of them."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.tagger.examples import HEADS, JOBS, LABELS, digest, load, parse, parts
from trips.reading.tagger.model import Model, model

TURKISH = "{where to?} [to İzmir], [adult me]+[child 2 kids=two children] 👪, no [avoid museums]!"


#: Of a label with fewer examples nothing is learned.
FEW = 10


@pytest.fixture(scope="module")
def reader() -> Model:
    return model()


def test_the_file_was_trained_on_these_examples(reader: Model) -> None:
    assert reader.examples == digest(), "the examples differ: `make tagger` trains anew"


def test_the_file_says_what_it_finds(reader: Model) -> None:
    assert reader.heads == HEADS


def test_every_label_has_examples() -> None:
    examples = load()
    assert len(examples) > 6_000
    given = Counter((each.head, label) for each in examples for label, _, _ in each.marks)
    given.update(("job", job) for each in examples for job in each.jobs or ())
    known = [(head, label) for head, labels in LABELS.items() for label in labels.split()]
    known += [("job", job) for job in JOBS]
    assert [(pair, given[pair]) for pair in known if given[pair] < FEW] == []


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


def test_jobs_have_a_form_of_their_own() -> None:
    example = parse(
        "plan | edit, question | {Anything else?} take out the fado night, and when is sunset?", "job"
    )
    assert (example.phase, example.jobs, example.asked) == ("plan", ("edit", "question"), "Anything else?")
    with pytest.raises(ValueError, match="not well marked"):
        parse("plan | edits | {} x", "job")
