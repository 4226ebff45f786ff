"""The state of the queue on staff's index."""

from __future__ import annotations

from typing import Any

from django import template

from agents.turns_at_work import at_work

register = template.Library()


@register.inclusion_tag("agents/admin/_at_work.html")
def turns_at_work() -> dict[str, Any]:
    """What runs, waits and failed, as links to the list of turns."""
    return {"work": at_work()}
