"""Front page, workspace, sending, stopping, choosing: by plain form and by htmx, for members and others."""

from __future__ import annotations

import re
import uuid

import pytest
from django.test import Client
from django.urls import reverse

from tests.browser import scenes
from trips.models import Member, Message, Option, Traveller, Trip, Turn

pytestmark = pytest.mark.django_db

HTMX = {"HTTP_HX_REQUEST": "true"}
SENTENCE = "I want to visit Boston for a long weekend"


@pytest.fixture(autouse=True)
def nobody_works(settings):
    """Messages stay queued: these tests look at pages, not at answers."""
    settings.BACKGROUND = "worker"
    from django.core.cache import cache

    cache.clear()


@pytest.fixture
def owner(client, traveller):
    client.force_login(traveller)
    return client


@pytest.fixture
def stranger(db):
    someone = Traveller.objects.create_user("eve", password="a-long-enough-word")
    client = Client()
    client.force_login(someone)
    return client


def key_in(html: str) -> str:
    return re.search(r'name="client_key" value="([0-9a-f-]{36})"', html)[1]


def address(name: str, trip: Trip, *args) -> str:
    return reverse(name, args=[trip.uuid, *args])


# --- Front ---------------------------------------------------------------------------------------


def test_it_asks_one_thing_and_makes_no_guest_for_looking(client):
    page = client.get("/").content.decode()
    assert page.count("<textarea") == 1
    assert page.count('class="chip"') == 3
    assert reverse("sign_in") in page
    assert not Traveller.objects.exists()
    assert "sessionid" not in client.cookies


def test_a_sentence_makes_a_guest_a_trip_and_a_turn(client):
    page = client.get("/").content.decode()
    answer = client.post("/start", {"text": SENTENCE, "client_key": key_in(page)})
    trip = Trip.objects.get()
    assert answer.status_code == 302
    assert answer["Location"] == address("workspace", trip)
    assert trip.owner.is_guest
    assert trip.turns.get().status == Turn.Status.QUEUED
    assert SENTENCE in client.get(answer["Location"]).content.decode()


def test_an_example_is_a_sentence_too(client):
    client.post("/start", {"text": "", "say": "Somewhere warm in March", "client_key": uuid.uuid4()})
    assert Message.objects.get().text == "Somewhere warm in March"


def test_the_same_form_sent_twice_is_one_trip_and_one_guest(client):
    key = key_in(client.get("/").content.decode())
    token = client.cookies["csrftoken"].value
    first = client.post("/start", {"text": SENTENCE, "client_key": key})
    again = Client()  # the second click left before the first one's answer was there
    again.cookies["csrftoken"] = token
    second = again.post("/start", {"text": SENTENCE, "client_key": key})
    assert first["Location"] == second["Location"]
    assert Trip.objects.count() == Traveller.objects.count() == Message.objects.count() == 1
    assert again.get(second["Location"]).status_code == 200


def test_a_key_from_another_browser_opens_nothing(client):
    key = key_in(client.get("/").content.decode())
    client.post("/start", {"text": SENTENCE, "client_key": key})
    other = Client()
    other.get("/")
    other.post("/start", {"text": "Paris", "client_key": key})
    assert Trip.objects.count() == 2


@pytest.mark.parametrize("text", ["", "   ", "\n\n"])
def test_an_empty_sentence_is_told_and_makes_nobody(client, text):
    answer = client.post("/start", {"text": text})
    assert answer.status_code == 422
    assert "Write something first." in answer.content.decode()
    assert not Traveller.objects.exists()


def test_too_many_guests_of_one_address_are_told_and_not_made(client, settings):
    settings.GUESTS_AN_HOUR = 2
    for _ in range(2):
        Client().post("/start", {"text": SENTENCE})
    answer = client.post("/start", {"text": SENTENCE})
    assert answer.status_code == 429
    assert "Many conversations" in answer.content.decode()
    assert SENTENCE in answer.content.decode()
    assert Traveller.objects.count() == Trip.objects.count() == 2


def test_who_is_signed_in_is_no_guest_and_finds_the_trips(owner, traveller, trip):
    page = owner.get("/").content.decode()
    assert address("workspace", trip) in page
    owner.post("/start", {"text": SENTENCE})
    assert Trip.objects.owned_by(traveller).count() == 2


# --- Workspace -----------------------------------------------------------------------------------


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
    assert f'data-hx-sse:connect="/trips/{trip.uuid}/stream?after={cursor}"' in page
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


# --- Choosing ------------------------------------------------------------------------------------


def test_choosing_shows_the_plan_and_keeps_the_others(owner, stranger, traveller):
    trip = scenes.offered(traveller)
    option = trip.options.get(position=2)
    assert stranger.post(address("select_option", trip, option.pk)).status_code == 404
    board = owner.post(address("select_option", trip, option.pk), **HTMX).content.decode()
    assert 'data-view="plan"' in board
    assert option.plan.title in board
    assert "The other options" in board
    trip.refresh_from_db()
    assert trip.plan.option == option
    other = trip.options.get(position=1)
    answer = owner.post(address("select_option", trip, other.pk))
    assert answer["Location"] == f"{address('workspace', trip)}?tab=trip"


def test_an_option_that_failed_its_checks_is_not_chosen(owner, traveller):
    trip = scenes.offered(traveller, spoil=(0,))
    failed = trip.options.get(state=Option.State.FAILED)
    answer = owner.post(address("select_option", trip, failed.pk), **HTMX)
    assert answer.status_code == 409
    assert "cannot be chosen" in answer.content.decode()
    trip.refresh_from_db()
    assert trip.plan is None


def test_a_last_resort_is_taken_anyway(owner, traveller):
    trip = scenes.offered(traveller, spoil=(0, 1, 2), last_resort=True)
    board = owner.get(address("board", trip), **HTMX).content.decode()
    assert "Take it anyway" in board
    assert "is closed when you would be there" in board
    owner.post(address("select_option", trip, trip.options.get(state=Option.State.LAST_RESORT).pk))
    trip.refresh_from_db()
    assert trip.plan is not None


def test_turning_all_down_needs_a_reason_and_says_it_in_the_conversation(owner, traveller):
    trip = scenes.offered(traveller)
    assert owner.post(address("reject_options", trip), {"reason": " "}, **HTMX).status_code == 422
    before = trip.messages.count()
    key = str(uuid.uuid4())
    for _ in range(2):
        owner.post(address("reject_options", trip), {"reason": "too far on foot", "client_key": key}, **HTMX)
    assert [m.text for m in trip.messages.all()[before:]] == ["None of these. too far on foot"]


# --- Board views ---------------------------------------------------------------------------------


def test_each_view_is_a_part_for_htmx_and_a_page_without(owner, traveller):
    trip = scenes.offered(traveller)
    option = trip.options.first()
    views = {
        "view=compare": "Side by side",
        f"view=option&option={option.pk}": "What it costs",
        f"view=checks&option={option.pk}": "Checked by code against our data",
    }
    for query, words in views.items():
        part = owner.get(f"{address('board', trip)}?{query}", **HTMX).content.decode()
        assert words in part
        assert "<html" not in part
        page = owner.get(f"{address('board', trip)}?{query}", follow=True).content.decode()
        assert words in page
        assert "<html" in page


def test_a_view_of_what_is_not_there_shows_what_is(owner, traveller):
    trip = scenes.asked(traveller)
    for query in ("view=plan", "view=option&option=999", "view=checks&option=x", "view=nonsense"):
        assert 'data-view="facts"' in owner.get(f"{address('board', trip)}?{query}", **HTMX).content.decode()


def test_a_part_of_the_board_also_brings_the_name_of_the_trip(owner, traveller):
    trip = scenes.planned(traveller)
    part = owner.get(address("board", trip), **HTMX).content.decode()
    assert '<hx-partial data-hx-target="#trip-name"' in part
    assert "15–18 Feb 2027" in part


def test_a_plan_whose_facts_changed_is_checked_again(owner, traveller):
    trip = scenes.stale(traveller)
    board = owner.get(address("board", trip), **HTMX).content.decode()
    assert "The facts have changed since you chose this plan" in board
    assert "1 failed" in board  # two adults are planned, four go


# --- Who answers, and what no page may contain -----------------------------------------------------


def test_it_says_who_answers(owner, trip, settings):
    assert "Offline planner" in owner.get(address("workspace", trip)).content.decode()
    settings.ANTHROPIC_API_KEY = "a-key"
    assert "Offline planner" not in owner.get(address("workspace", trip)).content.decode()


def test_the_spending_cap_is_told(owner, trip, traveller, settings):
    from agents.models import ModelCall

    settings.ANTHROPIC_API_KEY = "a-key"
    ModelCall.objects.create(
        traveller=traveller, trip=trip, mind="claude", purpose="x", agent="x", cost="5.00"
    )
    page = owner.get(address("workspace", trip)).content.decode()
    assert "budget for model calls is used up" in page
    assert "Offline planner" in page


def test_the_switch_is_told(owner, trip, settings):
    from agents.models import Switchboard

    settings.ANTHROPIC_API_KEY = "a-key"
    Switchboard.objects.create(models_on=False)
    assert "switched off" in owner.get(address("workspace", trip)).content.decode()


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
        assert "http://" not in re.sub(r'xmlns="[^"]+"', "", html) and "https://" not in html, path
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


def test_a_board_read_again_keeps_the_view_until_there_is_something_new(owner, traveller):
    trip = scenes.offered(traveller)
    board = owner.get(address("board", trip), **HTMX).content.decode()
    mark = re.search(r'data-mark="([0-9-]+)"', board)[1]
    compare = f"{address('board', trip)}?view=compare&mark={mark}"
    assert 'data-view="compare"' in owner.get(compare, **HTMX).content.decode()
    owner.post(address("select_option", trip, trip.options.get(position=1).pk))
    assert 'data-view="plan"' in owner.get(compare, **HTMX).content.decode()
