"""/feedback through a turn: line and plain words, by code and with a model, proposals only with a cause."""

from __future__ import annotations

import datetime as dt

import pytest

from agents import commands
from agents.llm.base import ModelError
from agents.offline.words import filled_in
from memory.models import Extraction
from tests.agents.talking import kinds, say
from tests.scripted_mind import ScriptedMind
from tests.trips.travelling import at, booked, with_plan
from trips import changing
from trips.models import Feedback, Trip, Turn

pytestmark = [pytest.mark.django_db(transaction=True)]
WORDS = "ramen was the best meal, but I was exhausted after 3 pm"
SECOND, THIRD = dt.date(2027, 11, 20), dt.date(2027, 11, 21)


@pytest.fixture
def kyoto(trip) -> Trip:
    return with_plan(trip)


def told(trip: Trip, line: str, mind=None, now: str = "2027-11-19T12:00") -> tuple[Turn, str]:
    """At nine in the evening of the first day in Kyoto."""
    with at(now):
        turn = say(trip, line, mind)
    return turn, "\n".join(turn.messages.filter(author="agent").values_list("text", flat=True))


def items(plan, days: int) -> dict:
    """Of so many days from the first, by uid; of the stay its check-out may still move."""
    return {item.uid: item for day in plan.days[:days] for item in day.items if item.kind != "stay"}


@pytest.mark.parametrize("line", [WORDS, f"/feedback {WORDS}"])
def test_what_is_said_is_written_down_and_what_it_calls_for_is_proposed(kyoto, line) -> None:
    before = kyoto.plan.plan
    turn, text = told(kyoto, line)
    assert (turn.status, turn.mode) == (Turn.Status.DONE, "DELEGATE")
    row = kyoto.feedback.get()
    assert (row.date, row.liked, row.energy, row.rating) == (dt.date(2027, 11, 19), ["ramen"], "low", None)
    assert (row.text, row.turn, row.message.text) == (WORDS, turn, line)
    proposal = changing.open_proposal(kyoto)
    assert "I was exhausted after 3 pm" in proposal.cause
    assert items(proposal.plan, 1) == items(before, 1)
    late = [item for item in proposal.plan.days[1].items if item.kind == "visit" and item.start.hour >= 15]
    assert late == [] and any(item.kind == "visit" for item in before.days[1].items)
    assert kyoto.plan.plan == before and "Say yes or no" in text
    assert "- Friday 19 November: liked ramen; energy low." in text
    assert {"agent_started", "agent_done"} <= set(kinds(turn))
    assert Extraction.objects.filter(turn=turn, agent="feedback").exists()


def test_a_yes_makes_it_the_plan_and_a_no_leaves_it(kyoto) -> None:
    told(kyoto, WORDS)
    proposed = changing.open_proposal(kyoto).plan
    told(kyoto, "yes")
    assert (kyoto.plan.number, kyoto.plan.plan) == (2, proposed)
    told(kyoto, "my feet hurt, too much walking", now="2027-11-20T10:00")
    assert changing.open_proposal(kyoto) is not None
    told(kyoto, "no", now="2027-11-20T10:01")
    assert kyoto.plan.number == 2 and changing.open_proposal(kyoto) is None


@pytest.mark.parametrize(
    "words",
    ["the tofu dinner was wonderful", "it rained all day", "dinner was bland", "/feedback We met Yuki."],
)
def test_without_a_cause_nothing_is_proposed(kyoto, words) -> None:
    _, text = told(kyoto, words)
    assert kyoto.feedback.count() == 1
    assert changing.open_proposal(kyoto) is None and "Shall I change" not in text


def test_illness_is_written_down_and_the_next_day_lightened(kyoto) -> None:
    _, text = told(kyoto, "I have a cold, please keep tomorrow light")
    row = kyoto.feedback.get()
    assert (row.energy, row.disliked) == ("low", []) and "I am sorry to hear that." in text
    visits = [item.uid for item in kyoto.plan.plan.days[1].items if item.kind == "visit"]
    left = [item.uid for item in changing.open_proposal(kyoto).plan.days[1].items if item.kind == "visit"]
    assert len(left) == len(visits) - 1 and set(left) < set(visits)


def test_a_wish_in_a_report_becomes_a_proposal_and_one_that_can_not_is_said(kyoto) -> None:
    _, text = told(kyoto, "/feedback the temples were wonderful and we want more of them")
    new = {item.place_id for item in changing.open_proposal(kyoto).plan.items()}
    assert new - {item.place_id for item in kyoto.plan.plan.items()} and "stays as it is." not in text[:120]
    told(kyoto, "no")
    _, text = told(kyoto, "/feedback the garden was lovely; the kids want a playground")
    assert changing.open_proposal(kyoto) is None
    assert "I know no change of the plan for “the kids want a playground”" in text


def test_nothing_is_no_thing_in_what_was_told_nor_at_the_end(kyoto) -> None:
    for words in ("did not like nothing", "We hated the tempura", "the tempura was too greasy"):
        told(kyoto, f"/feedback {words}")
    assert [row.disliked for row in kyoto.feedback.order_by("pk")] == [
        [],
        ["tempura"],
        ["tempura (too greasy)"],
    ]
    _, text = told(kyoto, "/feedback", now="2027-11-25T12:00")
    assert "You did not like tempura (too greasy)." in text


def test_a_day_that_is_past_stays_as_it_was(kyoto) -> None:
    before = kyoto.plan.plan
    told(kyoto, "yesterday was far too rushed", now="2027-11-20T03:00")
    row = kyoto.feedback.get()
    assert row.date == dt.date(2027, 11, 19)
    proposal = changing.open_proposal(kyoto)
    if proposal is not None:
        assert items(proposal.plan, 2) == items(before, 2)


def test_several_days_and_things_in_one_message(kyoto) -> None:
    told(
        kyoto,
        "Yesterday Kiyomizu was magical. Today the kids were bored at the museum and lunch was bland, 2/5",
        now="2027-11-20T12:00",
    )
    first, *others = kyoto.feedback.order_by("date", "pk")
    assert (first.date, first.liked) == (dt.date(2027, 11, 19), ["Kiyomizu"])
    assert {row.date for row in others} == {SECOND}
    assert {name for row in others for name in row.disliked} == {"museum", "lunch (bland)"}
    assert {row.rating for row in others} >= {2}


def test_sums_in_the_same_message_are_noted_as_well(kyoto) -> None:
    _, text = told(kyoto, "we paid 3500 yen for the museum, the kids were bored and I was exhausted")
    row, expense = kyoto.feedback.get(), kyoto.expenses.get()
    assert row.energy == "low" and (expense.amount, expense.currency) == (3500, "JPY")
    assert "Noted as spent: 3,500.00 JPY" in text


def test_what_is_booked_is_left_alone(kyoto) -> None:
    for item in kyoto.plan.plan.days[1].items + kyoto.plan.plan.days[2].items:
        if item.kind == "visit":
            booked(kyoto, item_uid=item.uid, title=item.title)
    _, text = told(kyoto, WORDS)
    proposal = changing.open_proposal(kyoto)
    kept = {item.uid for day in kyoto.plan.plan.days[1:] for item in day.items if item.kind == "visit"}
    assert proposal is None or kept <= {item.uid for item in proposal.plan.items()}


def test_too_early_it_says_what_is_missing(kyoto, trip) -> None:
    _, text = told(kyoto, "/feedback lovely", now="2027-11-01T12:00")
    assert "The trip begins on Friday 19 November" in text and "/plan" in text
    assert not kyoto.feedback.exists()


def test_without_words_it_says_what_was_told(kyoto) -> None:
    _, text = told(kyoto, "/feedback")
    assert "Nothing was told yet" in text
    told(kyoto, WORDS)
    _, text = told(kyoto, "/feedback")
    assert "Friday 19 November: liked ramen; energy low" in text
    assert kyoto.feedback.count() == 1


def test_after_the_trip_it_is_still_taken(kyoto) -> None:
    _, text = told(kyoto, "The last garden was lovely", now="2027-11-25T12:00")
    assert "What follows" not in text
    assert kyoto.feedback.get().date == THIRD
    _, text = told(kyoto, "/feedback", now="2027-11-25T12:00")
    assert "is behind you" in text and "last garden" in text and text.endswith("How was it, all in all?")


# --- With a model ------------------------------------------------------------------------------


def answer(**more) -> dict:
    report = {
        "date": "2027-11-19",
        "text": "exhausted",
        "quote": "I was exhausted after 3 pm",
        "liked": ["ramen"],
        "energy": "low",
    }
    edit = more.pop("whole", {"kind": "lighter", "day": 2, "what": "visits"})
    return {
        "reply": "That was a long day.",
        "reports": [report | more.pop("report", {})],
        "adjustments": [
            {"edit": edit | more.pop("edit", {}), "sentence": "Less.", "quote": "exhausted after 3 pm"}
            | more.pop("adjustment", {})
        ],
    } | more


def test_a_model_says_it_and_code_carries_it_out_on_paper(kyoto) -> None:
    mind = ScriptedMind({"feedback": [answer()]})
    _, text = told(kyoto, f"/feedback {WORDS}", mind)
    assert text.startswith("That was a long day.")
    assert kyoto.feedback.get().text == "I was exhausted after 3 pm"
    assert changing.open_proposal(kyoto) is not None and kyoto.plan.number == 1


@pytest.mark.parametrize(
    ("wrong", "told_it"),
    [
        ({"report": {"quote": "we adored it"}}, "quote is not in their message"),
        ({"report": {"date": "2027-11-21"}}, "no day they can tell of"),
        ({"report": {"date": "2027-03-01"}}, "no day they can tell of"),
        ({"report": {"item_uid": "visit-999"}}, "no item 'visit-999'"),
        ({"report": {"rating": 5}}, "gave no rating"),
        ({"edit": {"day": 1}}, "day 1 has begun"),
        ({"edit": {"day": 9}}, "there is no day 9"),
        ({"whole": {"kind": "remove_item", "uid": "visit-5"}}, "of a day that has begun"),
        ({"whole": {"kind": "add_night", "city": "Kyoto"}}, "none that a report calls for"),
        ({"adjustment": {"quote": "less please"}}, "quote is not in their message"),
        ({"reports": []}, "at least one report"),
    ],
)
def test_what_a_model_makes_up_goes_back_to_it(kyoto, wrong, told_it) -> None:
    mind = ScriptedMind({"feedback": [answer(**wrong), answer()]})
    told(kyoto, f"/feedback {WORDS}", mind)
    assert told_it in mind.calls[-1].messages[-1].text
    assert kyoto.feedback.get().liked == ["ramen"]


def test_a_model_that_stays_wrong_leaves_the_words_to_code(kyoto) -> None:
    mind = ScriptedMind({"feedback": [answer(report={"quote": "never said"})] * 3})
    turn, _ = told(kyoto, f"/feedback {WORDS}", mind)
    assert turn.status == Turn.Status.DONE
    assert turn.result["notes"] == filled_in(["the reading of your report"])
    assert len(mind.calls_of("feedback")) == 2
    assert kyoto.feedback.get().text == WORDS


def test_a_server_that_is_away_leaves_the_words_to_code(kyoto) -> None:
    mind = ScriptedMind({"feedback": [ModelError("refusal", "no", permanent=True)]})
    turn, _ = told(kyoto, f"/feedback {WORDS}", mind)
    assert turn.status == Turn.Status.DONE and Feedback.objects.get(trip=kyoto).energy == "low"


def test_the_command_is_there_with_its_examples(kyoto) -> None:
    assert commands.get("feedback").usage == "/feedback TEXT"
