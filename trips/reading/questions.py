"""What a plain question is about: rows of `lexicon/questions.toml`, the most certain first. Pure."""

from __future__ import annotations

import datetime as dt
from functools import lru_cache

from trips.reading import lexicon
from trips.reading.chart import Grammar
from trips.reading.numbers import base
from trips.reading.tokens import Token, tokens_of

GRAMMAR = Grammar(*base(), list(lexicon.rules("questions")))
NO_DAY = dt.date(2000, 1, 1)
#: Of a question so many tokens are read.
MOST_TOKENS = 60
_ORDER = {row.value: at for at, row in enumerate(lexicon.rows("questions"))}


@lru_cache(maxsize=64)
def subjects_in(question: str) -> tuple[str, ...]:
    """Rows of `subject` that are spoken of, as they stand in the file; () for none."""
    return _rows(question, "subject")


@lru_cache(maxsize=64)
def plan_asked(question: str) -> tuple[str, ...]:
    """The same of `of_the_plan`: what only days of a plan can tell."""
    return _rows(question, "of_the_plan")


def fact_asked(question: str) -> str:
    """The row of `fact` that is asked for, "" for none; "all": of the whole trip, nothing in particular."""
    found, tokens = _rows(question, "fact"), tokens_of(question, MOST_TOKENS)
    if "all" in found:
        spans = GRAMMAR.parse(tokens, today=NO_DAY).of("fact")
        if any(one.value == "all" and not any(map(_is_word, tokens.all[one.j :])) for one in spans):
            return "all"
    return next((one for one in found if one != "all"), "").replace("other", "")


def _is_word(token: Token) -> bool:
    return token.norm.isalnum()


def _rows(question: str, kind: str) -> tuple[str, ...]:
    chart = GRAMMAR.parse(tokens_of(question, MOST_TOKENS), today=NO_DAY)
    return tuple(sorted({span.value for span in chart.of(kind)}, key=_ORDER.__getitem__))
