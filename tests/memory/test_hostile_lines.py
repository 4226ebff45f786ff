"""Answers that were made to take long: judging a line costs no more than its length allows."""

from __future__ import annotations

import time

import pytest

from memory import extraction, extraction_rules
from memory.text import one_line
from tests.memory.extracting import row_of, turn_of
from trips.models import Trip

#: Seconds; each takes a few hundredths. What is cut in every possible way takes minutes.
BOUND = 3.0

HOSTILE = {
    "words that may all be counts": "Found 3 days " + "The " * 60 + "zebra",
    "names that may all be counts": "Found 3 days " + "Aa" * 200 + " zebra",
    "empty lines": "\n" * 16_000,
    "spaces": "Kyoto" + " " * 16_000 + "is near",
    "bars": "Kyoto is near" + ' | "' * 4_000 + "x",
    "bars and spaces": "Kyoto is near | " + '"a' + " " * 8_000 + "x",
    "quotation marks": 'Kyoto is near | "' + '" ' * 4_000 + "x",
    "nested markers": "[" * 1_200 + "pinned]" * 1_200,
    "nested markers, apart": "[ " * 900 + "pinned]" * 900,
    "nested tags": "<" * 1_200 + "a>" * 1_200,
    "comments": "<!--" * 2_500,
    "rules": "--- A " * 1_600,
    "bullets": "- " * 5_000 + "x",
    "headings": "# " * 5_000,
    "options": "option 1 " * 900,
    "agents": "planner " * 1_000,
    "markers of a line": "[shared] " * 2_000 + "x",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_sentence_is_judged_quickly(name: str) -> None:
    started = time.monotonic()
    line = one_line(HOSTILE[name])
    extraction_rules.refusal(line)
    assert one_line(line) == line
    assert time.monotonic() - started < BOUND


@pytest.mark.django_db
@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_line_of_an_answer_is_judged_quickly(trip: Trip, name: str) -> None:
    row = row_of(turn_of(trip, "Plan it, please, with gardens."))
    extraction.ask(row)
    started = time.monotonic()
    extraction.apply(row, f"- {HOSTILE[name]}")
    assert time.monotonic() - started < BOUND
