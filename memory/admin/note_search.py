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

from django.contrib.admin.views.main import SEARCH_VAR
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


def words_of(query: str) -> list[str]:
    plain = "".join(
        letter for letter in unicodedata.normalize("NFKD", query) if not unicodedata.combining(letter)
    )
    return re.findall(r"[^\W_]+", plain)[:12]


def matching(notes: QuerySet[Note], query: str, *, most: int | None = None) -> QuerySet[Note]:
    """Those of the notes that have all words of the query; of very many the newest `most` (`FILTERED`). All
    notes for a query without a word."""
    words = words_of(query)
    if not words:
        return notes
    found = _found(notes.db, words, FILTERED if most is None else most)
    return notes.filter(pk__in=RawSQL(*found))  # noqa: S611  (constants; words and limit are parameters)


def _found(using: str, words: list[str], most: int) -> tuple[str, list[str | int]]:
    """The statement for the ids of the newest, and its parameters."""
    if connections[using].vendor == "sqlite":
        asked = " AND ".join(f'"{word}"{"*" if len(word) >= BEGINS_FROM else ""}' for word in words)
        return _SQLITE, [asked, most]
    asked = " & ".join(f"{word}{':*' if len(word) >= BEGINS_FROM else ''}" for word in words)
    return _POSTGRESQL, [asked, most]


def looked_at(asked: Mapping[str, str]) -> int:
    """Of how many notes with the words: where nothing but words is asked for, those the list can show."""
    return FILTERED if len(asked) > 1 else LISTED


def search_cut(asked: Mapping[str, str]) -> bool:
    """Does the address ask for words that so many notes have that not all of them were looked at, and for
    something else besides? Then what it finds may not be all there is."""
    return len(asked) > 1 and bool(words_of(asked.get(SEARCH_VAR, ""))) and _is_cut(asked[SEARCH_VAR])


def _is_cut(query: str) -> bool:
    """Asked of the index of words alone."""
    notes = Note.objects.all()
    statement, parameters = _found(notes.db, words_of(query), FILTERED)
    with connections[notes.db].cursor() as cursor:
        cursor.execute(f"SELECT count(*) FROM ({statement}) AS found", parameters)
        return cursor.fetchone()[0] >= FILTERED


def keep_current(connection: BaseDatabaseWrapper) -> None:
    """SQLite: the triggers, again. A migration that rebuilds the notes' table drops them silently."""
    if connection.vendor != "sqlite" or TABLE not in connection.introspection.table_names():
        return
    with connection.cursor() as cursor:
        for statement in _TRIGGERS.values():
            cursor.execute(statement.format(add=_ADD, take=_TAKE))


def after_migrate(sender: Any, using: str, **kwargs: Any) -> None:
    keep_current(connections[using])
