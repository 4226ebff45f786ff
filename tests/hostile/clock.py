"""Seconds as an ordinary processor would count them: a shared machine may give a tenth of one."""

from __future__ import annotations

import time

#: Of the loop below, where a message takes what docs/performance.md says.
_USUAL_SECONDS = 0.055


def slowness() -> float:
    """How many times slower this processor is just now; at least 1."""
    began = time.process_time()
    total = 0
    for number in range(1_000_000):
        total += number
    return max(1.0, (time.process_time() - began) / _USUAL_SECONDS)
