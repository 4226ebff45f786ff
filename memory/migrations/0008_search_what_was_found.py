"""Practical facts of a city are a kind of what can be searched. No column changes: the kinds are code."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("memory", "0007_brief_rows_by_status")]

    operations = [
        migrations.AlterField(
            model_name="searchrow",
            name="kind",
            field=models.CharField(
                choices=[
                    ("message", "Message"),
                    ("note", "Note"),
                    ("line", "Line"),
                    ("finding", "Finding"),
                    ("intel", "Intel"),
                    ("summary", "Summary"),
                ],
                max_length=8,
            ),
        ),
    ]
