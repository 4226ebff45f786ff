from __future__ import annotations

import pytest
from django.core.cache import caches

from trips.remote import rates


@pytest.fixture(autouse=True)
def kept_in_memory(settings):
    """No database: each test begins with nothing known."""
    settings.CACHES = {
        name: {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": name}
        for name in ("default", "remote")
    }
    caches["remote"].clear()
    rates._loaded.cache_clear()
    yield
    caches["remote"].clear()
    rates._loaded.cache_clear()
