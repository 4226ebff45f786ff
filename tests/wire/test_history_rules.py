"""What a server said comes back as it was, behind what it stood behind."""

from __future__ import annotations

from typing import Any

import pytest

from tests.wire.history_rules import History
from tests.wire.test_rules import HELLO, RESULT, TOOL, USE, body, said, text

THOUGHT = {"type": "thinking", "thinking": "Hm.", "signature": "sig_1"}
SEARCHES = {"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {"query": "Lisbon"}}
PAGE = {"type": "web_search_result", "url": "https://museum.example", "encrypted_content": "abc"}
FOUND = {"type": "web_search_tool_result", "tool_use_id": "srvtoolu_1", "content": [PAGE]}
CITED = text("Closed on Mondays.", citations=[{"type": "web_search_result_location", "encrypted_index": "i"}])
ANSWER = [THOUGHT, SEARCHES, FOUND, CITED, USE]
BEFORE = body(system=[text("You plan.")], tools=[TOOL])


def back(*content: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """The request after the answer."""
    messages = [HELLO, said("assistant", *content), said("user", RESULT)]
    return {**BEFORE, "messages": messages, **changes}


@pytest.fixture
def history() -> History:
    known = History()
    known.remember(BEFORE, ANSWER, "tool_use")
    return known


def test_what_comes_back_as_it_was_is_taken(history: History) -> None:
    assert history.refusal(back(*ANSWER)) == ""
    marked = [*ANSWER[:-1], {**USE, "cache_control": {"type": "ephemeral"}}]
    assert history.refusal(back(*marked)) == ""
    assert history.refusal(back(CITED, USE)) == ""  # thoughts may be left out


CHANGED = {
    "a thought": ({**THOUGHT, "thinking": "Well."}, "Invalid `signature` in `thinking` block"),
    "a signature": ({**THOUGHT, "signature": "mine"}, "Invalid `signature` in `thinking` block"),
    "a query": ({**SEARCHES, "input": {"query": "Porto"}}, "must be sent back as they were received"),
    "a result": (
        {**FOUND, "content": [{**PAGE, "encrypted_content": "xyz"}]},
        "Invalid `encrypted_content` in `search_result` block",
    ),
    "a source": (
        {**CITED, "citations": [{**CITED["citations"][0], "encrypted_index": "j"}]},
        "Invalid `encrypted_index`",
    ),
}


@pytest.mark.parametrize("name", CHANGED)
def test_what_was_changed_is_refused(history: History, name: str) -> None:
    block, words = CHANGED[name]
    assert words in history.refusal(back(block))


@pytest.mark.parametrize(
    "changes",
    [
        {"system": [text("You plan well.")]},
        {"tools": []},
        {"messages": [said("user", text("Hi")), said("assistant", THOUGHT, USE), said("user", RESULT)]},
    ],
)
def test_a_thought_behind_something_else_is_refused(history: History, changes: dict[str, Any]) -> None:
    assert "The block is bound to a different conversation." in history.refusal(back(*ANSWER, **changes))


def test_only_an_answer_that_paused_goes_on(history: History) -> None:
    whole = {**BEFORE, "messages": [HELLO, said("assistant", SEARCHES, FOUND)]}
    assert "must end with a user message" in history.refusal(whole)
    history.remember(BEFORE, [SEARCHES, FOUND], "pause_turn")
    assert history.refusal(whole) == ""
    later = [THOUGHT | {"signature": "sig_2"}, CITED]
    history.remember(whole, later, "end_turn")
    assert history.refusal(back(SEARCHES, FOUND, *later)) == ""
