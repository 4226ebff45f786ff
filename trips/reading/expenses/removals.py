""" "Delete the last expense", "remove the taxi from the expenses": which one shall go."""

from __future__ import annotations

from trips.reading import lexicon
from trips.reading.expenses.message import Message
from trips.reading.expenses.values import Removal

_POLITE = lexicon.words("expenses", "polite")
_NAMING = lexicon.words("expenses", "naming")
_WRONG = frozenset("wrong mistake error twice double should must can".split())
_PASSIVE = frozenset("deleted removed go cancelled erased".split())
_FOLLOWS = frozenset("for of on about from i".split())
#: An order is no longer than this, tokens.
LONGEST = 12


def removal_in(message: Message) -> Removal | None:
    """None = nothing shall go."""
    end = len(message.tokens)
    while end and message.tokens[end - 1].norm in (".", "!", "please", "again", "?"):
        end -= 1
    at = 0
    while at < end and message.tokens[at].norm in _POLITE:
        at += 1
    if at == end or end - at > LONGEST:
        return None
    gone = message.begins(at, "gone")
    nouns = message.cues(at, end, "entry")
    first, said = message.tokens[at].norm, set(message.norms(at, end))
    entry = nouns and (nouns[-1].j == end or message.tokens[nouns[-1].j].norm in _FOLLOWS)
    if gone and (entry or (first in ("delete", "erase") and message.cues(gone.j, end, "money"))):
        return named(message, gone.j, end)
    wrong = said & _WRONG and nouns and (said & _PASSIVE or message.cues(nouns[0].j, end, "gone"))
    return named(message, at, nouns[0].i) if wrong and first in ("the", "that", "this", "my", "our") else None


def named(message: Message, i: int, j: int) -> Removal:
    """Which expense some words name: the thing and its sum, or the last one."""
    sums = [span for span in message.sums if i <= span.i and span.j <= j and span.kind != "amount"]
    taken = message.positions(
        i, j, "money", "money_with_cents", "entry", "last", "date", "bare_day", "trip_day"
    )
    words = [at for at in range(i, j) if at not in taken and message.tokens[at].norm not in _NAMING]
    return Removal(message.quote(words).strip(" ,.;:"), sums[0].value.amount if sums else None)
