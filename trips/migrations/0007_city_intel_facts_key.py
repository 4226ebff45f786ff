from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("trips", "0006_plan_changes"),
    ]

    operations = [
        migrations.AddField(
            model_name="cityintel",
            name="facts_key",
            field=models.CharField(
                blank=True,
                help_text="Digest of what was asked for; empty when something is missing.",
                max_length=64,
            ),
        ),
    ]
