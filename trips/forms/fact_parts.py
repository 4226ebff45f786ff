"""The forms of facts that are single values, or have several parts: dates, party, budget, stay, car."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from trips.facts.limits import MAX_CHILD_AGE, spoken_date
from trips.forms.facts import (
    UNKNOWN,
    YES_NO,
    FactForm,
    WordsField,
    currency_choices,
    flag_word,
    set_or_clear,
    word_flag,
)
from trips.schemas import Cap, Change, TripFacts

CAP_WORDS = {
    "stay": "For stays",
    "food": "For food",
    "transport": "For getting about",
    "visits": "For visits",
}


def amount(label: str, **kwargs: Any) -> forms.DecimalField:
    widget = forms.NumberInput(attrs={"inputmode": "decimal", "step": "any", "min": "0"})
    return forms.DecimalField(
        label=label, required=False, max_digits=14, decimal_places=2, widget=widget, **kwargs
    )


def number(label: str, **kwargs: Any) -> forms.IntegerField:
    widget = forms.NumberInput(attrs={"inputmode": "numeric", "min": "0"})
    return forms.IntegerField(label=label, required=False, widget=widget, **kwargs)


def day(label: str, **kwargs: Any) -> forms.DateField:
    widget = forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})
    return forms.DateField(
        label=label,
        required=False,
        input_formats=["%Y-%m-%d"],
        widget=widget,
        error_messages={"invalid": "That is no date. Write it like 2027-02-15."},
        **kwargs,
    )


def words(label: str, **kwargs: Any) -> forms.CharField:
    return forms.CharField(label=label, required=False, max_length=120, **kwargs)


class OriginForm(FactForm):
    group = "origin"
    title = "Where from"

    origin = words("City", help_text="A city, a country or an airport's code.")

    def initial_of(self, facts: TripFacts) -> dict[str, Any]:
        return {"origin": facts.origin.name if facts.origin else ""}

    def changes(self) -> list[Change]:
        return set_or_clear("origin", self.initial["origin"], self.cleaned_data["origin"])


class SingleForm(FactForm):
    """One value, in a field that has the group's name."""

    def initial_of(self, facts: TripFacts) -> dict[str, Any]:
        return {self.group: getattr(facts, self.group)}

    def changes(self) -> list[Change]:
        return set_or_clear(self.group, self.initial[self.group], self.cleaned_data[self.group])


class TripTypeForm(SingleForm):
    group = "trip_type"
    title = "There and back?"

    trip_type = forms.ChoiceField(
        label="Journey",
        required=False,
        choices=[UNKNOWN, ("round", "There and back"), ("one_way", "One way")],
        widget=forms.RadioSelect,
    )


class RoomsForm(SingleForm):
    group = "rooms"
    title = "Rooms"

    rooms = number("How many rooms")


class PaceForm(SingleForm):
    group = "pace"
    title = "Pace"

    pace = forms.ChoiceField(
        label="How full the days are",
        required=False,
        choices=[UNKNOWN, ("relaxed", "Relaxed"), ("moderate", "Moderate"), ("packed", "Packed")],
        widget=forms.RadioSelect,
    )


class PartsForm(FactForm):
    """Several single values of one group, each in a field that has its path's last part as a name."""

    flags: tuple[str, ...] = ()

    def initial_of(self, facts: TripFacts) -> dict[str, Any]:
        parts = getattr(facts, self.group).model_dump()
        return {
            name: flag_word(value) if name in self.flags else "" if value is None else value
            for name, value in parts.items()
        }

    def changes(self) -> list[Change]:
        return [change for name in self.fields if name != "seen" for change in self.change_of(name)]

    def change_of(self, name: str) -> list[Change]:
        old, new = self.initial[name], self.cleaned_data[name]
        if name in self.flags:
            old, new = word_flag(old), word_flag(new)
        return set_or_clear(f"{self.group}.{name}", old, new)


class DatesForm(PartsForm):
    """Exact days, or a window and a length. Where both days are typed the length follows from them."""

    group = "dates"
    title = "When"
    pairs = (("start", "end"), ("earliest", "latest", "days"))

    start = day("First day")
    end = day("Last day", help_text="The day you are back.")
    earliest = day("Not before", help_text="While the days are still open.")
    latest = day("Not after")
    days = number("Days", help_text="Travel days counted.")

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        start, end = cleaned.get("start"), cleaned.get("end")
        earliest, latest = cleaned.get("earliest"), cleaned.get("latest")
        if start and end and end < start:
            raise ValidationError(
                f"The trip would end on {spoken_date(end)}, before it starts on {spoken_date(start)}."
            )
        if earliest and latest and latest < earliest:
            raise ValidationError(
                f"The latest day, {spoken_date(latest)}, would be before the earliest, "
                f"{spoken_date(earliest)}."
            )
        if (earliest and start and start < earliest) or (latest and end and end > latest):
            raise ValidationError("First and last day have to lie between the earliest and the latest.")
        days = cleaned.get("days")
        if start and end and days and self._typed("days") and self._typed("start", "end"):
            length = (end - start).days + 1
            if days != length:
                self.add_error("days", f"From first to last day it is {length} days. Leave this empty.")
        return cleaned

    def changes(self) -> list[Change]:
        """What is shown is meant: the last day is told again when the first one moves."""
        exact = self._typed("start", "end")
        changes = [change for name in ("start", "end") for change in self.change_of(name)]
        if exact and self.cleaned_data["end"]:
            changes = [change for change in changes if change.path != "dates.end"]
            changes.append(Change(path="dates.end", value=self.cleaned_data["end"].isoformat()))
        names = ["earliest", "latest"]
        if not (exact and self.cleaned_data["start"] and self.cleaned_data["end"]):
            names.append("days")
        return changes + [change for name in names for change in self.change_of(name)]

    def orders(self) -> list[list[Change]]:
        """A long trip moved far may be too long halfway: then the old days go first."""
        old_days = [Change(path=f"dates.{name}", op="remove") for name in ("start", "end", "days")]
        return [self.changes(), old_days + self.changes()]

    def _typed(self, *names: str) -> bool:
        return any((self.cleaned_data.get(name) or "") != self.initial[name] for name in names)


class PartyForm(PartsForm):
    group = "party"
    title = "Who travels"
    pairs = (("adults", "children"),)

    adults = number("Adults")
    children = number("Children", help_text=f"Up to {MAX_CHILD_AGE} years old.")
    ages = WordsField(label="Their ages", help_text="In years, separated by commas.")

    def clean_ages(self) -> list[int]:
        try:
            return [int(entry) for entry in self.cleaned_data["ages"]]
        except ValueError:
            raise ValidationError("Ages are numbers of years, like 4, 7.") from None

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        children, ages = cleaned.get("children"), cleaned.get("ages")
        if ages and children is not None and len(ages) != children:
            raise ValidationError(f"You say {children} children and give {len(ages)} ages.")
        return cleaned

    def orders(self) -> list[list[Change]]:
        """Somebody has to travel at every step: children may have to come before adults."""
        return [self.changes(), self.changes()[::-1]]

    def change_of(self, name: str) -> list[Change]:
        if name != "ages":
            return super().change_of(name)
        old, new = self.initial["ages"], self.cleaned_data["ages"]
        if sorted(old) == sorted(new):
            return []
        if not new:
            return [Change(path="party.ages", op="remove")]
        return [Change(path="party.ages", value=",".join(map(str, new)))]


class BudgetForm(PartsForm):
    group = "budget"
    title = "Budget"
    pairs = (("amount", "currency"), ("scope", "approximate"))
    flags = ("approximate",)

    level = forms.ChoiceField(
        label="Level",
        required=False,
        choices=[UNKNOWN, ("low", "Low"), ("mid", "Mid-range"), ("high", "High")],
    )
    amount = amount("Or a sum")
    currency = forms.ChoiceField(label="Currency", required=False, choices=currency_choices)
    scope = forms.ChoiceField(
        label="The sum is",
        required=False,
        choices=[
            UNKNOWN,
            ("total", "for everything"),
            ("per_person", "for each person"),
            ("per_day", "for each day"),
        ],
    )
    approximate = forms.ChoiceField(
        label="Roughly?", required=False, choices=[("no", "No, at most"), ("yes", "Yes, about that")]
    )

    def change_of(self, name: str) -> list[Change]:
        if name == "approximate" and not self.cleaned_data["approximate"]:
            return []
        return super().change_of(name)


class StayForm(PartsForm):
    group = "stay"
    title = "Stay"
    pairs = (("kind", "area"), ("stars", "max_price"))

    kind = words("Kind", help_text="Hotel, hostel, apartment, ryokan, riad …")
    area = words("Area")
    stars = amount("Stars", help_text="1 to 5.")
    max_price = amount("At most a night", help_text="A room, in the trip's currency.")
    name = words("A certain one", help_text="Its name.")


class HoursForm(PartsForm):
    group = "hours"
    title = "Hours"
    hint = "Kept, not planned for yet."
    pairs = (("first", "last"),)

    first = words("Not before", help_text="10:00")
    last = words("Not after", help_text="21:30")
    rest = words("Rest or nap", help_text="13:00–15:00")


class CarForm(PartsForm):
    group = "car"
    title = "Car"
    pairs = (("at_hand", "wanted"), ("kind", "seats"))
    flags = ("at_hand", "wanted")

    at_hand = forms.ChoiceField(label="You bring a car", required=False, choices=YES_NO)
    wanted = forms.ChoiceField(label="You want to rent one", required=False, choices=YES_NO)
    kind = words("Kind of car")
    seats = number("Seats")
    price_per_day = amount("At most a day")


class CapsForm(FactForm):
    group = "caps"
    title = "Limits"
    pairs = (("stay", "food"), ("transport", "visits"))
    hint = "The most to spend on each, in the whole trip."

    stay = amount(CAP_WORDS["stay"])
    food = amount(CAP_WORDS["food"])
    transport = amount(CAP_WORDS["transport"])
    visits = amount(CAP_WORDS["visits"])
    currency = forms.ChoiceField(label="Currency", required=False, choices=currency_choices)

    def initial_of(self, facts: TripFacts) -> dict[str, Any]:
        known = {cap.category: cap.amount for cap in facts.caps}
        currency = next((cap.currency for cap in facts.caps if cap.currency), facts.budget.currency)
        return known | {"currency": currency or ""}

    def changes(self) -> list[Change]:
        known: dict[str, Cap] = {cap.category: cap for cap in self.facts.caps}
        currency = self.cleaned_data["currency"] or None
        changes = []
        for category in CAP_WORDS:
            old, new = known.get(category), self.cleaned_data[category]
            if new is None and old is not None:
                changes.append(Change(path="caps", op="remove", value=category))
            elif new is not None and (old is None or (old.amount, old.currency) != (new, currency)):
                changes.append(Change(path="caps", op="add", value=f"{category}|{new}|{currency or ''}"))
        return changes
