"""PostgreSQL: dumped by pg_dump from one snapshot, restored by pg_restore into a database of its own.

The restored database changes names with the old one at the end, in one transaction: whatever fails before,
the old data is still there. Passwords are in the environment of the programs, never among their arguments.
"""

from __future__ import annotations

import os
import re
import secrets
import shutil
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO

from django.db import connections

from config.backup.archive import CHUNK, Archive, BackupRefused, Damaged, workplace
from config.backup.digests import differences, postgresql_table_names, postgresql_tables, quoted
from config.backup.engines import (
    Contents,
    Ended,
    Mending,
    Run,
    applied_migrations,
    refuse_rows,
    tables_with_rows,
)

#: Debian keeps each version's programs in a folder of its own.
_DEBIAN = Path("/usr/lib/postgresql")
_RESTORING = "_restoring_"  # in the names of databases that are being restored
_REPLACED = "_replaced_"
_LOCK = 0x5761796661726521  # one restore of a server at a time
_SWAP_TRIES = 5


class PostgreSQL:
    name = "postgresql"
    packed = True

    def dump(self, sink: BinaryIO, work: Path) -> Contents:
        with _connected() as connection:
            connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
            snapshot = connection.execute("SELECT pg_export_snapshot()").fetchone()[0]
            contents = Contents(
                f"PostgreSQL {_server_version(connection)}",
                applied_migrations(_run(connection)),
                postgresql_tables(connection),
            )
            arguments = ["--format=custom", "--no-owner", "--no-privileges", f"--snapshot={snapshot}"]
            arguments += ["--no-password", f"--dbname={_where()}"]
            with (work / "said").open("w+b") as said:
                with _program("pg_dump", arguments, stdout=subprocess.PIPE, stderr=said) as process:
                    try:
                        shutil.copyfileobj(process.stdout, sink, CHUNK)
                    except BaseException:
                        process.kill()
                        raise
                _refuse_failure("pg_dump", process.returncode, said)
        return contents

    def check(self, archive: Archive, work: Path, *, rows: bool) -> str:
        archive.copy_to()
        listed = _listed(archive, work)
        missing = [name for name in archive.manifest.tables if _entry(name) not in listed]
        if missing:
            raise Damaged(f"pg_restore lists no data of {', '.join(missing)}.")
        if not rows:
            return "SHA-256, pg_restore --list"
        with _maintenance() as server:
            if not _may_create(server):
                return (
                    "SHA-256, pg_restore --list (no rows: the role may not create a database to look at them)"
                )
            with _new_database(server) as name:
                _fill(archive, name, work)
        return "SHA-256, pg_restore --list, rows of every table in a database made for it"

    def restore(self, archive: Archive, mending: Mending, *, replace: bool) -> None:
        name = _name()
        archive.copy_to()  # before anything is touched
        with _maintenance() as server, workplace(Path(tempfile.gettempdir())) as work:
            if not server.execute("SELECT pg_try_advisory_lock(%s)", [_LOCK]).fetchone()[0]:
                raise BackupRefused("Another restore runs on this server.")
            tables, ended = _look_at(server, name, replace=replace)
            if not _may_create(server):
                if tables is None or tables:
                    raise BackupRefused(
                        "The database role may not create databases (ALTER ROLE … CREATEDB), which keeps the "
                        "old data safe until the end. Without it a backup goes only into a database that "
                        "has no tables."
                    )
                _fill(archive, name, work, mending, ended)
                return
            _drop_left_over(server, name)
            with _new_database(server) as restored:
                _fill(archive, restored, work, mending, ended)
                _let_go()
                _swap(server, restored, name)


def _look_at(server, name: str, *, replace: bool) -> tuple[list[str] | None, Ended]:
    """(its tables, None without such a database; who is signed in there). Raises BackupRefused."""
    if not server.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name]).fetchone():
        return None, Ended()
    owner = "SELECT pg_has_role(datdba, 'USAGE') FROM pg_database WHERE datname = %s"
    if not server.execute(owner, [name]).fetchone()[0]:
        raise BackupRefused(
            f"The database role does not own the database {name}; only its owner can swap it."
        )
    with _connected() as connection:
        names = [
            table if schema == "public" else f"{schema}.{table}"
            for schema, table in postgresql_table_names(connection)
        ]
        refuse_rows(tables_with_rows(_run(connection), names), replace=replace)
        return names, Ended.of(_run(connection), set(names))


def _fill(
    archive: Archive, name: str, work: Path, mending: Mending | None = None, ended: Ended | None = None
) -> None:
    """Restore into an empty database, compare every table, then mend."""
    arguments = ["--no-owner", "--no-privileges", "--exit-on-error", "--single-transaction"]
    arguments += ["--no-password", f"--dbname={_where(name)}"]
    with (work / "said").open("w+b") as said:
        with _program("pg_restore", arguments, stdin=subprocess.PIPE, stderr=said) as process:
            with suppress(BrokenPipeError):
                archive.copy_to(process.stdin)
            with suppress(BrokenPipeError):
                process.stdin.close()
        _refuse_failure("pg_restore", process.returncode, said)
    with _connected(name) as connection:
        wrong = differences(archive.manifest.tables, postgresql_tables(connection))
        if wrong:
            raise Damaged("The rows are not those of the manifest: " + "; ".join(wrong))
        if mending is not None:
            tables = set(archive.manifest.tables)
            with connection.transaction():
                mending.apply(_run(connection), tables, ended or Ended())
        connection.execute("ANALYZE")


def _listed(archive: Archive, work: Path) -> str:
    """What pg_restore would restore, a line each."""
    with (work / "said").open("w+b") as said, (work / "list").open("w+b") as listed:
        with _program("pg_restore", ["--list"], stdin=subprocess.PIPE, stdout=listed, stderr=said) as process:
            with suppress(BrokenPipeError):  # it has read its list and left
                archive.copy_to(process.stdin)
            with suppress(BrokenPipeError):
                process.stdin.close()
        if process.returncode:
            said.seek(0)
            raise Damaged(f"pg_restore cannot read it: {said.read(400).decode(errors='replace').strip()}")
        listed.seek(0)
        return listed.read().decode(errors="replace")


def _entry(name: str) -> str:
    schema, _, table = name.rpartition(".")
    return f" TABLE DATA {schema or 'public'} {table} "


# --- Databases ---------------------------------------------------------------------------------


@contextmanager
def _new_database(server) -> Iterator[str]:
    """An empty database like ours; dropped at the end, unless it has another name by then."""
    name = f"{_name()[:40]}{_RESTORING}{secrets.token_hex(4)}"
    like = server.execute(
        "SELECT pg_encoding_to_char(encoding), datcollate, datctype FROM pg_database WHERE datname = %s",
        [_name()],
    ).fetchone()
    encoding, collate, ctype = like or ("UTF8", None, None)
    statement = f"CREATE DATABASE {quoted(name)} TEMPLATE template0 ENCODING '{encoding}'"
    if collate and ctype:
        statement += f" LC_COLLATE '{collate}' LC_CTYPE '{ctype}'"
    server.execute(statement)
    try:
        yield name
    finally:
        server.execute(f"DROP DATABASE IF EXISTS {quoted(name)} WITH (FORCE)")


def _drop_left_over(server, name: str) -> None:
    """What a restore that was killed has left. Ours is the only one that runs: we hold the lock."""
    rows = server.execute(
        "SELECT datname FROM pg_database WHERE datname LIKE %s", [name[:40] + "%"]
    ).fetchall()
    for (found,) in rows:
        if re.fullmatch(rf"{re.escape(name[:40])}({_RESTORING}|{_REPLACED})[0-9a-f]{{8}}", found):
            server.execute(f"DROP DATABASE IF EXISTS {quoted(found)} WITH (FORCE)")


def _swap(server, restored: str, name: str) -> None:
    """Both names change in one transaction. Who is connected is sent away, and comes back to the new data."""
    import psycopg

    replaced = f"{name[:40]}{_REPLACED}{secrets.token_hex(4)}"
    there = server.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name]).fetchone()
    with _sending_away(name, restored):
        for last in [False] * (_SWAP_TRIES - 1) + [True]:
            try:
                with server.transaction():
                    if there:
                        server.execute(f"ALTER DATABASE {quoted(name)} RENAME TO {quoted(replaced)}")
                    server.execute(f"ALTER DATABASE {quoted(restored)} RENAME TO {quoted(name)}")
                break
            except psycopg.errors.ObjectInUse as error:
                if last:
                    raise BackupRefused(
                        f"Others stay connected to {name}; nothing was restored. Stop web and workers first."
                    ) from error
    if there:
        server.execute(f"DROP DATABASE IF EXISTS {quoted(replaced)} WITH (FORCE)")


@contextmanager
def _sending_away(*names: str) -> Iterator[None]:
    """While this lasts, connections to these databases are ended (a rename waits until there is none)."""
    done = threading.Event()

    def send_away() -> None:
        with _maintenance() as server:
            while not done.is_set():
                server.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                    "WHERE datname = ANY(%s) AND pid <> pg_backend_pid()",
                    [list(names)],
                )
                done.wait(0.05)

    thread = threading.Thread(target=send_away, name="sends-away", daemon=True)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join(timeout=30)


def _let_go() -> None:
    """This process's own connections would be in the way."""
    connections.close_all()
    if hasattr(connections["default"], "close_pool"):
        connections["default"].close_pool()


def _may_create(server) -> bool:
    return server.execute(
        "SELECT rolcreatedb OR rolsuper FROM pg_roles WHERE rolname = current_user"
    ).fetchone()[0]


# --- Connections and programs ------------------------------------------------------------------


def _name() -> str:
    return str(connections["default"].settings_dict["NAME"])


def _parameters(name: str | None = None) -> dict[str, str]:
    """What libpq has to know, the password among it."""
    from psycopg import pq

    values = connections["default"].settings_dict
    known = {option.keyword.decode() for option in pq.Conninfo.get_defaults()}
    found = {key: str(value) for key, value in values.get("OPTIONS", {}).items() if key in known}
    for key, setting in (("user", "USER"), ("password", "PASSWORD"), ("host", "HOST"), ("port", "PORT")):
        if values.get(setting):
            found[key] = str(values[setting])
    return {**found, "dbname": name or _name()}


def _where(name: str | None = None) -> str:
    """A connection string without the password: other users of the machine see arguments."""
    from psycopg.conninfo import make_conninfo

    return make_conninfo(**{key: value for key, value in _parameters(name).items() if key != "password"})


@contextmanager
def _connected(name: str | None = None) -> Iterator[Any]:
    import psycopg

    with closing(psycopg.connect(**_parameters(name), autocommit=True)) as connection:
        yield connection


@contextmanager
def _maintenance() -> Iterator[Any]:
    """A connection to the server that is not one to our database."""
    import psycopg

    try:
        server = psycopg.connect(**_parameters("postgres"), autocommit=True)
    except psycopg.OperationalError:
        server = psycopg.connect(**_parameters("template1"), autocommit=True)
    with closing(server):
        yield server


def _run(connection) -> Run:
    def run(statement: str, values: Any = ()) -> list[tuple]:
        cursor = connection.execute(statement.replace("?", "%s") if values else statement, values or None)
        return cursor.fetchall() if cursor.description else []

    return run


def _server_version(connection) -> str:
    return connection.execute("SHOW server_version").fetchone()[0]


def program_path(name: str) -> str:
    """`pg_dump` or `pg_restore`: the newest (an older one than the server refuses). Raises BackupRefused."""
    versions = (path for path in _DEBIAN.glob(f"*/bin/{name}") if path.parent.parent.name.isdigit())
    newest = max(versions, key=lambda path: int(path.parent.parent.name), default=None)
    found = str(newest) if newest else shutil.which(name)
    if not found:
        raise BackupRefused(f"There is no {name} on this machine (install the package 'postgresql-client').")
    return found


@contextmanager
def _program(name: str, arguments: list[str], **streams: Any) -> Iterator[subprocess.Popen]:
    """Run one of PostgreSQL's programs; it is killed when we fail."""
    environment = dict(os.environ)
    if password := _parameters().get("password"):
        environment["PGPASSWORD"] = password  # else ~/.pgpass or PGPASSFILE may answer
    with subprocess.Popen([program_path(name), *arguments], env=environment, **streams) as process:  # noqa: S603
        try:
            yield process
        except BaseException:
            process.kill()
            raise


def _refuse_failure(name: str, status: int, said: BinaryIO) -> None:
    if status:
        said.seek(0)
        words = said.read(1200).decode(errors="replace").strip() or f"it ended with {status}"
        raise BackupRefused(f"{name} failed: {words}")
