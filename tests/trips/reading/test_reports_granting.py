"""Wishes inside reports: edits of the days that follow, or a sentence that says that nothing changes."""

from __future__ import annotations

import datetime as dt

import pytest

from tests.trips.travelling import told
from trips.catalogue.gazetteer import default_gazetteer
from trips.reading.reports.adjusting import Ahead
from trips.reading.reports.granting import Granted, granted

PLAN, FACTS = told("09-kyoto")
FIRST, TODAY, LAST = (day.date for day in PLAN.days)
TITLES = {item.uid: item.title for item in PLAN.items()}


def wishes(words: str, today: dt.date = TODAY, kept: frozenset[str] = frozenset()) -> list[Granted]:
    return granted(words, Ahead(PLAN, FACTS, today, default_gazetteer(), kept=kept))


def only(words: str, **more) -> Granted:
    (wish,) = wishes(words, **more)
    return wish


def kinds(wish: Granted) -> list[str]:
    return [one.edit.kind for one in wish.edits]


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        ("I have a cold, please keep tomorrow light", "lighter"),
        ("we were exhausted, let's take it easy tomorrow", "lighter"),
        ("more time to relax would be good", "lighter"),
        ("can we start later tomorrow? we slept badly", "shift_day"),
        ("nothing before 11 tomorrow please", "shift_day"),
        ("it rained all day, could we do something indoors tomorrow?", "replace_item"),
        ("we need a rest day", "remove_item"),
        ("no more stairs for grandma", "lighter"),
        ("From now on nothing before ten please", "shift_day"),
        ("we are tired, please skip the morning", "remove_item"),
        ("too hot at noon, we want to rest then", "lighter"),
        ("I'm exhausted, please no more temples", "remove_item"),
        ("the temples were lovely but enough temples for now", "remove_item"),
        ("the parks were wonderful and we want more of them", "add_place"),
        ("we loved the temples and want more of them", "add_place"),
        ("loved the museum; another museum tomorrow would be great", "add_place"),
    ],
)
def test_a_wish_becomes_edits_of_the_days_that_follow(words: str, kind: str) -> None:
    wish = only(words)
    assert set(kinds(wish)) == {kind} and wish.quote in words
    assert {one.date for one in wish.edits} == {LAST}


def test_them_is_what_was_talked_of() -> None:
    (edit,) = only("The shrine was magical, more of these please").edits
    assert (edit.edit.like, edit.edit.day) == ("shrine", 3)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("please no more markets", "No market is planned in the days that follow."),
        ("please no more markets", "say “avoid markets”"),
        ("nothing after 4 pm please", "nothing to be seen on Sunday"),
        ("please, no more tofu", "it changes nothing"),
        ("the kids want a playground", "it changes nothing"),
        ("we'd rather eat with the locals", "it changes nothing"),
    ],
)
def test_what_comes_to_nothing_is_said_plainly(words: str, said: str) -> None:
    wish = only(words)
    assert wish.edits == () and said in wish.sentence


def test_several_wishes_are_each_read() -> None:
    more, none, rest = wishes("Lovely day! More museums please, no more markets. I need a break")
    assert kinds(more) == ["add_place"] and kinds(rest) == ["lighter"]
    assert none.edits == () and "No market is planned" in none.sentence


def test_what_is_booked_stays_and_is_said() -> None:
    booked = frozenset(TITLES)
    wish = only("no more temples please", kept=booked)
    assert wish.edits == () and "so it stays" in wish.sentence


def test_on_the_last_day_nothing_follows() -> None:
    assert "No day of the plan follows" in only("please keep tomorrow light", today=LAST).sentence


@pytest.mark.parametrize(
    "words",
    [
        "Great day! Tomorrow we go to Nara.",
        "hope it stays dry tomorrow",
        "thanks, please carry on like this",
        "no more energy",
        "we would love to come back",
        "the museum was more fun than expected",
        "nothing was bad",
        "it was less crowded than we feared",
        "could you tell me when the train leaves?",
    ],
)
def test_what_is_no_wish_for_the_plan(words: str) -> None:
    assert wishes(words) == []
