"""Agents that keep their memory themselves: the whole story, the limit, and five refusals."""

from __future__ import annotations

import datetime as dt
import threading
import warnings
from contextlib import contextmanager
from dataclasses import replace

import pytest
from django.db import connection

from agents import outbox
from agents.llm.base import ModelError, ModelRequest
from agents.models import ModelCall
from agents.runtime import registry
from agents.runtime.agent import Agent
from config import clock
from memory import documents
from memory.brief import brief_for
from memory.models import Document, DocumentVersion, Extraction, Note
from tests.agents.background import run_due
from tests.agents.talking import BOSTON, say
from tests.scripted_mind import ScriptedMind
from trips import choosing
from trips.models import Trip, Turn

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
]


@contextmanager
def self_managed(limit: int | None = None):
    """Every member of the team that has a memory keeps it itself."""
    changed = [
        replace(agent, self_managed=True, memory_character_limit=limit)
        for agent in registry.team()
        if agent.memory
    ]
    with registry.override(*changed):
        yield [agent.name for agent in changed]


def plan(trip: Trip) -> Turn:
    say(trip, BOSTON)
    turn = say(trip, "just plan it, please")
    assert turn.mode == "FINALIZE", (turn.mode, turn.error)
    return turn


def own_row(trip: Trip) -> Extraction:
    return Extraction.objects.filter(turn__trip=trip, kind="self").latest("pk")


def test_a_setting_of_the_operator_is_enough(trip: Trip, settings) -> None:
    settings.AGENTS = '{"planner": {"self_managed": true, "memory_characters": 20000}}'
    turn = plan(trip)
    assert list(Extraction.objects.filter(turn=turn).values_list("agent", "kind")) == [("planner", "self")]
    run_due()
    text, version = documents.own_text(trip, "planner")
    assert version == 1 and text.startswith("## Turn 2,")
    assert "## Agent Memory [self-managed]" in brief_for(trip, "planner").text
    assert not Note.objects.exists()


def test_the_story_with_all_agents_self_managed(trip: Trip) -> None:
    with self_managed():
        turn = plan(trip)
        assert list(Extraction.objects.filter(turn=turn).values_list("agent", "kind")) == [
            ("planner", "self")
        ]
        run_due()
        text, version = documents.own_text(trip, "planner")
        assert version == 1 and text.startswith("## Turn 2,") and "Option 1" in text
        assert not Note.objects.exists(), "no extraction for an agent that keeps its own"
        brief = brief_for(trip, "planner").text
        assert "## Agent Memory [self-managed]" in brief and text.splitlines()[1] in brief
        assert "## Agent Notes" not in brief
        say(trip, "I don't like any of these, they are too rushed")
        again = say(trip, "a relaxed pace please, just plan it")
        if again.mode != "FINALIZE":
            again = say(trip, "yes, go ahead")
        assert again.mode == "FINALIZE", (again.mode, again.error)
        run_due()
        newer, version = documents.own_text(trip, "planner")
        assert version == 2 and newer.startswith(text) and f"## Turn {again.number}," in newer
        choosing.select(trip, trip.options.filter(state="offered").first())


def test_driven_every_companion_rewrites_its_text_once_a_turn(trip: Trip) -> None:
    orders = ["/research", "/prioritize", "/cost", "/agenda"]
    names = ["research", "prioritizer", "cost", "scheduler"]
    with self_managed() as all_of_them:
        plan(trip)
        choosing.select(trip, trip.options.filter(state="offered").first())
        turns = [say(trip, order) for order in orders]
        assert [turn.mode for turn in turns] == ["DELEGATE"] * 4
        assert [worked(turn) for turn in turns] == [[(name, "self")] for name in names]
        noted = say(trip, "/cost add 12 USD coffee")
        assert worked(noted) == [("cost", "self")]
        clock.set_now(dt.datetime(2027, 2, 16, 20, tzinfo=dt.UTC))
        try:
            told = say(trip, "We loved the museum and the harbour, but we were exhausted after 3 pm, 4/5")
        finally:
            clock.set_now(None)
        assert trip.feedback.get().rating == 4 and worked(told) == [("feedback", "self")]
        run_due()
        assert not Note.objects.exists()
        said = {
            "planner": "Option 1", "research": "Boston", "prioritizer": "must", "cost": "coffee",
            "scheduler": "Agenda", "feedback": "exhausted",
        }  # fmt: skip
        assert set(said) == set(all_of_them)
        for name, word in said.items():
            text, version = documents.own_text(trip, name)
            assert version == (2 if name == "cost" else 1) and word in text, (name, text)
            assert text.splitlines()[1] in brief_for(trip, name).text
    assert not Extraction.objects.exclude(status="done").exists()


def worked(turn: Turn) -> list[tuple[str, str]]:
    """What is due of a turn, but for the traveller's documents."""
    rows = Extraction.objects.filter(turn=turn).exclude(kind="documents")
    return list(rows.order_by("pk").values_list("agent", "kind"))


def test_companions_without_notes_leave_nothing_to_learn(trip: Trip) -> None:
    plan(trip)
    choosing.select(trip, trip.options.filter(state="offered").first())
    assert [worked(say(trip, order)) for order in ("/cost", "/agenda")] == [[], []]


def test_a_model_rewrites_its_text_as_it_likes(trip: Trip) -> None:
    with self_managed():
        turn = plan(trip)
        mine = "# mine\n\n- [pinned] anything --- I like\n\n```\nkept as it is\n```"
        mind = ScriptedMind({"planner": [mine]})
        run_due(mind=mind)
        assert documents.own_text(trip, "planner") == (mine, 1)
        (call,) = mind.calls
        assert (call.tier, call.purpose) == ("deep", "extraction")
        assert "50,000" in call.system[0].text
        for part in ("<task>", "<answer>", "<outcome>", "<own_memory>"):
            assert part in call.messages[-1].text
        row = own_row(trip)
        assert (row.status, row.answer, row.turn) == ("done", mine, turn)
        assert ModelCall.objects.get(purpose="extraction").agent == "planner"


def test_five_refusals_keep_the_old_text_and_leave_the_turn_alone(trip: Trip, caplog) -> None:
    with self_managed(limit=100):
        outbox.failures.clear()
        turn = plan(trip)
        documents.rewrite_own(trip, "planner", "old and good", version=0, limit=100, turn=turn, by="planner")
        texts = [letter * (101 + number) for number, letter in enumerate("abcde")]
        mind = ScriptedMind({"planner": list(texts)})
        with caplog.at_level("WARNING", logger="wayfare.afterwork"):
            assert run_due(mind=mind) == 1
        mind.assert_done()
        assert documents.own_text(trip, "planner") == ("old and good", 1)
        assert DocumentVersion.objects.filter(document__agent="planner").count() == 1

        told = [call.messages[-1].text for call in mind.calls]
        assert "not taken" not in told[0]
        assert "Try 1: 101 characters. 101 characters; the limit is 100. It is 1 too long" in told[1]
        assert "Try 4: 104 characters" in told[4] and "1 more try" in told[4]
        assert {call.messages[-1].role for call in mind.calls} == {"user"}

        row = own_row(trip)
        assert row.status == "failed" and row.error.startswith("MemoryLengthExceeded: 5 texts")
        assert [(told["line"], told["outcome"]) for told in row.results] == [
            (f"{size} characters", "refused") for size in (101, 102, 103, 104, 105)
        ]
        turn.refresh_from_db()
        assert turn.status == "done" and turn.error == ""
        assert trip.options.filter(state="offered").exists()
        assert len([one for one in caplog.records if one.name == "wayfare.afterwork"]) == 1
        assert run_due(mind=mind) == 0, "it is not tried for ever"


def test_errors_of_other_kinds_count_too(trip: Trip) -> None:
    def changed_meanwhile(request: ModelRequest) -> str:
        thread = threading.Thread(target=somebody_else)  # this one runs an event loop
        thread.start()
        thread.join()
        return "short"

    def somebody_else() -> None:
        Document.objects.filter(trip=trip, agent="planner").update(version=7)
        connection.close()

    def broken(request: ModelRequest) -> str:
        raise ValueError("a mind that breaks")

    with self_managed(limit=100):
        turn = plan(trip)
        documents.rewrite_own(trip, "planner", "old", version=0, limit=100, turn=turn, by="planner")
        steps = [ModelError("overloaded"), broken, changed_meanwhile, ModelError("max_tokens"), "y" * 200]
        run_due(mind=ScriptedMind({"planner": steps}))
        row = own_row(trip)
        assert row.status == "failed" and len(row.results) == 5
        reasons = [told["reason"] for told in row.results]
        for reason, said in zip(
            reasons, ("overloaded", "ValueError", "changed meanwhile", "max_tokens", "200 char"), strict=True
        ):
            assert said in reason and "limit" in reason
        assert documents.own_text(trip, "planner")[0] == "old"


def test_a_later_try_is_taken(trip: Trip) -> None:
    with self_managed(limit=100):
        plan(trip)
        run_due(mind=ScriptedMind({"planner": ["x" * 200, ModelError("server"), "short and good"]}))
        assert documents.own_text(trip, "planner") == ("short and good", 1)
        assert [told["outcome"] for told in own_row(trip).results] == ["refused", "refused", "rewritten"]


def test_a_process_that_dies_between_tries_gives_no_more_of_them(trip: Trip) -> None:
    class Killed(BaseException):
        pass

    def die(request: ModelRequest) -> str:
        raise Killed

    with self_managed(limit=100):
        plan(trip)
        with pytest.raises(Killed):
            run_due(mind=ScriptedMind({"planner": ["x" * 200, "x" * 300, die]}))
        row = own_row(trip)
        assert row.status == "running" and len(row.results) == 2
        Extraction.objects.filter(pk=row.pk).update(lease_until=row.created)
        mind = ScriptedMind({"planner": ["x" * 101, "x" * 102, "x" * 103]})
        run_due(mind=mind)
        mind.assert_done()
        assert own_row(trip).status == "failed" and len(own_row(trip).results) == 5


def test_the_offline_text_keeps_its_limit_by_losing_its_oldest_entries(trip: Trip) -> None:
    with self_managed(limit=2_000):
        turn = plan(trip)
        old = "\n\n".join(f"## Turn {n}, 1 May 2026\n{'old ' * 80}" for n in range(5))
        documents.rewrite_own(trip, "planner", old, version=0, limit=2_000, turn=turn, by="planner")
        run_due()
        text, version = documents.own_text(trip, "planner")
        assert version == 2 and len(text) <= 2_000
        assert f"## Turn {turn.number}," in text and "## Turn 0," not in text


def test_the_limit_has_a_new_name_and_the_old_one_still_works() -> None:
    planner = registry.get("planner")
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        old = replace(planner, memory_length=900)
        both = replace(planner, memory_length=900, memory_character_limit=1_200)
    assert isinstance(old, Agent) and (old.memory_limit, both.memory_limit) == (900, 1_200)
    assert planner.memory_limit == 50_000
    assert [str(one.message) for one in said if one.category is DeprecationWarning] == [
        "Agent planner: memory_length is called memory_character_limit now."
    ] * 2


def test_refusals_in_a_row_are_logged_three_times_and_then_every_tenth(trip: Trip, caplog) -> None:
    outbox.failures.clear()
    with self_managed(limit=100), caplog.at_level("WARNING", logger="wayfare.afterwork"):
        plan(trip)
        for _number in range(11):
            Extraction.objects.filter(kind="self").update(status="waiting", attempts=0, results=[], error="")
            run_due(mind=ScriptedMind({"planner": ["x" * 101] * 5}))
        told = [one.args[1] for one in caplog.records if one.name == "wayfare.afterwork"]
        assert told == [1, 2, 3, 10]
        Extraction.objects.filter(kind="self").update(status="waiting", attempts=0, results=[], error="")
        run_due(mind=ScriptedMind({"planner": ["short and good"]}))
    assert not outbox.failures["planner"]
