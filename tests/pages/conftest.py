"""Who looks at the pages. Nobody works: messages stay queued."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.test import Client


@pytest.fixture(autouse=True)
def nobody_works(settings) -> None:
    settings.BACKGROUND = "worker"
    cache.clear()


@pytest.fixture
def owner(client, traveller):
    client.force_login(traveller)
    return client


@pytest.fixture
def stranger(db):
    from trips.models import Traveller

    someone = Traveller.objects.create_user("eve", password="a-long-enough-word")
    client = Client()
    client.force_login(someone)
    return client
