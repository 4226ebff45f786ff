"""What the plan's page shows of changes."""

from __future__ import annotations

from django import template

from agents.board.changes import ProposalView, proposal_view
from trips.models import Trip

register = template.Library()


@register.simple_tag
def proposal_of(trip: Trip) -> ProposalView | None:
    """The change that waits for a yes."""
    return proposal_view(trip)
