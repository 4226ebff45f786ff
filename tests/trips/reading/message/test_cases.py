"""Sentences and what they say, as data: one file a kind beside this one."""

from __future__ import annotations

import datetime as dt
import json
from pathlib import Path

import pytest

from trips.catalogue.gazetteer import default_gazetteer
from trips.facts import apply_changes
from trips.management.commands.understand import row_of
from trips.reading import Understanding, understand
from trips.schemas import TripFacts

TODAY = dt.date(2026, 11, 21)  # a Saturday
CASES = [
    pytest.param(case, id=f"{path.stem}: {case['say'][:60]}")
    for path in sorted((Path(__file__).parent / "cases").glob("*.json"))
    for case in json.loads(path.read_text("utf-8"))
]


def known_facts(sentences: list[str]) -> TripFacts:
    facts = TripFacts()
    for sentence in sentences:
        read = understand(sentence, today=TODAY, gazetteer=default_gazetteer(), facts=facts)
        facts = apply_changes(facts, read.changes, today=TODAY, gazetteer=default_gazetteer()).facts
    return facts


def seen(read: Understanding, before: TripFacts, after: TripFacts) -> dict:
    """All that a case may expect, by name."""
    return {
        **row_of(after),
        "wishes": after.wishes,
        "travel_by": after.travel_by,
        "cuisines": after.cuisines,
        "transport_bans": list(after.transport_bans),
        "appointments": [
            "|".join(
                (
                    row.what,
                    row.date.isoformat() if row.date else "",
                    f"{row.start:%H:%M}" if row.start else "",
                    f"{row.end:%H:%M}" if row.end else "",
                    row.where or "",
                )
            )
            for row in after.appointments
        ],
        "caps": [f"{cap.category}|{cap.amount}|{cap.currency or ''}" for cap in after.caps],
        "intent": read.intent,
        "question": read.question,
        "topics": read.topics,
        "declined": read.declined,
        "number": read.number,
        "label": read.label,
        "reason": read.reason,
        "language": read.language,
        "unchanged": before == after,
    }


@pytest.mark.parametrize("case", CASES)
def test_a_sentence_says_what_is_expected(case: dict) -> None:
    """A case is said to what is `known`, on the day `today`, and beside a chosen plan where `planned`."""
    before = known_facts(case.get("known", []))
    today = dt.date.fromisoformat(case["today"]) if "today" in case else TODAY
    read = understand(
        case["say"],
        today=today,
        gazetteer=default_gazetteer(),
        facts=before,
        asked=case.get("asked"),
        planned=case.get("planned", False),
    )
    applied = apply_changes(before, read.changes, today=today, gazetteer=default_gazetteer())
    expected = dict(case["expect"])
    problem = expected.pop("problem", None)
    if problem:
        assert any(problem in sentence for sentence in read.problems), read.problems
    else:
        assert not applied.problems
    got = seen(read, before, applied.facts)
    assert {name: got[name] for name in expected} == expected
    assert all(change.quote and change.quote in case["say"] for change in read.changes)


def test_there_are_many_cases_of_each_kind() -> None:
    assert len(CASES) >= 250
