"""One expense as a form: a sum in any currency, below zero for money that came back."""

from __future__ import annotations

import datetime as dt
import uuid
from decimal import Decimal
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from trips.forms.facts import LinedForm, currency_choices
from trips.models import Expense, Member, Trip
from trips.planning.spots import spot_of
from trips.spending import Entry, currency_of, name_of

CATEGORY_NAMES = {
    "food": "Food and drink",
    "stay": "Stay",
    "transport": "Transport",
    "visits": "Sights and activities",
    "other": "Anything else",
}


class SumField(forms.DecimalField):
    """ "12.50" and "12,50" are the same sum."""

    def __init__(self, **more: Any) -> None:
        super().__init__(
            max_digits=14,
            decimal_places=2,
            widget=forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"}),
            error_messages={
                "required": "How much was it?",
                "invalid": "Enter a sum in figures, like 12.50.",
                "max_decimal_places": "A sum has at most two digits after the point.",
                "max_digits": "That sum is too large to be an expense.",
                "max_whole_digits": "That sum is too large to be an expense.",
            },
            **more,
        )

    def to_python(self, value: Any) -> Decimal | None:
        if isinstance(value, str):
            value = value.strip().replace("−", "-").replace("\u00a0", "").replace(" ", "").replace("'", "")
            if "," in value and "." not in value:
                whole, _, rest = value.rpartition(",")
                value = f"{whole.replace(',', '')}.{rest}" if len(rest) <= 2 else value.replace(",", "")
            elif "," in value:
                value = value.replace(",", "")
        return super().to_python(value)


class ExpenseForm(LinedForm):
    """`key`: of the page the form stands on; the same one counts once."""

    pairs = (("amount", "currency"), ("category", "date"), ("city", "payer"))

    what = forms.CharField(label="What for", max_length=160, required=False)
    amount = SumField(label="Sum", help_text="Below zero for money that came back.")
    currency = forms.ChoiceField(label="Currency")
    category = forms.ChoiceField(label="Kind", choices=list(CATEGORY_NAMES.items()))
    date = forms.DateField(
        label="Day",
        widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
        error_messages={"required": "On which day?", "invalid": "Enter a day."},
    )
    city = forms.CharField(label="City", max_length=120, required=False)
    payer = forms.ChoiceField(label="Paid by", required=False)
    key = forms.CharField(widget=forms.HiddenInput, required=False, max_length=64)

    def __init__(
        self,
        trip: Trip,
        data: Any = None,
        *,
        expense: Expense | None = None,
        by: Member | None = None,
        today: dt.date,
        now: dt.datetime,
        gazetteer: Any,
    ) -> None:
        self.trip, self.expense, self.by = trip, expense, by
        self.members = list(trip.members.select_related("traveller"))
        plan = trip.plan.plan if trip.plan else None
        spot = spot_of(
            plan, trip.facts, gazetteer, date=today, what="", words="", category="", now=now, today=today
        )
        near = [code for code in (spot.currency, currency_of(trip)) if code]
        super().__init__(
            data, initial=self._initial(near, spot.city, today), label_suffix="", prefix="expense"
        )
        choices = [choice for choice in currency_choices() if choice[0]]
        first = [choice for code in dict.fromkeys(near) for choice in choices if choice[0] == code]
        own = expense.currency if expense else ""
        if own and own not in dict(choices):
            first = [(own, own), *first]
        self.fields["currency"].choices = [*first, *(choice for choice in choices if choice not in first)]
        self.fields["payer"].choices = [
            ("", "Not said"),
            *((str(one.pk), "You" if one == by else name_of(one)) for one in self.members),
        ]

    def _initial(self, near: list[str], city: str, today: dt.date) -> dict[str, Any]:
        row = self.expense
        if row is None:
            return {
                "currency": near[0] if near else "",
                "category": "food",
                "date": today,
                "city": city,
                "payer": str(self.by.pk) if self.by else "",
                "key": uuid.uuid4().hex,
            }
        return {
            "what": row.what,
            "amount": format(row.amount.normalize(), "f"),
            "currency": row.currency,
            "category": row.category,
            "date": row.date,
            "city": row.city,
            "payer": str(row.paid_by_id or ""),
        }

    def clean_amount(self) -> Decimal:
        amount = self.cleaned_data["amount"]
        if not amount:
            raise ValidationError("A sum of zero is no expense.")
        return amount

    def entry(self) -> Entry:
        """As it was filled in; an item of the plan stays while day and name stay."""
        given = self.cleaned_data
        row = self.expense
        same = row is not None and (row.date, row.what) == (given["date"], given["what"])
        return Entry(
            amount=given["amount"],
            currency=given["currency"],
            date=given["date"],
            what=given["what"],
            category=given["category"],
            city=given["city"],
            item_uid=row.item_uid if row is not None and same else "",
        )

    def payer_member(self) -> Member | None:
        return next((one for one in self.members if str(one.pk) == self.cleaned_data["payer"]), None)
