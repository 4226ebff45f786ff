"""Findings ranked in words: the same moves as by the keys, in a conversation beside a plan."""

from __future__ import annotations

import pytest

from tests.agents.commands.test_research import going_to
from tests.agents.talking import say
from trips.models import Finding, Trip, Turn

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def kyoto(trip: Trip) -> Trip:
    """Planned, chosen, researched and sorted."""
    going_to(trip, "Kyoto", interests="gardens")
    for line in ("just plan it", "/select 1", "/research Kyoto", "/prioritize"):
        turn = say(trip, line)
        assert turn.status == "done", turn.error
    return trip


def said(turn: Turn) -> str:
    return " ".join(turn.messages.filter(author="agent").order_by("position").values_list("text", flat=True))


def row(trip: Trip, name: str) -> Finding:
    return trip.findings.get(name=name)


def test_ranks_in_words_are_moves_by_hand_and_leave_the_facts_alone(kyoto: Trip) -> None:
    first, second, third, fourth = kyoto.findings.filter(kind="place").order_by("pk")[:4]
    facts = Trip.objects.get(pk=kyoto.pk).facts
    turn = say(kyoto, f"{first.name} is a could, {second.name} is a must and {third.name} too")
    assert turn.result["command"] == "prioritize", said(turn)
    got = {
        one.pk: (row(kyoto, one.name).tier, row(kyoto, one.name).tier_by) for one in (first, second, third)
    }
    assert got == {
        first.pk: ("could", "traveller"),
        second.pk: ("must", "traveller"),
        third.pk: ("must", "traveller"),
    }
    say(kyoto, f"{fourth.name} is not for us")
    assert row(kyoto, fourth.name).state == Finding.State.DISMISSED
    say(kyoto, f"put {fourth.name} at the top of the list")
    assert (row(kyoto, fourth.name).state, row(kyoto, fourth.name).tier) == (Finding.State.NEW, "must")
    assert Trip.objects.get(pk=kyoto.pk).facts == facts


def test_what_was_not_found_and_what_was_not_read_is_told(kyoto: Trip) -> None:
    first = kyoto.findings.filter(kind="place").order_by("pk").first()
    words = said(say(kyoto, "the Palace of Nowhere is a must"))
    assert "“Palace of Nowhere” is not among what was found" in words
    words = said(say(kyoto, f"{first.name} is a should, the weather was lovely all morning"))
    assert f"{first.name} as a should" in words and "“the weather was lovely all morning”" in words
