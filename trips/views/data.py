"""What belongs to the traveller: the account's page, all data as one file, deleting everything."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from config import clock
from trips import limits, removal
from trips.exports.account_data import account_data
from trips.forms.accounts import DeleteAccountForm
from trips.models import Trip
from trips.remote.client import leaving


@never_cache
@login_required
@require_safe
def account(request: HttpRequest) -> HttpResponse:
    trips = Trip.objects.owned_by(request.user).count()
    return render(request, "trips/account.html", {"trips": trips, "leaving": leaving()})


@never_cache
@login_required
@require_safe
def download_data(request: HttpRequest) -> HttpResponse:
    limits.count(request, limits.DOWNLOADS)
    document = account_data(request.user, now=clock.now())
    headers = {"Content-Disposition": 'attachment; filename="wayfare-data.json"'}
    return JsonResponse(document, json_dumps_params={"indent": 2, "ensure_ascii": False}, headers=headers)


@never_cache
@sensitive_post_parameters("password")
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def delete_account(request: HttpRequest) -> HttpResponse:
    form = DeleteAccountForm(request.user, request.POST if request.method == "POST" else None)
    problem = limits.problem(request, limits.PASSWORDS)
    if problem:
        form.say_only(problem)
    if request.method == "POST" and not problem and form.is_valid():
        trips = removal.delete_traveller(request.user)
        logout(request)
        with_trips = f" with {trips} trip{'s' if trips != 1 else ''}" if trips else ""
        messages.success(request, f"Everything is deleted: your account{with_trips}.")
        return redirect("front")
    context = {"form": form, "trips": Trip.objects.owned_by(request.user).count()}
    status = 429 if problem else 422 if form.errors else 200
    return render(request, "trips/delete_account.html", context, status=status)
