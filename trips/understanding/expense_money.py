"""Sums as travellers note them, and the currencies a sign or a name may mean."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from trips.understanding.counting import WORDS, count
from trips.understanding.money_words import MONEY, SUM, sum_of
from trips.understanding.reading import Span
from trips.wording import WHOLE_UNIT_CURRENCIES

#: Signs and names that several countries use, the likeliest first.
_SHARED: tuple[tuple[str, str], ...] = (
    (r"\$", "USD CAD AUD NZD SGD HKD TWD MXN ARS CLP COP BBD JMD FJD NAD BZD BSD TTD XCD BND UYU DOP CUP"),
    (
        r"(?:dollars?|bucks|dólares|dollari)",
        "USD CAD AUD NZD SGD HKD TWD BBD JMD FJD NAD BZD BSD TTD XCD BND",
    ),
    (r"[¥￥]", "JPY CNY"),
    (r"(?:£|pounds?|quid)", "GBP EGP LBP SYP SDG GIP FKP SHP"),
    (r"(?:kr\.?|crowns?|kron(?:or|er|e|a)|kronur)", "SEK NOK DKK ISK CZK"),
    (r"pesos?", "MXN ARS CLP COP PHP UYU DOP CUP"),
    (r"(?:francs?|franken|fr\.)", "CHF XOF XAF XPF RWF DJF GNF BIF KMF CDF"),
    (r"(?:dirhams?|dhs?\.?)", "MAD AED"),
    (r"dinars?", "TND JOD DZD KWD BHD IQD RSD LYD"),
    (r"(?:₹|rupees?|rs\.?)", "INR LKR NPR PKR MUR SCR"),
    (r"(?:ri[yi]als?)", "SAR QAR OMR YER IRR"),
    (r"shillings?", "KES TZS UGX"),
    (r"(?:rubles?|roubles?|₽)", "RUB BYN"),
    (r"(?:lei|leu)", "RON MDL"),
)
_ALONE = {
    r"ringgits?|rm": "MYR", r"rupiahs?|rp": "IDR", r"dongs?|₫": "VND", r"forints?|ft": "HUF", r"leva|"
    r"lev": "BGN",
    r"koruna|korun|kč": "CZK", r"colones|colón": "CRC", r"soles|sol": "PEN", r"quetzals?|quetzales": "GTQ",
    r"birr": "ETB", r"taka": "BDT", r"kip": "LAK", r"riels?": "KHR", r"kyats?": "MMK",
    r"hryvnias?|₴": "UAH",
    r"laris?|₾": "GEL", r"drams?": "AMD", r"tenge": "KZT", r"manats?": "AZN", r"z[lł]\.?": "PLN",
    r"baht|฿": "THB",
    r"shekels?|₪": "ILS", r"won|₩": "KRW", r"liras?|₺|tl": "TRY", r"rand": "ZAR", r"pula": "BWP",
    r"euros?|€|eur": "EUR", r"円|yen(?:e?s)?|ienes?": "JPY",
}  # fmt: skip
_NAMES = "|".join([*(pattern for pattern, _codes in _SHARED if pattern[0] != "["), *_ALONE])
_WORD = "|".join(sorted(WORDS, key=len, reverse=True))
_MORE = re.compile(rf"\s?(?:{_NAMES})(?!\w)", re.IGNORECASE)
_NUMBER = re.compile(rf"(?<![\w.,/:#]){SUM}", re.IGNORECASE)
_BEFORE = re.compile(r"(?<![\w$])(?:rs\.?|rp\.?|rm|kr\.?|fr\.|₾|₫|₴)\s?$", re.IGNORECASE)
_IN_WORDS = re.compile(
    rf"(?<![\w-])(?P<n>(?:{_WORD})(?:[\s-](?:{'|'.join(list(WORDS)[1:10])}))?)\s+(?P<unit>{_NAMES})(?!\w)",
    re.IGNORECASE,
)
#: "15dh": what nobody takes for a length or a weight.
_GLUED = re.compile(
    r"(?<![\w.,/:#-])(?P<n>\d{1,7}(?:[.,]\d{1,2})?)(?P<unit>dhs?|rs|rm|tl|lei|baht|won|dong|zl)(?!\w)",
    re.IGNORECASE,
)
_CODE = re.compile(r"\s?([A-Z]{3})(?![\w])")
#: In use, and nobody's rate: read all the same, so that it is said that they stay out of the sums.
WITHOUT_RATE = frozenset("VES ZWG XCG ANG SVC SLL".split())
#: What makes a bare number something else than money.
NO_MONEY_AFTER = re.compile(
    r"\s*(?:-\s*)?(?:%|°|percent|hours?\b|hrs?\b|h\b|minutes?\b|mins?\b|min\b|days?\b|nights?\b|"
    r"weeks?\b|months?\b|years?\b|"
    r"am\b|pm\b|a\.m|p\.m|o'clock|km\b|kilomet|miles?\b|m\b|met(?:er|re)s?\b|stars?\b|people\b|"
    r"persons?\b|of\s+us|degrees|"
    r"st\b|nd\b|rd\b|th\b|times?\b|stops?\b|temples?\b|museums?\b|tickets?\b|pieces?\b|things?\b|"
    r"bowls?\b|glasses\b|"
    r"bottles?\b|cups?\b|plates?\b|courses?\b|steps\b|places\b|cities\b|other\b|more\b|[A-Za-z]*\d)",
    re.IGNORECASE,
)
_CENT_NAMES = {
    r"cents?|ct": "EUR USD CAD AUD NZD SGD HKD ZAR",
    r"pence|p": "GBP",
    r"centimes?": "EUR CHF MAD",
    r"centavos?": "MXN BRL ARS COP",
}
_CENT_NAME = "|".join(_CENT_NAMES)
#: "3 Euro 50", "12 dollars and 50 cents": what follows a sum of whole units.
_AND_CENTS = re.compile(
    rf"\s?(?P<bare>\d\d)(?![\d%°]|[.,:/x×-]\d)(?!\s*(?:{_CENT_NAME})\b)"
    rf"|(?:\s*,?\s*and)?\s*(?P<named>\d{{1,2}})\s*(?:{_CENT_NAME})\b",
    re.IGNORECASE,
)
_ONLY_CENTS = re.compile(rf"(?<![\w.,/:#-])(?P<n>\d{{1,2}})\s*(?P<unit>{_CENT_NAME})(?![\w.])", re.IGNORECASE)
#: Where what is said of a sum ends.
_BREAK = re.compile(r"[,;:\n+&]|\.\s|\b(?:and|then|plus)\b", re.IGNORECASE)


@dataclass(frozen=True)
class Found:
    """A sum where it stands. `currencies`: what its sign or name can mean, the likeliest first; empty: none
    was said. `instead`: the sum it corrects; `of`: the sum it is a part of; `short`: a price by
    how it is written, "lunch 55k"."""

    span: Span
    amount: Decimal
    currencies: tuple[str, ...] = ()
    instead: Decimal | None = None
    of: Decimal | None = None
    short: bool = False


def sums_in(text: str, known: frozenset[str], begin: int, end: int) -> list[Found]:
    """Every number in a stretch of the text that may be money, in order; `known`: currencies with a rate."""
    known = known | WITHOUT_RATE
    taken: list[Span] = []
    found: list[Found] = []
    for match in MONEY.finditer(text, begin, end):
        told = sum_of(match)
        if told is None:
            continue
        groups = match.groupdict()
        word = groups.get("sym") or groups.get("sym3") or groups.get("name3") or groups.get("odd3") or ""
        code = groups.get("code1") or groups.get("code2") or groups.get("code3")
        meant = (told.currency,) if code and told.currency else shared(word) or (told.currency,)
        sum_ = _with_cents(
            text, Found(told.span, told.amount, tuple(one for one in meant if one)), match, end
        )
        found.append(sum_)
        taken.append(sum_.span)
    for match in _ONLY_CENTS.finditer(text, begin, end):
        span = Span(*match.span())
        if not any(span.start < other.end and other.start < span.end for other in taken):
            found.append(Found(span, Decimal(match["n"]) / 100, _of_cents(match["unit"])))
            taken.append(span)
    for match in _GLUED.finditer(text, begin, end):
        span, figure = Span(*match.span()), Decimal(match["n"].replace(",", "."))
        if not any(span.start < other.end and other.start < span.end for other in taken):
            found.append(Found(span, figure, shared(match["unit"])))
            taken.append(span)
    for match in _IN_WORDS.finditer(text, begin, end):
        span, number = Span(*match.span()), count(match["n"])
        if number and not any(span.start < other.end and other.start < span.end for other in taken):
            found.append(Found(span, Decimal(number), shared(match["unit"])))
            taken.append(span)
    for match in _NUMBER.finditer(text, begin, end):
        span = Span(*match.span())
        if any(span.start < other.end and other.start < span.end for other in taken):
            continue
        told = sum_of(match)
        if told is None:
            continue
        found.append(_with_currency(text, span, told.amount, known))
    return sorted(found, key=lambda one: one.span.start)


def _with_cents(text: str, one: Found, match: re.Match[str], end: int) -> Found:
    """ "3 Euro 50" is 3.50: two digits after a currency that has such coins, unless they begin another sum
    ("tea 3 euros 12 postcards 6 euros") or count something."""
    whole = one.amount == one.amount.to_integral_value() and one.amount > 0
    if not whole or not match.groupdict().get("f3") or set(one.currencies[:1]) & WHOLE_UNIT_CURRENCIES:
        return one
    cents = _AND_CENTS.match(text, one.span.end, end)
    if cents is None:
        return one
    if cents["bare"]:
        rest = _BREAK.split(text[cents.end() : end], maxsplit=1)[0]
        if NO_MONEY_AFTER.match(rest) or MONEY.search(text[cents.start("bare") : cents.end() + len(rest)]):
            return one
    amount = one.amount + Decimal(cents["bare"] or cents["named"]) / 100
    return Found(Span(one.span.start, cents.end()), amount, one.currencies)


def _of_cents(unit: str) -> tuple[str, ...]:
    codes = (codes for pattern, codes in _CENT_NAMES.items() if re.fullmatch(pattern, unit, re.IGNORECASE))
    return tuple(next(codes, "").split())


def _with_currency(text: str, span: Span, amount: Decimal, known: frozenset[str]) -> Found:
    """The number with a currency beside it that `MONEY` does not know."""
    if (code := _CODE.match(text, span.end)) and code[1] in known:
        return Found(Span(span.start, code.end()), amount, (code[1],))
    before = text[max(0, span.start - 4) : span.start]
    if (code := re.search(r"(?<!\w)([A-Z]{3})\s?$", before)) and code[1] in known:
        return Found(Span(span.start - len(code.group()), span.end), amount, (code[1],))
    if after := _MORE.match(text, span.end):
        return Found(Span(span.start, after.end()), amount, shared(after.group()))
    if front := _BEFORE.search(before):
        return Found(Span(span.start - len(front.group()), span.end), amount, shared(front.group()))
    return Found(span, amount)


def shared(word: str) -> tuple[str, ...]:
    """Currencies that a sign or name can mean; nothing for one that has a single meaning elsewhere."""
    word = word.strip()
    for pattern, codes in _SHARED:
        if re.fullmatch(pattern, word, re.IGNORECASE):
            return tuple(codes.split())
    return tuple(code for pattern, code in _ALONE.items() if re.fullmatch(pattern, word, re.IGNORECASE))[:1]


def meant(currencies: Sequence[str], near: Sequence[str]) -> str:
    """Which of them it is: that of the city one is in, then the trip's, then the likeliest. `near` is in that
    order. With none said, the first of `near`; "" when nothing is known at all."""
    places = [code for code in near if code]
    if not currencies:
        return places[0] if places else ""
    return next((code for code in places if code in currencies), currencies[0])


def is_a_guess(currencies: Sequence[str], near: Sequence[str]) -> bool:
    """Whether a sign of several countries was read without a place that decides which of them."""
    return len(currencies) > 1 and not set(currencies) & set(near)
