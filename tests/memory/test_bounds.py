"""How long a note holds and whom it is about: said, marked by an answer, judged by code, shown."""

from __future__ import annotations

import datetime as dt

import pytest

from config import clock
from memory import asking, bounds, extraction, extraction_offline
from memory.answer_lines import candidates
from memory.brief import brief_for
from memory.companions import companions, told_of
from memory.models import DocumentLine, Extraction, Note
from memory.visibility import readable
from tests.agents.background import run_due
from tests.agents.talking import BOSTON, say
from tests.memory.extracting import learnt, row_of, turn_of
from trips import fact_log
from trips.models import FactChange, Member, Trip
from trips.reading.bounded import SENTENCE
from trips.reading.memory import validity, with_their_bounds
from trips.schemas import Change
from trips.starting import start_trip

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
        ("For the next two weeks I can't drink alcohol.", None, dt.date(2026, 12, 6)),
        ("I can't walk far for another month.", None, dt.date(2026, 12, 22)),
        ("we can't eat late for the next 10 days", None, dt.date(2026, 12, 2)),
        ("I can't swim for the next few weeks", None, None),
        ("I can't eat solid food until Wednesday", None, dt.date(2026, 11, 25)),
        ("I can't eat solid food until next Wednesday", None, dt.date(2026, 11, 25)),
        ("I can't eat solid food until Sunday", None, dt.date(2026, 11, 29)),
        ("no alcohol until Christmas", None, dt.date(2026, 12, 24)),
        ("no alcohol until Easter", None, dt.date(2027, 3, 26)),
        ("no meat since last Easter", None, None),
        ("no meat since Easter", dt.date(2026, 4, 3), None),
        ("I can't drink from Monday to Friday", None, None),
        ("I can't fly until tomorrow", None, dt.date(2026, 11, 23)),
        ("I can't climb stairs; that lasts until the end of March.", None, dt.date(2027, 3, 31)),
        ("We can't drink. That's only until March.", None, dt.date(2027, 3, 31)),
        ("I'm pregnant, so no sushi and no raw cheese until June.", None, dt.date(2027, 6, 30)),
        ("I am on crutches until 12 December.", None, dt.date(2026, 12, 12)),
    ],
)
def test_words_say_how_long(words: str, first, last) -> None:
    told = validity(words, ON)
    assert (told.first, told.last, told.this_trip) == (first, last, False)


@pytest.mark.parametrize(
    ("sentence", "ends"),
    [
        ("On this trip we want no museums.", True),
        ("I am pregnant and can't drink until the end of March.", True),
        ("We stay until 5 March and I never eat meat.", False),
        ("I am with my parents until March 5.", False),
        ("We love this trip idea.", False),
        ("I am allergic to peanuts, we stay until 5 March.", False),
        ("My son is allergic to milk (we are there from 10 June until 20 June).", False),
        ("I don't eat pork - we leave on 3 May and stay until 9 May.", False),
        ("I'm allergic to nuts and can only travel until 5 March.", False),
        ("I have to be home until 5 March and I'm allergic to nuts.", False),
        ("I'm lactose intolerant until 5 March.", False),
        ("I never eat meat, our hotel is booked until the end of March.", False),
        ("I never eat meat while we're in Rome until 5 March.", False),
        ("I eat no meat, Rome until 5 March.", False),
        ("I'm vegetarian, need a flat until 5 March", False),
        ("I never fly and I can't drink until 5 March.", False),
        ("I need a quiet room and I can't drink until 5 March.", False),
        ("We stay only until 5 March.", False),
        ("We do not leave until 5 March.", False),
        ("We must check out until 5 March.", False),
        ("Until 5 March we are in Rome and I can't eat eggs.", False),
        ("On this trip my daughter comes along, she is allergic to milk.", False),
        ("My mother joins us on this trip and she can't walk far.", False),
        ("Until the end of March, I can't drink.", True),
        ("I can't drink (until 5 March).", True),
        ("I can't drink, at least until 5 March.", True),
        ("I eat no meat, fish, or eggs until 5 March.", True),
        ("My wife can't walk far and needs short days until 5 March.", True),
        ("I want a rental car, from 3 May until 9 May.", True),
        ("We want to travel by train on this trip.", True),
        ("No museums, on this trip.", True),
        ("We eat no shellfish, that's just for this trip.", True),
    ],
)
def test_only_a_need_or_a_wish_ends(sentence: str, ends: bool) -> None:
    assert validity(sentence, ON).ends is ends


def test_marks_stand_before_the_sentence_in_any_order() -> None:
    (one,) = candidates(
        "- [until 31 March 2027] [pinned] [about Mia] [from 2027-03-01] [shared] No nuts. | “no nuts”"
    )
    assert (one.text, one.quote, one.pinned, one.shared) == ("No nuts.", "no nuts", True, True)
    assert (one.starts, one.until, one.about) == ("2027-03-01", "31 March 2027", "Mia")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("We eat no fish. That's just for this trip, because my sister is pregnant. I like jazz.",
         ["We eat no fish. That's just for this trip, because my sister is pregnant.", "I like jazz."]),
        ("I can't drink.\nOnly until the end of March!", ["I can't drink. Only until the end of March!"]),
        ("No stairs, please. It's for the next two weeks.",
         ["No stairs, please. It's for the next two weeks."]),
        ("No museums. But only this time.", ["No museums. But only this time."]),
        ("I like museums. On this trip we want none.", ["I like museums.", "On this trip we want none."]),
        ("I like tea. Until March I can't drink wine.", ["I like tea.", "Until March I can't drink wine."]),
        ("That's for this trip. I like tea.", ["That's for this trip.", "I like tea."]),
        ("I like tea. Just tea.", ["I like tea.", "Just tea."]),
    ],
)  # fmt: skip
def test_a_sentence_that_only_says_how_long_belongs_to_the_one_before(words: str, told: list[str]) -> None:
    assert with_their_bounds(SENTENCE.findall(words)) == told


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


def test_an_end_is_of_the_words_that_a_note_rests_on(trip: Trip) -> None:
    """One sentence, two notes: what ends, and an allergy that does not."""
    turn = turn_of(trip, "I am allergic to nuts and I can't drink alcohol until the end of March.")
    mark = f"[pinned] [until {in_march()}]"
    nuts, drink = learnt(
        turn,
        f"- {mark} Is allergic to nuts. | “I am allergic to nuts”\n"
        f"- {mark} Cannot drink alcohol. | “can't drink alcohol”",
    )
    assert "an allergy has no end" in nuts["reason"] and not drink["reason"]
    assert Note.objects.get(text__contains="nuts").valid_to is None
    assert Note.objects.get(text__contains="drink").valid_to == in_march()


def test_a_stay_in_the_same_sentence_ends_nothing(trip: Trip) -> None:
    turn = turn_of(trip, "I can't eat gluten, we're in Rome until the end of March.")
    (told,) = learnt(turn, f"- [until {in_march()}] Cannot eat gluten. | “I can't eat gluten”")
    assert "do not say it" in told["reason"] and Note.objects.get().valid_to is None


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


def test_what_is_said_of_two_is_kept_of_each(trip: Trip, mia) -> None:
    tom = trip.members.create(name="Tom", age=9)
    turn = turn_of(trip, "Mia and Tom are allergic to milk. Mia never eats fish but Tom does.")
    told = learnt(
        turn,
        "- [pinned] [about Mia] Allergic to milk. | “Mia and Tom are allergic to milk”\n"
        "- [pinned] [about Tom] Allergic to milk. | “allergic to milk”\n"
        "- [pinned] [about Tom] Never eats fish. | “Mia never eats fish”",
    )
    assert [one["outcome"] for one in told] == ["added"] * 3
    assert [note.member for note in Note.objects.filter(text__contains="milk").order_by("pk")] == [mia, tom]
    assert Note.objects.get(text__contains="fish").member is None and "Tom" in told[2]["reason"]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("Will", "I will never eat meat."),
        ("Will", "Will we need a visa?"),
        ("May", "I never fly in May."),
        ("May", "May is too hot for my wife."),
        ("An Nguyen", "I need an aisle seat."),
        ("My Linh", "I need my coffee before eight."),
        ("My Linh", "My wife needs a lift."),
        ("Rose", "I am allergic to rose water."),
        ("Rose", "Rose water makes my husband sick."),
        ("Rose", "My wife loves the Rose Garden."),
        ("Art", "We love modern art."),
        ("Art", "Art museums are what my wife loves."),
        ("Summer", "My wife needs shade in summer."),
        ("Mia", "Mia and I never eat meat."),
        ("Mia", "I cook for Mia and never eat meat."),
        ("Mia", "My mother likes how Mia cooks."),
    ],
)
def test_an_ordinary_word_is_nobodys_name(trip: Trip, name: str, words: str) -> None:
    trip.members.create(name=name, role="viewer")
    assert told_of(words, companions(trip)) == []
    assert "[about" not in bounds.marks(words, ON, trip)
    turn = turn_of(trip, f"By the way. {words}")
    learnt(turn, f"- [pinned] [about {name}] {words} | “{words.rstrip('.?')}”")
    assert not Note.objects.exclude(member=None).exists()


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("Will", "Will is allergic to nuts."),
        ("Will", "My son Will can't swim."),
        ("May", "In the morning my sister May never eats."),
        ("Rose", "We are three, and Rose needs a lift."),
        ("An Nguyen", "An Nguyen can't eat nuts."),
        ("My Linh", "My Linh never eats fish."),
        ("José", "Jose doesn't eat meat."),
        ("mia", "I think Mia is afraid of dogs."),
        ("Bo", "My brother Bo never drinks."),
    ],
)
def test_a_name_that_can_be_nothing_else_is_one(trip: Trip, name: str, words: str) -> None:
    member = trip.members.create(name=name, role="viewer")
    assert told_of(words, companions(trip)) == [member]


def test_a_member_of_another_trip_is_nobody_here(trip: Trip, mia) -> None:
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


def test_offline_nothing_is_asked_of_a_companion_called_will(trip: Trip) -> None:
    trip.members.create(name="Will", role="viewer")
    (note,) = offline(trip, "I will never eat meat. Will we fly over Iceland?")
    assert note.member is None and "never eat meat" in note.text


@pytest.mark.parametrize(
    ("words", "wishes"),
    [
        ("We loved the gardens, 4/5. I needed a nap.", 0),
        ("We liked the tower and enjoyed the ferry. I hated the queue.", 0),
        ("We never found the entrance and always had to wait.", 0),
        ("We likely arrive late.", 0),
        ("We love gardens. I need a nap after lunch.", 2),
        ("My daughter loves trains. My son never eats fish.", 2),
    ],
)
def test_how_a_day_went_is_no_lasting_wish(words: str, wishes: int) -> None:
    assert len(extraction_offline.lasting_sentences(words)) == wishes


def test_without_such_a_member_it_is_a_note_of_the_trip(trip: Trip) -> None:
    (note,) = offline(trip, "My daughter Mia is allergic to nuts.")
    assert note.member is None and "Mia is allergic" in note.text


# --- Driven ----------------------------------------------------------------------------------------


def test_what_is_said_for_this_trip_ends_with_it_and_moves_with_it(trip: Trip) -> None:
    say(trip, f"{BOSTON}. My wife needs short walks on this trip.")
    assert say(trip, "just plan it, please").mode == "FINALIZE"
    run_due()
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


def test_what_begins_with_the_journey_is_told_while_it_is_planned(trip: Trip) -> None:
    year = clock.today().year + 1
    say(
        trip,
        f"Boston from New York, 10-14 June {year}, 2 people, mid-range, moderate pace, history. "
        f"I don't eat meat from 11 June until 13 June.",
    )
    assert say(trip, "just plan it, please").mode == "FINALIZE"
    run_due()
    note = Note.objects.get(quote__contains="eat meat")
    assert (note.valid_from, note.valid_to) == (dt.date(year, 6, 11), dt.date(year, 6, 13))
    trip.refresh_from_db()
    assert f"(from 11 June {year} until 13 June {year})" in brief_for(trip, "planner").text
    before = start_trip(trip.owner)
    assert "eat meat" not in brief_for(before, "planner").text


def test_a_day_of_its_own_stays_when_anything_else_changes(trip: Trip) -> None:
    year = clock.today().year + 1
    say(trip, f"Boston from New York, 10-20 June {year}, 2 people, mid-range, moderate pace, history.")
    turn = turn_of(trip, f"On this trip I can't drink until 12 June {year}. On this trip no museums, please.")
    learnt(
        turn,
        f"- [pinned] [until 12 June {year}] Cannot drink. | “On this trip I can't drink”\n"
        "- [pinned] [until trip] Wants no museums. | “On this trip no museums”",
    )
    drink, museums = Note.objects.get(text__contains="drink"), Note.objects.get(text__contains="museums")
    assert (drink.valid_to, museums.valid_to) == (dt.date(year, 6, 12), dt.date(year, 6, 20))
    Note.objects.filter(pk=museums.pk).update(valid_to=dt.date(year, 6, 15))  # as a person would

    def now_ends() -> tuple:
        return tuple(Note.objects.get(pk=one.pk).valid_to.day for one in (drink, museums))

    say(trip, "Our budget is luxury")
    assert now_ends() == (12, 15)
    ends = [Change(path="dates.end", op="set", value=f"{year}-06-{day}") for day in (12, 24)]
    fact_log.change_facts(trip, ends[:1], by=FactChange.By.FORM, today=clock.today())
    Note.objects.filter(pk=museums.pk).update(valid_to=dt.date(year, 6, 12))
    fact_log.change_facts(trip, ends[1:], by=FactChange.By.FORM, today=clock.today())
    assert now_ends() == (12, 24)


def test_an_allergy_said_with_a_stay_is_known_on_the_next_trip(trip: Trip) -> None:
    say(trip, f"{BOSTON}. My daughter is allergic to milk, we stay until 18 February.")
    assert say(trip, "just plan it, please").mode == "FINALIZE"
    run_due()
    assert DocumentLine.objects.filter(text__contains="allergic to milk", status="active").exists()
    clock.set_now(dt.datetime(2027, 4, 1, 12, tzinfo=dt.UTC))
    try:
        assert "allergic to milk" in brief_for(start_trip(trip.owner), "planner").text
    finally:
        clock.set_now(None)


def test_an_end_is_shown_on_the_travellers_page(trip: Trip, client) -> None:
    say(trip, f"{BOSTON}. Until the end of March I can't drink alcohol.")
    say(trip, "just plan it, please")
    run_due()
    end = in_march()
    assert Note.objects.get(quote__contains="drink").valid_to == end
    client.force_login(trip.owner)
    page = client.get(f"/memory/?trip={trip.uuid}").text
    assert f"Until {end:%-d %B %Y}" in page
    assert Extraction.objects.filter(status="done").exists()
