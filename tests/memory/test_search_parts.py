"""The pure parts of the search: words, ranking, the piece of a long text that is shown."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as some

from memory.indexing import owned
from memory.ranking import KEPT, Candidate, Searched, best_first, joined, rank
from memory.snippets import LONGEST, snippet
from memory.stemming import STOP_WORDS, stem, terms, words


def row(number: int, body: str, before: str = "", after: str = "", **more) -> Candidate:
    fields = {"kind": "message", "author": "", "group": "", "position": 0, "trip_id": 1} | more
    said = (body, before, after)
    length = sum(len(words(text)) for text in said)
    return Candidate(row=number, object_id=number, words=length, terms=joined(*map(terms, said)), **fields)


def order(rows: list[Candidate], question: str, **more) -> list[int]:
    mean = sum(one.words for one in rows) / len(rows)
    return [entry.candidate.row for entry in rank(rows, terms(question), Searched(len(rows), mean), **more)]


# --- Words --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("hotels", "Hotel"),
        ("Café", "cafe"),
        ("allergies", "allergic"),
        ("flew", "flights"),
        ("children", "child"),
        ("STRASSE", "straße"),
        ("Ｔｏｋｙｏ", "tokyo"),
    ],
)
def test_these_are_the_same_word(one: str, other: str) -> None:
    assert terms(one) == terms(other) != []


def test_words_that_say_nothing_are_left_out() -> None:
    assert terms("What is it that they don't have?") == []
    assert all(word == word.lower() for word in STOP_WORDS)


def test_scripts_without_spaces_are_found_by_pairs() -> None:
    assert set(terms("京都")) <= set(terms("東京都庁"))
    assert not set(terms("京都")) & set(terms("大阪"))


@given(some.text(max_size=30))
def test_terms_are_safe_to_put_into_a_query(text: str) -> None:
    assert all(term.isascii() and term.isalnum() and len(term) <= 81 for term in terms(text))


@given(some.lists(some.integers(1, 10_000), min_size=2, max_size=6, unique=True), some.text(max_size=12))
def test_a_word_of_one_owner_is_never_a_word_of_another(owners: list[int], text: str) -> None:
    found = [set(owned(owner, terms(f"{text} 1x 2 o3x"))) for owner in owners]
    assert all(not one & other for one, other in combinations(found, 2))


def test_a_very_long_word_is_cut() -> None:
    assert stem("a" * 500) == stem("a" * 600)


# --- Ranking ------------------------------------------------------------------------------------


def test_the_rarer_word_weighs_more() -> None:
    rows = [row(number, f"the hotel has a garden {number}") for number in range(1, 9)]
    rows.append(row(9, "the pagoda has a terrace"))
    assert order(rows, "hotel pagoda")[0] == 9


def test_a_text_counts_more_than_its_neighbours() -> None:
    rows = [row(1, "yes please", before="a pool?"), row(2, "a pool"), row(3, "nothing of it here")]
    assert order(rows, "pool") == [2, 1, 3][:2] + [3]


def test_what_is_beside_a_good_answer_rises() -> None:
    talk = [
        row(1, "snorkelling with turtles, snorkelling all day", group="t", position=5),
        row(2, "snorkelling", group="t", position=6),
        row(3, "snorkelling", group="t", position=20),
        row(4, "something else", group="t", position=30),
    ]
    assert order(talk, "snorkelling turtles").index(2) < order(talk, "snorkelling turtles").index(3)


def test_the_author_whom_the_question_names_comes_first() -> None:
    rows = [row(1, "a quiet temple", author="ben"), row(2, "a quiet temple", author="ada"), row(3, "a port")]
    assert order(rows, "temple", named="ben")[0] == 1
    assert order(rows, "temple", named="ada")[0] == 2


def test_of_equals_the_newer_comes_first() -> None:
    assert order([row(1, "closed on monday"), row(2, "closed on monday"), row(3, "x")], "monday")[:2] == [
        2,
        1,
    ]


def test_what_was_replaced_counts_for_half() -> None:
    rows = [row(1, "no wine, no wine at all"), row(2, "wine is fine again for everybody"), row(3, "bread")]
    ranked = rank(rows, terms("wine"), Searched(3, 5.0))
    assert ranked[0].candidate.row == 1
    assert best_first(ranked, {("message", 1)})[0].candidate.row == 2


def test_one_weak_word_of_many_is_no_answer() -> None:
    rows = [row(number, f"likes rooms {number}") for number in range(1, 6)]
    assert order(rows, "insurance scuba policy accordion likes") == []
    assert order(rows, "likes") != []


def test_the_parts_add_up_and_the_best_are_kept() -> None:
    rows = [row(number, "a lake " * (number % 7 + 1), group="t", position=number) for number in range(1, 400)]
    ranked = rank(rows, terms("lake"), Searched(4_000, 9.0), named="nobody")
    assert len(ranked) == KEPT
    assert all(entry.score == entry.words + entry.author + entry.neighbour for entry in ranked)
    assert [entry.score for entry in ranked] == sorted((entry.score for entry in ranked), reverse=True)


# --- What is shown ------------------------------------------------------------------------------


def test_a_short_text_is_shown_whole_on_one_line() -> None:
    assert snippet("  two\nlines ", []) == "two lines"


def test_of_a_long_text_the_part_that_answers_is_shown() -> None:
    text = "filler words here. " * 80 + "The ferry to Naoshima leaves at ten. " + "more filler. " * 80
    shown = snippet(text, terms("ferry Naoshima"))
    assert "ferry to Naoshima" in shown and shown.startswith("… ") and shown.endswith(" …")


@given(some.text(max_size=2_000), some.lists(some.sampled_from(terms("a ferry to naoshima")), max_size=2))
def test_it_is_never_longer_than_promised(text: str, wanted: list[str]) -> None:
    assert len(snippet(text, wanted)) <= LONGEST
