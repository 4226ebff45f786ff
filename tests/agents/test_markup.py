"""Model words as HTML: nothing of theirs runs, loads or looks like ours."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.markup import render


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("**Boston** in *winter*", "<p><strong>Boston</strong> in <em>winter</em></p>"),
        ("- one\n- two", "<ul>\n<li>one</li>\n<li>two</li>\n</ul>"),
        ("# Big", "<h3>Big</h3>"),
        ("###### Small", "<h5>Small</h5>"),
        ("a\nb", "<p>a<br>\nb</p>"),
    ],
)
def test_plain_markdown(text, html):
    assert render(text).strip() == html


def test_a_link_says_where_it_leads():
    html = render("[the museum](https://example.org/hours)")
    assert "the museum</a> (example.org)" in html
    assert 'rel="noopener noreferrer nofollow ugc"' in html
    assert render("https://example.org/hours").count("example.org") == 2  # address and words, no bracket


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "![x](https://evil.example/pixel.png)",
        "[x](javascript:alert(1))",
        "[x](data:text/html,<script>alert(1)</script>)",
        '<img src=x onerror="alert(1)">',
        '<a href="https://a.example" onclick="alert(1)">x</a>',
        "<style>body{display:none}</style>",
    ],
)
def test_nothing_runs_or_loads(text):
    html = render(text)
    assert not re.search(r"<(script|img|style|iframe|svg|form|input)", html, re.IGNORECASE)
    links = re.findall(r'<a href="([^"]*)"', html)
    assert all(address.startswith(("http://", "https://")) for address in links)


@given(st.text(max_size=300))
def test_any_text_gives_only_allowed_tags(text):
    tags = {tag.lower() for tag in re.findall(r"</?([a-zA-Z][a-zA-Z0-9]*)", render(text))}
    allowed = "p br strong em ul ol li code pre blockquote hr a table thead tbody tr th td h3 h4 h5 s"
    assert tags <= set(allowed.split())
