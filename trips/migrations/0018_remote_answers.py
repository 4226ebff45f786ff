"""The table of answers that services gave (`CACHES["remote"]`): it is no model's."""

from django.core.management import call_command
from django.db import migrations

TABLE = "trips_remote_answer"


def make(apps, editor):
    call_command("createcachetable", TABLE, database=editor.connection.alias, verbosity=0)


def drop(apps, editor):
    editor.execute(f"DROP TABLE {editor.quote_name(TABLE)}")


class Migration(migrations.Migration):
    dependencies = [("trips", "0017_imported_places")]
    operations = [migrations.RunPython(make, drop)]
