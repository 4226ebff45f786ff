"""Writers of SQLite wait their turn: as long as `timeout` says, and not longer."""

from __future__ import annotations

import sqlite3
import threading
import time

import pytest
from django.db import OperationalError, connection, transaction

from config.sqlite3.base import LONGEST_KEPT, PatientCursor
from trips.models import Traveller

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif("connection.vendor != 'sqlite'", reason="about SQLite's locks"),
]


@pytest.fixture
def somebody_else():
    """Another connection to the file, in the middle of writing; `rollback()` ends it."""
    other = sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")
    yield other
    other.close()


@pytest.fixture
def patience(monkeypatch):
    def seconds(value: float) -> None:
        monkeypatch.setitem(connection.settings_dict["OPTIONS"], "timeout", value)

    return seconds


def written_in_a_transaction() -> None:
    with transaction.atomic():
        Traveller.objects.create_user("ada")


def written_at_once() -> None:
    Traveller.objects.create_user("ada")


@pytest.mark.parametrize("write", [written_in_a_transaction, written_at_once])
def test_a_writer_waits_for_another(somebody_else, patience, write):
    patience(60)
    writing = threading.Event()

    def end_soon() -> None:
        writing.wait(10)
        time.sleep(0.05)  # the other one is refused a few times
        somebody_else.rollback()

    ending = threading.Thread(target=end_soon)
    ending.start()
    writing.set()
    write()
    assert not somebody_else.in_transaction
    ending.join()
    assert Traveller.objects.filter(username="ada").count() == 1


@pytest.mark.parametrize("write", [written_in_a_transaction, written_at_once])
def test_a_writer_gives_up_in_the_end(somebody_else, patience, write):
    patience(0.1)
    with pytest.raises(OperationalError, match="locked"):
        write()
    somebody_else.rollback()
    write()
    assert Traveller.objects.filter(username="ada").count() == 1


def test_readers_do_not_wait(somebody_else, patience):
    patience(0)
    assert Traveller.objects.count() == 0


def test_many_rows_are_written_once(somebody_else, patience):
    patience(60)
    threading.Timer(0.05, somebody_else.rollback).start()
    with connection.cursor() as cursor:
        cursor.executemany("INSERT INTO django_content_type (app_label, model) VALUES (%s, %s)",
                           (row for row in [("storm", "one"), ("storm", "two")]))  # fmt: skip
        cursor.execute("SELECT count(*) FROM django_content_type WHERE app_label = 'storm'")
        assert cursor.fetchone()[0] == 2


@pytest.mark.parametrize("length", [0, LONGEST_KEPT])
def test_a_statement_kept_as_sqlite_reads_it_is_djangos(length):
    query = f"SELECT '%%s', '50%%', %s, '%%%%', %s, '{'x' * length}'"
    with connection.cursor() as cursor:
        ours, djangos = cursor.cursor.convert_query, super(PatientCursor, cursor.cursor).convert_query
        assert ours(query) == djangos(query)
        assert ours("SELECT %(a)s", param_names=["a"]) == djangos("SELECT %(a)s", param_names=["a"])
        for values in ((1, "a %s"), (None, "?")):
            cursor.execute(query, values)
            assert cursor.fetchone() == ("%s", "50%", values[0], "%%", values[1], "x" * length)
