from django.db import migrations, models

from trips.catalogue.names import sight_key


def fill(apps, schema_editor):
    """Of sights that were imported before, as the import does it."""
    rows = apps.get_model("trips", "OpenStreetMapPlace").objects
    known = rows.filter(kind="visit", data__importance__gte=3)
    for number, name in list(known.values_list("pk", "name")):
        rows.filter(pk=number).update(known_as=sight_key(name))


class Migration(migrations.Migration):
    dependencies = [
        ("trips", "0021_town_of_an_import"),
    ]

    operations = [
        migrations.AddField(
            model_name="openstreetmapplace",
            name="known_as",
            field=models.CharField(blank=True, help_text="Key of a well-known sight's name.", max_length=200),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
        migrations.AddIndex(
            model_name="openstreetmapplace",
            index=models.Index(
                condition=models.Q(("known_as", ""), _negated=True),
                fields=["known_as", "place_id"],
                name="well_known_sights",
            ),
        ),
    ]
