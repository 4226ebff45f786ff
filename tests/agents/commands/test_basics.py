"""A command line is a message: answered by code, the same by button, by words and in the terminal."""

from __future__ import annotations

import datetime as dt

import pytest
from django.urls import reverse

from agents import commands
from config import clock
from memory import notes
from memory.brief import brief_for
from memory.documents import LineEdit, edit_lines
from memory.models import Note
from memory.text import TRAVELLERS_WORDS
from tests.agents.talking import said, words_of
from trips.models import Message, Traveller
from trips.starting import start_trip

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("/help", ("help", "")),
        ("  /Research   Kyoto ", ("research", "Kyoto")),
        ("/plan swap day 2\nand 3", ("plan", "swap day 2 and 3")),
        ("/", None),
        ("1/2 of us are vegan", None),
        ("https://example.org/x", None),
        ("/2027", None),
    ],
)
def test_what_is_a_command_line(text: str, line) -> None:
    found = commands.parse(text)
    assert (found and (found.name, found.argument)) == line


def test_help_names_every_command_and_those_last_that_cannot_be_done_yet(empty) -> None:
    told = words_of(said(empty, "/help"))
    assert all(f"`/{one.name}" in told for one in commands.commands())
    assert "`/check`" in told.partition("Later")[0] and "`/options`" in told.partition("Later")[2]


def test_an_unknown_command_changes_nothing_and_leads_to_help(empty) -> None:
    told = words_of(said(empty, "/frobnicate the trip"))
    assert "no command /frobnicate" in told and "/help" in told
    assert not empty.facts.destinations


def test_too_early_says_what_is_missing(empty) -> None:
    assert "no options yet" in words_of(said(empty, "/select 1"))
    assert "no options yet" in words_of(said(empty, "/options"))


def test_status_tells_what_is_known_and_what_comes_next(offered) -> None:
    told = words_of(said(offered, "/status"))
    assert "Paris" in told and "On offer" in told and "choose one" in told


def test_select_by_command_is_choosing(offered) -> None:
    said(offered, "/select 2")
    assert offered.plan.option.position == 2
    assert "On offer" in words_of(said(offered, "/select 9"))
    assert offered.plan.option.position == 2


def test_a_button_sends_the_same_line_once(offered, client, settings) -> None:
    settings.BACKGROUND = "off"
    client.force_login(offered.owner)
    address = reverse("command", args=[offered.uuid])
    page = {"client_key": "0b8c8a5e-51b4-4d0e-8d4c-f4d37f0d6a01"}
    for line in ("/status", "/status", "/help"):
        client.post(address, {**page, "line": line})
    sent = offered.messages.filter(author=Message.Author.TRAVELLER).order_by("position")
    assert list(sent.values_list("text", flat=True))[1:] == ["/status", "/help"]
    refused = client.post(address, {**page, "line": "status"}, headers={"HX-Request": "true"})
    assert refused.status_code == 422 and "begins with a slash" in refused.text


# --- Remember and forget ------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words", ["/remember I always want a quiet room", "Please remember that I always want a quiet room"]
)
def test_remember_keeps_the_travellers_own_words_pinned(empty, words) -> None:
    turn = said(empty, words)
    note = Note.objects.get(owner=empty.owner, pinned=True)
    assert "I always want a quiet room" in note.text and note.message.turn == turn
    assert turn.result["links"]


@pytest.mark.parametrize(
    ("words", "valid_to", "told"),
    [
        ("I can't drink alcohol until 31 March 2027", dt.date(2027, 3, 31), "keep that until 31 March 2027"),
        ("I am allergic to nuts, we stay until 31 March 2027", None, "and those that follow"),
    ],
)
def test_remember_keeps_the_end_that_the_words_say(empty, words, valid_to, told) -> None:
    turn = said(empty, f"/remember {words}")
    note = Note.objects.get(owner=empty.owner, pinned=True)
    assert (note.valid_to, note.trip, note.status) == (valid_to, None, "active")
    assert told in words_of(turn)


def test_remember_keeps_what_is_for_this_trip_only_with_the_trip(empty) -> None:
    turn = said(empty, "/remember On this trip I want no museums")
    note = Note.objects.get(owner=empty.owner, pinned=True)
    assert (note.trip, note.agent, note.status) == (empty, "", "active")
    assert "for this trip:" in words_of(turn)
    assert "no museums" in brief_for(empty, "planner").text
    assert "no museums" not in brief_for(start_trip(empty.owner), "planner").text


def test_forget_by_command_and_in_words(empty) -> None:
    said(empty, "/remember I always want a quiet room")
    assert "nothing that says" in words_of(said(empty, "/forget that I like opera"))
    told = words_of(said(empty, "forget that I want a quiet room"))
    assert "Forgotten" in told
    assert Note.objects.get(owner=empty.owner, pinned=True).status == Note.Status.FORGOTTEN


def test_nothing_to_remember_asks_for_the_words(empty) -> None:
    assert "after the command" in words_of(said(empty, "/remember"))
    assert not Note.objects.exists()


def test_remembering_that_is_switched_off_is_said(empty) -> None:
    Traveller.objects.filter(pk=empty.owner.pk).update(remember=False)
    turn = said(empty, "/remember I always want a quiet room")
    assert any("switched off" in note for note in turn.result["notes"])
    assert not Note.objects.exists()


@pytest.mark.parametrize(
    "sentence",
    [
        "I like " + "long strolls beside quiet canals, " * 8 + "and boats",
        "We would rather stay where " + "nobodyspeaksofanythingbutcheese " * 7,
    ],
)
def test_memory_ends_a_long_sentence_at_a_word_and_closes_what_was_said(empty, sentence: str) -> None:
    edit = LineEdit("add", f"{TRAVELLERS_WORDS}{sentence}", quote=sentence)
    edit_lines(empty.owner, "preferences", [edit], author="traveller", by="traveller")
    told = words_of(said(empty, "/memory"))
    (line,) = [one for one in told.splitlines() if one.startswith("- ")]
    cut = line.removeprefix("- You ").removesuffix(" …")
    assert len(line) < len(sentence) and sentence.partition(" ")[2].startswith(f"{cut} ")


@pytest.mark.parametrize("pinned", [True, False])
def test_memory_tells_nothing_whose_days_are_over(empty, pinned: bool) -> None:
    today = clock.today()
    for text, ends in (("No museums this time.", -1), ("No fish until the holiday.", 0), ("No boats.", None)):
        until = None if ends is None else today + dt.timedelta(days=ends)
        notes.write(
            owner=empty.owner, trip=empty, text=text, author="staff", pinned=pinned, valid_to=until
        )  # fmt: skip
    told = words_of(said(empty, "/memory"))
    assert "No fish" in told and "No boats" in told and "And 1 more." in told
    assert "No museums" not in told
    Note.objects.update(valid_to=today - dt.timedelta(days=1))
    assert "days that are over" in words_of(said(empty, "/memory"))


def test_a_short_sentence_stands_whole_in_memory(empty) -> None:
    edit = LineEdit("add", f"{TRAVELLERS_WORDS}We love trains.", quote="We love trains.")
    edit_lines(empty.owner, "preferences", [edit], author="traveller", by="traveller")
    assert "- You love trains.\n" in words_of(said(empty, "/memory"))
