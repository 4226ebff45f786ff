"""Staff's pages of what came after planning: the codes of bookings stay with the traveller."""

from __future__ import annotations

import datetime as dt

import pytest
from django.urls import reverse

from trips.models import Booking

pytestmark = pytest.mark.django_db
LIST = reverse("admin:trips_booking_changelist")


@pytest.fixture
def booking(trip) -> Booking:
    return Booking.objects.create(
        trip=trip, kind="stay", title="The hotel", code="SECRET7", book_by=dt.date(2027, 2, 1)
    )


def test_a_code_is_on_no_page(as_superuser, booking) -> None:
    pages = [
        LIST,
        *(reverse(f"admin:trips_booking_{page}", args=[booking.pk]) for page in ("change", "history")),
    ]
    for page in pages:
        answer = as_superuser.get(page)
        assert answer.status_code == 200 and "The hotel" in answer.text and "SECRET7" not in answer.text


@pytest.mark.parametrize("asked", ["code", "code__startswith", "code__contains"])
def test_no_filter_in_the_address_tells_it_either(as_superuser, booking, asked: str) -> None:
    answers = {as_superuser.get(LIST, {asked: word}).status_code for word in ("SECRET7", "S", "other")}
    assert answers == {400}
    assert as_superuser.get(LIST, {"q": "SECRET7"}).context["cl"].result_count == 0
