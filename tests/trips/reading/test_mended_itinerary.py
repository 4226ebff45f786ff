"""A pasted plan mended by the editor: less is wrong, and nothing is lost on the way."""

from __future__ import annotations

import datetime as dt
import re
from collections import Counter
from pathlib import Path

import pytest

from trips.catalogue.gazetteer import default_gazetteer
from trips.reading.itinerary import checked
from trips.reading.itinerary.mended import mended
from trips.schemas import Meal, Visit

PLANS = Path(__file__).parent / "itineraries"
TODAY = dt.date(2026, 11, 27)


def stops(plan) -> Counter[str]:
    return Counter(item.title for item in plan.items() if isinstance(item, Visit | Meal))


@pytest.mark.parametrize(
    ("name", "wrong", "left"),
    [("lisbon_chat.txt", 2, 0), ("prague_paragraph.txt", 1, 0), ("dublin_edinburgh.ics", 2, 1)],
)
def test_less_is_wrong_and_every_place_stays_once(name: str, wrong: int, left: int) -> None:
    before = checked((PLANS / name).read_text("utf-8"), default_gazetteer(), TODAY)
    done = mended(before, default_gazetteer(), TODAY)
    assert (done.before.failed, done.after.failed, done.changed) == (wrong, left, True)
    was, now = stops(before.read.plan), stops(done.after.read.plan)
    assert set(was) == set(now) and now <= was
    assert [day.date for day, _pairs in done.days] == [day.date for day in before.days]
    kept = [pair for _day, pairs in done.days for pair in pairs if pair.was and pair.now]
    moved = [pair for pair in kept if pair.hour != pair.was.hour]
    assert all(re.fullmatch(r"\d+ min (later|earlier), .+\.", pair.change) for pair in moved)
    said = [finding for _day, pairs in done.days for pair in pairs for finding in pair.left]
    assert len(said) == left + done.after.look
    shown = Counter(pair.now.title for _day, pairs in done.days for pair in pairs if pair.now)
    assert now <= shown


def test_a_plan_that_holds_and_one_that_is_no_plan_are_left_alone() -> None:
    for text in ("Sat 10 April 2027, Lisbon: 10:00 Jerónimos, 13:00 Pastéis de Belém", "Hello"):
        done = mended(checked(text, default_gazetteer(), TODAY), default_gazetteer(), TODAY)
        assert not done.changed and done.after.failed == 0
