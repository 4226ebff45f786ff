"""No pattern is slow on what the door lets through of twenty thousand hostile characters."""

from __future__ import annotations

import os
import random
import re

import pytest

from tests.hostile.clock import slowness
from tests.hostile.patterns import Used, patterns
from tests.hostile.pumping import TooLong, seconds, texts
from trips.reading.bounded import READ, WHOLE

pytestmark = pytest.mark.slow

#: Of one pattern on one text; a message meets hundreds that see at once that it is none of theirs.
LIMIT = 0.4
#: They tell whose words a message holds, and read all of it.
_OF_THE_WHOLE = re.compile(r"trips\.understanding\.(?:pasted|quoted|own_voice|bounded):|memory\.quotes:")
SAMPLE = 24
#: Kinds of hostile text a pattern gets; more take their time: `HOSTILE_UNITS=60`.
UNITS = int(os.environ.get("HOSTILE_UNITS", "2"))


@pytest.fixture(scope="module")
def all_of_them() -> list[Used]:
    found = patterns()
    assert len(found) > 300  # else they are not looked for any more
    return found


def worst(used: Used, units: int) -> tuple[float, str]:
    """Seconds and the text; the limit where it was stopped."""
    limit = LIMIT * slowness()
    most = WHOLE if _OF_THE_WHOLE.match(used.where) else READ
    slowest = (0.0, "")
    for text in texts(used, most, units=units):
        try:
            slowest = max(slowest, (seconds(used, text, limit) * LIMIT / limit, text))
        except TooLong:
            return LIMIT, text
    return slowest


def _too_slow(chosen: list[Used], units: int, record) -> list[str]:
    measured = [(*worst(used, units), used.where) for used in chosen]
    record("slowest", [(round(took, 3), where) for took, _text, where in sorted(measured, reverse=True)[:10]])
    return [f"{where} {text[:60]!r}" for took, text, where in measured if took >= LIMIT]


def test_a_few_of_them(all_of_them, record_property) -> None:
    chosen = random.Random(os.environ.get("HOSTILE_SEED", "7")).sample(all_of_them, SAMPLE)  # noqa: S311
    assert _too_slow(chosen, UNITS, record_property) == []


@pytest.mark.slow
@pytest.mark.parametrize("share", range(16))
def test_all_of_them(all_of_them, share: int, record_property) -> None:
    assert _too_slow(all_of_them[share::16], UNITS, record_property) == []


def test_the_pump_finds_what_is_slow() -> None:
    for source in (r"(?:a|aa)+$", r"(?:(?:it(?:\s+is)?|is)\b\W*)+$", r"(?:\w+\s?)+\."):
        assert worst(Used(re.compile(source), "here:1", anchored=False), 8)[0] >= LIMIT
    for source in (r"(?:a|aa)++$", r"\bno\s+thanks\b", r"[^.!?]{0,160}\bthan\b"):
        assert worst(Used(re.compile(source), "here:1", anchored=False), 8)[0] < LIMIT
