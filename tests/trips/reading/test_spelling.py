"""Slips of the hand in words that are waited for, and words that only look like slips."""

from __future__ import annotations

import pytest

from trips.reading.spelling import mended
from trips.reading.tokens import tokens_of

WORDS = frozenset("exhausted tired delicious disappointing beautiful watery tough wanted".split())
KNOWN = frozenset("though water".split())


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("exausted", "exhausted"), ("tierd", "tired"), ("delicous", "delicious"), ("beautyful", "beautiful"),
     ("dissapointing", "disappointing"), ("exhaussted", "exhausted")],
)  # fmt: skip
def test_a_slip_reads_as_what_is_meant(typed: str, meant: str) -> None:
    (token,) = mended(tokens_of(typed), WORDS, KNOWN).all
    assert meant in token.forms and token.text == typed


@pytest.mark.parametrize("typed", ["tried", "though", "water", "fired", "tire", "touch"])
def test_another_word_stays_itself(typed: str) -> None:
    (token,) = mended(tokens_of(typed), WORDS, KNOWN).all
    assert not WORDS & set(token.forms)
