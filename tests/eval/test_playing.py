"""The played traveller is asked with the card and the last reply alone, and stops where the dollars end."""

from __future__ import annotations

import asyncio

import pytest

from agents.llm.base import ModelError
from tests.agents.talking import clarify
from tests.eval.cards import CARDS
from tests.eval.player import BEGIN, REPLY, Player
from tests.eval.playing import Counting, _turn, play, shown
from tests.scripted_mind import ScriptedMind
from tests.story.telling import say
from trips.models import Trip


def test_the_player_sees_the_card_and_the_last_reply() -> None:
    mind = ScriptedMind(["  To Boston, I think. ", "In February."])
    player = Player(CARDS[0], mind)

    async def talk() -> list[str]:
        return [await player.say(BEGIN), await player.say(REPLY, "When do you go?")]

    assert asyncio.run(talk()) == ["To Boston, I think.", "In February."]
    first, second = mind.calls
    assert CARDS[0].story in first.system[0].text and "English" in first.system[0].text
    assert [message.text for message in first.messages] == [BEGIN]
    assert [message.text for message in second.messages] == [
        f"The service's last reply:\nWhen do you go?\n\n{REPLY}"
    ]


@pytest.mark.django_db
def test_without_dollars_nobody_is_asked(trip: Trip) -> None:
    mind = ScriptedMind([])
    played = play(CARDS[0], trip, mind, lambda used: False)
    assert (played.steps, mind.calls) == ([], [])
    assert "dollars" in played.stopped


@pytest.mark.django_db(transaction=True)
def test_what_code_finished_counts_as_offline(trip: Trip) -> None:
    mind = ScriptedMind({"orchestrator": [ModelError("refusal", permanent=True)], "*": ["To Boston."]})
    assert _turn(trip, "To Boston.", Counting(mind)).mind == "offline"


@pytest.mark.django_db(transaction=True)
def test_what_is_shown_holds_words_and_questions(trip: Trip) -> None:
    turn = say(trip, "Boston", ScriptedMind([clarify("Boston, lovely.")]))
    lines = shown(turn).splitlines()
    assert lines[0] == "Boston, lovely." and len([line for line in lines if line.startswith("- ")]) == 3
