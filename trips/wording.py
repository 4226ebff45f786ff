"""Dates, times, money and verdicts in plain English."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from contextlib import suppress
from decimal import Decimal
from typing import Any
from urllib.parse import urlsplit

from trips.schemas import CheckResult, Source, Verdict

_WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_MONTHS = "January February March April May June July August September October November December".split()
_SIGNS = {"USD": "$", "EUR": "€", "GBP": "£", "JPY": "¥"}
GRADE_IN_WORDS: dict[str, str] = {
    "official": "official data",
    "curated": "curated data",
    "open": "open data (OpenStreetMap, Wikivoyage)",
    "web": "a page of the web",
    "common": "general knowledge (usual hours and prices)",
    "estimate": "an estimate",
    "unlisted": "the model's knowledge or a suggestion: check before you go",
}
#: Currencies without a smaller unit.
WHOLE_UNIT_CURRENCIES = frozenset("BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF".split())
#: How the names of countries end that English says with "the".
_WITH_THE = frozenset(
    "Bahamas Comoros Congo Emirates Gambia Islands Kingdom Maldives Man Netherlands Philippines Republic "
    "Seychelles States Territories Territory Vatican".split()
)
#: More digits than this are no amount of money; say so instead of printing them.
_LONGEST = 15


def day_in_words(date: dt.date) -> str:
    """Monday 16 February."""
    return f"{_WEEKDAYS[date.weekday()]} {date.day} {_MONTHS[date.month - 1]}"


def day_among(date: dt.date, days: int) -> str:
    """Of a trip of so many days: "Saturday" where it has one, else "Saturday 17 April"."""
    return _WEEKDAYS[date.weekday()] if days <= len(_WEEKDAYS) else day_in_words(date)


def time_in_words(time: dt.datetime | dt.time) -> str:
    """09:30, local."""
    return f"{time.hour:02d}:{time.minute:02d}"


def quantum(currency: str) -> Decimal:
    """The smallest coin counted: 1 for yen and its like, 0.01 else."""
    return Decimal(1) if currency in WHOLE_UNIT_CURRENCIES else Decimal("0.01")


def money_in_words(amount: Decimal, currency: str) -> str:
    """$1,462 or 1,462.50 MAD; cents only where there are some."""
    if not amount.is_finite() or amount.adjusted() > _LONGEST:
        return f"an impossible amount of {currency[:3]}"
    whole = amount == amount.to_integral_value()
    digits = f"{amount:,.0f}" if whole or currency in WHOLE_UNIT_CURRENCIES else f"{amount:,.2f}"
    sign = _SIGNS.get(currency)
    if sign is None:
        return f"{digits} {currency}".strip()
    return f"-{sign}{digits[1:]}" if digits.startswith("-") else f"{sign}{digits}"


def whole_money(amount: Decimal, currency: str) -> str:
    """A sum as plans and options tell it: $2,067; cents only of what is less than one."""
    return money_in_words(amount.quantize(Decimal(1)) if abs(amount) >= 1 else amount, currency)


def rate_in_words(rate: Decimal) -> str:
    """The figures of an exchange rate that count: 0.8338, 17,345."""
    digits = f"{rate:,.{max(0, 3 - rate.adjusted())}f}"
    return digits.rstrip("0").rstrip(".") if "." in digits else digits


def number(value: int) -> str:
    """An integer of any size; beyond a billion in words."""
    return str(value) if abs(value) < 10**9 else "more than a billion"


def counted(count: int, noun: str) -> str:
    """1 night, 2 nights."""
    return f"{number(count)} {noun}" if count == 1 else f"{number(count)} {noun}s"


def upper_first(text: str) -> str:
    return text[:1].upper() + text[1:]


def with_article(words: str) -> str:
    return f"an {words}" if words[0] in "aeiou" else f"a {words}"


def country_in_words(name: str) -> str:
    """ "the United States", "Spain"."""
    return f"the {name.removeprefix('The ')}" if name.rpartition(" ")[2] in _WITH_THE else name


def listed(names: Iterable[str], last: str = "and") -> str:
    """A, B and C; repeated names once."""
    unique = list(dict.fromkeys(name for name in names if name))
    if len(unique) < 2:
        return "".join(unique)
    return f"{', '.join(unique[:-1])} {last} {unique[-1]}"


def chip(verdict: Verdict) -> str:
    """The line on an option: "14 passed (9 on our data) · 1 failed · 2 not checked"."""
    parts = [passed_in_words(verdict)]
    if verdict.failed:
        parts.append(f"{len(verdict.failed)} failed")
    if verdict.not_checked:
        parts.append(f"{len(verdict.not_checked)} not checked")
    return " · ".join(parts)


def passed_in_words(verdict: Verdict) -> str:
    """ "14 passed (9 on our data, 4 on what nobody looked up)"; of a plan without a place what the checks
    were about."""
    if verdict.placeless:
        return f"{verdict.passed} passed on dates, travel and sums, no places to check"
    counts = ((verdict.on_curated, "on our data"), (verdict.on_model, "on what nobody looked up"))
    said = ", ".join(f"{count} {words}" for count, words in counts if count)
    return f"{verdict.passed} passed{f' ({said})' if said else ''}"


def grade_in_words(grade: str) -> str:
    """What a grade means to a reader."""
    return GRADE_IN_WORDS.get(grade, grade)


def source_in_words(source: Source) -> str:
    """Whom to believe, and how far: "curated, general knowledge, Nov 2026"; of a page that was read
    "museum.pt, read 23 Nov 2026"; of what nobody looked up "the language model's knowledge (check before you
    go)"."""
    if source.grade == "web":
        return ", ".join(filter(None, [page_of(source), read_on(source)]))
    if source.grade == "unlisted":
        return f"{source.source or 'a suggestion'} (check before you go)"
    if source.grade == "estimate":
        return f"an estimate: {source.source}" if source.source else "an estimate"
    date = _as_of(source) or ("undated" if source.grade == "open" else "")
    return ", ".join(filter(None, [source.grade, source.source or "own data", date]))


def whose_word(source: Source) -> str:
    """Behind a figure: "in our data", or "by museum.pt, read 23 Nov 2026"."""
    return f"by {source_in_words(source)}" if source.grade == "web" else "in our data"


def in_a_line(data: dict[str, Any]) -> str:
    """What was found, in a line: "Belém · about 75 min"; of a kitchen, what it cooks."""
    told = (data.get(name) for name in ("area", "cuisine", "minutes"))
    return " · ".join(filter(None, told))


def page_of(source: Source) -> str:
    """The site a page belongs to: "museum.pt"."""
    return (urlsplit(source.url).hostname or source.source).removeprefix("www.")


def read_on(source: Source) -> str:
    """ "read 23 Nov 2026"; "" where no day is known."""
    date = _as_of(source)
    return f"read {date}" if date else ""


def _as_of(source: Source) -> str:
    """ "23 Nov 2026" or "Nov 2026"; "" where neither is known."""
    for form, words in (("%Y-%m-%d", "{0.day} {1} {0.year}"), ("%Y-%m", "{1} {0.year}")):
        with suppress(ValueError):
            date = dt.datetime.strptime(source.as_of, form)
            return words.format(date, _MONTHS[date.month - 1][:3])
    return ""


def verdict_as_json(verdict: Verdict) -> dict[str, Any]:
    """For programs: `passed` a number, `failed` and `not_checked` lists of what was found."""

    def found(results: list[CheckResult]) -> list[dict[str, Any]]:
        return [result.model_dump(mode="json", exclude={"status"}) for result in results]

    return {
        "passed": verdict.passed,
        "on_curated": verdict.on_curated,
        "on_model": verdict.on_model,
        "offerable": verdict.offerable,
        "failed": found(verdict.failed),
        "not_checked": found(verdict.not_checked),
        "passed_checks": found(verdict.with_status("passed")),
    }


def verdict_in_words(verdict: Verdict) -> list[str]:
    """Lines for a terminal: the count, then each check that failed, was not checked, passed."""
    lines = [chip(verdict)]
    lines.append("Can be offered." if verdict.offerable else "Cannot be offered: an error below.")
    for heading, status in (("Failed", "failed"), ("Not checked", "not_checked"), ("Passed", "passed")):
        results = verdict.with_status(status)  # type: ignore[arg-type]
        if results:
            lines += ["", heading]
        for result in results:
            kind = f" ({result.severity})" if status == "failed" else ""
            lines.append(f"  {result.id:>2} {result.title}{kind}: {result.message} [{result.grade}]")
            if result.repair:
                lines.append(f"     Repair: {result.repair}")
    return lines
