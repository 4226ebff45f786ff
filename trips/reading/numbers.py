"""Rules for numbers, days and sums of money: what every reader builds on."""

from __future__ import annotations

import datetime as dt
import re
from decimal import Decimal, InvalidOperation

from trips.reading import lexicon
from trips.reading.chart import Chart, Rule, Span
from trips.reading.values import ONE_DAY, Day, Money, date_of

_POSITION = re.compile(
    r"[\s,:]*(?:(?:at|near|in)\b)?\s*[(\[]?\s*(-?\d{1,2}\.\d{3,})°?\s*([NS]?)[\s,;/]+"
    r"(-?\d{1,3}\.\d{3,})°?\s*([EW]?)\b\s*[)\]]?",
    re.IGNORECASE,
)


def position_behind(text: str) -> tuple[float, float, int] | None:
    """Latitude, longitude in degrees and the length of the words that say them: "(47.0270, 28.8190)"."""
    if not (said := _POSITION.match(text)):
        return None
    lat, north, lon, east = said.groups()
    south, west = north.lower() == "s", east.lower() == "w"
    return -float(lat) if south else float(lat), -float(lon) if west else float(lon), said.end()


def figure(words: str) -> Decimal | None:
    """A number as written: "2,500", "1.200,50", "3,80", "4'000"."""
    if not words[:1].isdigit():
        return None  # "nan" is somebody's grandmother
    said = re.sub(r"['’\u00a0\u202f]", "", words)
    if re.fullmatch(r"\d{1,3}([.,]\d{3})+", said):
        said = re.sub(r"[.,]", "", said)
    elif re.fullmatch(r"\d{1,3}(\.\d{3})+,\d+", said):
        said = said.replace(".", "").replace(",", ".")
    elif re.fullmatch(r"\d{1,3}(,\d{3})+\.\d+", said):
        said = said.replace(",", "")
    try:
        return Decimal(said.replace(",", ".")).normalize() + 0
    except InvalidOperation:
        return None


def _whole(words: str) -> int | None:
    return int(words) if re.fullmatch(r"\d{1,9}", words) else None


def _day_number(words: str) -> int | None:
    return int(words) if re.fullmatch(r"\d{1,2}", words) and 1 <= int(words) <= 31 else None


def _year(words: str) -> int | None:
    return int(words) if re.fullmatch(r"20\d\d", words) else None


def _clock(words: str) -> dt.time | None:
    match = re.fullmatch(r"(\d{1,2})[:.](\d\d)", words)
    return (
        dt.time(int(match[1]), int(match[2])) if match and int(match[1]) < 24 and int(match[2]) < 60 else None
    )


def _written_date(words: str) -> Day | None:
    if match := re.fullmatch(r"(\d{4})-(\d\d)-(\d\d)", words):
        date = date_of(*map(int, match.groups()))
        return Day(date=date) if date else None
    if match := re.fullmatch(r"(\d{1,2})[./](\d{1,2})[./](\d{2,4})", words):
        day, month, year = map(int, match.groups())
        day, month = (month, day) if month > 12 else (day, month)
        date = date_of(year + 2000 * (year < 100), month, day)
        return Day(date=date) if date else None
    return None


def _time(hour: int, minute: int = 0, half: str = "") -> dt.time | None:
    if half:
        hour = hour % 12 + 12 * (half == "pm") if hour <= 12 else hour
    return dt.time(hour, minute) if 0 <= hour < 24 else None


def _currencies(currency: str) -> tuple[str, ...]:
    return tuple(currency.split())


def _cents(amount: Decimal, cent: Decimal) -> Decimal | None:
    whole = amount == amount.to_integral_value()
    return amount + cent / 100 if whole and 10 <= cent < 100 and cent == cent.to_integral_value() else None


#: What single words are.
SINGLE = [
    Rule("int", r"\d", lambda words: _whole(words)),
    Rule("decimal", r"\d", lambda words: figure(words)),
    Rule("date", r"\d", lambda words: _written_date(words)),
    Rule("day_number", r"\d", lambda words: _day_number(words)),
    Rule("year", r"\d", lambda words: _year(words)),
    Rule("clock", r"\d", lambda words: _clock(words)),
]
NUMBERS = [
    Rule("number", "<int>", lambda int: int),
    Rule("number", "<number:a> <number:b>", lambda a, b: a + b if a in range(20, 100, 10) and b < 10 else None),
    Rule("nth", "<int> (st | nd | rd | th)", lambda int: int),
    Rule("day_number", "<int> (st | nd | rd | th)", lambda int: int if 1 <= int <= 31 else None),
    Rule("amount", "<decimal>", lambda decimal: decimal),
    Rule("amount", "<decimal> k", lambda decimal: decimal * 1000),
    Rule("amount", "(<number> | <decimal> | a) (thousand | grand | mil)", lambda number=None, decimal=None: Decimal(decimal or number or 1) * 1000),
    Rule("amount", "(<number> | a) hundred", lambda number=1: Decimal(number) * 100),
    Rule("amount", "(<number:a> | a) thousand (and)? <number:b> hundred", lambda b, a=1: Decimal(a * 1000 + b * 100)),
    Rule("amount", "<number> and a half (thousand | grand | k)", lambda number: Decimal(number * 1000 + 500)),
    Rule("amount", "(<number> | <decimal>) (lakh | lac)", lambda number=None, decimal=None: Decimal(decimal or number) * 100_000),
    Rule("amount", "(<number> | <decimal> | a) (million | mio | juta)", lambda number=None, decimal=None: Decimal(decimal or number or 1) * 1_000_000),
    Rule("thousands", "<int:a> <int:b>", lambda words: Decimal(words.replace(" ", "")) if re.fullmatch(r"\d{1,3} \d{3}", words) else None),
    Rule("amount", "<slang>", lambda slang: Decimal(slang)),
    Rule("count", "<number>", lambda number: number),
    Rule("count", "a couple of", 2),
]  # fmt: skip
DAYS = [
    Rule("date", "<weekday>? the? <day_number> of? <month> ,? <year>?", lambda day_number, month, year=None: Day(day_number, month, year)),
    Rule("date", "<weekday>? ,? <month> the? <day_number> (,? <year>)?", lambda day_number, month, year=None: Day(day_number, month, year)),
    Rule("date", "tomorrow", lambda today: Day(date=today + ONE_DAY)),
    Rule("date", "(today 's? | tonight | this (morning | afternoon | evening | noon) | just now)", lambda today: Day(date=today)),
    Rule("date", "((yesterday | yday | yest) ('s | morning | noon | afternoon | evening | night)? | last night)", lambda today: Day(date=today - ONE_DAY)),
    Rule("date", "the? day before yesterday", lambda today: Day(date=today - 2 * ONE_DAY)),
    Rule("date", "(<number> | a) day ago", lambda today, number=1: Day(date=today - number * ONE_DAY) if number < 400 else None),
    Rule("bare_day", "<weekday>? the? <int> (st | nd | rd | th)", lambda int: Day(int) if 1 <= int <= 31 else None),
    Rule("bare_day", "(next | this | coming | last)? <weekday>", lambda weekday: Day(weekday=weekday)),
    Rule("trip_day", "day <number>", lambda number: Day(number=number) if number else None),
    Rule("time", "<clock> (am | pm)?", lambda clock, words: _time(clock.hour, clock.minute, words.split()[-1] if words[-1] == "m" else "")),
    Rule("time", "<int> (am | pm)", lambda int, words: _time(int, 0, words.split()[-1]) if int <= 12 else None),
    Rule("time", "noon | midday", dt.time(12)),
]  # fmt: skip
#: Days of a trip by their number; -1 is the last one.
TRIP_DAYS = [
    Rule("trip_day", "<nth> full? day | <nth> evening", lambda nth: Day(number=nth)),
    Rule("trip_day", "(arrival day | day of arrival | (day | night | evening) we (arrive | arrived | land | landed | got here))", Day(number=1)),
    Rule("trip_day", "(departure day | day of departure | day we (leave | left | go home))", Day(number=-1)),
]  # fmt: skip
#: Sums in words without a currency: "paid fifty for the gig", "lunch thirty two fifty".
IN_WORDS = [
    Rule("amount", "(<number:a> | a) hundred and? <number:b>", lambda b, a=1: Decimal(a * 100 + b) if b < 100 else None),
    Rule("amount", "<number>", lambda number, words: Decimal(number) if number > 9 and words[0].isalpha() else None),
    Rule("amount", "<number:a> <number:b>", lambda a, b, words: Decimal(100 * a + b) / 100 if a < 100 and 10 <= b < 100 and not re.search(r"\d", words) and b % 5 == 0 else None),
]  # fmt: skip
SUMS = [
    Rule("money", "<currency> <amount>", lambda currency, amount: Money(amount, _currencies(currency))),
    Rule("money", "<amount> <currency>", lambda currency, amount: Money(amount, _currencies(currency))),
    Rule("money", "<amount> , - <currency>", lambda currency, amount: Money(amount, _currencies(currency))),
    Rule("money", "<currency> <thousands>", lambda currency, thousands: Money(thousands, _currencies(currency))),
    Rule("money", "<thousands> <currency>", lambda currency, thousands: Money(thousands, _currencies(currency))),
    Rule("money", "r (<amount> | <thousands>)", lambda amount=None, thousands=None: Money(max(amount or 0, thousands or 0), ("ZAR",)) if max(amount or 0, thousands or 0) >= 200 else None),
    Rule("money", "<currency> <amount> (<currency:b> | <home>)", lambda currency, amount, b="", home="": Money(amount, (b or home,)) if (b or home) in _currencies(currency) else None),
    Rule("money", "<number> <currency>", lambda currency, number: Money(Decimal(number), _currencies(currency))),
    Rule("money_with_cents", "<amount> <currency> <amount:cent>", lambda currency, amount, cent: (value := _cents(amount, cent)) and Money(value, _currencies(currency))),
    Rule("money", "<money> and? <int> (cent | ct | pence | centime)", lambda money, int: Money(money.amount + Decimal(int) / 100, money.currencies) if int < 100 else None),
    Rule("money", "<int> <cents>", lambda int, cents: Money(Decimal(int) / 100, _currencies(cents)) if int < 100 else None),
]  # fmt: skip


def sums_of(chart: Chart, *beside: str) -> list[Span]:
    """Sums of money and bare numbers of a message, in order, with what else lies `beside` them. Two digits
    behind a currency are cents where nothing is counted by them: "water 3 euro 50", but not "tea 3 euros 12 postcards"."""
    spans = chart.cover("money", "money_with_cents", "amount", *beside)
    found = []
    for span in spans:
        others = (one.i for one in spans if span.j <= one.i <= span.j + 1)
        counts = chart.at("unit", span.j) is not None or next(others, None) is not None
        if span.kind == "money_with_cents" and counts:
            whole = chart.at("money", span.i)
            last = chart.at("amount", span.j - 1)
            found += [one for one in (whole, last) if one]
        else:
            found.append(span)
    return found


def base() -> list[list[Rule]]:
    """The layers of every grammar: single words, the lexicon's words, numbers, days, sums."""
    return [SINGLE, list(lexicon.rules("words")), NUMBERS, DAYS, [*lexicon.rules("money"), *SUMS]]
