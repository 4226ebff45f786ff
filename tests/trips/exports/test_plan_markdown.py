"""The text to read offline: everything of every day is in it, and words stand as they were written."""

from __future__ import annotations

import datetime as dt
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from tests.trips.planning import asking
from tests.trips.planning.asking import gazetteer
from tests.trips.travelling import told
from trips.exports.item_words import tell
from trips.exports.plan_markdown import escaped, plan_markdown
from trips.planning.agenda_values import Reservation
from trips.planning.validator import check_plan
from trips.schemas import Plan, TripFacts, Verdict
from trips.wording import chip, money_in_words

WRITTEN = dt.date(2026, 11, 22)


def markdown(plan: Plan, facts: TripFacts | None = None) -> str:
    verdict = check_plan(plan, facts, gazetteer(), today=WRITTEN) if facts else Verdict()
    return plan_markdown(plan, verdict, gazetteer(), name="A trip", written=WRITTEN)


def tokens_of(source: str) -> list:
    tokens = MarkdownIt("commonmark").enable("table").parse(source)
    return [one for token in tokens for one in [token, *(token.children or [])]]


def read(source: str) -> str:
    """As a reader sees it: the words alone."""
    tokens = MarkdownIt("commonmark").enable("table").parse(source)
    parts = [child for token in tokens if token.type == "inline" for child in [*token.children, None]]
    return "".join("\n" if one is None or one.type == "softbreak" else one.content for one in parts)


@pytest.mark.parametrize("name", ["01-boston", "08-tokyo", "10-tokyo", "14-marrakesh", "16-porto"])
def test_everything_of_the_plan_is_in_it(name: str) -> None:
    plan, facts = told(name)
    verdict = check_plan(plan, facts, gazetteer(), today=WRITTEN)
    source = plan_markdown(plan, verdict, gazetteer(), name="A trip", written=WRITTEN)
    text = read(source)
    assert [len(re.findall(rf"^Day {number}: ", text, re.M)) for number in range(1, len(plan.days) + 1)] == [
        1
    ] * len(plan.days)
    for item in plan.items():
        assert item.title in text, item.title
        assert f"{item.start:%H:%M}" in text
    assert money_in_words(plan.total, plan.currency) in text
    assert chip(verdict) in text
    for result in verdict.results:
        assert result.title in text and " ".join(result.message.split()) in text
    for rate in plan.rates:
        assert f"1 {rate.base} = " in text and rate.source in text and str(rate.date.year) in text
    assert any(line.startswith("Places: curated, ") for line in text.splitlines()) or name == "16-porto"
    assert "Ways (estimate): " in text


def test_the_days_are_in_order_and_the_items_in_theirs() -> None:
    plan, facts = told("01-boston")
    text = read(markdown(plan, facts))
    where = [text.index(f"Day {number}: ") for number in range(1, len(plan.days) + 1)]
    assert where == sorted(where)
    first = text[where[0] : where[1]]
    titles = [item.title for item in plan.days[0].items if item.kind == "visit"]
    assert [first.index(title) for title in titles] == sorted(first.index(title) for title in titles)


def test_sums_by_category_come_to_the_total() -> None:
    plan, _ = told("01-boston")
    rows = dict(re.findall(r"^\| (\w+) \| \\?\$([\d,\\.]+) \|$", markdown(plan), re.M))
    parts = [float(rows[name].replace(",", "").replace("\\", "")) for name in rows]
    assert len(parts) >= 3 and abs(sum(parts) - float(plan.total)) < 0.02


def test_a_way_over_zones_says_both_clocks() -> None:
    plan, _ = told("08-tokyo")
    assert "09:00 – 16:30 next day (local times)" in read(markdown(plan))


def test_a_plan_without_days_is_no_error() -> None:
    plan, _ = told("03-boston")
    plan.days = []
    assert markdown(plan).startswith("# ")


@settings(max_examples=200)
@given(
    st.one_of(
        st.sampled_from(["**bold** _and_ `code`", "<script>alert(1)</script>", "1. # - + a | b ~~c~~ [x](http://y)",
                         "&amp; &copy;", "two\nlines", "\\n \\* \\", "![x](y)", "https://example.org", "- a",
                         "12) b", "===", "#"]),
        st.text(max_size=120),
    )
)  # fmt: skip
def test_words_stand_as_they_were_written(words: str) -> None:
    plan, _ = told("03-boston")
    plan.days[0].items[0].note = words
    source = markdown(plan)
    shown = re.sub(r"\s+", " ", re.sub(r"[\x00-\x08\x0e-\x1f\x7f]", "", words)).strip()
    shown = shown.encode("utf-8", "replace").decode()
    text = read(source)
    assert not [token for token in tokens_of(source) if token.type.startswith(("html", "code", "fence"))]
    assert shown in text
    assert "\n" not in escaped(words)


def test_bookings_stand_on_their_days_and_below_what_they_are_for() -> None:
    plan = told("09-kyoto")[0]
    meal = next(item for item in plan.items() if item.kind == "meal")
    rows = [
        Reservation(
            1, "visit", "Tea *ceremony*", "booked", start=dt.datetime(2027, 11, 20, 16), has_code=True
        ),
        Reservation(
            2, "flight", "Flight home", "to_book", start=dt.datetime(2027, 11, 22, 9), zone="Asia/Tokyo"
        ),
        Reservation(3, "food", "A table", "booked", meal.uid, start=meal.start, zone="Asia/Tokyo"),
        Reservation(4, "food", "Cancelled", "cancelled", start=dt.datetime(2027, 11, 20, 16)),
    ]
    text = read(plan_markdown(plan, Verdict(), gazetteer(), name="A trip", written=WRITTEN, bookings=rows))
    second, third = text.split("Day 2: ")[1].split("Day 3: ")
    assert "16:00 Tea *ceremony*" in second and "Booked, from your bookings" in second
    assert "Monday 22 November 2027, 09:00: Flight home" in third.split("Booked for other days")[1]
    assert f"Booked: A table, {meal.start:%H:%M}." in text and "Cancelled" not in text


@pytest.mark.parametrize(
    ("ages", "who"),
    [([], "2 adults"), ([7], "2 adults, 1 child (7)"), ([4, 11], "2 adults, 2 children (4, 11)")],
)
@pytest.mark.parametrize("days", [1, 3])
def test_the_head_says_who_and_when_as_one_says_it(ages: list[int], who: str, days: int) -> None:
    plan, _ = told("01-boston")
    short = plan.model_copy(update={"adults": 2, "ages": ages, "days": plan.days[:days]})
    lines = markdown(short).splitlines()
    assert f"- **Who**: {who}" in lines
    (when,) = [line for line in lines if line.startswith("- **When**: ")]
    assert (" to " in when) is (days > 1)
    assert when.endswith("1 day" if days == 1 else "3 days")


@pytest.mark.parametrize("facts", [asking.BOSTON, asking.JAPAN], ids=["boston", "japan"])
def test_that_something_is_to_be_booked_is_said_once_an_item(facts: TripFacts) -> None:
    plan = asking.first_option(facts)
    places = {item.uid: gazetteer().place(item.place_id) for item in plan.items() if item.place_id}
    wanted = [uid for uid, place in places.items() if place.booking in ("required", "recommended")]
    assert len(wanted) > 2
    for item in plan.items():
        words = tell(item, plan, gazetteer())
        said = " ".join([*words.lines, words.note])
        times = re.findall(r"Book(?:ing)? (?:ahead|recommended)|Reserv(?:e ahead|ation recommended)", said)
        assert len(times) == (1 if item.uid in wanted else 0), (item.title, said)
