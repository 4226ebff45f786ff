"""The ceiling of all requests: what cannot be counted is not refused."""

from __future__ import annotations

import pytest
from django.http import HttpResponse

from tests.closing import closed, however
from trips import refusals
from trips.models import Tally


@pytest.fixture
def asked(rf):
    request = rf.get("/")
    return lambda: refusals.Limits(lambda _request: HttpResponse("the page"))(request)


@however
@pytest.mark.django_db(transaction=True)
def test_a_request_is_answered_while_the_database_is_closed(settings, asked, how: str) -> None:
    settings.RATE_LIMITS = True
    with closed(how):
        assert asked().content == b"the page"


@pytest.mark.django_db(transaction=True)
def test_and_counted_when_it_is_open(settings, asked) -> None:
    settings.RATE_LIMITS = True
    asked()
    assert Tally.objects.exists()
