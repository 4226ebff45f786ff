"""What a plain question is about: rows of `lexicon/questions.toml`, the most certain first. Pure."""

from __future__ import annotations

import datetime as dt
from functools import lru_cache

from trips.reading import lexicon
from trips.reading.chart import Grammar
from trips.reading.numbers import base
from trips.reading.tokens import tokens_of

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


def _rows(question: str, kind: str) -> tuple[str, ...]:
    chart = GRAMMAR.parse(tokens_of(question, MOST_TOKENS), today=NO_DAY)
    return tuple(sorted({span.value for span in chart.of(kind)}, key=_ORDER.__getitem__))
