"""What a card's traveller wishes for, each checked by code in the facts or in the plan of a trip."""

from __future__ import annotations

import datetime as dt
import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Protocol

from trips.schemas import Item, Plan, TripFacts


class Wish(Protocol):
    def kept(self, facts: TripFacts, plan: Plan | None) -> bool: ...


@dataclass(frozen=True)
class Known:
    """A fact has this value or says these words; of a list, one of its values does."""

    path: str  # "party.adults", "destinations"
    value: Any

    def kept(self, facts: TripFacts, plan: Plan | None) -> bool:
        held: Any = facts
        for name in self.path.split("."):
            held = getattr(held, name)
        if isinstance(held, list):
            return any(says(_text(one), str(self.value)) for one in held)
        if isinstance(self.value, str):
            return says(_text(held), self.value)
        return held == self.value


@dataclass(frozen=True)
class Within:
    """A chosen plan costs at most this, in the plan's currency."""

    amount: Decimal
    currency: str

    def kept(self, facts: TripFacts, plan: Plan | None) -> bool:
        return plan is not None and plan.currency == self.currency and plan.total <= self.amount


@dataclass(frozen=True)
class Planned:
    """A visit or a meal of the chosen plan has one of these names."""

    names: tuple[str, ...]

    def kept(self, facts: TripFacts, plan: Plan | None) -> bool:
        return plan is not None and any(_named(item, self.names) for item in stops(plan))


@dataclass(frozen=True)
class NotPlanned:
    """None of the chosen plan's has: it was turned down."""

    names: tuple[str, ...]

    def kept(self, facts: TripFacts, plan: Plan | None) -> bool:
        return plan is not None and not any(_named(item, self.names) for item in stops(plan))


@dataclass(frozen=True)
class NotBefore:
    """No visit begins earlier."""

    time: dt.time

    def kept(self, facts: TripFacts, plan: Plan | None) -> bool:
        visits = [item for item in stops(plan) if item.kind == "visit"] if plan else []
        return bool(visits) and all(item.start.time() >= self.time for item in visits)


def stops(plan: Plan) -> Iterable[Item]:
    """Visits, meals at a place, and stays: what has a name of its own."""
    return (item for item in plan.items() if item.kind in ("visit", "meal", "stay"))


def says(text: str, words: str) -> bool:
    """Whether the words stand in the text as whole words in a row, whatever their case, accents or number."""
    held, wanted = _words(text), _words(words)
    return any(held[at : at + len(wanted)] == wanted for at in range(len(held)))


def _words(text: str) -> list[str]:
    apart = unicodedata.normalize("NFD", text.casefold())
    plain = "".join(letter for letter in apart if not unicodedata.combining(letter))
    return [word.removesuffix("s") for word in re.findall(r"[^\W_]+", plain)]


def _named(item: Item, names: Iterable[str]) -> bool:
    return any(says(item.title, name) for name in names)


def _text(value: Any) -> str:
    return str(getattr(value, "name", value))
