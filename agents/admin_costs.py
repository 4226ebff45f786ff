"""What turns and calls cost, for staff's pages. US dollars."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from django.db.models import Count, DecimalField, OuterRef, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce

from agents.models import ModelCall
from trips.models import Turn

MONEY = DecimalField(max_digits=12, decimal_places=6)


def with_calls(turns: QuerySet[Turn]) -> QuerySet[Turn]:
    """Turns with how many model calls they took (`call_count`) and what those cost (`call_cost`)."""
    calls = ModelCall.objects.filter(turn=OuterRef("pk")).order_by().values("turn")
    return turns.annotate(
        call_count=Coalesce(Subquery(calls.annotate(count=Count("pk")).values("count")), 0),
        call_cost=Coalesce(
            Subquery(calls.annotate(total=Sum("cost")).values("total")), Decimal(0), output_field=MONEY
        ),
    )


def totals_of(calls: QuerySet[ModelCall]) -> dict[str, Any]:
    """Calls, tokens and cost of a selection."""
    return calls.order_by().aggregate(
        calls=Count("pk"),
        tokens_in=Coalesce(Sum("tokens_in"), 0),
        tokens_out=Coalesce(Sum("tokens_out"), 0),
        cache_read=Coalesce(Sum("tokens_cache_read"), 0),
        cache_write=Coalesce(Sum("tokens_cache_write"), 0),
        searches=Coalesce(Sum("web_searches"), 0),
        cost=Coalesce(Sum("cost"), Decimal(0), output_field=MONEY),
    )


def dollars(cost: Decimal | None) -> str:
    return f"${cost or 0:,.4f}"
