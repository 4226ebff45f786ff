"""An agent that reads the web: its answer is words with pages, a paused turn goes on, what was read stays."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agents.llm.base import ModelRequest, WebTools
from agents.llm.claude import load_sdk
from agents.llm.server_tools import WebReading
from agents.runtime.agent import AgentFailed, BudgetExhausted
from tests.agents.llm.asking import mind_at
from tests.agents.running import Recorder, planner, run
from tests.wire.messages import failure
from tests.wire.server import MessagesServer, messages_server
from tests.wire.web import said, search, web_answer

reader = replace(planner, output=WebReading, web=WebTools(searches=3), tools=())
HOURS = "https://museum.pt/hours"
PRICES = "https://museum.pt/prices"


async def read(server: MessagesServer, hooks: Recorder | None = None, **changes) -> WebReading:
    load_sdk()  # takes longer than a call may
    mind = mind_at(server.url)
    try:
        return await run(mind, hooks, agent=reader, tools=[], **changes)
    finally:
        await mind.aclose()


async def test_it_answers_with_what_it_read_and_its_searches_are_counted() -> None:
    hooks = Recorder()
    with messages_server(strict=True) as server:
        server.script(web_answer(search("hours", (HOURS, "Hours")), said("Closed on Mondays.", HOURS)))
        reading = await read(server, hooks)
        (exchange,) = server.exchanges
    assert (reading.text, [page.url for page in reading.pages]) == ("Closed on Mondays. [1]", [HOURS])
    assert [record.usage.searches for record in hooks.records] == [1] and hooks.bubble == ""
    assert "output_config" not in exchange.body or "format" not in exchange.body["output_config"]


async def test_a_paused_turn_goes_on_with_its_own_words_unchanged() -> None:
    hooks = Recorder()
    first = [said("I look."), *search("hours", (HOURS, "Hours"), use_id="srvtoolu_1")]
    second = search("prices", (PRICES, "Prices"), use_id="srvtoolu_2")
    with messages_server(strict=True) as server:
        server.script(
            web_answer(*first, stop_reason="pause_turn"),
            web_answer(second, stop_reason="pause_turn"),
            web_answer(said("Closed on Mondays.", HOURS), said(" 12 euros.", PRICES)),
        )
        reading = await read(server, hooks)
        lists = [exchange.body["messages"] for exchange in server.exchanges]
    assert [[message["role"] for message in one] for one in lists] == [
        ["user"],
        ["user", "assistant"],
        ["user", "assistant"],
    ]
    assert lists[1][1]["content"] == first and lists[2][1]["content"] == [*first, *second]
    assert reading.text == "I look.Closed on Mondays. [1] 12 euros. [2]"
    assert sum(record.usage.searches for record in hooks.records) == 2


async def test_a_server_that_pauses_for_ever_is_asked_on_eight_times() -> None:
    found = [search("q", (f"{HOURS}/{n}", "Hours"), use_id=f"srvtoolu_{n}") for n in range(9)]
    with messages_server(strict=True) as server:
        server.script(*(web_answer(one, stop_reason="pause_turn") for one in found))
        reading = await read(server)
        assert len(server.exchanges) == len(reading.pages) == 9
        allowed = [exchange.body["tools"][0]["max_uses"] for exchange in server.exchanges]
    assert allowed == [3, 2, *[1] * 7]  # what is left, not as many again


class TwoCalls(Recorder):
    refusal: Exception

    async def before_call(self, request: ModelRequest) -> int:
        if self.permits >= 2:
            raise self.refusal
        return await super().before_call(request)


@pytest.mark.parametrize("refusal", [AgentFailed("too_many_calls"), BudgetExhausted("trip", "No money.")])
async def test_what_was_read_counts_when_it_may_not_go_on(refusal: Exception) -> None:
    hooks = TwoCalls()
    hooks.refusal = refusal
    two = [search("q", (f"{HOURS}/{n}", "Hours"), use_id=f"srvtoolu_{n}") for n in range(2)]
    with messages_server(strict=True) as server:
        server.script(*(web_answer(found, stop_reason="pause_turn") for found in two))
        reading = await read(server, hooks)
    assert len(reading.pages) == 2


async def test_what_was_read_before_a_refused_continuation_counts() -> None:
    with messages_server(strict=True) as server:
        server.script(
            web_answer(
                search("hours", (HOURS, "Hours")),
                said("Closed on Mondays.", HOURS),
                search("prices", (PRICES, "Prices"), use_id="srvtoolu_2"),
                stop_reason="pause_turn",
            ),
            failure(400, "invalid_request_error", "web_search tool use was found without a result"),
        )
        reading = await read(server)
    assert reading.text == "Closed on Mondays. [1]" and len(reading.pages) == 2


async def test_a_refused_first_call_fails_plainly() -> None:
    with messages_server(strict=True) as server:
        server.script(failure(403, "permission_error", "web search is not enabled"))
        with pytest.raises(AgentFailed) as caught:
            await read(server)
    assert caught.value.kind == "not_allowed"
