import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("memory", "0003_full_text"),
        ("trips", "0003_journey"),
    ]

    operations = [
        migrations.CreateModel(
            name="SilentMessage",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "for_good",
                    models.BooleanField(
                        default=False, help_text="What was forgotten is purged: no undo lifts this."
                    ),
                ),
                ("created", models.DateTimeField(auto_now_add=True)),
                (
                    "message",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="silence",
                        to="trips.message",
                    ),
                ),
            ],
        ),
    ]
