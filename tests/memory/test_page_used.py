"""What leads from an answer to what was remembered for it: the same live and fresh, in its own words."""

from __future__ import annotations

import html
import re

import httpx
import pytest
from django.test import Client
from django.urls import reverse

from agents.llm.offline import OfflineMind
from memory import documents, forgetting, notes
from memory.models import DocumentLine, NoteUse
from tests.agents.signed_in import cookies_of
from tests.agents.talking import clarify, say, send
from tests.scripted_mind import Say, ScriptedMind
from tests.serving import serving
from tests.sse_client import Reading
from trips.models import Option, Traveller

HTMX = {"HTTP_HX_REQUEST": "true"}
TRAINS = "Prefers Xanthippe trains."
TOLD = "You prefer Xanthippe trains."


def learn(owner: Traveller, text: str = TRAINS) -> DocumentLine:
    edit = documents.LineEdit("add", text)
    return documents.edit_lines(owner, "preferences", [edit], author="traveller", by="traveller")[0].line


def article_of(page: str, number: int) -> str:
    found = re.search(rf'<article id="turn-{number}".*?</article>', page, re.DOTALL)
    assert found, page[:500]
    return found[0]


@pytest.mark.django_db(transaction=True)
def test_the_link_is_the_same_live_replayed_and_fresh_in_the_answers_words(trip, traveller) -> None:
    learn(traveller)
    cookies = cookies_of(traveller)
    with serving() as address:
        stream = f"{address}/trips/{trip.uuid}/stream?after="
        with Reading(stream, cookies) as reading:
            send(trip, "What did I say about trains?")
            reading.until(lambda r: any('data-status="done"' in data for _, data in r.frames))
        live = next(data for _, data in reversed(reading.frames) if "turn-1" in data)
        with Reading(stream, cookies) as again:
            again.until(lambda r: any('data-status="done"' in data for _, data in r.frames))
        replayed = next(data for _, data in reversed(again.frames) if "turn-1" in data)
        fresh = httpx.get(f"{address}/trips/{trip.uuid}/", cookies=cookies).text
        assert article_of(live, 1) == article_of(replayed, 1) == article_of(fresh, 1)
        assert NoteUse.objects.filter(turn__trip=trip).exists()
        line = re.search(r'<a class="mem".*?</a>', article_of(fresh, 1), re.DOTALL)[0]
        assert "Remembered for this answer" in line
        assert re.sub("<[^>]+>", "", line) in trip.messages.get(turn__number=1, author="agent").text
        used = html.unescape(re.search(r'data-hx-get="([^"]+)"', line)[1])
        opened = httpx.get(f"{address}{used}", cookies=cookies, headers={"HX-Request": "true"}).text
    assert TOLD in opened and "<html" not in opened


@pytest.mark.django_db(transaction=True)
def test_what_changed_nothing_is_not_shown(trip, traveller, client) -> None:
    learn(traveller)
    say(trip, "I want to visit Boston for a long weekend", OfflineMind(0))
    assert NoteUse.objects.filter(turn__trip=trip).exists()
    client.force_login(traveller)
    assert "Remembered for" not in article_of(client.get(f"/trips/{trip.uuid}/").content.decode(), 1)


@pytest.mark.django_db(transaction=True)
def test_a_diet_from_before_that_the_summary_takes_over_is_shown(trip, traveller, client) -> None:
    learn(traveller, "I am vegetarian.")
    turn = say(trip, "Boston from Salem, 15-18 Feb 2027, 2 adults, mid-range, just plan it", OfflineMind(0))
    assert any("vegetarian" in sentence for sentence in turn.result["assumed"])
    client.force_login(traveller)
    assert "Remembered for" in article_of(client.get(f"/trips/{trip.uuid}/").content.decode(), 1)


@pytest.mark.django_db(transaction=True)
def test_what_was_learnt_on_this_trip_is_not_shown(trip, traveller, client) -> None:
    say(trip, "Boston from Salem, 15-18 Feb 2027, just plan it", OfflineMind(0))
    chosen = say(trip, "/select 1", OfflineMind(0))
    notes.write(
        owner=traveller, trip=trip, agent="planner", author="agent", turn=chosen, text="Boston is cold."
    )
    turn = say(trip, "less walking on day 2", OfflineMind(0))
    assert NoteUse.objects.filter(turn=turn, agent="planner").exists()
    client.force_login(traveller)
    assert "Remembered for" not in client.get(f"/trips/{trip.uuid}/").content.decode()


@pytest.mark.django_db(transaction=True)
def test_an_answer_that_used_nothing_has_no_such_link(trip, traveller, client) -> None:
    say(trip, "Boston", ScriptedMind({"orchestrator": [Say(clarify())]}))
    client.force_login(traveller)
    assert "remembered" not in article_of(client.get(f"/trips/{trip.uuid}/").content.decode(), 1)


@pytest.mark.django_db
def test_what_is_opened_says_where_it_came_from(told_trip, traveller, client) -> None:
    message, turn = told_trip.messages.get(position=1), told_trip.turns.get(number=2)
    note = notes.write(
        owner=traveller, trip=told_trip, agent="research", author="agent", turn=message.turn, message=message,
        quote="2 people", text="Two people travel.",
    ).note  # fmt: skip
    for agent in ("planner", "food"):
        NoteUse.objects.create(note=note, turn=turn, agent=agent, searched=agent == "food")
    NoteUse.objects.create(line=learn(traveller), turn=turn, agent="planner")
    client.force_login(traveller)
    address = reverse("remembered", args=[told_trip.uuid, 2])
    part = client.get(address, **HTMX).content.decode()
    assert f'href="/trips/{told_trip.uuid}/#turn-1">said here</a>' in part
    assert TOLD in part and part.count("<li>") == 2
    forgetting.forget(note, traveller)
    assert "Two people travel." not in client.get(address).content.decode()
    assert TOLD in client.get(address).content.decode()
    assert "not kept any more" in client.get(reverse("remembered", args=[told_trip.uuid, 1])).content.decode()


@pytest.mark.django_db
def test_only_the_owner_opens_it(told_trip, traveller, editor, stranger) -> None:
    NoteUse.objects.create(line=learn(traveller), turn=told_trip.turns.get(number=2), agent="planner")
    address = reverse("remembered", args=[told_trip.uuid, 2])
    for person in (editor, stranger, None):
        client = Client()
        if person:
            client.force_login(person)
        assert client.get(address).status_code == 404
        assert client.get(address, **HTMX).status_code == 404
    page = Client()
    page.force_login(editor)
    workspace = page.get(f"/trips/{told_trip.uuid}/").content.decode()
    assert 'class="split" data-tab' in workspace and "Xanthippe" not in workspace


@pytest.mark.django_db(transaction=True)
def test_the_next_prompt_has_what_the_traveller_corrected(trip, traveller, client) -> None:
    line = learn(traveller)
    client.force_login(traveller)
    mind = ScriptedMind({"orchestrator": [Say(clarify()), Say(clarify()), Say(clarify())]})
    say(trip, "Boston", mind)
    assert TRAINS in prompt(mind)
    form = {"deed": "correct", "text": "Prefers night ferries.", "version": 1}
    assert client.post(reverse("remembered_line", args=[line.pk]), form, **HTMX).status_code == 200
    say(trip, "And now?", mind)
    assert "Prefers night ferries." in prompt(mind) and TRAINS not in prompt(mind)
    newer = DocumentLine.objects.get(status="active")
    client.post(reverse("remembered_line", args=[newer.pk]), {"deed": "forget"})
    say(trip, "And then?", mind)
    assert "night ferries" not in prompt(mind)


def prompt(mind: ScriptedMind) -> str:
    """All that the last call was told."""
    return repr(mind.calls[-1])


@pytest.mark.django_db
def test_a_companions_note_names_the_companion_everywhere(told_trip, traveller, client) -> None:
    member = told_trip.members.create(name="Benedict", role="viewer")
    nameless = told_trip.members.create(name="", role="viewer")
    for one, text in ((member, "Eats no meat."), (nameless, "Walks slowly.")):
        note = notes.write(
            owner=traveller, trip=told_trip, member=one, agent="research", author="agent", text=text
        ).note
        NoteUse.objects.create(note=note, turn=told_trip.turns.get(number=2), agent="planner")
    client.force_login(traveller)
    page = client.get("/memory/").content.decode()
    assert 'About <b dir="auto">Benedict</b>' in page and 'About <b dir="auto">a companion</b>' in page
    used = client.get(reverse("remembered", args=[told_trip.uuid, 2]), **HTMX).content.decode()
    assert 'Benedict</span>: <span dir="auto">Eats no meat.' in used
    saved = client.get(reverse("download_memory")).json()["notes"]
    assert [(one["text"], one["member"]) for one in saved] == [
        ("Eats no meat.", "Benedict"), ("Walks slowly.", ""),
    ]  # fmt: skip


@pytest.mark.django_db
def test_the_file_names_the_option_a_note_was_written_for(told_trip, traveller, client) -> None:
    option = Option.objects.filter(trip=told_trip).first() or Option.objects.create(
        trip=told_trip, turn=told_trip.turns.get(number=2), position=2, plan_json={}, verdict_json={}
    )
    notes.write(owner=traveller, trip=told_trip, option=option, agent="planner", author="agent", text="Slow.")
    client.force_login(traveller)
    saved = client.get(reverse("download_memory")).json()["notes"]
    assert saved[0]["option"] == {"position": option.position, "state": option.state}
