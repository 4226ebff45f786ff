"""Staff's page of what runs, waits and failed: what it shows, what it never shows, stop and answer again."""

from __future__ import annotations

import datetime as dt
import re

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from agents import health, record, turns
from agents.models import ModelCall, TurnEvent
from agents.runtime.errors import SENTENCES
from agents.turns_at_work import span
from tests.admin.conftest import PASSWORD, client_of
from tests.agents.talking import kinds, send
from trips.models import Traveller, Trip, Turn
from trips.starting import start_trip

pytestmark = pytest.mark.django_db(transaction=True)

LIST = reverse("admin:trips_turn_changelist")
WORDS = "a surprise party in Lisbon for Philippa"


@pytest.fixture
def running(trip: Trip) -> Turn:
    turn = send(trip, WORDS)
    turns.claim(turn.pk)
    turn.refresh_from_db()
    return turn


@pytest.fixture
def waiting(running: Turn) -> Turn:
    return send(running.trip, f"And {WORDS}")


def failed(traveller: Traveller, sentence: str) -> Turn:
    turn = send(start_trip(traveller), WORDS)
    token = turns.claim(turn.pk)
    ModelCall.objects.create(
        turn=turn,
        mind="claude",
        agent="food",
        purpose="-",
        status="failed",
        stop_reason="overloaded",
        error=WORDS,
    )
    record.fail(turn.pk, token, sentence)
    turn.refresh_from_db()
    return turn


@pytest.fixture
def broken(traveller: Traveller) -> Turn:
    return failed(traveller, SENTENCES["overloaded"])


def staff_with(*rights: str) -> Client:
    person = Traveller.objects.create_user("-".join(("staff", *rights)), password=PASSWORD, is_staff=True)
    person.user_permissions.set(Permission.objects.filter(codename__in=rights))
    return client_of(person)


def act(client: Client, action: str, *rows: Turn):
    form = {"action": action, "_selected_action": [row.pk for row in rows]}
    return client.post(LIST, form, follow=True)


def shown(client: Client, work: str = "") -> set[int]:
    page = client.get(LIST, {"work": work} if work else {})
    assert page.status_code == 200
    return {row.pk for row in page.context["cl"].result_list}


# --- What it shows -----------------------------------------------------------------------------


def test_it_tells_what_runs_waits_and_failed(as_superuser, running, waiting, broken) -> None:
    assert shown(as_superuser, "running") == {running.pk}
    assert shown(as_superuser, "waiting") == {waiting.pk}
    assert shown(as_superuser, "failed") == {broken.pk}
    assert shown(as_superuser) == shown(as_superuser, "nonsense") == {running.pk, waiting.pk, broken.pk}
    page = as_superuser.get(LIST).text
    for words in (
        "waits behind another",
        "overloaded",
        ":".join(running.lease_owner.split(":")[:2]),
    ):
        assert words in page, words
    assert re.search(r"queued, \d+ s ago", page)


def test_no_word_of_a_conversation_is_on_it_nor_on_the_index(as_superuser, running, waiting, broken) -> None:
    TurnEvent.objects.filter(turn=running).update(kind="progress", data={"text": WORDS})
    Turn.objects.filter(pk=broken.pk).update(short_summary=WORDS, next_step=WORDS)
    for address in (LIST, f"{LIST}?work=failed", reverse("admin:index")):
        page = as_superuser.get(address).text
        assert "Lisbon" not in page and "Philippa" not in page


@pytest.mark.parametrize(
    ("sentence", "kind"),
    [
        (SENTENCES["connection"], "connection"),
        (SENTENCES["rate_limited"], "overloaded"),  # two kinds read alike: the call tells
        (turns.GAVE_UP, "worker lost"),
        (turns.WENT_WRONG, "our fault"),
        (turns.TOOK_TOO_LONG, "out of time"),
        ("Another sentence.", "other"),
    ],
)
def test_it_tells_why_one_failed(as_superuser, traveller, sentence: str, kind: str) -> None:
    failed(traveller, sentence)
    assert f'<td class="field-failure">{kind}</td>' in as_superuser.get(LIST).text


def test_a_silent_worker_is_told(as_superuser, running) -> None:
    Turn.objects.filter(pk=running.pk).update(lease_until=timezone.now() - dt.timedelta(seconds=60))
    page = as_superuser.get(LIST).text
    assert "running, worker silent" in page and "Messages wait too long." in page


def test_the_index_leads_there_with_numbers(as_superuser, running, waiting, broken) -> None:
    health.sign_off()
    page = as_superuser.get(reverse("admin:index")).text
    for words in (
        f'<a href="{LIST}?work=running"><b>1</b> running</a>',
        f'<a href="{LIST}?work=waiting"><b>1</b> waiting: ',
        f'<a href="{LIST}?work=failed"><b>1</b> failed within a day, ',
        "none: start one",
    ):
        assert words in page, words


def test_the_index_of_staff_who_may_not_see_turns_says_nothing_of_them(running) -> None:
    page = staff_with("view_trip").get(reverse("admin:index"))
    assert page.status_code == 200 and "at-work" not in page.text


@pytest.mark.parametrize(
    ("seconds", "words"), [(-3, "0 s"), (99, "99 s"), (600, "10 min"), (7200, "2 h"), (400_000, "5 days")]
)
def test_spans(seconds: float, words: str) -> None:
    assert span(seconds) == words


# --- Answer again ------------------------------------------------------------------------------


def test_failed_ones_are_answered_again_and_who_asked_is_kept(as_superuser, broken, traveller) -> None:
    other = failed(traveller, turns.GAVE_UP)
    page = act(as_superuser, "answer_again", broken, other)
    assert "2 turns answered again." in page.text
    for turn in (broken, other):
        again = turn.retries.get()
        assert again.status == Turn.Status.QUEUED and kinds(again) == ["queued"]
        assert turn.trip.messages.filter(author="traveller").count() == 1
    assert LogEntry.objects.filter(change_message__contains="answer it again").count() == 2
    assert shown(as_superuser, "failed") == set()
    act(as_superuser, "answer_again", broken)  # pressed twice: still one
    assert broken.retries.count() == 1


def test_others_are_left_alone(as_superuser, running, broken) -> None:
    page = act(as_superuser, "answer_again", running, broken)
    assert "1 turn answered again." in page.text and "1 left alone: they did not fail." in page.text
    assert not running.retries.exists()


# --- Stop --------------------------------------------------------------------------------------


def test_running_and_waiting_ones_are_stopped(as_superuser, running, waiting, broken) -> None:
    page = act(as_superuser, "stop", running, waiting, broken)
    assert "2 turns stopped." in page.text and "1 left alone: they had ended." in page.text
    for turn in (running, waiting):
        turn.refresh_from_db()
        assert turn.status == Turn.Status.STOPPED and kinds(turn)[-1] == "stopped"
    broken.refresh_from_db()
    assert broken.status == Turn.Status.FAILED
    assert LogEntry.objects.filter(change_message__contains="Stopped").count() == 2


# --- Who may -----------------------------------------------------------------------------------


@pytest.mark.parametrize("action", ["answer_again", "stop"])
def test_who_only_looks_cannot_act(running, broken, action: str) -> None:
    client = staff_with("view_turn")
    page = client.get(LIST)
    assert page.status_code == 200 and f'value="{action}"' not in page.text
    act(client, action, running, broken)
    running.refresh_from_db()
    assert running.status == Turn.Status.RUNNING and not broken.retries.exists()
    assert not LogEntry.objects.exists()


def test_who_may_change_turns_can(running, broken) -> None:
    client = staff_with("view_turn", "change_turn")
    assert 'value="stop"' in client.get(LIST).text
    act(client, "stop", running)
    act(client, "answer_again", broken)
    running.refresh_from_db()
    assert running.status == Turn.Status.STOPPED and broken.retries.count() == 1


@pytest.mark.parametrize("action", ["answer_again", "stop"])
def test_travellers_and_staff_without_rights_cannot_come_in(running, broken, traveller, action: str) -> None:
    for client, status in ((Client(), 302), (client_of(traveller), 302), (staff_with("view_trip"), 403)):
        assert client.get(LIST).status_code == status
        form = {"action": action, "_selected_action": [running.pk, broken.pk]}
        assert client.post(LIST, form).status_code == status
    running.refresh_from_db()
    assert running.status == Turn.Status.RUNNING and not broken.retries.exists()
