"""A deleted trip leaves no words behind in the calls that were made for it."""

from __future__ import annotations

import pytest

from agents.models import ModelCall
from trips import removal

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("delete", [lambda trip: removal.delete_trip(trip), lambda trip: trip.delete()])
def test_calls_of_a_deleted_trip_keep_their_cost_and_lose_their_words(trip, traveller, delete) -> None:
    words = {"request_body": "Boston with Zoë", "answer_body": "Zoë!", "error": "cut at “Zoë”"}
    for one in (trip, None):
        ModelCall.objects.create(
            trip=one, traveller=traveller, mind="claude", agent="food", purpose="task", cost="0.5", **words
        )
    delete(trip)
    theirs, other = ModelCall.objects.order_by("pk")
    assert (theirs.request_body, theirs.answer_body, theirs.error) == ("", "", "")
    assert theirs.cost == other.cost
    assert other.request_body == "Boston with Zoë"
