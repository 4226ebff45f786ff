"""`{% icon "check" %}`: one symbol of the sprite; with `label` it speaks, without it is decoration."""

from __future__ import annotations

from django import template

register = template.Library()


@register.inclusion_tag("_icon.html")
def icon(name: str, size: str = "", label: str = "") -> dict[str, str]:
    """`name` is a symbol of static/icons.svg, `size` a class ("big")."""
    return {"name": name, "size": size, "label": label}
