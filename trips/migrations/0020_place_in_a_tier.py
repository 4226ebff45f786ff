from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("trips", "0019_city_of_staff_places")]

    operations = [
        migrations.AddField(
            model_name="finding",
            name="position",
            field=models.PositiveIntegerField(
                default=0, help_text="Within its tier, as the traveller put it; 0 = behind those."
            ),
        )
    ]
