"""What comes after planning: what was researched, reported, spent and reserved."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from trips.models.conversation import Message, Turn
from trips.models.trip import Member, Trip
from trips.schemas import Grade, Source
from trips.schemas.places import LONGEST_URL


class Finding(models.Model):
    """A researched place, activity or food of one city; kept or dismissed by the traveller, given a tier."""

    class Kind(models.TextChoices):
        PLACE = "place"
        ACTIVITY = "activity"
        FOOD = "food"

    class State(models.TextChoices):
        NEW = "new"
        KEPT = "kept"
        DISMISSED = "dismissed", "not for me"

    class Tier(models.TextChoices):
        MUST = "must"
        SHOULD = "should"
        COULD = "could"
        SKIP = "skip"

    class By(models.TextChoices):
        AGENT = "agent"
        TRAVELLER = "traveller"

    trip = models.ForeignKey(Trip, on_delete=models.CASCADE, related_name="findings")
    city_id = models.PositiveIntegerField(null=True, blank=True, help_text="GeoNames number.")
    city = models.CharField(max_length=120)
    kind = models.CharField(max_length=8, choices=Kind.choices)
    name = models.CharField(max_length=160)
    name_key = models.CharField(
        max_length=160, help_text="The name in lower case, without accents and marks."
    )
    place_id = models.CharField(
        max_length=120, blank=True, help_text="The row it stands for, if there is one."
    )
    data = models.JSONField(default=dict, blank=True)
    source = models.CharField(max_length=200, blank=True)
    url = models.CharField(max_length=LONGEST_URL, blank=True, help_text="The page it was read on.")
    grade = models.CharField(
        max_length=8, choices=[(grade, grade) for grade in Grade.__args__], default="unlisted"
    )
    researched_at = models.DateTimeField()
    turn = models.ForeignKey(Turn, null=True, blank=True, on_delete=models.SET_NULL, related_name="findings")
    state = models.CharField(max_length=9, choices=State.choices, default=State.NEW)
    pinned = models.BooleanField(default=False)
    tier = models.CharField(max_length=6, choices=Tier.choices, blank=True)
    tier_by = models.CharField(max_length=9, choices=By.choices, blank=True)
    position = models.PositiveIntegerField(
        default=0, help_text="Within its tier, as the traveller put it; 0 = behind those."
    )
    reason = models.CharField(max_length=300, blank=True, help_text="Why this tier.")
    tier_before = models.JSONField(
        default=list, blank=True, help_text="Tier, by whom and why before each move by hand, newest last."
    )

    class Meta:
        ordering = ["trip", "city", "kind", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["trip", "city", "kind", "name_key"], name="finding_once_a_trip")
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.kind}, {self.city})"

    @property
    def kept(self) -> bool:
        return self.state == self.State.KEPT

    @property
    def dismissed(self) -> bool:
        return self.state == self.State.DISMISSED

    @property
    def by_hand(self) -> str:
        """The tier the traveller gave it; "" = the team's, or none."""
        return self.tier if self.tier_by == self.By.TRAVELLER else ""

    @property
    def origin(self) -> Source:
        """Where it comes from, as it was when it was found."""
        return Source(grade=self.grade, source=self.source, url=self.url, as_of=self.data.get("as_of", ""))


class CityIntel(models.Model):
    """Practical facts of one city of a trip: getting about, money, safety, customs, weather."""

    trip = models.ForeignKey(Trip, on_delete=models.CASCADE, related_name="city_intel")
    city_id = models.PositiveIntegerField(null=True, blank=True, help_text="GeoNames number.")
    city = models.CharField(max_length=120)
    data = models.JSONField(default=dict, blank=True, help_text="Topic and sentence.")
    pages = models.JSONField(default=dict, blank=True, help_text="Topic and the page it was read on.")
    facts_key = models.CharField(
        max_length=64, blank=True, help_text="Digest of what was asked for; empty when something is missing."
    )
    source = models.CharField(max_length=200, blank=True)
    grade = models.CharField(
        max_length=8, choices=[(grade, grade) for grade in Grade.__args__], default="unlisted"
    )
    researched_at = models.DateTimeField()
    turn = models.ForeignKey(Turn, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        ordering = ["trip", "city"]
        verbose_name_plural = "city intel"
        constraints = [models.UniqueConstraint(fields=["trip", "city"], name="city_intel_once_a_trip")]

    def __str__(self) -> str:
        return self.city


class Feedback(models.Model):
    """What the traveller said of a day, or of one thing in it."""

    trip = models.ForeignKey(Trip, on_delete=models.CASCADE, related_name="feedback")
    date = models.DateField(help_text="The day it is about, where the traveller was.")
    item_uid = models.CharField(max_length=80, blank=True)
    text = models.TextField()
    liked = models.JSONField(default=list, blank=True)
    disliked = models.JSONField(default=list, blank=True)
    energy = models.CharField(
        max_length=6, blank=True, choices=[("low", "low"), ("medium", "medium"), ("high", "high")]
    )
    rating = models.PositiveSmallIntegerField(null=True, blank=True, help_text="1 to 5.")
    sender = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
        help_text="Whose account reported it, or corrected it last; empty: the trip's owner, or an account "
        "that is gone.",
    )
    by_owner = models.BooleanField("by the trip's owner", default=True)
    message = models.ForeignKey(Message, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    turn = models.ForeignKey(Turn, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["trip", "date", "pk"]
        verbose_name_plural = "feedback"

    def __str__(self) -> str:
        return f"{self.date}: {self.text[:60]}"


class Expense(models.Model):
    """Money spent, in the currency it was spent in and, at the rate of its day, in the trip's.

    Without a rate it has no value in the trip's currency and stays out of every sum. A refund is below zero.
    `trips/spending.py` is where rows are written.
    """

    class Category(models.TextChoices):
        STAY = "stay"
        FOOD = "food"
        TRANSPORT = "transport"
        VISITS = "visits"
        OTHER = "other"

    trip = models.ForeignKey(Trip, on_delete=models.CASCADE, related_name="expenses")
    paid_by = models.ForeignKey(
        Member, null=True, blank=True, on_delete=models.SET_NULL, related_name="expenses"
    )
    what = models.CharField(max_length=160, blank=True)
    amount = models.DecimalField(max_digits=14, decimal_places=2)
    currency = models.CharField(max_length=3)
    rate = models.DecimalField(
        max_digits=24,
        decimal_places=14,
        null=True,
        blank=True,
        help_text="Trip currency for one of `currency`; empty: no rate is known.",
    )
    rate_date = models.DateField(null=True, blank=True)
    rate_source = models.CharField(max_length=80, blank=True)
    amount_in_trip_currency = models.DecimalField(max_digits=14, decimal_places=2, null=True, blank=True)
    trip_currency = models.CharField(max_length=3, blank=True, help_text="What it was converted to.")
    category = models.CharField(max_length=20)
    city = models.CharField(max_length=120, blank=True)
    date = models.DateField()
    item_uid = models.CharField(max_length=80, blank=True)
    message = models.ForeignKey(Message, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    key = models.CharField(
        max_length=80, blank=True, help_text="Of the form or message it came by: the same one counts once."
    )
    #: Its values before the newest edit, so that the edit can be undone.
    before = models.JSONField(default=dict, blank=True)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["trip", "date", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["trip", "key"], condition=~models.Q(key=""), name="expense_counts_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.amount} {self.currency} {self.what}".strip()


class Booking(models.Model):
    """Something reserved, or to be reserved by a date. Codes never reach a model.

    `trips/bookings.py` is where rows are written.
    """

    class Kind(models.TextChoices):
        STAY = "stay"
        FLIGHT = "flight"
        TRAIN = "train"
        COACH = "coach"
        FERRY = "ferry"
        CAR = "car", "Car or taxi"
        VISIT = "visit", "Visit or activity"
        FOOD = "food", "Table"
        OTHER = "other", "Something else"

    class Status(models.TextChoices):
        TO_BOOK = "to_book", "to book"
        BOOKED = "booked"
        CANCELLED = "cancelled"

    trip = models.ForeignKey(Trip, on_delete=models.CASCADE, related_name="bookings")
    item_uid = models.CharField(max_length=80, blank=True)
    kind = models.CharField(max_length=12, choices=Kind.choices)
    title = models.CharField(max_length=160)
    code = models.CharField(max_length=40, blank=True)
    status = models.CharField(max_length=9, choices=Status.choices, default=Status.TO_BOOK)
    start = models.DateTimeField(null=True, blank=True)
    end = models.DateTimeField(null=True, blank=True)
    zone = models.CharField(max_length=60, blank=True)
    end_zone = models.CharField(max_length=60, blank=True, help_text="Where it ends elsewhere: a flight.")
    price = models.DecimalField(max_digits=14, decimal_places=2, null=True, blank=True)
    currency = models.CharField(max_length=3, blank=True)
    book_by = models.DateField(null=True, blank=True)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["trip", "start", "pk"]

    def __str__(self) -> str:
        return self.title
