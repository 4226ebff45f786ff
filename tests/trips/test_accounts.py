"""A guest becomes an account, or hands their trips to one; nothing is lost on the way."""

from __future__ import annotations

import datetime as dt

import pytest
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import connection
from django.utils import timezone

from trips import accounts, removal
from trips.models import Member, PlanVersion, Traveller, Trip
from trips.starting import start_trip

pytestmark = pytest.mark.django_db


def test_it_claims_a_guest_in_their_own_row(guest) -> None:
    trip = start_trip(guest)
    account = accounts.claim_guest(guest, username="zoe", password="a-long-enough-word")
    assert account.pk == guest.pk
    assert not account.is_guest
    assert account.check_password("a-long-enough-word")
    assert trip.owner == account


def test_it_claims_a_guest_once(guest) -> None:
    accounts.claim_guest(guest, username="zoe", password="a-long-enough-word")
    with pytest.raises(accounts.NotAGuest):
        accounts.claim_guest(guest, username="yara", password="a-long-enough-word")
    assert Traveller.objects.get(pk=guest.pk).username == "zoe"


def test_it_refuses_a_name_that_was_taken_meanwhile(guest, traveller) -> None:
    with pytest.raises(accounts.NameTaken):
        accounts.claim_guest(guest, username=traveller.username, password="a-long-enough-word")
    with pytest.raises(accounts.NameTaken):
        accounts.create_account(username=traveller.username, password="a-long-enough-word")
    assert Traveller.objects.get(pk=guest.pk).is_guest


def test_it_moves_every_trip_and_removes_the_guest(guest, traveller) -> None:
    trips = [start_trip(guest), start_trip(guest)]
    assert accounts.move_trips(guest.pk, traveller) == 2
    assert set(Trip.objects.owned_by(traveller)) == set(trips)
    assert not Traveller.objects.filter(pk=guest.pk).exists()


def test_it_moves_the_guests_changes_of_a_plan_to_the_account(guest, traveller) -> None:
    trip = start_trip(guest)
    version = PlanVersion.objects.create(
        trip=trip, number=1, plan_json={}, verdict_json={}, total=1, currency="USD", cause="Days swapped.",
        by=guest, by_owner=False,
    )  # fmt: skip
    accounts.move_trips(guest.pk, traveller)
    version.refresh_from_db()
    assert (version.by, version.by_owner) == (traveller, True)


@pytest.mark.parametrize(
    ("guests", "accounts_own", "stays"),
    [("owner", "viewer", "owner"), ("viewer", "owner", "owner"), ("editor", "editor", "editor")],
)
def test_it_keeps_the_stronger_role_on_a_trip_both_are_on(
    guest, traveller, stranger, guests: str, accounts_own: str, stays: str
) -> None:
    trip = Trip.objects.create()
    if "owner" not in (guests, accounts_own):
        Member.objects.create(trip=trip, traveller=stranger, role=Member.Role.OWNER)
    Member.objects.create(trip=trip, traveller=guest, role=guests)
    Member.objects.create(trip=trip, traveller=traveller, role=accounts_own)
    accounts.move_trips(guest.pk, traveller)
    assert [member.role for member in trip.members.filter(traveller=traveller)] == [stays]
    assert Trip.objects.filter(pk=trip.pk).exists()


def test_it_moves_nothing_from_an_account(traveller, stranger, trip) -> None:
    with pytest.raises(accounts.NotAGuest):
        accounts.move_trips(traveller.pk, stranger)
    assert trip.owner == traveller


def test_it_removes_a_guest_only_when_they_are_on_no_trip(guest, traveller) -> None:
    trip = start_trip(guest)
    assert not accounts.remove_if_empty(guest)
    trip.delete()
    assert accounts.remove_if_empty(guest)
    assert not accounts.remove_if_empty(traveller)


def rows() -> dict[str, int]:
    """How many rows each table has, those of the framework's bookkeeping aside."""
    aside = {"django_migrations", "django_content_type", "auth_permission", "sqlite_sequence"}
    aside |= {"auth_group", "auth_group_permissions"}  # made with the tables
    with connection.cursor() as cursor:
        counts = {}
        tables = set(connection.introspection.table_names(cursor)) - aside
        # An index of words keeps books of its own; its rows are counted by its own name.
        books = {f"{name}_{part}" for name in tables for part in ("config", "data", "docsize", "idx")}
        for table in tables - books:
            cursor.execute(f'SELECT COUNT(*) FROM "{table}"')  # noqa: S608
            counts[table] = cursor.fetchone()[0]
    return counts


def test_it_deletes_an_account_with_everything(traveller, told_trip) -> None:
    before = {table for table, count in rows().items() if count}
    assert {"trips_option", "trips_planversion", "trips_question", "trips_factchange"} <= before
    assert removal.delete_traveller(traveller) == 1
    assert {table: count for table, count in rows().items() if count} == {}


def test_it_leaves_other_peoples_trips_when_an_editor_goes(told_trip, editor) -> None:
    assert removal.delete_traveller(editor) == 0
    assert Trip.objects.filter(pk=told_trip.pk).exists()
    assert told_trip.members.count() == 1


def test_it_takes_titles_and_names_out_of_the_log_of_staff(traveller, trip) -> None:
    staff = Traveller.objects.create_superuser("staff", password="a-long-enough-word")
    for row in (traveller, trip):
        LogEntry.objects.create(
            user=staff,
            content_type=ContentType.objects.get_for_model(row),
            object_id=str(row.pk),
            object_repr=str(row),
            action_flag=CHANGE,
        )
    removal.delete_traveller(traveller)
    assert set(LogEntry.objects.values_list("object_repr", flat=True)) == {
        "deleted trip",
        "deleted traveller",
    }


def test_it_leaves_a_database_that_holds_together(traveller, told_trip, stranger) -> None:
    accounts.move_trips(Traveller.objects.create_guest().pk, stranger)
    removal.delete_traveller(traveller)
    connection.check_constraints()


@pytest.mark.parametrize(
    ("seen", "joined", "changed", "stays"),
    [(40, 40, 40, False), (10, 40, 40, True), (40, 10, 40, True), (40, 40, 10, True), (40, 40, None, False)],
)
def test_it_removes_guests_of_whom_nothing_was_heard_for_a_month(
    guest, seen: int, joined: int, changed: int | None, stays: bool
) -> None:
    now = timezone.now()
    ago = {days: now - dt.timedelta(days=days) for days in (10, 40)}
    Traveller.objects.filter(pk=guest.pk).update(last_seen=ago[seen], date_joined=ago[joined])
    if changed:
        trip = start_trip(guest)
        Trip.objects.filter(pk=trip.pk).update(updated=ago[changed])
    assert accounts.remove_idle_guests(now) == (0 if stays else 1)
    assert Traveller.objects.filter(pk=guest.pk).exists() is stays
    assert Trip.objects.exists() is (stays and changed is not None)


def test_it_never_removes_an_account_for_being_idle(traveller, trip) -> None:
    long_ago = timezone.now() - dt.timedelta(days=4000)
    Traveller.objects.update(last_seen=long_ago, date_joined=long_ago)
    Trip.objects.update(updated=long_ago)
    assert accounts.remove_idle_guests(timezone.now()) == 0
