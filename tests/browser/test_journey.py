"""One journey in Chromium: two weeks in Japan, from the first sentence to the trip after it.

At a desk until the first day, with a phone on the way. WAYFARE_PICTURES=folder keeps every station.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from decimal import Decimal

import pytest

from agents import finishing
from config import clock
from memory.models import DocumentLine, Note
from memory.second_person import to_reader
from tests.browser.journey import Journey
from tests.browser.looking import looking
from tests.driving import chromium
from tests.grown.running import until
from tests.serving import serving
from trips.models import Expense, Feedback, Finding, Trip, Turn

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]

FIRST = "Two weeks in Japan in April: Tokyo and Kyoto"
PASSWORD = "a lantern by the river"
SECOND = (
    "April 4 to 17 2027, 2 adults, mid-range, from San Francisco, we love food and temples, "
    "moderate pace, no must-dos"
)
TIRED = "ramen was the best meal, but I was exhausted after 3 pm"
NEXT = "Paris, 14-17 May 2027, 2 people, mid-range, from Lyon, history, no must-dos"


@pytest.fixture(autouse=True)
def _research_begins_by_itself_and_the_clock_is_put_right(settings) -> Iterator[None]:
    settings.RESEARCH_AFTER_CHOICE = True
    settings.SESSION_COOKIE_AGE = 365 * 86_400  # sessions run by the browser's clock, which is not moved
    yield
    clock.set_now(None)


@pytest.fixture
def journey(transactional_db) -> Iterator[Journey]:
    with serving() as address, chromium() as browser, looking(browser, address) as looker:
        yield Journey(looker)


def test_from_the_first_sentence_to_the_next_trip(journey: Journey) -> None:
    journey.at("2026-11-22T10:00")
    options_of(journey)
    trip = Trip.objects.get()
    researched_and_sorted(journey, trip)
    chosen(journey, trip)
    changed(journey, trip)

    kept(journey)

    journey.hold(390)
    on_the_way(journey, trip)
    told(journey, trip)
    told_again(journey, trip)

    journey.hold(1280)
    over(journey, trip)
    learnt = accepted(journey, trip)
    following(journey, trip, learnt)
    assert len(journey.stations) == 22


def visits(trip: Trip, *days: int) -> set[str]:
    trip.refresh_from_db()
    plan = trip.plan.plan
    wanted = days or range(1, len(plan.days) + 1)
    return {item.title for day in wanted for item in plan.days[day - 1].items if item.kind == "visit"}


def options_of(journey: Journey) -> None:
    turn = journey.begin(FIRST)
    assert 1 <= turn.locator(".question").count() <= 7
    journey.station("asked", "chat")
    turn = journey.say(SECOND)
    summary = turn.locator(".summary").inner_text()
    assert all(word in summary for word in ("Tokyo", "Kyoto", "14 days", "2 adults", "food, temples"))
    journey.page.wait_for_selector('#board:has-text("Ready when you are")', state="attached")
    journey.station("summary", "chat")
    turn.locator("button.primary").click()
    journey.answered("Yes, plan it.")
    journey.part("trip")
    journey.page.wait_for_selector(".option .verdict")
    assert 2 <= journey.page.locator(".option .verdict").count() <= 3
    journey.station("options", dark=True)


def researched_and_sorted(journey: Journey, trip: Trip) -> None:
    """Kyoto before anything is chosen; by command, by button and by keys."""
    page = journey.page
    journey.part("chat")
    page.locator("#text").press("/")
    page.locator('.command-row:has-text("/research")').first.wait_for()
    journey.station("commands", "chat")
    turn = journey.say("/research Kyoto")
    assert set(trip.findings.values_list("city", flat=True)) == {"Kyoto"}
    turn.get_by_text("Open", exact=True).click()
    journey.shown("research")
    liked, avoided = trip.findings.filter(kind="place")[:2]
    for row in (liked, avoided):
        page.click(f"#finding-{row.pk} summary")
    page.click(f"#keep-{liked.pk}")
    page.wait_for_selector(f'#keep-{liked.pk}[aria-pressed="true"]')
    page.click(f"#judge-{avoided.pk}")
    page.wait_for_selector(f"#finding-{avoided.pk}.is-dismissed")
    journey.station("research")

    journey.see("priorities")
    journey.press("Sort them for me")
    journey.answered("Sort the places in Kyoto")
    page.wait_for_selector('[data-tier="must"] .rank')
    ranked = trip.findings.exclude(state=Finding.State.DISMISSED)
    assert ranked.count() >= 30 and not ranked.filter(tier="").exists()
    row = ranked.filter(tier="should").first()
    page.locator(f"#rank-{row.pk} .handle").press("ArrowLeft")
    page.wait_for_selector(f'[data-tier="must"] #rank-{row.pk}')
    row.refresh_from_db()
    assert (row.tier, row.tier_by) == ("must", "traveller")
    journey.station("priorities")


def chosen(journey: Journey, trip: Trip) -> None:
    """Compared and chosen; what is not researched yet begins by itself."""
    page = journey.page
    journey.see("plan", "options")
    journey.press("Compare side by side")
    page.wait_for_selector(".compare")
    journey.station("compared")
    journey.press("Back to the options")
    page.click(".option-foot button[formaction]")
    page.wait_for_selector(".timeline")
    assert page.locator(".day").count() == 14
    journey.beside_done(1)
    assert set(trip.city_intel.values_list("city", flat=True)) == {"Tokyo", "Kyoto"}
    journey.station("plan", dark=True)


def changed(journey: Journey, trip: Trip) -> None:
    """One change is accepted, another refused."""
    page = journey.page
    third, fourth = visits(trip, 3), visits(trip, 4)
    turn = journey.say("swap day 3 and 4")
    page.wait_for_selector("#proposal")
    assert visits(trip, 3) == third
    journey.station("proposed", "chat")
    journey.press("See it in its day", "#turns")
    journey.press("Change the plan", "#proposal")
    page.wait_for_selector("#proposal", state="detached")
    stays = {title for title in third | fourth if title in turn.inner_text()}  # closed on the other day
    assert visits(trip, 3) - stays == fourth - stays and visits(trip, 4) - stays == third - stays
    number = trip.plan.number
    journey.say("less walking on day 5")
    page.wait_for_selector("#proposal")
    journey.station("proposal")
    journey.press("Leave it as it is", "#proposal")
    page.wait_for_selector("#proposal", state="detached")
    page.click('.day.shown figure.map >> text="Whole way"')
    page.wait_for_function("() => document.querySelectorAll('.coast path').length > 100")
    journey.station("map")
    assert visits(trip) and trip.plan.number == number


def kept(journey: Journey) -> None:
    """A guest who goes away for months makes an account."""
    page = journey.page
    workspace = page.url
    page.click('summary[aria-label="Guest"]')
    page.get_by_role("link", name="Keep my trips").click()
    page.fill("#id_username", "hana")
    page.fill("#id_password1", PASSWORD)
    page.fill("#id_password2", PASSWORD)
    journey.press("Keep my trips", "form.form")
    page.wait_for_url("**/trips/")
    journey.station("account", "")
    page.goto(workspace)


def on_the_way(journey: Journey, trip: Trip) -> None:
    """The morning of the third day in Tokyo, when it is still the second in Greenwich."""
    page = journey.page
    journey.at("2027-04-05T22:30")
    page.reload()
    journey.part("trip")
    assert page.locator(".days a:has-text('today')").inner_text().startswith("Tue 6 · today")
    page.click(".days a:has-text('today')")
    page.wait_for_selector(".day.shown .day-head:has-text('Tuesday 6 April')")
    turn = journey.say("what's on today?")
    assert "Tuesday 6 April" in turn.inner_text()
    journey.station("agenda-said", "chat")
    journey.see("agenda")
    assert page.locator(".ag-head:has(.today-mark)").inner_text().startswith("Tuesday 6 April 2027")
    journey.station("agenda", dark=True)


def told(journey: Journey, trip: Trip) -> None:
    """That evening: how it was, what it cost; what follows gets lighter."""
    page = journey.page
    journey.at("2027-04-06T11:00")
    before = visits(trip)
    turn = journey.say(TIRED)
    report = Feedback.objects.get(trip=trip)
    assert (report.date, report.energy, report.liked) == (dt.date(2027, 4, 6), "low", ["ramen"])
    assert "“I was exhausted after 3 pm”" in turn.inner_text()
    journey.station("feedback-said", "chat")
    journey.say("lunch 2400 yen, taxi 1800 yen")
    journey.see("feedback")
    journey.station("feedback")
    journey.press("Look at the difference")
    page.wait_for_selector("#proposal")
    journey.press("Change the plan", "#proposal")
    page.wait_for_selector("#proposal", state="detached")
    assert visits(trip) < before
    journey.see("spending")
    rows = Expense.objects.filter(trip=trip)
    assert {(row.amount, row.currency, row.category, row.city) for row in rows} == {
        (Decimal(2400), "JPY", "food", "Tokyo"),
        (Decimal(1800), "JPY", "transport", "Tokyo"),
    }
    spent = sum(row.amount_in_trip_currency for row in rows)
    assert f"${spent:.2f}" in page.locator(".sp-sum").inner_text()
    journey.station("spending", dark=True)


def told_again(journey: Journey, trip: Trip) -> None:
    """Two days later, by the forms."""
    page = journey.page
    journey.at("2027-04-08T10:00")
    page.reload()
    journey.see("feedback")
    journey.press("Say how a day was")
    page.fill("#id_feedback-text", "the gardens were wonderful, we loved the slow morning")
    journey.press("Save", "#dialog-body")
    page.wait_for_selector("#board >> text=the slow morning")
    journey.see("spending")
    journey.press("Note an expense")
    page.fill("#id_expense-what", "dinner at the izakaya")
    page.fill("#id_expense-amount", "9200")
    journey.press("Save", "#dialog-body")
    page.wait_for_selector("#board >> text=dinner at the izakaya")
    journey.station("second-day")
    assert Feedback.objects.filter(trip=trip).count() == 2
    assert Expense.objects.get(trip=trip, amount=9200).date == dt.date(2027, 4, 8)


def over(journey: Journey, trip: Trip) -> None:
    """The trip ends while its page is open: told once, in the conversation."""
    page = journey.page
    journey.at("2027-04-20T09:00")
    finishing.finish_due()
    job = journey.beside_done(2)
    assert Turn.objects.filter(trip=trip, command=finishing.LINE).count() == 1
    words = job.inner_text()
    assert "Looking back" in words and "ramen" in words and "What we remember" in words
    journey.station("looking-back", "chat")
    page.reload()
    journey.see("plan")
    page.wait_for_selector("#board >> text=This trip is over.")
    assert not page.locator("#board >> text=Undo the last change").count()
    journey.station("over")


def accepted(journey: Journey, trip: Trip) -> set[str]:
    """What was learnt waits on the page of what is remembered; all of it is accepted."""
    page = journey.page
    proposed = DocumentLine.objects.filter(document__owner=trip.owner, status="proposed")
    for words in ("ramen", "relaxed pace"):
        until(lambda words=words: proposed.filter(text__contains=words).exists(), lambda: list(proposed))
    assert not Note.objects.filter(owner=trip.owner, status="proposed").exists()
    texts = set(proposed.values_list("text", flat=True))
    journey.part("chat")
    page.locator(".turn.job").last.get_by_text("What we remember").click()
    page.wait_for_url("**/memory/**")
    journey.station("learnt", "")
    for _ in texts:
        page.locator("button:has-text('Accept')").first.click()
        page.wait_for_selector("#notices:has-text('Accepted')")
        page.reload()
    assert not page.locator("button:has-text('Accept')").count()
    return texts


def following(journey: Journey, trip: Trip, learnt: set[str]) -> None:
    """The next trip starts from it, and says so."""
    turn = journey.begin(NEXT)
    turn.locator(".mem").click()
    page = journey.page
    page.locator("#dialog-body li").first.wait_for()
    read = page.locator("#dialog-body").inner_text()
    page.keyboard.press("Escape")
    assert all(to_reader(text) in read for text in learnt), read
    said = turn.locator(".assumed").inner_text()
    assert "relaxed, as I remember it" in said and "ramen, as I remember it" in said
    journey.station("next", "chat")
    after = Trip.objects.exclude(pk=trip.pk).get()
    assert after.facts.pace == "relaxed"
