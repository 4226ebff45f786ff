"""Whatever is done to notes, in any order and however it breaks: none lost, doubled, resurrected or told to
somebody else; and nothing purged stays anywhere but in messages.

A book beside the database says what should be there (`book.py`, `notebook.py`). Each sentence has a word of
its own (its canary), so that a trace of it is found wherever it is. `HYPOTHESIS_EXAMPLES=500` runs it for
longer.
"""

from __future__ import annotations

import datetime as dt
import os
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import connection, transaction
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from config import clock
from memory.models import AgentMemory, Note, SearchRow, SilentMessage, Summary, Tombstone
from tests.memory.book import AGENTS, PEOPLE, SENTENCES, START
from tests.memory.notebook import World
from trips.models import Message

pytestmark = pytest.mark.django_db

EXAMPLES = int(os.environ.get("HYPOTHESIS_EXAMPLES", "15"))

person, index = st.sampled_from(PEOPLE), st.integers(0, 5)
STEPS = st.one_of(
    st.tuples(
        st.just("write"), person, st.sampled_from(SENTENCES), st.sampled_from(AGENTS), st.booleans(),
        st.booleans(), st.none() | index,
    ),
    st.tuples(st.sampled_from(["pin", "accept", "retire", "forget", "undo"]), person, index),
    st.tuples(st.just("forget"), person, index),
    st.tuples(
        st.just("draft"), person, st.sampled_from(SENTENCES), st.sampled_from(AGENTS), st.integers(0, 1),
        st.none() | index,
    ),
    st.tuples(st.just("choose"), person, st.integers(0, 1)),
    st.tuples(st.just("wait"), st.sampled_from([1, 4, 8])),
    st.tuples(st.just("purge")),
    st.tuples(st.just("refresh"), person, st.sampled_from(AGENTS)),
    st.tuples(st.just("compact"), person),
)  # fmt: skip
LONG_ENOUGH = settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
A = ("write", "ada", 0, "research", True, True, None)


@contextmanager
def _a_world() -> Iterator[World]:
    """A world that was not there afterwards."""
    clock.set_now(START)
    try:
        with transaction.atomic():
            yield World()
            transaction.set_rollback(True)
    finally:
        clock.set_now(None)


@LONG_ENOUGH
@given(steps=st.lists(STEPS, min_size=1, max_size=14))
@example(
    [A, ("refresh", "ada", "planner"), ("compact", "ada"), ("forget", "ada", 0), ("wait", 8), ("purge",), A]
)
@example(
    [A, ("forget", "ada", 0), A, ("undo", "ada", 0), ("forget", "ada", 0), ("wait", 8), ("undo", "ada", 0)]
)
@example([A, ("write", "ada", 1, "research", True, False, 0), ("write", "ada", 2, "research", True, True, 0),
          ("accept", "ada", 1), ("forget", "ada", 1), ("undo", "ada", 0)])  # fmt: skip
@example(
    [("write", "ada", 0, "research", True, False, None), ("write", "ada", 0, "research", False, False, None)]
)
@example([A, ("draft", "ada", 1, "research", 0, 0), ("choose", "ada", 1), ("choose", "ada", 0),
          ("forget", "ada", 0), ("choose", "ada", 1), ("undo", "ada", 0)])  # fmt: skip
@example([("write", "ada", 0, "research", False, False, None), ("draft", "ada", 1, "research", 0, 0),
          ("choose", "ada", 0), ("forget", "ada", 1), ("choose", "ada", 1), ("undo", "ada", 1),
          ("choose", "ada", 0)])  # fmt: skip
@example([("write", "ada", 0, "research", False, False, None), ("draft", "ada", 1, "research", 0, 0),
          ("draft", "ada", 2, "research", 1, 0), ("choose", "ada", 1), ("choose", "ada", 0)])  # fmt: skip
@example([("write", "ada", 0, "research", False, False, None), ("forget", "ada", 0),
          ("write", "ada", 0, "research", False, True, None), ("wait", 8), ("purge",)])  # fmt: skip
def test_no_note_is_lost_doubled_resurrected_or_told_to_somebody_else(steps):
    with _a_world() as world:
        for name, *values in steps:
            getattr(world, name)(*values)
            world.check()
            if name == "purge":
                world.check_purged()


CHANGES = ("INSERT", "UPDATE", "DELETE")
WEEK = dt.timedelta(days=7)


@LONG_ENOUGH
@given(
    before=st.lists(STEPS, max_size=8),
    last=st.sampled_from(["write", "replace", "accept", "retire", "forget", "undo", "purge"]),
    at=st.integers(0, 60),
)
@example(before=[], last="purge", at=12)
@example(before=[], last="forget", at=5)
def test_what_breaks_off_has_not_happened(before, last, at):
    """The process dies at any change of any row: the database is as it was, and all goes on from there."""
    with _a_world() as world:
        for name, *values in [A, ("write", "ada", 1, "planner", True, False, None), *before]:
            getattr(world, name)(*values)
        if last in ("undo", "purge"):
            world.forget("ada", 0)
        if last == "purge":
            world.wait(8)
        step = {
            "write": lambda: world.write("ada", 2, "research", False, False, None),
            "replace": lambda: world.write("ada", 2, "planner", False, False, 1),
            "purge": world.purge,
        }.get(last) or (lambda: getattr(world, last)("ada", 0))
        seen = {person: _rows(person) for person in PEOPLE}
        try:
            with connection.execute_wrapper(_Dying(at)):
                step()
        except Broken:
            for person in PEOPLE:
                over = last == "purge" and not Note.objects.filter(
                    owner__username=person, status="forgotten", closed__lte=clock.now() - WEEK
                )
                assert over or _rows(person) == seen[person], "half of it happened"
            if last != "purge":
                world.check()
            step()
        world.check()
        if last == "purge":
            world.check_purged()


class Broken(Exception):
    """The process dies here."""


class _Dying:
    """Dies instead of the so-manyeth change of a row."""

    def __init__(self, at: int) -> None:
        self.left = at

    def __call__(self, execute, sql, params, many, context):
        if sql.lstrip().startswith(CHANGES):
            if self.left == 0:
                raise Broken
            self.left -= 1
        return execute(sql, params, many, context)


def _rows(person: str) -> dict[str, list]:
    """Everything in memory of one person."""
    trip = {"trip__members__traveller__username": person}
    rows = (
        Note.objects.filter(owner__username=person),
        Note.history.filter(owner__username=person),
        Tombstone.objects.filter(owner__username=person),
        SearchRow.objects.filter(owner__username=person),
        SilentMessage.objects.filter(message__trip__members__traveller__username=person),
        AgentMemory.objects.filter(**trip),
        Summary.objects.filter(**trip),
        Message.objects.filter(**trip),
    )
    return {one.model.__name__: list(one.order_by("pk").values_list()) for one in rows}
