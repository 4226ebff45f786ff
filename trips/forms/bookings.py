"""One booking as a form. The code never stands in the page: a new one is typed, the old one stays or goes."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Iterable
from typing import Any
from zoneinfo import ZoneInfo

from django import forms

from trips.bookings import far_from_trip, local
from trips.catalogue.gazetteer import Gazetteer
from trips.forms.facts import LinedForm, currency_choices
from trips.models import Booking, Trip
from trips.planning.own_bookings import zone_there
from trips.planning.whereabouts import zone_in_words

_LOCAL = "%Y-%m-%dT%H:%M"
SAME_ZONE = ("", "The same")


class LocalMoment(forms.DateTimeField):
    """A local time without a zone: another field says which clock it is read from."""

    def __init__(self, **more: Any) -> None:
        widget = forms.DateTimeInput(format=_LOCAL, attrs={"type": "datetime-local"})
        super().__init__(
            required=False,
            widget=widget,
            input_formats=[_LOCAL, "%Y-%m-%dT%H:%M:%S", "%Y-%m-%d %H:%M"],
            **more,
        )

    def to_python(self, value: Any) -> dt.datetime | None:
        moment = super().to_python(value)
        return moment.replace(tzinfo=None, second=0, microsecond=0) if moment else None

    def prepare_value(self, value: Any) -> Any:
        return value


class BookingForm(LinedForm):
    """`title` is read by the agents, the code is not: it may not stand in the title."""

    pairs = (
        ("kind", "status"),
        ("start", "zone"),
        ("end", "end_zone"),
        ("price", "currency"),
        ("book_by", "code"),
    )

    title = forms.CharField(label="What", max_length=160)
    kind = forms.ChoiceField(label="Kind", choices=Booking.Kind.choices)
    status = forms.ChoiceField(label="State", choices=Booking.Status.choices)
    start = LocalMoment(label="Begins")
    zone = forms.ChoiceField(label="Time zone", required=False)
    end = LocalMoment(label="Ends")
    end_zone = forms.ChoiceField(label="Time zone at the end", required=False)
    price = forms.DecimalField(
        label="Price in all", required=False, min_value=0, max_digits=12, decimal_places=2,
        widget=forms.NumberInput(attrs={"inputmode": "decimal", "step": "0.01"}),
    )  # fmt: skip
    currency = forms.ChoiceField(label="Currency", required=False)
    book_by = forms.DateField(
        label="Book by", required=False, widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})
    )
    code = forms.CharField(
        label="Booking code", max_length=40, required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )  # fmt: skip
    forget_code = forms.BooleanField(label="Forget the code", required=False)
    item_uid = forms.CharField(widget=forms.HiddenInput, required=False, max_length=80)

    def __init__(
        self, trip: Trip, gazetteer: Gazetteer, data: Any = None, *, booking: Booking | None = None,
        suggested: dict[str, Any] | None = None,
    ) -> None:  # fmt: skip
        self.trip, self.booking = trip, booking
        plan = trip.plan.plan if trip.plan else None
        self.uids = {item.uid for item in plan.items()} if plan else set()
        first = _values(booking) if booking else {"status": Booking.Status.TO_BOOK.value, **(suggested or {})}
        first.setdefault("currency", trip.currency)
        super().__init__(data, initial=first, prefix="booking", label_suffix="")
        zones = _zones(trip, gazetteer, (first.get("zone"), first.get("end_zone")))
        self.fields["zone"].choices = [(zone, zone_in_words(zone)) for zone in zones]
        self.fields["end_zone"].choices = [SAME_ZONE, *self.fields["zone"].choices]
        if len(zones) == 1:
            self.pairs = (("kind", "status"), ("start", "end"), ("price", "currency"), ("book_by", "code"))
            self.initial["zone"] = self.initial.get("zone") or zones[0]
            for name in ("zone", "end_zone"):
                self.fields[name].widget = forms.HiddenInput()
        self.fields["currency"].choices = currency_choices()
        self.fields["code"].help_text = self._about_the_code()
        if not (booking and booking.code):
            del self.fields["forget_code"]
        if suggested and suggested.get("book_by"):
            self.fields["book_by"].help_text = "A suggestion by what it is; change it as you like."

    def _about_the_code(self) -> str:
        if self.booking and self.booking.code:
            return "One is kept. Leave this empty to keep it, or type another."
        return "Only those who may edit the trip can ask for it. No agent ever reads it."

    def clean_title(self) -> str:
        return " ".join(self.cleaned_data["title"].split())

    def clean_code(self) -> str:
        return self.cleaned_data["code"].strip()

    def clean_item_uid(self) -> str:
        """One of the plan, or the one the booking had."""
        uid = self.cleaned_data["item_uid"]
        kept = self.booking.item_uid if self.booking else ""
        return uid if uid in self.uids or uid == kept else ""

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        self._mind_the_times(cleaned)
        if cleaned.get("price") is not None and not cleaned.get("currency"):
            self.add_error("currency", "Say in which currency.")
        code = cleaned.get("code") or (self.booking.code if self.booking else "")
        if len(code) >= 4 and code.casefold() in cleaned.get("title", "").casefold():
            self.add_error("title", "The booking code is in here: agents read this line, never the code.")
        return cleaned

    def _mind_the_times(self, cleaned: dict[str, Any]) -> None:
        start, end, book_by = cleaned.get("start"), cleaned.get("end"), cleaned.get("book_by")
        plan = self.trip.plan.plan if self.trip.plan else None
        zone = cleaned.get("zone") or zone_there(plan, start)
        end_zone = cleaned.get("end_zone") or zone
        if end and not start:
            self.add_error("start", "Say when it begins, too.")
        elif start and end and _in_utc(end, end_zone) < _in_utc(start, zone):
            self.add_error("end", "It would end before it begins.")
        for name in ("start", "end"):
            far = far_from_trip(self.trip, cleaned[name]) if cleaned.get(name) else ""
            if far and name not in self.errors:
                self.add_error(name, far)
        if start and book_by and book_by > start.date():
            self.add_error("book_by", "That is after it begins.")

    def values(self) -> dict[str, Any]:
        """As `trips.bookings.save` takes them."""
        values = {name: value for name, value in self.cleaned_data.items() if name != "forget_code"}
        if self.cleaned_data.get("forget_code"):
            values["code"] = ""
        elif not values["code"] and self.booking:
            values["code"] = self.booking.code
        if values["price"] is None:
            values["currency"] = ""
        return values


def _values(booking: Booking) -> dict[str, Any]:
    """A row in the form's terms, without its code."""
    return {
        "title": booking.title,
        "kind": booking.kind,
        "status": booking.status,
        "start": local(booking.start, booking.zone),
        "zone": booking.zone,
        "end": local(booking.end, booking.end_zone or booking.zone),
        "end_zone": booking.end_zone,
        "price": booking.price,
        "currency": booking.currency or booking.trip.currency,
        "book_by": booking.book_by,
        "item_uid": booking.item_uid,
    }


def _zones(trip: Trip, gazetteer: Gazetteer, kept: Iterable[str | None]) -> list[str]:
    """Clocks of the trip: of its plan, the one most of it goes by first, of its cities, of where it starts;
    UTC when there is none of them."""
    plan = trip.plan.plan if trip.plan else None
    items = plan.items() if plan else []
    often = Counter(item.zone for item in items)
    zones = [zone for zone, _count in often.most_common()]
    zones += [item.end_zone for item in items]
    places = [*trip.facts.destinations, *filter(None, (trip.facts.origin,))]
    zones += [city.timezone for place in places if place.city_id and (city := gazetteer.city(place.city_id))]
    found = list(dict.fromkeys(zone for zone in (*kept, *zones) if zone))
    return found or ["UTC"]


def _in_utc(moment: dt.datetime, zone: str) -> dt.datetime:
    return moment.replace(tzinfo=ZoneInfo(zone)).astimezone(dt.UTC)
