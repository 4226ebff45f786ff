"""Every address there is: from the URL resolver, and those that are answered before Django."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from django.urls import URLPattern, URLResolver, get_resolver

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
_PARAMETER = re.compile(r"<(?:[a-z]+:)?(\w+)>|\(\?P<(\w+)>(?:[^()]|\([^()]*\))*\)|\(\[\^/\]\+\)")


@dataclass(frozen=True)
class Route:
    """`name` is the one of `reverse`, with the path where there is none; `parameters` in order."""

    name: str
    path: str
    parameters: tuple[str, ...]

    def filled(self, values: tuple[str, ...]) -> str:
        """The address with these values, as they are."""
        rest = iter(values)
        path = _PARAMETER.sub(lambda _found: next(rest), self.path)
        return "/" + path.replace("^", "").replace("\\Z", "").replace("$", "").lstrip("/")

    @property
    def in_admin(self) -> bool:
        return self.path.startswith("admin/")


def django_routes() -> list[Route]:
    """All of `config/urls.py`, the admin's too."""
    return [_route(path, name) for path, name in _walk(get_resolver())]


def native_routes() -> list[Route]:
    """Those of `config/asgi.py`."""
    from config.asgi import NATIVE
    from config.health import PATHS

    return [_route(path, name) for name, path in NATIVE.items()] + [_route(path, path) for path in PATHS]


def _route(path: str, name: str) -> Route:
    found = [match[1] or match[2] or "part" for match in _PARAMETER.finditer(path)]
    return Route(name, path, tuple(found))


def _walk(resolver: URLResolver, path: str = "", space: str = "") -> Iterator[tuple[str, str]]:
    for pattern in resolver.url_patterns:
        below = path + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from _walk(pattern, below, f"{space}{pattern.namespace}:" if pattern.namespace else space)
        elif isinstance(pattern, URLPattern):
            yield below, f"{space}{pattern.name}" if pattern.name else below
