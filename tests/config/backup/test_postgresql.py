"""What only PostgreSQL can do wrong: passwords, roles, connections of others."""

from __future__ import annotations

import subprocess
import threading
from contextlib import closing

import psycopg
import pytest
from django.db import connection  # noqa: F401  (in the mark)

from config.backup import postgresql
from config.backup.archive import BackupRefused
from config.backup.engines import Mending
from config.backup.making import make_backup, verify_backup
from config.backup.restoring import restore_backup

pytestmark = pytest.mark.skipif("connection.vendor != 'postgresql'", reason="about PostgreSQL")
SECRET = "pass word:with'signs\\"


@pytest.fixture
def there(make_scratch, point_at):
    made = point_at(make_scratch("postgresql"))
    made.fill()
    return made


@pytest.fixture
def as_role(there, point_at):
    """Go on as a role without any rights but those given here."""
    with closing(psycopg.connect(there.server.url("postgres"), autocommit=True)) as server:
        server.execute(f"CREATE ROLE plain LOGIN PASSWORD {psycopg.sql.quote(SECRET)}")
        server.execute(f'ALTER DATABASE "{there.name}" OWNER TO plain')
        server.execute("GRANT plain TO wayfare")

    def owned_by(scratch) -> None:
        with scratch.open() as inside:
            for schema, table in postgresql.postgresql_table_names(inside):
                inside.execute(f'ALTER TABLE "{schema}"."{table}" OWNER TO plain')
        point_at(scratch, USER="plain", PASSWORD=SECRET)

    yield owned_by
    with closing(psycopg.connect(there.server.url("postgres"), autocommit=True)) as server:
        rows = server.execute("SELECT datname FROM pg_database WHERE datdba = 'plain'::regrole").fetchall()
        for (name,) in rows:
            server.execute(f'DROP DATABASE "{name}" WITH (FORCE)')
        server.execute("DROP OWNED BY plain")
        server.execute("DROP ROLE plain")


def test_no_password_is_among_the_arguments(there, kept, as_role, monkeypatch):
    as_role(there)
    seen = []
    real = subprocess.Popen

    def watched(command, **more):
        seen.append((command, more["env"].get("PGPASSWORD")))
        return real(command, **more)

    monkeypatch.setattr(subprocess, "Popen", watched)
    make_backup(kept / "one")
    there.wipe()
    with closing(psycopg.connect(there.server.url("postgres"), autocommit=True)) as server:
        server.execute(f'ALTER DATABASE "{there.name}" OWNER TO plain')
    restore_backup(kept / "one", Mending())
    assert len(seen) >= 3 and all(password == SECRET for _command, password in seen)
    assert not any(SECRET in word or "pass word" in word for command, _password in seen for word in command)


def test_a_role_that_may_not_create_databases_fills_an_empty_one_and_touches_no_other(there, kept, as_role):
    before = there.tables()
    as_role(there)
    make_backup(kept / "one")
    assert "no rows" in verify_backup(kept / "one").looked_at
    with pytest.raises(BackupRefused, match="CREATEDB"):
        restore_backup(kept / "one", Mending(), replace=True)
    assert there.tables() == before
    there.wipe()
    with closing(psycopg.connect(there.server.url("postgres"), autocommit=True)) as server:
        server.execute(f'ALTER DATABASE "{there.name}" OWNER TO plain')
    restore_backup(kept / "one", Mending())
    assert there.tables() == before


def test_a_database_of_somebody_else_is_left_alone(there, kept, as_role, make_scratch, point_at):
    make_backup(kept / "one")
    with closing(psycopg.connect(there.server.url("postgres"), autocommit=True)) as server:
        server.execute("ALTER ROLE plain CREATEDB")
    other = make_scratch("postgresql", "other")
    point_at(other, USER="plain", PASSWORD=SECRET)
    with pytest.raises(BackupRefused, match="does not own"):
        restore_backup(kept / "one", Mending(), replace=True)


def test_a_database_that_is_gone_is_made_again(there, kept):
    before = there.tables()
    make_backup(kept / "one")
    with closing(psycopg.connect(there.server.url("postgres"), autocommit=True)) as server:
        server.execute(f'DROP DATABASE "{there.name}"')
    restore_backup(kept / "one", Mending())
    assert there.tables() == before


def test_who_comes_back_at_once_does_not_hold_it_up(there, kept):
    """Eight clients that connect again as soon as they are sent away, and write."""
    before = make_backup(kept / "one").manifest.tables["odd table"]
    ending, failures = threading.Event(), []

    def insist() -> None:
        while not ending.is_set():
            try:
                with there.open() as connection:
                    while not ending.is_set():
                        connection.execute("INSERT INTO empty_one VALUES (1)")
            except psycopg.Error as error:
                failures.append(error)

    threads = [threading.Thread(target=insist) for _ in range(8)]
    for thread in threads:
        thread.start()
    try:
        for _ in range(3):
            restore_backup(kept / "one", Mending(), replace=True)
    finally:
        ending.set()
        for thread in threads:
            thread.join()
    assert failures and there.tables()["odd table"] == before


def test_two_restores_do_not_get_in_each_others_way(there, kept):
    make_backup(kept / "one")
    before = there.tables()
    with closing(psycopg.connect(there.server.url("postgres"))) as other:
        other.execute("SELECT pg_advisory_lock(%s)", [postgresql._LOCK])
        with pytest.raises(BackupRefused, match="Another restore"):
            restore_backup(kept / "one", Mending(), replace=True)
    assert there.tables() == before


def test_a_server_that_is_away_is_said_in_a_sentence(there, kept, point_at):
    make_backup(kept / "one")
    point_at(there, PORT="1")
    with pytest.raises(BackupRefused, match="The backup failed: .*refused"):
        make_backup(kept / "two")
    with pytest.raises(BackupRefused, match="The restore failed: .*refused"):
        restore_backup(kept / "one", Mending(), replace=True)
    assert [path.name for path in kept.iterdir()] == ["one"]


def test_programs_that_are_missing_are_named(there, kept, monkeypatch, tmp_path):
    monkeypatch.setattr(postgresql, "_DEBIAN", tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(BackupRefused, match="postgresql-client"):
        make_backup(kept / "one")
    assert list(kept.iterdir()) == []
