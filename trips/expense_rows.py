"""Which expense that is noted somebody means: "the taxi was 60, not 50", "delete the last expense"."""

from __future__ import annotations

from decimal import Decimal

from trips.catalogue.names import words as words_of
from trips.models import Expense, Message, Trip

#: Nobody corrects in a word what was noted longer ago.
_NEWEST = 300
_SAYS_NOTHING = frozenset(
    "the a an our my your this that for of at on in to from and with last one it".split()
)
#: A slip of the tongue is no sum of another order.
_LIKE = Decimal(4)


def row_meant(trip: Trip, thing: str, amount: Decimal | None = None) -> Expense | None:
    """The newest expense of that thing ("" = of any) and that sum (None = of any); None where none is."""
    rows = list(trip.expenses.select_related("paid_by__traveller").order_by("-pk")[:_NEWEST])
    if amount is not None:
        rows = [row for row in rows if row.amount == amount]
    wanted = _told(thing)
    if not wanted:
        return rows[0] if rows else None
    shared = [(len(wanted & (_told(row.what) or {row.category})), row) for row in rows]
    best = max((number for number, _row in shared), default=0)
    return next((row for number, row in shared if number == best), None) if best else None


def may_be(row: Expense, amount: Decimal, turn_id: int) -> bool:
    """Whether a bare "no, 25" can be the true sum of the row, and not a budget or something else: it follows
    the message that noted it, and is of its order. `turn_id`: the turn that reads it."""
    said = row.trip.messages.filter(author=Message.Author.TRAVELLER).exclude(turn_id=turn_id)
    newest = said.order_by("-position").values_list("pk", flat=True).first()
    like = abs(row.amount) / _LIKE <= amount <= abs(row.amount) * _LIKE
    return like and newest is not None and newest == row.message_id


def _told(thing: str) -> set[str]:
    """The words that tell something, without the s of several."""
    plain = (word for word in words_of(thing) if word not in _SAYS_NOTHING and not word.isdigit())
    return {word.removesuffix("s") if len(word) > 3 else word for word in plain}
