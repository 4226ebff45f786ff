"""The travel set: what memory must find, and must not, as data.

It was committed five minutes after the first form of the search, before the ranking was changed; two of its
"forget" cases were corrected in a commit that also changed the ranking (docs/decisions.md says which).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from config import clock
from memory.search import search
from memory.stemming import terms
from tests.memory.travel_world import CASES, SAID_OTHERWISE, World, wrong_in

pytestmark = pytest.mark.django_db

KINDS = (
    "diet changed",
    "trip or traveller",
    "expired",
    "members disagree",
    "draft of a running turn",
    "unselected option",
    "forget",
    "abstention",
    "contradiction by date",
)
#: What a search by words does not manage, and why: each of them fails, or this list is wrong.
MISSED = {
    "gluten is fine after the test": "'free' of appointments is rarer here than 'gluten', and so weighs more",
}


@pytest.fixture(autouse=True)
def the_clock_again() -> Iterator[None]:
    yield
    clock.set_now(None)


@pytest.mark.parametrize("case", CASES, ids=[f"{case['kind']}: {case['case']}" for case in CASES])
def test_it_remembers(case: dict) -> None:
    missed = MISSED.get(case["case"])
    assert bool(wrong := wrong_in(case)) == bool(missed), wrong or f"found now; not so before: {missed}"


def test_there_are_six_cases_of_each_kind() -> None:
    counted = Counter(case["kind"] for case in CASES)
    assert [kind for kind in KINDS if counted[kind] < 6] == []
    assert len(SAID_OTHERWISE) >= 15


def test_half_of_what_is_said_otherwise_is_found() -> None:
    """12 of 24 among the first ten, with all 24 notes there; without `memory/related.py` it is 1."""
    world = World()
    for pair in SAID_OTHERWISE:
        world.note(pair["note"], None, said=True)
    asked = {"trip": world.trips["japan"], "agent": "planner"}
    found = [
        pair["note"]
        for pair in SAID_OTHERWISE
        if pair["note"] in [hit.body for hit in search(world.owner, pair["q"], **asked)]
    ]
    assert len(found) >= 12, found


def test_question_and_note_have_no_word_in_common() -> None:
    shared = [pair for pair in SAID_OTHERWISE if set(terms(pair["note"])) & set(terms(pair["q"]))]
    assert shared == []
