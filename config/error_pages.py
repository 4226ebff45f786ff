"""Errors that Django answers with nothing get a page too, and an outage of the database gets its own."""

from __future__ import annotations

import sys
from collections.abc import Callable

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.views.defaults import server_error

from config.refusing import words_of

#: Seconds until a try makes sense when the database is away or full.
AWAY_SECONDS = 5


class ErrorPages:
    """Middleware: a page for a method that an address does not take."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if response.status_code == 405 and not response.content:
            in_page = request.headers.get("HX-Request") == "true"
            page = _notice(405) if in_page else render(request, "405.html", status=405)
            page["Allow"] = response["Allow"]
            return page
        return response


def broken(request: HttpRequest) -> HttpResponse:
    """What a view that broke is answered with. Called while its exception is handled.

    A database that is away, full or locked is no fault of a page: 503, and who sent a message may send the
    same form again (its key makes it one message, should the first have been stored after all).
    """
    if isinstance(sys.exc_info()[1], OperationalError | InterfaceError):
        return _away(request)
    if request.headers.get("HX-Request") == "true":
        return _notice(500)
    return server_error(request)


def _away(request: HttpRequest) -> HttpResponse:
    if request.headers.get("HX-Request") == "true":
        response = _notice(503)
    else:
        title, sentence = words_of(503)
        context = {"title": title, "sentence": sentence, "path": request.path, "sent": _sent(request)}
        response = HttpResponse(render_to_string("503.html", context), status=503)
    response["Retry-After"] = str(AWAY_SECONDS)
    return response


def _notice(status: int) -> HttpResponse:
    """For the line of notices of the page that htmx is on."""
    title, sentence = words_of(status)
    response = HttpResponse(
        render_to_string("_notice.html", {"sentence": f"{title}. {sentence}"}), status=status
    )
    response["HX-Retarget"], response["HX-Reswap"] = "#notices", "innerHTML"
    return response


def _sent(request: HttpRequest) -> dict[str, str]:
    """The fields of a message that could not be stored, for the button that sends it again."""
    names = ("csrfmiddlewaretoken", "client_key", "text", "say")
    if request.method != "POST" or "client_key" not in request.POST:
        return {}
    return {name: request.POST[name] for name in names if name in request.POST}
