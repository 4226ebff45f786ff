"""What was offered, what was chosen, what is proposed. Each holds a whole plan as a value."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q

from trips.models.conversation import Message, Turn
from trips.models.trip import Trip
from trips.schemas import Plan, Verdict


class HoldsPlan(models.Model):
    plan_json = models.JSONField(db_column="plan")
    verdict_json = models.JSONField(db_column="verdict")
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        abstract = True

    @property
    def plan(self) -> Plan:
        return Plan.model_validate(self.plan_json)

    @property
    def verdict(self) -> Verdict:
        return Verdict.model_validate(self.verdict_json)


def mark_of(plan: dict[str, Any]) -> str:
    """Two plans (as JSON) with the same mark say the same."""
    return hashlib.sha256(json.dumps(plan, sort_keys=True).encode()).hexdigest()


class OptionQuerySet(models.QuerySet["Option"]):
    def on_offer(self) -> OptionQuerySet:
        """The options of the newest round that still stand."""
        return self.filter(state__in=[Option.State.OFFERED, Option.State.LAST_RESORT])


class Option(HoldsPlan):
    """One of the plans offered in a turn. Its plan never changes; its state does."""

    class State(models.TextChoices):
        OFFERED = "offered"
        LAST_RESORT = "last_resort", "failed its checks; only by 'take it anyway'"
        FAILED = "failed", "failed its checks; not offered"
        SELECTED = "selected"
        KEPT = "kept", "not chosen, kept to compare"
        REJECTED = "rejected"
        OUTDATED = "outdated", "the facts changed since"

    trip = models.ForeignKey(Trip, on_delete=models.CASCADE, related_name="options")
    turn = models.ForeignKey(Turn, on_delete=models.CASCADE, related_name="options")
    position = models.PositiveSmallIntegerField(help_text="1, 2, 3 as shown.")
    facts_version = models.PositiveIntegerField(default=0)
    state = models.CharField(max_length=12, choices=State.choices, default=State.OFFERED)
    reason = models.TextField(blank=True)
    comparison = models.TextField(
        blank=True, help_text="The sentence computed from all options of the round."
    )

    objects = OptionQuerySet.as_manager()

    class Meta:
        ordering = ["trip", "turn", "position"]
        constraints = [models.UniqueConstraint(fields=["turn", "position"], name="option_position_in_turn")]

    def __str__(self) -> str:
        return f"option {self.position}: {self.plan_json.get('title', '')}"


class PlanVersion(HoldsPlan):
    """The plan of a trip after each accepted change. Undo selects the parent."""

    trip = models.ForeignKey(Trip, on_delete=models.CASCADE, related_name="plan_versions")
    number = models.PositiveIntegerField()
    parent = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="children"
    )
    option = models.ForeignKey(
        Option, null=True, blank=True, on_delete=models.SET_NULL, related_name="versions"
    )
    total = models.DecimalField(max_digits=14, decimal_places=2)
    currency = models.CharField(max_length=3)
    cause = models.CharField(max_length=200)
    facts_version = models.PositiveIntegerField(default=0)
    message = models.ForeignKey(Message, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
        help_text="Who made or accepted the change; empty: the trip's owner, or an account that is gone.",
    )
    by_owner = models.BooleanField("by the trip's owner", default=True)
    #: Parts of the facts this change moved along (a night more moves the dates): {root: {before, after}}.
    moved = models.JSONField(default=dict, blank=True)
    #: Of what the plan says, so that who has read it knows it again; empty: not known. See `mark_of`.
    plan_mark = models.CharField(max_length=64, blank=True, editable=False)
    #: What the facts were when this was the plan, as a short mark; empty: nobody has asked yet.
    facts_mark = models.CharField(max_length=16, blank=True)

    class Meta:
        ordering = ["trip", "number"]
        constraints = [models.UniqueConstraint(fields=["trip", "number"], name="plan_version_in_trip")]

    def __str__(self) -> str:
        return f"version {self.number}: {self.cause}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if self._state.adding:  # whoever changes the plan of a version later marks it, too
            self.plan_mark = mark_of(self.plan_json)
        super().save(*args, **kwargs)


class PlanProposal(HoldsPlan):
    """A change of the plan that waits for a yes. It fits one version and one state of the facts only."""

    class State(models.TextChoices):
        OPEN = "open", "waits for a yes"
        ACCEPTED = "accepted"
        REFUSED = "refused"
        OUTDATED = "outdated", "the plan or the facts changed, or something newer was proposed"

    trip = models.ForeignKey(Trip, on_delete=models.CASCADE, related_name="proposals")
    base = models.ForeignKey(PlanVersion, on_delete=models.CASCADE, related_name="proposals")
    facts_version = models.PositiveIntegerField(default=0)
    moved = models.JSONField(
        default=dict, blank=True, help_text="Facts that change with it, before and after."
    )
    diff_json = models.JSONField(default=dict, db_column="diff")
    sentence = models.TextField(help_text="What would change, in words.")
    cause = models.CharField(max_length=200, blank=True, help_text="Why it is proposed.")
    problems = models.JSONField(default=list, blank=True, help_text="What of the wish could not be done.")
    state = models.CharField(max_length=10, choices=State.choices, default=State.OPEN)
    reason = models.TextField(blank=True, help_text="Why it was refused.")
    turn = models.ForeignKey(Turn, null=True, blank=True, on_delete=models.SET_NULL, related_name="proposals")
    message = models.ForeignKey(Message, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    version = models.ForeignKey(
        PlanVersion, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    decided = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["trip", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["trip"], condition=Q(state="open"), name="one_open_proposal_a_trip"
            )
        ]

    def __str__(self) -> str:
        return self.sentence[:80]
