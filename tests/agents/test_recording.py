"""Recording switches: what else of a turn is kept for what is learnt from it. Off by default."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agents import recording
from agents.runtime import registry
from memory.models import Extraction
from tests.agents.talking import BOSTON, BOSTON_CHANGES, answer, confirm, dispatch, say
from tests.agents.test_dispatch import Mixed
from tests.scripted_mind import Say, ScriptedMind, use_tool
from trips.models import Turn

pytestmark = pytest.mark.django_db(transaction=True)


class Looking(Mixed):
    """A planner that has a tool looks something up before the offline planner writes its option."""

    def __init__(self) -> None:
        super().__init__({"orchestrator": [dispatch("yes")]})
        self.looked: set[str] = set()

    def stream(self, request):
        titles = str(request.context)
        if request.agent == "planner" and titles not in self.looked:
            self.looked.add(titles)
            use = use_tool("city_facts", {"city": "Boston", "start": "2027-02-15", "end": "2027-02-18"})
            return ScriptedMind([use]).stream(request)
        return super().stream(request)


def planned(trip) -> Turn:
    say(trip, BOSTON, ScriptedMind([confirm(changes=BOSTON_CHANGES)]))
    with registry.override(replace(registry.get("planner"), tools=("city_facts",))):
        turn = say(trip, "yes", Looking())
    assert turn.mode == "FINALIZE"
    return turn


def test_off_by_default(trip):
    assert recording.kept(planned(trip).pk, "recorded") == {}


def test_tool_calls_go_to_what_is_learnt_from_their_option(trip, settings):
    settings.RECORD_TOOL_CALLS = True
    turn = planned(trip)
    kept = recording.kept(turn.pk, "recorded")
    assert set(kept) == {f"option-{number}" for number in range(1, len(kept) + 1)} and len(kept) >= 2
    assert (
        kept["option-1"][0].startswith('city_facts({"city":"Boston"')
        and "Washington's Birthday" in kept["option-1"][0]
    )
    rows = Extraction.objects.filter(turn=turn, agent="planner", kind=Extraction.Kind.NOTES)
    assert rows.count() >= 2
    assert all("city_facts(" in str(row.source) for row in rows)


def test_reasoning_is_kept_only_where_the_setting_says_so(trip, settings):
    class Thinking(ScriptedMind):
        async def stream(self, request):
            async for event in super().stream(request):
                yield replace(event, reasoning="They want\x00 history.") if hasattr(event, "usage") else event

    def turn() -> Turn:
        return say(trip, "Hello", Thinking([Say(answer())]))

    assert recording.kept(turn().pk, "recorded") == {}
    settings.RECORD_REASONING = True
    assert recording.kept(turn().pk, "recorded") == {"orchestrator": ["reasoning: They want history."]}


def test_a_recalled_memory_is_never_recorded(trip, settings):
    settings.RECORD_TOOL_CALLS = True
    turn = say(trip, "Hello", ScriptedMind([use_tool("search_memory", {"query": "Boston"}), answer()]))
    assert recording.kept(turn.pk, "recorded") == {}
