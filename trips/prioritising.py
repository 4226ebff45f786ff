"""Must, should, could, skip: who decided it, and the way back.

What the traveller ranked by hand stays as it is until they move it or give it back; the team sorts the rest.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.db import transaction

from trips import fact_log
from trips.finding import LONGEST_REASON, set_tier
from trips.models import Finding, Message, Trip
from trips.signals import finding_judged, findings_saved

TIERS: tuple[str, ...] = tuple(Finding.Tier.values)
#: Moves of one finding that can be undone.
MOVES_KEPT = 20
LAST = 1_000_000  # behind all that have a place


def in_order(rows: Iterable[Finding]) -> list[Finding]:
    """Of one tier: as the traveller put them, then what they decided or pinned, then by kind."""
    kinds = Finding.Kind.values
    return sorted(
        rows,
        key=lambda row: (
            row.position or LAST,
            not row.by_hand,
            not row.pinned,
            kinds.index(row.kind),
            row.pk,
        ),
    )


@transaction.atomic
def by_hand(finding: Finding, tier: str, *, message: Message | None = None, at: int | None = None) -> bool:
    """The traveller's decision; "" gives it back to the team, who sorts it the next time. `at`: its place in
    the tier, from 0 (None: the first, or where it is). False when it is that already, or was "not for me".
    Raises ValueError for a tier there is not."""
    row = Finding.objects.select_for_update().get(pk=finding.pk)
    before = {"tier": row.tier, "by": row.tier_by, "reason": row.reason, "position": row.position}
    own_before, own = row.by_hand, _tier_of(row, row.tier)
    stays = at is None if row.tier == tier else not tier
    if row.state == Finding.State.DISMISSED:
        return False
    changed = set_tier(row, tier, by=Finding.By.TRAVELLER)
    if not changed and (stays or own.index(row) == at):
        return False
    row.refresh_from_db()
    if not stays:
        _put(row, at or 0)
    row.tier_before = [*row.tier_before, before][-MOVES_KEPT:]
    row.save(update_fields=["tier_before"])
    if changed:
        _announce(row, own_before, message)
    return True


def before(finding: Finding, other: int | None, tier: str) -> bool:
    """By hand to the place of another finding of a tier; None, or one that is not there: the last."""
    keys = [row.pk for row in _tier_of(finding, tier) if row.pk != finding.pk]
    return by_hand(finding, tier, at=keys.index(other) if other in keys else len(keys))


def step(finding: Finding, by: int) -> bool:
    """By hand one up (-1) or down (1): behind the last of the tier above, before the first of the next."""
    finding = Finding.objects.get(pk=finding.pk)
    if finding.tier:
        own, tier = _tier_of(finding, finding.tier), TIERS.index(finding.tier)
        at = own.index(finding) + by
        if 0 <= at < len(own):
            return by_hand(finding, finding.tier, at=at)
        tier += by
    else:
        tier = 2 if by < 0 else 3  # what is not sorted comes in at the near end
    if not 0 <= tier < len(TIERS):
        return False
    return before(finding, None, TIERS[tier]) if by < 0 else by_hand(finding, TIERS[tier])


@transaction.atomic
def undo(finding: Finding, *, message: Message | None = None) -> bool:
    """Back to what it was before the newest move by hand, with its reason. False without any."""
    row = Finding.objects.select_for_update().get(pk=finding.pk)
    if not row.tier_before or row.state == Finding.State.DISMISSED:
        return False
    own_before = row.by_hand
    *earlier, last = row.tier_before
    row.tier, row.tier_by, row.reason = last["tier"], last["by"], last["reason"]
    row.tier_before, row.position = earlier, 0
    row.save(update_fields=["tier", "tier_by", "reason", "tier_before", "position"])
    if last.get("position"):
        _put(row, last["position"] - 1)
    row.trip.touch()
    _announce(row, own_before, message)
    return True


def _tier_of(finding: Finding, tier: str) -> list[Finding]:
    rows = Finding.objects.filter(trip=finding.trip_id, city=finding.city, tier=tier)
    return in_order(rows.exclude(state=Finding.State.DISMISSED))


def _put(row: Finding, at: int) -> None:
    rows = [one for one in _tier_of(row, row.tier) if one != row]
    rows.insert(at, row)
    for number, one in enumerate(rows, 1):
        one.position = number
    Finding.objects.bulk_update(rows, ["position"], batch_size=100)
    row.trip.touch()


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
            row.position = row.position if row.tier == tier else 0
            row.tier, row.tier_by, row.reason = new
            row.tier_before = []
            changed.append(row)
    if changed:
        Finding.objects.bulk_update(
            changed, ["tier", "tier_by", "reason", "tier_before", "position"], batch_size=100
        )
        findings_saved.send(sender=Finding, trip=trip, findings=changed)
        trip.touch()
    return changed


def _announce(row: Finding, own_before: str, message: Message | None) -> None:
    finding_judged.send(
        sender=Finding, finding=row, before=row.state, message=message, own_tier_before=own_before
    )
