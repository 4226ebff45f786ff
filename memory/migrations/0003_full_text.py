"""The index keeps words instead of texts, and finds them by the database's own full text."""

from django.db import migrations, models

from memory import fulltext


def install(apps, editor):
    fulltext.install(editor.connection)


def remove(apps, editor):
    fulltext.remove(editor.connection)


class Migration(migrations.Migration):
    dependencies = [("memory", "0002_staff_lists")]

    operations = [
        migrations.RemoveField(model_name="searchrow", name="body"),
        migrations.RemoveField(model_name="searchrow", name="following"),
        migrations.RemoveField(model_name="searchrow", name="previous"),
        migrations.AddField(
            model_name="searchrow",
            name="terms",
            field=models.TextField(
                blank=True,
                help_text="Stems of the text, of the one before and of the one after it, with bars between.",
            ),
        ),
        migrations.AddField(
            model_name="searchrow",
            name="words",
            field=models.PositiveIntegerField(default=0, help_text="How many words the three have."),
        ),
        migrations.AddIndex(
            model_name="searchrow",
            index=models.Index(
                fields=["owner", "trip", "kind", "namespace", "words"], name="search_rows_counted"
            ),
        ),
        migrations.RunPython(install, remove),
    ]
