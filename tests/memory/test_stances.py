"""For and against: a later sentence of the same thing, the other way, in whatever words."""

from __future__ import annotations

import pytest

from memory.stances import turned


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("I hate taxis.", "Taxis are fine with me now."),
        ("I never take taxis.", "Cabs are okay for me these days."),
        ("I'm afraid of heights.", "Heights don't scare me any more."),
        ("I'm afraid of flying.", "I'm over my fear of flying."),
        ("I'm scared of flying.", "Flying no longer bothers me."),
        ("I have a fear of dogs.", "I've lost my fear of dogs."),
        ("I hate crowds.", "I don't mind crowds any longer."),
        ("I love trains.", "I've gone off trains."),
        ("We love hostels.", "We're too old for hostels now."),
        ("I don't like sushi.", "I've come round to sushi."),
        ("I can't swim.", "I've learnt to swim."),
        ("I never eat breakfast.", "I've started eating breakfast."),
        ("High floors make me nervous.", "High floors are fine with me now."),
        ("Ferries terrify my wife.", "My wife likes ferries now."),
        ("No Airbnbs, ever.", "We're fine with Airbnbs now."),
    ],
)
def test_the_other_way_round(old: str, new: str) -> None:
    assert turned(old, new)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("I hate taxis.", "I hate taxis now."),
        ("I hate crowded museums.", "I love museums."),
        ("I hate crowds.", "I don't mind crowds at concerts."),
        ("I hate taxis.", "Taxis are expensive in Tokyo."),
        ("I hate buses.", "I like this bus tour."),
        ("I hate taxis and I love trams.", "Taxis are fine with me now."),
        ("I like cats.", "I don't like this hotel."),
        ("I hate heights.", "The view is fine with me."),
    ],
)
def test_what_is_of_another_thing_or_says_less_turns_nothing(old: str, new: str) -> None:
    assert not turned(old, new)
