"""What every test has: no network, no model, quick passwords, and small helpers for trips."""

from __future__ import annotations

import gc
import os
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from django.conf import settings
from hypothesis import settings as properties

from tests.database import built, django_db_keepdb, django_db_setup  # noqa: F401  (fixtures)
from tests.wire.guard import no_network, no_real_model  # noqa: F401  (autouse)

properties.register_profile("wayfare", deadline=None)  # a slow machine is no fault
properties.load_profile("wayfare")
os.environ["RATE_LIMITS"] = "false"  # also for processes that a test starts
os.environ["RESEARCH_AFTER_CHOICE"] = "false"  # a turn that nobody in the test asked for


TESTS = Path(__file__).parent
#: Whole folders of long stories, of a browser or of several processes.
SLOW_FOLDERS = {"audit", "bench", "browser", "cuts", "grown", "kills", "story"}


def pytest_configure(config: pytest.Config) -> None:
    """Whatever the environment says, a test starts from the defaults."""
    settings.ANTHROPIC_API_KEY = ""
    settings.ANTHROPIC_BASE_URL = ""
    settings.OFFLINE_PAUSE = 0.0
    settings.BACKGROUND = "threads"
    settings.RESEARCH_AFTER_CHOICE = False
    settings.RATE_LIMITS = False  # of many requests that all come from one address
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    # Static files straight from their folders: nothing needs to be collected first.
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    }
    settings.WHITENOISE_USE_FINDERS = True
    settings.WHITENOISE_AUTOREFRESH = True


@pytest.hookimpl(tryfirst=True)  # before `-m` selects
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    cases = Counter()
    for item in items:
        table = (item.path, getattr(item, "originalname", item.name))
        cases[table] += 1
        if not item.get_closest_marker("quick") and (_in_slow_folder(item) or _one_more(item, cases[table])):
            item.add_marker("slow")
        if _asks_a_database(item) or "transactional_db" in item.fixturenames:
            item.add_marker("database")


def _in_slow_folder(item: pytest.Item) -> bool:
    return item.path.relative_to(TESTS).parts[0] in SLOW_FOLDERS


def _one_more(item: pytest.Item, number: int) -> bool:
    """Is it not the first case of a table, or a hundred generated ones, that asks a database?"""
    generated = getattr(getattr(item, "obj", None), "is_hypothesis_test", False)
    return (number > 1 or generated) and _asks_a_database(item)


def _asks_a_database(item: pytest.Item) -> bool:
    return bool(item.get_closest_marker("django_db") or "db" in item.fixturenames)


def pytest_collection_finish() -> None:
    """Ten thousand collected tests live to the end: no collection of garbage walks through them again, and
    what lives long besides (data of cities, grammars) is walked through seldom: a tenth of the whole time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 50, 50)


@pytest.fixture
def traveller(db):
    from trips.models import Traveller

    there = Traveller.objects.filter(username="ada").first()  # with the trip of the fixture `built`
    return there or Traveller.objects.create_user("ada", password="a-long-enough-word")


@pytest.fixture
def trip(traveller):
    from trips.starting import start_trip

    return start_trip(traveller)


@pytest.fixture
def without_rows_of(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """`without_rows_of("lisbon", …)`: a catalogue that lacks these cities, as it was before they shipped."""
    from trips.catalogue import gazetteer
    from trips.catalogue.shipped import Shipped

    def hide(*slugs: str) -> None:
        fewer = Shipped()
        fewer.slugs = {number: slug for number, slug in fewer.slugs.items() if slug not in slugs}
        monkeypatch.setattr(gazetteer, "_shipped", lambda: fewer)

    return hide


@pytest.fixture
def no_rows_of_lisbon(without_rows_of: Callable[..., None]) -> None:
    """For what a model names there (tests/trips/planning/lisbon.py)."""
    without_rows_of("lisbon")
