"""What we remember, in a real browser: judged like all pages, and a traveller who sets things right."""

from __future__ import annotations

import pytest
from django.urls import reverse

from memory import documents
from memory.models import DocumentLine, Note
from tests.browser import scenes
from tests.browser.looking import looking
from tests.browser.remembered import remembered
from tests.browser.test_states import judged, workspace
from tests.driving import chromium
from tests.serving import serving
from trips.models import Traveller

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]
PAGE = "/memory/"


@pytest.fixture
def owner(client, traveller):
    client.force_login(traveller)
    return client


def test_every_state_of_the_page(owner, traveller, client):
    trip = remembered(traveller)
    line = DocumentLine.objects.filter(status="active").first()
    pages = [
        ("memory", PAGE),
        ("memory-trip", f"{PAGE}?trip={trip.uuid}"),
        ("memory-proposed", f"{PAGE}?state=proposed"),
        ("memory-forgotten", f"{PAGE}?state=forgotten"),
        ("memory-found", f"{PAGE}?q=quiet+rooms"),
        ("memory-found-nothing", f"{PAGE}?q=zeppelin"),
        ("memory-line", reverse("remembered_line", args=[line.pk])),
        ("memory-forget", reverse("forget_all")),
        ("memory-used", reverse("remembered", args=[trip.uuid, trip.turns.count()])),
        ("account", reverse("account")),
    ]
    with serving(work=False) as address, chromium() as browser, looking(browser, address, owner) as looker:
        assert judged(looker, pages) == []
        looker.go(PAGE)
        looker.page.click(f"#line-{line.pk}-menu")
        for width, theme in ((1280, "light"), (390, "dark")):
            looker.resize(width, theme)
            assert looker.violations() == []
            looker.picture(f"memory-menu-{width}-{theme}")
        looker.resize(390, "light")
        small = looker.page.evaluate(
            """() => [...document.querySelectorAll('main :is(a, button, summary, input, select, textarea)')]
            .filter(one => one.checkVisibility({visibilityProperty: true}) && !one.closest('.unseen, p a'))
            .map(one => [Math.round(one.getBoundingClientRect().height), one.outerHTML.slice(0, 90)])
            .filter(([height]) => height < 44)"""
        )
        assert small == []
        looker.page.set_viewport_size({"width": 320, "height": 256})  # 1280 × 1024 at 400 %
        for _name, path in pages:
            looker.go(path)
            assert looker.overflow() <= 0, path
    client.force_login(Traveller.objects.create_guest())
    with serving(work=False) as address, chromium() as browser, looking(browser, address, client) as looker:
        assert judged(looker, [("memory-empty", PAGE)]) == []


def test_a_traveller_sets_right_what_is_remembered(owner, traveller):
    trip = remembered(traveller)
    with serving(work=False) as address, chromium() as browser, looking(browser, address, owner) as looker:
        page = looker.page
        looker.go(workspace(trip))
        page.click(".turn:last-child .mem")
        line = page.locator("#dialog-body")
        line.locator("li > span:has-text('Mornings start slowly')").first.wait_for()
        looker.picture("remembered-open")
        assert looker.violations() == []
        line.locator("li:has-text('Mornings') >> text=change or forget").click()
        page.wait_for_url("**/memory/notes/*/?keep")

        looker.go(PAGE)
        note = Note.objects.get(text__startswith="Mornings")
        press = _press(page)
        page.click(f"#note-{note.pk}-menu")
        page.click(f"#note-{note.pk} a:has-text('Correct')")
        page.fill(f"#note-{note.pk} textarea", "Mornings start slowly: nothing before eleven.")
        page.click(f"#note-{note.pk} button:has-text('Save')")
        page.wait_for_selector(f"#note-{note.pk} .kept-text:has-text('eleven')")
        page.wait_for_selector("#notices:has-text('Corrected.')")
        press(note.pk, "Unpin", "#notices:has-text('Not pinned')")
        press(note.pk, "Use it everywhere", f"#note-{note.pk} .tag:has-text('used everywhere')")
        assert looker.violations() == []

        page.click("#proposed button:has-text('Accept')")
        page.wait_for_selector("#notices:has-text('Accepted')")
        press(note.pk, "Forget", f"#note-{note.pk}[data-state=forgotten]")
        page.click(f"#note-{note.pk} button:has-text('Undo')")
        page.wait_for_selector(f"#note-{note.pk}[data-state=standing]")

        page.click("summary:has-text('Look for something')")
        page.fill("#q", "eleven")
        page.press("#q", "Enter")
        page.wait_for_selector(f"main:has-text('best first') #note-{note.pk}")
        looker.go(PAGE)
        page.click("#switches button:has-text('Switch off')")
        page.wait_for_selector("main:has-text('You have switched remembering off.')")
        assert looker.complaints == [] and looker.outside == []
    note.refresh_from_db()
    assert (note.text, note.pinned, note.shared, note.status) == (
        "Mornings start slowly: nothing before eleven.", False, True, "active",
    )  # fmt: skip
    assert Note.objects.get(trip=None).status == "active"
    traveller.refresh_from_db()
    assert traveller.remember is False


def test_the_line_comes_with_the_answer_and_opens(owner, traveller):
    """Live, by the stream: nobody has loaded the page anew."""
    trip = scenes.asked(traveller)
    edit = documents.LineEdit("add", "Prefers trains.")
    documents.edit_lines(traveller, "preferences", [edit], author="traveller", by="traveller")
    with serving() as address, chromium() as browser, looking(browser, address, owner) as looker:
        looker.go(workspace(trip))
        looker.page.fill("#text", "What did I say about trains?")
        looker.page.click("#composer button.send")
        looker.page.click("#turn-2 .mem")
        looker.page.locator("#dialog-body").locator("li:has-text('You prefer trains.')").wait_for()
        assert looker.complaints == []


def test_with_the_keyboard_alone_the_place_is_kept(owner, traveller):
    """What was pressed is gone with the old line: the new one's own button is at hand."""
    remembered(traveller)
    note = Note.objects.get(text__startswith="Mornings")
    waits = Note.objects.get(status="proposed")
    with serving(work=False) as address, chromium() as browser, looking(browser, address, owner) as looker:
        page = looker.page
        menu, field = f"#note-{note.pk}-menu:focus", f"#note-{note.pk}-text:focus"

        def keys(*names: str) -> None:
            for name in names:
                page.keyboard.press(name)

        def to(words: str) -> None:
            for _ in range(8):
                keys("Tab")
                if page.evaluate("document.activeElement.textContent").startswith(words):
                    return keys("Enter")
            raise AssertionError(words)

        looker.go(PAGE)
        page.focus(f"#note-{note.pk}-menu")
        keys("Enter")
        to("Correct")
        page.wait_for_selector(field)
        page.keyboard.type("Really: ")
        keys("Tab", "Enter")
        page.wait_for_selector(menu)
        to("Correct")  # again, and left as it is
        page.wait_for_selector(field)
        keys("Tab", "Tab", "Enter")
        page.wait_for_selector(menu)
        to("Forget it")
        page.wait_for_selector(f"#note-{note.pk} button[value=undo]:focus")
        keys("Enter")
        page.wait_for_selector(menu)
        page.focus(f"#note-{waits.pk} button[value=accept]")
        keys("Enter")
        page.wait_for_selector(f"#note-{waits.pk}-menu:focus")
        assert looker.complaints == []
    note.refresh_from_db()
    waits.refresh_from_db()
    assert "Really:" in note.text
    assert (note.status, waits.status) == ("active", "active")


def test_a_second_click_is_not_sent(owner, traveller):
    remembered(traveller)
    note = Note.objects.get(text__startswith="Mornings")
    sent: list[str] = []
    with serving(work=False) as address, chromium() as browser, looking(browser, address, owner) as looker:
        page = looker.page
        page.on("request", lambda one: sent.append(one.url) if one.method == "POST" else None)
        looker.go(PAGE)
        page.click(f"#note-{note.pk}-menu")
        page.dblclick(f"#note-{note.pk} button:has-text('Forget')")
        page.wait_for_selector(f"#note-{note.pk}[data-state=forgotten]")
        page.wait_for_selector("#notices:has-text('Forgotten.')")
        page.dblclick(f"#note-{note.pk} button:has-text('Undo')")
        page.wait_for_selector(f"#note-{note.pk}[data-state=standing]")
        page.wait_for_selector("#notices:has-text('It is back.')")
        assert (len(sent), looker.complaints) == (2, [])


def test_what_is_new_about_them_is_asked_while_they_look_and_answered_by_keyboard(transactional_db):
    with serving() as address, chromium() as browser, looking(browser, address) as looker:
        page = looker.page
        looker.go("/")
        page.fill("textarea", "Boston, Feb 15-18, 2 people, mid-range. I have celiac disease. I hate buses.")
        page.keyboard.press("Enter")
        page.wait_for_selector("#suggested >> text=Keep this for later trips?", timeout=60_000)
        for width, theme in ((1280, "light"), (390, "dark")):
            looker.resize(width, theme)
            looker.picture(f"memory-asked-{width}-{theme}")
            assert looker.violations() == [] and looker.overflow() <= 0
        for words in ("Keep it", "Only this trip"):
            asked = page.locator("#suggested form").first
            line = asked.get_attribute("id")
            asked.locator(f"button:has-text('{words}')").focus()
            page.keyboard.press("Enter")
            page.wait_for_selector(f"#{line}", state="detached")
        assert page.locator("text=Keep this for later trips?").is_hidden()
        assert looker.complaints == []
    assert sorted(DocumentLine.objects.values_list("status", flat=True)) == ["active", "retired"]


def test_who_was_signed_out_is_told_and_can_still_read(owner, traveller):
    remembered(traveller)
    note = Note.objects.get(text__startswith="Mornings")
    width = f"document.querySelector('#note-{note.pk} .kept-text').getBoundingClientRect().width"
    with serving(work=False) as address, chromium() as browser, looking(browser, address, owner) as looker:
        page = looker.page
        looker.go(PAGE)
        page.context.clear_cookies()
        page.click(f"#note-{note.pk}-menu")
        for size in (1280, 390):
            looker.resize(size, "light")
            before = page.evaluate(width)
            page.click(f"#note-{note.pk} button:has-text('Use it everywhere')")
            page.wait_for_selector(f"#note-{note.pk} .refusal button:has-text('Reload the page')")
            looker.picture(f"memory-signed-out-{size}")
            assert page.evaluate(width) >= before and looker.overflow() <= 0


def test_all_of_it_works_without_a_script(owner, traveller):
    trip = remembered(traveller)
    note = Note.objects.get(text__startswith="Mornings")
    with serving(work=False) as address, chromium() as browser:
        with looking(browser, address, owner, java_script_enabled=False) as looker:
            page = looker.page
            looker.go(workspace(trip))
            page.click(".turn:last-child .mem")
            page.wait_for_selector("main:has-text('Mornings start slowly')")
            looker.go(PAGE)
            page.click(f"#note-{note.pk}-menu")
            page.click(f"#note-{note.pk} a:has-text('Correct')")
            page.fill("textarea", "Nothing before noon.")
            page.click("button:has-text('Save')")
            page.wait_for_selector(".messages:has-text('Corrected.')")
            assert page.url.endswith(f"{PAGE}#note-{note.pk}")
            page.click(f"#note-{note.pk}-menu")
            page.click(f"#note-{note.pk} button:has-text('Forget')")
            page.click(f"#note-{note.pk} button:has-text('Undo')")
            page.wait_for_selector(f"#note-{note.pk}[data-state=standing]:has-text('Nothing before noon.')")


def test_a_member_who_reads_along_is_shown_no_such_line(client, traveller):
    trip = remembered(traveller)
    reader = Traveller.objects.create_user("eve", password="a-long-enough-word")
    trip.members.create(traveller=reader, role="editor", name="Eve")
    client.force_login(reader)
    with serving(work=False) as address, chromium() as browser, looking(browser, address, client) as looker:
        looker.go(workspace(trip))
        assert looker.page.locator(".mem").first.is_hidden()
        assert "Mornings" not in looker.page.content()


def _press(page):
    def press(pk: int, words: str, until: str) -> None:
        page.click(f"#note-{pk} button:has-text('{words}')")
        page.wait_for_selector(until)

    return press
