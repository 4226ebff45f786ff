"""Staff's search of notes: every word begins a word of text or quote. By an index on both databases.

The traveller's search (`memory/search.py`) asks one owner's and never what waits or is retired; this one is
staff's, over all of them. Accents and case do not count.
"""

# ruff: noqa: S608  (the statements are put together from constants)

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from typing import Any

from django.contrib.admin.views.main import ALL_VAR, PAGE_VAR, SEARCH_VAR, ChangeList
from django.core.paginator import Page, Paginator
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import QuerySet
from django.db.models.expressions import RawSQL

from memory.admin.lists import LISTED
from memory.models import Note

TABLE = "memory_note_words"
#: Shorter words have to be whole: half the notes have a word that begins with an "a".
BEGINS_FROM = 3
#: So many notes with the words are looked at when something else is asked for besides: the newest. Without
#: anything else the list ends sooner (`LISTED`).
FILTERED = 100_000
#: So many notes or fewer are a small part of them (`_read`): read from an index in a few milliseconds.
FEW = 20_000

_TRIGGERS = {
    "insert": f"CREATE TRIGGER IF NOT EXISTS {TABLE}_insert AFTER INSERT ON memory_note BEGIN {{add}} END",
    "delete": f"CREATE TRIGGER IF NOT EXISTS {TABLE}_delete AFTER DELETE ON memory_note BEGIN {{take}} END",
    "update": f"CREATE TRIGGER IF NOT EXISTS {TABLE}_update AFTER UPDATE OF text, quote ON memory_note"
    " WHEN old.text IS NOT new.text OR old.quote IS NOT new.quote BEGIN {take} {add} END",
}
_ADD = f"INSERT INTO {TABLE} (rowid, text, quote) VALUES (new.id, new.text, new.quote);"
_TAKE = f"INSERT INTO {TABLE} ({TABLE}, rowid, text, quote) VALUES ('delete', old.id, old.text, old.quote);"
_SQLITE = f"SELECT rowid FROM {TABLE} WHERE {TABLE} MATCH %s ORDER BY rowid DESC LIMIT %s"
#: The expression is the one of the index (migration 0002), or the index is not used.
_POSTGRESQL = (
    "SELECT id FROM memory_note WHERE to_tsvector('simple', translate("
    "regexp_replace(normalize(text || ' ' || quote, NFKD), '[\\u0300-\\u036f]', '', 'g'), "
    "'.,:;/@_+=&?~#-', '              ')) "
    "@@ to_tsquery('simple', %s) ORDER BY id DESC LIMIT %s"
)

_OF_PART = (
    "small (yes) AS MATERIALIZED (SELECT count(*) <= %s FROM part), fitting (id) AS MATERIALIZED ("
    "SELECT id FROM part WHERE id IN (SELECT id FROM found) AND (SELECT yes FROM small) "
    "UNION ALL SELECT id FROM found WHERE NOT (SELECT yes FROM small))"
)


def words_of(query: str) -> list[str]:
    plain = "".join(
        letter for letter in unicodedata.normalize("NFKD", query) if not unicodedata.combining(letter)
    )
    return re.findall(r"[^\W_]+", plain)[:12]


def matching(notes: QuerySet[Note], query: str) -> QuerySet[Note]:
    """Those of the notes that have all words of the query; of very many the newest (`FILTERED`).

    All notes for a query without a word.
    """
    words = words_of(query)
    if not words:
        return notes
    found = _found(notes.db, words, FILTERED)
    return notes.filter(pk__in=RawSQL(*found))  # noqa: S611  (constants; words and limit are parameters)


def _found(using: str, words: list[str], most: int) -> tuple[str, list[str | int]]:
    """The statement for the ids of the newest, and its parameters."""
    if connections[using].vendor == "sqlite":
        asked = " AND ".join(f'"{word}"{"*" if len(word) >= BEGINS_FROM else ""}' for word in words)
        return _SQLITE, [asked, most]
    asked = " & ".join(f"{word}{':*' if len(word) >= BEGINS_FROM else ''}" for word in words)
    return _POSTGRESQL, [asked, most]


class Found(Paginator):
    """Pages of the notes (in their order) with all words of the query, by one reading of the index of words:
    it takes most of the time, and a list asks for its length, for a page, and whether it is cut.

    `cut`: so many notes have the words that not all of them were looked at, and more than the words was asked
    for: what is found may not be all there is.
    """

    def __init__(self, notes: QuerySet[Note], per_page: int, asked: Mapping[str, str]) -> None:
        self.notes = notes
        narrowed = bool(set(asked) - {SEARCH_VAR, PAGE_VAR, ALL_VAR})
        most = FILTERED if narrowed else LISTED  # words alone: those the list can show
        ids, looked_at = _read(notes, words_of(asked[SEARCH_VAR]), most, narrowed=narrowed)
        self.cut = narrowed and looked_at >= most
        super().__init__(ids, per_page)

    def _get_page(self, ids: list[int], *args: Any) -> Page:
        return super()._get_page(self._rows(ids), *args)

    def all(self) -> QuerySet[Note]:
        return self._rows(self.object_list)

    def _rows(self, ids: list[int]) -> QuerySet[Note]:
        return self.notes.filter(pk__in=ids)


class NoteList(ChangeList):
    """Staff's list; where all that was found stands on one page, it is read by its ids too (`Found`)."""

    def get_results(self, request: Any) -> None:
        super().get_results(request)
        one_page = not self.multi_page or (self.show_all and self.can_show_all)
        if one_page and isinstance(self.paginator, Found):
            self.result_list = self.paginator.all()


def _read(notes: QuerySet[Note], words: list[str], most: int, *, narrowed: bool) -> tuple[list[int], int]:
    """Ids of the notes that are among the newest `most` with the words, `LISTED` of them, and how many with
    the words there were.

    `narrowed`: something asks for a part of the notes only. Where that part is small, notes of it are looked
    for among those with the words: looking up each of 30,000 notes to see whether it is one of 200 is slow.
    """
    found, parameters = _found(notes.db, words, most)
    given = f"WITH found (id) AS MATERIALIZED ({found})"
    if narrowed:
        part, values = notes.order_by().values_list("pk")[: FEW + 1].query.sql_with_params()
        given, parameters = (
            f"{given}, part (id) AS MATERIALIZED ({part}), {_OF_PART}",
            [*parameters, *values, FEW],
        )
    listed = (
        notes.annotate(looked_at=RawSQL("(SELECT count(*) FROM found)", []))
        .filter(pk__in=RawSQL(f"SELECT id FROM {'fitting' if narrowed else 'found'}", []))  # noqa: S611
        .values_list("pk", "looked_at")[:LISTED]
    )
    statement, values = listed.query.sql_with_params()
    with connections[notes.db].cursor() as cursor:
        cursor.execute(f"{given} {statement}", [*parameters, *values])
        rows = cursor.fetchall()
        if not rows:  # nobody to say it
            cursor.execute(f"SELECT count(*) FROM ({found}) AS found", _found(notes.db, words, most)[1])
            return [], cursor.fetchone()[0]
    return [row[0] for row in rows], rows[0][1]


def keep_current(connection: BaseDatabaseWrapper) -> None:
    """SQLite: the triggers, again. A migration that rebuilds the notes' table drops them silently."""
    if connection.vendor != "sqlite" or TABLE not in connection.introspection.table_names():
        return
    with connection.cursor() as cursor:
        for statement in _TRIGGERS.values():
            cursor.execute(statement.format(add=_ADD, take=_TAKE))


def after_migrate(sender: Any, using: str, **kwargs: Any) -> None:
    keep_current(connections[using])
