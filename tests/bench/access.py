"""The whole access matrix: every address, method, person and id. Prints rows, cases, leaks (0)."""

from __future__ import annotations

import logging
import sys
import time

import httpx
from django.conf import settings
from django.db import transaction
from django.test.utils import setup_test_environment

from tests.access.matrix import Found, look_at
from tests.access.routes import django_routes, native_routes
from tests.access.test_native import look_at_native
from tests.access.world import make_world
from tests.serving import serving


def main() -> int:
    """1 when anything leaks or is answered otherwise than the table says."""
    setup_test_environment()
    settings.RATE_LIMITS = False
    settings.BACKGROUND = "worker"
    settings.STREAMS_AN_ACCOUNT = 1000
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    settings.STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
    logging.disable(logging.CRITICAL)  # a line for every request
    found, began = Found(), time.monotonic()
    try:
        with transaction.atomic():
            world = make_world()
            for route in django_routes():
                found.add(look_at(world, route))
                if sys.stdout.isatty():
                    print(f"\r{found.sentence}", end="", flush=True)
            transaction.set_rollback(True)
        print(f"by Django:     {found.sentence}")
        world = make_world()
        native = Found()
        with serving(work=False) as address, httpx.Client(base_url=address, timeout=30) as client:
            for route in native_routes():
                native.add(look_at_native(world, client, route))
        print(f"before Django: {native.sentence}")
    finally:
        logging.disable(logging.NOTSET)
    found.add(native)
    for problem in [*found.leaks, *found.wrong]:
        print(f"  {problem}")
    print(f"{found.sentence}; {time.monotonic() - began:.0f} s")
    return int(bool(found.leaks or found.wrong))
