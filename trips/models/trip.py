"""A trip, who is on it, and how each of its facts came to be."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from trips.schemas import TripFacts


class TripQuerySet(models.QuerySet["Trip"]):
    def readable_by(self, traveller) -> TripQuerySet:
        return self.filter(members__traveller=traveller) if traveller else self.none()

    def editable_by(self, traveller) -> TripQuerySet:
        if not traveller:
            return self.none()
        may_edit = [Member.Role.OWNER, Member.Role.EDITOR]
        return self.filter(members__traveller=traveller, members__role__in=may_edit)

    def owned_by(self, traveller) -> TripQuerySet:
        if not traveller:
            return self.none()
        return self.filter(members__traveller=traveller, members__role=Member.Role.OWNER)


class Trip(models.Model):
    """One journey. Its phase is no column: it follows from facts, plan, running turn and clock."""

    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    title = models.CharField(max_length=120, blank=True)
    title_is_own = models.BooleanField(
        default=False, help_text="The traveller named it: no agent renames it."
    )
    facts_json = models.JSONField(default=dict, db_column="facts")
    facts_version = models.PositiveIntegerField(default=0)
    confirmed_version = models.PositiveIntegerField(null=True, blank=True)
    #: The facts a CONFIRM has asked a yes for.
    asked_version = models.PositiveIntegerField(null=True, blank=True)
    #: Changes a model made without the traveller's words: they wait for the yes to the summary.
    pending = models.JSONField(default=list, blank=True)
    #: Goes up with every change that the board shows; open pages compare it.
    revision = models.PositiveIntegerField(default=0)
    start = models.DateField(null=True, blank=True)
    end = models.DateField(null=True, blank=True)
    currency = models.CharField(max_length=3, blank=True)
    plan = models.ForeignKey(
        "PlanVersion", null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    remember = models.BooleanField(default=True, help_text="May Wayfare remember things from this trip?")
    web_search = models.BooleanField(default=True, help_text="May agents search the web for this trip?")
    created = models.DateTimeField(auto_now_add=True)
    updated = models.DateTimeField(auto_now=True)

    objects = TripQuerySet.as_manager()

    class Meta:
        ordering = ["-updated"]
        indexes = [models.Index(fields=["-updated"])]

    def __str__(self) -> str:
        return self.name

    @property
    def name(self) -> str:
        return self.title or "New trip"

    @property
    def facts(self) -> TripFacts:
        return TripFacts.model_validate(self.facts_json)

    @property
    def confirmed(self) -> bool:
        return self.confirmed_version is not None and self.confirmed_version == self.facts_version

    @property
    def owner(self):
        member = self.members.filter(role=Member.Role.OWNER).select_related("traveller").first()
        return member.traveller if member else None

    def touch(self) -> None:
        """Tell open pages that the board has changed, and that somebody was here."""
        Trip.objects.filter(pk=self.pk).update(revision=F("revision") + 1, updated=timezone.now())


class Member(models.Model):
    """A named person of the trip, with or without an account. Access always goes through it."""

    class Role(models.TextChoices):
        OWNER = "owner"
        EDITOR = "editor"
        VIEWER = "viewer"

    trip = models.ForeignKey(Trip, on_delete=models.CASCADE, related_name="members")
    traveller = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.CASCADE, related_name="memberships"
    )
    name = models.CharField(max_length=80, blank=True)
    age = models.PositiveSmallIntegerField(null=True, blank=True)
    role = models.CharField(max_length=8, choices=Role.choices, default=Role.VIEWER)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["trip", "traveller"], name="one_membership_a_traveller"),
            models.UniqueConstraint(fields=["trip"], condition=Q(role="owner"), name="one_owner_a_trip"),
        ]

    def __str__(self) -> str:
        return f"{self.name or self.traveller or 'somebody'} ({self.role})"


class FactChange(models.Model):
    """One change of one fact: append only, so that every fact knows where it came from."""

    class By(models.TextChoices):
        TRAVELLER = "traveller", "traveller, in words"
        FORM = "form", "traveller, in the facts panel"
        SYSTEM = "system", "assumed by the system"

    trip = models.ForeignKey(Trip, on_delete=models.CASCADE, related_name="fact_changes")
    seq = models.PositiveIntegerField()
    path = models.CharField(max_length=60)
    subject = models.CharField(max_length=120, blank=True)
    op = models.CharField(max_length=8)
    old = models.JSONField(null=True, blank=True)
    new = models.JSONField(null=True, blank=True)
    quote = models.TextField(blank=True)
    reason = models.TextField(blank=True, help_text="For an assumption: the sentence shown to the traveller.")
    #: Facts as they were before this change, so that an undo is exact.
    before = models.JSONField(default=dict)
    message = models.ForeignKey("Message", null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    turn = models.ForeignKey("Turn", null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    by = models.CharField(max_length=10, choices=By.choices, default=By.TRAVELLER)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["trip", "seq"]
        constraints = [models.UniqueConstraint(fields=["trip", "seq"], name="fact_change_seq_in_trip")]

    def __str__(self) -> str:
        return f"{self.path} {self.op}"
