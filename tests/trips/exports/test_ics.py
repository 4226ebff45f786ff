"""The calendar file, read back by another library: times where they are, words as they were, nothing else."""

from __future__ import annotations

import datetime as dt
import os
import re
import time
from collections.abc import Iterator, Sequence
from zoneinfo import ZoneInfo

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from ical.calendar_stream import IcsCalendarStream

from tests.trips.planning.asking import facts_for, first_option, gazetteer
from tests.trips.travelling import told
from trips.exports.ics import Edition, plan_ics, text
from trips.exports.time_zones import changes_of
from trips.planning.agenda_values import Reservation
from trips.schemas import FreeTime, Item, Plan, Stay

NOW = dt.datetime(2026, 11, 22, 9, 30, tzinfo=dt.UTC)
#: Where the file is looked at: nobody is planned to be there.
ELSEWHERE = "Pacific/Auckland"

#: By a name: from, to, first and last day.
COMPOSED = {
    "Tokyo and Kyoto, over the date line": ("Los Angeles", ["Tokyo", "Kyoto"], "2027-05-10", "2027-05-19"),
    "Marrakesh, Ramadan begins": ("Madrid", ["Marrakesh"], "2027-02-05", "2027-02-09"),
    "Marrakesh, Ramadan ends": ("Madrid", ["Marrakesh"], "2027-03-12", "2027-03-16"),
    "Paris, summer time begins": ("London", ["Paris"], "2027-03-27", "2027-03-30"),
    "New York, summer time ends": ("Boston", ["New York"], "2027-11-06", "2027-11-08"),
}
TOLD = ["01-boston", "08-tokyo", "18-honolulu", "19-new-york"]


@pytest.fixture(autouse=True, scope="module")
def a_server_elsewhere() -> Iterator[None]:
    """The process has a clock of its own; no time of a file may depend on it."""
    before = os.environ.get("TZ")
    os.environ["TZ"] = "Asia/Kolkata"
    time.tzset()
    yield
    os.environ.pop("TZ") if before is None else os.environ.update(TZ=before)
    time.tzset()


@pytest.fixture(scope="module", params=[*TOLD, *COMPOSED])
def plan(request) -> Plan:
    if request.param in TOLD:
        return told(request.param)[0]
    origin, cities, start, end = COMPOSED[request.param]
    return first_option(facts_for(origin, cities, start, end, level="mid"))


def written(plan: Plan, *, revision: int = 1, name: str = "A trip", bookings: Sequence = ()) -> bytes:
    edition = Edition(mark="8d4f", revision=revision, made=NOW, changed=NOW, touched=40)
    return plan_ics(plan, gazetteer(), edition, name=name, bookings=bookings)


def events(plan: Plan, **more) -> list:
    return events_of(written(plan, **more))


def events_of(raw: bytes) -> list:
    """As the other library reads them: by the rules in the file. It would look up names of zones that it
    knows, so they get others."""
    text_of = raw.decode("utf-8").replace("\r\n ", "")
    for zone in set(re.findall(r"(?<=TZID[:=])[A-Z]\w+/[\w/+-]+", text_of)):
        text_of = re.sub(rf"(?<=TZID[:=]){zone}\b", f"Clocks of {zone.replace('/', ' ')}", text_of)
    return IcsCalendarStream.calendar_from_ics(text_of).events


def local(moment: dt.datetime, zone: str) -> dt.datetime:
    return moment.astimezone(ZoneInfo(zone)).replace(tzinfo=None)


def test_every_item_starts_and_ends_where_it_does_in_the_plan(plan) -> None:
    read = events(plan)
    assert len(read) == len(plan.items()) > 5
    for item, event in zip(plan.items(), read, strict=True):
        start, end = event.dtstart, event.dtend
        assert start.replace(tzinfo=None) == item.start and end.replace(tzinfo=None) == item.end
        assert start.astimezone(dt.UTC) == item.start_utc, item.title
        assert end.astimezone(dt.UTC) == item.end_utc, item.title


def test_shown_elsewhere_it_is_the_same_moment(plan) -> None:
    for item, event in zip(plan.items(), events(plan), strict=True):
        assert local(event.dtstart, ELSEWHERE) == local(item.start_utc, ELSEWHERE)
        there = event.dtstart.astimezone(ZoneInfo(ELSEWHERE))
        assert local(there, item.zone) == item.start  # and looked at from the place again
        assert local(event.dtend.astimezone(ZoneInfo(ELSEWHERE)), item.end_zone or item.zone) == item.end


def test_the_rules_in_the_file_are_what_decides() -> None:
    """Else the two tests above would say nothing of them."""
    plan, _ = told("14-marrakesh")
    raw = written(plan)
    right, wrong = events_of(raw), events_of(raw.replace(b"TZOFFSETTO:+0100", b"TZOFFSETTO:+0300"))
    for one, other in zip(right, wrong, strict=True):
        assert one.dtstart - other.dtstart == dt.timedelta(hours=2)


def test_the_trips_of_this_test_are_those_meant() -> None:
    """They cross the date line, and the clocks change while they last."""

    def changed(name: str) -> bool:
        _, cities, start, end = COMPOSED[name]
        zone = {"Marrakesh": "Africa/Casablanca", "Paris": "Europe/Paris", "New York": "America/New_York"}
        days = [dt.datetime.fromisoformat(day).replace(tzinfo=dt.UTC) for day in (start, end)]
        return bool(list(changes_of(ZoneInfo(zone[cities[0]]), *days)))

    assert all(changed(name) for name in COMPOSED if not name.startswith("Tokyo"))
    leg = told("08-tokyo")[0].items()[0]
    assert leg.end.date() > leg.start.date() and leg.end_zone == "Asia/Tokyo"


def test_stays_do_not_block_and_say_where(plan) -> None:
    for item, event in zip(plan.items(), events(plan), strict=True):
        open_to_others = isinstance(item, Stay | FreeTime)
        assert event.transparency == ("TRANSPARENT" if open_to_others else "OPAQUE")
        if isinstance(item, Stay) and item.position is None:
            assert event.geo is None
        elif isinstance(item, Stay):
            assert abs(event.geo.lat - item.lat) < 0.01 and abs(event.geo.lng - item.lon) < 0.01
            assert event.location.startswith(item.title)


def test_what_an_event_says() -> None:
    plan, _ = told("09-kyoto")
    by_title = {event.summary: event for event in events(plan)}
    temple = by_title["Kiyomizu-dera"]
    assert "Costs" in temple.description and "Open 06:00" in temple.description
    assert "Kyoto, Japan" in temple.location
    assert any(title.startswith("Stay: ") for title in by_title)


def test_an_event_keeps_its_name_from_version_to_version_and_counts_up() -> None:
    plan, _ = told("09-kyoto")
    changed = plan.model_copy(deep=True)
    changed.days[0].items[2].title = "Something else"
    first, second = events(plan, revision=1), events(changed, revision=2)
    assert [event.uid for event in first] == [event.uid for event in second]
    assert len({event.uid for event in first}) == len(first)
    assert {event.sequence for event in first} == {1}
    assert {event.sequence for event in second} == {2}
    assert {event.dtstamp for event in first} == {NOW}


def test_two_items_of_one_name_are_two_events() -> None:
    plan, _ = told("03-boston")
    for item in plan.items():
        item.uid = "same"
    uids = [event.uid for event in events(plan)]
    assert len(set(uids)) == len(uids)


def test_a_zone_that_is_none_and_times_that_run_backwards_are_no_error() -> None:
    plan, _ = told("03-boston")
    first, second = plan.items()[:2]
    first.zone = "Mars/Olympus_Mons"
    second.end = second.start - dt.timedelta(hours=2)
    read = events(plan)
    assert read[0].dtstart == first.start  # the reader's own time
    assert read[1].dtend is None


def test_a_plan_without_items_is_a_calendar_without_events() -> None:
    plan, _ = told("03-boston")
    for day in plan.days:
        day.items = []
    assert b"BEGIN:VEVENT" not in written(plan) and written(plan).startswith(b"BEGIN:VCALENDAR\r\n")


# --- Words ---------------------------------------------------------------------------------------

NASTY = st.one_of(
    st.sampled_from(
        [
            "Mercado; fish, meat, \\N and more",
            "two\nlines\r\nand three\rin all",
            "👩‍👩‍👧‍👦 family 🍜 ramen 🇯🇵",
            "清水寺" * 100,
            "x" * 300,
            'END:VEVENT\r\nBEGIN:VALARM "quoted": a=b',
            "\u2028line separator\x85next line\x0b",
            " leading and trailing ",
        ]
    ),
    st.text(min_size=1, max_size=300),
)


def _plain(words: str) -> str:
    """What a text value may hold of them."""
    return str(text(words))


@settings(max_examples=150, suppress_health_check=[HealthCheck.too_slow])
@given(title=NASTY, note=NASTY, area=NASTY)
def test_any_words_come_back_as_they_were(title: str, note: str, area: str) -> None:
    plan, _ = told("03-boston")
    item: Item = next(one for one in plan.items() if one.kind == "visit")
    item.place_id, item.title, item.note, item.area = None, title, note, area
    raw = written(plan, name=title)
    for line in raw.split(b"\r\n"):
        assert len(line) <= 75 and b"\n" not in line and b"\r" not in line
        line.decode("utf-8")  # no letter is cut in two
    read = events(plan, name=title)
    assert len(read) == len(plan.items())
    event = next(one for one in read if one.uid.startswith(f"{item.uid}@"))
    assert event.summary == _plain(title)
    assert event.description.endswith(_plain(note))
    assert _plain(area) in event.location
    assert event.location.endswith("United States") and event.geo is not None


@pytest.mark.parametrize(
    ("words", "kept"),
    [
        ("a, b; c", "a, b; c"),
        ("C:\\New\\nothing", "C:\\New\\nothing"),
        ("one\r\ntwo\rthree", "one\ntwo\nthree"),
        ("bell\x07 and null\x00", "bell and null"),
        ("half a letter \ud800", "half a letter ?"),
        ("tab\tstays", "tab\tstays"),
    ],
)
def test_only_what_no_text_may_hold_is_left_out(words: str, kept: str) -> None:
    assert str(text(words)) == kept


def test_bookings_beside_the_plan_are_events_of_their_own_and_others_stand_in_theirs() -> None:
    kyoto = told("09-kyoto")[0]
    stay = next(item for item in kyoto.items() if isinstance(item, Stay))
    rows = [
        Reservation(
            1, "flight", "Flight home", "booked", start=dt.datetime(2027, 11, 21, 20), zone="Asia/Tokyo",
            end=dt.datetime(2027, 11, 21, 15), end_zone="America/Los_Angeles", has_code=True,
        ),
        Reservation(2, "visit", "Tea ceremony", "to_book", start=dt.datetime(2027, 11, 20, 16)),
        Reservation(3, "stay", "The ryokan", "booked", stay.uid, start=stay.start, zone="Asia/Tokyo"),
        Reservation(4, "visit", "Not any more", "cancelled", start=dt.datetime(2027, 11, 20, 16)),
        Reservation(5, "visit", "Some day", "to_book"),
    ]  # fmt: skip
    found = {event.uid: event for event in events(kyoto, bookings=rows)}
    own = {uid: event for uid, event in found.items() if uid.startswith("booking-")}
    assert len(found) == len(kyoto.items()) + 2 and set(own) == {
        "booking-1@8d4f.wayfare",
        "booking-2@8d4f.wayfare",
    }
    home, tea = own["booking-1@8d4f.wayfare"], own["booking-2@8d4f.wayfare"]
    assert (home.summary, home.status, home.sequence) == ("Flight home", "CONFIRMED", 40)
    assert home.dtstart.astimezone(dt.UTC) == dt.datetime(2027, 11, 21, 11, tzinfo=dt.UTC)
    assert home.dtend.astimezone(dt.UTC) == dt.datetime(2027, 11, 21, 23, tzinfo=dt.UTC)
    assert "20:00 – 15:00 (local times)" in home.description
    assert tea.status == "TENTATIVE" and tea.dtstart.astimezone(dt.UTC).hour == 7
    assert "Booked: The ryokan" in found[f"{stay.uid}@8d4f.wayfare"].description
