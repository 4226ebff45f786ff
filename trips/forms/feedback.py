"""How a day was, as a form: for those who would rather not write a message, and to correct what was read."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Sequence
from typing import Any

from django import forms

from trips.catalogue.gazetteer import Gazetteer
from trips.forms.facts import LinedForm
from trips.models import Feedback
from trips.reading.reports import Report, read_reports
from trips.reporting import LONGEST_TEXT, Entry
from trips.schemas import Plan
from trips.wording import day_in_words

ENERGY = (("", "Not said"), ("low", "Low"), ("medium", "Medium"), ("high", "High"))
RATINGS = (("", "None"), *((str(number), f"{number} of 5") for number in range(5, 0, -1)))


class FeedbackForm(LinedForm):
    """`days`: those that can be told of. What the fields leave open is read out of the words."""

    pairs = (("energy", "rating"), ("liked", "disliked"))

    date = forms.ChoiceField(
        label="Day", error_messages={"invalid_choice": "That is no day of the trip so far."}
    )
    text = forms.CharField(
        label="How was it?",
        required=False,
        max_length=LONGEST_TEXT,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text="In your words. The rest is read out of them where you leave it open.",
    )
    energy = forms.ChoiceField(label="Energy", choices=ENERGY, required=False)
    rating = forms.ChoiceField(label="Rating", choices=RATINGS, required=False)
    liked = forms.CharField(label="Liked", required=False, max_length=400, help_text="With commas between.")
    disliked = forms.CharField(label="Did not like", required=False, max_length=400)

    def __init__(
        self, days: Sequence[dt.date], data: Any = None, *, feedback: Feedback | None = None, day: str = ""
    ) -> None:
        self.feedback = feedback
        newest = [date.isoformat() for date in reversed(days)]
        super().__init__(data, initial=self._initial(newest, day), label_suffix="", prefix="feedback")
        self.fields["date"].choices = [(date.isoformat(), day_in_words(date)) for date in reversed(days)]

    def _initial(self, newest: Sequence[str], day: str) -> dict[str, Any]:
        row = self.feedback
        if row is None:
            return {"date": day if day in newest else newest[0] if newest else ""}
        return {
            "date": row.date.isoformat(),
            "text": row.text,
            "energy": row.energy,
            "rating": str(row.rating or ""),
            "liked": ", ".join(map(str, row.liked)),
            "disliked": ", ".join(map(str, row.disliked)),
        }

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        said = [cleaned.get(name) for name in ("text", "energy", "rating", "liked", "disliked")]
        if not self.errors and not any(said):
            self.add_error("text", "Say in a few words how it was, or choose one of the answers.")
        return cleaned

    @property
    def day(self) -> dt.date:
        return dt.date.fromisoformat(self.cleaned_data["date"])

    def reports(self, plan: Plan, gazetteer: Gazetteer) -> list[Report]:
        """What the words say of the day that was chosen."""
        found = read_reports(self.cleaned_data["text"], plan, gazetteer, today=self.day)
        return [report for report in found if report.date == self.day]

    def entry(self, reports: Sequence[Report] = ()) -> Entry:
        """As it was filled in; what was left open, as it was read."""
        given = self.cleaned_data
        liked, disliked = _names(given["liked"]), _names(given["disliked"])
        read_liked = tuple(name for report in reports for name in report.liked)
        read_disliked = tuple(name for report in reports for name in report.disliked)
        uids = {report.item_uid for report in reports if report.item_uid}
        same = self.feedback is not None and self.feedback.date == self.day
        return Entry(
            date=self.day,
            text=given["text"].strip() or self._in_words(),
            item_uid=self.feedback.item_uid if same else next(iter(uids)) if len(uids) == 1 else "",
            liked=liked or read_liked,
            disliked=disliked or read_disliked,
            energy=given["energy"] or next((one.energy for one in reports if one.energy), ""),
            rating=int(given["rating"])
            if given["rating"]
            else next((r.rating for r in reports if r.rating), None),
        )

    def _in_words(self) -> str:
        """What the answers say, where nothing was written."""
        given = self.cleaned_data
        parts = [f"Energy: {given['energy']}"] if given["energy"] else []
        parts += [f"Rating: {given['rating']} of 5"] if given["rating"] else []
        parts += [f"Liked: {given['liked']}"] if given["liked"] else []
        parts += [f"Disliked: {given['disliked']}"] if given["disliked"] else []
        return ". ".join(parts)


def _names(said: str) -> tuple[str, ...]:
    return tuple(name for part in re.split(r"[,;\n]+", said) if (name := " ".join(part.split())))
