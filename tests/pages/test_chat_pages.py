"""Workspace, sending, stopping, trying again: by plain form and by htmx, for members and others."""

from __future__ import annotations

import re
import uuid

import pytest
from django.test import Client
from django.urls import reverse

from tests.browser import scenes
from tests.pages.reading import HTMX, SENTENCE, address, key_in
from trips.models import Member, Message, Traveller, Turn

pytestmark = pytest.mark.django_db


def test_it_is_the_members_page_and_nobody_elses(owner, stranger, trip):
    for name in ("workspace", "board"):
        assert owner.get(address(name, trip), follow=True).status_code == 200
        assert stranger.get(address(name, trip)).status_code == 404
        assert Client().get(address(name, trip)).status_code == 404
    for name, args in (("send", ()), ("stop_turn", (1,)), ("retry_turn", (1,)), ("reject_options", ())):
        assert stranger.post(address(name, trip, *args), {"text": "x", "reason": "x"}).status_code == 404
    assert not Message.objects.exists()


def test_a_viewer_reads_and_does_not_write(stranger, trip):
    Member.objects.create(trip=trip, traveller=Traveller.objects.get(username="eve"), role=Member.Role.VIEWER)
    page = stranger.get(address("workspace", trip)).content.decode()
    assert "You can read this trip" in page
    assert "<textarea" not in page
    assert stranger.post(address("send", trip), {"text": "x"}).status_code == 404
    assert not Message.objects.exists()


def test_it_is_never_kept_by_the_browser(owner, trip):
    assert "no-store" in owner.get(address("workspace", trip))["Cache-Control"]
    assert "no-store" in owner.get(address("board", trip), **HTMX)["Cache-Control"]


def test_it_streams_from_where_the_page_is(owner, traveller):
    trip = scenes.working(traveller)
    page = owner.get(address("workspace", trip)).content.decode()
    running = trip.turns.get(status=Turn.Status.RUNNING)
    waiting = trip.turns.get(status=Turn.Status.QUEUED)
    cursor = f"{running.number}:{running.last_seq},{waiting.number}:1"
    assert f'data-hx-sse:connect="/trips/{trip.uuid}/stream?after={cursor},r{trip.revision}"' in page
    assert page.count(f'id="turn-{running.number}"') == 1


def test_old_messages_are_one_click_away(owner, traveller):
    scene = scenes.Scene(traveller)
    for number in range(45):
        turn = scene.turn(f"message number {number}.")
        scene.run(turn)
        scene.end(turn)
    page = owner.get(address("workspace", scene.trip)).content.decode()
    assert "message number 44." in page
    assert "message number 3." not in page
    assert "message number 3." in owner.get(address("workspace", scene.trip) + "?all=1").content.decode()


# --- Sending -------------------------------------------------------------------------------------


def test_a_plain_form_is_answered_by_the_page(owner, trip):
    key = key_in(owner.get(address("workspace", trip)).content.decode())
    answer = owner.post(address("send", trip), {"text": "Hello", "client_key": key})
    assert (answer.status_code, answer["Location"]) == (302, address("workspace", trip))
    owner.post(address("send", trip), {"text": "Hello", "client_key": key})
    assert [message.text for message in trip.messages.all()] == ["Hello"]


def test_htmx_gets_a_new_key_and_nothing_of_the_turn(owner, trip):
    key = str(uuid.uuid4())
    answer = owner.post(address("send", trip), {"text": "Hello", "client_key": key}, **HTMX).content.decode()
    assert key_in(answer) != key
    assert "Hello" not in answer
    assert trip.turns.count() == 1


def test_words_of_a_button_win_over_the_field(owner, trip):
    owner.post(
        address("send", trip), {"text": "half a th", "say": "Yes, plan it.", "client_key": uuid.uuid4()}
    )
    assert trip.messages.get().text == "Yes, plan it."


@pytest.mark.parametrize("text", ["", "x" * 20_001], ids=["empty", "too long"])
def test_what_cannot_be_sent_is_told_and_kept(owner, trip, text):
    answer = owner.post(address("send", trip), {"text": text}, **HTMX)
    assert answer.status_code == 422
    assert 'id="text-error"' in answer.content.decode()
    plain = owner.post(address("send", trip), {"text": text})
    assert plain.status_code == 422
    assert text in plain.content.decode()
    assert not Message.objects.exists()


def test_a_queue_that_is_full_says_so(owner, trip):
    for number in range(4):
        owner.post(address("send", trip), {"text": f"message {number}"})
    answer = owner.post(address("send", trip), {"text": "one more"}, **HTMX)
    assert answer.status_code == 422
    assert "3 messages are waiting already" in answer.content.decode()
    assert trip.messages.count() == 4


def test_html_and_emoji_are_words(owner, trip):
    text = "<script>alert(1)</script> & 🗼 <b>bold</b>"
    owner.post(address("send", trip), {"text": text})
    page = owner.get(address("workspace", trip)).content.decode()
    assert "&lt;script&gt;alert(1)&lt;/script&gt; &amp; 🗼" in page
    assert "<script>alert" not in page


def test_reset_asks_first(owner, traveller):
    trip = scenes.asked(traveller)
    answer = owner.post(address("send", trip), {"text": " /reset "}, **HTMX)
    assert answer["HX-Redirect"] == address("reset_trip", trip)
    assert owner.post(address("send", trip), {"text": "/reset"})["Location"] == address("reset_trip", trip)
    assert "Start over?" in owner.get(address("reset_trip", trip)).content.decode()
    trip.refresh_from_db()
    assert trip.facts.destinations
    owner.post(address("reset_trip", trip))
    trip.refresh_from_db()
    assert not trip.facts.destinations
    assert trip.messages.count() == 2


# --- Stop and retry ------------------------------------------------------------------------------


def test_stop_ends_the_turn_and_keeps_what_was_said(owner, traveller):
    trip = scenes.working(traveller)
    running = trip.turns.get(status=Turn.Status.RUNNING)
    assert owner.post(address("stop_turn", trip, running.number), **HTMX).status_code == 204
    page = owner.get(address("workspace", trip)).content.decode()
    assert "Stopped. What was said so far is kept" in page
    assert "I have asked transport, stay and food" in page


def test_retry_is_a_new_turn_once(owner, traveller):
    trip = scenes.failed(traveller)
    for _ in range(2):
        assert owner.post(address("retry_turn", trip, 1), **HTMX).status_code == 200
    assert [turn.retry_of_id is None for turn in trip.turns.all()] == [True, False]
    refused = owner.post(address("retry_turn", trip, 2), **HTMX)
    assert refused.status_code == 409


# --- Who answers, and what no page may contain -----------------------------------------------------


def test_it_says_who_answers(owner, trip, settings):
    assert "<summary>Offline planner</summary>" in owner.get(address("workspace", trip)).content.decode()
    settings.ANTHROPIC_API_KEY = "a-key"
    assert "Offline planner" not in owner.get(address("workspace", trip)).content.decode()


def test_the_spending_cap_is_told(owner, trip, traveller, settings):
    from agents.models import ModelCall

    settings.ANTHROPIC_API_KEY = "a-key"
    ModelCall.objects.create(
        traveller=traveller, trip=trip, mind="claude", purpose="x", agent="x", cost="5.00"
    )
    page = owner.get(address("workspace", trip)).content.decode()
    assert "today's budget is used up" in page
    assert "No language model" in page


def test_the_switch_is_told(owner, trip, settings):
    from agents.models import Switchboard

    settings.ANTHROPIC_API_KEY = "a-key"
    Switchboard.objects.create(models_on=False)
    assert "No language model answers at the moment" in owner.get(address("workspace", trip)).content.decode()


def test_no_page_has_anything_inline(owner, traveller):
    """What the content security policy would block: styles, scripts and handlers in the markup."""
    trips = [scenes.confirming(traveller), scenes.working(traveller), scenes.planned(traveller)]
    pages = [
        "/",
        reverse("reset_trip", args=[trips[0].uuid]),
        *(address("workspace", trip) for trip in trips),
    ]
    for path in pages:
        answer = owner.get(path)
        html = answer.content.decode()
        assert not re.search(r"<[^>]+\sstyle=", html), path
        assert not re.search(r"<[^>]+\son[a-z]+=", html), path
        assert "<style" not in html, path
        assert not re.search(r"<script(?![^>]*\ssrc=)", html), path
        waits = r'xmlns="[^"]+"|<a [^>]+>|data-(tiles|about|directions)="[^"]+"'  # for a click
        loaded = re.sub(waits, "", html)
        assert "http://" not in loaded and "https://" not in loaded, path
        assert "default-src 'none'" in answer["Content-Security-Policy"]


def test_missing_forbidden_and_broken_have_pages(client):
    lost = client.get("/nowhere")
    assert lost.status_code == 404
    assert "This way leads nowhere" in lost.content.decode()
    strict = Client(enforce_csrf_checks=True)
    refused = strict.post("/start", {"text": SENTENCE})
    assert refused.status_code == 403
    assert "Please send it again" in refused.content.decode()
    from django.views.defaults import permission_denied, server_error

    request = lost.wsgi_request
    assert "A fault on our side" in server_error(request).content.decode()
    assert "This is not yours to do" in permission_denied(request, Exception()).content.decode()


@pytest.mark.parametrize(
    "where",
    ["/start", "/account/sign-out", "send", "options/reject", "turns/1/stop", "turns/1/retry"],
)
def test_a_refused_form_that_is_loaded_again_is_told_so_on_a_page(owner, trip, where):
    """What the address bar asks for after a refused form is the form's own address."""
    path = where if where.startswith("/") else f"/trips/{trip.uuid}/{where}"
    answer = owner.get(path)
    assert answer.status_code == 405
    assert answer["Allow"] == "POST"
    assert "Not this way" in answer.content.decode()
    assert 'href="/"' in answer.content.decode()
