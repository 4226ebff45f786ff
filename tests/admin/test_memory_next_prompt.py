"""What a curator edits is in the next request a model gets, as a Messages server receives it."""

from __future__ import annotations

import json

import pytest
from django.contrib.auth.models import Group
from django.urls import reverse

from memory import notes
from memory.admin.curators import GROUP
from memory.models import Note
from tests.admin.conftest import PASSWORD, client_of
from tests.story import answers
from tests.story.telling import mind_at, say
from tests.wire.messages import text_answer
from tests.wire.server import messages_server
from trips.models import Traveller, Trip

pytestmark = pytest.mark.django_db(transaction=True)


def test_an_edit_is_in_the_next_prompt(trip: Trip) -> None:
    person = Traveller.objects.create_user("cura", password=PASSWORD, is_staff=True)
    person.groups.add(Group.objects.get(name=GROUP))
    curator = client_of(person)
    note = notes.write(owner=trip.owner, text="Travels with a violin.", author="traveller", pinned=True).note
    assert isinstance(note, Note)

    def told(server) -> str:
        """The whole request, system blocks included."""
        return json.dumps(server.exchanges[-1].body)

    with messages_server(always=text_answer(answers.ASKS_WHAT_IS_MISSING.model_dump_json())) as server:
        mind = mind_at(server.url)
        say(trip, answers.LINES[0], mind)
        before = told(server)
        address = reverse("admin:memory_note_change", args=[note.pk])
        form = {"text": "Travels with a cello.", "pinned": "on", "version": note.version}
        assert curator.post(address, form).status_code == 302
        say(trip, "Anything else you need?", mind)
        after = told(server)
        curator.post(
            reverse("admin:memory_note_changelist"), {"action": "retire", "_selected_action": [note.pk]}
        )
        say(trip, "Hello?", mind)
        last = told(server)
    assert "Travels with a violin." in before
    assert "Travels with a cello." in after and "violin" not in after
    assert "cello" not in last
