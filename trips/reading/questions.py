"""What a plain question is about: rows of `lexicon/questions.toml`, the most certain first. Pure."""

from __future__ import annotations

import datetime as dt
from functools import lru_cache
from itertools import groupby, takewhile

from trips.reading import lexicon
from trips.reading.chart import Chart, Grammar, Rule
from trips.reading.clauses import STOPS
from trips.reading.numbers import base
from trips.reading.tokens import tokens_of

#: An hour up to seven without am is one of the afternoon.
FIRST_OF_A_DAY = 8
RULES = [
    Rule("option_named", "(option | plan | number) (no | number)? .? #? <number>", lambda number: number),
    Rule("option_named", "# <number> | the <number> option", lambda number: number),
    Rule("option_named", "the <nth> (option | one | plan)", lambda nth: nth),
    Rule("option_named", "<option_named> (and | or | than | with) <number>", lambda number: number),
    Rule("hour", "at <time:said>", lambda said: said),
    Rule("hour", "at <int>", lambda int: dt.time(int + 12 * (int < FIRST_OF_A_DAY)) if int < 24 else None),
]
#: Rows of other files that questions name, too.
_SHARED = {"edits": ("meal", "diet"), "budget": ("per",)}
ROWS = [*lexicon.rows("questions"), *(
    row for file, kinds in _SHARED.items() for row in lexicon.rows(file) if row.kind in kinds
)]  # fmt: skip
GRAMMAR = Grammar(*base(), [Rule(row.kind, row.say, row.value) for row in ROWS], RULES)
NO_DAY = dt.date(2000, 1, 1)
#: Of a question and of a message so many tokens are read.
MOST_TOKENS, MOST_OF_A_MESSAGE = 60, 300
_ORDER = {(row.kind, row.value): at for at, row in enumerate(ROWS)}


@lru_cache(maxsize=256)
def asked(question: str, kind: str) -> tuple[str, ...]:
    """Rows of a kind that are spoken of, as they stand in the file; () for none."""
    found = {span.value for span in _chart(question).of(kind)}
    return tuple(sorted(found, key=lambda one: _ORDER[kind, one]))


def subjects_in(question: str) -> tuple[str, ...]:
    return asked(question, "subject")


def plan_asked(question: str) -> tuple[str, ...]:
    """What only days of a plan can tell."""
    return asked(question, "of_the_plan")


def options_named(question: str) -> tuple[int, ...]:
    """The numbers of options, in order."""
    return tuple(dict.fromkeys(span.value for span in _chart(question).of("option_named")))


def asks_back(message: str) -> bool:
    """ "What did I say about the wedding?": is asked what was said or remembered?"""
    return bool(_chart(message, MOST_OF_A_MESSAGE).of("asks_back"))


def asked_back(message: str) -> str:
    """ "the wedding": what it is that was said, without words of when; "" for none."""
    chart = _chart(message, MOST_OF_A_MESSAGE)
    start = next((span.j for span in chart.cover("said_of")), len(chart.tokens))
    when = {at for span in chart.of("said_when") for at in range(span.i, span.j)}
    words = takewhile(lambda at: chart.tokens[at].norm not in STOPS, range(start, len(chart.tokens)))
    return " ".join(chart.tokens[at].text for at in words if at not in when)


def asks_of_money(words: str) -> bool:
    """What an overview of the money answers."""
    return "?" in words or bool(asked(words, "money_word"))


def scope_said(words: str) -> str:
    """Of "90 EUR per head" that the sum is "per_person"; "per_day" and "total" likewise."""
    per = asked(words, "per")
    return "per_day" if {"day", "person_day"} & {*per} else "per_person" if "person" in per else "total"


def month_asked(question: str) -> int | None:
    return next((span.value for span in _chart(question).of("month")), None)


def weekday_asked(question: str) -> int | None:
    """Monday is 0."""
    return next((span.value for span in _chart(question).of("weekday")), None)


def capitalised(question: str) -> list[str]:
    """Stretches of words with a capital, which may be names: "New York"."""
    groups = groupby(_chart(question).tokens.all, key=lambda token: token.capital)
    return [" ".join(token.text for token in stretch) for capital, stretch in groups if capital]


def hour_asked(question: str) -> dt.time | None:
    """ "Where are we at three?"."""
    return next((span.value for span in _chart(question).of("hour")), None)


def fact_asked(question: str) -> str:
    """The row of `fact` that is asked for, "" for none; "all": of the whole trip, nothing in particular."""
    found = asked(question, "fact")
    if ends_with(question, "fact", "all"):
        return "all"
    return next((one for one in found if one != "all"), "").replace("other", "")


def ends_with(question: str, kind: str, row: str) -> bool:
    """Does no word stand behind those of the row?"""
    chart = _chart(question)
    rest = (chart.tokens.all[one.j :] for one in chart.of(kind) if one.value == row)
    return any(not any(token.norm.isalnum() for token in behind) for behind in rest)


def _chart(question: str, most: int = MOST_TOKENS) -> Chart:
    return GRAMMAR.parse(tokens_of(question, most), today=NO_DAY)
