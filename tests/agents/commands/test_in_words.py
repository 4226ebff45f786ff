"""Every command in plain words, by a model and without one; questions that a command leaves as they are."""

from __future__ import annotations

from typing import get_args

import pytest

from agents import commands
from agents.models import TurnEvent
from agents.runtime.schemas import CommandName
from tests.agents.planned import paris_chosen
from tests.agents.talking import said
from tests.scripted_mind import ScriptedMind
from trips import bookings
from trips.models import Message, Question, Trip, Turn

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def chosen(built) -> Trip:
    return built(paris_chosen)


def lines_of(turn: Turn) -> list[str]:
    rows = turn.messages.filter(author=Message.Author.AGENT).order_by("position")
    return list(rows.values_list("text", flat=True))


def words_of(turn: Turn) -> str:
    return " ".join(lines_of(turn))


def routed(command: str, argument: str = "") -> ScriptedMind:
    """A model that hands a message on to a command."""
    decision = {"mode": "DELEGATE", "command": command, "argument": argument}
    return ScriptedMind({"orchestrator": [{"reply": "I see to that.", "decision": decision}]})


# --- The same by line, by words and by a model ----------------------------------------------------


def test_words_and_models_may_ask_for_every_command() -> None:
    assert set(get_args(CommandName)) == {one.name for one in commands.commands()}


def test_words_come_to_the_same_as_the_line(offered: Trip) -> None:
    for line, words in (
        ("/help", "what can you do?"),
        ("/status", "where do we stand?"),
        ("/options", "show me the options again"),
        ("/memory", "what do you remember about me?"),
        ("/reset", "start over"),
    ):
        by_line = said(offered, line)
        for turn in (said(offered, words), said(offered, words, routed(line[1:]))):
            assert lines_of(turn)[-1] == lines_of(by_line)[-1], line
            assert turn.result["links"] == by_line.result["links"]
            assert turn.result["command"] == by_line.result["command"] == line[1:]
    assert offered.facts.destinations and offered.options.on_offer().count() == 3


def test_too_early_words_say_what_is_missing(empty: Trip) -> None:
    before = empty.facts_version
    assert "There are no options yet. /status says" in words_of(said(empty, "show me the options"))
    assert "There are no options yet. /status says" in words_of(said(empty, "I take option 2"))
    assert empty.facts_version == before


def test_a_model_chooses_by_the_same_command(offered: Trip) -> None:
    said(offered, "the one in the middle of the list then", routed("select", "2"))
    assert offered.plan.option.position == 2


def test_no_word_of_anybody_clears_a_trip(chosen: Trip) -> None:
    plan = chosen.plan
    for turn in (said(chosen, "yes, clear it all", routed("reset", "yes")), said(chosen, "reset the trip")):
        assert "findings, bookings, expenses" in words_of(turn)
        assert [label for label, _address in turn.result["links"]] == ["Start over …"]
    assert chosen.facts.destinations and chosen.plan == plan


# --- Questions are answered by answers ------------------------------------------------------------


def test_a_command_leaves_open_questions_as_they_are(empty: Trip) -> None:
    said(empty, "Boston, 15 to 18 February 2027, 2 people, mid-range")
    asked = set(empty.questions.open().values_list("topic", flat=True))
    assert asked >= {"origin", "pace"}
    said(empty, "/status")
    said(empty, "what can you do?")
    said(empty, "help me with this", routed("help"))
    assert set(empty.questions.open().values_list("topic", flat=True)) == asked
    said(empty, "/cost budget 900 EUR")
    assert not [row for row in empty.questions.all() if row.answer.startswith("/")]


def test_a_line_is_no_answer_to_what_should_be_different(chosen: Trip) -> None:
    said(chosen, "no, let me change something")
    (question,) = chosen.questions.open().filter(topic__startswith="other:change")
    said(chosen, "/feedback not exhausted at all")
    question.refresh_from_db()
    assert (question.status, question.answer) == (Question.Status.ASKED, "")
    said(chosen, "/plan less walking on day 2")
    question.refresh_from_db()
    assert (question.status, question.answer) == (Question.Status.WITHDRAWN, "")


def test_a_no_beside_a_plan_leaves_it_and_asks_nothing(chosen: Trip) -> None:
    title = chosen.plan.plan.title
    said(chosen, "the budget is 2000 euros")
    for words in ("no", "no thanks, leave it as it is", "no"):
        turn = said(chosen, words)
        assert f"your plan stays as it is, “{title}”" in words_of(
            turn
        ) and "nothing is fixed" not in words_of(turn)
    assert not chosen.questions.filter(topic__startswith="other:change").exists()
    turn = said(chosen, "no, let me change something")
    assert title in words_of(turn) and "nothing is fixed" not in words_of(turn)
    said(chosen, "no, let me change something")
    assert chosen.questions.open().filter(topic__startswith="other:change").count() <= 1


# --- Questions in between -------------------------------------------------------------------------


def test_what_is_booked_is_told_from_the_bookings(chosen: Trip) -> None:
    told = words_of(said(chosen, "which bookings are still open?"))
    assert (
        "No booking is noted. The plan asks for one of" in told
        and "(a room)" in told
        and "Open in" not in told
    )
    bookings.save(chosen, {"kind": "stay", "title": "Hotel Dame Blanche", "status": "to_book"})
    told = words_of(said(chosen, "what do we still have to book?"))
    assert "Still to book: Hotel Dame Blanche" in told


def test_what_was_told_so_far_is_the_facts_and_no_line_of_an_agent(chosen: Trip) -> None:
    told = words_of(said(chosen, "what have I told you so far?"))
    assert told.startswith("You told me ") and "Paris" in told and "orchestrator" not in told
    assert "orchestrator noted" not in words_of(said(chosen, "what did I say about the hotel?"))


def test_an_option_that_is_asked_about_is_not_chosen(chosen: Trip) -> None:
    told = words_of(said(chosen, "what about dinner in option 3?"))
    assert told.startswith("Option 3: ")
    assert chosen.plan.option.position == 1


def test_a_wish_that_was_not_read_is_said(chosen: Trip) -> None:
    assert "didn't understand “make it sparkle”" in words_of(said(chosen, "make it sparkle"))
    turn = said(chosen, "we also love flea markets")
    assert "market" in chosen.facts.interests
    assert turn.result["understood"] == ["Interests: history, flea markets (was history)"]
    assert "I didn't understand “make it twinkle" in words_of(said(chosen, "make it twinkle on Saturday"))


def test_what_there_is_comes_from_what_is_fresh(chosen: Trip) -> None:
    said(chosen, "/research Paris")
    found = chosen.findings.count()
    turn = said(chosen, "What is there to see in Paris?")
    told = words_of(turn)
    assert "To see" in told and "To eat" not in told and "/research Paris looks for more" in told
    assert not TurnEvent.objects.filter(turn=turn, kind="agent_started").exists()
    by_model = said(chosen, "What is there to eat in Paris?", routed("research", "Paris"))
    assert "To eat" in words_of(by_model) and chosen.findings.count() == found
    said(chosen, "look for more restaurants in Paris")
    assert chosen.findings.count() > found and "food" not in chosen.facts.interests


def test_a_city_far_from_the_trip_is_named_with_its_country_first(chosen: Trip) -> None:
    told = words_of(said(chosen, "/research Atlantis"))
    assert "South Africa" in told and "/research Atlantis, South Africa" in told
    assert "/research Rome, Italy" in words_of(said(chosen, "research Rome"))
    assert not chosen.findings.exists()
    turn = said(chosen, "/research Kyoto, Japan")
    assert set(chosen.findings.values_list("city", flat=True)) == {"Kyoto"}
    assert any("Kyoto in Japan is no city of this trip" in note for note in turn.result["notes"])
