"""Who is acting: the account behind the page that is being made, for code far below the view, where nobody
handed it down."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from django.http import HttpRequest, HttpResponse


class _Deed:
    """Who does it, while it lasts: work that was begun within it and goes on afterwards finds nobody."""

    def __init__(self, person: Callable[[], Any]) -> None:
        self.person: Callable[[], Any] | None = person


_deed: ContextVar[_Deed | None] = ContextVar("deed", default=None)


@contextmanager
def acting_as(person: Callable[[], Any]) -> Iterator[None]:
    """What is done within is done by this person; they are asked for only when somebody wants to know."""
    deed, before = _Deed(person), _deed.get()
    _deed.set(deed)
    try:
        yield
    finally:
        deed.person = None
        _deed.set(before)


class Acting:
    """Middleware, after the one that knows who signed in."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        with acting_as(lambda: getattr(request, "user", None)):
            return self.get_response(request)


def acting() -> Any | None:
    """The account; None outside of a request (a worker, a command) and for nobody."""
    deed = _deed.get()
    person = deed.person() if deed is not None and deed.person is not None else None
    return person if person is not None and person.is_authenticated else None
