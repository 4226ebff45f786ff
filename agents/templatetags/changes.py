"""What the plan's page shows of changes."""

from __future__ import annotations

from django import template

from agents.board.changes import proposal_view
from trips.models import PlanProposal, Trip

register = template.Library()


@register.simple_tag
def proposal_of(trip: Trip) -> PlanProposal | None:
    """The change that waits for a yes."""
    return proposal_view(trip)
