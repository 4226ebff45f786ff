"""Money that has gone, out of plain words: "lunch 2400 yen", "Ada paid 40 for tickets and 12 for drinks".

A price that is asked for, a budget, what a plan says or what something usually costs is none; in doubt it is
none as well, and the form is there.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from trips.reading.expenses.message import WITHOUT_RATE, Message
from trips.reading.expenses.removals import named, removal_in
from trips.reading.expenses.sentence import Sentence
from trips.reading.expenses.sums import money_of
from trips.reading.expenses.values import MOST, MOST_AT_ONCE, Category, Expenses, Removal, Spoken, Unread
from trips.reading.values import Money

__all__ = [
    "MOST", "WITHOUT_RATE", "Category", "Expenses", "Removal", "Spoken", "Unread", "read_expenses",
    "removal_of", "sums_in",
]  # fmt: skip

_TAG = re.compile(r"<(script|style)\b[^<]{0,500}</\1\s*>|<[^<>]{0,200}>", re.IGNORECASE)
_NO_DAY = dt.date(2000, 1, 1)
#: A thing that stands before its sum as a sentence of its own, tokens.
_SHORT = 7


def read_expenses(
    text: str,
    *,
    today: dt.date,
    start: dt.date | None = None,
    people: Sequence[str] = (),
    party: int = 0,
    fragments: bool = True,
    asked: bool = False,
    lenient: bool = False,
) -> Expenses:
    """All that was spent. `today` is where the traveller is; `start` the trip's first day; `people` the names
    of its members; `party`: how many travel, where it is known; `fragments`: "lunch 2400 yen" counts (before
    there is a plan it may be a wish); `asked`: the words are an order to note them (`/cost add`), so that a
    sum is enough; `lenient`: every sum that is not plainly something else, for whoever reads better."""
    view = _TAG.sub(lambda tag: " " * len(tag.group()), text)
    message = _message(view, today, start, tuple(people), party)
    if removal := removal_in(message):
        return Expenses(removed=removal)
    found, problems, unread = [], [], []
    header, waiting = None, None
    for i, j in message.sentences():
        if len(found) > MOST_AT_ONCE:
            break
        begin = i if waiting is None or message.sum_at(i) is None else waiting  # "Fridge magnets. 31,50."
        sentence = Sentence(message, begin, j, fragments=fragments, asked=asked, lenient=lenient)
        idle = not sentence.parts and j - i <= _SHORT
        waiting = (i if waiting is None else waiting) if idle else None
        first = sentence.parts[0][0].i if sentence.parts else j
        if days := message.days(i, first):
            header = days[-1][1] if ":" in message.norms(i, first) else None
        if not sentence.parts:
            payer = message.payer(i, j)
            if payer not in ("", "we") and found and (j - i <= 6 or message.payer(i, min(i + 5, j)) == payer):
                found[-1] = replace(found[-1], payer=payer)
            continue
        spoken = sentence.read(header or today)
        if sentence.takes_back and found and spoken and not spoken[0].what:  # "Taxi 20 euros. No, 25 euros."
            before = found.pop()
            spoken[0] = replace(
                before, amount=spoken[0].amount, currencies=spoken[0].currencies or before.currencies
            )
        found += spoken
        problems += sentence.problems
        unread += sentence.unread
    if found and (len(found) > MOST_AT_ONCE or message.tokens.cut):
        problems.append(f"Only the first {len(found[:MOST_AT_ONCE])} sums of the message are noted.")
    found = found[:MOST_AT_ONCE]
    return Expenses(found, list(dict.fromkeys(problems)), unread if found else [], markup=view != text)


@lru_cache(maxsize=128)  # a turn asks several times of the same words
def _message(
    text: str, today: dt.date, start: dt.date | None, people: tuple[str, ...], party: int
) -> Message:
    return Message(text, today, start, people, party)


def removal_of(words: str) -> Removal:
    """What "/cost remove WORDS" names."""
    message = Message(words, _NO_DAY, None, ())
    return named(message, 0, len(message.tokens))


def sums_in(words: str) -> list[Money]:
    """Every sum of money or bare number of some words, in order."""
    return [money_of(span) for span in Message(words, _NO_DAY, None, ()).sums]
