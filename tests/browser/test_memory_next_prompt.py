"""What a traveller and a curator set right in the browser is in the next request that Claude gets."""

from __future__ import annotations

import json

import pytest
from django.contrib.auth.models import Group
from django.urls import reverse

from memory import notes
from memory.admin.curators import GROUP
from tests.agents.talking import clarify
from tests.browser import scenes
from tests.browser.claude import claude_answering
from tests.browser.looking import Looker, looking
from tests.browser.test_states import workspace
from tests.driving import chromium
from tests.serving import serving
from tests.story.telling import MARKS
from tests.wire.messages import text_answer
from tests.wire.server import MessagesServer
from trips.models import Traveller, Trip

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]


def told_next(looker: Looker, trip: Trip, text: str, server: MessagesServer) -> str:
    """What is said in the chat is answered; everything the model that leads the conversation was sent."""
    number, before = trip.turns.count() + 1, len(server.exchanges)
    looker.go(workspace(trip))
    looker.page.fill("#text", text)
    looker.page.click("#composer button.send")
    looker.page.wait_for_selector(f'#turn-{number}[data-status="done"]', timeout=30_000)
    sent = [json.dumps(one.body, ensure_ascii=False) for one in server.exchanges[before:]]
    return next(body for body in sent if MARKS["orchestrator"][0] in body)


def test_what_is_set_right_is_in_the_next_prompt(client, traveller, settings):
    trip = scenes.asked(traveller)
    note = notes.write(owner=traveller, text="Travels with a violin.", author="traveller", pinned=True).note
    person = Traveller.objects.create_user("cura", password="a-long-enough-word", is_staff=True)
    person.groups.add(Group.objects.get(name=GROUP))
    client.force_login(traveller)
    with (
        claude_answering(settings, text_answer(clarify("Anything else?", topics=("dates",)))) as server,
        serving() as address,
        chromium() as browser,
        looking(browser, address, client) as looker,
        looking(browser, address) as staff,
    ):
        first = told_next(looker, trip, "Hello there", server)
        # The traveller sets it right on "What we remember".
        page = looker.page
        looker.go("/memory/")
        page.click(f"#note-{note.pk}-menu")
        page.click(f"#note-{note.pk} a:has-text('Correct')")
        page.fill(f"#note-{note.pk} textarea", "Travels with a viola.")
        page.click(f"#note-{note.pk} button:has-text('Save')")
        page.wait_for_selector("#notices:has-text('Corrected.')")
        second = told_next(looker, trip, "Are you there?", server)
        # A curator, in place, in the list.
        page = staff.page
        staff.go(reverse("admin:memory_note_changelist"))
        page.fill("input[name=username]", "cura")
        page.fill("input[name=password]", "a-long-enough-word")
        page.click("input[type=submit]")
        row = page.locator("#result_list tr", has=page.locator("textarea", has_text="viola"))
        row.locator("textarea").fill("Travels with a cello.")
        page.click("input[name=_save]")
        page.wait_for_selector(".messagelist .success")
        third = told_next(looker, trip, "And now?", server)
        looker.go("/memory/")
        looker.picture("memory-set-right-by-staff")
        assert "You travel with a cello." in looker.page.inner_text("main")
        assert looker.complaints == staff.complaints == looker.outside == staff.outside == []
    found = [[word for word in ("violin", "viola", "cello") if word in one] for one in (first, second, third)]
    assert found == [["violin"], ["viola"], ["cello"]]
