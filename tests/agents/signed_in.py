"""A session as a browser has it, without signing in by the page."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore

from trips.models import Traveller


def cookies_of(traveller: Traveller) -> dict[str, str]:
    """Sign the traveller in; the cookies to send."""
    session = SessionStore()
    session[SESSION_KEY] = str(traveller.pk)
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    session[HASH_SESSION_KEY] = traveller.get_session_auth_hash()
    session.save()
    return {settings.SESSION_COOKIE_NAME: session.session_key}
