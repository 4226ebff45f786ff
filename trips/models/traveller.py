"""Who travels with us: the account, a guest at first perhaps."""

from __future__ import annotations

import secrets

from django.contrib.auth.models import AbstractUser, UserManager
from django.db import models
from django.utils import timezone


class TravellerManager(UserManager["Traveller"]):
    def create_guest(self) -> Traveller:
        """A visitor who sent a first sentence: no name, no password, claimed later or removed when idle."""
        guest = self.model(username=f"guest-{secrets.token_hex(8)}", is_guest=True)
        guest.set_unusable_password()
        guest.save(using=self._db)
        return guest

    def name_as_kept(self, typed: str) -> str:
        """The user name that is meant, however its letters are written: the very same one, or the only one
        that differs in capitals. A name nobody has comes back in small letters, so that tries are counted
        for one name whatever its capitals (the lock compares letter by letter)."""
        if self.filter(username=typed).exists():
            return typed
        alike = list(self.filter(username__iexact=typed).values_list("username", flat=True)[:2])
        if len(alike) > 1:
            return typed  # nobody is meant: we don't guess whom
        return alike[0] if alike else typed.casefold()


class Traveller(AbstractUser):
    is_guest = models.BooleanField(default=False)
    currency = models.CharField(max_length=3, blank=True, help_text="Preferred currency, e.g. EUR.")
    locale = models.CharField(max_length=16, blank=True)
    remember = models.BooleanField(
        default=True, help_text="May Wayfare remember things about this traveller?"
    )
    last_seen = models.DateTimeField(default=timezone.now)

    objects = TravellerManager()

    class Meta:
        verbose_name = "traveller"
        indexes = [models.Index(fields=["is_guest", "last_seen"])]

    def __str__(self) -> str:
        return "Guest" if self.is_guest else self.username

    def claim(self, *, username: str, password: str) -> None:
        """Turn this guest into an account; every trip stays where it is."""
        self.username = username
        self.set_password(password)
        self.is_guest = False
        self.save(update_fields=["username", "password", "is_guest"])
