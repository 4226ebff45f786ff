"""Tokens, the language of patterns, and the chart."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trips.reading.chart import Grammar, Rule
from trips.reading.patterns import PatternError, pattern
from trips.reading.tokens import MOST_TOKENS, tokens_of


def norms(text: str) -> list[str]:
    return [token.norm for token in tokens_of(text).all]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I don't eat meat", ["i", "do", "not", "eat", "meat"]),
        ("dont, cant & won’t", ["do", "not", ",", "can", "not", "and", "will", "not"]),
        ("six-year-old", ["six", "year", "old"]),
        ("1,200.50 euros", ["1,200.50", "euros"]),
        ("11.4.2027 or 2027-04-11", ["11.4.2027", "or", "2027-04-11"]),
        ("Café São", ["cafe", "sao"]),
        ("one\ntwo", ["one", ";", "two"]),
    ],
)
def test_a_message_becomes_tokens(text: str, expected: list[str]) -> None:
    assert norms(text) == expected


@given(st.text(max_size=300))
def test_a_token_is_where_it_says(text: str) -> None:
    for token in tokens_of(text).all:
        assert text[token.start : token.end] == token.text


def test_a_plural_is_its_word_too() -> None:
    assert [sorted(token.forms) for token in tokens_of("cities glasses bus").all] == [
        sorted({"cities", "citie", "city"}),
        sorted({"glasses", "glasse", "glass"}),
        ["bus"],
    ]


@pytest.mark.parametrize(
    "wrong", "leave|depart  (a | b  a | | b  a )  ? a  a?  (a | b?)  a (b | )".split("  ")
)
def test_what_is_no_pattern_is_refused(wrong: str) -> None:
    with pytest.raises(PatternError):
        pattern(wrong)


DAY = Rule("day", "day <number>", lambda number: number)
GRAMMAR = Grammar(
    [Rule("number", "two", 2), Rule("number", "three", 3)],
    [DAY, Rule("range", "<day:a> (to | until) (<day:b> | <number:b>)", lambda a, b: (a, b))],
    [Rule("polite", "please* (could | can) you kindly?"), Rule("odd", "day . day", lambda words: words)],
)


@pytest.mark.parametrize(
    ("text", "kind", "values"),
    [
        ("on day two", "day", [2]),
        ("day two to day three", "range", [(2, 3)]),
        ("day two until three", "range", [(2, 3)]),
        ("day four", "day", []),
        ("please please can you", "polite", [True]),
        ("day after day", "odd", ["day after day"]),
    ],
)
def test_rules_build_on_spans_of_other_rules(text: str, kind: str, values: list) -> None:
    assert [span.value for span in GRAMMAR.parse(tokens_of(text)).cover(kind)] == values


def test_a_rule_asks_for_what_comes_with_the_message() -> None:
    grammar = Grammar([Rule("when", "today", lambda today: today)])
    assert grammar.parse(tokens_of("today"), today=7).of("when")[0].value == 7


def test_a_function_that_returns_none_makes_nothing() -> None:
    grammar = Grammar([Rule("even", "<n>", lambda n: n if n % 2 == 0 else None), Rule("n", "one", 1)])
    assert grammar.parse(tokens_of("one")).of("even") == []


def test_the_cover_explains_most_and_never_overlaps() -> None:
    spans = GRAMMAR.parse(tokens_of("day two to day three and day two")).cover("day", "range", "number")
    assert [(span.kind, span.i, span.j) for span in spans] == [("range", 0, 5), ("day", 6, 8)]


@pytest.mark.parametrize(("text", "found"), [("room 12b and 7", ["12b", "7"]), ("seven nan infinity", [])])
def test_a_figure_begins_with_a_digit(text: str, found: list[str]) -> None:
    chart = Grammar([Rule("figure", r"\d b?", lambda words: words)]).parse(tokens_of(text))
    assert [span.value.replace(" ", "") for span in chart.cover("figure")] == found


def test_a_rule_whose_words_stand_further_on_is_found_by_a_later_layer() -> None:
    """Where a rule waits for spans that its own layer finds only in the second round."""
    layer = [
        Rule("a", "<b> <b> x"), Rule("b", "<c>", lambda c: c), Rule("b", "y"), Rule("c", "z"),
    ]  # fmt: skip
    chart = Grammar(layer).parse(tokens_of("y z x"))
    assert [(span.i, span.j) for span in chart.of("a")] == [(0, 3)]


def test_a_message_is_read_in_the_same_way_whatever_the_hash() -> None:
    grammar = Grammar([Rule("x", "a (b | c)* (b c | c)?", lambda words: words)])
    assert [span.j for span in grammar.parse(tokens_of("a b c b c b")).of("x")] == [5, 4, 3, 2, 1]


@pytest.mark.parametrize("unit", ["a ", "a b ", "two ", "day two to ", "please ", "a\n", "aaaa", "((", "1,"])
def test_no_text_takes_long(unit: str) -> None:
    grammar = Grammar(
        [Rule("number", "two", 2), Rule("x", "(a | b)* (a | b)* (a | b)* c"), Rule("y", "(a b? | b)* . a*")],
        [DAY, Rule("range", "<day:a> to <day:b>", lambda a, b: (a, b)), Rule("all", "<x>* <y>* <x>* c")],
    )
    began = time.process_time()
    tokens = tokens_of(unit * (20_000 // len(unit)))
    grammar.parse(tokens).cover("x", "y", "range", "all")
    assert len(tokens) <= MOST_TOKENS + 1
    assert time.process_time() - began < 3  # a third of a second on a quiet machine; cubic time takes minutes
