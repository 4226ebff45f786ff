"""Days of a plan: order, thin ways, costs in one currency, warnings where they belong, nights."""

from __future__ import annotations

import datetime as dt
import re
from decimal import Decimal

import pytest

from agents.board.changes import place_of
from agents.board.timeline import days_of, is_local, shares_of
from tests.agents.board.values import (
    MONDAY,
    ZONE,
    at,
    cost,
    meal,
    plan,
    result,
    stay,
    train,
    verdict,
    visit,
    walk,
)
from tests.trips.planning import asking
from trips.catalogue.gazetteer import default_gazetteer
from trips.planning.editing.diffs import DayDiff, Mention, PlanDiff
from trips.schemas import FreeTime, Rate

NOTHING = verdict()


def shown(a_plan, a_verdict=NOTHING):
    return days_of(a_plan, a_verdict, default_gazetteer())


def stops(day):
    """Its lines without free time."""
    return [entry for entry in day.entries if entry.kind != "free"]


def test_entries_are_in_order_and_ways_in_town_are_thin():
    (day,) = shown(plan([visit("v1", 14), walk("w1", 13), train("t1", 8)]))
    assert [(entry.uid, entry.thin) for entry in stops(day)] == [("t1", False), ("w1", True), ("v1", False)]
    ride = day.entries[0]
    assert ride.details == ["be at Moynihan by 08:00", f"arrives at South Station about {ride.end:%H:%M}"]
    assert day.walking_km == 0.7


def test_pins_count_places_of_a_day_and_not_free_choices():
    (one, two) = shown(
        plan(
            [
                visit("v1", 10),
                meal("m1", 12, lat=42.3, lon=-71.0),
                meal("m2", 19, "free", lat=42.3, lon=-71.0),
            ],
            [visit("v2", 10), visit("v3", 12, lat=None, lon=None)],
        )
    )
    assert [entry.pin for entry in stops(one)] == [1, 2, None]
    assert [entry.pin for entry in stops(two)] == [1, None]


def test_costs_are_in_the_plans_currency_and_estimates_are_marked():
    rate = Rate(base="EUR", quote="USD", rate=Decimal("1.10"), date=MONDAY, source="a bank")
    items = [
        visit("v1", 10, costs=[cost("10", currency="EUR"), cost("5")]),
        visit("v2", 12, costs=[cost("3", "transport", grade="estimate")]),
    ]
    a_plan = plan(items, rates=[rate])
    (day,) = shown(a_plan)
    assert [entry.cost for entry in stops(day)] == [Decimal("16.00"), Decimal("3.00")]
    assert [entry.estimated for entry in stops(day)] == [False, True]
    assert day.cost == Decimal("19.00")
    assert [(share.label, share.percent) for share in shares_of(a_plan)] == [
        ("visits", 84),
        ("transport", 16),
    ]


def test_a_visit_on_the_ticket_of_another_place_is_not_free():
    label = "On the ticket of Colosseum"
    shared = [cost("0", currency="EUR").model_copy(update={"label": label})]
    forum = visit("v1", 10, place_id="rome:roman-forum", costs=shared)
    fountain = visit("v2", 12, place_id="rome:trevi-fountain")
    (day,) = shown(plan([forum, fountain]))
    assert [entry.free for entry in stops(day)] == [False, True]
    assert "on the ticket of Colosseum" in day.entries[0].details


@pytest.mark.parametrize("facts", [asking.BOSTON, asking.JAPAN], ids=["boston", "japan"])
def test_that_something_is_to_be_booked_is_said_once(facts):
    entries = [entry for day in shown(asking.first_option(facts)) for entry in day.entries]
    said = [
        re.findall(
            r"(?i)book ahead|booking (?:advised|recommended)|reserv", " ".join([*entry.details, *notes])
        )
        for entry in entries
        for notes in [[remark.text for remark in entry.remarks]]
    ]
    assert max(map(len, said)) == 1


def test_a_warning_stands_at_its_item_the_worst_first():
    found = verdict(
        result(17, "failed", "warning", items=["v1"]),
        result(13, "failed", "error", items=["v1"], repair="Move it."),
        result(28, "failed", "info", items=["v1"]),
        result(1, "passed", items=["v1"]),
    )
    (day,) = shown(plan([visit("v1", 10)]), found)
    assert [(remark.tone, remark.repair) for remark in day.entries[0].remarks] == [
        ("bad", "Move it."),
        ("warn", ""),
    ]


def test_the_night_is_named_unless_the_day_ends_with_the_check_in():
    first, second, last = shown(plan([stay("s1", 15, nights=2)], [visit("v1", 10)], [visit("v2", 9)]))
    assert (first.night, second.night, last.night) == ("", "Harborside Inn", "")
    (first, _last) = shown(plan([stay("s1", 15, nights=1), visit("v1", 17)], [visit("v2", 9)]))
    assert first.night == "Harborside Inn"


def test_hours_and_booking_come_from_the_row():
    place = default_gazetteer().place("boston:old-state-house")
    (day,) = shown(plan([visit("v1", 10, place_id=place.id, start=at(10), end=at(11))]))
    assert "open 10:00–17:00" in day.entries[0].details
    (day,) = shown(plan([visit("v2", 10, place_id="lisbon:sao-jorge-castle")]))
    assert any(part.startswith("usually open ") for part in day.entries[0].details)


def test_what_ends_after_midnight_has_its_minutes():
    late = visit("v1", 23, end=dt.datetime.combine(MONDAY + dt.timedelta(days=1), dt.time(0, 30)))
    (day,) = shown(plan([late]))
    assert day.entries[0].minutes == 90


def test_a_drive_between_towns_is_a_journey():
    drive = walk("c1", 9, km=250).model_copy(update={"mode": "car"})
    far = drive.model_copy(update={"destination": drive.destination.model_copy(update={"city_id": 3})})
    assert is_local(drive)
    assert not is_local(far)


def test_the_rest_of_a_night_is_no_free_time_and_a_ride_home_after_midnight_no_arrival():
    tuesday = MONDAY + dt.timedelta(days=1)
    late = visit("v1", 0, start=at(0, 40, date=tuesday), end=at(1, date=tuesday))
    ten = visit("v2", 10, start=at(10, date=tuesday), end=at(11, date=tuesday))
    home = walk("w1", 23).model_copy(update={"end": at(0, 20, date=tuesday)})
    _one, two = shown(plan([home], [late, ten]))
    assert [entry.uid for entry in two.entries] == ["v1", "v2"]


def test_short_free_time_belongs_to_the_way_beside_it_and_a_long_one_is_a_line():
    day_of = [visit("v1", 10), walk("w1", 12), visit("v2", 14), visit("v3", 18)]
    (day,) = shown(plan(day_of))
    lines = [(entry.uid, entry.spare, entry.spare_after) for entry in day.entries]
    way = next(entry for entry in day.entries if entry.uid == "w1")
    assert way.spare == (way.start - day.entries[0].end).seconds // 60 >= 30
    assert ("v3-gap", 0, 0) in lines and not any(uid == "w1-gap" for uid, *_ in lines)


def test_a_flight_is_told_by_three_hours_that_add_up():
    """Be there, departs, lands, outside: the clocks of two zones."""
    over = train("f1", 17).model_copy(
        update={
            "mode": "flight",
            "title": "Flight to Lisbon",
            "zone": "America/New_York",
            "end_zone": "Europe/Lisbon",
            "buffer_minutes": 120,
            "travel_minutes": 425,
            "end": at(7, 50, date=MONDAY + dt.timedelta(days=1)),
            "note": "Departs about 19:00, a typical time. Look up real flights and times.",
        }
    )
    one, two = shown(plan([over], [visit("v1", 10, start=at(10, date=MONDAY + dt.timedelta(days=1)))]))
    (flight,) = one.entries
    assert flight.departs == at(19)
    said = ["be at Moynihan by 17:00", "lands at South Station about 07:05 local time on Tuesday"]
    assert flight.details == said
    assert [remark.text for remark in flight.remarks] == ["Look up real flights and times."]
    landing = two.entries[0]
    assert f"{landing.start:%H:%M}" == "07:05" and landing.details[-1] == "outside by 07:50"


def test_a_journey_names_both_ends_and_an_hour_outside_only_where_it_is_known():
    """Without its length, or with an hour that somebody told, nothing says how long one stays inside."""
    known = train("t1", 8).model_copy(update={"travel_minutes": 190})
    bare = {"buffer_minutes": 0, "travel_minutes": 0}
    told = {"buffer_minutes": 0, "travel_minutes": 90}
    ends = [known.lands, known.model_copy(update=bare).lands, known.model_copy(update=told).lands]
    assert ends == [at(11, 30), at(12), at(12)]
    home = train("t2", 8).origin.model_copy(update={"name": "Harborside Inn", "kind": "stay"})
    drive = train("t2", 8).model_copy(update=bare | {"mode": "car", "origin": home, "grade": "official"})
    (day,) = shown(plan([drive]))
    assert day.entries[0].details == ["from Harborside Inn", "arrives at South Station at 12:00"]


def test_a_proposal_stands_in_the_day_whatever_its_lines_leave_out():
    """Before the next line, where what it changes is a short time of none, or a day of another number."""
    slot = FreeTime(uid="f1", title="Free time: Waterfront", start=at(11), end=at(12), zone=ZONE)
    days = shown(plan([visit("v1", 10), slot, walk("w1", 12), visit("v2", 13)], [visit("v3", 9)]))
    assert "f1" not in [entry.uid for entry in days[0].entries]

    def stands(number: int, date: dt.date, **more) -> tuple[int, str]:
        day = DayDiff(number=number, date=date, city="Boston", **more)
        return place_of(PlanDiff(days=[day], total_before=1, total_after=1, currency="USD"), days)

    gone = Mention(uid="v2", title="Visit v2", kind="visit", start=at(13))
    assert stands(1, MONDAY, starts=at(11)) == (1, "w1")
    assert stands(1, MONDAY, starts=at(11), removed=[gone]) == (1, "v2")
    assert stands(1, MONDAY, starts=at(11), removed=[gone.model_copy(update={"uid": "f1"})]) == (1, "w1")
    assert stands(2, MONDAY, starts=at(10), removed=[gone]) == (1, "v2")  # a day before the first comes in
    after = MONDAY + dt.timedelta(days=2)
    assert stands(3, after, starts=at(9, date=after)) == (2, "")


def test_the_nights_are_told_apart_where_they_are_most_of_the_day():
    bed, sight = stay("s1", 15, costs=[cost("300")]), visit("v1", 10, costs=[cost("34")])
    dear, plain = shown(plan([sight, bed], [visit("v2", 10, costs=[cost("9")])]))
    assert (dear.lodging, dear.rest) == (Decimal(300), Decimal(34))
    assert (plain.lodging, plain.rest) == (Decimal(0), Decimal(9))


def test_a_single_thing_to_check_is_said_beside_its_entry_alone():
    one = visit("v1", 10, unlisted=True)
    assert shown(plan([one]))[0].unsure == []
    assert len(shown(plan([one, visit("v2", 12, unlisted=True)]))[0].unsure) == 2


def test_the_end_of_a_journey_over_night_is_a_line_of_its_day():
    tuesday = MONDAY + dt.timedelta(days=1)
    flight = train("f1", 18).model_copy(update={"end": at(8, date=tuesday), "travel_minutes": 820})
    ten = visit("v1", 10, start=at(10, date=tuesday), end=at(11, date=tuesday))
    one, two = shown(plan([flight], [ten]))
    assert one.entries[0].details[-1] == "arrives at South Station about 08:00 on Tuesday"
    lines = [("landing", 8), ("free", 8), ("visit", 10)]
    assert [(entry.kind, entry.start.hour) for entry in two.entries] == lines
    assert two.entries[0].title.startswith("Arrive in ")
