"""Indexes of staff's lists, and the words of notes for staff's search.

SQLite keeps the words in a table beside the notes (its triggers are `memory/admin/note_search.py`'s: a later change of
the notes' table drops them); PostgreSQL in an index of an expression, which is repeated there word by word.
"""

from django.db import migrations, models

SQLITE = """
CREATE VIRTUAL TABLE memory_note_words USING fts5(
  text, quote, content='memory_note', content_rowid='id', tokenize="unicode61 remove_diacritics 2"
)
"""
POSTGRESQL = r"""
CREATE INDEX memory_note_words ON memory_note USING gin (
  to_tsvector('simple', translate(
    regexp_replace(normalize(text || ' ' || quote, NFKD), '[\u0300-\u036f]', '', 'g'), '.,:;/@_+=&?~#-', '              '
  ))
)
"""


def add_words(apps, schema_editor):
    if schema_editor.connection.vendor == "sqlite":
        schema_editor.execute(SQLITE)
        schema_editor.execute("INSERT INTO memory_note_words (memory_note_words) VALUES ('rebuild')")
    else:
        schema_editor.execute(POSTGRESQL)


def drop_words(apps, schema_editor):
    if schema_editor.connection.vendor == "sqlite":
        for event in ("insert", "update", "delete"):
            schema_editor.execute(f"DROP TRIGGER IF EXISTS memory_note_words_{event}")
        schema_editor.execute("DROP TABLE memory_note_words")
    else:
        schema_editor.execute("DROP INDEX memory_note_words")


class Migration(migrations.Migration):
    dependencies = [("memory", "0001_initial")]

    operations = [
        migrations.AddIndex(
            model_name='extraction',
            index=models.Index(fields=['-created', '-id'], name='extractions_newest'),
        ),
        migrations.AddIndex(
            model_name='extraction',
            index=models.Index(condition=models.Q(('status', 'failed')), fields=['-created'], name='extractions_failed'),
        ),
        migrations.AddIndex(
            model_name='note',
            index=models.Index(fields=['-created', '-id'], name='notes_newest'),
        ),
        migrations.AddIndex(
            model_name='note',
            index=models.Index(fields=['author', '-created'], name='notes_of_author'),
        ),
        migrations.AddIndex(
            model_name='note',
            index=models.Index(condition=models.Q(('pinned', True)), fields=['-created'], name='notes_pinned'),
        ),
        migrations.AddIndex(
            model_name='note',
            index=models.Index(condition=models.Q(('shared', True)), fields=['-created'], name='notes_shared'),
        ),
        migrations.RunPython(add_words, drop_words),
    ]
