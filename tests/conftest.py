"""What every test has: no network, no model, quick passwords, and small helpers for trips."""

from __future__ import annotations

import os

import pytest
from hypothesis import settings as properties

from tests.wire.guard import no_network, no_real_model  # noqa: F401  (autouse)

properties.register_profile("wayfare", deadline=None)  # a slow machine is no fault
properties.load_profile("wayfare")
os.environ["RATE_LIMITS"] = "false"  # also for processes that a test starts
os.environ["RESEARCH_AFTER_CHOICE"] = "false"  # a turn that nobody in the test asked for


def pytest_configure(config: pytest.Config) -> None:
    """Static files straight from their folders: nothing needs to be collected first."""
    from django.conf import settings

    settings.WHITENOISE_USE_FINDERS = True
    settings.WHITENOISE_AUTOREFRESH = True


@pytest.fixture(autouse=True)
def plain_settings(settings) -> None:
    """Whatever the environment says, a test starts from the defaults."""
    settings.ANTHROPIC_API_KEY = ""
    settings.ANTHROPIC_BASE_URL = ""
    settings.OFFLINE_PAUSE = 0.0
    settings.BACKGROUND = "threads"
    settings.RESEARCH_AFTER_CHOICE = False
    settings.RATE_LIMITS = False  # of many requests that all come from one address
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    }


@pytest.fixture
def traveller(db):
    from trips.models import Traveller

    return Traveller.objects.create_user("ada", password="a-long-enough-word")


@pytest.fixture
def trip(traveller):
    from trips.starting import start_trip

    return start_trip(traveller)
