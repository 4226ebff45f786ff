"""What waits for staff in memory, on their index."""

from __future__ import annotations

import datetime as dt
from typing import Any

from django import template

from config import clock
from memory.admin import proposals
from memory.models import Extraction

register = template.Library()
#: Failures are counted up to this many.
COUNTED = 1_000


@register.inclusion_tag("memory/admin/_to_do.html")
def memory_to_do() -> dict[str, Any]:
    """Proposals that wait, and extractions that failed within a day."""
    since = clock.now() - dt.timedelta(days=1)
    failed = Extraction.objects.filter(status=Extraction.Status.FAILED, created__gte=since).order_by()
    return {"proposals": proposals.how_many(), "failed": failed.values("pk")[:COUNTED].count()}
