"""Who holds a trip's row does not hold up rows that refer to it."""

from __future__ import annotations

import threading

import pytest
from django.db import connection, transaction

from memory.models import Note
from memory.tombstones import locked_owner
from trips import fact_log

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_note_of_a_trip_and_a_choice_in_it_at_once_do_not_lock_each_other_out(trip, traveller) -> None:
    if connection.vendor != "postgresql":
        pytest.skip("with SQLite one transaction writes at a time")
    has_owner, has_trip, errors = threading.Event(), threading.Event(), []

    def learns() -> None:
        try:
            with transaction.atomic():
                locked_owner(traveller)
                has_owner.set()
                assert has_trip.wait(10)
                Note.objects.create(owner=traveller, trip=trip, agent="food", text="A note.", hash="x")
        except Exception as error:
            errors.append(error)
        finally:
            connection.close()

    thread = threading.Thread(target=learns)
    thread.start()
    with transaction.atomic():
        fact_log.locked(trip)
        assert has_owner.wait(10)
        has_trip.set()
        locked_owner(traveller)
    thread.join(20)
    assert errors == [] and Note.objects.count() == 1
