"""Commands: the rows that complete one, and a button's: the same line as in the composer, as a message."""

from __future__ import annotations

from uuid import UUID

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from agents import commands
from agents.forms import SentenceForm
from agents.views.sent import send_line, sent
from trips.access import editable_trip_for
from trips.models import Turn


class CommandForm(SentenceForm):
    """One command line."""

    line = forms.CharField(max_length=500, strip=True, error_messages={"required": "Say what to do."})

    def clean_line(self) -> str:
        line = self.cleaned_data["line"]
        if commands.parse(line) is None:
            raise forms.ValidationError("That is no command: it begins with a slash.")
        return line


@require_safe
@never_cache
def offered(request: HttpRequest, trip_uuid: UUID) -> HttpResponse:
    """The rows that complete a command in the composer, read with the first slash."""
    trip = editable_trip_for(request.user, trip_uuid)
    return render(request, "agents/_commands.html", {"rows": commands.command_rows(trip)})


@require_POST
def command(request: HttpRequest, trip_uuid: UUID) -> HttpResponse:
    """The answer to htmx renews the composer, the turn itself comes by the stream."""
    trip = editable_trip_for(request.user, trip_uuid)
    form = CommandForm(request.POST)
    if form.sentence:
        return sent(request, trip, form.sentence, 422)
    given = form.cleaned_data
    return send_line(request, trip, given["line"], given["client_key"], kind=Turn.Kind.COMMAND)
