"""What is kept, closed and forgotten of a message, of whom, and for how long."""

from __future__ import annotations

import pytest

from trips.reading.memory import read_memory


def told(text: str) -> list[str]:
    return [f"{one.do} {one.about} {one.who}{' this trip' * one.for_trip}" for one in read_memory(text)]


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("I used to be terrified of bridges but that's gone", ["close fear me"]),
        ("I was a vegetarian once, not any more", ["close diet me"]),
        ("it's not walnuts I'm allergic to, it's pecans", ["close allergy me", "keep allergy me"]),
        ("We live in Ghent now, not Bruges any more", ["keep home me", "close home me"]),
        ("my nephew Sven, 11, is scared of geese", ["keep fear Sven"]),
        ("No oysters for Paula, she swells up", ["keep diet Paula", "keep allergy Paula"]),
        ("Granny has trouble hearing, please note it", ["keep health granny"]),
        ("our eldest can't have milk", ["keep diet eldest"]),
        ("no wine, only this once", ["keep diet me this trip"]),
        ("no wine this time, and the same on every trip from now on", ["keep diet me"]),
        ("erase my address", ["forget home me"]),
        ("scrap the thing about my knee", ["forget health me"]),
        ("don't remember anything about my job", ["forget work me"]),
    ],
)
def test_who_what_and_how_long(text: str, kept: list[str]) -> None:
    assert told(text) == kept


@pytest.mark.parametrize(
    "text",
    [
        "I'm not allergic to anything",
        "I don't need a wheelchair",
        "I only ever eat lobster. Just kidding!",
        "if I were rich I'd always fly first, write that down",
        "a woman on the bus was vegan and lived in Bern",
        "we saw a film where the hero is afraid of heights",
        "I swear I'm allergic to mondays",
        "my brother says I'm afraid of everything, he's exaggerating",
        "Germans love bread",
        "Locals never eat before ten.",
    ],
)
def test_what_holds_of_nobody_here_is_not_kept(text: str) -> None:
    assert told(text) == []
