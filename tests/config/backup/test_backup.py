"""A backup holds one moment, and comes back as it was."""

from __future__ import annotations

import stat
import threading

import pytest
from django.core.management import CommandError, call_command
from django.db import connection  # noqa: F401  (in the marks)

from config.backup import making
from config.backup.archive import Archive, BackupRefused
from config.backup.engines import Mending
from config.backup.making import make_backup, verify_backup
from config.backup.restoring import migrations_to_run, restore_backup
from config.version import VERSION
from trips.management.commands.restore import FURTHER, mending


def test_what_was_backed_up_comes_back(scratch, kept):
    before = scratch.tables()
    assert before["odd table"].rows == 5 and before["empty_one"].rows == 0
    done = make_backup(kept / "one")
    assert done.manifest.tables == before
    scratch.run('DELETE FROM "odd table" WHERE id > 2')
    scratch.run("CREATE TABLE newer (id integer)")
    restore_backup(kept / "one", Mending(), replace=True)
    assert scratch.tables() == before


def test_it_comes_back_where_there_was_nothing(scratch, kept):
    before = scratch.tables()
    make_backup(kept / "one")
    scratch.wipe()
    restore_backup(kept / "one", Mending())
    assert scratch.tables() == before


def test_the_manifest_says_what_it_is(scratch, kept):
    done = make_backup(kept)
    assert done.path.parent == kept and done.path.name.startswith("wayfare-")
    assert stat.S_IMODE(done.path.stat().st_mode) == 0o600
    with Archive(done.path) as archive:
        manifest = archive.manifest
    assert (manifest.engine, manifest.version) == (scratch.engine, VERSION)
    assert manifest.migrations == ["agents.0001_initial", "trips.0001_initial"]
    assert manifest.size > 0 and len(manifest.sha256) == 64
    assert "rows of every table" in verify_backup(done.path).looked_at
    assert [path.name for path in kept.iterdir()] == [done.path.name]


def test_without_a_place_it_goes_beside_the_database(scratch, settings, tmp_path):
    settings.VAR_DIR = tmp_path / "var"
    done = make_backup()
    assert done.path.parent == tmp_path / "var" / "backups"
    assert stat.S_IMODE(done.path.parent.stat().st_mode) == 0o700


def test_it_holds_one_moment_while_others_write(scratch, kept):
    """Two tables get a row each in one transaction: a backup never sees one of them."""
    scratch.run("CREATE TABLE one (id integer)")
    scratch.run("CREATE TABLE two (id integer)")
    ending, written, errors = threading.Event(), [], []

    def write() -> None:
        try:
            with scratch.open() as connection:
                while not ending.is_set():
                    connection.execute("BEGIN")
                    scratch.on(connection, "INSERT INTO one VALUES (?)", (len(written),))
                    scratch.on(connection, "INSERT INTO two VALUES (?)", (len(written),))
                    connection.execute("COMMIT")
                    written.append(len(written))
        except Exception as error:
            errors.append(error)

    thread = threading.Thread(target=write)
    thread.start()
    try:
        while not written and not errors:
            ending.wait(0.005)
        seen = []
        for number in range(4):
            manifest = make_backup(kept / str(number)).manifest
            seen.append((manifest.tables["one"].rows, manifest.tables["two"].rows))
    finally:
        ending.set()
        thread.join()
    assert errors == []
    assert all(one == two for one, two in seen)
    assert seen[0][0] < seen[-1][0], "nobody wrote meanwhile"
    restore_backup(kept / "0", Mending(), replace=True)
    assert scratch.run("SELECT count(*) FROM one") == [(seen[0][0],)]


# --- Refusals ----------------------------------------------------------------------------------


def test_a_database_with_rows_is_only_replaced_when_told(scratch, kept):
    make_backup(kept / "one")
    scratch.run("INSERT INTO empty_one VALUES (1)")
    before = scratch.tables()
    with pytest.raises(BackupRefused, match="not empty"):
        restore_backup(kept / "one", Mending())
    assert scratch.tables() == before


def test_a_database_that_was_only_migrated_counts_as_empty(scratch, kept):
    make_backup(kept / "one")
    for statement in ('DELETE FROM "odd table"', "DELETE FROM django_session", "DELETE FROM trips_turn"):
        scratch.run(statement)
    restore_backup(kept / "one", Mending())
    assert scratch.tables()["odd table"].rows == 5


def test_a_backup_of_the_other_engine_is_refused(scratch, kept, point_at):
    make_backup(kept / "one")
    before = scratch.tables()
    other = "postgresql" if scratch.engine == "sqlite" else "sqlite"
    point_at(scratch, ENGINE=f"django.db.backends.{other}" if other == "postgresql" else "config.sqlite3")
    with pytest.raises(BackupRefused, match=f"backup of {scratch.engine}.*names {other}"):
        restore_backup(kept / "one", Mending(), replace=True)
    assert scratch.tables() == before


@pytest.mark.skipif("connection.vendor != 'sqlite'", reason="about SQLite")
def test_migrations_that_this_code_does_not_know_are_refused(make_scratch, point_at, kept):
    newer = point_at(make_scratch("sqlite"))
    newer.fill(migrations=("trips.0001_initial", "trips.9999_from_tomorrow"))
    make_backup(kept / "one")
    before = newer.tables()
    with pytest.raises(BackupRefused, match="trips.9999_from_tomorrow"):
        restore_backup(kept / "one", Mending(), replace=True)
    assert newer.tables() == before


def test_older_migrations_are_restored_and_those_that_wait_are_named(scratch, kept):
    done = make_backup(kept / "one")
    restore_backup(kept / "one", Mending(), replace=True)
    waiting = migrations_to_run(done.manifest)
    assert "sessions.0001_initial" in waiting and "trips.0001_initial" not in waiting


@pytest.mark.skipif("connection.vendor != 'sqlite'", reason="about SQLite")
def test_it_never_writes_over_what_is_no_backup(make_scratch, point_at, tmp_path):
    live = point_at(make_scratch("sqlite"))
    live.fill()
    before = live.tables()
    with pytest.raises(BackupRefused, match="is no backup"):
        make_backup(tmp_path / "live" / "wayfare.sqlite3")
    assert live.tables() == before
    with pytest.raises(BackupRefused, match="no folder"):
        make_backup(tmp_path / "nowhere" / "one")


def test_an_older_backup_stays_until_the_new_one_is_whole(scratch, kept, monkeypatch):
    made = make_backup(kept / "one").manifest
    scratch.run("INSERT INTO empty_one VALUES (1)")
    monkeypatch.setattr(
        making, "put_in_place", lambda *_: (_ for _ in ()).throw(OSError(28, "No space left"))
    )
    with pytest.raises(BackupRefused, match="No space left"):
        make_backup(kept / "one")
    monkeypatch.undo()
    with Archive(kept / "one") as archive:
        assert archive.manifest == made
    assert [path.name for path in kept.iterdir()] == ["one"]


# --- What is changed in it ---------------------------------------------------------------------


def test_turns_that_ran_wait_again_and_old_tokens_open_nothing(scratch, kept):
    make_backup(kept / "one")
    restore_backup(kept / "one", mending(), replace=True)
    rows = scratch.run("SELECT id, status, lease_token, lease_owner, lease_until FROM trips_turn ORDER BY id")
    assert rows[:2] == [(1, "queued", 1 + FURTHER, "", None), (2, "queued", 2 + FURTHER, "", None)]
    assert [row[:4] for row in rows[2:]] == [(3, "done", 3, "host:1"), (4, "failed", 4, "host:1")]


def test_who_signed_out_since_is_not_signed_in_again(scratch, kept):
    make_backup(kept / "one")
    scratch.run("DELETE FROM django_session WHERE session_key = 'eve'")
    scratch.run("INSERT INTO django_session VALUES ('later', 'words')")
    restore_backup(kept / "one", mending(), replace=True)
    assert scratch.run("SELECT session_key FROM django_session") == [("ada",)]


def test_on_another_installation_all_sessions_of_the_backup_come_back(scratch, kept):
    """A guest has nothing but the session: a new machine must not lock them out."""
    make_backup(kept / "one")
    scratch.run("DELETE FROM django_session")
    scratch.run("UPDATE django_migrations SET applied = '2026-11-22 09:09:09.000001+00'")
    restore_backup(kept / "one", mending(), replace=True)
    assert scratch.run("SELECT session_key FROM django_session ORDER BY 1") == [("ada",), ("eve",)]


def test_everybody_can_be_signed_out(scratch, kept):
    make_backup(kept / "one")
    scratch.wipe()
    restore_backup(kept / "one", mending(sign_out=True))
    assert scratch.run("SELECT session_key FROM django_session") == []


# --- The commands ------------------------------------------------------------------------------


def test_the_commands_say_what_they_did(scratch, kept, capsys):
    call_command("backup", to=kept / "one")
    call_command("backup", verify=kept / "one")
    call_command("restore", kept / "one", replace=True)
    said = capsys.readouterr().out
    assert "5 tables, 13 rows" in said and "is what was written: SHA-256" in said
    assert "odd table" in said and "Restored what was backed up" in said and "manage.py migrate" in said
    with pytest.raises(CommandError, match="not empty"):
        call_command("restore", kept / "one")
