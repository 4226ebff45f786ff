"""Model words as HTML: plain Markdown, links that say where they lead, nothing that runs or loads."""

from __future__ import annotations

import threading

import pytest

from agents import markup
from agents.markup import render
from tests.agents.html_shape import Shape


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("**Boston** in *winter*", "<p><strong>Boston</strong> in <em>winter</em></p>"),
        ("- one\n- two", "<ul>\n<li>one</li>\n<li>two</li>\n</ul>"),
        ("3. three\n4. four", '<ol start="3">\n<li>three</li>\n<li>four</li>\n</ol>'),
        ("# Big", "<h3>Big</h3>"),
        ("###### Small", "<h5>Small</h5>"),
        ("a\nb", "<p>a<br>\nb</p>"),
        ("a\r\nb", "<p>a<br>\nb</p>"),
        ("~~old~~ `x < y`", "<p><s>old</s> <code>x &lt; y</code></p>"),
        ("Words\n---", "<p>Words</p>\n<hr>"),  # never a heading that was a paragraph a moment ago
    ],
)
def test_plain_markdown(text, html):
    assert render(text).strip() == html


def test_a_table_is_a_table():
    assert render("Day | Place\n--- | ---\nMonday | *Trail*").count("<td>") == 2


@pytest.mark.parametrize(
    ("text", "host"),
    [
        ("[the museum](https://example.org/hours)", "example.org"),
        ("[https://bank.example](https://evil.example/login)", "evil.example"),
        ("[https://bank.example/?evil.example](https://evil.example)", "evil.example"),
        ("[evil.example.bank.example](https://evil.example)", "evil.example"),
        ("[bank.example](https://bank.example.evil.example/)", "bank.example.evil.example"),
        ("[bank.example](https://b\u0430nk.example/)", "xn--bnk-6cd.example"),
        ("[bank\u2024example](https://EVIL.example:8443/)", "evil.example"),
        ("[here `bank.example`](http://[2001:db8::1]/)", "[2001:db8::1]"),
        ("[\u202emoc.elpmaxe.knab](https://evil.example)", "evil.example"),
    ],
)
def test_a_link_says_where_it_leads(text, host):
    shape = Shape(render(text))
    assert shape.wrong == []
    ((_address, _words, after),) = shape.links
    assert after == f"({host})"


@pytest.mark.parametrize(
    "text", ["https://example.org/hours", "<https://example.org/>", "[example.org](https://example.org/x)"]
)
def test_a_link_whose_words_are_its_address_does_not_say_it_twice(text):
    ((_address, words, after),) = Shape(render(text)).links
    assert "example.org" in words and after == ""


@pytest.mark.parametrize(
    "text",
    [
        "[x](javascript:canary(1))",
        "[x](&#106;avascript:canary(1))",
        "[x](data:text/html,y)",
        "[x](vbscript:y)",
        "[x](//evil.example)",
        "[x](/accounts/delete)",
        "[x](?say=yes)",
        "[x](#composer)",
        "[x](https:evil.example)",
        "[x](https:/evil.example)",
        "[x](https://bank.example@evil.example/)",
        "https://bank.example@evil.example/",
        "[x](https://bank.example%2f.evil.example/)",
        "[x](ftp://example.org/)",
        "[x](mailto:a@example.org)",
        "[x][r]\n\n[r]: <ftp://example.org>",
        "[^1]\n\n[^1]: javascript:y",
        "www.example.org, example.org, a@example.org, the end.In the",
        f"[x](https://{'a.' * 130}example/)",
    ],
)
def test_what_is_no_plain_address_is_no_link(text):
    shape = Shape(render(text))
    assert shape.wrong == [] and shape.links == []


def test_a_definition_is_neither_hidden_nor_used():
    shape = Shape(render("[the deck][r]\n\n[r]: https://example.org"))
    assert shape.words.strip().startswith("[the deck][r]")
    assert [words for _address, words, _after in shape.links] == ["https://example.org"]


def test_words_of_a_link_that_is_none_stay():
    assert render("see [the *deck*](ftp://x.example) now").strip() == "<p>see the <em>deck</em> now</p>"


def test_a_picture_is_a_link_at_most():
    html = render("![a deck](https://evil.example/pixel.png)")
    assert "<img" not in html and "(evil.example)" in html


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a\u202eb\u2066c\u200fd\u200be\ufefff", "abcdef"),
        ("a&#x202e;b&#8294;c&rlm;d&ZeroWidthSpace;e", "abcde"),
        ("a\x00b\x1bc\x7fd", "abcd"),
        ("a\ud800b", "a\ufffdb"),
        ("a" + "\u0301" * 50 + "b", "a" + "\u0301" * 4 + "b"),
        ("\U000e0041\U000e0042seen", "seen"),
        # what is left as it is: families, flags, accents, other scripts
        ("\U0001f468\u200d\U0001f469\u200d\U0001f467", "\U0001f468\u200d\U0001f469\u200d\U0001f467"),
        (flag := "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f", flag),
        ("e\u0301\u05e9\u05dc\u05d5\u05dd \u0645\u0631\u062d\u0628\u0627", None),
    ],
)
def test_nothing_hides_turns_or_towers(text, words):
    assert Shape(render(text)).words.strip() == (text if words is None else words)


def test_a_text_beyond_the_limit_is_shown_as_it_was_written():
    text = "**x** <b>\n" * 2000
    assert render(text).startswith("<p>**x** &lt;b&gt;<br>**x**")
    assert Shape(render(text)).wrong == []


def test_few_characters_do_not_make_many_cells():
    text = "|" + "a|" * 300 + "\n|" + "-|" * 300 + "\n" + "x\n" * 2400
    assert len(render(text)) < 4 * len(text)


def test_threads_that_start_at_once_know_all_rules():
    for _ in range(20):
        markup._markdown.cache_clear()
        markup._piece.cache_clear()
        start = threading.Barrier(4)
        seen: list[str] = []

        def work(start=start, seen=seen) -> None:
            start.wait()
            seen.append(render("- **a** [b](https://c.example)\n\n| d |\n|---|\n| e |"))

        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(seen) == 4 and len(set(seen)) == 1 and "<table>" in seen[0]
