"""Who may read a stream: asked at its door, and again every two seconds for all open streams at once.

The answers are those of the pages (session, account, `trips/access.py`); nothing is ever written here.
"""

from __future__ import annotations

import hmac
from collections.abc import Collection
from dataclasses import dataclass
from importlib import import_module

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, load_backend
from django.db import close_old_connections
from django.http import Http404, parse_cookie
from django.utils import timezone

from trips.access import still_readable, trip_for
from trips.models import Traveller


@dataclass(frozen=True)
class Visitor:
    """By what a stream was opened; it stays open as long as all of it holds."""

    session_key: str
    proof: str  # changes with the password
    traveller_id: int
    trip_id: int


def session_key_of(headers: Collection[tuple[bytes, bytes]]) -> str:
    """The session's key in a request; "" without one."""
    raw = b"; ".join(value for name, value in headers if name == b"cookie")
    # Python's own SimpleCookie gives up at the first cookie it finds odd; pages read around it.
    return parse_cookie(raw.decode("utf-8", "replace")).get(settings.SESSION_COOKIE_NAME, "")


def door(session_key: str, uuid: str) -> Visitor | None:
    """Who asks, if they may read this trip. Its thread keeps SQLite's connection and gives a pool's back, as
    after a request. Raises what config.database.AWAY holds."""
    close_old_connections()
    try:
        session = _sessions()(session_key)
        traveller = _traveller(session)
        if traveller is None:
            return None
        trip = trip_for(traveller, uuid)
        return Visitor(session_key, session.get(HASH_SESSION_KEY, ""), traveller.pk, trip.pk)
    except Http404:
        return None
    finally:
        close_old_connections()


def no_longer(visitors: Collection[Visitor]) -> set[Visitor]:
    """Those of them who may not read any more: three queries, however many they are.

    Signed out or expired, password changed, account gone or closed, off the trip, trip gone. The connection
    is that of `door`. Raises what config.database.AWAY holds.
    """
    close_old_connections()
    try:
        sessions = set(
            _sessions()
            .get_model_class()
            .objects.filter(
                session_key__in={visitor.session_key for visitor in visitors}, expire_date__gt=timezone.now()
            )
            .values_list("session_key", flat=True)
        )
        ids = {visitor.traveller_id for visitor in visitors}
        travellers = {row.pk: row for row in Traveller.objects.filter(pk__in=ids, is_active=True)}
        readable = still_readable({(visitor.traveller_id, visitor.trip_id) for visitor in visitors})
    finally:
        close_old_connections()
    return {
        visitor
        for visitor in visitors
        if visitor.session_key not in sessions
        or (visitor.traveller_id, visitor.trip_id) not in readable
        or not _proves(visitor.proof, travellers.get(visitor.traveller_id))
    }


def _sessions():
    return import_module(settings.SESSION_ENGINE).SessionStore


def _traveller(session) -> Traveller | None:
    """As Django's `get_user`, but it reads only: that one ends or renews sessions, whose cookie could not
    be sent along with a stream."""
    path = session.get(BACKEND_SESSION_KEY)
    if path not in settings.AUTHENTICATION_BACKENDS:
        return None
    traveller = load_backend(path).get_user(Traveller._meta.pk.to_python(session[SESSION_KEY]))
    return traveller if _proves(session.get(HASH_SESSION_KEY, ""), traveller) else None


def _proves(proof: str, traveller: Traveller | None) -> bool:
    if traveller is None or not proof:
        return False
    known = [traveller.get_session_auth_hash(), *traveller.get_session_auth_fallback_hash()]
    return any(hmac.compare_digest(proof, one) for one in known)
