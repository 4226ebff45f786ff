"""Facts that are rows: the places to go with their nights, and what is fixed already."""

from __future__ import annotations

from typing import Any

from django import forms

from trips.forms.facts import RowsForm, set_or_clear
from trips.schemas import Appointment, Change, TripFacts


class DestinationRow(forms.Form):
    known = forms.CharField(widget=forms.HiddenInput, required=False)
    name = forms.CharField(label="Place", required=False, max_length=120)
    nights = forms.IntegerField(
        label="Nights",
        required=False,
        widget=forms.NumberInput(attrs={"inputmode": "numeric", "min": "1"}),
    )
    order = forms.IntegerField(
        label="Order",
        required=False,
        widget=forms.NumberInput(attrs={"inputmode": "numeric", "min": "1"}),
    )


class DestinationsForm(RowsForm):
    group = "destinations"
    title = "Where to"
    hint = "A city, a country or a region. Empty a line to leave a place out."
    row_form = DestinationRow
    row_name = "name"

    def __init__(self, facts: TripFacts, data: Any = None) -> None:
        super().__init__(facts, data)
        if len(facts.destinations) < 2:
            for row in self.rows:
                del row.fields["order"]

    def rows_of(self, facts: TripFacts) -> list[dict[str, Any]]:
        return [
            {"known": place.name, "name": place.name, "nights": place.nights, "order": position}
            for position, place in enumerate(facts.destinations, start=1)
        ]

    def changes(self) -> list[Change]:
        """Places that go, then the others in their order, then nights: fewer ones before more."""
        nights = {place.name: place.nights for place in self.facts.destinations}
        rows = self._in_order()
        kept = [row["known"] for row in rows if row["known"] in nights]
        gone = [name for name in nights if name not in kept]
        changes = [Change(path="destinations", op="remove", value=name) for name in gone]
        before = [name for name in nights if name in kept]
        new_ones_last = all(row["known"] in nights for row in rows[: len(kept)])
        if kept == before and new_ones_last:
            for row in rows:
                if row["known"] not in nights:
                    changes.append(Change(path="destinations", op="add", value=row["name"]))
                elif row["name"] != row["known"]:
                    changes.append(Change(path="destinations", value=row["name"], subject=row["known"]))
        else:
            first, *others = rows
            changes = [Change(path="destinations", value=first["name"])]
            changes += [Change(path="destinations", op="add", value=row["name"]) for row in others]
            nights = {first["known"]: nights.get(first["known"])} if first["name"] == first["known"] else {}
        told = [
            (row["nights"] or 0, change)
            for row in rows
            for change in set_or_clear(
                "destinations.nights", nights.get(row["known"]), row["nights"], subject=row["name"]
            )
        ]
        known = {row["name"]: nights.get(row["known"]) or 0 for row in rows}
        told.sort(key=lambda entry: entry[0] > known[entry[1].subject])
        return changes + [change for _nights, change in told]

    def _in_order(self) -> list[dict[str, Any]]:
        """The filled rows by their number; rows without one come last."""
        rows = self.filled()
        return sorted(rows, key=lambda row: 1000 if row.get("order") is None else row["order"])


class AppointmentRow(forms.Form):
    known = forms.CharField(widget=forms.HiddenInput, required=False)
    what = forms.CharField(label="What", required=False, max_length=120)
    date = forms.DateField(
        label="Day",
        required=False,
        input_formats=["%Y-%m-%d"],
        widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
        error_messages={"invalid": "That is no date. Write it like 2027-02-15."},
    )
    start = forms.TimeField(
        label="From", required=False, widget=forms.TimeInput(format="%H:%M", attrs={"type": "time"})
    )
    end = forms.TimeField(
        label="To", required=False, widget=forms.TimeInput(format="%H:%M", attrs={"type": "time"})
    )
    where = forms.CharField(label="Where", required=False, max_length=120)


class AppointmentsForm(RowsForm):
    group = "appointments"
    title = "Fixed already"
    hint = "What happens on a set day: a wedding, a concert, a meeting."
    row_form = AppointmentRow
    row_name = "what"
    blank_rows = 1

    def rows_of(self, facts: TripFacts) -> list[dict[str, Any]]:
        return [
            {"known": row.what, "what": row.what, "date": row.date}
            | {"start": row.start, "end": row.end, "where": row.where or ""}
            for row in facts.appointments
        ]

    def changes(self) -> list[Change]:
        stood = {row.what: row for row in self.facts.appointments}
        rows = self.filled()
        kept = {row["what"] for row in rows}
        changes = [Change(path="appointments", op="remove", value=what) for what in stood if what not in kept]
        for row in rows:
            new = Appointment(
                what=row["what"],
                date=row["date"],
                start=row["start"],
                end=row["end"],
                where=row["where"] or None,
            )
            if stood.get(new.what) != new:
                changes.append(Change(path="appointments", op="add", value=appointment_words(new)))
        return changes


def appointment_words(row: Appointment) -> str:
    """what|YYYY-MM-DD|HH:MM|HH:MM|where"""
    times = [f"{time:%H:%M}" if time else "" for time in (row.start, row.end)]
    parts = [row.what, row.date.isoformat() if row.date else "", *times, row.where or ""]
    return "|".join(part.replace("|", "/") for part in parts)
