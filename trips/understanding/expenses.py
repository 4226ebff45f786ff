"""What was spent, out of plain words: "lunch 2400 yen", "we paid €35 for the museum yesterday".

Only money that has gone counts. A price that is asked for, a budget, what a plan says or what something
usually costs is none; in doubt it is none as well, and the form is there.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal

from trips.catalogue.exchange_rates import currencies as known_currencies
from trips.catalogue.gazetteer import default_gazetteer
from trips.understanding import expense_words as words
from trips.understanding.expense_amending import (
    CORRECTS,
    SPLIT,
    Removal,
    corrects,
    removal_in,
    settled,
    without_parts,
)
from trips.understanding.expense_days import Told, days_in
from trips.understanding.expense_money import NO_MONEY_AFTER, Found, sums_in
from trips.understanding.expense_payers import payer_in
from trips.understanding.expense_things import thing_of
from trips.understanding.expense_verdicts import CAME_BACK, OtherThings, Part, verdict_of
from trips.understanding.expense_words import Category
from trips.understanding.money_words import MONEY
from trips.understanding.reading import Reading, Span

#: Of one message.
MOST_AT_ONCE = 20
_BETWEEN = re.compile(r"[,;\n+&]|\b(?:and|then|plus|y|et|und|e)\b|\.\s", re.IGNORECASE)
#: Between a sum and the same one in other money: "2400 yen (about 15 euros)".
_SAME_SUM = re.compile(
    r"\s*,?\s*(?:\(|=|≈|\b(?:i\.e\.|or|so|about|around)\b)\s*(?:(?:about|around|roughly|that\s+is)\b|≈)?\s*-?\s*",
    re.IGNORECASE,
)
#: Before a bare number that counts or names something.
_NUMBERED = re.compile(
    r"(?:\b(?:day|at|for|room|gate|line|no\.?|number|age[ds]?|option|on|in|to)|#)\s*$", re.IGNORECASE
)
_FOR = re.compile(r"\bfor\s*$", re.IGNORECASE)
_SPENDS = re.compile(
    r"\b(?:spent|paid|cost(?:\s+(?:us|me|him|her|them))?|dropped|blew|was|were|came\s+to|back|out|"
    r"tipped|on\s+it|add|"
    r"log|another|about|around|only|just|roughly|of|over|and|plus|gastamos|gasté|ausgegeben|bezahlt|"
    r"payé|dépensé|"
    r"pagué|pagamos)\s*$",
    re.IGNORECASE,
)
_NAMED = re.compile(r"[A-Za-z'é]{3,}[\s:]+$")
_NAMED_APART = re.compile(r"[A-Za-z'é]{3,}\s*,\s*$")  # "Tom paid for dinner, 400"
#: "10k" of a way: "the hike was 12k", "5k to the beach".
_ON_FOOT = re.compile(
    r"\b(?:hik|walk|r[au]n|rid|rode|cycl|jog|rac|trail|loop|way|distance|steps|swam)\w*\b", re.IGNORECASE
)
_FAR_AWAY = re.compile(r"\s*(?:to|from|away|along|of|north|south|east|west)\b", re.IGNORECASE)
_AN_HOUR = re.compile(r"0\d{2,3}|(?:1\d|2[0-3])[0-5][05]")  # "dinner 1930"
_ENDS = re.compile(
    r"\s*(?:$|[,;.!)]|(?:and|for|on|each|apiece|a\s+piece|a\s+head|per|p\.?p)\b)", re.IGNORECASE
)


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


def read_expenses(
    text: str,
    *,
    today: dt.date,
    start: dt.date | None = None,
    people: Sequence[str] = (),
    fragments: bool = True,
    asked: bool = False,
    lenient: bool = False,
) -> Expenses:
    """All that was spent. `today` is where the traveller is; `start` the trip's first day; `people` the names
    of its members; `fragments`: "lunch 2400 yen" counts (before there is a plan it may be a wish); `asked`:
    the words are an order to note them (`/cost add`), so that a sum is enough; `lenient`: every sum that is
    not plainly something else, for whoever reads the sentence better than this does."""
    if removal := removal_in(text, known_currencies()):
        return Expenses(removed=removal)
    reading = Reading(text, today, default_gazetteer())
    view = reading.view
    result = Expenses()
    header: dt.date | None = None
    others: OtherThings = ("note" if start is not None and start <= today else "ask") if fragments else ""
    for sentence in reading.sentences:
        days = days_in(view, sentence.start, sentence.end, today, start)
        here = view[sentence.start : sentence.end]
        if len(result.found) > MOST_AT_ONCE:
            break
        parts = _parts(reading, sentence, asked, going=others == "note")
        if not parts:
            header = days[-1].date if days and here.rstrip().endswith(":") else None
            payer = payer_in(here, people)
            if payer and result.found and len(here.split()) <= 6 and "?" not in here:
                result.found[-1] = replace(result.found[-1], payer=payer)
            continue
        kept: list[int] = []
        unclear: list[str] = []
        apart: list[str] = []
        unread: list[Unread] = []
        lone = len(parts) == 1
        payer = ""
        takes_back = fragments and corrects(here)
        shared = any(one and one.casefold() in here.casefold() for one in people)
        split = not (asked or shared) and bool(SPLIT.search(here))
        verdicts = _verdicts(reading, sentence, parts, fragments, asked, lenient, takes_back, others, split)
        for part, verdict in zip(parts, verdicts, strict=True):
            if isinstance(verdict, str):
                unclear += [verdict] if verdict else []
                if verdict and _thing(part, view[part.span.start : part.span.end], False):
                    apart.append(verdict)  # a thing of its own, which no other sum of the message is for
                unread += [_unread(reading, part)] if part.found.currencies and not verdict else []
                continue
            stretch = view[part.span.start : part.span.end]
            day = _day_of(view, part, days, header or today)
            named = payer_in(stretch, people)
            payer = "" if named == "we" else named or payer
            thing = _thing(part, stretch, takes_back)
            spoken = Spoken(
                what=thing,
                amount=part.found.amount * verdict,
                currencies=part.found.currencies,
                category=words.category_of(thing) or words.category_of(stretch) or "other",
                date=day,
                quote=_quote(reading, sentence if lone else part.span),
                payer=payer,
                words=stretch,
                amends=part.found.instead is not None or takes_back,
                instead=part.found.instead,
                of=part.found.of,
            )
            if takes_back and not thing and not kept and result.found:  # "Taxi 20 euros. No, 25 euros."
                before = result.found.pop()
                spoken = replace(
                    before, amount=spoken.amount, currencies=spoken.currencies or before.currencies
                )
            kept.append(len(result.found))
            result.found.append(spoken)
        result.problems.extend(unclear if not kept or CAME_BACK in unclear else apart)
        result.unread.extend(unread)
        late = payer_in(view[parts[-1].found.span.end : sentence.end], people)
        if late and late != "we" and kept:
            for index in (
                kept if len(kept) > 1 and "," in view[parts[-1].found.span.end : sentence.end] else kept[-1:]
            ):
                result.found[index] = replace(result.found[index], payer=late)
        _share_currency(result.found, kept)
    if len(result.found) > MOST_AT_ONCE:
        result.problems.append(f"Only the first {MOST_AT_ONCE} sums of the message are noted.")
    return Expenses(
        result.found[:MOST_AT_ONCE],
        list(dict.fromkeys(result.problems)),
        result.unread if result.found else [],
        markup=reading.markup,
    )


def _verdicts(
    reading: Reading,
    sentence: Span,
    parts: list[Part],
    fragments: bool,
    asked: bool,
    lenient: bool,
    takes_back: bool,
    others: OtherThings,
    split: bool,
) -> list[Decimal | str]:
    """Of each part. Where one of a list was paid, so was a thing beside it that no list of ours names."""
    view = reading.view
    found: list[Decimal | str] = []
    places = [bool(others) and _names_a_place(reading, part) for part in parts]
    for again in (False, True):
        found, earlier = [], lenient
        for part, is_place in zip(parts, places, strict=True):
            other: OtherThings = "" if is_place else "note" if again else others
            verdict = verdict_of(
                view,
                sentence,
                part,
                fragments=fragments,
                asked=asked,
                earlier=earlier,
                amends=takes_back or (fragments and part.found.instead is not None),
                others=other,
            )
            if split and part.found.of is None and not isinstance(verdict, str):
                verdict = _whose(view, part)
            earlier = earlier or not isinstance(verdict, str) or bool(verdict)
            found.append(verdict)
        if others != "ask" or not any(isinstance(one, Decimal) for one in found):
            break
    return found


def _whose(view: str, part: Part) -> str:
    said = " ".join(view[part.found.span.start : part.found.span.end].split())
    return f"{said} was split: how much of it did you pay? Say that sum and it is noted."


def _names_a_place(reading: Reading, part: Part) -> bool:
    """ "Kyoto 3000 euros": a city with a capital letter is no thing that is bought."""
    names = re.findall(r"\b[A-Z][\w'-]+(?:\s[A-Z][\w'-]+)*", f"{part.lead} {part.after}")
    matches = (match for name in names for match in reading.gazetteer.find_cities(name, limit=1))
    return any(match.exact for match in matches)


def _thing(part: Part, stretch: str, takes_back: bool) -> str:
    """What was paid for, without the words that correct or divide a sum."""
    begin, end = part.found.span.start - part.span.start, part.found.span.end - part.span.start
    before, after = without_parts(stretch[:begin]), without_parts(stretch[end:])
    if takes_back:
        before = CORRECTS.sub("", before)
    thing = thing_of(f"{before}{stretch[begin:end]}{after}", len(before), len(before) + end - begin)
    if thing or part.found.of is None:
        return thing
    within = MONEY.sub(" ", stretch[begin:end])  # "my share of the 60 euro dinner was 20"
    return thing_of(within, len(within.rstrip(" 0123456789.,")), len(within))


def _unread(reading: Reading, part: Part) -> Unread:
    return Unread(part.found.amount, _quote(reading, part.span))


def _day_of(view: str, part: Part, days: list[Told], otherwise: dt.date) -> dt.date:
    """The day named beside the sum, else one of the sentence that no semicolon keeps apart from it."""
    own = [day for day in days if part.span.start <= day.start < part.span.end]
    at = part.found.span.start
    shared = [day for day in days if ";" not in view[min(day.end, at) : max(day.start, at)]]
    return (own or shared)[0].date if own or shared else otherwise


def _parts(reading: Reading, sentence: Span, asked: bool, *, going: bool) -> list[Part]:
    """Each sum of the sentence that can be money, with its own stretch of it. `going`: the trip has begun, so
    "noodles 55k" is what they cost."""
    view = reading.view
    sums = sums_in(view, known_currencies(), sentence.start, sentence.end)
    sums = settled(view, sums[: 2 * MOST_AT_ONCE], sentence)  # of two one may correct the other
    bare = asked and not any(one.currencies for one in sums)  # "/cost add 18 taxi"
    told = any(one.currencies for one in sums) or bool(words.PAID.search(view, sentence.start, sentence.end))
    sums = [_plain(reading, one) for one in sums]
    if going:
        hours = any(_AN_HOUR.fullmatch(reading.quote(one.span.start, one.span.end)) for one in sums)
        sums = [replace(one, short=_is_a_price(reading, one, sentence, short=hours)) for one in sums]
    paid = told and not any(one.currencies for one in sums)
    sums = [one for one in sums if bare or _money(view, one, sentence, told=told, paid=paid)]
    sums = _without_conversions(view, sums)
    if not sums:
        return []
    thing_first = len(view[sentence.start : sums[0].span.start].split()) > 0
    edges = [sentence.start]
    for one, other in zip(sums, sums[1:], strict=False):
        gap = list(_BETWEEN.finditer(view, one.span.end, other.span.start))
        if gap:
            edges.append(_best(gap))
        else:
            edges.append(one.span.end if thing_first else other.span.start)
    edges.append(sentence.end)
    parts = []
    for one, begin, end in zip(sums, edges, edges[1:], strict=False):
        lead = view[begin : one.span.start]
        parts.append(Part(one, Span(begin, end), lead, view[one.span.end : end]))
    return parts


def _best(gap: list[re.Match[str]]) -> int:
    """Of several places to split the last: what stands before it belongs to the first sum."""
    marks = [match for match in gap if match.group() not in ("y", "e")]
    return (marks or gap)[-1].start()


def _money(view: str, one: Found, sentence: Span, *, told: bool, paid: bool) -> bool:
    """A number without a currency is money only where it is spent, or beside a thing as a price is written.
    `told`: the sentence names a currency or somebody who pays; `paid`: the latter alone."""
    if one.currencies:
        return True
    after = view[one.span.end : one.span.end + 24]
    before = view[max(sentence.start, one.span.start - 24) : one.span.start]
    if NO_MONEY_AFTER.match(after) or (one.short and (_FAR_AWAY.match(after) or _ON_FOOT.search(before))):
        return False
    if _NUMBERED.search(before):
        return bool(_FOR.search(before)) and one.amount > 8
    spent = _SPENDS.search(before)
    cents = one.amount != one.amount.to_integral_value() or view[one.span.end - 3 : one.span.end - 2] in ".,"
    listed = (told or cents or one.short) and _NAMED.search(before) and _ENDS.match(after)
    listed = listed or (paid and one.amount >= 10 and _NAMED_APART.search(before) and _ENDS.match(after))
    if spent and re.match(r"\s*(?:in|at)\s", after) and one.amount < 30:
        return False  # "we spent 3 in Kyoto": nights
    return bool(spent or listed or re.match(r"\s*(?:on|for)\s", after))


def _without_conversions(view: str, sums: list[Found]) -> list[Found]:
    """ "2400 yen (about 15 euros)" is one sum, said twice."""
    kept: list[Found] = []
    for one in sums:
        between = view[kept[-1].span.end : one.span.start] if kept else ""
        if kept and _SAME_SUM.fullmatch(between) and set(one.currencies) - set(kept[-1].currencies):
            continue
        kept.append(one)
    return kept


def _share_currency(found: list[Spoken], kept: list[int]) -> None:
    """ "coffee 4, cake 6 euros": one currency said for all of a sentence."""
    said = [found[index].currencies for index in kept if found[index].currencies]
    for index in kept:
        if said and not found[index].currencies:
            found[index] = replace(found[index], currencies=said[0])


def _is_a_price(reading: Reading, one: Found, sentence: Span, *, short: bool) -> bool:
    """ "Noodles 55k", "lunch 3200": no hour, no line of a bus. `short`: only the first of the two."""
    typed = reading.quote(one.span.start, one.span.end)
    if one.currencies or re.search(r"\dk$", typed, re.IGNORECASE):
        return not one.currencies
    named = re.search(r"([^\W\d_]+)[\s:]+$", reading.view[sentence.start : one.span.start])
    kind = words.category_of(named[1]) if named else None
    return not short and one.amount > 24 and kind in ("food", "visits", "other")


def _plain(reading: Reading, one: Found) -> Found:
    """A dash that only separates, or "~20" for about 20, is no minus."""
    typed = reading.quote(one.span.start, one.span.end)
    if one.amount < 0 and typed[:1] not in "-−m":
        return replace(one, amount=-one.amount)
    return one


def _quote(reading: Reading, span: Span) -> str:
    """The words as they were typed."""
    return reading.quote(span.start, span.end).strip(" \n,;:.!&+()")
