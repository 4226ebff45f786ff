"""Bans and needs said in unusual ways: read, or kept as they were said; never turned and never dropped."""

from __future__ import annotations

import datetime as dt

import pytest

from trips.catalogue.gazetteer import default_gazetteer
from trips.reading import understand


def told(text: str) -> list[tuple[str, str]]:
    found = understand(text, today=dt.date(2026, 11, 26), gazetteer=default_gazetteer())
    return [(one.path, str(one.value)) for one in found.changes]


@pytest.mark.parametrize(
    ("text", "need"),
    [
        ("She eats anything but what had a face.", ("dietary", "vegetarian")),
        ("Pork no, and lamb is fine.", ("dietary", "no_pork")),
        ("Nobody here has allergies, except that Lea must not touch latex.", ("dietary", "allergy: latex")),
        ("Prawns swell her up.", ("dietary", "allergy: shellfish")),
        ("Don't put us in a place without a lift.", ("access", "step_free")),
        ("Egg makes my son spotty.", ("dietary", "allergy: eggs")),
        ("I'm type one.", ("dietary", "diabetic")),
    ],
)
def test_it_is_read(text: str, need: tuple[str, str]) -> None:
    assert need in told(text)


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("Granny says she can climb anything. She cannot.", "She cannot"),
        ("It isn't that he can't do stairs, he only hates them.", "hates them"),
        ("Boats? Over my dead body.", "Over my dead body"),
        ("Neither my sister nor I touch that stuff.", "touch that stuff"),
        ("Escalators and my wife, no.", "Escalators"),
        ("With this belly I leave the tartare.", "tartare"),
        ("Spiral staircases and I don't get on since the operation.", "staircases"),
        ("My dad has his insulin with him, so supper is at six on the dot or there is trouble.", "at six"),
        ("The kid has an eating disorder, so please no buffets with her aunt around.", "eating disorder"),
    ],
)
def test_in_doubt_the_sentence_is_kept_as_it_was_said(text: str, kept: str) -> None:
    assert [value for path, value in told(text) if path == "wishes" and kept in value]


@pytest.mark.parametrize(
    "text",
    ["It says vegetarian in my profile, a mistake.", "No no, fish is fine.", "No stairs was last year."],
)
def test_what_does_not_hold_is_no_need(text: str) -> None:
    assert not [value for path, value in told(text) if path in ("dietary", "access")]


@pytest.mark.parametrize("text", ["We don't know where to go yet.", "I'm not sure.", "No idea, you decide."])
def test_what_rules_nothing_out_is_not_kept(text: str) -> None:
    assert not [value for path, value in told(text) if path == "wishes"]
