"""What the offline planner makes of talk around the facts: turning down, choosing again, thanks."""

from __future__ import annotations

import datetime as dt

import pytest

from agents.llm.offline import OfflineMind
from agents.offline.words import presenting
from tests.agents.planned import paris_offered
from tests.agents.talking import say
from trips.catalogue.gazetteer import default_gazetteer
from trips.models import Option, Traveller, Trip
from trips.reading import understand
from trips.reading.routing.answers import added_to_a_choice, talk_in
from trips.schemas import Plan
from trips.starting import start_trip

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def offered(built) -> Trip:
    return built(paris_offered)


def said(trip: Trip, text: str):
    turn = say(trip, text, OfflineMind(0))
    trip.refresh_from_db()
    return turn


def words_of(turn) -> str:
    return " ".join(turn.messages.filter(author="agent").values_list("text", flat=True))


@pytest.mark.parametrize(
    ("message", "reason"),
    [
        ("none of these, too expensive", "too expensive"),
        ("reject all, I hate long walks", "I hate long walks"),
        ("none of them. I want more temples", "I want more temples"),
        ("No, none of those work for us: too much driving", "too much driving"),
        ("neither, because we have seen the Louvre", "we have seen the Louvre"),
        ("none of these", ""),
        ("reject all", ""),
    ],
)
def test_the_reason_of_turning_down(message: str, reason: str) -> None:
    read = understand(message, today=dt.date(2026, 11, 26), gazetteer=default_gazetteer())
    assert (read.intent, read.reason) == ("reject_all", reason)


def test_phrases() -> None:
    assert added_to_a_choice("I like the first one but make it cheaper") == "make it cheaper"
    assert added_to_a_choice("the second one please") == ""
    assert {talk_in(one) for one in ("Thanks a lot!", "ok, thank you")} == {"thanks"}
    assert talk_in("Hello there") == "hello" and not talk_in("thanks to my mother we are 3")
    assert not talk_in("hi, we want to see Paris with two children in May")


@pytest.mark.parametrize(
    ("lead", "reason"),
    [
        ("reject all", "I hate long walks"),
        ("none of these", "too expensive"),
        ("none", "we want to eat vegan"),
        ("reject all", "make it three people"),
    ],
)
def test_a_reason_that_changes_a_fact_changes_it(offered: Trip, lead: str, reason: str) -> None:
    before = offered.facts
    turn = said(offered, f"{lead}, {reason}")
    assert (turn.status, turn.mode) == ("done", "CLARIFY"), turn.error
    assert offered.facts != before
    assert {option.state for option in offered.options.all()} <= {Option.State.REJECTED, Option.State.FAILED}
    assert all(reason in option.reason for option in offered.options.filter(state="rejected"))
    confirm = said(offered, "no, plan again")
    assert confirm.mode == "CONFIRM" and reason in words_of(confirm)


def test_a_reason_is_not_asked_again(offered: Trip) -> None:
    with_reason = said(offered, "none of these, the hotels are ugly")
    assert "the hotels are ugly" in offered.options.filter(state="rejected").first().reason
    question = with_reason.questions_asked.get()
    assert "no, plan again" in question.suggestions


def test_another_option_can_be_chosen_in_words_after_a_plan(offered: Trip) -> None:
    said(offered, "the first one")
    first = offered.plan
    said(offered, "I changed my mind, the second one please")
    assert first.option.position == 1 and offered.plan.option.position == 2
    assert offered.plan.parent == first


def test_a_wish_with_a_choice_is_not_dropped(offered: Trip) -> None:
    turn = said(offered, "I like the first one but make it cheaper")
    assert offered.plan.option.position == 1
    assert offered.facts.budget.level == "low"
    assert turn.result["understood"] == ["Budget: low (was mid-range)"] and "plan again" in words_of(turn)
    again = said(offered, "no, let me change something")
    assert again.status == "done" and "change" in words_of(again)


def test_something_can_be_changed_while_options_lie_there(offered: Trip) -> None:
    turn = said(offered, "no, let me change something")
    assert turn.mode == "CLARIFY" and turn.questions_asked.exists()


def test_politeness_changes_nothing(offered: Trip) -> None:
    said(offered, "the first one")
    before = offered.facts_version
    assert "welcome" in words_of(said(offered, "thanks!"))
    assert offered.facts_version == before and offered.plan is not None


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("how far is it from Lyon to Marseille?", "From Lyon to Marseille it is 27"),
        ("do I need a visa coming from India?", "https://france-visas.gouv.fr/"),
        ("how much is it in total?", "1: "),
        ("is the Louvre open on Tuesday?", "closed on Tuesday 4 May"),
        ("which museums are closed on Tuesday?", "Louvre"),
        ("how many days do I need?", "sights in Paris"),
    ],
)
def test_questions_in_between_are_answered_from_data(offered: Trip, question: str, answer: str) -> None:
    before = offered.facts_version
    assert answer in words_of(said(offered, question))
    assert offered.facts_version == before


def test_what_is_missing_is_named(db) -> None:
    trip = start_trip(Traveller.objects.create_user("ada"))
    assert "Shall I plan for a mid-range budget?" in words_of(said(trip, "Paris 4-8 May 2027, 2 adults"))
    assert dt.date(2027, 5, 4) == trip.facts.dates.start
    later = words_of(said(trip, "we love cheese"))
    assert "what it may cost" in later and "when" not in later


def test_the_one_question_that_is_left_is_asked_again(db) -> None:
    trip = start_trip(Traveller.objects.create_user("ada"))
    said(trip, "Paris 4-8 May 2027, 2 adults")
    asked = trip.questions.get(status="asked", topic="budget").text
    again = words_of(said(trip, "hm, no"))
    assert "what it may cost" in again and asked in again


@pytest.mark.parametrize(
    ("answer", "start", "adults", "level"),
    [
        ("yes", dt.date(2027, 4, 17), 2, "mid"),
        ("ok, but a week later", dt.date(2027, 4, 24), 2, "mid"),
        ("yes but make it three adults", dt.date(2027, 4, 17), 3, "mid"),
        ("sure, but cheaper", dt.date(2027, 4, 17), 2, "low"),
        ("we love cheese", None, None, None),
        ("no", None, None, None),
    ],
)
def test_what_is_missing_is_proposed_and_a_yes_takes_it(db, answer, start, adults, level) -> None:
    trip = start_trip(Traveller.objects.create_user("ada"))
    first = words_of(said(trip, "a week in Lisbon in april 2027 from Chicago"))
    assert "Shall I plan for 17–23 April 2027 (Saturday to Friday), 2 adults and a mid-range budget?" in first
    again = words_of(said(trip, answer))
    facts = Trip.objects.get(pk=trip.pk).facts
    assert (facts.dates.start, facts.party.adults, facts.budget.level) == (start, adults, level)
    assert again != first


def test_a_city_that_was_left_comes_back_in_the_place_of_the_new_one(db) -> None:
    trip = start_trip(Traveller.objects.create_user("ada"))
    for message in ("Valencia with my sister, a weekend", "can we go to Alicante instead?"):
        said(trip, message)
    said(trip, "hmm no, valencia is fine")
    assert [place.name for place in Trip.objects.get(pk=trip.pk).facts.destinations] == ["Valencia"]


def test_no_reply_is_given_twice_in_a_row(db) -> None:
    trip = start_trip(Traveller.objects.create_user("ada"))
    replies = [words_of(said(trip, text)) for text in ("Valencia", "nah", "nah", "nah", "nah")]
    assert all(one != other for one, other in zip(replies, replies[1:], strict=False)), replies


def test_a_day_is_told_once_a_plan_is_chosen(db) -> None:
    trip = start_trip(Traveller.objects.create_user("ada"))
    said(trip, f"{NEARLY_ALL}, no must-dos, just plan it")
    assert "Choose one of the options first" in words_of(said(trip, "what's on tuesday afternoon?"))
    said(trip, "/select 1")
    told = words_of(said(trip, "what's on tuesday afternoon?"))
    assert told.startswith("On Tuesday 16 February in the afternoon:")


KNOWN = "Boston, Feb 15-18 2027, 2 people, mid-range budget"
NEARLY_ALL = f"{KNOWN}, from New York, moderate pace, we love history"


@pytest.mark.parametrize(
    ("first", "answer"),
    [(KNOWN, "yes"), (KNOWN, "Looks good!"), (KNOWN, "no changes"), (NEARLY_ALL, "sure, do it")],
)
def test_one_yes_is_enough_where_nothing_required_is_open(db, first: str, answer: str) -> None:
    trip = start_trip(Traveller.objects.create_user("ada"))
    assert "That's all I need" in words_of(said(trip, first))
    turn = said(trip, answer)
    assert (turn.mode, trip.confirmed) == ("FINALIZE", True), turn.error
    assert not trip.questions.open().filter(topic__in=["origin", "pace", "interests", "must_do"]).exists()
    assert turn.result["assumed"]


@pytest.mark.parametrize("answer", ["nothing to change, start", "that's all", "Sounds like a plan"])
def test_the_summary_takes_any_yes(db, answer: str) -> None:
    trip = start_trip(Traveller.objects.create_user("ada"))
    said(trip, NEARLY_ALL)
    assert said(trip, "no must-dos").mode == "CONFIRM"
    assert said(trip, answer).mode == "FINALIZE"


def test_a_yes_to_whether_they_must_see_something_is_an_answer(db) -> None:
    trip = start_trip(Traveller.objects.create_user("ada"))
    said(trip, NEARLY_ALL)
    assert said(trip, "yes").mode == "CONFIRM"


def test_what_was_declined_unasked_is_not_asked(db) -> None:
    trip = start_trip(Traveller.objects.create_user("ada"))
    said(trip, "Boston 1-5 June 2027, 2 adults, mid-range budget, no must-dos, no allergies")
    said(trip, "just plan it")
    topics = list(trip.questions.exclude(asked_in=None).values_list("topic", flat=True))
    assert "must_do" not in topics and "dietary" not in topics
    answered = trip.questions.filter(asked_in=None)
    assert {question.status for question in answered} == {"answered"}


def test_a_bare_sum_is_told_with_its_currency_before_the_yes(db) -> None:
    trip = start_trip(Traveller.objects.create_user("ada"))
    said(trip, "Paris 4-8 May 2027, 2 adults, budget 1800, from Lyon, history, relaxed, no must-dos")
    assert trip.facts.budget.currency == "EUR"
    assert trip.fact_changes.get(path="budget.currency").by == "system"


def test_a_yes_to_nothing_in_particular_leaves_a_chosen_plan(offered) -> None:
    said(offered, "/select 1")
    turn = said(offered, "yes")
    assert turn.status == "done" and turn.mode == "ANSWER", turn.error
    assert offered.plan.number == 1


def test_two_places_to_choose_from_are_what_is_offered_to_click(db) -> None:
    trip = start_trip(Traveller.objects.create_user("ada"))
    say(trip, "A week in Lisbon or Rome in May", OfflineMind())
    assert trip.questions.get(topic="destinations").suggestions == ["Lisbon", "Rome"]


def test_what_was_not_read_is_said_before_anything_is_offered(db):
    trip = start_trip(Traveller.objects.create_user("ada"))
    said(trip, "3 days in Rome from 4 May 2027, 2 adults, mid-range")
    turn = said(trip, "We need breaks after lunch")
    assert words_of(turn).startswith("I didn't understand “We need breaks after lunch”. So far it's Rome")
    assert turn.result["links"][0][0] == "Set it yourself"


def test_what_was_not_understood_is_said_in_its_words_and_nothing_twice(db) -> None:
    trip = start_trip(Traveller.objects.create_user("ada"))
    said(trip, "Paris 4-8 May 2027, 2 adults")
    first, second = (words_of(said(trip, words)) for words in ("blargh fnord", "fnord blargh"))
    assert "I didn't understand “blargh fnord”." in first and "What may it cost" in first
    assert "I didn't understand “fnord blargh”." in second
    assert not {one for one in first.split(". ") if one in second.split(". ")}


@pytest.mark.parametrize(
    ("message", "answer"),
    [
        ("Wir möchten im Mai für eine Woche nach Rom fahren, Budget 2000 Euro", "nur Englisch"),
        ("Nous voulons aller à Lyon avec deux enfants", "que l'anglais"),
        ("来月京都に行きたいです", "英語"),
        ("привет мы хотим в Рим", "English only"),
    ],
)
def test_another_language_is_answered_in_it_and_nothing_is_read(db, message: str, answer: str) -> None:
    trip = start_trip(Traveller.objects.create_user("ada"))
    facts = trip.facts
    assert answer in words_of(said(trip, message)) and trip.facts == facts


def test_beside_another_language_english_is_read(db) -> None:
    trip = start_trip(Traveller.objects.create_user("ada"))
    told = words_of(said(trip, "We go to Lisbon, 2 adults. Wir hätten gern ein ruhiges Zimmer."))
    assert trip.facts.party.adults == 2 and [one.name for one in trip.facts.destinations] == ["Lisbon"]
    assert "nur Englisch" in told


def test_a_sentence_about_an_option_ends_once() -> None:
    plan = Plan(title="Two days", currency="USD", adults=2, days=[], total="1", for_whom="For two.")
    assert "- **Two days**: For two.\n" in f"{presenting([plan], 1)}\n"
