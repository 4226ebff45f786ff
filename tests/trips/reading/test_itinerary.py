"""Pasted itineraries: what is planted is found, what is hostile ends soon, what is odd is read as meant."""

from __future__ import annotations

import datetime as dt
import json
import random
import time

import pytest

from tests.trips.reading.itineraries import scorer
from trips.catalogue.gazetteer import default_gazetteer
from trips.reading.itinerary import NotRead, checked, judged, read, verdict_of, wants_check
from trips.reading.itinerary.forms import MOST_BYTES, form_of, rows_of
from trips.reading.itinerary.values import WrittenItinerary
from trips.schemas import Plan, TripFacts

TODAY = scorer.TODAY
#: Found and false alarms over all plans of a kind: no worse than this.
LEAST = {0: (12, 0), 1: (11, 10), 2: (10, 7)}


def plan(text: str) -> dict[str, list[str]]:
    """Names of what was read, by day; a start before it where one is written."""
    found = read(text, default_gazetteer(), TODAY)
    return {
        str(day.date or day.weekday or day.number): [
            f"{item.start:%H:%M} {item.name}" if item.start else item.name for item in day.items
        ]
        for day in found.days
    }


@pytest.mark.parametrize("blind", LEAST)
def test_planted_faults_are_found(blind: int) -> None:
    every = scorer.scores(blind)
    found, alarms = (sum(len(getattr(one, name)) for one in every) for name in ("found", "alarms"))
    assert (found, -alarms) >= (LEAST[blind][0], -LEAST[blind][1]), [
        one for one in every if one.missed or one.alarms
    ]


@pytest.mark.parametrize("name", scorer.gold())
def test_every_line_is_read_or_told(name: str) -> None:
    """Of each plan the days are there, and hardly a line is lost."""
    result = checked((scorer.FOLDER / name).read_text("utf-8"), default_gazetteer(), TODAY)
    assert len(result.days) >= 3 and len(result.read.unread) <= 1
    assert all(day.lines for day in result.days[:-1])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Paris, Sat 5 June 2027: Louvre at 10, Orangerie at 3",
            {"2027-06-05": ["10:00 Louvre Museum", "15:00 Musée de l'Orangerie"]},
        ),
        ("Paris\nDay 1\n- Louvre\n- Eiffel Tower", {"1": ["Louvre Museum", "Eiffel Tower"]}),
        ("Day 2 (Tuesday): 9h30 Rodin Museum, Paris", {"tue": ["09:30 Rodin Museum"]}),
        ("Paris 2027-06-05\n2-4 pm Orsay", {"2027-06-05": ["14:00 Musée d'Orsay"]}),
        (
            "Paris 5 June 2027\n10:00 Louvre -> Tuileries",
            {"2027-06-05": ["10:00 Louvre Museum", "Tuileries Garden"]},
        ),
        ("5 June 2027\n19:30 Zibbelkeller (Paris)", {"2027-06-05": ["19:30 Zibbelkeller"]}),
        (
            "Paris 5 June 2027\n10:00 Louvre, 12:30 lunch, 20:00 dinner at Zibbelkeller",
            {"2027-06-05": ["10:00 Louvre Museum", "12:30 ", "20:00 Zibbelkeller"]},
        ),
    ],
)
def test_forms_of_a_line(text: str, expected: dict) -> None:
    assert plan(text) == expected


def test_a_weekday_that_does_not_fit_its_date_is_wrong() -> None:
    result = checked("Paris\nSunday 5 June 2027\n10:00 Louvre", default_gazetteer(), TODAY)
    assert result.read.wrong == ["Saturday 5 June 2027 is called a Sunday."] and result.failed == 1


def test_without_dates_only_what_is_wrong_on_every_day_is_told() -> None:
    fine = checked("Paris\nDay 1\n10:00 Louvre\nDay 2\n10:00 Musée d'Orsay", default_gazetteer(), TODAY)
    wrong = checked("Paris\nDay 1\n10:00 Louvre\nDay 2\n05:00 Musée d'Orsay", default_gazetteer(), TODAY)
    assert (fine.failed, wrong.failed) == (0, 1) and any("No date" in one for one in fine.unknown)


def test_what_no_row_knows_stays_with_its_words_and_is_not_checked() -> None:
    (day,) = checked("Paris 5 June 2027\n10:00 Zibbelkeller", default_gazetteer(), TODAY).days
    (line,) = day.lines
    assert (line.item.title, line.state, line.item.unlisted) == ("Zibbelkeller", "not checked", True)


def test_a_flight_from_nowhere_and_a_stay_in_no_row_are_not_checked() -> None:
    text = "Paris 5 June 2027\n09:00 land CDG\n15:00 check in Zibbelhouse\n6 June 2027\n18:00 fly home"
    days = checked(text, default_gazetteer(), TODAY).days
    assert [line.state for day in days for line in day.lines] == ["not checked"] * 3


def test_a_hotel_without_a_name_begins_the_day_that_a_weekday_goes_on_with() -> None:
    text = "Paris\nhotel from 7 to 10 June\nMon: 10:00 Louvre\nTue: 10:00 Eiffel Tower"
    monday, tuesday = checked(text, default_gazetteer(), TODAY).days
    assert {(line.item.title, line.state) for line in monday.lines} >= {("Stay in Paris", "holds")}
    assert len(monday.lines) == 2 and (tuesday.date - monday.date).days == 1


def test_a_plan_file_of_ours_gets_all_checks() -> None:
    day = {"date": "2027-06-05", "city": "Paris", "items": []}
    own = {"title": "x", "currency": "EUR", "adults": 1, "days": [day], "total": "5"}
    text = json.dumps({"plan": own, "facts": {}})
    assert Plan.model_validate(own) and TripFacts() and form_of(text)[0] == "json"
    result = checked(text, default_gazetteer(), TODAY)
    assert any("total says" in finding.message for _id, finding in result.findings)


@pytest.mark.parametrize("text", ["[" * 60 + "]" * 60, "{" * 3 + "}", "x" * (MOST_BYTES + 1), '{"plan": 1}'])
def test_what_is_broken_or_too_large_is_refused(text: str) -> None:
    with pytest.raises(NotRead):
        checked(text, default_gazetteer(), TODAY)


def hostile() -> dict[str, str]:
    dice = random.Random(7)
    event = "BEGIN:VEVENT\nDTSTART:20270403T090000\nDTEND:20290403T100000\nSUMMARY:Louvre\nEND:VEVENT\n"
    return {
        "one line": "10:00 Louvre, " * 7_000,
        "days": "".join(f"Day {number}: 10:00 Louvre Paris\n" for number in range(4_000)),
        "cities": "Paris London Rome Berlin Madrid Vienna Xyz Abc Def\n" * 2_000,
        "table": "| Mon 3 May | 10:00 | Louvre | Paris | 5 euro |\n" * 2_000,
        "calendar": f"BEGIN:VCALENDAR\n{event * 1_200}END:VCALENDAR",
        "objects": f"[{','.join(['{}'] * 30_000)}]",
        "backslashes": '["' + "\\" * 90_000 + '"]',
        "letters": " ".join("".join(dice.choice("abcdefghij") for _ in range(8)) for _ in range(11_000)),
        "undated": "Paris\n" + "".join(f"Day {n}\n" + "10:00 Louvre\n16:00 Rodin\n" * 20 for n in range(40)),
    }


@pytest.mark.parametrize("name", hostile())
def test_a_hundred_kilobytes_of_anything_end_soon(name: str) -> None:
    text = hostile()[name][:MOST_BYTES]
    begun = time.thread_time()
    try:
        result = checked(text, default_gazetteer(), TODAY)
        assert len(result.read.plan.items()) <= 1_600
    except NotRead:
        pass
    assert time.thread_time() - begun < 4


@pytest.mark.slow
def test_torn_and_shuffled_plans_never_break_it() -> None:
    dice = random.Random(3)
    texts = [(scorer.FOLDER / name).read_text("utf-8") for name in scorer.gold()]
    for _ in range(200):
        text = dice.choice(texts)
        cut = sorted(dice.randrange(len(text)) for _ in range(2))
        torn = (
            text[: cut[0]]
            + dice.choice(["", "\n", "32:99", "0 May", "31 Feb 2027 ", "\u202e", "€999999999999"])
            + text[cut[1] :]
        )
        try:
            checked(torn, default_gazetteer(), TODAY)
        except NotRead:
            continue


@pytest.mark.parametrize(
    ("text", "wants"),
    [
        (
            "Does this work: Friday 10:00 Colosseum, 13:00 lunch, 15:00 Roman Forum; Saturday 9:00 Vatican "
            "Museums, dinner 20:00 in Rome",
            True,
        ),
        ("look over my itinerary: Mon Prado 10am, Tue Reina Sofia 11am, Wed Royal Palace 9am, Madrid", True),
        ("We go to Paris for 5 days in May with two kids, please check prices", False),
        ("can you check whether day 2 is too full?", False),
        ("Check that we are not in the Louvre on Tuesday", False),
    ],
)
def test_a_plan_of_one_line_is_a_plan(text: str, wants: bool) -> None:
    assert wants_check(text, default_gazetteer(), TODAY) is wants


def test_twenty_thousand_characters_are_recognised_in_a_second() -> None:
    text = "check this plan\n" + (scorer.FOLDER / "lisbon_chat.txt").read_text("utf-8") * 30
    begun = time.thread_time()
    assert wants_check(text[:20_000], default_gazetteer(), TODAY)
    assert time.thread_time() - begun < 1


@pytest.mark.parametrize("year", ["0001", "9999"])
def test_years_out_of_reach_are_no_dates(year: str) -> None:
    plan = f"Paris\n{year}-12-31\n10:00 Louvre\nhotel: Ritz, {year}-12-31 - 2 nights\nnext: 1 January"
    event = f"DTSTART:{year}1231T230000Z\nDTEND:{year}1231T233000Z\nSUMMARY:Louvre"
    calendar = f"BEGIN:VCALENDAR\nBEGIN:VEVENT\n{event}\nEND:VEVENT\nEND:VCALENDAR"
    for text in (plan, calendar, plan.replace("Paris", "Tokyo")):
        days = checked(text, default_gazetteer(), TODAY).days
        assert all(day.date.year in range(2026, 2030) for day in days)
    day = {"date": f"{year}-12-31", "city": "Paris", "items": [{"kind": "stay", "since": f"{year}-12-31"}]}
    found = WrittenItinerary.model_validate({"days": [day, {}, {"number": 3}]})
    assert judged(found, default_gazetteer(), TODAY).days


def test_a_calendar_is_read_in_its_local_times() -> None:
    rows, _unread = rows_of((scorer.FOLDER / "japan.ics").read_text("utf-8"))
    assert (rows[0].date, rows[0].start, rows[0].until) == (
        dt.date(2027, 4, 2),
        dt.time(15),
        dt.date(2027, 4, 5),
    )


@pytest.mark.parametrize(("hour", "holds"), [("10:00", False), ("10:30", True)])
def test_the_way_from_the_airport_and_the_time_to_leave_it_count(hour: str, holds: bool) -> None:
    text = f"Lisbon\nSat 10 April 2027: 9:00 land LIS, {hour} Jerónimos, 13:00 lunch at Time Out Market"
    said = [one.message for _check, one in checked(text, default_gazetteer(), dt.date(2026, 11, 27)).findings]
    assert said == ([] if holds else ["Taxi to Jerónimos Monastery needs 40 minutes, the plan gives it 30."])


def test_what_is_found_on_the_last_way_of_a_day_is_said_of_that_day() -> None:
    text = "Lisbon\nSat 10 April 2027: 9:00 land LIS, 10:00 Jerónimos\nSun 11 April 2027: 10:00 Gulbenkian"
    written = checked(text, default_gazetteer(), TODAY).read
    written.plan.days[0].items.pop()
    saturday, sunday = verdict_of(written, default_gazetteer()).days
    assert [one.message for one in saturday.said] == [
        "Taxi to Jerónimos Monastery needs 40 minutes, the plan gives it 30."
    ]
    assert not sunday.said and not any(line.said for line in sunday.lines)
