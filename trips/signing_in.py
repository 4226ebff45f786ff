"""Before a password is tried: how often somebody may, and who has to wait after too many wrong ones.

Django asks every backend in turn, for our page and for the admin's: the first one counts the address,
django-axes locks a name for an address, the next one counts the name, and Django's own looks at the password.
"""

from __future__ import annotations

import hashlib
from typing import Any

from django.conf import settings
from django.contrib.auth.signals import user_logged_in
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from config.addresses import address_of
from trips import limits


def sentence_when_locked() -> str:
    """The same whether there is such an account or not."""
    pause = limits.in_words(settings.SIGN_IN_PAUSE_MINUTES * limits.MINUTE)
    return (
        "There were too many wrong passwords for this name from your network. "
        f"Nothing more is tried for {pause}; then start again."
    )


class CountedBackend:
    """Lets nobody in; counts the try for the address, before anything else. Raises TooMany."""

    def authenticate(self, request: HttpRequest | None, username: str | None = None, **_more: Any) -> None:
        if request is not None and username:
            _keep(request, limits.count(request, limits.SIGN_INS))


class CountedNameBackend:
    """Lets nobody in; counts the try for the name, when django-axes let it through. Raises TooMany.

    Of one address no more than SIGN_IN_TRIES in the window: else somebody at one place, locked there, could
    use up the tries of a name for everybody.
    """

    def authenticate(self, request: HttpRequest | None, username: str | None = None, **_more: Any) -> None:
        if request is None or not username or not settings.RATE_LIMITS:
            return
        # The name is kept as a digest: people type passwords there.
        name = _digest(username.casefold())
        here = f"{limits.SIGN_INS.name} name and address {_digest(f'{name} {address_of(request)}')}"
        number, _until = limits.add([here], limits.SIGN_INS.seconds)[here]
        counts = number <= settings.SIGN_IN_TRIES
        most = {f"{limits.SIGN_INS.name} account {name}": limits.SIGN_INS.most}
        keys = limits.count_keys(request, limits.SIGN_INS, most, amount=int(counts))
        _keep(request, [here, *(keys if counts else [])])


def _digest(words: str) -> str:
    return hashlib.sha256(words.encode()).hexdigest()[:24]


def _keep(request: HttpRequest, keys: list[str]) -> None:
    """What was counted for this try."""
    request.sign_in_keys = [*getattr(request, "sign_in_keys", []), *keys]  # type: ignore[attr-defined]


@receiver(user_logged_in)
def _was_right(sender: Any, request: HttpRequest | None = None, **_more: Any) -> None:
    """A sign-in that was right does not count."""
    if keys := getattr(request, "sign_in_keys", None):
        limits.take_back(keys)


def is_locked(request: HttpRequest) -> bool:
    return bool(getattr(request, "axes_locked_out", False))


def locked_out(request: HttpRequest, response: HttpResponse, credentials: Any = None) -> HttpResponse:
    """What django-axes answers with: our own page has said it already, the admin's has not."""
    if response.status_code != 429:
        response = render(
            request, "registration/locked.html", {"sentence": sentence_when_locked()}, status=429
        )
    response["Retry-After"] = str(settings.SIGN_IN_PAUSE_MINUTES * limits.MINUTE)
    return response


def client_in_log(username: str, address: str, agent: str, path: str, request: HttpRequest) -> str:
    """What a log line may say of a try: where it came from, never what was typed."""
    return address_of(request) or "this machine"
