"""Sign in, sign up, sign out, change the password, take a guest's trips along."""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login, logout, update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from trips import accounts, limits
from trips.forms.accounts import ChangePasswordForm, SignInForm, SignUpForm, name_taken
from trips.models import Traveller
from trips.signing_in import is_locked, sentence_when_locked

#: The session keeps who its visitor was before signing in: only they can take the guest's trips along.
GUEST_KEY = "guest_before_sign_in"
BACKEND = "django.contrib.auth.backends.ModelBackend"

page_or_form = require_http_methods(["GET", "HEAD", "POST"])


@never_cache
@sensitive_post_parameters("password")
@page_or_form
def sign_in(request: HttpRequest) -> HttpResponse:
    if has_account(request):
        return redirect(next_address(request))
    form = SignInForm(request, data=request.POST if request.method == "POST" else None)
    problem = ""
    try:
        if request.method == "POST" and form.is_valid():
            return _signed_in(request, form.get_user())
    except limits.TooMany as over:
        problem = str(over)
    if is_locked(request):
        problem = sentence_when_locked()
    if problem:
        form.say_only(problem)
    status = 429 if problem else 422 if form.errors else 200
    context = {"form": form, "next": next_address(request, fallback="")}
    return render(request, "registration/sign_in.html", context, status=status)


def _signed_in(request: HttpRequest, account: Traveller) -> HttpResponse:
    """Sessions of other people are flushed by Django's login, ids of one's own session change."""
    guest = request.user if request.user.is_authenticated and request.user.is_guest else None
    address = next_address(request)
    login(request, account)
    if guest is None or accounts.remove_if_empty(guest):
        return redirect(address)
    request.session[GUEST_KEY] = guest.pk
    return redirect("move_trips")


@never_cache
@sensitive_post_parameters("password1", "password2")
@page_or_form
def sign_up(request: HttpRequest) -> HttpResponse:
    """A guest keeps everything: their own row gets the name and the password."""
    if has_account(request):
        return redirect(next_address(request))
    form = SignUpForm(request.POST if request.method == "POST" else None)
    problem = limits.problem(request, limits.SIGN_UPS)
    if problem:
        form.say_only(problem)
    if request.method == "POST" and not problem and form.is_valid():
        try:
            return _signed_up(request, form.cleaned_data["username"], form.cleaned_data["password1"])
        except accounts.NameTaken:
            form.add_error("username", name_taken(form.cleaned_data["username"]))
        except accounts.NotAGuest:
            return redirect("my_trips")
    context = {
        "form": form,
        "next": next_address(request, fallback=""),
        "trips": accounts.trips_of_guest(request.user.pk).count(),
    }
    status = 429 if problem else 422 if form.errors else 200
    return render(request, "registration/sign_up.html", context, status=status)


def _signed_up(request: HttpRequest, username: str, password: str) -> HttpResponse:
    if request.user.is_authenticated:
        account = accounts.claim_guest(request.user, username=username, password=password)
        request.user = account
        update_session_auth_hash(request, account)
        messages.success(request, f"Welcome, {username}. Your trips are kept under this name.")
    else:
        account = accounts.create_account(username=username, password=password)
        login(request, account, backend=BACKEND)
        messages.success(request, f"Welcome, {username}.")
    return redirect(next_address(request))


@never_cache
@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    """A guest has no way back to their trips, so they are asked first."""
    user = request.user
    if user.is_authenticated and user.is_guest and "sure" not in request.POST:
        trips = accounts.trips_of_guest(user.pk).count()
        if trips:
            return render(request, "registration/sign_out_guest.html", {"trips": trips})
    logout(request)
    return redirect(settings.LOGOUT_REDIRECT_URL)


@never_cache
@sensitive_post_parameters("old_password", "new_password1", "new_password2")
@login_required
@page_or_form
def change_password(request: HttpRequest) -> HttpResponse:
    if request.user.is_guest:
        return redirect("sign_up")
    form = ChangePasswordForm(request.user, request.POST if request.method == "POST" else None)
    problem = limits.problem(request, limits.PASSWORDS)
    if problem:
        form.say_only(problem)
    if request.method == "POST" and not problem and form.is_valid():
        form.save()
        update_session_auth_hash(request, form.user)
        messages.success(request, "Your password is changed. Other devices have to sign in again.")
        return redirect("account")
    status = 429 if problem else 422 if form.errors else 200
    return render(request, "registration/change_password.html", {"form": form}, status=status)


@never_cache
@login_required
@page_or_form
def move_trips(request: HttpRequest) -> HttpResponse:
    """Offers the trips planned before signing in; moves them, or leaves them, on the answer."""
    guest_id = request.session.get(GUEST_KEY)
    trips = accounts.trips_of_guest(guest_id)
    if request.user.is_guest or not trips.exists():
        return redirect("my_trips")
    if request.method != "POST":
        context = {"trips": trips, "days": settings.GUEST_IDLE_DAYS}
        return render(request, "trips/move_trips.html", context)
    del request.session[GUEST_KEY]
    if request.POST.get("answer") == "move":
        count = accounts.move_trips(guest_id, request.user)
        messages.success(request, f"{count} trip{'s' if count != 1 else ''} moved to your account.")
    return redirect("my_trips")


def has_account(request: HttpRequest) -> bool:
    return request.user.is_authenticated and not request.user.is_guest


def next_address(request: HttpRequest, fallback: str = "my_trips") -> str:
    """Where to go afterwards: `next`, when it is an address of this site."""
    address = request.POST.get("next") or request.GET.get("next") or ""
    safe = url_has_allowed_host_and_scheme(
        address, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return address if safe else resolve_url(fallback) if fallback else ""
