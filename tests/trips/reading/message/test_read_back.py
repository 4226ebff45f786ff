"""What is written in many ways is read back as what was meant; and nothing makes the reader stumble."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from tests.trips.reading.scoring_requests import FOLDER
from trips.catalogue.gazetteer import default_gazetteer
from trips.facts import MAX_DAYS, apply_changes
from trips.reading import Understanding, understand
from trips.schemas import TripFacts

TODAY = dt.date(2026, 11, 21)
SOON = st.dates(TODAY + dt.timedelta(days=1), TODAY + dt.timedelta(days=360))
LONGER = st.dates(TODAY + dt.timedelta(days=1), TODAY + dt.timedelta(days=900))
LENGTHS = st.integers(2, MAX_DAYS)
NUMBER_WORDS = {1: "one", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight"}
CITIES = ["Boston", "New York", "Tokyo", "Kyoto", "Paris", "Marrakesh", "Lisbon", "Rio de Janeiro", "Xi'an"]
SUFFIXES = {1: "st", 2: "nd", 3: "rd", 21: "st", 22: "nd", 23: "rd", 31: "st"}


def read(text: str, **known) -> Understanding:
    return understand(text, today=TODAY, gazetteer=default_gazetteer(), **known)


def facts_of(text: str) -> TripFacts:
    return apply_changes(TripFacts(), read(text).changes, today=TODAY, gazetteer=default_gazetteer()).facts


def ordinal(day: int) -> str:
    return f"{day}{SUFFIXES.get(day, 'th')}"


def day_first(day: dt.date) -> str:
    return f"{day.day} {day:%B} {day.year}"


def month_first(day: dt.date) -> str:
    return f"{day:%b} {day.day}, {day.year}"


def spelt_out(day: dt.date) -> str:
    return f"the {ordinal(day.day)} of {day:%B} {day.year}"


RANGES = {
    "iso": lambda a, b: f"{a.isoformat()} to {b.isoformat()}",
    "day first": lambda a, b: f"{day_first(a)} - {day_first(b)}",
    "month first": lambda a, b: f"from {month_first(a)} to {month_first(b)}",
    "spelt out": lambda a, b: f"{spelt_out(a)} until {spelt_out(b)}",
    "dots": lambda a, b: f"{a:%d.%m.%Y} - {b:%d.%m.%Y}",
    "arrive and leave": lambda a, b: f"arriving {day_first(a)}, back on {month_first(b)}",
}


@pytest.mark.parametrize("style", RANGES)
@given(start=LONGER, length=LENGTHS)
@settings(max_examples=25, deadline=None)
def test_a_range_with_years_is_read_back(style: str, start: dt.date, length: int) -> None:
    end = start + dt.timedelta(days=length - 1)
    facts = facts_of(f"We want to see Lisbon {RANGES[style](start, end)}, please.")
    assert (facts.dates.start, facts.dates.end, facts.dates.days) == (start, end, length)


@given(start=SOON, length=st.integers(2, 20))
@settings(max_examples=20, deadline=None)
def test_a_range_without_a_year_is_the_next_one(start: dt.date, length: int) -> None:
    end = start + dt.timedelta(days=length - 1)
    assume((start.month, start.day) != (2, 29) and (end.month, end.day) != (2, 29))
    text = (
        f"{start:%B} {start.day}-{end.day}"
        if start.month == end.month
        else f"{start.day} {start:%b} to {end.day} {end:%b}"
    )
    facts = facts_of(f"{text}, 2 people")
    assert (facts.dates.start, facts.dates.end) == (start, end)
    assert facts.party.adults == 2


@given(start=LONGER, nights=st.integers(1, 40), word=st.booleans())
@settings(max_examples=25, deadline=None)
def test_a_start_and_nights_make_an_end(start: dt.date, nights: int, word: bool) -> None:
    spelt = NUMBER_WORDS.get(nights, str(nights)) if word else str(nights)
    plural = "night" if nights == 1 else "nights"
    facts = facts_of(f"Paris from {day_first(start)} for {spelt} {plural}")
    assert facts.dates.end == start + dt.timedelta(days=nights)
    assert facts.dates.days == nights + 1


@given(start=LONGER, length=st.integers(2, 30))
@settings(max_examples=25, deadline=None)
def test_an_end_before_the_start_is_said_and_nothing_applied(start: dt.date, length: int) -> None:
    end = start + dt.timedelta(days=length)
    understood = read(f"from {day_first(end)} to {day_first(start)}, 2 adults")
    assert any("before it starts" in problem for problem in understood.problems)
    assert {change.path for change in understood.changes} == {"party.adults"}


PARTIES = {
    "people": ("{a} people", 0),
    "travellers": ("we are {a} travelers", 0),
    "of us": ("there are {a} of us", 0),
    "party": ("a party of {a}", 0),
    "adults and kids": ("{a} adults and {c} kids", 1),
    "adults, children": ("{a} adults, {c} children", 1),
    "labels": ("adults: {a}, children: {c}", 1),
}


@pytest.mark.parametrize("style", PARTIES)
@given(adults=st.integers(2, 12), children=st.integers(2, 8), word=st.booleans())
@settings(max_examples=25, deadline=None)
def test_people_are_counted(style: str, adults: int, children: int, word: bool) -> None:
    form, with_children = PARTIES[style]
    spelt = NUMBER_WORDS.get(adults, str(adults)) if word else str(adults)
    facts = facts_of(f"Rome for 5 days, {form.format(a=spelt, c=children)}.")
    assert facts.party.adults == adults
    assert facts.party.children == (children if with_children else None)
    assert facts.dates.days == 5


@given(ages=st.lists(st.integers(0, 17), min_size=2, max_size=5))
@settings(max_examples=25, deadline=None)
def test_ages_are_read_back(ages: list[int]) -> None:
    listed = ", ".join(map(str, ages[:-1])) + f" and {ages[-1]}"
    for text in (
        f"2 adults and {len(ages)} kids aged {listed}",
        f"2 adults, {len(ages)} children ({listed})",
    ):
        facts = facts_of(text)
        assert facts.party.ages == ages
        assert facts.party.children == len(ages)
        assert facts.party.adults == 2


MONEY = {
    "code after": ("{n} USD", "USD"),
    "symbol": ("${n}", "USD"),
    "euros": ("{n} euros", "EUR"),
    "code before": ("EUR {n}", "EUR"),
    "pounds": ("£{n}", "GBP"),
    "budget is": ("my budget is {n}", None),
    "under": ("under {n}", None),
    "not to exceed": ("not to exceed {n}", None),
}
SCOPES = {"": None, " per person": "per_person", " a day": "per_day", " in total": "total"}


@pytest.mark.parametrize("style", MONEY)
@given(
    amount=st.integers(100, 99_999).filter(lambda n: not 1900 <= n <= 2100),
    grouped=st.booleans(),
    scope=st.sampled_from(list(SCOPES)),
)
@settings(max_examples=20, deadline=None)
def test_money_is_read_back(style: str, amount: int, grouped: bool, scope: str) -> None:
    form, currency = MONEY[style]
    written = f"{amount:,}" if grouped else str(amount)
    budget = facts_of(f"Four days in Rome, {form.format(n=written)}{scope}.").budget
    assert budget.amount == Decimal(amount)
    assert budget.currency == currency
    assert budget.scope == SCOPES[scope]


@given(
    cities=st.lists(st.sampled_from(CITIES), min_size=2, max_size=4, unique=True),
    nights=st.lists(st.integers(1, 9), min_size=4, max_size=4),
    style=st.sampled_from(["{c} {n} nights", "{n} nights in {c}", "{c} ({n} nights)"]),
)
@settings(max_examples=20, deadline=None)
def test_nights_belong_to_their_cities(cities: list[str], nights: list[int], style: str) -> None:
    wanted = dict(zip(cities, nights, strict=False))
    text = ", ".join(style.format(c=city, n=count) for city, count in wanted.items())
    facts = facts_of(text.replace(" 1 nights", " 1 night").replace("(1 nights", "(1 night"))
    assert {place.name: place.nights for place in facts.destinations} == wanted
    assert facts.dates.days == sum(wanted.values()) + 1


@given(names=st.lists(st.sampled_from(CITIES), min_size=3, max_size=4, unique=True))
@settings(max_examples=25, deadline=None)
def test_from_and_to_are_told_apart(names: list[str]) -> None:
    origin, *cities = names
    facts = facts_of(f"A round trip from {origin} to {', '.join(cities)} for foodies")
    assert facts.origin is not None and facts.origin.name == origin
    assert [place.name for place in facts.destinations] == cities
    assert facts.trip_type == "round"


WORDS = st.sampled_from(
    (
        "from to in and or not the a my our 2 3 15 18 2027 Feb May next Friday nights days people kids aged "
        "4 7 $ € 3000 Boston Tokyo New York Paris must see no museums vegan hotel room(s) by car ? ! , . - – "
        "( ) \n /select yes but make it instead of per night budget mid-range Christmas week 03/04 4月3日 "
        "東京 🎉 <b> it's I'm"
    ).split(" ")
)
#: What people say, in any order.
SAID = sorted({word for text in FOLDER.glob("*/requests.jsonl") for word in text.read_text("utf-8").split()})
TEXTS = st.one_of(
    st.text(max_size=300),
    st.lists(st.sampled_from(SAID), max_size=14).map(" ".join),
    st.lists(WORDS, max_size=60).map(" ".join),
    st.lists(WORDS, max_size=60).map("".join),
)
ASKED = st.sampled_from(
    [None, ["dates", "party", "budget"], ["origin", "pace", "interests", "must_do"], ["destinations"]]
)


@given(text=TEXTS, asked=ASKED)
@example(text="A,OF", asked=None)
@example(text="I only bus", asked=None)
@example(text="museums , a weeks", asked=None)
@settings(max_examples=600, deadline=None)
def test_any_text_is_read_without_a_fall_and_quoted_word_for_word(text: str, asked: list[str] | None) -> None:
    understood = read(text, asked=asked)
    assert all(change.quote and change.quote in text for change in understood.changes)
    assert understood.question is None or understood.question
    applied = apply_changes(TripFacts(), understood.changes, today=TODAY, gazetteer=default_gazetteer())
    TripFacts.model_validate(applied.facts.model_dump())
    assert read(text, asked=asked) == understood


@given(text=TEXTS)
@settings(max_examples=60, deadline=None)
def test_saying_it_twice_changes_nothing_more(text: str) -> None:
    understood = read(text)
    once = apply_changes(TripFacts(), understood.changes, today=TODAY, gazetteer=default_gazetteer())
    additive = [
        change
        for change in understood.changes
        if change.op != "remove" and not (change.path == "destinations" and change.op == "set")
    ]
    twice = apply_changes(once.facts, additive, today=TODAY, gazetteer=default_gazetteer())
    assert twice.facts == once.facts or twice.problems or once.problems
