"""Whole messages of twenty thousand characters that once held a worker, or are of their kind."""

from __future__ import annotations

import random

LENGTH = 20_000


def _filled(unit: str) -> str:
    return (unit * (LENGTH // len(unit) + 1))[:LENGTH]


def _mixed(words: str, seed: int) -> str:
    chance = random.Random(seed)  # noqa: S311 (no secret)
    return " ".join(chance.choices(words.split("|"), k=LENGTH))[:LENGTH]


ATTACKS = {
    "a no with an end that is none": "no thanks, " + "it is " * 40 + "x",
    "a no that goes on": "no thanks, " + _filled("it is ")[: LENGTH - 20] + "x",
    "capitals": "A" * 5_000,
    "empty lines": "\n" * (LENGTH - 1) + "x",
    "blanks": "x" + " " * (LENGTH - 2) + "x",
    "tabs and lines": "x" + _filled(" \n\t")[: LENGTH - 2] + "x",
    "dots": "." * LENGTH,
    "digits": "1" * LENGTH,
    "figures": _filled("1,"),
    "initials": _filled("A.B "),
    "quotation marks": _filled("“I "),
    "fences": _filled("```\na\n"),
    "facts beside fences": _filled("I love museums. We are vegan. ```x```. Two kids. No hiking. "),
    "tags": _filled("<b>a "),
    "tables": _filled("|a|b|\n|--|--|\n"),
    "headings": _filled("# my trip\na\n"),
    "announcements": _filled("the site says:\n"),
    "addresses": _filled("https://a.example\nb\n"),
    "quoted lines": _filled("> a\nb\n"),
    "politeness": _filled("could you please just now, "),
    "thanks": _filled("thx. "),
    "wishes": _filled("we want to see the museum and "),
    "dates": _filled("from 3 to 5 May, "),
    "cities": _filled("Rome, Paris and "),
    "expenses": _filled("lunch 12 euros, no 13, "),
    "habits": _filled("I also really love trains but "),
    "forgetting": _filled("forget the museum, don't remember that I "),
    "orders": _filled("move the museum to day 2, then "),
    "Japanese": _filled("東京へ行きたいです"),
    "combining marks": _filled("e\u0301"),
    "control characters": _filled("\x01\x1e\x7f"),
    "many fillers": _mixed(
        "ok|so|well|please|just|now|then|also|actually|no|yes|it is|that|the|we|I|want", 1
    ),
    "many subjects": _mixed(
        "I|we|my wife|our son|is|am|allergic|to|not|any more|nuts|love|hate|the|museum,|and", 2
    ),
    "prose": _mixed(
        "We would like to go to Rome in May with two kids.|It should be quiet.|Around 3,000 euros.", 3
    ),
}
