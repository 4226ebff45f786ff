"""/agenda through a turn: by code, with a model's words, with wrong ones, with none."""

from __future__ import annotations

import datetime as dt
import json
import re

import pytest

from agents import commands
from agents.llm.base import ModelError
from agents.models import StepResult
from agents.offline.words import filled_in
from tests.agents.talking import kinds, say
from tests.scripted_mind import ScriptedMind
from tests.trips.travelling import CODE, at, booked, with_plan
from trips.models import Feedback, Trip, Turn

pytestmark = [pytest.mark.django_db(transaction=True)]
SAID = {"reply": "Temples first, then tofu.", "short_summary": "two days", "next_step": "Book the table."}
FRIDAY = "2027-11-19"


@pytest.fixture
def kyoto(trip) -> Trip:
    return with_plan(trip)


def asked(trip: Trip, line: str = "/agenda", mind=None, now: str = "2027-11-01T12:00") -> tuple[Turn, str]:
    with at(now):
        turn = say(trip, line, mind)
    return turn, turn.messages.filter(author="agent").last().text


def items(*rows: dict) -> dict:
    return {**SAID, "days": [{"date": FRIDAY, "city": "Kyoto", "items": list(rows), "reminders": []}]}


def test_without_a_model_it_is_whole(kyoto) -> None:
    stay = next(item for item in kyoto.plan.plan.items() if item.kind == "stay")
    booked(kyoto, item_uid=stay.uid, title=stay.title)
    turn, text = asked(kyoto)
    assert (turn.status, turn.mode) == (Turn.Status.DONE, "DELEGATE")
    assert turn.messages.filter(author="agent").last().agent == "scheduler"
    assert (
        "**Friday 19 November, Kyoto** (day 1)" in text and "**Saturday 20 November, Kyoto** (day 2)" in text
    )
    assert "Leave by 10:43 (17 min by public transport). 11:00–12:15 Kiyomizu-dera." in text
    assert "Booked. The code is under Bookings." in text and CODE not in text
    assert "If it rains, instead of Kiyomizu-dera: Kyoto National Museum" in text
    assert "agent_started" in kinds(turn) and "agent_done" in kinds(turn)
    assert [label for label, _ in turn.result["links"]] == [
        "Open",
        "To print",
        "The whole plan to print",
    ]


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("/agenda saturday", "**Saturday 20 November, Kyoto** (day 2)"),
        ("/agenda day 3", "**Sunday 21 November, Kyoto** (day 3)"),
        ("/agenda 20 Nov", "**Saturday 20 November, Kyoto** (day 2)"),
    ],
)
def test_a_day_is_named_and_told_alone(kyoto, line: str, shown: str) -> None:
    _, text = asked(kyoto, line)
    assert shown in text and text.count(" November, Kyoto** (day ") == 1


def test_a_day_that_is_none_is_said_and_nothing_else_happens(kyoto) -> None:
    turn, text = asked(kyoto, "/agenda day 9")
    assert text.startswith("“day 9” is no day of this trip") and turn.mode == "ANSWER"
    assert "agent_started" not in kinds(turn)


def test_too_early_it_says_what_is_missing_and_what_supplies_it(trip) -> None:
    _, text = asked(trip)
    assert "There is no plan yet" in text and "/select" in text


def test_a_trip_that_is_over_says_so(kyoto) -> None:
    _, text = asked(kyoto, now="2028-02-01T12:00")
    assert text.startswith("This trip ended on Sunday 21 November.")
    _, text = asked(kyoto, "/agenda day 2", now="2028-02-01T12:00")
    assert "**Saturday 20 November, Kyoto** (day 2)" in text


def test_on_the_way_today_is_where_they_are(kyoto) -> None:
    _, text = asked(kyoto, now="2027-11-19T16:00")  # one at night in Kyoto
    assert "**Saturday 20 November, Kyoto** (day 2, today)" in text


def test_a_tired_report_changes_the_words(kyoto) -> None:
    Feedback.objects.create(trip=kyoto, date=dt.date(2027, 11, 18), text="Exhausted.", energy="low")
    _, text = asked(kyoto)
    left_out = re.search(r"You said you were tired: (.+?) is the easiest to leave out", text)[1]
    kyoto.facts_json |= {"must_do": [left_out]}
    kyoto.save()
    _, text = asked(kyoto)
    assert f"{left_out} is the easiest" not in text


def test_a_model_adds_words_and_reads_its_brief_but_no_code(kyoto) -> None:
    booked(kyoto, title="Kaiseki dinner", status="to_book", book_by=dt.date(2027, 11, 3))
    mind = ScriptedMind(
        {"scheduler": [{**items(), "days": [{**items()["days"][0], "reminders": ["Go early."]}]}]}
    )
    turn, text = asked(kyoto, mind=mind)
    assert text.startswith("Temples first, then tofu.") and "- Go early." in text
    assert (
        "Leave by 10:43" in text and "To book: Kaiseki dinner by Wednesday 3 November, 2 days left." in text
    )
    (request,) = mind.calls
    whole = json.dumps([[block.text for block in request.system], [one.text for one in request.messages]])
    assert "Booking Deadlines" in whole and "Kaiseki dinner" in whole
    assert CODE not in whole


def test_a_moved_time_is_corrected_and_then_taken(kyoto) -> None:
    uid = next(item.uid for item in kyoto.plan.plan.items() if item.title == "Kiyomizu-dera")
    moved = {"item_uid": uid, "start": "10:00", "end": "12:15", "what": "Kiyomizu-dera"}
    right = {**moved, "start": "11:00", "note": "Go up the side steps."}
    mind = ScriptedMind({"scheduler": [items(moved), items(right)]})
    _, text = asked(kyoto, mind=mind)
    assert len(mind.calls) == 2
    assert "goes from 11:00 to 12:15, not from 10:00 to 12:15" in mind.calls[1].messages[-1].text
    assert "*Go up the side steps.*" in text and "10:00–12:15" not in text


def test_a_mind_that_insists_loses_its_words_and_not_the_agenda(kyoto) -> None:
    moved = {"item_uid": "nothing-of-the-plan", "start": "10:00", "end": "", "what": "A palace I like"}
    mind = ScriptedMind({"scheduler": [items(moved)] * 3})
    turn, text = asked(kyoto, mind=mind)
    assert turn.status == Turn.Status.DONE and len(mind.calls) == 2
    assert "A palace I like" not in text and "Leave by 10:43" in text
    assert turn.result["notes"] == filled_in(["the agenda"])


def test_a_provider_that_is_away_takes_no_agenda_away(kyoto) -> None:
    mind = ScriptedMind({"scheduler": [ModelError("bad_request", permanent=True)]})
    turn, text = asked(kyoto, mind=mind)
    assert turn.status == Turn.Status.DONE and "Leave by 10:43" in text


def test_a_turn_taken_up_again_asks_no_second_time(kyoto) -> None:
    mind = ScriptedMind({"scheduler": [items()]})
    turn, _ = asked(kyoto, mind=mind)
    assert StepResult.objects.filter(turn=turn, step=f"scheduler:{FRIDAY}").count() == 1


def test_it_is_among_the_commands_with_examples_of_days(kyoto) -> None:
    command = commands.get("agenda")
    assert (command.usage, command.agent) == ("/agenda [DAY]", "scheduler")
