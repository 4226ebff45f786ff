"""Choosing an option, turning all of them down."""

from __future__ import annotations

from uuid import UUID

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.views.decorators.http import require_POST

from agents.choices import choice
from agents.forms import RejectForm, new_key
from agents.record import record_click
from agents.turns import Refused, start_turn
from agents.view import OptionView
from agents.views.board import board_or_page
from trips import choosing, limits
from trips.access import editable_trip_for
from trips.views.dialogs import view_of

NOT_ON_OFFER = "This option cannot be chosen any more: the facts have changed, or all were turned down."


@require_POST
def select_option(request: HttpRequest, trip_uuid: UUID, pk: int) -> HttpResponse:
    trip = editable_trip_for(request.user, trip_uuid)
    option = get_object_or_404(trip.options, pk=pk)
    problem = ""
    try:
        with transaction.atomic():
            before = trip.plan_id
            if choosing.select(trip, option).pk != before:
                offered = [
                    OptionView(row.position, row.plan, row.verdict) for row in choosing.choosable(trip)
                ]
                record_click(trip, choice(option.position, offered, trip.facts), undoes=True)
    except choosing.NotOnOffer:
        problem = NOT_ON_OFFER
    return board_or_page(request, trip, view_of(trip), problem=problem)


@require_POST
def reject_options(request: HttpRequest, trip_uuid: UUID) -> HttpResponse:
    """The reason goes into the conversation as a message; the turn that answers it keeps it."""
    trip = editable_trip_for(request.user, trip_uuid)
    form = RejectForm(request.POST)
    problem, status = "", 422
    if form.is_valid():
        key = str(form.cleaned_data["client_key"] or new_key())
        try:
            limits.count(request, limits.MESSAGES)
            start_turn(trip, f"None of these. {form.cleaned_data['reason']}", key, request.user)
        except Refused as refused:
            problem = str(refused)
        except limits.TooMany as over:
            problem, status = str(over), 429
    else:
        problem = form.sentence
    address = reverse("workspace", args=[trip.uuid])
    return board_or_page(request, trip, address, problem=problem, status=status)
