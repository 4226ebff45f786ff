"""What becomes of a guest: claimed by a name and a password, or merged into an account that exists."""

from __future__ import annotations

import datetime as dt

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef, QuerySet

from trips import signals
from trips.models import Feedback, Member, Message, PlanVersion, Traveller, Trip
from trips.removal import delete_traveller

#: From most to least: on a trip that both are on, the stronger role stays.
RANKS = (Member.Role.OWNER, Member.Role.EDITOR, Member.Role.VIEWER)


class NameTaken(Exception):
    """Somebody else has this user name."""


class NotAGuest(Exception):
    """This traveller has an account already (claimed in another tab), or is gone."""


def create_account(*, username: str, password: str) -> Traveller:
    """A new account without any trip. Raises NameTaken."""
    try:
        with transaction.atomic():
            return Traveller.objects.create_user(username=username, password=password)
    except IntegrityError as error:
        raise NameTaken from error


def claim_guest(guest: Traveller, *, username: str, password: str) -> Traveller:
    """Turn the guest into an account: the same row, so nothing of theirs moves or is lost.

    Raises NotAGuest, NameTaken.
    """
    try:
        with transaction.atomic():
            row = _guest(guest.pk)
            row.claim(username=username, password=password)
    except IntegrityError as error:
        raise NameTaken from error
    return row


def trips_of_guest(guest_id: int | None) -> QuerySet[Trip]:
    """The trips a guest is on; none when they are no guest (any more)."""
    return Trip.objects.filter(members__traveller_id=guest_id, members__traveller__is_guest=True).distinct()


@transaction.atomic
def move_trips(guest_id: int, account: Traveller) -> int:
    """Hand every trip of the guest to the account, then remove the guest. Returns how many moved.

    The caller knows that both are the same person (the guest's id is kept in their session).
    Raises NotAGuest.
    """
    guest = _guest(guest_id)
    known = {member.trip_id: member for member in account.memberships.select_for_update()}
    moved = 0
    for member in guest.memberships.select_for_update():
        own = known.get(member.trip_id)
        if own is not None and RANKS.index(own.role) <= RANKS.index(member.role):
            member.delete()
            continue
        if own is not None:
            own.delete()
        member.traveller = account
        member.save(update_fields=["traveller"])
        moved += 1
    Message.objects.filter(sender=guest).update(sender=account)
    Feedback.objects.filter(sender=guest).update(sender=account)
    PlanVersion.objects.filter(by=guest).update(by=account)
    own = Trip.objects.owned_by(account)
    Message.objects.filter(sender=account, trip__in=own).update(by_owner=True)
    Feedback.objects.filter(sender=account, trip__in=own).update(by_owner=True)
    PlanVersion.objects.filter(by=account, trip__in=own).update(by_owner=True)
    signals.trips_moved.send(Traveller, guest=guest, account=account)
    delete_traveller(guest)
    return moved


def remove_if_empty(guest: Traveller) -> bool:
    """A guest without a trip leaves nothing behind when they sign in as somebody else."""
    if not guest.is_guest or guest.memberships.exists():
        return False
    delete_traveller(guest)
    return True


def idle_guests(now: dt.datetime) -> QuerySet[Traveller]:
    """Guests of whom nothing was heard for GUEST_IDLE_DAYS."""
    since = now - dt.timedelta(days=settings.GUEST_IDLE_DAYS)
    heard_of = Trip.objects.filter(members__traveller=OuterRef("pk"), updated__gte=since)
    return Traveller.objects.filter(
        ~Exists(heard_of), is_guest=True, date_joined__lt=since, last_seen__lt=since
    )


def remove_idle_guests(now: dt.datetime, *, at_most: int = 500) -> int:
    """Idle guests go, with their trips; one who came back meanwhile stays. Returns how many went."""
    gone = 0
    for pk in list(idle_guests(now).order_by("pk").values_list("pk", flat=True)[:at_most]):
        with transaction.atomic():
            if guest := idle_guests(now).select_for_update(of=("self",)).filter(pk=pk).first():
                delete_traveller(guest)
                gone += 1
    return gone


def _guest(pk: int) -> Traveller:
    row = Traveller.objects.select_for_update().filter(pk=pk, is_guest=True).first()
    if row is None:
        raise NotAGuest
    return row
