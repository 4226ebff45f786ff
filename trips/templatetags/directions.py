"""`{% directions lat lon title %}`: how to get to a place, in a map site and in the reader's own maps app."""

from __future__ import annotations

from django import template

register = template.Library()


@register.inclusion_tag("_directions.html")
def directions(lat: float, lon: float, title: str) -> dict[str, str]:
    """Only the position goes out, to some ten metres; the title is what is read aloud here."""
    return {"to": f"{lat:.4f},{lon:.4f}", "title": title}
