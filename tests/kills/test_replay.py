"""The page's tree without a browser: the three swaps, and what it must not forgive."""

from __future__ import annotations

import pytest

from tests.kills.replay import Unfit, apply, parse
from tests.kills.traveller import read_cursor

PAGE = '<!doctype html><meta charset="utf-8"><main id="main"><ol id="list"><li id="a">one</li></ol></main>'


def swapped(*partials: tuple[str, str, str]) -> str:
    page = parse(PAGE)
    for target, swap, html in partials:
        apply(page, f'<hx-partial data-hx-target="#{target}" data-hx-swap="{swap}">{html}</hx-partial>')
    return page.find("main").inner


def test_it_writes_what_it_read():
    assert parse('<p class="x" hidden>a &amp; b<br>c</p>').inner == '<p class="x" hidden>a &amp; b<br>c</p>'


@pytest.mark.parametrize(
    ("swap", "html", "after"),
    [
        ("beforeend", '<li id="b">two</li>', '<ol id="list"><li id="a">one</li><li id="b">two</li></ol>'),
        ("innerHTML", '<li id="b">two</li>', '<ol id="list"><li id="b">two</li></ol>'),
        ("innerHTML", "", '<ol id="list"></ol>'),
        ("outerHTML", '<p id="list">none</p>', '<p id="list">none</p>'),
    ],
)
def test_it_swaps(swap, html, after):
    assert swapped(("list", swap, html)) == after


def test_what_was_swapped_in_can_be_swapped_again():
    first, second = ("a", "outerHTML", '<li id="a">1</li>'), ("a", "outerHTML", '<li id="a">2</li>')
    assert swapped(first, second) == '<ol id="list"><li id="a">2</li></ol>'


@pytest.mark.parametrize(
    "partials",
    [
        [("nowhere", "innerHTML", "x")],
        [("list", "innerMorph", "x")],
        [("list", "innerHTML", "<p>never closed")],
        [("list", "beforeend", '<li id="a">again</li>'), ("a", "innerHTML", "x")],
    ],
    ids=["no such target", "another swap", "open element", "the same id twice"],
)
def test_what_does_not_fit_is_an_error(partials):
    with pytest.raises(Unfit):
        swapped(*partials)


def test_a_cursor_is_read_turn_by_turn():
    assert read_cursor("7:40,8:1,r12") == {7: 40, 8: 1}
    assert read_cursor("") == {}
