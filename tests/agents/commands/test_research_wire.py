"""Research by the real adapter at a Messages server: an answer of many characters, one that is cut, one city
that fails."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import cycle

import pytest

from agents.models import ModelCall
from tests.agents.commands.test_research import going_to, names, part_of
from tests.agents.companions.researched import answer, large_answer
from tests.story.telling import LIMITS, mind_at, say
from tests.wire.messages import Answer, block_start, ending, failure, message_start, text_answer
from tests.wire.server import Exchange, messages_server
from trips.models import Trip

pytestmark = pytest.mark.django_db(transaction=True)


def asked(exchange: Exchange) -> tuple[str, str]:
    """City and part, as the request says them."""
    first = "\n".join(block.get("text", "") for block in exchange.body["messages"][0]["content"])
    city = first.split("The city: ")[1].split(",")[0]
    part = first.split("Wanted now: ")[1] if "Wanted now: " in first else "whole"
    for name, words in (("food", "places to eat"), ("facts", "practical"), ("activities", "activities")):
        if part.startswith(words):
            return city, name
    return city, "places" if part.startswith("places") else "whole"


def test_14_000_characters_and_more_come_through_whole(trip: Trip) -> None:
    going_to(trip, "Kyoto")
    whole = large_answer()
    assert len(json.dumps(whole, ensure_ascii=False)) > 14_000
    with messages_server() as server:
        server.script(text_answer(whole, deltas=400))
        turn = say(trip, "/research Kyoto", mind_at(server.url))
        (exchange,) = server.exchanges
    assert turn.status == "done", turn.error
    assert trip.findings.count() == 33 and trip.city_intel.get().facts_key
    assert exchange.body["max_tokens"] == 16_384
    assert exchange.body["output_config"]["format"]["type"] == "json_schema"


def test_a_cut_answer_is_noticed_by_its_stop_reason_and_asked_again_in_parts(trip: Trip) -> None:
    going_to(trip, "Kyoto")
    whole = large_answer()

    def answering(exchange: Exchange) -> Answer:
        _city, part = asked(exchange)
        if part == "whole":
            return text_answer(json.dumps(whole)[:12_000], stop_reason="max_tokens")
        return text_answer(part_of(whole, part))

    with messages_server(always=answering) as server:
        turn = say(trip, "/research Kyoto", mind_at(server.url))
        parts = [asked(exchange)[1] for exchange in server.exchanges]
    assert turn.status == "done", turn.error
    assert parts[0] == "whole" and sorted(parts[1:]) == ["activities", "facts", "food", "places"]
    assert trip.findings.count() == 33
    calls = ModelCall.objects.filter(turn=turn, agent="research")
    assert sorted(calls.values_list("stop_reason", flat=True)) == ["end_turn"] * 4 + ["max_tokens"]
    assert all(call.cost > 0 for call in calls)


def test_the_requests_of_a_command_are_bounded_whatever_comes_back(trip: Trip) -> None:
    """Two a city and four more: tries that were answered and steps down the ladder count as well."""
    thought = block_start(type="thinking", thinking="Porto?", signature="s")
    thinking_only = Answer([message_start(), thought, *ending()])
    going_to(trip, "Porto")
    odd = cycle([thinking_only, thinking_only, text_answer("Porto is lovely.")])
    with messages_server(always=lambda exchange: next(odd), strict=False) as server:
        turn = say(trip, "/research Porto", mind_at(server.url))
        assert len(server.exchanges) == 6
    assert turn.status == "done" and any("/research Porto" in note for note in turn.result["notes"])


def test_overload_counts_as_no_answer(trip: Trip) -> None:
    going_to(trip, "Porto")
    tries = iter([failure(529, "overloaded_error")] * 7)
    mind_limits = replace(LIMITS, patient_tries=10, longest_wait=0.01)
    with messages_server(always=lambda _: next(tries, None) or text_answer(answer("Porto"))) as server:
        turn = say(trip, "/research Porto", mind_at(server.url, mind_limits))
    assert turn.status == "done" and trip.findings.exists(), turn.result


def test_a_city_that_fails_is_said_and_the_others_are_there(trip: Trip) -> None:
    going_to(trip, "Kyoto", "Braga")

    def answering(exchange: Exchange) -> Answer:
        city, _part = asked(exchange)
        if city == "Braga":
            return failure(400, "invalid_request_error")
        return text_answer(answer(city))

    with messages_server(always=answering) as server:
        turn = say(trip, "/research all", mind_at(server.url))
    assert turn.status == "done" and names(trip, "Kyoto") and not names(trip, "Braga")
    (note,) = [note for note in turn.result["notes"] if "/research Braga" in note]
    assert note.endswith("asks the language model again.") and turn.next_step.endswith("/research Braga.")
