"""How long a note holds and whom it is about: said, marked by an answer, judged by code, shown."""

from __future__ import annotations

import datetime as dt

import pytest

from agents import afterwork
from config import clock
from memory import asking, bounds, extraction, extraction_offline
from memory.answer_lines import candidates
from memory.brief import brief_for
from memory.models import DocumentLine, Extraction, Note
from memory.visibility import readable
from tests.agents.talking import BOSTON, say
from tests.memory.extracting import learnt, row_of, turn_of
from trips import fact_log
from trips.models import FactChange, Member, Trip
from trips.schemas import Change

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
]
ON = dt.date(2026, 11, 22)


@pytest.fixture
def mia(trip: Trip) -> Member:
    return trip.members.create(name="Mia Quux", age=7)


def in_march() -> dt.date:
    """The last day of the next March."""
    today = clock.today()
    return dt.date(today.year + (today.month > 3), 3, 31)


# --- Read ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "first", "last"),
    [
        ("Until the end of March I can't drink.", None, dt.date(2027, 3, 31)),
        ("I can't drink until March.", None, dt.date(2027, 3, 31)),
        ("I can't walk far till 5 March", None, dt.date(2027, 3, 5)),
        ("I can't walk far through March 5th, 2028", None, dt.date(2028, 3, 5)),
        ("no alcohol until 2027-02-28", None, dt.date(2027, 2, 28)),
        ("no alcohol until the end of the year", None, dt.date(2026, 12, 31)),
        ("no alcohol until the end of next month", None, dt.date(2026, 12, 31)),
        ("no alcohol until the middle of May", None, dt.date(2027, 5, 15)),
        ("vegan from 1 January to see how it goes", dt.date(2027, 1, 1), None),
        ("vegan since March", dt.date(2026, 3, 1), None),
        ("no dairy from 3 May until 9 May", dt.date(2027, 5, 3), dt.date(2027, 5, 9)),
        ("no alcohol until 31 February", None, None),
        ("no alcohol until we feel better", None, None),
        ("I drink nothing but tea", None, None),
    ],
)
def test_words_say_how_long(words: str, first, last) -> None:
    told = bounds.said(words, ON)
    assert (told.first, told.last, told.this_trip) == (first, last, False)


@pytest.mark.parametrize(
    ("sentence", "ends"),
    [
        ("On this trip we want no museums.", True),
        ("I am pregnant and can't drink until the end of March.", True),
        ("We stay until 5 March and I never eat meat.", False),
        ("I am with my parents until March 5.", False),
        ("We love this trip idea.", False),
    ],
)
def test_only_a_need_or_a_wish_ends(sentence: str, ends: bool) -> None:
    assert bounds.bound(sentence, ON).ends is ends


def test_marks_stand_before_the_sentence_in_any_order() -> None:
    (one,) = candidates(
        "- [until 31 March 2027] [pinned] [about Mia] [from 2027-03-01] [shared] No nuts. | “no nuts”"
    )
    assert (one.text, one.quote, one.pinned, one.shared) == ("No nuts.", "no nuts", True, True)
    assert (one.starts, one.until, one.about) == ("2027-03-01", "31 March 2027", "Mia")


# --- Judged --------------------------------------------------------------------------------------


def test_a_model_marks_the_end_that_was_said(trip: Trip) -> None:
    turn = turn_of(trip, "By the way, until the end of March I can't drink alcohol.")
    end = in_march()
    (told,) = learnt(
        turn, f"- [pinned] [until {end:%-d %B %Y}] Cannot drink alcohol. | “I can't drink alcohol”"
    )
    note = Note.objects.get()
    assert (told["outcome"], told["reason"], note.status) == ("added", "", "active")
    assert (note.valid_from, note.valid_to, note.pinned) == (None, end, True)


@pytest.mark.parametrize(
    ("mark", "why"),
    [
        ("until 30 April 2031", "the traveller's words do not say it"),
        ("until whenever", "that is no date"),
        ("until 2027-02-31", "that is no date"),
        ("until trip", "nothing says that it is for this trip only"),
        ("from 2 February 2027", "the traveller's words do not say it"),
        ("about Bob", "nobody else on this trip is called so"),
        ("about Mia", "the words do not say it of Mia Quux"),
    ],
)
def test_what_was_not_said_is_left_out_and_the_note_kept(trip: Trip, mia, mark: str, why: str) -> None:
    turn = turn_of(trip, "By the way, until the end of March I can't drink alcohol.")
    (told,) = learnt(turn, f"- [pinned] [{mark}] Cannot drink alcohol. | “I can't drink alcohol”")
    note = Note.objects.get()
    assert told["outcome"] == "added" and why in told["reason"] and mark in told["reason"]
    assert (note.valid_from, note.valid_to, note.member, note.status) == (None, None, None, "active")
    assert note.text == "Cannot drink alcohol."


@pytest.mark.parametrize(
    ("mark", "valid_to", "why"),
    [
        (f"until {clock.today().year + 1}-05-02", "taken", ""),
        ("until 2 May 2020", None, "that is over"),
        ("until 2 May 2099", None, "that is too far away"),
    ],
)
def test_an_agents_own_note_ends_on_a_day_that_is_possible(trip: Trip, mark, valid_to, why) -> None:
    (told,) = learnt(turn_of(trip, "Plan it, please."), f"- [{mark}] Kinkaku-ji is closed for works.")
    note = Note.objects.get()
    assert told["outcome"] == "added" and why in told["reason"]
    assert (note.valid_to is not None) is bool(valid_to)


def test_what_was_said_to_end_is_not_made_endless_by_an_agent(trip: Trip) -> None:
    turn = turn_of(trip, "By the way, until the end of March I can't drink alcohol.")
    quoted = f"[until {in_march()}] Cannot drink alcohol. | “I can't drink alcohol”"
    learnt(turn, f"- {quoted}")
    learnt(turn_of(trip, "Plan it, please."), "- Cannot drink alcohol.")
    assert Note.objects.get().valid_to == in_march()
    learnt(
        turn_of(trip, "I can't drink alcohol, never."), "- Cannot drink alcohol. | “I can't drink alcohol”"
    )
    assert Note.objects.get().valid_to is None
    later = turn_of(trip, "To be exact: I can't drink alcohol until the end of March.")
    learnt(later, f"- {quoted}")
    assert Note.objects.get().valid_to == in_march()


def test_dates_that_cross_are_left_out(trip: Trip) -> None:
    year = clock.today().year + 1
    marks = f"[from {year}-05-02] [until {year}-04-02]"
    (told,) = learnt(turn_of(trip, "Plan it, please."), f"- {marks} Kinkaku-ji is closed for works.")
    assert "before it begins" in told["reason"] and Note.objects.get().valid_to is None


def test_a_note_is_about_the_member_who_was_named(trip: Trip, mia) -> None:
    turn = turn_of(trip, "My daughter Mia is allergic to nuts, please mind that.")
    learnt(turn, "- [pinned] [about Mia] Is allergic to nuts. | “Mia is allergic to nuts”")
    note = Note.objects.get()
    assert (note.member, note.text, note.status) == (mia, "Is allergic to nuts.", "active")
    assert "Mia Quux: Is allergic to nuts." in brief_for(trip, "planner").text


def test_the_one_child_there_is_needs_no_name(trip: Trip, mia) -> None:
    turn = turn_of(trip, "My daughter is allergic to nuts, please mind that.")
    learnt(turn, "- [pinned] [about daughter] Is allergic to nuts. | “daughter is allergic to nuts”")
    assert Note.objects.get().member == mia
    trip.members.create(name="Tom", age=9)
    turn = turn_of(trip, "My daughter is afraid of dogs, please mind that.")
    (told,) = learnt(turn, "- [pinned] [about daughter] Is afraid of dogs. | “daughter is afraid of dogs”")
    assert Note.objects.get(text="Is afraid of dogs.").member is None and "left out" in told["reason"]


def test_a_member_of_another_trip_is_nobody_here(trip: Trip, mia) -> None:
    from trips.starting import start_trip

    other = start_trip(trip.owner)
    turn = turn_of(other, "My daughter Mia is allergic to nuts, please mind that.")
    learnt(turn, "- [about Mia] Mia is allergic to nuts. | “Mia is allergic to nuts”")
    assert Note.objects.get().member is None


def test_the_question_tells_the_marks_and_stays_small(trip: Trip) -> None:
    asked = extraction.ask(row_of(turn_of(trip, "Plan it, please.")))
    assert "[until trip]" in asked.system and "[about Mia]" in asked.system
    assert len(asking.prompt("extraction").template) < 1_800


# --- Without a model -------------------------------------------------------------------------------


def offline(trip: Trip, words: str) -> list[Note]:
    row = row_of(turn_of(trip, words))
    extraction.ask(row)
    row.save()
    extraction.apply(row, extraction_offline.answer(row))
    return list(Note.objects.exclude(quote="").order_by("pk"))


def test_offline_an_end_that_was_said_is_kept(trip: Trip) -> None:
    (note,) = offline(trip, "Until the end of March I can't drink.")
    assert (note.valid_to, note.pinned, note.status) == (in_march(), True, "active")
    assert readable(trip.owner, agent="planner", trip=trip).filter(pk=note.pk).exists()
    Note.objects.filter(pk=note.pk).update(valid_to=clock.today() - dt.timedelta(days=1))
    assert not readable(trip.owner, agent="planner", trip=trip).filter(pk=note.pk).exists()


@pytest.mark.parametrize("words", ["My daughter Mia is allergic to nuts.", "Mia is allergic to nuts."])
def test_offline_a_member_is_recognised(trip: Trip, mia, words: str) -> None:
    mia.name = "Mia"
    mia.save()
    (note,) = offline(trip, words)
    assert (note.member, note.pinned, note.status) == (mia, True, "active")


def test_without_such_a_member_it_is_a_note_of_the_trip(trip: Trip) -> None:
    (note,) = offline(trip, "My daughter Mia is allergic to nuts.")
    assert note.member is None and "Mia is allergic" in note.text


# --- Driven ----------------------------------------------------------------------------------------


def test_what_is_said_for_this_trip_ends_with_it_and_moves_with_it(trip: Trip) -> None:
    say(trip, f"{BOSTON}. My wife needs short walks on this trip.")
    assert say(trip, "just plan it, please").mode == "FINALIZE"
    afterwork.run_due()
    note = Note.objects.get(quote__contains="on this trip")
    assert note.valid_to == trip.end == dt.date(2027, 2, 18)
    assert not DocumentLine.objects.filter(text__contains="short walks").exists()
    moved = [
        Change(path="dates.start", op="set", value="2027-03-15"),
        Change(path="dates.end", op="set", value="2027-03-19"),
    ]
    fact_log.change_facts(trip, moved, by=FactChange.By.FORM, today=clock.today())
    note.refresh_from_db()
    assert note.valid_to == dt.date(2027, 3, 19)


def test_an_end_is_shown_on_the_travellers_page(trip: Trip, client) -> None:
    say(trip, f"{BOSTON}. Until the end of March I can't drink alcohol.")
    say(trip, "just plan it, please")
    afterwork.run_due()
    end = in_march()
    assert Note.objects.get(quote__contains="drink").valid_to == end
    client.force_login(trip.owner)
    page = client.get(f"/memory/?trip={trip.uuid}").text
    assert f"until {end:%-d %B %Y}" in page
    assert Extraction.objects.filter(status="done").exists()
