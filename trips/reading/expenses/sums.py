"""The sums of a sentence that can be money: which numbers count, and which of them hold."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

from trips.reading import lexicon
from trips.reading.chart import Span
from trips.reading.expenses.message import Message
from trips.reading.values import Money

_CENT = Decimal("0.01")
_AN_HOUR = re.compile(r"0\d{2,3}|(?:1\d|2[0-3])[0-5][05]")
_WITH_CENTS = re.compile(r"\d+[.,]\d\d?")
_BEHIND = lexicon.words("expenses", "behind")
_ON_FOOT = lexicon.words("expenses", "on_foot")
_OF_IT = lexicon.words("expenses", "of_it")
_HOURS_OF = lexicon.words("expenses", "hours_of")
_AFTER_A_PRICE = ("date", "bare_day", "trip_day", "slip", "filler", "payer", "roughly")
_BETWEEN = frozenset(", ; and then plus . - but".split())
#: Of a message, so many numbers are looked at.
MOST_NUMBERS = 80


@dataclass(frozen=True, slots=True)
class Sum:
    """A sum at tokens i to j. `price`: it is written as prices are ("6,40", "a tenner", "noodles 55k");
    `instead`: the sum it corrects; `of`: the sum it is a part of."""

    i: int
    j: int
    money: Money
    price: bool = False
    instead: Decimal | None = None
    of: Decimal | None = None

    @property
    def bare(self) -> bool:
        """No currency was said."""
        return not self.money.currencies


#: A sum and the stretch of its sentence that is about it.
Part = tuple[Sum, int, int]


def money_of(span: Span) -> Money:
    return span.value if isinstance(span.value, Money) else Money(span.value)


def parts_of(message: Message, i: int, j: int, *, asked: bool, going: bool) -> list[Part]:
    """Each sum of a sentence with its own stretch. `asked`: any number is one; `going`: the trip has begun: a
    thing and a number are a price."""
    sums = _counted(message, i, j, asked=asked, going=going)
    edges = [i]
    for one, other in zip(sums, sums[1:], strict=False):
        gap = [at for at in range(one.j, other.i) if message.tokens[at].norm in _BETWEEN]
        edges.append(gap[-1] if gap else one.j if sums[0].i > i else other.i)
    edges.append(j)
    return list(zip(sums, edges, edges[1:], strict=False))


def _counted(message: Message, i: int, j: int, *, asked: bool, going: bool) -> list[Sum]:
    counted = {span.j: span for span in message.cues(i, j, "crossed")}
    left_out = message.positions(i, j, "share") | {
        span.i if span.value == "before" else span.j - 1
        for span in message.cues(i, j, "crossed")
        if span.value == "before" or counted.get(span.j - 1, span).value == "behind"
    }
    spans = [span for span in message.sums if i <= span.i < j and span.i not in left_out][:MOST_NUMBERS]
    found = _settled(message, [Sum(span.i, span.j, money_of(span)) for span in spans], i, j)
    told, alone = any(not one.bare for one in found), len(found) == 1
    going = going and not any(_AN_HOUR.fullmatch(message.tokens[one.i].text) for one in found)
    found = [replace(one, price=one.bare and _is_price(message, one, i, going)) for one in found]
    listed = any(one.price for one in found)  # "lunch was 23,50 and the taxi 12"
    sure = told or listed or bool(message.cues(i, j, "paid"))
    if asked and not told:
        return found
    return [
        one
        for one in found
        if not one.bare or _counts(message, one, i, j, sure=sure, going=going, alone=alone)
    ]


def _is_price(message: Message, one: Sum, i: int, going: bool) -> bool:
    """Written as a price, or, on the way, a figure too large to be an hour beside a thing to buy."""
    if _WITH_CENTS.fullmatch(message.tokens[one.i].text) or message.chart.at("slang", one.i):
        return True
    if message.norms(one.j - 1, one.j) == ["k"]:
        return not _ON_FOOT & set(message.norms(i, one.j + 2))
    kind = message.category(max(i, one.i - 2), one.i)
    return going and one.money.amount > 24 and kind in ("food", "visits", "other")


def _counts(message: Message, one: Sum, i: int, j: int, *, sure: bool, going: bool, alone: bool) -> bool:
    """A number without a currency is money only where it is spent, or beside a thing as a price is."""
    before, after = message.norms(max(i, one.i - 1), one.i), message.norms(one.j, one.j + 1)
    several = one.j < j and len(message.tokens[one.j].forms) > 1 and after[0] not in _BEHIND
    if several and not message.chart.at("slip", one.j):
        return False  # "for 2 cocktails": a count
    if message.chart.at("unit", one.j) or (_ON_FOOT & set(message.norms(i, j)) and not sure):
        return False
    if going and _is_priced(message, one, i, j, sure=sure):
        return True
    numbered = any(span.j == one.i for span in message.cues(i, one.i, "numbered"))
    paying = message.cues(i, one.i, "paid", *([] if numbered else ["had"]), "pays")
    spends = any(
        span.j == one.i or (span.j == one.i - 1 and before[0] in ("for", "a", "the")) for span in paying
    )
    spends = spends or message.begins(one.j, "paid") is not None  # "12 went on postcards"
    if spends and after in (["in"], ["at"]) and one.money.amount < 30:
        return False  # "we spent 3 in Kyoto": nights
    if numbered and not spends and before != ["to"]:
        return before == ["for"] and (one.money.amount > 8 or bool(message.cues(i, one.i, "paid")))
    ends = not after or not after[0][0].isalnum() or after[0] in _BEHIND
    named = bool(before) and (len(before[0]) > 2 or not before[0].isalpha() or before == ["to"])
    if before in ([","], [";"], ["."], ["["]):
        sure = sure or (going and bool(message.cues(i, one.i, "had", "pays")))
        if message.begins(one.j, "each"):
            return sure and alone  # "the museum tickets, 10 each"; "dinner 40 euros, 20 each"
        if not sure:
            return False
    told = ends and named and (sure or one.price)
    return spends or told or after in (["on"], ["for"]) or (going and one.price)


def _is_priced(message: Message, one: Sum, i: int, j: int, *, sure: bool) -> bool:
    """A thing to buy and a number beside it, and nothing else that it could be: an hour, a count, a line."""
    begin = max([i, *(at + 1 for at in range(i, one.i) if message.tokens[at].norm in _BETWEEN)])
    end = min([j, *(at for at in range(one.j, j) if message.tokens[at].norm in _BETWEEN)])
    after = message.norms(one.j, one.j + 1)
    led = after == ["for"] or (one.i == begin and one.money.amount > 1 and end - one.j <= 2)
    each = message.begins(one.j, "each")
    ends = one.j >= end or led or each or message.begins(one.j, *_AFTER_A_PRICE)
    if not ends or (one.i > i and message.chart.at("numbered", one.i - 1) and not each):
        return False
    thing = message.category(begin, one.i) or (led and message.category(one.j, end))
    hour = _HOURS_OF & set(message.norms(begin, one.i)) and not led and one.money.amount <= 24
    return bool(thing) and not (hour and not sure)


# --- which of two sums holds ------------------------------------------------------------------


def _settled(message: Message, sums: list[Sum], i: int, j: int) -> list[Sum]:
    """Of two sums of which one corrects the other the one that holds; parts of a sum as what they are."""
    found: list[Sum] = []
    while sums:
        one, *sums = sums
        joined = _joined(message, one, sums[0], i) if sums else None
        if joined is not None:
            sums = sums[1:]
            found.append(joined)
        else:
            found.append(_part_of(message, one, i, sums[0].i if sums else j))
    return found


def _joined(message: Message, one: Sum, other: Sum, begin: int) -> Sum | None:
    """The two as one; None where each stands for itself."""
    i, j = one.j, other.i
    money = one.money.currencies or other.money.currencies
    first = replace(one, j=other.j, money=Money(one.money.amount, money))
    second = replace(first, money=Money(other.money.amount, other.money.currencies or money))
    if message.covers(i, j, "not_the_other"):
        return replace(first, instead=other.money.amount)
    negated = next((span for span in message.cues(begin, one.i, "not_the_other") if span.j == one.i), None)
    if negated and message.covers(i, j, "but_the_other"):
        return replace(second, i=negated.i, instead=one.money.amount)
    if message.covers(i, j, "slipped"):
        return second
    smaller = one.money.amount < other.money.amount
    if message.covers(i, j, "in_all") and smaller:
        return second
    mine = message.cues(begin, one.i, "mine") and message.covers(i, j, "was")
    if (mine or message.covers(i, j, "mine_was")) and not smaller:
        return replace(second, of=one.money.amount)
    converted = set(other.money.currencies) - set(one.money.currencies) and not one.bare
    joint = {"[", "=", "or", "about", "so"} & set(message.norms(i, j))
    return first if converted and joint and message.covers(i, j, "same_sum") else None


def _part_of(message: Message, one: Sum, begin: int, until: int) -> Sum:
    """ "Half of" a sum, before it or after it, as that part of it, to the cent."""
    for span in message.cues(begin, until, "share"):
        around = message.norms(max(one.j, span.i - 3), min(until, span.j + 4))
        led = span.j <= one.i and set(message.norms(span.j, one.i)) <= _OF_IT
        ours = span.i >= one.j and {"paid", "pay", "ours", "mine", "covered"} & set(around)
        if led or ours:
            part = Fraction(span.value) if isinstance(span.value, str) else Fraction(span.value, 100)
            amount = (one.money.amount * part.numerator / part.denominator).quantize(_CENT, ROUND_HALF_UP)
            money = Money(amount.normalize() + 0, one.money.currencies)
            return replace(one, i=min(one.i, span.i), money=money, of=one.money.amount)
    return one
