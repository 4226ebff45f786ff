"""What a trip may cost: a sum, what it is for, per what, and how firmly it is meant; the level of spending.

A sum is the budget where words beside it say so, or where no plan is chosen yet and nothing says otherwise.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal

from trips.facts.limits import amount_problem
from trips.reading import lexicon, numbers
from trips.reading.chart import Grammar, Span
from trips.reading.facts.message import Found, Message
from trips.reading.tokens import tokens_of
from trips.reading.values import Money

_CUES = ("per", "bound", "nearly", "wished", "purse", "what", "fine")
_GUARDS = ("date", "bare_day", "time", "clock", "no_sum")
_FILL = lexicon.words("budget", "fill")
_PLAIN = lexicon.words("budget", "plain")
_BUDGET = frozenset("budget funds presupuesto".split())
_BREAKS = frozenset(", ; . ! and".split())
_TURNS = frozenset("actually no rather sorry instead make mean ok okay hm hmm".split())
#: Currencies whose codes are words that people write.
_WORDS = frozenset("try won pen mad".split())
#: What a currency's sign or name surely means where it can mean several.
_SURE = frozenset("USD EUR GBP JPY CHF INR THB".split())
_PER = {"total": "total", "group": "total", "person": "per_person", "day": "per_day", "person_day": "per_day"}
#: The least that a number without a currency is taken for, by what stands beside it.
_LEAST, _LEAST_PER = 50, 10
_ARTICLES = frozenset("the our my all a each an".split())
_YEARS = range(1900, 2101)
_SHORT = 8
#: Above it a sum for a room is rather the whole stay's.
_A_NIGHT_AT_MOST = 500
_HOUSES = frozenset("hotel room hostel apartment riad ryokan airbnb".split())
_TRAVELS = frozenset("travel trip traveller traveler backpack backpacking backpacker".split())
_WOULD_SAVE = lexicon.words("budget", "cheaper")
_WHICH_SUM = (
    "{said}: is that money you spent, or what the whole trip may cost? "
    "Say “we paid {said} for …” or “our budget is {said}”; until then I leave it out."
)
CHEAPER_WHERE = (
    "I do not see what should cost that much less. “Make it 200 euros cheaper” proposes what costs "
    "less for the same, “a cheaper hotel” one thing of it; what the whole trip may cost you name with “our "
    "budget is …”."
)


@dataclass(frozen=True)
class Sum:
    """Tokens i to j with all that is said beside it. `cues`: kind → rows that stand there."""

    i: int
    j: int
    span: Span
    amount: Decimal
    currencies: tuple[str, ...]
    cues: dict[str, list[str]]
    ranged: bool = False
    past: int = 0  # behind all that is said of it

    @property
    def per(self) -> str:
        said = self.cues.get("per", [])
        return next((one for one in said if one not in ("total", "group")), said[0] if said else "")

    @property
    def currency(self) -> str | None:
        """None = not said, or by a name that several countries use alike."""
        sure = len(self.currencies) == 1 or _SURE & set(self.currencies[:1])
        return self.currencies[0] if sure else None

    @property
    def rough(self) -> bool:
        return "wished" in self.cues or (("nearly" in self.cues or self.ranged) and "bound" not in self.cues)

    @property
    def what(self) -> str:
        """The part of the trip that it is for; "" = the trip, or several."""
        said = set(self.cues.get("what", ()))
        return said.pop() if len(said) == 1 and "several" not in self.cues else ""


_AMOUNTS = Grammar(*numbers.base())


def names_a_sum(text: str) -> bool:
    """Whether words name money: "dinner 250 MAD"."""
    return bool(_AMOUNTS.parse(tokens_of(text), today=dt.date.min).of("money"))


def sums_in(message: Message) -> list[Sum]:
    kinds = ("range_sum", "money", "range_bare", "amount", "thousands")
    sums: list[Sum] = []
    for span in message.cover(*kinds, *_GUARDS):
        first = message.tokens[span.i]
        word = first.norm in _WORDS and not first.text.isupper()
        if span.kind in kinds and not word and (one := _sum(message, span, sums[-1].past if sums else 0)):
            sums.append(one)
    return sums


def _sum(message: Message, span: Span, first: int) -> Sum | None:
    """With what stands beside it, from the token `first` on."""
    cues: dict[str, list[str]] = {}
    i, (j, past) = _before(message, span, first, cues), _behind(message, span, cues)
    money = span.value if isinstance(span.value, Money) else Money(Decimal(span.value))
    ranged = span.kind.startswith("range") and message.word(span.i - 1) != "from"
    one = Sum(i, j, span, money.amount, money.currencies, cues, ranged, past)
    return one if money.currencies or _is_sum(message, one) else None


def _is_sum(message: Message, one: Sum) -> bool:
    """Whether a number without a currency is a sum, by what stands beside it."""
    thousand = message.word(one.span.j - 1) in ("k", "grand", "thousand")
    strong = "purse" in one.cues or one.per in ("person", "day", "person_day") or thousand
    if not strong and one.amount in _YEARS and "bound" not in one.cues:
        return False
    counted = message.chart.at("counted_thing", one.span.j)
    purse = "purse" in one.cues or ("budget" in message.asked and one.amount >= _LEAST and not counted)
    if purse or one.per not in ("", "total", "piece"):
        return one.amount >= _LEAST_PER
    earlier = any(span.j <= one.i and span.value >= _LEAST for span in message.chart.of("amount"))
    again = "fine" in one.cues and (earlier or message.facts.budget.amount is not None)
    said = {"bound", "nearly", "per"} & set(one.cues) or (one.what and one.j > one.span.j)
    return thousand or (one.amount >= _LEAST and bool(said or again))


def _behind(message: Message, span: Span, cues: dict[str, list[str]]) -> tuple[int, int]:
    """Takes up what follows a sum; where that ends, without and with the house that it is for: who reads
    stays has to see what kind."""
    j = past = at = span.j
    while at < len(message.tokens):
        led = message.word(at) in ("for", "on")
        if led and (what := _what(message, at + 1)):
            if message.word(what.j) in ("and", "with", "incl"):
                cues["several"] = ["several"]
            past = at = _take(cues, what)
            j = j if what.value == "stay" else at
        elif (cue := _longest(message, at)) and not _of_others(message, cue):
            j = past = at = _take(cues, cue)
        elif at - past < 2 and message.tokens[at].norm in _FILL - {"and"} | {","}:
            at += 1
        else:
            break
    return j, past


def _of_others(message: Message, cue: Span) -> bool:
    """ "For two nights" is no group of people; a bound right before another sum is of that."""
    if cue.kind in ("bound", "nearly", "purse"):
        return any(message.chart.at(kind, cue.j) for kind in ("money", "amount"))
    group = cue.value == "group" and message.chart.at("counted_thing", cue.j)
    return cue.kind == "what" or bool(group)


def _what(message: Message, at: int) -> Span | None:
    for _ in range(2):
        if found := message.chart.at("what", at):
            return found
        at += message.word(at) in _ARTICLES
    return None


def _longest(message: Message, at: int) -> Span | None:
    found = [one for kind in _CUES if (one := message.chart.at(kind, at))]
    return max(found, key=lambda one: one.j, default=None)


def _take(cues: dict[str, list[str]], cue: Span) -> int:
    cues.setdefault(cue.kind, []).append(cue.value)
    return cue.j


def _before(message: Message, span: Span, first: int, cues: dict[str, list[str]]) -> int:
    """Takes up what leads to a sum; where that begins."""
    ends: dict[int, list[Span]] = {}
    for cue in message.chart.of(*_CUES):
        ends.setdefault(cue.j, []).append(cue)
    i = at = span.i
    while at > first:
        far = "purse" in cues and at < i  # "a flight that fits a budget of": no budget of flights
        found = [one for one in ends.get(at, ()) if one.value != "fine" and one.i >= first]
        found = [one for one in found if not (far and one.kind == "what")]
        if found:
            cue = min(found, key=lambda one: one.i)
            _take(cues, cue)
            i = at = cue.i
        elif i - at < 4 and message.tokens[at - 1].norm in _FILL:
            at -= 1
        else:
            break
    return i


def read_money(message: Message) -> Iterator[Found]:
    """Sums of the trip, of a night and of parts of the trip; the level of spending."""
    changed = list(_changed(message))
    yield from changed
    unread, whole = [], []
    for one in (one for one in sums_in(message) if not any(by.i <= one.span.i < by.j for by in changed)):
        if _by_so_much(message, one) or not _of_the_trip(message, one):
            unread.append(one)
        elif parts := list(_of_a_part(message, one)):
            yield from parts
        elif one.per not in ("night", "piece") and not one.what and _is_told(message, one):
            whole.append(one)
    chosen = None if changed else _chosen(message, whole)
    if chosen:
        yield from _told(message, chosen)
    elif message.facts.budget.amount is not None:  # "in euros, please", as all that a message says
        named = message.cover("currency")
        left = message.said - lexicon.words("budget", "currency")
        if len(named) == 1 and left <= set(message.norms(named[0].i, named[0].j)):
            yield Found("budget.currency", named[0].value.split()[0], named[0].i, named[0].j)
    yield from _unread(message, unread)
    yield from _levels(message, bool(chosen))


def _changed(message: Message) -> Iterator[Found]:
    """ "Raise the budget by 500": of the sum that is known; without one it says nothing."""
    known = message.facts.budget.amount
    for span in message.cover("change_by") if known is not None else ():
        problem = amount_problem(known + span.value)
        told = ("", problem) if problem else ("budget.amount", known + span.value)
        yield Found(*told, span.i, span.j, "problem" if problem else "set")


def _is_told(message: Message, one: Sum) -> bool:
    clause = message.clause(one.span.i)
    said = {"purse", "bound", "nearly", "per"} & set(one.cues) or "budget" in message.asked
    return not (clause.asked and not said) and not clause.has("over.past", "others.kin_says", "others.said")


def _chosen(message: Message, sums: list[Sum]) -> Sum | None:
    """The budget named outright, else the first sum; a later one where it corrects that."""
    named = [one for one in sums if "purse" in one.cues] or [one for one in sums if one.currencies]
    chosen = next(iter(named or sums), None)
    for other in (one for one in sums if chosen and one.span.i > chosen.span.i):
        if _TURNS & set(message.norms(chosen.span.j, other.span.i)):
            currencies, cues = other.currencies or chosen.currencies, chosen.cues | other.cues
            chosen = replace(other, currencies=currencies, cues=cues)
    return chosen


def _told(message: Message, one: Sum) -> Iterator[Found]:
    i, j = one.i, one.j
    if problem := amount_problem(one.amount):
        yield Found("", problem, i, j, "problem")
        return
    amount, known = one.amount, message.facts.budget
    if one.per in ("person_day", "couple"):
        people = message.people() or 0
        amount = amount * people / (1 if one.per == "person_day" else 2) or amount
    yield Found("budget.amount", amount, i, j)
    if one.currency:
        yield Found("budget.currency", one.currency, i, j)
    if scope := _PER.get(one.per):
        yield Found("budget.scope", scope, i, j)
    if one.rough or known.approximate:
        yield Found("budget.approximate", one.rough, i, j)


def _of_a_part(message: Message, one: Sum) -> Iterator[Found]:
    """ "90 a night", "at most 500 on food"."""
    before = {form for at in range(one.i, one.span.i) for form in message.tokens[at].forms}
    nightly = one.what == "stay" and not one.per and "bound" in one.cues and _HOUSES & before
    nightly = nightly and "for" not in {*before, message.word(one.j)}
    if one.per == "night" or (nightly and one.amount <= _A_NIGHT_AT_MOST):  # "hotels up to 180 dollars"
        yield Found("stay.max_price", one.amount, one.i, one.j)
        if one.currency and message.facts.budget.currency is None:
            yield Found("budget.currency", one.currency, one.i, one.j)
    elif one.what and one.per in ("", "total", "person", "couple"):
        limited = {"bound", "purse"} & set(one.cues)
        if limited or not message.planned:
            people = {"person": message.people() or 1, "couple": Decimal(message.people() or 2) / 2}
            amount = one.amount * people.get(one.per, 1)
            value = "|".join((one.what, f"{amount.normalize() + 0:f}", one.currency or ""))
            yield Found("caps", value, one.i, one.j, "add")


def _by_so_much(message: Message, one: Sum) -> bool:
    """ "400 dollars cheaper", "save us 300 euros", "I lost 50": no whole sum of anything."""
    cues = message.chart.of("by_so_much")
    before = any(cue.value == "before" and cue.j in (one.span.i, one.i) for cue in cues)
    less = message.norms(one.span.j, one.span.j + 3) == ["more", "or", "less"]
    return before or (not less and any(cue.value == "after" and cue.i == one.span.j for cue in cues))


def _of_the_trip(message: Message, one: Sum) -> bool:
    """Whether a sum can be the budget: always before there is a plan, or where the budget was asked for; then
    only with words that say so."""
    if not message.planned or "budget" in message.asked:
        return True
    firm = "bound" in one.cues or bool({"spend", "afford"} & set(message.norms(one.i, one.span.i)))
    if one.per == "night" or (one.what and firm):
        return True
    i, j = next(sentence for sentence in message.sentences if sentence[0] <= one.span.i < sentence[1])
    words = message.norms(i, one.span.i) + message.norms(one.span.j, j)
    whole = [cue for cue in message.chart.of("per") if cue.value == "total" and i <= cue.i < j]
    if _BUDGET & set(words) or any(message.word(cue.j) != "to" for cue in whole):
        return True
    firm = firm or "fine" in one.cues.get("fine", ()) or {"spend", "afford"} & set(words)
    return bool(firm) and all(word in _PLAIN or not word[0].isalpha() for word in words)


def _unread(message: Message, sums: list[Sum]) -> Iterator[Found]:
    """Once there is a plan: a sentence for a sum that is neither budget nor limit."""
    for one in (one for one in sums if one.currencies):
        clause, (i, j) = message.clause(one.span.i), (one.span.i, one.span.j)
        if not message.planned:
            yield Found("", None, i, j)
        elif _WOULD_SAVE & message.said and _by_so_much(message, one):
            behind = message.chart.at("by_so_much", j)
            yield Found("", CHEAPER_WHERE, i, behind.j if behind else j, "problem")
        elif not clause.question:
            question = _WHICH_SUM.format(said=message.tokens.quote(i, j))
            short = clause.j - clause.i <= _SHORT
            yield Found("", question, *((clause.i, clause.j) if short else (i, j)), "problem")


def _levels(message: Message, has_sum: bool) -> Iterator[Found]:
    """Low, mid or high. Beside a sum only words about the budget itself count."""
    found = [one for one in message.cover("level") if _is_level(message, one, has_sum)]
    for one in message.cover("level_alone") if not (found or has_sum) else ():  # "Rome, 2 people, budget"
        beside = message.norms(one.i - 1, one.i) + message.norms(one.j, one.j + 1)
        whole = one.j - one.i == len(message.tokens)
        found += [one] if set(beside) <= _BREAKS and (not whole or "budget" in message.asked) else []
    for one in found[:1]:
        of_all = _TRAVELS & set(message.norms(one.i, one.j))
        shared = bool(of_all or message.chart.at("one_thing", one.j))
        yield Found("budget.level", "low" if one.value == "named" else one.value, one.i, one.j, shared=shared)


def _is_level(message: Message, span: Span, has_sum: bool) -> bool:
    clause, words = message.clause(span.i), message.norms(span.i, span.j)
    inner = {"not", "nothing", "no", "neither"} & set(words)
    if clause.has("over.past", "others.kin_says") or (clause.denies(span) and not inner):
        return False
    return "budget" in words or not (clause.asked or has_sum)
