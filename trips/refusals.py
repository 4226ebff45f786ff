"""What somebody over a limit is shown, whichever page or part of a page they asked for."""

from __future__ import annotations

import logging
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from config.addresses import address_of
from config.database import AWAY
from trips import limits
from trips.limits import TooMany

logger = logging.getLogger("wayfare.limits")


class Limits:
    """Middleware: the ceiling of all requests of an address, and the answer to any limit that is passed.

    A view that shows the sentence in its own form answers with 429 itself; how long to wait is added here.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        try:
            address = address_of(request)
            if not limits.requests.spend(address):
                limits.requests.take(address)
        except TooMany as over:
            return too_many(request, over)
        except AWAY:  # what cannot be counted is not refused
            logger.warning("requests are not counted", exc_info=True)
        response = self.get_response(request)
        if response.status_code == 429 and "Retry-After" not in response:
            response["Retry-After"] = str(getattr(request, "wait_seconds", limits.MINUTE))
        return response

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        return too_many(request, error) if isinstance(error, TooMany) else None


def too_many(request: HttpRequest, over: TooMany) -> HttpResponse:
    """The sentence on a page of its own, or in the line for notices of the page that htmx is on."""
    if request.headers.get("HX-Request") == "true":
        response = render(request, "_notice.html", {"sentence": str(over)}, status=429)
        response["HX-Retarget"], response["HX-Reswap"] = "#notices", "innerHTML"
    else:
        response = render(request, "429.html", {"sentence": str(over)}, status=429)
    response["Retry-After"] = str(over.seconds)
    return response
