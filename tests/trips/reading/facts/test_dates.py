"""When: what a message says of a trip's days, on Thursday 26 November 2026."""

from __future__ import annotations

import datetime as dt

import pytest

from trips.reading.facts.dates import read_times
from trips.reading.facts.message import message_of
from trips.schemas import TripFacts

TODAY = dt.date(2026, 11, 26)


def told(text: str, facts: TripFacts | None = None, **known) -> str:
    """Changes as "start 03-04 days 5", years left out; problems as "asks"."""
    message = message_of(text, TODAY, facts=facts or TripFacts(), **known)
    found = [one for one in read_times(message).tell() if one.path != "wishes"]
    names = {"start": 0, "end": 1, "earliest": 2, "latest": 3, "days": 4, "asks": 5}
    said = [
        (one.path.split(".")[-1], f"{one.value:%m-%d}" if isinstance(one.value, dt.date) else str(one.value))
        if one.path
        else ("asks", "")
        for one in found
    ]
    return " ".join(f"{name} {value}".strip() for name, value in sorted(said, key=lambda one: names[one[0]]))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("leaving on 4 march after work and back on the 9th", "start 03-04 end 03-09"),
        ("12 march back 16th, 2 of us", "start 03-12 end 03-16"),
        ("land 14 june 06:10 leave 15 june 23:55", "start 06-14 end 06-15"),
        ("arriving Thursday 15 April leaving the Monday", "start 04-15 end 04-19"),
        ("the 5th to the 9th of May", "start 05-05 end 05-09"),
        ("29/12 to 4/1", "start 12-29 end 01-04"),
        ("from 2.8. to 22.8.", "start 08-02 end 08-22"),
        ("Mon 12 - Fri 23 July", "start 07-12 end 07-23"),
        ("my christmas break is 19 dec to 3 jan", "earliest 12-19 latest 01-03"),
        ("sometime between 10 and 28 Feb, 5 nights", "earliest 02-10 latest 02-28 days 6"),
        ("3rd to 9th april, one night of it in a temple", "start 04-03 end 04-09"),
        ("Leaving 18 Dec, have to be home by 3 Jan", "start 12-18 latest 01-03"),
        ("in May but finish before 20 May", "earliest 05-01 latest 05-19"),
        ("from 14 June onwards, back for work on 28 June", "end 06-28 earliest 06-14"),
        ("mid to late May, five nights", "earliest 05-11 latest 05-31 days 6"),
        ("late June or early July", "earliest 06-21 latest 07-10"),
        ("either in March or in September", "asks"),
        ("the first monday of june, ten days", "start 06-07 days 10"),
        ("Diwali week", "earliest 10-25 latest 10-31"),
        ("10 May give or take two days, 4 nights", "earliest 05-08 latest 05-16 days 5"),
        ("5N6D", "days 6"),
        ("make it 5D4N", "days 5"),
        ("a slow week in Oct", "earliest 10-01 latest 10-31 days 7"),
        ("5 ngihts in febuary", "earliest 02-01 latest 02-28 days 6"),
        ("not May, June", "earliest 06-01 latest 06-30"),
        ("in November - no, better in October", "earliest 10-01 latest 10-31"),
        ("Saturday 13 February", "start 02-13"),
        ("Friday 13 February", "asks"),
        ("the week of 19th July, Monday to Sunday", "start 07-19 end 07-25"),
        ("1-8 November, no travel from Friday sunset till Saturday night", "start 11-01 end 11-08"),
        ("29 may - 6 june, up to 2200 if its really nice", "start 05-29 end 06-06"),
        ("ten days in mid March", "earliest 03-11 latest 03-20 days 10"),
        ("earliest departure 9 April, back at work Monday the 26th", "earliest 04-09 latest 04-25"),
        ("3 weeks starting Jan 9", "start 01-09 days 21"),
        ("she turns 5 on the 16th april and we go that day til the 18th", "start 04-16 end 04-18"),
        ("our anniversary is on 5 May", ""),
        ("easter weekend, fri to mon", "start 03-26 end 03-29"),
        ("her birthday is Sunday 7 March, so Fri to Mon round that", "start 03-05 end 03-08"),
        ("13 to 20 august, sorry, 14 to 21, saturday to saturday", "start 08-14 end 08-21"),
        ("12 June, my dad is 80 this year", "start 06-12"),
        ("8 nights from 3 april, home is Bordeaux", "start 04-03 days 9"),
        ("we marry 20 Nov 2027 and fly the 22nd", "start 11-22"),
    ],
)
def test_days_windows_and_lengths(text: str, expected: str) -> None:
    assert told(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "kids 8 and 10, hotel near 24 Rue de Rivoli, 1200 to 1500 euros",
        "dinner at 7 every night, nothing before 10, nap from 1 to 3",
        "she is 5 months pregnant and 30 years old",
        "a room on the 5th floor, two of us, 4 stars",
        "Christmas markets and 24/7 access",
        "we may march around the city one day",
        "if we go in May it is too hot",
        "last year we were there in March",
    ],
)
def test_other_numbers_are_no_days(text: str) -> None:
    assert told(text) == ""


IN_JUNE = TripFacts.model_validate({"dates": {"earliest": "2027-06-11", "latest": "2027-06-20", "days": 5}})
IN_MAY = TripFacts.model_validate({"dates": {"start": "2027-05-03", "end": "2027-05-10", "days": 8}})


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("friday the 11th", "start 06-11"),
        ("the eleventh", "start 06-11"),
        ("11", "start 06-11"),
        ("12 to 16", "start 06-12 end 06-16"),
        ("the week after", "earliest 06-18 latest 06-27"),
        ("the second week", "earliest 06-08 latest 06-14"),
        ("no no, july!", "earliest 07-01 latest 07-31"),
    ],
)
def test_answers_are_read_in_the_window_that_was_asked_about(text: str, expected: str) -> None:
    assert told(text, IN_JUNE, asked=("dates", "dates.start", "dates.end")) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a day later", "start 05-04 end 05-11"),
        ("actually we come back on the 9th", "end 05-09"),
        ("we need to be home by the 8th because of work", "end 05-08"),
        ("no, the 5th to the 12th", "start 05-05 end 05-12"),
        ("can we stay one more night", "days 9"),
        ("the friday before", "start 04-30"),
        ("not the 3rd but the 4th", "start 05-04"),
        ("dinner on the 5th", ""),
        ("our flight home is at 18:20 on monday", ""),
        ("the kids go back to school on 19 april", ""),
    ],
)
def test_days_that_stand_change_only_where_the_trip_is_spoken_of(text: str, expected: str) -> None:
    assert told(text, IN_MAY) == expected


def test_several_days_beside_another_are_no_step() -> None:
    message = message_of("she must sit the days before a flight", dt.date(2026, 11, 26))
    assert not read_times(message).tell()
