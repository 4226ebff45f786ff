"""How common words are with an owner of very many rows: as counting them would say, without counting."""

from __future__ import annotations

import datetime as dt

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from memory.candidates import LIMIT, Scope, candidates
from memory.commonness import COUNTED, commonness
from memory.indexing import owned
from memory.models import SearchRow
from memory.ranking import joined
from trips.models import Traveller

pytestmark = pytest.mark.django_db
MOMENT = dt.datetime(2027, 3, 1, tzinfo=dt.UTC)
ROWS = LIMIT + 400


def fill(owner: Traveller, rows: int, stems) -> None:
    """Rows of messages; `stems(number)` says which words the one has."""
    SearchRow.objects.bulk_create(
        SearchRow(
            owner=owner, kind="message", object_id=owner.pk * 1_000_000 + number, said_at=MOMENT,
            terms=joined(owned(owner.pk, stems(number)), (), ()), words=len(stems(number)),
        )
        for number in range(rows)
    )  # fmt: skip
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE memory_searchrow")


@pytest.fixture
def other(db) -> Traveller:
    return Traveller.objects.create_user("bo", password="a-long-enough-word")


def test_every_word_is_as_common_as_the_rows_that_have_it(traveller, other) -> None:
    def stems(number: int) -> list[str]:
        return ["xrain"] + ["xharbour"] * (number % 2) + ["xdog"] * (number % 100 == 7)

    fill(traveller, ROWS, stems)
    fill(other, 300, lambda number: ["xrain", "xcat"])
    tokens = owned(traveller.pk, ["xrain", "xharbour", "xdog", "xcat"])
    rows, having = commonness(traveller.pk, tokens)
    assert rows == ROWS
    assert having == dict(zip(tokens, (ROWS, ROWS // 2, ROWS // 100, 0), strict=True))


def test_nobody_counts_further_than_says_anything(traveller) -> None:
    fill(traveller, COUNTED + 500, lambda number: ["xrain"])
    rows, having = commonness(traveller.pk, owned(traveller.pk, ["xrain"]))
    assert having == {f"o{traveller.pk}xrain": COUNTED}
    assert rows == pytest.approx(COUNTED + 500, rel=0.05)


def test_the_mean_length_is_not_that_of_the_shortest_rows(traveller) -> None:
    fill(traveller, ROWS * 2, lambda number: ["xrain"] * (1 + number % 9))
    _, searched = candidates(Scope(traveller.pk, None, ("message",)), owned(traveller.pk, ["xrain"]))
    assert searched.mean_words == pytest.approx(5, rel=0.05)


@pytest.mark.skipif(connection.vendor != "postgresql", reason="as PostgreSQL counts")
def test_the_words_of_a_question_are_looked_up_in_one_statement(traveller) -> None:
    fill(traveller, ROWS, lambda number: ["xharbour"] + ["xrain"] * (number % 50 == 0))
    tokens = owned(traveller.pk, [f"xword{number}" for number in range(20)] + ["xrain"])
    with CaptureQueriesContext(connection) as asked:
        _, having = commonness(traveller.pk, tokens)
    assert sum(having.values()) == ROWS / 50
    assert len(asked) == 2  # the words', and the rows of an owner who has not very many


@pytest.mark.skipif(connection.vendor != "postgresql", reason="a setting of PostgreSQL")
def test_the_server_compiles_nothing_and_starts_no_helpers() -> None:
    with connection.cursor() as cursor:
        for name, value in (("jit", "off"), ("max_parallel_workers_per_gather", "0")):
            cursor.execute(f"SHOW {name}")
            assert cursor.fetchone() == (value,)
