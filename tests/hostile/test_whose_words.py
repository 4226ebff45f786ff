"""Whose words a message holds is told of all of it: a fraction of its second, whatever its shape."""

from __future__ import annotations

import time

import pytest

from memory.quotes import own_words as own_words_for_good
from tests.hostile.attacks import UNITS, filled
from tests.hostile.clock import slowness
from trips.reading.bounded import WHOLE, bounded
from trips.reading.quotes import own_words

LIMIT = 0.4  # seconds of the processor


@pytest.mark.parametrize("name", UNITS)
def test_whose_words_they_are(name: str, record_property) -> None:
    text, slow = filled(UNITS[name]), slowness()
    began = time.process_time()
    own_words(bounded(text, WHOLE))
    own_words_for_good(text)
    took = (time.process_time() - began) / max(slow, slowness())
    record_property("seconds", round(took, 3))
    assert took < LIMIT
