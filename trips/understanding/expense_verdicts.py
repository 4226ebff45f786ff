"""Whether a sum in a sentence is money that has gone."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Literal

from trips.understanding import expense_words as words
from trips.understanding.counting import COUNT, count
from trips.understanding.expense_amending import CORRECTS
from trips.understanding.expense_money import Found
from trips.understanding.expense_payers import payer_in
from trips.understanding.expense_things import ASIDE, DATES
from trips.understanding.money_words import RANGE
from trips.understanding.reading import Span

#: Larger is a slip of the key, in any currency.
MOST = Decimal(1_000_000_000)
#: Words further from a sum say nothing of it, characters.
FAR = 300
CAME_BACK = "Money that came back is noted in the form, as a sum below zero."

OtherThings = Literal["", "ask", "note"]
#: A thing that no list of ours knows is named in so few words, its day and payer included.
_SHORT = 6

_BREAK = re.compile(r"[,;:\n(]|\b(?:and|but|then|so|because|which|und|y|et)\b|\s-\s", re.IGNORECASE)
_TURN = re.compile(r"[,;:]|\s-\s|\b(?:and|but|so)\b", re.IGNORECASE)
_TO_NUMBER = re.compile(r"\s*(?:-|to)\s*\d")
_OVER = re.compile(r"\bover\s+$", re.IGNORECASE)
_HAD_TO = re.compile(r"\b(?:had|made\s+(?:us|me))\s+(?:to\s+)?(?:pay|buy|spend|get)\b", re.IGNORECASE)
_TIMES = re.compile(rf"(?P<n>{COUNT})\s+(?:[\w'-]+\s+){{1,4}}(?:at|for|à|x|@|of)?\s*$", re.IGNORECASE)
_TO_BUDGET = re.compile(
    r"\s*(?:more\s+)?(?:to|for|off|from)\s+(?:the|our|my)\s+(?:\w+\s+)?(?:budget|total|plan|limit|cap)\b",
    re.I,
)
_CROSSED = re.compile(r"(?<![\w.,])(?P<n>[1-9]\d?)\s*[x×]\s*$", re.IGNORECASE)
_CROSSED_AFTER = re.compile(r"\s*[x×*]\s*(?P<n>[1-9]\d?)(?![\w.,]\d|\w)", re.IGNORECASE)
#: "2 coffees à 3 euros", "4 beers at 25 dirhams": the price of one.
_PRICED = re.compile(
    rf"(?<![\w.,])(?P<n>{COUNT})\s+(?:(?:[\w'-]+\s+){{0,3}}[\w'-]+\s*[à@]|(?:[\w'-]+\s+){{0,2}}[\w'-]+s\s+at)\s*$",
    re.IGNORECASE,
)
_CROSSED_AT = re.compile(
    r"(?<![\w.,])(?P<n>[1-9]\d?)\s*[x×]\s+(?:[\w'-]+\s+){1,3}(?:at|à|@)\s*$", re.IGNORECASE
)
_NIGHTS = re.compile(
    rf"\s*(?:,\s*)?(?:a|per|/)\s*(?:night|day)\s*(?:for|,|x|times)?\s*(?P<n>{COUNT})\s+(?:nights?|days?)\b",
    re.IGNORECASE,
)
#: "3 nights at 120 euros a night".
_NIGHTS_LED = re.compile(rf"\b(?P<n>{COUNT})\s+nights?\b(?:\s*(?:at|for|in|,|x|times))*\s*$", re.IGNORECASE)
_A_NIGHT = re.compile(r"\s*(?:,\s*)?(?:a|per|/|each)\s*night\b", re.IGNORECASE)
_EACH_ONLY = re.compile(
    r"^\s*(?:,\s*)?(?:each\b|apiece|a\s+piece|per\s+(?:ticket|piece|person|head)|a\s+head)", re.IGNORECASE
)
_MANY = re.compile(
    r"\b(?:tickets|prices|meals|rooms|entries|fares|they|these|those|museums|taxis)\s+(?:usually\s+)?$",
    re.IGNORECASE,
)
_QUESTION = re.compile(
    r"\b(?:how|what|when|where|who|why|which|is|are|do|does|did|can|could|should|would|will|was|were|"
    r"any|got)\b",
    re.IGNORECASE,
)
_ASKING = re.compile(
    r"\s*(?:how\s+much|what\s+(?:does|do|is|are|would)|is\s+it|do\s+we|did\s+we|can\s+(?:you|we)|should)\b",
    re.IGNORECASE,
)
_HEDGE = re.compile(
    r"[^.!?]{0,30}\b(?:is\s+(?:too|a\s+lot|fine|ok\w*|the|what|how|our|my|not)|sounds?|seems?|would|"
    r"could|should|"
    r"might|says?|if\s+(?:we|i|you)|according|tomorrow|next\s+(?:week|month|year|time)|for\s+next|"
    r"supposedly|"
    r"on\s+(?:the|its|their)\s+(?:website|menu)|please\b|instead|too\s+(?:much|expensive|dear)|"
    r"in\s+the\s+plan)\b",
    re.IGNORECASE,
)
#: A verdict, not a doubt, on what was paid: "the taxi was 20 euros, that's too expensive".
_TOO_DEAR = re.compile(
    r"[^.!?,;]{0,60}(?:,|;|\s-|–|\bwhich\b)\s*(?:(?:that|which|it|this)(?:'s|\s+is|\s+was)?\s+|(?:way|far|much|a\s+bit)\s+){0,4}"
    r"too\s+(?:much|expensive|dear)\b",
    re.IGNORECASE,
)
_WISH = re.compile(r"\W*(?:an?|one|some)\b.*\bfor\s*(?:about|around)?\s*$", re.IGNORECASE)
_PER = re.compile(r"\b(?:each|apiece|per\s+\w+)\b", re.IGNORECASE)
#: "dinner 40 euros, 20 each": only divides what was paid.
_DIVIDED = re.compile(
    r"[,;(=]\s*(?:(?:that's|so|or)\s+)?\d[\d.,]*\s*(?:each|apiece|per\s+(?:person|head)|p\.?p\.?)\)?",
    re.IGNORECASE,
)
_OPENING = re.compile(
    r"^\W*(?:ok(?:ay)?|so|also|hi|hello|and|then|plus|today|yesterday|for)\b[\s,:]*", re.IGNORECASE
)
_FOR_SO_MANY = re.compile(
    r"\bfor\s+(?:the\s+|our\s+)?(?:two|three|four|five|six|both|all|\d|kids|children|family|girls|boys|"
    r"group)(?:\s+(?:of\s+us|people|persons|"
    r"adults))?\b",
    re.IGNORECASE,
)
_TO_SOMEWHERE = re.compile(
    r"\bfrom\s+(?:the|a)\b|\bto\s+(?:the\s+)?\w+|\bfrom\s+\w+|\bpaid\s+by\b|\b(?:i|we)\s+paid\b|"
    r"\bone-?day\b|"
    r"\bday\s+(?:pass|ticket|trip)",
    re.IGNORECASE,
)


@dataclass
class Part:
    """One sum with the words around it. `lead` is what stands before it in its own statement."""

    found: Found
    span: Span
    lead: str
    after: str


def verdict_of(
    view: str,
    sentence: Span,
    part: Part,
    *,
    fragments: bool,
    asked: bool,
    earlier: bool,
    amends: bool = False,
    others: OtherThings = "",
) -> Decimal | str:
    """How often the sum was paid, mostly once; or a sentence why it cannot be noted, "" for no expense.

    `amends`: its statement takes a sum back ("no, 25 euros"). `others`: what a thing that no list of ours
    names and a sum beside it are ("bread 3 EUR"); "" = no expense."""
    lead, after = part.lead[-FAR:], part.after[:FAR]
    whole = view[sentence.start : sentence.end]
    own = _own(lead)
    order = asked or bool(words.LOG.search(whole))
    times = _times(lead, after)
    if RANGE.search(view[part.span.start : part.span.end]) or _TO_NUMBER.match(after):
        return ""
    if _asks(whole, part.found.span.start - sentence.start) and not order:
        return ""
    if amends:
        lead = own = CORRECTS.sub("", lead)
        part = replace(part, lead=lead)
    if words.REFUND.search(view[part.span.start : part.span.end]) and not order:
        return CAME_BACK
    paid = bool(words.PAID.search(own)) or bool(words.PAID.search(_tail(after)))
    had = words.HAD.search(own)
    paid = paid or bool(had and (words.AS_PRICE.search(own) or words.HAD.search(own[-12:])))
    cost = words.COST.search(own)
    paid = paid or bool(cost and not _MANY.search(own[: cost.start()]))
    paid = paid or bool("paid" in after.lower() and payer_in(after))
    paid = paid or bool(earlier and not words.PRESENT.search(own)) or order
    if not asked and _TO_BUDGET.match(after):
        return ""
    if not order:
        cleared = _HAD_TO.sub("paid", own)
        if words.NOT_SPENT_BEFORE.search(cleared) or words.PRESENT.search(cleared):
            return ""
        if _OVER.search(own) or words.NOT_SPENT_AFTER.match(after) or _hedged(after, paid):
            return ""
        if not paid:
            if not fragments or words.OF_THE_TRIP.match(after):
                return ""
            kind = _fragment(part)
            if amends and not kind and not re.search(r"\w", _undated(f"{part.lead} {after}")):
                return Decimal(1)
            if not kind or (kind == "other" and not others) or (times is None and others != "note"):
                return ""
            if kind == "other" and others == "ask":
                return _is_it_paid(view, part)
    if part.found.amount == 0:
        return "A sum of zero is no expense."
    if part.found.amount < 0:
        return CAME_BACK
    if times is None:
        return _unclear(view, part)
    if part.found.amount * times >= MOST:
        return "That sum is too large to be an expense. Is a digit too many in it?"
    return times


def _own(lead: str) -> str:
    """Of the words before a sum those of its own statement: from the last break after which somebody pays."""
    breaks = [match.end() for match in _BREAK.finditer(lead)]
    for begin in reversed(breaks):
        rest = lead[begin:]
        if words.PAID.search(rest) or (words.HAD.search(rest) and words.AS_PRICE.search(rest)):
            return rest
    return lead


def _tail(after: str) -> str:
    """ "120 euros I paid for dinner", "2400 yen spent on lunch": paying said after the sum."""
    return re.split(r"[,;:.!?]", after, maxsplit=1)[0]


def _asks(sentence: str, at: int) -> bool:
    """Whether the sum stands in a question: the whole sentence, or what follows its question word."""
    if not sentence.rstrip(" \n\"')").endswith("?"):
        return bool(_ASKING.match(sentence)) and not words.PAID.search(sentence[:at].split(",")[-1])
    breaks = [0, *(match.end() for match in _TURN.finditer(sentence))]
    for begin in breaks:
        if _QUESTION.match(sentence[begin:].lstrip()):
            return at > begin
    return True


def _hedged(after: str, paid: bool) -> bool:
    """What follows takes the payment back: "20 euros, or so the website says", "is too much"."""
    return bool(_HEDGE.match(after)) and not (paid and _TOO_DEAR.match(after))


def _fragment(part: Part) -> Literal["known", "other", ""]:
    """A thing and its sum and nothing else: "lunch 2400 yen", "€12 for the metro" are of a thing we know,
    "bread 3 EUR" is of another."""
    if _WISH.match(part.lead):
        return ""  # "a dinner for 40 euros" is a wish
    after = _DIVIDED.sub(" ", part.after)
    if words.EACH.match(after):
        after = _PER.sub(" ", words.EACH.sub(" ", _NIGHTS.sub(" ", after)))
    around = _NIGHTS_LED.sub(" ", ASIDE.sub(" ", f"{_PER.sub(' ', part.lead)} {after}"))
    bare = _OPENING.sub("", around.strip())
    if words.SENTENCE_WORDS.search(_undated(bare)) or len(bare.split()) > 9:
        return ""
    if words.category_of(bare) is not None:
        return "known"
    named = [word for word in re.findall(r"[^\W\d_]{3,}", bare.lower()) if word not in words.NO_THING]
    return (
        "other"
        if named and (part.found.currencies or part.found.short) and len(bare.split()) <= _SHORT
        else ""
    )


def _is_it_paid(view: str, part: Part) -> str:
    said = " ".join(view[part.span.start : part.span.end].split()).strip(" ,;.")
    return f"Is “{said}” something you paid? Say “we paid …” and it is noted."


def _undated(text: str) -> str:
    return _TO_SOMEWHERE.sub(" ", _FOR_SO_MANY.sub(" ", DATES.sub(" ", text)))


def _times(lead: str, after: str) -> Decimal | None:
    """How often: "3 tickets at 12 euros each" is three times; "each" with nothing counted is None."""
    if crossed := _CROSSED.search(lead):
        return Decimal(crossed["n"])
    if (after_it := _CROSSED_AFTER.match(after)) or (after_it := _CROSSED_AT.search(lead)):
        return Decimal(after_it["n"])
    priced = _PRICED.search(lead)
    if priced and (number := count(priced["n"])):
        return Decimal(number)
    if not words.EACH.match(after):
        return Decimal(1)
    slept = _NIGHTS_LED.search(lead)
    if slept and _A_NIGHT.match(after) and (number := count(slept["n"])):
        return Decimal(number)
    counted = _TIMES.search(lead)
    if counted and _EACH_ONLY.match(after) and (number := count(counted["n"])):
        return Decimal(number)
    nights = _NIGHTS.match(after)
    if nights and (number := count(nights["n"])):
        return Decimal(number)
    return None


def _unclear(view: str, part: Part) -> str:
    said = " ".join(view[part.found.span.start : part.found.span.end].split())
    return f"{said} for one of several: how much was it in all? Say the whole sum and it is noted."
