"""May agents search the web? Setting, staff and trip each have a switch; one that is off is enough."""

from __future__ import annotations

import logging
import time
from urllib.parse import urlsplit

from django.conf import settings

from agents.llm import select
from agents.models import ModelCall, Switchboard
from trips.models import Trip, Turn

logger = logging.getLogger(__name__)

#: The member of the team that reads the web.
AGENT = "web"
#: Seconds after which a server that refused is asked again.
FORGOTTEN_AFTER = 3600.0
#: Of this process: when the server said that it does not search for this account.
_refused_at: list[float] = []


def offered() -> bool:
    """Does this site search the web, as far as setting, server and staff are concerned?"""
    if not _set_on() or not select.configured() or _was_refused():
        return False
    return Switchboard.allows_web()


def allowed(trip: Trip) -> bool:
    """May agents search for this trip?"""
    return trip.web_search and offered()


def is_first_use(turn: Turn) -> bool:
    """Was the web searched in this turn, and has no turn of the trip said so yet?"""
    searched = ModelCall.objects.filter(turn=turn, agent=AGENT).exists()
    return searched and not Turn.objects.filter(trip=turn.trip_id, result__first_web_use=True).exists()


def note_refusal(detail: str) -> None:
    """The server does not search, or not for this account: research goes on without, and does not ask again
    soon. `detail` is for staff."""
    _refused_at[:] = [time.monotonic()]
    logger.warning("the server refused to search the web, research goes on without: %s", detail)


def forget_refusals() -> None:
    """Ask again."""
    _refused_at.clear()


def _was_refused() -> bool:
    return bool(_refused_at) and time.monotonic() - _refused_at[0] < FORGOTTEN_AFTER


def _set_on() -> bool:
    if settings.WEB_SEARCH.casefold() != "auto":
        return settings.WEB_SEARCH.casefold() in ("on", "true", "yes", "1")
    host = urlsplit(settings.ANTHROPIC_BASE_URL).hostname or "anthropic.com"
    theirs = host == "anthropic.com" or host.endswith(".anthropic.com")
    return theirs and settings.MODEL_PROFILE == "anthropic"
