"""Reading English by rules: tokens, a lexicon as data, a layered chart (README.md beside this file).

`understand` turns a sentence into changes of the facts, offline, the same answer every time. It never
guesses: what a message does not say stays unknown, what can't be told becomes a problem sentence, and each
change carries the very words it comes from.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import TYPE_CHECKING

from trips.reading.message.values import Intent, Understanding

if TYPE_CHECKING:
    from trips.catalogue.gazetteer import Gazetteer
    from trips.schemas import TripFacts

__all__ = ["Intent", "Understanding", "understand"]


def understand(
    text: str,
    *,
    today: dt.date,
    gazetteer: Gazetteer,
    facts: TripFacts | None = None,
    asked: Sequence[str] = (),
    planned: bool = False,
    before: str = "",
) -> Understanding:
    """Read a message. `facts`: what is known, against which corrections are read. `asked`: topics
    of the questions it may answer, paths or their first parts ("dates", "party"). `planned`: a plan is
    chosen, so that a sum is the budget only where the words say so. `before`: what the agent said last, of
    which the message may take a proposal or choices."""
    # The grammars take a while to build: only for who reads a message.
    from trips.reading.message.joined import read_message

    return read_message(
        text, today=today, gazetteer=gazetteer, facts=facts, asked=asked, planned=planned, before=before
    )
