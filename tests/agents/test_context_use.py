"""How full an agent's window is: counted or estimated, told at 80 %, closed at 95 %, shown to staff."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.urls import reverse

from agents.llm import context_window
from agents.llm.base import ModelMessage, ModelRequest, SystemBlock, Usage
from agents.llm.context_window import ContextUse
from agents.models import ModelCall
from tests.agents.running import GOOD, Recorder, run, with_limits
from tests.agents.talking import clarify, say
from tests.scripted_mind import Say, ScriptedMind, use_tool
from trips.models import Traveller


def asking(use_id: str, tokens: int) -> Say:
    """A reply that calls a tool; the provider says how much was sent."""
    call = use_tool("climate", {"city": "Kyoto"}, use_id)
    return Say(stop_reason="tool_use", tool_uses=call.tool_uses, usage=Usage(input=tokens, output=10))


def results(mind: ScriptedMind, call: int) -> list[str]:
    return [result.content for message in mind.calls[call].messages for result in message.tool_results]


async def test_at_80_per_cent_the_next_tool_result_says_so() -> None:
    mind = ScriptedMind([asking("one", 700), asking("two", 820), GOOD])
    assert await run(mind, Recorder(), limits=with_limits(input_tokens=1_000)) == GOOD
    first, second = results(mind, 2)
    assert "of what you can read" not in first
    assert "of 1,000 tokens, 83 %" in second and second.startswith("mild")
    assert not mind.calls[2].tools_closed


async def test_at_95_per_cent_there_are_no_tools() -> None:
    mind = ScriptedMind([asking("one", 950), GOOD])
    assert await run(mind, Recorder(), limits=with_limits(input_tokens=1_000)) == GOOD
    assert mind.calls[1].tools_closed
    assert mind.calls[1].messages[-1].text.startswith("No more tools")


async def test_who_calls_on_without_tools_gets_nothing_but_the_reason() -> None:
    mind, hooks = ScriptedMind([asking("one", 950), asking("two", 960), GOOD]), Recorder()
    assert await run(mind, hooks, limits=with_limits(input_tokens=1_000)) == GOOD
    assert sum(what == "tool" for what, _ in hooks.happened) == 1
    assert results(mind, 2)[-1].startswith("No more tools")


async def test_a_task_that_fills_the_input_gets_no_tools_from_the_start() -> None:
    mind = ScriptedMind([GOOD])
    task = [ModelMessage("user", text="x" * 3_000)]
    await run(mind, task=task, limits=with_limits(input_tokens=1_000))
    assert mind.calls[0].tools_closed


async def test_a_long_result_counts_before_anybody_counted_it() -> None:
    hooks = Recorder(tool="y" * 2_400)  # 800 tokens
    mind = ScriptedMind([asking("one", 100), GOOD])
    await run(mind, hooks, limits=with_limits(input_tokens=1_000))
    assert "91 %, estimated" in results(mind, 1)[0]


def test_an_estimate_is_a_third_of_the_characters() -> None:
    request = ModelRequest(
        "p", "planner", "fast", (SystemBlock("a" * 300),), (ModelMessage("user", text="b" * 600),), 100
    )
    assert context_window.estimate(request) == 100 + 200 + context_window.TOKENS_A_MESSAGE


def test_it_says_how_it_knows() -> None:
    assert str(ContextUse(80_000, 160_000, True)) == "80,000 of 160,000 tokens, 50 %, counted"
    assert str(ContextUse(80_000, 160_000, True).plus(1)) == "80,001 of 160,000 tokens, 50 %, estimated"


@pytest.mark.django_db(transaction=True)
def test_staff_see_it_on_the_turns_page(trip, client) -> None:
    answer = Say(clarify(), usage=Usage(input=30_000, cache_read=10_000, output=50))
    turn = say(trip, "Boston", ScriptedMind([answer]))
    call = ModelCall.objects.get(turn=turn)
    assert (call.context_tokens, call.context_counted, call.context_window) == (40_000, True, 160_000)
    client.force_login(Traveller.objects.create_superuser("staff", password="a-long-enough-word"))
    page = client.get(reverse("admin:trips_turn_change", args=[turn.pk])).content.decode()
    assert page.count("40,000 of 160,000 tokens, 25 %, counted") == 2

    assert "DESTINATION CONTEXT" not in page  # what memory told is shown on memory's own pages

    offline = say(trip, "Boston for a week")
    assert ModelCall.objects.get(turn=offline).context_use.counted is False
    page = client.get(reverse("admin:trips_turn_change", args=[offline.pk])).content.decode()
    assert "%, estimated" in page


# --- A window that is too small ------------------------------------------------------------------


def too_long(**changes) -> ModelRequest:
    request = ModelRequest(
        purpose="p",
        agent="planner",
        tier="fast",
        system=(SystemBlock("Ours. " * 100), SystemBlock("theirs\n" * 300, theirs=True)),
        messages=(
            ModelMessage("user", text="First line.\n" + "place\n" * 3_000 + "The option: slow."),
            ModelMessage("assistant", text="Short."),
            ModelMessage("user", text="Go on."),
        ),
        max_tokens=4_000,
    )
    return replace(request, **changes)


def test_a_request_that_fits_stays_as_it_is() -> None:
    request = too_long()
    assert context_window.fitted(request, 160_000) == request


def test_the_answer_gets_less_room_first() -> None:
    request = too_long()
    window = context_window.estimate(request) + 3_900 + context_window.SPARE
    assert context_window.fitted(request, window) == replace(request, max_tokens=3_900)


def test_then_the_longest_texts_lose_their_middle() -> None:
    request = context_window.fitted(too_long(), 4_096)
    assert request.max_tokens == 4_096 // 3
    assert context_window.estimate(request) + request.max_tokens <= 4_096
    ours, theirs = request.system
    assert ours.text == "Ours. " * 100
    first, *others = request.messages
    assert first.text.startswith("First line.\n") and first.text.endswith("\nThe option: slow.")
    assert context_window.GAP in first.text
    assert theirs == too_long().system[1]
    assert others == list(too_long().messages[1:])


@pytest.mark.parametrize("text", ["a" * 5_000, "a\n" * 2_500, "line\n" + "a" * 5_000 + "\nlast"])
def test_no_text_is_longer_than_it_may_be(text: str) -> None:
    assert 900 < len(context_window.shortened(text, 1_000)) <= 1_000 or "line" in text
    assert len(context_window.shortened(text, 1_000)) <= 1_000
