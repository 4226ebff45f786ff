"""Money as people write it: `{{ total|money:"USD" }}` is $1,462; `{{ fare|cents:"EUR" }}` is €8.50."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation

from babel.numbers import format_currency, format_decimal, get_currency_precision
from django import template

from trips.wording import rate_in_words

register = template.Library()
LOCALE = "en"


@register.filter
def money(amount: Decimal | float | str | None, currency: str) -> str:
    """A whole sum, rounded to the unit of the currency, with cents below one; "" for nothing."""
    number = _decimal(amount)
    if number is None or 0 < abs(number) < 1:
        return cents(amount, currency)
    return _written(number, currency, 0)


register.filter("rate", rate_in_words)


@register.filter
def cents(amount: Decimal | float | str | None, currency: str) -> str:
    """A price with its small change where it has any: $15, €8.50, ¥1,200."""
    number = _decimal(amount)
    if number is None:
        return ""
    digits = get_currency_precision(currency) if number != number.to_integral_value() else 0
    return _written(number, currency, digits)


@register.filter
def number(value: Decimal | float | None, digits: int = 0) -> str:
    """1,234.5 with at most so many digits after the point."""
    return "" if value is None else format_decimal(round(value, int(digits)), locale=LOCALE)


def _written(number: Decimal, currency: str, digits: int) -> str:
    pattern = f"¤#,##0{'.' + '0' * digits if digits else ''}"
    return format_currency(number, currency, pattern, locale=LOCALE, currency_digits=False).replace("-", "−")


def _decimal(amount: Decimal | float | str | None) -> Decimal | None:
    if amount is None or amount == "":
        return None
    try:
        return Decimal(str(amount))
    except InvalidOperation:
        return None
