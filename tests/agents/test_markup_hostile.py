"""Hostile texts, whole and cut anywhere: only allowed HTML, all of it closed, and the end is the whole."""

from __future__ import annotations

import json
import random
import re
import time

import nh3
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from agents import markup
from agents.events import ReplyDelta
from agents.llm.answers import clean_text
from agents.llm.reply_stream import ReplyStream
from agents.markup import LIMIT, pieces, render, visible
from agents.turn_view import Live
from tests.agents.html_shape import Shape
from tests.bench.hostile_texts import VECTORS, hostile_streams, hostile_text

#: Texts of the corpus, and of parts of Markdown and HTML put together at random.
PARTS = st.sampled_from(
    [
        *VECTORS,
        *"<>&;#[](){}!*_~|\\/:=-+.'\"`",
        *(
            "\n",
            "\n\n",
            "\n    ",
            "\n> ",
            "\n- ",
            "\n1. ",
            "\n```\n",
            "```",
            "~~~",
            "](",
            "https://",
            "&#x",
            "a",
            " ",
        ),
        *(
            "\r",
            "\t",
            "\u2028",
            "\u202e",
            "\u0301",
            "\U0001f600",
            "\x00",
            "| a |",
            "\n|-|-|\n",
            "\n\n  text\n\n",
        ),
    ]
)
#: Markdown's parser drops what is nested deeper than 20 levels, with all that follows it: pieces lose less.
DEEP = re.compile(r"(?:[ \t]*(?:[-*+>]|\d+[.)])){8}")
TEXTS = st.one_of(st.text(max_size=300), st.lists(PARTS, max_size=25).map("".join))


@given(TEXTS)
@settings(max_examples=400, deadline=None)
def test_only_allowed_html_that_is_closed(text):
    shape = Shape(render(text))
    assert shape.wrong == []
    assert visible(shape.words) == shape.words


@given(TEXTS)
@settings(max_examples=200, deadline=None)
def test_a_parser_of_browsers_reads_the_same_again(text):
    html = render(text)
    again = nh3.clean(
        html,
        tags=markup._TAGS,
        attributes={"*": set(), "a": {"href"}, "ol": {"start"}},
        link_rel="noopener noreferrer nofollow ugc",
    )
    assert again == html


@given(TEXTS)
@settings(max_examples=400, deadline=None)
def test_a_link_shows_its_host(text):
    for address, words, after in Shape(render(text)).links:
        host = markup._host_of(address, markup._ADDRESS)
        assert host
        assert f"({host})" in after or markup._host_of(words, markup._SHOWN_ADDRESS) == host


@given(TEXTS)
@settings(max_examples=400, deadline=None)
def test_pieces_rendered_apart_are_the_whole(text):
    """While a reply grows only its last piece is rendered again: that may not change what it says."""
    text = visible(text)
    assume(not DEEP.search(text))
    parts = list(pieces(text))
    assert "".join(parts) == text
    assert "".join(map(markup._piece, parts)) == markup._piece(text)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("one\n\ntwo\n \t\n**three**", 3),
        ("- a\n\n- b\n\n  c\n\nwords\n\n1. d\n\n2) e\n\n10 f", 3),
        ("- a\n\n      code\n\n-\n\n- b\n\n-- c", 2),
        ("```\na\n\nb\n```\n\nc\n\n~~~~\n\nd\n~~~\n\ne\n~~~~\n\nf", 4),
        ("``` a ` b\n\nc\n\n```\n\n``` d\n\ne\n```\n\nf", 4),
        ("- a\n  ```\n\nb\n\n```\nc\n\nd\n```\n\ne", 1),
        ("> a\n\n> b\n\nc | d\n-|-\n\ne | f", 4),
    ],
)
def test_where_a_text_is_taken_apart(text, parts):
    assert "".join(map(markup._piece, pieces(text))) == markup._piece(text)
    assert len(list(pieces(text))) == parts


@given(st.lists(TEXTS, max_size=4), st.randoms(use_true_random=False))
@settings(max_examples=100, deadline=None)
@pytest.mark.slow
def test_a_text_in_pieces_ends_as_the_whole_text(texts, chance):
    text = "".join(texts)
    live = Live()
    at = 0
    while at < len(text):
        step = chance.randint(1, 40)
        live.apply(ReplyDelta(text=text[at : at + step]))
        at += step
        assert Shape(live.html).wrong == []
    assert live.html == render(text) or not text


SPLIT = (
    "See [the \U0001f468\u200d\U0001f469\u200d\U0001f467 deck](https://bank.example@evil.example/) &#x26; "
    "&lt;b&gt; e\u0301\n\n```\n<script>canary(1)</script>\n```\n\n"
    "[https://bank.example](https://evil.example) **b*old**\n\n"
    "- a\n  - b\n\n| a | b |\n|---|---|\n| <img src=x onerror=canary(1)> | ![p](https://evil.example/p) |\n"
)


@pytest.mark.parametrize("escaped", [True, False], ids=["escapes", "letters"])
def test_split_at_every_character_of_the_answer(escaped):
    """The raw JSON of an answer, cut in two everywhere: in escapes, between surrogates, in links."""
    raw = json.dumps({"reply": SPLIT, "rest": 1}, ensure_ascii=escaped)
    whole = render(SPLIT)
    for at in range(len(raw) + 1):
        live, reply = Live(), ReplyStream()
        for delta in (raw[:at], raw[at:]):
            if more := clean_text(reply.feed(delta)):
                live.apply(ReplyDelta(text=more))
                assert Shape(live.html).wrong == []
        assert live.html == whole


def test_every_beginning_of_every_vector():
    for vector in VECTORS:
        for at in range(1, min(len(vector), 90)):
            html = render(vector[:at])
            assert Shape(html).wrong == [], vector[:at]


def test_fuzzed_streams():
    for deltas in hostile_streams(seed=3, runs=600):
        live = Live()
        for delta in deltas:
            live.apply(ReplyDelta(text=delta))
            assert Shape(live.html).wrong == [], live.text
        assert live.html == render("".join(deltas))


MANY = 10_000
HUGE = {
    "quotes": ">" * MANY,
    "stars": "*" * MANY,
    "spaced stars": "* " * MANY,
    "brackets": "[" * MANY,
    "pictures": "![" * MANY,
    "open links": "[a](" * MANY,
    "empty links": "[]()" * MANY,
    "nested links": "[" * MANY + "a" + "](http://a.example)" * MANY,
    "emphasis": "a**b" * MANY,
    "mixed emphasis": "*_" * MANY,
    "ticks": "".join("`" * n + "a" for n in range(1, 140)),
    "tildes": "~~a" * MANY,
    "angles": "<" * MANY,
    "comments": "<!--" * MANY,
    "addresses": "http://" * MANY,
    "many addresses": "http://a.example " * MANY,
    "fences": "~~~\n```\n" * MANY,
    "lists": "".join("  " * n + "- a\n" for n in range(200)),
    "table": "|a" * MANY + "\n" + "|-" * MANY + "\n" + "|a" * MANY,
    "long table": "|a|\n|-|\n" + "|x|\n" * MANY,
    "wide table": "|" + "a|" * 300 + "\n|" + "-|" * 300 + "\n" + "x\n" * 2400,
    "entities": "&#x41;" * MANY,
    "backslashes": "\\" * MANY,
    "definitions": "[a]: b\n" * MANY,
    "lines": "\n" * MANY,
    "blank lines": "a\n\n" * MANY,
    "spaces": " " * MANY + "a",
    "towers": "a" + "\u0301" * MANY,
    "one word": "a" * MANY * 10,
}


@pytest.mark.parametrize("text", HUGE.values(), ids=HUGE)
def test_ten_thousand_of_anything_take_a_bounded_time(text):
    """Far above what was measured (0.14 s at most): it fails when time grows with the square."""
    for part in (text, text[:LIMIT]):
        begin = time.process_time()
        html = render(part)
        assert time.process_time() - begin < 2
        assert len(html) < 40 * max(len(part), 100)
        assert Shape(html).wrong == []


def test_the_generator_is_seeded():
    assert list(hostile_streams(5, 200)) == list(hostile_streams(5, 200))
    assert hostile_text(random.Random(1)) != hostile_text(random.Random(2))
