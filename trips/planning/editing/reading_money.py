"""Words about how much it costs: cheaper, a sum to save, a cheaper stay."""

from __future__ import annotations

import math
import re

from trips.planning.editing.clauses import MONEY
from trips.planning.editing.edits import Cheaper, Edit, ReplaceItem
from trips.planning.editing.phrases import Phrase, Reader
from trips.planning.editing.thing_words import STAY_WORDS

_CHEAP = re.compile(
    r"\b(?:cheaper|less\s+expensive|spend\s+less|less\s+money|save\s+(?:some\s+)?money|too\s+expensive|"
    r"too\s+dear|"
    r"costs?\s+too\s+much|"
    r"lower\s+(?:the\s+)?(?:costs?|price|total|budget(?!\s+(?:by|to)\b))|(?:bring|get|cut|"
    r"reduce)\s+(?:down\s+)?(?:the\s+)?(?:costs?|price|total)|"
    r"more\s+affordable|on\s+a\s+(?:smaller|tighter)\s+budget)\b|"
    rf"\b(?:save|cut|shave|trim|knock|reduce|lower)\b(?![^.;]*\bbudget).{{0,30}}{MONEY}|"
    rf"\b(?:bring|get|take|drop)\b.{{0,20}}\bdown\s+(?:by\s+)?{MONEY}|"
    rf"{MONEY}\s+(?:less(?!\s+than\s+(?:i|we|you)\b)|lower|down|off(?!\s+(?:the|our|my)\s+(?:\w+\s+)?budget))\b",
    re.I,
)


def read_cheaper(reader: Reader, phrase: Phrase) -> list[Edit]:
    if not _CHEAP.search(phrase.text):
        return []
    day = reader.day(phrase)
    if day == 0:
        return []
    if STAY_WORDS.search(phrase.text):
        cities = reader.cities_named(phrase.text)
        thing = reader.things.stay(day, cities[0][1] if cities else "")
        return [ReplaceItem(uid=thing.item.uid, like="cheaper")] if thing else []
    by, currency = _sum_to_save(reader, phrase)
    return [Cheaper(day=day, by=by, currency=currency)]


_SIGNS = {"$": "USD", "€": "EUR", "£": "GBP", "¥": "JPY", "₹": "INR"}
_UNITS = {
    "dollar": "USD", "buck": "USD", "euro": "EUR", "pound": "GBP", "yen": "JPY", "dirham": "MAD",
}  # fmt: skip


def _sum_to_save(reader: Reader, phrase: Phrase) -> tuple[int, str]:
    """A sum and its currency, "" for the plan's own; (0, "") where none is said. Dollars are the plan's where
    its currency is a dollar."""
    match = re.search(MONEY, phrase.text, re.I)
    digits = re.sub(r"[.,](?=\d{3}\b)", "", match[0]) if match else ""
    number = re.search(r"\d+(?:[.,]\d+)?", digits)
    if not match or not number:
        return 0, ""
    unit = re.sub(r"[\d.,\s]", "", match[0]).lower().removesuffix("s")
    currency = _SIGNS.get(unit) or _UNITS.get(unit) or unit.upper()
    if currency == "USD" and reader.plan.currency in ("CAD", "AUD", "NZD", "SGD", "HKD"):
        currency = reader.plan.currency
    amount = round(float(number[0].replace(",", ".")))
    if re.search(r"\b(?:to|under|below|at\s+most)\s+(?:about\s+)?$", phrase.text[: match.start()], re.I):
        same = currency in ("", reader.plan.currency)
        amount = math.ceil(reader.plan.total - amount) if same else 0
    return (amount, "" if currency == reader.plan.currency else currency) if 0 < amount < 10**8 else (0, "")
