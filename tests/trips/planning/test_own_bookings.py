"""Bookings beside the plan: their clock, the item they may be for, and what they overlap."""

from __future__ import annotations

import datetime as dt
from zoneinfo import ZoneInfo

import pytest

from trips.catalogue.gazetteer import default_gazetteer
from trips.planning import own_bookings
from trips.planning.agenda import agenda
from trips.planning.agenda_values import AgendaDay, Entry, Reservation
from trips.schemas import Day, Leg, Meal, Plan, Point, Stay, TripFacts, Visit

MONDAY = dt.date(2027, 5, 3)
LONDON, PARIS = "Europe/London", "Europe/Paris"
PARIS_ID, LONDON_ID = 2988507, 2643743


def at(text: str, days: int = 0) -> dt.datetime:
    return dt.datetime.combine(MONDAY + dt.timedelta(days=days), dt.time.fromisoformat(text))


def visit(uid: str, start: str, end: str, days: int = 1) -> Visit:
    return Visit(
        uid=uid, title=uid.title(), start=at(start, days), end=at(end, days), zone=PARIS, city_id=PARIS_ID
    )


TRAIN = Leg(
    uid="train",
    title="Train to Paris",
    start=at("08:25"),
    end=at("12:55"),
    zone=LONDON,
    end_zone=PARIS,
    mode="train",
    origin=Point(name="St Pancras", kind="station", lat=51.53, lon=-0.12, city_id=LONDON_ID),
    destination=Point(name="Gare du Nord", kind="station", lat=48.88, lon=2.35, city_id=PARIS_ID),
    distance_km=344,
    travel_minutes=136,
    grade="estimate",
)
STAY = Stay(
    uid="stay",
    title="Hotel du Nord",
    start=at("15:00"),
    end=at("11:00", 2),
    zone=PARIS,
    city_id=PARIS_ID,
    nights=2,
    rooms=1,
)
DINNER = Meal(
    uid="dinner", title="Dinner", start=at("19:00", 1), end=at("20:30", 1), zone=PARIS, city_id=PARIS_ID,
    meal="dinner", style="free",
)  # fmt: skip
PLAN = Plan(
    title="Made for tests",
    currency="EUR",
    adults=2,
    total="0",
    days=[
        Day(date=MONDAY, city="Paris", city_id=PARIS_ID, items=[TRAIN, STAY]),
        Day(
            date=MONDAY + dt.timedelta(days=1),
            city="Paris",
            city_id=PARIS_ID,
            items=[visit("louvre", "10:20", "11:05"), visit("tuileries", "11:15", "12:30"), DINNER],
        ),
    ],
)
EUROSTAR = Reservation(
    1, "train", "Eurostar 9011", "booked", start=at("09:31"), end=at("12:50"), zone=LONDON, end_zone=PARIS
)


def shown(*bookings: Reservation) -> list[AgendaDay]:
    now = dt.datetime(2027, 5, 1, 12, tzinfo=dt.UTC)
    found = agenda(PLAN, now=now, bookings=bookings, gazetteer=default_gazetteer(), facts=TripFacts())
    return list(found.days)


def entry(uid: str, *bookings: Reservation) -> Entry:
    return next(one for day in shown(*bookings) for one in day.entries if one.uid == uid)


# --- Clocks --------------------------------------------------------------------------------------


def test_a_journey_names_both_clocks() -> None:
    assert entry("booking-1", EUROSTAR).times == "09:31 – 12:50 (local times)"
    home = Reservation(
        2, "train", "Home", "booked", start=at("09:31", 1), end=at("08:50", 1), zone=PARIS, end_zone=LONDON
    )
    assert entry("booking-2", home).times == "09:31 – 08:50 (local times)"


def test_the_clock_of_the_place_goes_without_saying_and_another_is_named() -> None:
    here = Reservation(
        1, "visit", "Cooking class", "booked", start=at("16:00", 1), end=at("17:00", 1), zone=PARIS
    )
    assert entry("booking-1", here).times == "16:00–17:00"
    there = Reservation(1, "visit", "A call home", "booked", start=at("16:00", 1), zone=LONDON)
    assert entry("booking-1", there).times == "16:00 (London time)"


@pytest.mark.parametrize(
    ("local", "zone"),
    [
        (at("07:00"), LONDON),
        (at("09:31"), LONDON),
        (at("14:00"), PARIS),
        (at("09:00", 1), PARIS),
        (at("09:00", -3), LONDON),
        (at("09:00", 9), PARIS),
    ],
)
def test_without_a_zone_it_is_that_of_where_the_plan_has_them(local: dt.datetime, zone: str) -> None:
    assert own_bookings.zone_there(PLAN, local) == zone
    row = Reservation(1, "other", "Something", "booked", start=local)
    assert own_bookings.times_of(row, PLAN)[2] == zone


def test_an_agenda_of_bookings_without_zones_is_in_order() -> None:
    row = Reservation(1, "visit", "Cooking class", "booked", start=at("11:10", 1), end=at("11:14", 1))
    assert [one.uid for one in shown(row)[1].entries] == ["louvre", "booking-1", "tuileries", "dinner"]
    assert entry("booking-1", row).zone == PARIS


def test_no_plan_has_no_clock_but_utc() -> None:
    assert own_bookings.zone_there(None, at("10:00")) == "UTC"
    assert own_bookings.zone_there(PLAN.model_copy(update={"days": []}), at("10:00")) == "UTC"


# --- The item it may be for ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "title", "start", "uid"),
    [
        ("train", "Eurostar", at("09:31"), "train"),
        ("flight", "To Paris", at("09:31"), ""),
        ("train", "Eurostar", at("09:31", 1), ""),
        ("stay", "Some hotel", at("16:00"), "stay"),
        ("stay", "Some hotel", at("16:00", 1), "stay"),
        ("stay", "Some hotel", at("16:00", 2), ""),
        ("visit", "Tickets for the Louvre", at("10:00", 1), "louvre"),
        ("visit", "Cooking class", at("10:00", 1), ""),
        ("food", "Chez Janou", at("20:00", 1), "dinner"),
        ("food", "Chez Janou", at("12:00", 1), ""),
        ("other", "Louvre", at("10:00", 1), ""),
    ],
)
def test_by_kind_date_and_name(kind: str, title: str, start: dt.datetime, uid: str) -> None:
    row = Reservation(7, kind, title, "booked", start=start, zone=PARIS)
    found = own_bookings.meant([row], PLAN)
    assert {key: item.uid for key, item in found.items()} == ({7: uid} if uid else {})


def test_an_item_is_offered_once_and_only_while_nothing_is_booked_for_it() -> None:
    second = Reservation(2, "train", "Another train", "booked", start=at("08:30"), zone=LONDON)
    found = own_bookings.meant([EUROSTAR, second], PLAN)
    assert len(found) == 1
    taken = Reservation(3, "train", "Booked", "booked", "train", start=at("08:25"), zone=LONDON)
    assert own_bookings.meant([EUROSTAR, taken], PLAN) == {}


def test_both_sides_of_the_agenda_say_that_it_may_be_it() -> None:
    train = entry("train", EUROSTAR)
    assert train.ticket.sentence == (
        "Your booking “Eurostar 9011, 09:31 – 12:50 (local times)” may be it: "
        "if it is, say so under Bookings."
    )
    assert train.ticket.booking == 1
    assert "It may be “Train to Paris” (08:25 – " in entry("booking-1", EUROSTAR).notes[0]
    assert "none is recorded" in entry("train").ticket.sentence


def test_a_train_that_is_booked_is_told_with_its_own_departure() -> None:
    row = Reservation(
        1,
        "train",
        "Eurostar",
        "booked",
        "train",
        start=at("09:31"),
        end=at("12:50"),
        zone=LONDON,
        end_zone=PARIS,
    )
    train = entry("train", row)
    assert train.ticket.state == "booked"
    assert "Be at St Pancras in good time for 09:31, when your booking departs." in train.notes
    assert "Be at St Pancras by 08:25." in entry("train").notes


# --- What it overlaps ----------------------------------------------------------------------------


def warned(*rows: Reservation) -> str:
    return own_bookings.overlap_in_words(rows[0], rows, PLAN)


def test_what_it_overlaps_is_said() -> None:
    row = Reservation(
        1, "visit", "Cooking class", "booked", start=at("10:00", 1), end=at("12:00", 1), zone=PARIS
    )
    sentence = "It overlaps Louvre (10:20–11:05) and Tuileries (11:15–12:30) of your plan."
    assert warned(row) == sentence
    assert entry("booking-1", row).warnings == (sentence,)


def test_other_bookings_count_and_what_it_may_be_itself_does_not() -> None:
    assert warned(EUROSTAR) == ""
    other = Reservation(2, "visit", "A walk", "booked", start=at("13:00", 1), end=at("15:00", 1), zone=PARIS)
    mine = Reservation(
        1, "visit", "Cooking class", "booked", start=at("14:00", 1), end=at("16:00", 1), zone=PARIS
    )
    assert warned(mine, other) == "It overlaps A walk (13:00–15:00) of your bookings."
    assert (
        warned(mine, Reservation(2, "visit", "A walk", "cancelled", start=at("14:00", 1), zone=PARIS)) == ""
    )


def test_by_the_moment_not_by_the_hands_of_the_clock() -> None:
    """09:25 in London is 10:25 in Paris."""
    row = Reservation(1, "other", "A call", "booked", start=at("09:25", 1), end=at("09:30", 1), zone=LONDON)
    assert warned(row) == "It overlaps Louvre (10:20–11:05) of your plan."
    assert row.start.replace(tzinfo=ZoneInfo(LONDON)) == at("10:25", 1).replace(tzinfo=ZoneInfo(PARIS))


def test_a_stay_and_what_ends_where_another_begins_overlap_nothing() -> None:
    assert warned(Reservation(1, "stay", "Hotel", "booked", start=at("10:00", 1), end=at("12:00", 1))) == ""
    after = Reservation(1, "visit", "Class", "booked", start=at("12:30", 1), end=at("13:00", 1), zone=PARIS)
    assert warned(after) == ""
