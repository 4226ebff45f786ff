"""Errors that Django answers with nothing get a page too."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


class ErrorPages:
    """Middleware: a page for a method that an address does not take."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if response.status_code == 405 and not response.content and request.headers.get("HX-Request") is None:
            page = render(request, "405.html", status=405)
            page["Allow"] = response["Allow"]
            return page
        return response
