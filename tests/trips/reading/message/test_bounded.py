"""What rules read has no run of what nobody writes, and else is what was typed."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trips.reading.bounded import READ, WHOLE, beginning, bounded

PIECES = st.sampled_from(
    [
        "a",
        "A" * 70,
        "1" * 80,
        " ",
        "\n",
        "\t",
        "  \n ",
        ".",
        "!?",
        ",",
        "-",
        "|",
        "あ",
        "é",
        "e\u0301",
        "word ",
        "; ",
    ]
)


@given(st.lists(PIECES, max_size=300).map("".join), st.sampled_from([40, 300, READ]))
def test_it_is_no_longer_than_asked_for_and_bounded_once_for_all(text: str, most: int) -> None:
    once = bounded(text, most)
    assert len(once) <= most
    assert bounded(once, most) == once


@pytest.mark.parametrize(
    "text",
    [
        "Ten days in Japan with two kids, about $6,000 – we love food, gardens… and “slow” mornings!",
        "Day 1: Rome\nDay 2: Naples\n\n    an indented line\n- a bullet\n```\nfenced\n```\n> quoted",
        "四月に日本へ十日間行きます。子供が二人います。予算は六千ドルです。" * 20,
        "See https://example.org/a/long-path?with=a&few=arguments#and-a-fragment (thanks!!!)",
    ],
)
def test_what_people_write_stays_as_it_is(text: str) -> None:
    assert bounded(text, WHOLE) == text


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("Rome" + " " * 500 + "and Naples", "Rome    and Naples"),
        ("Rome" + "\n \n" * 500 + "and Naples", "Rome\n \nand Naples"),
        ("Rome" + "!" * 500 + " and Naples", "Rome!!!!!!!! and Naples"),
        ("Rome " + ". " * 500 + "and Naples", "Rome . . . . . . . .and Naples"),
        ("A" * 500 + " and Naples", "A" * 64 + " and Naples"),
    ],
)
def test_a_run_is_cut(typed: str, read: str) -> None:
    assert bounded(typed) == read


def test_a_sentence_without_an_end_is_cut_between_words_and_the_next_one_is_read() -> None:
    read = bounded("Rome " * 400 + "for 1500 euros. And Naples.")
    assert read.endswith("Rome. And Naples.") and len(read) < 900


def test_no_number_is_cut_in_two() -> None:
    assert beginning("about 1500 euros", 8) == "about"


@pytest.mark.parametrize(
    "unit", ["A", " ", "\n", ".", "1", " \n", ". ", "thx. ", "word ", "あ", "e\u0301", "\n \t.,", "|---"]
)
def test_twenty_thousand_characters_of_anything_take_a_moment(unit: str) -> None:
    text = (unit * WHOLE)[:WHOLE]
    began = time.process_time()
    bounded(text, WHOLE)
    assert time.process_time() - began < 0.1
