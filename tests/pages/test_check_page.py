"""The page "Check a plan": pasted or uploaded, with and without htmx, bounded, and nothing stored."""

from __future__ import annotations

import datetime as dt
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.template.loader import render_to_string
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from agents.llm.base import ModelError
from agents.models import ModelCall
from tests.pages.reading import HTMX
from tests.scripted_mind import Fail, Say, ScriptedMind
from trips import limits
from trips.catalogue.gazetteer import default_gazetteer
from trips.models import Traveller, Trip
from trips.reading.itinerary import checked
from trips.reading.itinerary.forms import MOST_BYTES
from trips.reading.itinerary.mended import Mended

pytestmark = pytest.mark.django_db
PLANS = Path(__file__).resolve().parents[1] / "trips" / "reading" / "itineraries"
LISBON = (PLANS / "lisbon_chat.txt").read_text("utf-8")


@pytest.fixture
def page() -> str:
    return reverse("check_plan")


def posted(client: Client, text: str, **how) -> str:
    return client.post(reverse("check_plan"), {"text": text}, **how).content.decode()


def test_a_form_without_script_gets_the_whole_page(client, page):
    assert "Does your plan hold?" in client.get(page).content.decode()
    answer = posted(client, LISBON)
    assert "<h1>Does your plan hold?</h1>" in answer and "2 things do not hold" in answer
    assert "Carmo Convent" in answer and "is closed on Sundays" in answer
    assert "12:10" in answer  # the field keeps what was pasted


def test_beside_what_does_not_hold_stands_the_plan_mended(client):
    answer = posted(client, LISBON, **HTMX)
    saturday, sunday = (answer.partition(f"{day} April 2027")[2] for day in ("Saturday 10", "Sunday 11"))
    moved = saturday.partition("</ol>")[0].partition("Carmo Convent")
    assert moved[1] and "From Sunday 11 April." in moved[2] and "Moved to Saturday 10 April." in sunday
    assert "Until 11:30." in answer and "What would mend it" not in answer
    copied = answer.partition("<pre>")[2].partition("</pre>")[0]
    assert " Carmo Convent" in copied and "still" not in posted(client, copied, **HTMX)
    assert "2 things do not hold" not in posted(client, copied, **HTMX)


def test_what_nobody_knows_how_to_mend_has_no_row_beside_it():
    text = "Lisbon\nSat 10 April 2027: 9:00 land LIS, 10:00 Jerónimos"
    result = checked(text, default_gazetteer(), dt.date(2026, 11, 27))
    said = result.days[0].lines[1].said
    for repair, rows in ((said[0].repair, 1), ("", 0)):
        said[:] = [replace(said[0], repair=repair)]
        told = {"result": result, "mended": Mended(result, result)}
        answer = render_to_string("agents/_checked.html", told)
        assert "1 thing does not hold" in answer and answer.count('<div class="now">') == rows


def test_htmx_gets_the_verdict_alone(client):
    answer = posted(client, LISBON, **HTMX)
    assert (
        answer.lstrip().startswith("<section") and "<html" not in answer and "2 things do not hold" in answer
    )


@pytest.mark.parametrize("name", ["japan.ics", "barcelona_export.csv"])
def test_a_file_is_read(client, page, name):
    file = SimpleUploadedFile(name, (PLANS / name).read_bytes())
    answer = client.post(page, {"text": "", "file": file}).content.decode()
    assert "to look at" in answer or "not hold" in answer


def test_what_could_not_be_read_is_said_in_its_own_words(client):
    answer = posted(client, LISBON + "\nblorp the wibble with a zorp\n")
    assert "Could not be read" in answer and "blorp the wibble with a zorp" in answer


def test_nothing_is_stored(client, page):
    client.get(page)
    with CaptureQueriesContext(connection) as asked:
        posted(client, LISBON)
    written = [one["sql"] for one in asked if one["sql"].lstrip().split(" ", 1)[0] in ("INSERT", "UPDATE")]
    assert [sql for sql in written if "trips_tally" not in sql] == []
    assert not Trip.objects.exists() and not Traveller.objects.exists()


@pytest.mark.parametrize(
    ("text", "status", "said"),
    [
        ("", 422, "Paste a plan"),
        ("x" * (MOST_BYTES + 1), 422, "kB"),
        ("[" * 50 + "]" * 50, 422, "levels deep"),
        ('{"plan": {"days": 3}}', 422, "plan file"),
        ("BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:nonsense\nSUMMARY:x\nEND:VEVENT", 422, "broken"),
        ("Hello, how are you?", 200, "No day of a plan"),
    ],
)
def test_what_is_no_plan_is_said(client, page, text, status, said):
    answer = client.post(page, {"text": text})
    assert (answer.status_code, said in answer.content.decode()) == (status, True)


def test_a_binary_file_and_one_too_large(client, page):
    for content, said in (
        (b"\xff\xfe\x00\x01", "is no text"),
        (b"x" * (MOST_BYTES + 1), "More than" or "kB"),
    ):
        answer = client.post(page, {"file": SimpleUploadedFile("a.bin", content)})
        assert answer.status_code == 422 and ("no text" in answer.text or "kB" in answer.text), said


def test_an_event_that_repeats_is_not_followed(client):
    plan = (
        (PLANS / "japan.ics")
        .read_text("utf-8")
        .replace("SUMMARY:Senso-ji", "RRULE:FREQ=SECONDLY\nSUMMARY:Senso-ji")
    )
    assert "Senso-ji: it repeats" in posted(client, plan)


def test_the_form_needs_its_token(page):
    assert Client(enforce_csrf_checks=True).post(page, {"text": LISBON}).status_code == 403


def test_too_often(client, page, settings):
    settings.RATE_LIMITS, settings.MESSAGES_A_MINUTE = True, 1
    limits.forget_this_process()
    answers = [client.post(page, {"text": "Hello"}) for _ in range(limits.PEOPLE_AN_ADDRESS + 1)]
    limits.forget_this_process()
    assert answers[-1].status_code == 429 and "Nothing was checked" in answers[-1].content.decode()


def test_markup_in_a_plan_stays_words(client):
    answer = posted(client, LISBON + "\n12:30 <script>alert(1)</script> & more\n")
    assert "<script>alert" not in answer and "&lt;script&gt;" in answer


# --- with a model -----------------------------------------------------------------------------------

READ = {
    "days": [
        {
            "date": "2027-04-11",
            "city": "Lisbon",
            "items": [{"kind": "visit", "name": "Carmo Convent", "start": "15:00"}],
        }
    ]
}
SAID = "On the eleventh (Sunday) we see Carmo Convent in Lisbon at three"


@contextmanager
def answering(monkeypatch, settings, *answers):
    settings.ANTHROPIC_API_KEY = "sk-test"
    mind = ScriptedMind({"itinerary": list(answers)})
    monkeypatch.setattr("agents.llm.select.new_mind", lambda: mind)
    yield mind


@pytest.mark.django_db(transaction=True)
def test_a_model_reads_for_whoever_is_signed_in(client, traveller, monkeypatch, settings):
    client.force_login(traveller)
    with answering(monkeypatch, settings, Say(READ)) as mind:
        answer = posted(client, SAID)
    assert "1 thing does not hold" in answer and "Carmo Convent" in answer
    (call,) = ModelCall.objects.all()
    assert (call.traveller, call.trip, call.agent, call.request_body) == (traveller, None, "itinerary", "")
    assert call.cost > 0 and len(mind.calls) == 1


@pytest.mark.django_db(transaction=True)
def test_a_guest_gets_rules(client, monkeypatch, settings):
    client.force_login(Traveller.objects.create_guest())
    with answering(monkeypatch, settings) as mind:
        assert "2 things do not hold" in posted(client, LISBON)
    assert mind.calls == [] and not ModelCall.objects.exists()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    "broken",
    [Fail(ModelError("bad_request", permanent=True)), Say({"days": [{"items": [{"name": "Eiffel Tower"}]}]})],
)
def test_where_a_model_fails_or_invents_rules_read(client, traveller, monkeypatch, settings, broken):
    client.force_login(traveller)
    with answering(monkeypatch, settings, broken, broken, broken):
        answer = posted(client, LISBON)
    assert "2 things do not hold" in answer and "Eiffel" not in answer


@pytest.mark.django_db(transaction=True)
def test_at_the_cap_rules_read(client, traveller, monkeypatch, settings):
    client.force_login(traveller)
    settings.CAP_TRAVELLER = 0
    with answering(monkeypatch, settings) as mind:
        assert "2 things do not hold" in posted(client, LISBON)
    assert mind.calls == []
