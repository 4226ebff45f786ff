"""What a reader of expenses hands on."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Literal

Category = Literal["stay", "food", "transport", "visits", "other"]
CATEGORIES: tuple[Category, ...] = ("transport", "stay", "visits", "food", "other")
#: Of one message.
MOST_AT_ONCE = 20
#: Larger is a slip of the key, in any currency.
MOST = Decimal(1_000_000_000)


@dataclass(frozen=True)
class Spoken:
    """An expense as it was said. `currencies`: what its sign can mean, the likeliest first; empty: none was
    said. `payer`: a name, "me", or "" where nobody is named. `quote`: the traveller's words."""

    what: str
    amount: Decimal
    currencies: tuple[str, ...]
    category: Category
    date: dt.date
    quote: str
    payer: str = ""
    words: str = ""  # the whole stretch it was read in, for the place it names
    amends: bool = False  # it takes the place of one that was noted before
    instead: Decimal | None = None  # the sum it corrects
    of: Decimal | None = None  # the sum it is a part of


@dataclass(frozen=True)
class Unread:
    """A sum that stands in a message beside expenses and is none of them, as far as code can tell."""

    amount: Decimal
    quote: str


@dataclass(frozen=True)
class Removal:
    """An expense that shall go: what it was for ("" = what was noted last) and its sum, if one is said."""

    thing: str = ""
    amount: Decimal | None = None


@dataclass(frozen=True)
class Expenses:
    """`problems`: sentences for what sounds like spending and cannot be noted as it stands. `unread`: further
    sums of the message. `removed`: the expense that shall go. `markup`: words were left out as such."""

    found: list[Spoken] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    unread: list[Unread] = field(default_factory=list)
    removed: Removal | None = None
    markup: bool = False

    def __bool__(self) -> bool:
        return bool(self.found or self.problems or self.removed)
