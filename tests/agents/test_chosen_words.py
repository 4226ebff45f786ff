"""What is said to who has chosen: true of any plan, however short."""

from __future__ import annotations

from agents.choices import choice
from agents.view import OptionView
from tests.agents.board.values import plan, result, stay, train, verdict, visit
from trips.schemas import TripFacts


def said(one, *results) -> list[str]:
    return choice(1, [OptionView(1, one, verdict(*results))], TripFacts()).reply.split("\n")


def test_a_day_without_visits_has_no_empty_end() -> None:
    assert said(plan([]))[0] == "“Boston” it is."
    assert said(plan([], for_whom="For two who rest."))[0] == "“Boston” it is: For two who rest."


def test_nights_are_those_of_a_stay_none_of_a_night_under_way() -> None:
    assert said(plan([train("t1", 8)], [stay("s1", 15, 2)], [], []))[0].endswith("it is: 2 nights in Boston.")


def test_only_what_is_seen_or_eaten_is_a_stop_to_ask_about() -> None:
    asked = result(9, "not_checked", items=["t1", "v1"])
    assert said(plan([train("t1", 8), visit("v1", 14)]), asked)[1].endswith("To ask about: Visit v1.")
