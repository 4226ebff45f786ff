"""`manage.py doctor --live`: each schema, tool and search once, what the server said and what it cost."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from django.core.management import call_command

from agents import web_access
from agents.checks import outputs
from agents.llm import select
from agents.models import ModelCall
from agents.runtime import registry
from tests.wire.messages import Answer, failure, text_answer, tool_answer
from tests.wire.server import Exchange, MessagesServer, messages_server

pytestmark = pytest.mark.django_db(transaction=True)


def well(exchange: Exchange) -> Answer:
    tools = exchange.body.get("tools", [])
    if any(tool["name"] == "web_search" for tool in tools):
        return text_answer("Open from nine.")
    if tools:
        return tool_answer(("toolu_1", tools[0]["name"], {}))
    return text_answer("{}")


@pytest.fixture
def server(settings) -> Iterator[MessagesServer]:
    with messages_server(well) as server:
        settings.ANTHROPIC_BASE_URL, settings.WEB_SEARCH = server.url, "true"
        select.claude_mind.cache_clear()
        web_access.forget_refusals()
        yield server
    select.claude_mind.cache_clear()


def test_everything_agents_ask_for_is_asked_once_and_priced(server, settings, capsys) -> None:
    settings.MODEL_PRICES = '{"*": [1000, 0]}'
    call_command("doctor", "--live", "--max-usd=9999")
    said = capsys.readouterr().out
    assert "ILL" not in said
    asked = [exchange.body for exchange in server.exchanges]
    schemas = [body for body in asked if "format" in body.get("output_config", {})]
    tools = {name for agent in registry.team() for name in agent.tools}
    readers = [agent for agent in registry.team() if agent.web]
    assert len(schemas) == len(list(outputs())) - len(readers)
    assert {body["tools"][0]["name"] for body in asked if "tools" in body} == tools | {"web_search"}
    assert f"all of it cost ${0.012 * len(asked):.4f}" in said
    assert sum(len(json.dumps(body["messages"])) for body in asked) < 100 * len(asked)
    assert not ModelCall.objects.exists()  # nobody's turn


def test_a_refusal_is_told_in_the_server_s_words_and_asked_once(server, capsys) -> None:
    words = "The compiled grammar is too large"

    def refuse(exchange: Exchange) -> Answer:
        wanted = json.dumps(exchange.body.get("output_config", {}))
        return failure(400, "invalid_request_error", words) if '"ranked"' in wanted else well(exchange)

    server.always = refuse
    with pytest.raises(SystemExit):
        call_command("doctor", "--live", "--max-usd=9999")
    said = capsys.readouterr().out
    [ill] = [line for line in said.splitlines() if line.startswith("ILL")]
    assert ill.startswith("ILL   model        schema prioritizer: bad_request: 400") and words in ill


def test_it_ends_where_the_money_would(server, capsys) -> None:
    with pytest.raises(SystemExit):
        call_command("doctor", "--live", "--max-usd=0.01")
    assert "not asked: $0.01 would not be enough" in capsys.readouterr().out
    assert server.exchanges == []


def test_what_a_server_does_not_take_is_told_without_asking(capsys) -> None:
    for left_out in ("effort", "effort, structured output"):
        ModelCall.objects.create(
            mind="claude", purpose="option", agent="planner", model="qwen3", left_out=left_out
        )
    call_command("doctor")
    assert "does not take: qwen3: effort, structured output" in capsys.readouterr().out
