"""Whatever travellers, fellow travellers, staff, agents, files and switches do to notes and lines, in any
order and however it breaks off: nothing stands twice, nothing forgotten is told or stands again by itself,
nothing goes but by a purge, nobody is told of somebody else.

`test_properties.py` keeps a book of what each note should be; here many more hands are at work, and what must
hold is asked of the rows alone (`hands.py`). `HYPOTHESIS_EXAMPLES=300` runs it for longer.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import connection, transaction
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from config import clock
from memory.documents import TooLong, VersionConflict
from memory.text import Refused
from tests.memory.book import AGENTS, START
from tests.memory.hands import PEOPLE, PURGES, Hands

pytestmark = pytest.mark.django_db

EXAMPLES = int(os.environ.get("HYPOTHESIS_EXAMPLES", "12"))

person, number, index = st.sampled_from(PEOPLE), st.integers(0, 2), st.integers(0, 7)
agent, yes = st.sampled_from(AGENTS), st.booleans()
STEPS = st.one_of(
    st.tuples(st.just("noted"), person, number, agent, yes, yes),
    st.tuples(st.just("noted"), person, number, agent, yes, yes),
    st.tuples(st.just("drafted"), person, number, agent, st.integers(0, 1)),
    st.tuples(st.just("chosen"), person, st.integers(0, 1)),
    st.tuples(st.just("lined"), person, number, yes, st.none() | index),
    st.tuples(st.just("fellow"), number, agent),
    st.tuples(st.sampled_from(["corrected", "superseded"]), person, index, number),
    st.tuples(st.just("merged"), person, index, index),
    st.tuples(st.sampled_from(["accepted", "retired", "pinned", "shared"]), person, index),
    st.tuples(st.sampled_from(["forgotten", "undone"]), person, index),
    st.tuples(st.sampled_from(["forgotten", "undone"]), person, index),
    st.tuples(st.just("own"), person, number, agent),
    st.tuples(st.just("exported"), person, agent),
    st.tuples(st.just("imported"), person, index),
    st.tuples(st.just("switched"), person, yes, yes),
    st.tuples(st.just("waited"), st.sampled_from([1, 8])),
    st.tuples(st.sampled_from(["purged"])),
    st.tuples(st.sampled_from(["trip_forgotten", "all_forgotten"]), person),
)  # fmt: skip


class Broken(Exception):
    """The process dies here."""


@contextmanager
def _hands() -> Iterator[Hands]:
    clock.set_now(START)
    try:
        with transaction.atomic():
            yield Hands()
            transaction.set_rollback(True)
    finally:
        clock.set_now(None)


class _Dying:
    """Dies instead of the so-manyeth change of a row."""

    def __init__(self, at: int) -> None:
        self.left = at

    def __call__(self, execute, sql, params, many, context):
        if sql.lstrip().startswith(("INSERT", "UPDATE", "DELETE")):
            if self.left == 0:
                raise Broken
            self.left -= 1
        return execute(sql, params, many, context)


def _done(hands: Hands, name: str, values: tuple, dies_at: int | None) -> None:
    """The step, perhaps broken off and then tried again; a refusal is an answer, too."""
    try:
        if dies_at is not None:
            with connection.execute_wrapper(_Dying(dies_at)), transaction.atomic():
                getattr(hands, name)(*values)
        else:
            with transaction.atomic():
                getattr(hands, name)(*values)
    except Broken:
        hands.check(name)
        _done(hands, name, values, None)
    except (Refused, TooLong, VersionConflict):
        pass


@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
@given(steps=st.lists(st.tuples(STEPS, st.none() | st.integers(0, 12)), min_size=1, max_size=14))
@example([(("noted", "ada", 0, "planner", False, True), None), (("exported", "ada", "planner"), None),
          (("retired", "ada", 0), None), (("imported", "ada", 0), None)])  # fmt: skip
@example([(("lined", "ada", 0, True, None), None), (("own", "ada", 0, "planner"), None),
          (("forgotten", "ada", 0), 4), (("waited", 8), None), (("purged",), 9)])  # fmt: skip
@example([(("lined", "ada", 0, True, None), None), (("forgotten", "ada", 0), None),
          (("lined", "ada", 0, True, None), 3), (("undone", "ada", 0), None)])  # fmt: skip
def test_many_hands_lose_double_and_give_away_nothing(steps) -> None:
    with _hands() as hands:
        for (name, *values), dies_at in steps:
            _done(hands, name, tuple(values), dies_at)
            hands.check(name)
            if name in PURGES:
                hands.check_purged()
