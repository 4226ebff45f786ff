"""A web process with an operator's settings behind HTTPS, on a database of its own."""

from __future__ import annotations

import os
import shutil
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest

from tests.database import migrated_file
from tests.house.sources import ROOT
from tests.throwaway_servers import free_port

HOST = "travel.example"
PASSWORD = "a-long-enough-word"


def production(**more: str) -> dict[str, str]:
    """The environment of an operator; nothing of this machine's."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    return {
        **kept,
        "DJANGO_SETTINGS_MODULE": "tests.config.production",
        "PYTHONPATH": str(ROOT),
        "SECRET_KEY": "k3y-of-a-test-" + "x9Qz7Lm2" * 6,
        "ALLOWED_HOSTS": HOST,
        "HTTPS": "true",
        "LOG_LEVEL": "WARNING",
        **more,
    }


@dataclass
class Site:
    """Where it listens, what is in it, and a browser that came by the proxy."""

    port: int
    database: Path
    log: Path

    def browser(self, **more) -> httpx.Client:
        headers = {"Host": HOST, "X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.7"}
        headers |= more.pop("headers", {})
        return httpx.Client(base_url=f"http://127.0.0.1:{self.port}", headers=headers, timeout=30, **more)

    def execute(self, statement: str) -> None:
        with sqlite3.connect(self.database, timeout=20) as connection:
            connection.execute(statement)

    def connect(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), timeout=30)


def manage(environment: dict[str, str], *words: str, **more) -> subprocess.CompletedProcess:
    command = [sys.executable, "manage.py", *words]
    return subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120, **more
    )


@pytest.fixture(scope="session")
def site(tmp_path_factory, django_db_setup) -> Iterator[Site]:
    folder = tmp_path_factory.mktemp("site")
    port, database, log = free_port(), folder / "site.sqlite3", folder / "log"
    environment = production(DATABASE_URL=f"sqlite:///{database}", BODY_LIMIT="65536", STREAMS_A_MINUTE="20")
    environment |= {"SECURITY_CONTACT": "mailto:security@travel.example", "SECURITY_EXPIRES": "2999-01-01"}
    if migrated_file().exists():
        shutil.copyfile(migrated_file(), database)
    else:  # these tests run on another engine
        assert manage(environment, "migrate", "-v", "0").returncode == 0
    named = {**environment, "DJANGO_SUPERUSER_PASSWORD": PASSWORD}
    made = manage(named, "createsuperuser", "--noinput", "--username", "root", "--email", "r@travel.example")
    assert made.returncode == 0, made.stderr
    command = [
        sys.executable,
        "-m",
        "uvicorn",
        "config.asgi:application",
        "--port",
        str(port),
        "--ws",
        "none",
    ]
    command += ["--http", "config.http:Protocol", "--lifespan", "on", "--log-level", "warning"]
    with log.open("wb") as file:
        process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=file, stderr=file)
    try:
        end = time.monotonic() + 60
        while not listens(port):
            assert process.poll() is None and time.monotonic() < end, log.read_text()
            threading.Event().wait(0.05)
        yield Site(port, database, log)
    finally:
        process.terminate()
        process.wait(30)


def listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0
