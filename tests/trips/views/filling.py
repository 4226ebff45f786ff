"""Facts told beforehand, and forms filled as a browser would: what they show, some fields typed over."""

from __future__ import annotations

from typing import Any

from django.test import Client
from django.urls import reverse

from tests.trips.told import TODAY
from trips import fact_log
from trips.facts import PATHS
from trips.models import FactChange, Trip
from trips.schemas import Change, TripFacts

HTMX = {"HX-Request": "true"}
LISTS = {path for path, rule in PATHS.items() if "add" in rule.ops}


def know(trip: Trip, *facts: tuple[str, object]) -> None:
    """Each (path, value) told in words; lists grow by it."""
    made = [Change(path=path, value=value, op="add" if path in LISTS else "set") for path, value in facts]
    logged = fact_log.change_facts(trip, made, by=FactChange.By.TRAVELLER, today=TODAY)
    assert not logged.problems


def facts_of(trip: Trip) -> TripFacts:
    """As they are stored now."""
    return Trip.objects.get(pk=trip.pk).facts


def shown_fields(form: Any) -> dict[str, Any]:
    """Every field of a form (and its rows) with the value it shows."""
    fields = {}
    forms = [form, *(form.rows.forms if hasattr(form, "rows") else [])]
    if hasattr(form, "rows"):
        forms.append(form.rows.management_form)
    for one in forms:
        for field in one:
            value = field.field.widget.format_value(field.value())
            fields[field.html_name] = "" if value is None else value
    return fields


def fill(client: Client, trip: Trip, group: str, *, htmx: bool = False, **typed: Any):
    """Open the form of a group, type over the named fields ("adults", "row_0_nights"), send it."""
    address = reverse("edit_fact", args=[trip.uuid, group])
    fields = shown_fields(client.get(address).context["form"])
    for name, value in typed.items():
        html_name = name.replace("_", "-", 2) if name.startswith("row_") else f"fact-{name}"
        assert html_name in fields, sorted(fields)
        fields[html_name] = value
    return client.post(address, fields, headers=HTMX if htmx else {})
