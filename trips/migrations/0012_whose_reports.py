from django.db import migrations


def whose_they_are(apps, schema_editor):
    """Reports of a message are its sender's. Nobody knows who filled in the form: the owner, where nobody else
    can edit the trip; else it is taken for another member's, and says nothing of the owner."""
    Feedback = apps.get_model("trips", "Feedback")
    Member = apps.get_model("trips", "Member")
    rows = Feedback.objects.using(schema_editor.connection.alias)
    members = Member.objects.using(schema_editor.connection.alias)
    for pk, sender in rows.filter(message__by_owner=False).values_list("pk", "message__sender"):
        rows.filter(pk=pk).update(by_owner=False, sender_id=sender)
    shared = members.filter(role="editor", traveller__isnull=False).values("trip")
    rows.filter(message=None, trip__in=shared).update(by_owner=False)


class Migration(migrations.Migration):
    dependencies = [
        ("trips", "0011_report_senders"),
    ]

    operations = [
        migrations.RunPython(whose_they_are, migrations.RunPython.noop, elidable=True),
    ]
