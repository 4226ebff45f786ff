"""Options beside each other: what the table asks, what is said of all and of some."""

from __future__ import annotations

from decimal import Decimal

from agents.board.options import OptionCard, compare_rows, said_of
from agents.board.verdicts import verdict_view
from tests.agents.board.values import plan, stay, train, verdict, visit, walk
from trips.schemas import Alternative


def card(number: int, *, reason: str = "", outdated: bool = False, **more) -> OptionCard:
    items = more.pop("items", [train("t1", 8), stay("s1", 13), visit("v1", 14), walk("w1", 16, km=1.25)])
    values = {"title": f"Option {number}: history", "total": str(100 * number), "for_whom": "for two"} | more
    return OptionCard(
        pk=number,
        number=number,
        state="offered",
        plan=plan(items).model_copy(update=values | {"total": Decimal(values["total"])}),
        verdict=verdict_view(verdict()),
        pace="moderate pace",
        reason=reason,
        choosable=True,
        chosen=False,
        outdated=outdated,
        budget=Decimal(250),
    )


def rows(*cards: OptionCard) -> dict:
    return {row.label: row for row in compare_rows(cards)}


def test_the_table_asks_the_same_of_all():
    other = card(2, items=[visit("v2", 10), visit("v3", 12)])
    table = rows(card(1), other)
    assert table["Total"].cells == ["$100, $150 to spare", "$200, $50 to spare"]
    assert table["Total"].best == 0
    assert table["Getting there"].cells == ["train, 3 h 40", ""]
    assert table["Bed"].cells == ["Harborside Inn", ""]
    assert table["Visits"].cells == ["1 visit", "2 visits"]
    assert table["On foot"].cells == ["1.2 km a day", "0.0 km a day"] and table["On foot"].best == 1
    assert table["Pace"].same and not table["Visits"].same
    assert table["Only here"].cells == ["Visit v1", "Visit v2, Visit v3"]


def test_nobody_is_cheapest_in_two_currencies_or_at_the_same_price():
    assert rows(card(1), card(2, currency="EUR"))["Total"].best == -1
    assert rows(card(1), card(2, total="100"))["Total"].best == -1


def test_what_is_true_of_all_is_said_once():
    both = {"assumptions": ["One room.", "One room."], "risks": ["Snow."]}
    one = card(1, **both)
    other = card(2, assumptions=["One room.", "A car."], risks=[])
    assert [(line.text, line.titles) for line in said_of([one, other], "assumptions")] == [
        ("One room.", []),
        ("A car.", ["Option 2: history"]),
    ]
    assert [line.titles for line in said_of([one, other], "risks")] == [["Option 1: history"]]


def test_a_thing_found_and_not_used_keeps_its_reason():
    found = [
        Alternative(kind="stay", name="Omni", reason="over the budget"),
        Alternative(kind="food", name="Tatte"),
    ]
    assert [line.text for line in said_of([card(1, alternatives=found)], "alternatives")] == [
        "Omni: over the budget",
        "Tatte",
    ]


def test_why_it_was_recommended_holds_no_longer_once_the_facts_are_others():
    assert card(1, reason="For tiles: MAAT").suits == "For tiles: MAAT"
    assert card(1, reason="For tiles: MAAT", outdated=True).suits == ""
