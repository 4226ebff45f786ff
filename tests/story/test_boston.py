"""The four steps to Boston, by the real adapter, at a Messages server that keeps to the API's rules."""

from __future__ import annotations

import json

import pytest

from agents.models import ModelCall, TurnEvent
from tests.agents.talking import kinds
from tests.story import answers
from tests.story.telling import (
    CORRECTED,
    RESEARCH,
    STORY,
    USAGE,
    Line,
    answering,
    mark_of,
    mind_at,
    option_line,
    prompt_of,
    say,
    slower,
    up_to_the_yes,
    without,
)
from tests.wire.server import MessagesServer
from trips import choosing
from trips.models import Option, Question, Trip, Turn
from trips.planning.options import shared_visits

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
]

SPECIALISTS = ("transport", "stay", "food")


@pytest.mark.quick
def test_it_asks_confirms_and_ends_in_checked_options(trip: Trip, server: MessagesServer) -> None:
    """The whole conversation; the specialists take their time."""
    server.always = answering(slower(STORY, SPECIALISTS, 0.12))
    mind = mind_at(server.url)
    turns = [say(trip, line, mind) for line in answers.LINES]
    assert [(turn.status, turn.mode) for turn in turns] == [
        ("done", "CLARIFY"),
        ("done", "CLARIFY"),
        ("done", "CONFIRM"),
        ("done", "FINALIZE"),
    ], [turn.error for turn in turns]
    assert {turn.mind for turn in turns} == {"claude"}

    topics = list(Question.objects.filter(asked_by="orchestrator").values_list("topic", flat=True))
    assert topics[:3] == ["dates", "party", "budget"] and len(topics) == len(set(topics)) == 7
    assert not trip.questions.open().filter(required=True).exists()
    assert len(turns[2].result["summary"]) >= 7

    _facts_are_his_words(trip)
    _work_went_on_at_the_same_time(turns[3])
    _options_are_checked_and_differ(trip, turns[3])
    _every_call_is_counted(turns)
    _nobody_was_asked_twice(server)
    _events_tell_it_in_order(turns[3])
    _choosing_makes_the_plan_and_keeps_the_other(trip)


def _facts_are_his_words(trip: Trip) -> None:
    facts = trip.facts
    assert [place.name for place in facts.destinations] == ["Boston"]
    assert (facts.dates.start, facts.dates.end) == (answers.ARRIVE, answers.LEAVE)
    assert (facts.party.adults, facts.budget.level, facts.pace) == (2, "mid", "moderate")
    assert facts.interests == ["history", "food"] and facts.must_do == ["Freedom Trail"]
    for change in trip.fact_changes.all():
        assert change.quote and change.quote.lower() in change.message.text.lower()


def _work_went_on_at_the_same_time(turn: Turn) -> None:
    rows = [row for row in TurnEvent.objects.filter(turn=turn) if row.data.get("key") in SPECIALISTS]
    started = [row.created for row in rows if row.kind == "agent_started"]
    ended = [row.created for row in rows if row.kind == "agent_done"]
    assert len(started) == len(ended) == 3
    assert max(started) < min(ended)


def _options_are_checked_and_differ(trip: Trip, turn: Turn) -> None:
    options = list(trip.options.on_offer())
    assert [option.plan.title for option in options] == ["Revolution on Foot", "The Long Table"]
    for option in options:
        assert option.verdict.offerable, option.verdict.errors
        assert option.verdict.passed >= 12
        assert "boston:freedom-trail" in {item.place_id for item in option.plan.items()}
        assert [day.date for day in option.plan.days][:: len(option.plan.days) - 1] == [
            answers.ARRIVE,
            answers.LEAVE,
        ]
        spent = sum(line.amount for item in option.plan.items() for line in item.costs)
        assert option.plan.total == pytest.approx(spent)
    assert shared_visits(options[0].plan, options[1].plan) <= 0.5
    assert turn.result["comparison"]
    assert [finding["specialist"] for finding in turn.result["findings"]] == sorted(SPECIALISTS)
    # what the specialists would like to know is asked under the options, and may stay unanswered
    assert trip.questions.get(topic="other:luggage").required is False
    said = list(turn.messages.filter(author="agent").order_by("position").values_list("text", flat=True))
    assert said == [answers.SENDS_THEM_OUT.reply, answers.OUTLINES.reply]


def _every_call_is_counted(turns: list[Turn]) -> None:
    calls = ModelCall.objects.filter(turn__in=turns)
    assert sorted(calls.values_list("agent", flat=True)) == sorted(
        ["orchestrator"] * 5 + list(SPECIALISTS) + ["planner"] * 2
    )
    assert set(calls.values_list("status", flat=True)) == {"done"}
    assert {(call.tokens_in, call.tokens_out) for call in calls} == {tuple(USAGE.values())}
    assert all(call.cost > 0 and call.latency_ms > 0 for call in calls)


def _nobody_was_asked_twice(server: MessagesServer) -> None:
    assert len(server.exchanges) == 10 and server.refusals == []


def _events_tell_it_in_order(turn: Turn) -> None:
    told = kinds(turn)
    assert told[0] == "queued" and told[-1] == "done"
    assert told.count("agent_started") == told.count("agent_done") == 5  # three, and two options
    assert "agent_failed" not in told and "restarted" not in told


def _choosing_makes_the_plan_and_keeps_the_other(trip: Trip) -> None:
    chosen, other = trip.options.on_offer()
    version = choosing.select(trip, chosen)
    other.refresh_from_db()
    assert version.number == 1 and version.plan.title == "Revolution on Foot"
    assert other.state == Option.State.KEPT


#: What each would look up, and finds in its task.
OUR_DATA = {
    "transport": "connection boston:new-york-city:train",
    "stay": "boston:omni-parker-house: Omni Parker House",
    "food": "boston:union-oyster-house: Union Oyster House",
}


def test_specialists_share_all_that_stands_before_their_part(trip: Trip, server: MessagesServer) -> None:
    """Two of three read from the server's cache what the first one wrote there."""
    server.always = answering(STORY)
    up_to_the_yes(trip)
    say(trip, answers.LINES[3], mind_at(server.url))
    shared = []
    for line in RESEARCH:
        (exchange,) = [one for one in server.exchanges if mark_of(line.agent) in prompt_of(one)]
        first, part = exchange.body["messages"][0]["content"]
        assert "cache_control" in first and mark_of(line.agent) in part["text"]
        parts = [exchange.body[name] for name in ("model", "output_config", "system")]
        shared.append(json.dumps([*parts, first]))
    assert len(set(shared)) == 1 and len(shared[0]) > 4 * 1024


@pytest.mark.parametrize("agent", [line.agent for line in RESEARCH])
def test_what_is_another_specialists_part_is_sent_back(
    trip: Trip, server: MessagesServer, agent: str
) -> None:
    ours = next(line.answer for line in RESEARCH if line.agent == agent)
    theirs = answers.STAY if agent == "transport" else answers.TRANSPORT
    server.always = answering([Line(agent, ours, CORRECTED), Line(agent, theirs), *without(agent)])
    up_to_the_yes(trip)
    turn = say(trip, answers.LINES[3], mind_at(server.url))
    (found,) = [one for one in turn.result["findings"] if one["specialist"] == agent]
    assert found["headline"] == ours.headline and turn.mode == "FINALIZE"


def test_an_option_has_the_title_by_which_it_was_announced(trip: Trip, server: MessagesServer) -> None:
    renamed = [
        Line("planner", draft.model_copy(update={"title": "Boston"}), option_line(outline))
        for draft, outline in ((answers.ON_FOOT, answers.REVOLUTION), (answers.AT_TABLE, answers.LONG_TABLE))
    ]
    server.always = answering([*renamed, *without("planner")])
    up_to_the_yes(trip)
    turn = say(trip, answers.LINES[3], mind_at(server.url))
    titles = [option.plan.title for option in trip.options.on_offer()]
    assert titles == [answers.REVOLUTION.title, answers.LONG_TABLE.title], turn.error


def test_of_what_a_specialist_recommends_its_own_part_counts(trip: Trip, server: MessagesServer) -> None:
    both = [*answers.TRANSPORT.recommendations, *answers.STAY.recommendations]
    mixed = answers.STAY.model_copy(update={"recommendations": both})
    server.always = answering([Line("stay", mixed), *without("stay")])
    up_to_the_yes(trip)
    turn = say(trip, answers.LINES[3], mind_at(server.url))
    (found,) = [one for one in turn.result["findings"] if one["specialist"] == "stay"]
    names = [row.get("name") for row in found["recommendations"]]
    assert names == [one.name for one in answers.STAY.recommendations] and not turn.result["notes"]


def test_a_task_holds_all_a_specialist_needs_and_not_the_conversation(
    trip: Trip, server: MessagesServer
) -> None:
    server.always = answering(STORY)
    up_to_the_yes(trip)
    say(trip, answers.LINES[3], mind_at(server.url))
    for line in RESEARCH:
        (exchange,) = [one for one in server.exchanges if mark_of(line.agent) in prompt_of(one)]
        said = json.dumps(exchange.body["messages"])
        for words in ("Boston", "15 to 18 February 2027", "New York", "Freedom Trail"):
            assert words in said, (line.agent, words)
        assert OUR_DATA[line.agent] in said and "tools" not in exchange.body, line.agent
        assert answers.LINES[0] not in said and answers.SUMMARISES.reply not in said
