"""Staff's search of notes on SQLite: the beginnings of words have an index, places in the text none.

A word of three to eight letters is looked up as it is typed, where FTS5 put together the lists of all words that begin with it;
and nobody asks staff's search for words that follow each other.
"""

from django.db import migrations

TABLE = "CREATE VIRTUAL TABLE memory_note_words USING fts5({options})"
OPTIONS = """
  text, quote, content='memory_note', content_rowid='id', tokenize="unicode61 remove_diacritics 2"
"""
QUICKER = f"{OPTIONS}, detail=none, columnsize=0, prefix='3 4 5 6 7 8'"


def made_with(options):
    """The index anew; its triggers come back after every migrate (memory/admin/note_search.py)."""

    def make(apps, schema_editor):
        if schema_editor.connection.vendor != "sqlite":
            return
        for event in ("insert", "update", "delete"):
            schema_editor.execute(f"DROP TRIGGER IF EXISTS memory_note_words_{event}")
        schema_editor.execute("DROP TABLE memory_note_words")
        schema_editor.execute(TABLE.format(options=options))
        schema_editor.execute("INSERT INTO memory_note_words (memory_note_words) VALUES ('rebuild')")

    return make


class Migration(migrations.Migration):
    dependencies = [("memory", "0014_unheard_messages")]

    operations = [migrations.RunPython(made_with(QUICKER), made_with(OPTIONS))]
