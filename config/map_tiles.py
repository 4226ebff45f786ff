"""The tile server of the street map (MAP_TILES_URL): what a page says of it, and what its policy allows."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpResponse


@dataclass(frozen=True, slots=True)
class Tiles:
    """`url`: a template with {z}, {x}, {y} and perhaps {s}; `credit`: whose data they show."""

    url: str
    credit: str

    @property
    def host(self) -> str:
        """As a reader is told."""
        return urlsplit(self.url).netloc.removeprefix("{s}.")

    @property
    def origin(self) -> str:
        """As the Content-Security-Policy says it."""
        parts = urlsplit(self.url.replace("{s}", "*"))
        return f"{parts.scheme}://{parts.netloc}"


def map_tiles() -> Tiles | None:
    """None where the operator wants none."""
    return Tiles(settings.MAP_TILES_URL, settings.MAP_TILES_CREDIT) if settings.MAP_TILES_URL else None


def allow_tiles(response: HttpResponse) -> HttpResponse:
    """A page with a map may show pictures of the tile server; it asks for them after the reader's click."""
    if tiles := map_tiles():
        response._csp_update = {"img-src": [tiles.origin]}
    return response
