"""Our Messages server: what it refuses, and what it tells of at the end."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from typing import Any

import pytest

from tests.wire.messages import content_of, text_answer, tool_answer
from tests.wire.server import messages_server
from tests.wire.test_rules import body


def post(url: str, said: dict[str, Any]) -> tuple[int, bytes]:
    request = urllib.request.Request(f"{url}/v1/messages", json.dumps(said).encode(), method="POST")  # noqa: S310
    try:
        with urllib.request.urlopen(request, timeout=5) as answer:  # noqa: S310
            return answer.status, answer.read()
    except urllib.error.HTTPError as error:
        return error.code, error.read()


def test_a_refused_request_takes_no_answer_and_is_told_at_the_end() -> None:
    with pytest.raises(AssertionError, match="1 requests refused: This model does not support the effort"):
        with messages_server() as server:
            server.script(text_answer("Hello"))
            old = body(model="claude-haiku-4-5", output_config={"effort": "low"})
            status, raw = post(server.url, old)
            assert status == 400 and json.loads(raw)["error"] == {
                "type": "invalid_request_error",
                "message": "This model does not support the effort parameter.",
            }
            assert post(server.url, body())[0] == 200


def test_a_server_that_is_not_strict_takes_anything() -> None:
    with messages_server(text_answer("Hello"), strict=False) as server:
        assert post(server.url, {"messages": []})[0] == 200


def test_a_thought_that_was_never_had_is_refused() -> None:
    with messages_server(tool_answer(("toolu_1", "climate", {}), thinking="Hm.")) as server:
        _status, raw = post(server.url, body())
        content, reason = content_of([raw])
        assert reason == "tool_use" and content[0]["signature"] == "sig_wire"
        content[0]["signature"] = "mine"
        result = {"type": "tool_result", "tool_use_id": "toolu_1", "content": "mild"}
        messages = [*body()["messages"], {"role": "assistant", "content": content}]
        messages.append({"role": "user", "content": [result]})
        tools = [{"name": "climate", "input_schema": {"type": "object"}}]
        status, raw = post(server.url, body(messages=messages, tools=tools))
        assert status == 400 and b"Invalid `signature` in `thinking` block" in raw
        server.refusals.clear()
