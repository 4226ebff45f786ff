"""The next two days out of a plan: which days, times, ways, tickets, and what is around them."""

from __future__ import annotations

import datetime as dt
import json
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from trips.catalogue.gazetteer import default_gazetteer
from trips.planning.agenda import agenda, deadlines_of
from trips.planning.agenda_values import Agenda, Entry, Reservation
from trips.schemas import Day, FreeTime, Leg, Plan, Point, Stay, TripFacts, Visit

PLANS = Path(__file__).parents[2] / "bench" / "plans"
BOSTON, NEW_YORK, KYOTO, PARIS, LONDON = 4930956, 5128581, 1857910, 2988507, 2643743
EASTERN, TOKYO = "America/New_York", "Asia/Tokyo"
MONDAY = dt.date(2027, 3, 1)


def told(name: str) -> tuple[Plan, TripFacts]:
    path = next(PLANS.glob(f"{name}*.json"))
    data = json.loads(path.read_text("utf-8"))
    return Plan.model_validate(data["plan"]), TripFacts.model_validate(data["facts"])


def moment(text: str, zone: str = "UTC") -> dt.datetime:
    return dt.datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone))


def of(plan: Plan, now: dt.datetime, facts: TripFacts | None = None, **more) -> Agenda:
    return agenda(plan, now=now, gazetteer=default_gazetteer(), facts=facts or TripFacts(), **more)


def plan_of(*days: Day) -> Plan:
    return Plan(title="Made for tests", currency="USD", adults=2, days=list(days), total="0")


def day(date: dt.date, *items, city: str = "Boston", city_id: int | None = BOSTON) -> Day:
    return Day(date=date, city=city, city_id=city_id, items=list(items))


def visit(uid: str, start: str, end: str, date: dt.date = MONDAY, **more) -> Visit:
    values = {"zone": EASTERN, "city_id": BOSTON, "title": uid.title()} | more
    begins = dt.datetime.combine(date, dt.time.fromisoformat(start))
    ends = dt.datetime.combine(date, dt.time.fromisoformat(end))
    return Visit(uid=uid, start=begins, end=ends + dt.timedelta(days=ends < begins), **values)


def entry(shown: Agenda, uid: str, kind: str = "") -> Entry:
    return next(
        one for day in shown.days for one in day.entries if one.uid == uid and (not kind or one.kind == kind)
    )


# --- Which days ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("now", "phase", "numbers", "part"),
    [
        ("2027-01-05T12:00", "before", [1, 2], "The trip begins in 55 days, on Monday 1 March."),
        ("2027-02-28T12:00", "before", [1, 2], "begins tomorrow"),
        ("2027-03-01T00:05", "on the way", [1, 2], "day 1 of 4"),
        ("2027-03-02T23:59", "on the way", [2, 3], "day 2 of 4"),
        ("2027-03-03T09:00", "on the way", [3, 4], "day 3 of 4"),
        ("2027-03-04T09:00", "on the way", [4], "the last day"),
        ("2027-03-05T00:01", "over", [], "This trip ended on Thursday 4 March."),
    ],
)
def test_two_days_from_where_the_travellers_are(now, phase, numbers, part) -> None:
    plan = plan_of(
        *(
            day(
                MONDAY + dt.timedelta(days=n), visit(f"v{n}", "10:00", "11:00", MONDAY + dt.timedelta(days=n))
            )
            for n in range(4)
        )
    )
    shown = of(plan, moment(now, EASTERN))
    assert (shown.phase, [one.number for one in shown.days]) == (phase, numbers)
    assert part in shown.sentence
    assert [one.today for one in shown.days] == [phase == "on the way"] * bool(numbers) + [False] * (
        len(numbers) - 1
    )


def test_the_date_is_the_one_where_they_are_not_the_servers() -> None:
    plan, facts = told("09-kyoto")
    shown = of(plan, moment("2027-11-19T16:00"), facts)  # in Kyoto it is one at night, the day after
    assert shown.today == dt.date(2027, 11, 20)
    assert shown.days[0].number == 2


def test_a_day_that_is_asked_for_begins_there_also_when_the_trip_is_over() -> None:
    plan, facts = told("09-kyoto")
    shown = of(plan, moment("2028-06-01T12:00"), facts, first=1, days=1)
    assert (shown.phase, [one.number for one in shown.days]) == ("over", [2])


def test_over_the_date_line_the_day_is_the_one_of_the_leg() -> None:
    """It leaves on 10 May at 21:00 and arrives on 10 May at 9:30: at midnight it still is the 10th."""
    plan, facts = told("18-honolulu")
    shown = of(plan, moment("2027-05-11T00:30", "Pacific/Auckland"), facts)
    assert (shown.today, shown.days[0].number) == (dt.date(2027, 5, 10), 1)
    flight = entry(shown, "leg-1")
    assert flight.times == "23:00"
    assert flight.notes[0].endswith("by 21:00.") and flight.notes[1].startswith("Lands at ")
    assert flight.notes[1].endswith(" (HNL) about 09:30 local time.")
    assert flight.now and flight.minutes == 630
    assert "Honolulu is 22 h behind Auckland." in shown.days[0].clock


def test_a_leg_over_night_arrives_on_the_next_day() -> None:
    plan, facts = told("18-honolulu")
    shown = of(plan, moment("2027-05-13T12:00", "Pacific/Honolulu"), facts)
    assert entry(shown, "leg-24", "leg").times == "12:30"
    arrival = entry(shown, "leg-24", "arrival")
    assert (arrival.times, arrival.zone) == ("20:00", "Pacific/Auckland")
    assert arrival.notes[0].endswith(" (AKL).")
    assert arrival in shown.days[1].entries


def test_a_plan_without_days_and_a_day_without_items_say_so() -> None:
    assert of(plan_of(), moment("2027-03-01T12:00")).sentence == "The plan has no days."
    shown = of(plan_of(day(MONDAY), day(MONDAY + dt.timedelta(days=1))), moment("2027-03-01T12:00", EASTERN))
    assert shown.days[0].entries == ()
    assert shown.days[0].note == "Nothing is planned for this day."
    assert "not a forecast" in shown.days[0].climate


# --- Times ---------------------------------------------------------------------------------------


def test_no_time_is_other_than_the_plans() -> None:
    for path in sorted(PLANS.glob("*.json")):
        plan, facts = told(path.stem)
        shown = of(plan, moment("2026-11-22T12:00"), facts, days=len(plan.days))
        items = {item.uid: item for item in plan.items()}
        seen = set()
        for one in (one for day in shown.days for one in day.entries):
            item = items[one.uid]
            seen.add(one.uid)
            expected = {"check_out": (item.end, item.end), "arrival": (item.end, item.end)}.get(
                one.kind, (item.start, item.start if isinstance(item, Stay) else item.end)
            )
            assert (one.start, one.end) == expected, (path.stem, one.uid)
            if one.way and one.way.uid:
                seen.add(one.way.uid)
                assert one.way.leave_by == items[one.way.uid].start
        assert seen == set(items), path.stem


def test_entries_are_in_order_of_time() -> None:
    for path in sorted(PLANS.glob("*.json")):
        plan, facts = told(path.stem)
        for one in of(plan, moment("2026-11-22T12:00"), facts, days=len(plan.days)).days:
            starts = [e.start.replace(tzinfo=ZoneInfo(e.zone)).astimezone(dt.UTC) for e in one.entries]
            assert starts == sorted(starts), (path.stem, one.number)


def test_past_midnight_is_said() -> None:
    plan, facts = told("19-new-york")
    shown = of(plan, moment("2027-03-13T08:00", EASTERN), facts)
    saturday = shown.days[0]
    assert any(one.times == "22:30–00:30 next day" for one in saturday.entries)
    assert any(one.times.endswith("Sunday 14 March") for one in saturday.entries)
    late = of(plan, moment("2027-03-14T00:10", EASTERN), facts)
    assert late.days[0].date == dt.date(2027, 3, 14)
    arrival = next(one for one in late.days[0].entries if one.kind == "arrival")
    assert (arrival.times, arrival.now, arrival.past) == ("until 00:30", False, False)


@pytest.mark.parametrize(
    ("date", "said"),
    [
        (dt.date(2027, 3, 14), "The clocks go forward by an hour at 02:00."),
        (dt.date(2027, 11, 7), "The clocks go back by an hour at 02:00."),
        (dt.date(2027, 7, 1), ""),
    ],
)
def test_summer_time_begins_and_ends(date: dt.date, said: str) -> None:
    shown = of(plan_of(day(date, visit("v", "10:00", "11:00", date))), moment("2026-11-22T12:00"))
    assert shown.days[0].clock == ((said,) if said else ())


def test_an_hour_that_is_skipped_is_no_time_spent() -> None:
    date = dt.date(2027, 3, 14)
    plan = plan_of(day(date, visit("night", "01:00", "04:00", date)))
    assert entry(of(plan, moment("2026-11-22T12:00")), "night").minutes == 120


def test_what_is_past_and_what_is_now() -> None:
    plan = plan_of(
        day(MONDAY, visit("a", "09:00", "10:00"), visit("b", "10:30", "12:00"), visit("c", "14:00", "15:00"))
    )
    shown = of(plan, moment("2027-03-01T11:00", EASTERN))
    assert [(one.past, one.now) for one in shown.days[0].entries] == [
        (True, False),
        (False, True),
        (False, False),
    ]


# --- Ways, hours, tickets ------------------------------------------------------------------------


def test_a_local_leg_is_the_way_to_what_follows() -> None:
    plan, facts = told("09-kyoto")
    shown = of(plan, moment("2026-11-22T12:00"), facts)
    temple = next(one for one in shown.days[0].entries if one.title == "Kiyomizu-dera")
    assert (temple.way.mode, temple.way.minutes, temple.way.to) == ("transit", 17, "")
    assert temple.way.leave_by == dt.datetime(2027, 11, 19, 10, 43)
    assert temple.hours == "06:00–18:00"
    back = shown.days[0].entries[-1]
    assert back.kind == "leg" and back.way.leave_by == back.start


def test_a_way_the_plan_has_no_leg_for_is_reckoned_and_says_so() -> None:
    plan = plan_of(
        day(
            MONDAY,
            visit("here", "09:00", "10:00", lat=42.360, lon=-71.060),
            visit("there", "11:00", "12:00", lat=42.350, lon=-71.080),
            visit("same", "12:30", "13:00", lat=42.350, lon=-71.080),
        )
    )
    shown = of(plan, moment("2026-11-22T12:00"))
    way = entry(shown, "there").way
    assert way.reckoned and (way.mode, way.uid, way.minutes) == ("transit", "", 20)
    assert way.leave_by == dt.datetime(2027, 3, 1, 11) - dt.timedelta(minutes=way.minutes)
    assert entry(shown, "same").way is None


def test_last_entry_comes_from_the_row_and_a_closed_house_is_warned_of() -> None:
    louvre = default_gazetteer().place("paris:louvre") or next(
        place for place in default_gazetteer().places("paris", "visit") if place.hours.last_entry_min
    )
    open_days = [
        date
        for date in (MONDAY + dt.timedelta(days=n) for n in range(7))
        if date.strftime("%a").lower() in louvre.hours.week
    ]
    closed = next(
        date
        for date in (MONDAY + dt.timedelta(days=n) for n in range(7))
        if date.strftime("%a").lower() not in louvre.hours.week
    )
    place = {"place_id": louvre.id, "title": louvre.name, "zone": "Europe/Paris", "city_id": PARIS}
    plan = plan_of(
        day(
            open_days[0], visit("open", "10:00", "12:00", open_days[0], **place), city="Paris", city_id=PARIS
        ),
        day(closed, visit("closed", "10:00", "12:00", closed, **place), city="Paris", city_id=PARIS),
    )
    plan.days.sort(key=lambda one: one.date)
    shown = of(plan, moment("2026-11-22T12:00"))
    closes = louvre.hours.week[open_days[0].strftime("%a").lower()][-1][1]
    last = dt.datetime.combine(MONDAY, closes) - dt.timedelta(minutes=louvre.hours.last_entry_min)
    assert entry(shown, "open").last_entry == last.strftime("%H:%M")
    assert entry(shown, "open").warnings == ()
    assert entry(shown, "closed").hours == "closed"
    assert "not open then" in entry(shown, "closed").warnings[0]


def test_tickets_needed_advised_booked_and_overdue() -> None:
    plan, facts = told("10-tokyo")
    needed = next(one for one in plan.items() if one.title.startswith("teamLab"))
    now = moment("2027-03-20T12:00")

    def ticket(*bookings: Reservation):
        return entry(of(plan, now, facts, bookings=bookings), needed.uid).ticket

    assert (ticket().state, ticket().booking) == ("needed", None)
    row = Reservation(7, "visit", "teamLab", "to_book", needed.uid, book_by=dt.date(2027, 3, 21))
    assert ticket(row).state == "to_book" and "21 March" in ticket(row).sentence
    late = Reservation(7, "visit", "teamLab", "to_book", needed.uid, book_by=dt.date(2027, 3, 19))
    assert ticket(late).state == "overdue" and ticket(late).booking == 7
    booked = Reservation(8, "visit", "teamLab", "booked", needed.uid, has_code=True)
    assert ticket(late, booked).sentence == "Booked. The code is under Bookings."
    gone = Reservation(8, "visit", "teamLab", "cancelled", needed.uid)
    assert ticket(gone).state == "needed"


def test_past_things_are_not_nagged_about() -> None:
    plan, facts = told("10-tokyo")
    shown = of(plan, moment("2027-03-24T23:00", TOKYO), facts)
    assert {one.ticket for one in shown.days[0].entries if one.past} == {None}
    assert shown.days[0].rain == ()


def test_a_booking_for_another_hour_than_the_plans_is_told() -> None:
    plan = plan_of(day(MONDAY, visit("tower", "10:00", "11:00")))
    at = dt.datetime(2027, 3, 1, 10, 30)
    row = Reservation(1, "visit", "Tower", "booked", "tower", start=at, zone=EASTERN)
    shown = of(plan, moment("2026-11-22T12:00"), bookings=[row])
    assert entry(shown, "tower").warnings == ("Your booking is for 10:30, the plan says 10:00.",)
    same = Reservation(1, "visit", "Tower", "booked", "tower", start=at.replace(minute=0), zone=EASTERN)
    assert entry(of(plan, moment("2026-11-22T12:00"), bookings=[same]), "tower").warnings == ()


def test_a_booking_of_its_own_is_on_its_day_and_a_cancelled_one_is_not() -> None:
    plan = plan_of(day(MONDAY, visit("tower", "10:00", "11:00")))
    at = dt.datetime(2027, 3, 1, 19)
    rows = [
        Reservation(1, "food", "A table", "booked", start=at, zone=EASTERN),
        Reservation(2, "food", "Another", "cancelled", start=at, zone=EASTERN),
        Reservation(3, "visit", "Left the plan", "booked", "gone-uid", start=at, zone=EASTERN),
    ]
    shown = of(plan, moment("2026-11-22T12:00"), bookings=rows)
    assert [one.title for one in shown.days[0].entries] == ["Tower", "A table", "Left the plan"]


def test_a_public_holiday_of_the_plans_own_note_is_told_once() -> None:
    ascension = dt.date(2027, 5, 6)
    items = visit("tower", "10:00", "11:00", ascension, zone="Europe/Paris", city_id=PARIS)
    one = day(ascension, items, city="Paris", city_id=PARIS)
    (name,) = of(plan_of(one), moment("2027-05-06T06:00")).days[0].holidays
    for note, left in (
        (f"Public holiday: {name}.", ""),
        (f"Public holiday: {name}. Bring a hat.", "Bring a hat."),
        ("Bring a hat.", "Bring a hat."),
        ("Public holiday: somewhere else.", "Public holiday: somewhere else."),
    ):
        shown = of(plan_of(one.model_copy(update={"note": note})), moment("2027-05-06T06:00")).days[0]
        assert (shown.holidays, shown.note) == ((name,), left)


def test_check_in_and_check_out_stand_on_their_days() -> None:
    plan, facts = told("09-kyoto")
    shown = of(plan, moment("2026-11-22T12:00"), facts, days=3)
    kinds = [[one.kind for one in day.entries if one.kind.startswith("check")] for day in shown.days]
    assert kinds == [["check_in"], [], ["check_out"]]
    stay = next(item for item in plan.items() if isinstance(item, Stay))
    assert [day.night for day in shown.days] == [stay.title, stay.title, ""]
    assert any(one.what == "All your luggage" for one in shown.days[2].take)


def test_minutes_at_the_desk_and_the_way_there_are_part_of_the_check_in() -> None:
    at = dt.datetime(2027, 3, 1, 15, 15)
    there = {"zone": EASTERN, "city_id": BOSTON, "lat": 42.35, "lon": -71.06}
    stay = Stay(
        uid="stay", title="The Inn", start=at, end=dt.datetime(2027, 3, 3, 11), nights=2, rooms=1, **there
    )
    desk = FreeTime(
        uid="desk", title="Check in: The Inn", start=at, end=at + dt.timedelta(minutes=20), **there
    )
    walk = Leg(
        uid="walk",
        title="On foot to The Inn",
        mode="walk",
        start=at - dt.timedelta(minutes=15),
        end=at,
        origin=Point(name="South Station", kind="station", city_id=BOSTON),
        destination=Point(name="The Inn", kind="place", city_id=BOSTON),
        distance_km=1,
        travel_minutes=15,
        **there,
    )
    (door,) = of(plan_of(day(MONDAY, walk, desk, stay)), moment("2026-11-22T12:00")).days[0].entries
    assert (door.kind, door.times) == ("check_in", "from 15:15")
    assert door.way and (door.way.to, door.way.minutes, door.way.leave_by) == ("", 15, walk.start)


# --- Deadlines -----------------------------------------------------------------------------------


def test_deadlines_are_in_order_and_leave_out_what_is_over() -> None:
    today = dt.date(2027, 3, 1)
    rows = [
        Reservation(1, "visit", "Later", "to_book", book_by=dt.date(2027, 3, 9)),
        Reservation(2, "visit", "Late", "to_book", book_by=dt.date(2027, 2, 27)),
        Reservation(3, "visit", "Undated", "to_book"),
        Reservation(4, "visit", "Done", "booked", book_by=dt.date(2027, 2, 27)),
        Reservation(5, "visit", "Was yesterday", "to_book", start=dt.datetime(2027, 2, 28, 9), book_by=today),
    ]
    found = deadlines_of(rows, today)
    assert [(one.title, one.days_left, one.overdue) for one in found] == [
        ("Late", -2, True),
        ("Later", 8, False),
        ("Undated", None, False),
    ]


def test_near_deadlines_and_those_of_the_days_shown_are_told() -> None:
    plan = plan_of(day(MONDAY, visit("tower", "10:00", "11:00")))
    rows = [
        Reservation(1, "visit", "Near", "to_book", book_by=dt.date(2026, 11, 30)),
        Reservation(2, "visit", "Far", "to_book", book_by=dt.date(2027, 2, 20)),
        Reservation(3, "visit", "Of a day shown", "to_book", "tower", book_by=dt.date(2027, 2, 20)),
        Reservation(4, "visit", "On the day", "to_book", book_by=MONDAY),
    ]
    shown = of(plan, moment("2026-11-22T12:00"), bookings=rows)
    assert [one.title for one in shown.deadlines] == ["Near", "Of a day shown"]
    assert [one.title for one in shown.days[0].deadlines] == ["On the day"]
    assert of(plan, moment("2028-01-01T12:00"), bookings=rows).deadlines == ()


# --- Around --------------------------------------------------------------------------------------


def test_a_public_holiday_is_named_with_its_country_when_there_are_two() -> None:
    christmas = dt.date(2027, 12, 25)
    train = Leg(
        uid="train",
        title="Train to Paris",
        mode="train",
        start=dt.datetime(2027, 12, 25, 9),
        end=dt.datetime(2027, 12, 25, 12, 20),
        zone="Europe/London",
        end_zone="Europe/Paris",
        origin=Point(name="St Pancras", kind="station", city_id=LONDON),
        destination=Point(name="Gare du Nord", kind="station", city_id=PARIS),
        distance_km=490,
        travel_minutes=140,
        city_id=LONDON,
    )
    plan = plan_of(day(christmas, train, city="Paris", city_id=PARIS))
    shown = of(plan, moment("2026-11-22T12:00")).days[0]
    assert any("France" in name for name in shown.holidays)
    assert any("United Kingdom" in name for name in shown.holidays)
    assert any(one.what == "Passports" for one in shown.take)
    assert shown.clock == ("Paris is 1 h ahead of London.",)
    assert entry(of(plan, moment("2026-11-22T12:00")), "train").ticket.state == "needed"


def test_climate_is_called_climate_and_never_a_forecast() -> None:
    plan, facts = told("09-kyoto")
    for one in of(plan, moment("2027-11-19T03:00"), facts).days:
        assert one.climate.startswith("Climate of Kyoto in November:")
        assert one.climate.endswith("Long-term means, not a forecast.")


def test_free_time_has_no_ticket_and_no_hours() -> None:
    free = FreeTime(
        uid="free",
        title="Free",
        start=dt.datetime(2027, 3, 1, 9),
        end=dt.datetime(2027, 3, 1, 10),
        zone=EASTERN,
    )
    one = entry(of(plan_of(day(MONDAY, free)), moment("2026-11-22T12:00")), "free")
    assert (one.ticket, one.hours, one.last_entry, one.way) == (None, "", "", None)


def test_at_every_hour_of_every_plan_there_is_an_agenda_that_fits() -> None:
    """From a day before to a day after: two days or what is left, never a day back, one thing now at most."""
    for path in sorted(PLANS.glob("*.json")):
        plan, facts = told(path.stem)
        start = min(item.start_utc for item in plan.items()) - dt.timedelta(days=1)
        end = max(item.end_utc for item in plan.items()) + dt.timedelta(days=1)
        now, before = start, 0
        while now < end:
            shown = of(plan, now, facts)
            numbers = [day.number for day in shown.days]
            assert len(numbers) == min(2, len(plan.days) - (numbers[0] - 1) if numbers else 0), (
                path.stem,
                now,
            )
            assert not numbers or numbers[0] >= before, (path.stem, now)  # never a day back
            before = numbers[0] if numbers else before
            timed = [e for day in shown.days for e in day.entries if e.now and e.kind != "booking"]
            assert len({entry.uid for entry in timed}) <= 1, (path.stem, now, [e.title for e in timed])
            now += dt.timedelta(hours=5)
