"""Against npm's aimock, a Messages server written by others, over real HTTP."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from agents.runtime.agent import AgentFailed
from tests.agents.llm.asking import GOOD, ask, collect, mind_at
from tests.agents.running import GOOD as ADVICE
from tests.agents.running import Recorder, run
from tests.wire.aimock import Aimock, aimock, fixture

pytestmark = [
    pytest.mark.node,
    pytest.mark.xdist_group("aimock"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
]

ADVICE_TEXT = ADVICE.model_dump_json()
LONG = {"reply": "Temples in the morning 🏯, gardens after lunch 🍵, " * 6, "days": 3}
TOOL_CALL = {
    "blocks": [{"type": "toolCall", "name": "climate", "id": "toolu_1", "arguments": {"city": "Kyoto"}}]
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Aimock]:
    with aimock(tmp_path_factory.mktemp("aimock")) as running:
        yield running


@pytest.fixture(autouse=True)
def fresh(server: Aimock) -> None:
    server.reset()


async def test_an_answer_streams_whole(server: Aimock) -> None:
    server.fixtures(fixture("Plan Kyoto", LONG))
    text, reply = await collect(mind_at(server.url), ask())
    assert json.loads(text) == json.loads(reply.text) == LONG
    assert reply.stop_reason == "end_turn"


async def test_a_tool_is_called_and_its_result_read(server: Aimock) -> None:
    server.fixtures(
        {"match": {"userMessage": "Kyoto", "hasToolResult": False}, "response": TOOL_CALL},
        {"match": {"hasToolResult": True}, "response": {"content": ADVICE_TEXT}},
    )
    hooks = Recorder()
    assert await run(mind_at(server.url), hooks) == ADVICE
    assert [value[1].city for what, value in hooks.happened if what == "tool"] == ["Kyoto"]


async def test_an_answer_cut_off_is_asked_for_again_shorter(server: Aimock) -> None:
    server.fixtures(
        fixture("cut off", ADVICE_TEXT),
        fixture("Kyoto", '{"reply": "Temples and', response={"finishReason": "max_tokens"}),
    )
    hooks = Recorder()
    assert await run(mind_at(server.url), hooks) == ADVICE
    assert hooks.records[0].stop_reason == "max_tokens"
    assert hooks.bubble == ADVICE.reply


async def test_a_wrong_answer_is_corrected(server: Aimock) -> None:
    server.fixtures(
        fixture("less than or equal to 30", ADVICE_TEXT), fixture("Kyoto", {"reply": "Long.", "days": 99})
    )
    assert await run(mind_at(server.url), Recorder()) == ADVICE


@pytest.mark.parametrize(
    ("status", "kind"), [(429, "rate_limit_error"), (529, "overloaded_error"), (500, "api_error")]
)
async def test_one_error_is_passed_over(server: Aimock, status: int, kind: str) -> None:
    server.fixtures(fixture("Plan Kyoto", GOOD))
    server.next_error(status, kind)
    text, _ = await collect(mind_at(server.url), ask())
    assert json.loads(text) == GOOD
    assert len(server.journal()) == 2


async def test_a_stream_cut_after_text_starts_again(server: Aimock) -> None:
    server.fixtures(
        fixture("Kyoto", ADVICE_TEXT, match={"sequenceIndex": 0}, truncateAfterChunks=6, latency=20),
        fixture("Kyoto", ADVICE_TEXT),
    )
    hooks = Recorder()
    assert await run(mind_at(server.url), hooks) == ADVICE
    assert hooks.bubble == ADVICE.reply


async def test_garbage_ends_in_an_honest_failure(server: Aimock) -> None:
    server.fixtures(fixture("Kyoto", "x", chaos={"malformedRate": 1}))
    with pytest.raises(AgentFailed) as caught:
        await run(mind_at(server.url), Recorder())
    assert caught.value.kind == "not_an_answer"
