"""A button's command: the same line as in the composer, as a message."""

from __future__ import annotations

import uuid
from uuid import UUID

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from agents import commands
from agents.forms import SentenceForm, new_key
from agents.turns import Refused, start_turn
from trips import limits
from trips.access import editable_trip_for


class CommandForm(SentenceForm):
    """One command line."""

    line = forms.CharField(max_length=500, strip=True, error_messages={"required": "Say what to do."})

    def clean_line(self) -> str:
        line = self.cleaned_data["line"]
        if commands.parse(line) is None:
            raise forms.ValidationError("That is no command: it begins with a slash.")
        return line


@require_POST
def command(request: HttpRequest, trip_uuid: UUID) -> HttpResponse:
    """The answer to htmx renews the composer, the turn itself comes by the stream."""
    trip = editable_trip_for(request.user, trip_uuid)
    form = CommandForm(request.POST)
    problem, status = form.sentence, 422
    if not problem:
        try:
            limits.count(request, limits.MESSAGES)
            line = form.cleaned_data["line"]
            start_turn(trip, line, _key(form.cleaned_data["client_key"], line), request.user)
        except Refused as refused:
            problem = str(refused)
        except limits.TooMany as over:
            problem, status = str(over), 429
    if request.htmx:
        context = {"problem": problem, "client_key": new_key()}
        return render(request, "agents/_sent.html", context, status=status if problem else 200)
    if problem:
        messages.error(request, problem)
    return redirect("workspace", trip.uuid)


def _key(page: UUID | None, line: str) -> str:
    """All buttons of a page carry its key: a second click is the same message, another button is not."""
    return str(uuid.uuid5(page, line)) if page else new_key()
