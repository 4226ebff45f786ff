"""Expenses: a form to note and change one, take it back, delete it (asks first), and all as a file."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import path
from django.utils.text import slugify
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from agents.views.board import board_or_page
from agents.views.rows import Kind
from config import clock
from trips import limits, spending
from trips.access import editable_trip_for, trip_for
from trips.agendas import today_there
from trips.exports.expenses_csv import expenses_csv
from trips.forms.expenses import ExpenseForm
from trips.places import current_gazetteer
from trips.views.dialogs import view_of

EXPENSE = Kind("expense", "spending", "Note an expense", "Change an expense")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def expense_form(request: HttpRequest, trip_uuid: UUID, expense: int | None = None) -> HttpResponse:
    """A new one, or the one of this key."""
    trip = editable_trip_for(request.user, trip_uuid)
    row = None if expense is None else get_object_or_404(trip.expenses, pk=expense)
    by = trip.members.filter(traveller=request.user).first()
    form = ExpenseForm(
        trip,
        request.POST if request.method == "POST" else None,
        expense=row,
        by=by,
        today=today_there(trip),
        now=clock.now(),
        gazetteer=current_gazetteer(),
    )
    if form.is_bound and form.is_valid():
        try:
            if row is None:
                key = f"form:{form.cleaned_data['key']}" if form.cleaned_data["key"] else ""
                spending.add(trip, form.entry(), by=form.payer_member(), key=key)
            else:
                spending.edit(row, form.entry(), by=form.payer_member())
            return EXPENSE.kept(request, trip)
        except spending.Refused as refused:
            form.add_error(None, str(refused))
    return EXPENSE.form(request, trip, row, form)


@never_cache
@require_POST
def undo_expense(request: HttpRequest, trip_uuid: UUID, expense: int) -> HttpResponse:
    """The newest edit is taken back; one that was never edited goes."""
    trip = editable_trip_for(request.user, trip_uuid)
    spending.undo(get_object_or_404(trip.expenses, pk=expense))
    return board_or_page(request, trip, view_of(trip, EXPENSE.view))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def delete_expense(request: HttpRequest, trip_uuid: UUID, expense: int) -> HttpResponse:
    """Asks first."""
    trip = editable_trip_for(request.user, trip_uuid)
    row = get_object_or_404(trip.expenses, pk=expense)
    return EXPENSE.deletion(request, trip, row, spending.remove, "Delete this expense?")


@never_cache
@require_safe
def download_expenses(request: HttpRequest, trip_uuid: UUID) -> HttpResponse:
    """All of them as CSV, for whoever may read the trip."""
    trip = trip_for(request.user, trip_uuid)
    limits.count(request, limits.DOWNLOADS)
    name = slugify(trip.name)[:60] or "trip"
    headers = {
        "Content-Disposition": f'attachment; filename="{name}-expenses.csv"',
        "X-Content-Type-Options": "nosniff",
    }
    return HttpResponse(expenses_csv(trip), content_type="text/csv; charset=utf-8", headers=headers)


#: Below the trip's own address (agents/urls.py).
urlpatterns = [
    path("new", expense_form, name="new_expense"),
    path("csv", download_expenses, name="download_expenses"),
    path("<int:expense>", expense_form, name="edit_expense"),
    path("<int:expense>/delete", delete_expense, name="delete_expense"),
    path("<int:expense>/undo", undo_expense, name="undo_expense"),
]
