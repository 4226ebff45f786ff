"""Sums that are taken back or are only a part: "60 not 50", "20 euros, no 25", "half of the 400 dirham tour",
"delete the last expense"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

from trips.understanding.expense_money import Found, sums_in
from trips.understanding.expense_things import DATES
from trips.understanding.money_words import MONEY
from trips.understanding.reading import Span

_CENT = Decimal("0.01")
_JUST = r"(?:(?:it\s+was|it's|that\s+was|was|were|is|the|about|around|only|just|really|in\s+fact)\s+){0,6}"
#: Between the sum that holds and the one that does not: "60, not 50".
_NOT_THE_OTHER = re.compile(
    rf"\s*[,;(-]?\s*(?:and\s+)?(?:not|instead\s+of|rather\s+than)\s+{_JUST}", re.IGNORECASE
)
#: Before the one that does not hold, and between it and the one that does: "not 50 but 60".
_NOT_BEFORE = re.compile(rf"(?:\bnot|(?<=\w)n't|\bno\s+longer)\s+{_JUST}$", re.IGNORECASE)
_BUT = re.compile(rf"\s*[,;-]?\s*(?:but|rather|it\s+was|it's)\s+(?:rather\s+)?{_JUST}", re.IGNORECASE)
_SLIP = r"(?:no|nope|sorry|oops|wait|correction|i\s+mean|i\s+meant|rather|actually|pardon)"
#: Between a slip and what was meant: "20 euros, no 25 euros".
_SLIPPED = re.compile(
    rf"\s*[,;(.-]*\s*(?:(?:oh|or|er+m?|uh+|hmm+|ah)\b\W*+){{0,4}}\b{_SLIP}\b(?:\W*+\b{_SLIP}\b){{0,4}}\W*{_JUST}",
    re.IGNORECASE,
)
#: What begins a message that corrects one before it.
CORRECTS = re.compile(
    rf"^\W*(?:(?:oh|ah|er+m?|uh+|hmm+)\b\W*+){{0,4}}\b{_SLIP}\b(?:\W*+\b{_SLIP}\b){{0,4}}\W*", re.IGNORECASE
)
_REALLY = re.compile(
    r"\b(?:was|were|cost)\s+(?:actually|really|in\s+fact)\b|\bactually\s+(?:was|were|cost)\b", re.IGNORECASE
)

_PARTS = {
    r"(?:a\s+|one\s+|the\s+)?half": Fraction(1, 2),
    r"(?:a|one)\s+third": Fraction(1, 3),
    r"two\s+thirds": Fraction(2, 3),
    r"(?:a|one)\s+quarter": Fraction(1, 4),
    r"three\s+quarters": Fraction(3, 4),
    r"(?:a|one)\s+fifth": Fraction(1, 5),
    r"1/2|½": Fraction(1, 2),
    r"1/3": Fraction(1, 3),
    r"2/3": Fraction(2, 3),
    r"1/4|¼": Fraction(1, 4),
}
_PART = rf"(?P<part>{'|'.join(_PARTS)}|(?P<percent>[1-9]\d?)\s*(?:%|percent|per\s+cent))"
#: "Half of the 400 dirham tour".
_PART_OF = re.compile(
    rf"(?<![\w/]){_PART}\s+(?:of\s+)?(?:(?:the|that|this|our|an?|its|those|these)\s+)?(?:(?:bill|price|cost|"
    r"total|fare)\s+of\s+)?(?:(?:about|around)\s+)?$",
    re.IGNORECASE,
)
#: "The tour was 400 dirhams, we paid half".
_PAID_A_PART = re.compile(
    rf"\b(?:we|i|us|me)\b[^.!?;]{{0,20}}?\b(?:paid|payed|covered|pay|took\s+over)\s+(?:for\s+)?"
    rf"(?:only\s+|just\s+)?{_PART}(?:\s+of\s+(?:it|that|this|them))?\b",
    re.IGNORECASE,
)
_PART_WAS_OURS = re.compile(
    rf"\b{_PART}\s+(?:of\s+(?:it|that|this|which)\s+)?(?:was|is|were)\s+"
    r"(?:ours|mine|our\s+share|my\s+share)\b",
    re.IGNORECASE,
)
_SHARE = (
    r"(?:\b(?:my|our)\s+(?:own\s+)?(?:share|part|half|portion|cut|bit)\b|"
    r"\bof\s+which\s+(?:i|we)\s+paid\b)"
)
#: "Lunch was 20 euros, my share was 10".
_MINE_WAS = re.compile(
    rf"[^.!?]{{0,40}}?{_SHARE}\s*(?:of\s+(?:it|that|this)\s+)?(?:was|is|were|came\s+to|:|=|,)?\s*(?:about\s+|only\s+|just\s+)?",
    re.IGNORECASE,
)
_MINE_PHRASE = re.compile(rf"{_SHARE}(?:\s+of\b)?", re.IGNORECASE)
_MINE_OF = re.compile(rf"{_SHARE}\s+of\s+(?:(?:the|that|this|an?)\s+)?$", re.IGNORECASE)
_WAS = re.compile(r"[^,;.!?]{0,40}\b(?:was|is|were|came\s+to)\s+(?:about\s+|only\s+|just\s+)?", re.IGNORECASE)
#: "We paid 12 of the 24 euros".
_OUT_OF = re.compile(r"\s*(?:out\s+)?of\s+(?:(?:the|those|that|a\s+total\s+of)\s+)?", re.IGNORECASE)
_OURS = re.compile(r"\b(?:was|is|were|are)\s+(?:ours|mine)\b", re.IGNORECASE)
#: Among whom is not said: the part that is theirs is asked for.
SPLIT = re.compile(
    r"\bsplit(?:ting)?\b[^.!?;]{0,60}\b(?:with|between|among|(?:\d+|two|three|four|five|six)\s+ways)\b"
    r"|\bwent\s+(?:dutch|halves)\b|\b(?:shared|split)\s+the\s+(?:bill|cost|price)\b",
    re.IGNORECASE,
)
_NOUN = r"(?:expenses?|entr(?:y|ies)|spendings?|payments?|costs?|sums?)"
_GONE = (
    r"(?:delete|remove|cancel|erase|undo|strike(?:\s+out)?|scratch|scrap|drop|take\s+(?:out|back|off)|cross\s+(?:out|off)|"
    r"forget(?:\s+about)?|get\s+rid\s+of)"
)
_REMOVAL = re.compile(
    r"^\W*(?:(?:please|ok(?:ay)?|no|sorry|oops|and|now|then|could\s+you|can\s+you|would\s+you|i\s+want\s+to|i'd\s+like\s+to|let's)\b\W*)*"
    rf"{_GONE}\s+(?:(?:the|that|this|my|our|its)\s+)*(?:"
    rf"(?P<last>last|latest|newest|previous|recent|most\s+recent)(?:\s+(?P<kind>[\w'-]+(?:\s+[\w'-]+)?))?\s+{_NOUN}"
    rf"|(?P<only>{_NOUN})(?:\s+(?:for|of|on|at|about|from)\s+(?P<about>.{{2,80}}?))?"
    rf"|(?P<thing>.{{2,60}}?)\s+(?:{_NOUN}|from\s+(?:the|my|our)\s+(?:{_NOUN}|account|list\s+of\s+{_NOUN}))"
    r")(?:\s+(?:again|please|for\s+(?:me|us)|i\s+(?:just\s+)?(?:made|noted|told\s+you|entered)))*\W*$",
    re.IGNORECASE,
)
#: "That expense was wrong, delete it", "the bread expense should be deleted".
_REMOVAL_AFTER = re.compile(
    rf"^\W*(?:(?:sorry|oops|no|please)\b\W*)*(?:the|that|this|my|our)\s+(?:(?:last|latest|newest|previous)\s+)?"
    rf"(?:(?P<thing>[\w' -]{{2,60}}?)\s+)?{_NOUN}(?:\s+(?:for|of|on)\s+(?P<about>.{{2,60}}?))?\s+(?:"
    rf"(?:was|is|were)\s+(?:wrong|a\s+mistake|not\s+right|an\s+error|noted\s+twice|double)\b\W*(?:(?:so|and|please|just)\s+)*"
    rf"{_GONE}\s+(?:it|that|them)|(?:should|can|must|has\s+to|needs\s+to)\s+(?:be\s+)?"
    r"(?:deleted|removed|go|cancelled|canceled|erased|taken\s+(?:out|off|back)))(?:\s+please)?\W*$",
    re.IGNORECASE,
)
#: "Delete the 3 euro bread": with a sum these ask for no change of the plan.
_DELETED = re.compile(
    r"^\W*(?:please\s+)?(?:delete|erase)\s+(?:(?:the|that|this|my|our)\s+)?(?P<thing>.{2,60}?)\W*$", re.I
)
#: "/cost remove …": what follows the word.
_LAST = re.compile(
    rf"\W*(?:(?:the\s+)?(?:last|latest|newest|previous)(?:\s+(?:one|{_NOUN}))?)?\W*", re.IGNORECASE
)
_SUM_WORDS = re.compile(r"\b(?:for|of|the|a|an|at|on)\b", re.IGNORECASE)


@dataclass(frozen=True)
class Removal:
    """An expense that shall go: what it was for ("" = what was noted last) and its sum, if one is said."""

    thing: str = ""
    amount: Decimal | None = None


def removal_in(text: str, known: frozenset[str]) -> Removal | None:
    """ "Delete the last expense", "remove the taxi from the expenses". `known`: currencies with a rate."""
    said = " ".join(text.split())
    if match := _REMOVAL.match(said):
        return removal_of(match["kind"] or match["about"] or match["thing"] or "", known)
    if match := _REMOVAL_AFTER.match(said):
        return removal_of(match["about"] or match["thing"] or "", known)
    match = _DELETED.match(said)
    removal = removal_of(match["thing"], known) if match and MONEY.search(match["thing"]) else None
    return removal if removal and removal.amount is not None else None


def removal_of(words: str, known: frozenset[str]) -> Removal:
    """What "/cost remove WORDS" names."""
    words = DATES.sub(" ", words)
    if _LAST.fullmatch(words):
        return Removal()
    sums = sums_in(words, known, 0, len(words))
    if not sums:
        return Removal(" ".join(_SUM_WORDS.sub(" ", words).split()))
    rest = words[: sums[0].span.start] + " " + words[sums[0].span.end :]
    return Removal(" ".join(_SUM_WORDS.sub(" ", rest).split()).strip(" ,.;:"), sums[0].amount)


def corrects(sentence: str) -> bool:
    """Whether a sentence takes back one before it: "no, the taxi was 60", "it was actually 60"."""
    return bool(CORRECTS.match(sentence) or _REALLY.search(sentence))


def settled(view: str, sums: Sequence[Found], sentence: Span) -> list[Found]:
    """The sums that hold: of two of which one corrects the other that one, with what it corrects; parts of a
    sum as what they come to. Their spans cover the words of it."""
    found: list[Found] = []
    index = 0
    while index < len(sums):
        one, other = sums[index], sums[index + 1] if index + 1 < len(sums) else None
        joined = _joined(view, one, other, sentence) if other else None
        if joined is not None:
            index += 1
            found.append(joined)
        else:
            until = other.span.start if other else sentence.end
            found.append(_part_of(view, one, sentence.start, until))
        index += 1
    return found


def _joined(view: str, one: Found, other: Found, sentence: Span) -> Found | None:
    """The two sums as one; None where each stands for itself."""
    between = view[one.span.end : other.span.start]
    before = view[sentence.start : one.span.start]
    money = one.currencies or other.currencies
    whole = Span(one.span.start, other.span.end)
    if _NOT_THE_OTHER.fullmatch(between):
        return replace(one, span=whole, currencies=money, instead=other.amount)
    if (negated := _NOT_BEFORE.search(before)) and _BUT.fullmatch(between):
        span = Span(sentence.start + negated.start(), other.span.end)
        return Found(span, other.amount, other.currencies or money, instead=one.amount)
    if _SLIPPED.fullmatch(between):
        return Found(whole, other.amount, other.currencies or money)
    if _OUT_OF.fullmatch(between) and one.amount < other.amount and money:
        return Found(whole, one.amount, money, of=other.amount)
    if _MINE_WAS.fullmatch(between) or (_MINE_OF.search(before) and _WAS.fullmatch(between)):
        if other.amount <= one.amount:
            return Found(whole, other.amount, other.currencies or money, of=one.amount)
    return None


def _part_of(view: str, one: Found, begin: int, end: int) -> Found:
    """ "Half of" a sum, before it or after it, as that part of it, to the cent."""
    if match := _PART_OF.search(view[begin : one.span.start]):
        part, start, stop = _fraction(match["part"], match["percent"]), begin + match.start(), one.span.end
    elif match := _PAID_A_PART.search(view, one.span.end, end) or _PART_WAS_OURS.search(
        view, one.span.end, end
    ):
        part, start, stop = _fraction(match["part"], match["percent"]), one.span.start, one.span.end
    else:
        return one
    amount = (one.amount * part.numerator / part.denominator).quantize(_CENT, ROUND_HALF_UP)
    return Found(Span(start, stop), amount.normalize() + 0, one.currencies, of=one.amount)


def _fraction(words: str, percent: str | None) -> Fraction:
    if percent:
        return Fraction(int(percent), 100)
    return next(part for pattern, part in _PARTS.items() if re.fullmatch(pattern, words, re.IGNORECASE))


def without_parts(words: str) -> str:
    """The words without those that say which part of a sum was paid, of the same length."""
    for pattern in (_PAID_A_PART, _PART_WAS_OURS, _MINE_PHRASE, _OURS):
        words = pattern.sub(lambda match: " " * len(match.group()), words)
    return words
