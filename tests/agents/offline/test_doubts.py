"""What somebody can't, won't or fears in words that no rule reads stands in the facts and in the reply."""

from __future__ import annotations

import pytest

from agents.llm.offline import OfflineMind
from tests.agents.talking import say
from trips.models import Traveller, Trip
from trips.starting import start_trip

pytestmark = pytest.mark.django_db(transaction=True)


def told(text: str) -> tuple[Trip, str]:
    trip = start_trip(Traveller.objects.create_user("ada"))
    turn = say(trip, text, OfflineMind(0))
    trip.refresh_from_db()
    return trip, " ".join(turn.messages.filter(author="agent").values_list("text", flat=True))


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        (
            "Porto in May for two. You couldn't pay me to cross that bridge.",
            "couldn't pay me to cross that bridge",
        ),
        ("Our Jonas mustn't get near horses", "Our Jonas mustn't get near horses"),
        ("Rome 4-8 May 2027, 2 adults. My brother goes to pieces on boats!", "goes to pieces on boats"),
        ("mum won't get in a lift, not since the tower block", "mum won't get in a lift"),
        ("Kids get carsick on winding roads", "carsick on winding roads"),
    ],
)
def test_it_is_kept_and_asked_about(text: str, kept: str) -> None:
    trip, reply = told(text)
    assert any(kept in wish for wish in trip.facts.wishes)
    assert f"{kept}" in reply and "as you said it" in reply


def test_what_is_refused_is_no_wish() -> None:
    trip, _ = told("Vienna 4-8 May 2027, 2 adults. zoos, pony rides, circus shows: not with our money")
    assert trip.facts.avoid == ["zoos", "pony rides", "circus shows"]
    assert not trip.facts.interests


def test_what_others_or_the_past_could_not_is_nothing() -> None:
    trip, reply = told("Oslo in May. My boss can't swim. I used to be scared of planes. We can't wait!")
    assert not trip.facts.wishes and "as you said it" not in reply
