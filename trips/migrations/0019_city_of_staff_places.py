from django.db import migrations, models


def fill(apps, schema_editor):
    """The city that each row says, else the first part of its id."""
    for name in ("StaffPlace", "HistoricalStaffPlace"):
        model = apps.get_model("trips", name)
        for row in model.objects.iterator():
            said = row.data.get("city") if isinstance(row.data, dict) else ""
            model.objects.filter(pk=row.pk).update(city=said or row.place_id.partition(":")[0])


COLUMN = {"db_index": True, "blank": True, "help_text": "Slug of its city.", "max_length": 120}


class Migration(migrations.Migration):
    dependencies = [
        ("trips", "0018_remote_answers"),
    ]

    operations = [
        migrations.AddField(
            model_name=name,
            name="city",
            field=models.CharField(default="", **COLUMN),
            preserve_default=False,
        )
        for name in ("historicalstaffplace", "staffplace")
    ] + [migrations.RunPython(fill, migrations.RunPython.noop)]
