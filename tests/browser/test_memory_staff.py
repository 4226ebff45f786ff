"""A curator's day in a real browser: what waits, an edit in place, the brief that says it, charts."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import Group
from django.urls import reverse

from memory import documents, notes
from memory.admin.curators import GROUP, HIDDEN
from memory.brief import brief_for, keep_copy
from memory.models import Extraction, Note, NoteUse, SearchLog
from tests.browser import scenes
from tests.browser.looking import THEMES, Looker, looking
from tests.driving import chromium
from tests.serving import serving
from trips.models import Traveller, Trip

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]

LIST = reverse("admin:memory_note_changelist")
QUEUE = reverse("admin:memory_note_proposals")
NOW = reverse("admin:memory_agentmemory_now")
CHARTS = reverse("admin:memory_note_charts")
SECRET = "Philippa"


def remember(trip: Trip) -> Note:
    """Notes of several agents, two proposals, an extraction with a secret in it, uses and searches."""
    owner, turn = trip.owner, trip.turns.first()

    def write(text: str, **more) -> Note:
        given = {"owner": owner, "trip": trip, "agent": "planner", "author": "agent", "text": text} | more
        note = notes.write(**given).note
        assert note is not None
        return note

    first = write("They like small museums.", turn=None)
    write("The bakery at the corner opens at six.", agent="research", shared=True)
    write("They were tired after long walks.", agent="feedback")
    write("They want aisle seats.", pinned=True)
    edit = documents.LineEdit("add", "Works for Acme.", reason="Read on a page")
    documents.edit_lines(owner, "company", [edit], author="agent", by="research")
    row = {"line": f"{SECRET} is a secret.", "outcome": "refused", "reason": "a name", "note": None}
    kept = {"line": first.text, "outcome": "added", "reason": "", "note": first.pk}
    Extraction.objects.update_or_create(
        turn=turn, agent="planner", option_position=0, kind="notes",
        defaults={"status": "done", "sent": SECRET, "answer": SECRET, "results": [kept, row]},
    )  # fmt: skip
    NoteUse.objects.create(note=first, turn=turn, agent="planner")
    for found in range(5):
        SearchLog.objects.create(owner=owner, turn=turn, agent="planner", found=found, milliseconds=found + 3)
    keep_copy(trip, "planner", brief_for(trip, "planner"))
    return first


#: The right edge of the first chart's picture, and of the list's last column, against what scrolls.
NEWEST_IN_VIEW = """() => {
    const box = document.querySelector('.chart-picture.of-weeks');
    const [there, edge] = [box.querySelector('svg').getBoundingClientRect(), box.getBoundingClientRect()];
    return there.width > edge.width && Math.abs(there.right - edge.right) < 2;
}"""
LAST_COLUMN_IN_VIEW = """() => {
    const box = document.querySelector('#changelist .results').getBoundingClientRect();
    const last = document.querySelector('#result_list thead th:last-child').getBoundingClientRect();
    return last.right <= box.right + 1 && box.right <= innerWidth;
}"""

ANSWERS_IN_VIEW = """() => [...document.querySelectorAll('#proposals .answers button')]
    .map(one => one.getBoundingClientRect())
    .every(({left, right, height}) => left >= 0 && right <= innerWidth && height >= 44)"""


def pictures(looker: Looker, pages: dict[str, str]) -> list[str]:
    """Each page in every width and theme; returns what is too wide."""
    wrong = []
    for width in (1280, 390):
        for theme in THEMES:
            looker.resize(width, theme)
            for name, path in pages.items():
                looker.go(path)
                looker.picture(f"memory-staff-{name}-{width}-{theme}")
                if name.startswith(("charts", "proposals", "brief")) and looker.overflow() > 0:
                    wrong.append(f"{name} {width} {theme}: {looker.overflow()} px too wide")
    return wrong


def test_a_curators_day(client, traveller):
    person = Traveller.objects.create_user("cura", password="a-long-enough-word", is_staff=True)
    person.groups.add(Group.objects.get(name=GROUP))
    trip = scenes.planned(traveller)
    first = remember(trip)
    extraction = Extraction.objects.get(agent="planner", results__0__note=first.pk)
    brief = f"{NOW}?trip={trip.pk}&agent=planner"
    with serving(work=False) as address, chromium() as browser, looking(browser, address) as looker:
        page = looker.page
        looker.go(reverse("admin:index"))
        page.fill("input[name=username]", "cura")
        page.fill("input[name=password]", "a-long-enough-word")
        page.click("input[type=submit]")
        # What waits: a note and a line; one is accepted, the other is not.
        wrong = pictures(looker, {"proposals-waiting": QUEUE})
        looker.resize(390, THEMES[0])
        looker.go(QUEUE)
        assert page.evaluate(ANSWERS_IN_VIEW)
        looker.resize(1280, THEMES[0])
        looker.go(reverse("admin:index"))
        page.click("#memory-to-do >> text=proposals")
        page.click("tr:has-text('aisle') >> text=Accept")
        page.wait_for_selector(".messagelist .success >> text=Accepted.")
        page.click("tr:has-text('Acme') >> text=Refuse")
        page.wait_for_selector("text=Nothing waits.")
        # An edit in place, and what the planner would read now.
        looker.go(LIST)
        row = page.locator("#result_list tr", has=page.locator("textarea", has_text="small museums"))
        row.locator("textarea").fill("They like large museums.")
        page.click("input[name=_save]")
        page.wait_for_selector(".messagelist .success")
        page.locator("#result_list tr", has_text="large museums").locator(".action-select").check()
        page.select_option("select[name=action]", "pin")
        page.click("button[name=index]")
        page.wait_for_selector(".messagelist .success >> text=1 note pinned.")
        looker.go(brief)
        assert "[pinned] They like large museums." in page.inner_text("pre.brief")
        assert "small museums" in page.inner_text(".diff-taken >> nth=0")
        assert "They want aisle seats." in page.inner_text("pre.brief")
        # Who did it and when; by filter and by search it is found; others are retired as an action.
        looker.go(reverse("admin:memory_note_history", args=[first.pk]))
        assert "cura" in page.inner_text("#change-history")
        looker.go(LIST)
        page.fill("#searchbar", "walks tired")
        page.press("#searchbar", "Enter")
        page.wait_for_selector("#result_list textarea >> text=They were tired")
        page.check("#action-toggle")
        page.select_option("select[name=action]", "retire")
        page.click("button[name=index]")
        page.wait_for_selector(".messagelist .success >> text=1 note retired.")
        # No word of the conversation.
        looker.go(reverse("admin:memory_extraction_change", args=[extraction.pk]))
        assert SECRET not in page.content() and HIDDEN in page.inner_text("#content")
        # What it looks like.
        pages = {
            "index": reverse("admin:index"),
            "notes": LIST,
            "note": reverse("admin:memory_note_change", args=[first.pk]),
            "history": reverse("admin:memory_note_history", args=[first.pk]),
            "proposals": QUEUE,
            "brief": brief,
            "extraction": reverse("admin:memory_extraction_change", args=[extraction.pk]),
            "charts": CHARTS,
        }
        wrong += pictures(looker, pages)
        # Where not all weeks fit, the newest are in view; a list's last column is not out of sight.
        looker.resize(390, THEMES[0])
        looker.go(CHARTS)
        assert page.evaluate(NEWEST_IN_VIEW)
        looker.resize(1280, THEMES[0])
        for name in ("note", "extraction", "noteuse", "searchlog"):
            looker.go(reverse(f"admin:memory_{name}_changelist"))
            assert page.evaluate(LAST_COLUMN_IN_VIEW), name
        assert wrong == []
        assert looker.complaints == []
        assert looker.outside == []
    first.refresh_from_db()
    assert (first.text, first.pinned) == ("They like large museums.", True)
    assert Note.objects.get(text="They were tired after long walks.").status == "retired"
    assert documents.lines(traveller, "company") == []
