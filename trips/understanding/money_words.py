"""Money as people write it: symbols, codes, names of currencies, "6k", "1.500,50"."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation

from trips.understanding.counting import WORDS
from trips.understanding.reading import Span

_SYMBOLS = {
    "US$": "USD", "A$": "AUD", "AU$": "AUD", "C$": "CAD", "CA$": "CAD", "NZ$": "NZD", "HK$": "HKD",
    "S$": "SGD", "SG$": "SGD", "NT$": "TWD", "R$": "BRL", "MX$": "MXN", "$": "USD", "€": "EUR",
    "£": "GBP", "¥": "JPY", "￥": "JPY", "円": "JPY", "元": "CNY", "₹": "INR", "₩": "KRW", "₺": "TRY",
    "₫": "VND", "₪": "ILS", "฿": "THB", "₱": "PHP", "₽": "RUB", "₴": "UAH", "zł": "PLN", "Kč": "CZK",
}  # fmt: skip
#: Codes that are told in capitals or beside a figure; all have a rate.
_CODES = (
    "USD EUR GBP JPY CHF CAD AUD NZD SGD HKD CNY RMB INR KRW THB MXN BRL SEK NOK DKK PLN CZK HUF RON BGN "
    "TRY ZAR ILS IDR MYR PHP ISK MAD AED SAR QAR EGP VND TWD ARS CLP COP PEN KES TND JOD LKR NPR GEL"
)
#: Names with one meaning; "pesos", "crowns" and "dirhams" belong to several countries.
_NAMES = {
    r"(?:us\s+)?dollars?|bucks|us\s+dollars?|american\s+dollars?|dólares|dollari": "USD",
    r"euros?|quid\s+euro": "EUR",
    r"(?:british\s+)?pounds?(?:\s+sterling)?|quid|sterling": "GBP",
    r"yen": "JPY",
    r"swiss\s+francs?|francs?|franken": "CHF",
    r"canadian\s+dollars?": "CAD",
    r"(?:australian|aussie)\s+dollars?": "AUD",
    r"(?:singapore)\s+dollars?": "SGD",
    r"new\s+zealand\s+dollars?": "NZD",
    r"yuan|renminbi": "CNY",
    r"(?:indian\s+)?rupees?": "INR",
    r"(?:korean\s+)?won": "KRW",
    r"(?:thai\s+)?baht": "THB",
    r"reais|brazilian\s+real": "BRL",
    r"mexican\s+pesos?": "MXN",
    r"(?:turkish\s+)?lira": "TRY",
    r"(?:south\s+african\s+)?rand": "ZAR",
    r"z[lł]oty?s?|zlotys": "PLN",
    r"moroccan\s+dirhams?": "MAD",
    r"swedish\s+(?:kronor|crowns?)": "SEK",
    r"norwegian\s+(?:kroner|crowns?)": "NOK",
    r"danish\s+(?:kroner|crowns?)": "DKK",
}
_UNCLEAR = r"pesos?|crowns?|kron(?:or|er|e|a)|kr\b|dirhams?|dinars?|shekels?"
_SYMBOL = "|".join(re.escape(symbol) for symbol in sorted(_SYMBOLS, key=len, reverse=True))
_NAME = "|".join(sorted(_NAMES, key=len, reverse=True))
_CODE = "|".join(_CODES.split())
_FIGURE = (
    r"(?:\d{1,3}(?:[,.' ]\d{3}){1,4}(?:[.,]\d{1,2})?(?!\d)|\d{1,9}(?:[.,]\d{1,2})?(?!\d)(?![.,]\d))"
    r"(?:\s?(?P<{k}>k|thousand|grand|tsd|mil(?:lion)?|m|lakhs?|hundred)\b)?"
)
_SPELT = (
    r"(?:(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|"
    r"fifty|half\s+a)"
    r"[\s-]+(?:hundred|thousand|grand|million)(?:[\s-]+(?:and\s+)?(?:five\s+hundred|two\s+hundred))?)"
)
#: A sum with its currency; `MONEY` needs the currency, `SUM` doesn't.
MONEY = re.compile(
    rf"(?<![\w.])(?P<neg>-|"
    rf"minus\s+)?(?:(?P<sym>{_SYMBOL})\s?(?P<f1>{_FIGURE.replace('{k}', 'k1')})(?:\s?(?P<code1>{_CODE})\b)?"
    rf"|(?P<code2>\b(?-i:{_CODE}))\s?(?P<f2>{_FIGURE.replace('{k}', 'k2')})"
    rf"|(?<![\d,.:/])(?<!\d-)(?P<f3>{_FIGURE.replace('{k}', 'k3')}|{_SPELT})\s*(?:-\s*)?"
    rf"(?:(?P<sym3>{_SYMBOL})|(?P<code3>{_CODE})\b|(?P<name3>{_NAME})\b|(?P<odd3>{_UNCLEAR})))",
    re.IGNORECASE,
)
SUM = rf"(?P<neg>-|minus\s+)?(?P<f>{_FIGURE.replace('{k}', 'k')}|{_SPELT})(?![\d/%:]|[.,]\d|-\d|\w)"
#: "1000-1500 €", "between 800 and 1000 euros".
RANGE = re.compile(
    rf"(?<![\w.,/-])(?P<low>{_FIGURE.replace('{k}', 'k0')})\s*(?:-|to|"
    rf"and)\s*(?P<f>{_FIGURE.replace('{k}', 'k3')})"
    rf"\s*(?:(?P<sym3>{_SYMBOL})|(?P<code3>{_CODE})\b|(?P<name3>{_NAME})\b)",
    re.IGNORECASE,
)
_TIMES = {
    "k": 1000,
    "thousand": 1000,
    "grand": 1000,
    "tsd": 1000,
    "hundred": 100,
    "lakh": 100_000,
    "lakhs": 100_000,
}
_TIMES |= {"m": 1_000_000, "mil": 1_000_000, "million": 1_000_000}


@dataclass(frozen=True)
class Sum:
    """`currency` None = not said, or said by a name that several countries use."""

    span: Span
    amount: Decimal
    currency: str | None = None


def sum_of(match: re.Match[str]) -> Sum | None:
    """What a match of `MONEY` or `SUM` says; None when the figure is none."""
    groups = match.groupdict()
    figure = next((groups[name] for name in ("f1", "f2", "f3", "f") if groups.get(name)), "")
    amount = _amount(figure)
    if amount is None:
        return None
    if groups.get("neg"):
        amount = -amount
    code = next((groups[name] for name in ("code1", "code2", "code3") if groups.get(name)), None)
    symbol = groups.get("sym") or groups.get("sym3")
    currency = None
    if code:
        currency = {"RMB": "CNY"}.get(code.upper(), code.upper())
    elif symbol:
        currency = _SYMBOLS.get(symbol) or _SYMBOLS.get(symbol.upper()) or _SYMBOLS.get(symbol.capitalize())
    elif groups.get("name3"):
        name = groups["name3"]
        currency = next(
            code for pattern, code in _NAMES.items() if re.fullmatch(pattern, name, re.IGNORECASE)
        )
    return Sum(Span(*match.span()), amount, currency)


_CURRENCY_ALONE = re.compile(
    rf"\W*(?:(?:in|it's|it\s+is|that's|that\s+is|that\s+was|i\s+mean|i\s+meant|we\s+mean|make\s+(?:it|that)|use|of\s+course|sorry|yes|"
    rf"no|not\s+\w+|all\s+in|actually|rather|everything\s+in|the\s+currency\s+is|currency:?|budget\s+in),?\s+){{0,3}}"
    rf"(?P<money>(?P<sym>{_SYMBOL})|(?P<code>{_CODE})|(?P<name>{_NAME}))(?:[\s,]+(?:please|instead|of\s+course|then|thanks?|not\s+\w+))*\W*",
    re.IGNORECASE,
)


def currency_alone(words: str) -> tuple[str, int, int] | None:
    """The currency that is all a message says ("USD", "in euros, please"), and where it stands."""
    match = _CURRENCY_ALONE.fullmatch(words)
    if match is None:
        return None
    if code := match["code"]:
        found = {"RMB": "CNY"}.get(code.upper(), code.upper())
    elif symbol := match["sym"]:
        found = _SYMBOLS.get(symbol) or _SYMBOLS.get(symbol.upper()) or _SYMBOLS.get(symbol.capitalize())
    else:
        found = next(
            code for pattern, code in _NAMES.items() if re.fullmatch(pattern, match["name"], re.IGNORECASE)
        )
    return (found, *match.span("money")) if found else None


def _amount(figure: str) -> Decimal | None:
    figure = figure.strip().lower()
    if not figure[:1].isdigit():
        return _spelt(figure)
    number, _, unit = re.match(r"([\d.,' ]*\d)(\s*)(\w*)$", figure).groups()
    number = number.replace("'", "").replace(" ", "")
    last = max(number.rfind("."), number.rfind(","))
    if last >= 0:
        decimals = len(number) - last - 1
        marks = {mark for mark in number if mark in ".,"}
        grouped = decimals == 3 and (len(marks) == 1) and not (unit and number.count(number[last]) == 1)
        whole, rest = (number, "") if grouped else (number[:last], number[last + 1 :])
        number = whole.replace(".", "").replace(",", "") + (f".{rest}" if rest else "")
    try:
        return (Decimal(number) * _TIMES.get(unit, 1)).normalize() + 0
    except InvalidOperation:
        return None


def _spelt(words: str) -> Decimal | None:
    parts = re.split(r"[\s-]+", words)
    total, current = Decimal(0), Decimal(0)
    for part in parts:
        if part in {"a", "an"}:
            current = current if "half" in parts else Decimal(1)
        elif part == "half":
            current = Decimal("0.5")
        elif part in _TIMES:
            total, current = total + (current or 1) * _TIMES[part], Decimal(0)
        elif part in WORDS:
            current += WORDS[part]
    return (total + current) or None
