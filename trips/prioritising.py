"""Must, should, could, skip: who decided it, and the way back.

What the traveller ranked by hand stays as it is until they move it or give it back; the team sorts the rest.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import transaction

from trips import fact_log
from trips.finding import LONGEST_REASON, set_tier
from trips.models import Finding, Message, Trip
from trips.signals import finding_judged, findings_saved

TIERS: tuple[str, ...] = tuple(Finding.Tier.values)
#: Moves of one finding that can be undone.
MOVES_KEPT = 20


@transaction.atomic
def by_hand(finding: Finding, tier: str, *, message: Message | None = None) -> bool:
    """The traveller's decision; "" gives it back to the team, who sorts it the next time. False when it is
    that already, or was "not for me". Raises ValueError for a tier there is not."""
    row = Finding.objects.select_for_update().get(pk=finding.pk)
    before = {"tier": row.tier, "by": row.tier_by, "reason": row.reason}
    own_before = row.by_hand
    if row.state == Finding.State.DISMISSED or not set_tier(row, tier, by=Finding.By.TRAVELLER):
        return False
    row.refresh_from_db()
    row.tier_before = [*row.tier_before, before][-MOVES_KEPT:]
    row.save(update_fields=["tier_before"])
    _announce(row, own_before, message)
    return True


@transaction.atomic
def undo(finding: Finding, *, message: Message | None = None) -> bool:
    """Back to what it was before the newest move by hand, with its reason. False without any."""
    row = Finding.objects.select_for_update().get(pk=finding.pk)
    if not row.tier_before or row.state == Finding.State.DISMISSED:
        return False
    own_before = row.by_hand
    *earlier, last = row.tier_before
    row.tier, row.tier_by, row.reason = last["tier"], last["by"], last["reason"]
    row.tier_before = earlier
    row.save(update_fields=["tier", "tier_by", "reason", "tier_before"])
    row.trip.touch()
    _announce(row, own_before, message)
    return True


@transaction.atomic
def by_team(trip: Trip, ranks: Mapping[int, tuple[str, str]]) -> list[Finding]:
    """Tier and reason by finding, in a few statements. What the traveller ranked, or put away, in the
    meantime stays. Returns the rows that are other than before."""
    trip = fact_log.locked(trip)
    changed = []
    for row in trip.findings.select_for_update().exclude(state=Finding.State.DISMISSED):
        if row.pk not in ranks or row.by_hand:
            continue
        tier, reason = ranks[row.pk]
        new: tuple[Any, ...] = (Finding.Tier(tier), Finding.By.AGENT, reason.strip()[:LONGEST_REASON])
        if (row.tier, row.tier_by, row.reason) != new:
            row.tier, row.tier_by, row.reason = new
            row.tier_before = []
            changed.append(row)
    if changed:
        Finding.objects.bulk_update(changed, ["tier", "tier_by", "reason", "tier_before"], batch_size=100)
        findings_saved.send(sender=Finding, trip=trip, findings=changed)
        trip.touch()
    return changed


def _announce(row: Finding, own_before: str, message: Message | None) -> None:
    finding_judged.send(
        sender=Finding, finding=row, before=row.state, message=message, own_tier_before=own_before
    )
