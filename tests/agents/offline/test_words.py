"""The offline planner greets what is new, and nothing twice."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from agents.offline.on_plans import _which
from agents.offline.words import welcome
from agents.view import OptionView
from tests.agents.board.values import plan, verdict, visit
from trips.schemas import Destination, TripFacts

LISBON, PORTO = Destination(name="Lisbon"), Destination(name="Porto")


@pytest.mark.parametrize(
    ("before", "now", "said"),
    [
        ([], [LISBON, PORTO], "Lisbon and Porto, lovely! "),
        ([LISBON], [LISBON, PORTO], "Porto, lovely! "),
        ([LISBON, PORTO], [LISBON], "Got it. "),
        ([LISBON], [LISBON.model_copy(update={"nights": 3})], "Got it. "),
        ([LISBON], [LISBON], ""),
    ],
)
def test_it_greets_only_the_places_that_are_new(before, now, said) -> None:
    assert welcome(TripFacts(destinations=before), TripFacts(destinations=now)) == said


def test_it_notes_wishes_in_their_words_else_in_ours() -> None:
    wished = {"interests": ["garden"], "pace": "relaxed", "dietary": ["gluten_free", "allergy: nuts"]}
    now = TripFacts.model_validate(wished | {"avoid": ["museums"], "said": {"relaxed": "slow lunches"}})
    assert welcome(TripFacts(), now) == "Gardens, slow lunches, gluten-free, no nuts and no museums: noted. "


def test_who_should_not_be_hurried_is_told_of_the_first_that_does_not() -> None:
    view = SimpleNamespace(facts=TripFacts(access=["wheelchair"]))
    packed, calm = (plan([visit("v1", 10)], pace=pace) for pace in ("packed", "relaxed"))
    offered = [OptionView(number, one, verdict()) for number, one in enumerate((packed, calm), 1)]
    assert _which("which one do you recommend?", offered, view).startswith("Option 2,")
    assert _which("which one do you recommend?", offered[:1], view).startswith(
        "None of them: all have packed"
    )
