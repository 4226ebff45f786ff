"""What the scheduler says of an agenda, and what a mind may not make of it."""

from __future__ import annotations

import datetime as dt

import pytest

from agents.companion_schemas import AgendaAnswer, AgendaDay, AgendaItem
from agents.companions.scheduler import ScheduleContext, day_in_lines, problems_of, task_of, written
from agents.team.scheduler import offline
from tests.trips.travelling import CODE, told
from trips.catalogue.gazetteer import default_gazetteer
from trips.planning.agenda import agenda
from trips.planning.agenda_values import Reservation

NOW = dt.datetime(2027, 11, 1, 12, tzinfo=dt.UTC)
FRIDAY = dt.date(2027, 11, 19)


def context(now: dt.datetime = NOW, name: str = "09-kyoto", energy: str = "", **more) -> ScheduleContext:
    plan, facts = told(name)
    made = agenda(plan, now=now, gazetteer=default_gazetteer(), facts=facts, **more)
    return ScheduleContext(made, facts, energy)


def answer(**more) -> AgendaAnswer:
    values = {"reply": "Two full days among temples.", "short_summary": "s", "next_step": "n", "days": []}
    days = more.pop("days", [AgendaDay(date=FRIDAY, city="Kyoto")])
    return AgendaAnswer(**(values | more | {"days": days}))


def temple(shown: ScheduleContext):
    return next(entry for entry in shown.days[0].entries if entry.title == "Kiyomizu-dera")


def test_code_alone_answers_by_its_own_rules() -> None:
    for name in ("09-kyoto", "18-honolulu", "19-new-york", "01-boston"):
        plan, _ = told(name)
        for before in (200, 0, -len(plan.days) + 1):
            start = dt.datetime.combine(plan.days[0].date, dt.time(10), dt.UTC)
            shown = context(start - dt.timedelta(days=before), name)
            if shown.days:
                said = offline(shown)
                assert problems_of(said, shown) == [], name
                assert [day.date for day in said.days] == [day.date for day in shown.days]


def test_its_words_name_sights_first_leave_and_what_is_open() -> None:
    said = offline(context()).reply
    assert "The trip begins in 18 days" in said
    assert "Friday 19 November in Kyoto: Kiyomizu-dera and Nanzen-ji" in said
    assert "still need a booking" in said


def test_after_a_tiring_day_it_says_what_can_be_left_out() -> None:
    assert "Nanzen-ji is the easiest to leave out" in offline(context(energy="low")).reply
    assert "leave out" not in offline(context(energy="high")).reply


def test_a_mind_may_add_words_and_they_stand_beside_the_data() -> None:
    shown = context()
    item = AgendaItem(
        item_uid=temple(shown).uid, start="11:00", end="12:15", what="x", note="Go up the side steps."
    )
    said = answer(
        days=[AgendaDay(date=FRIDAY, city="Kyoto", items=[item], reminders=["Book the table first."])]
    )
    assert problems_of(said, shown) == []
    text = written(said, shown)
    assert "11:00–12:15 Kiyomizu-dera. Open 06:00–18:00. *Go up the side steps.*" in text
    assert "- Book the table first." in text and text.startswith("Two full days among temples.")
    for day in shown.days:
        assert "\n".join(day_in_lines(day)[-3:]).strip() in text  # its climate, at least
        for entry in day.entries:
            assert f"{entry.times} " in text and entry.title in text


@pytest.mark.parametrize(
    ("change", "part"),
    [
        ({"start": "10:00"}, "you move nothing"),
        ({"end": "13:00"}, "you move nothing"),
        ({"item_uid": "visit-999"}, "No item_uid “visit-999”"),
        ({"item_uid": ""}, "No item_uid “”"),
        ({"note": "Be there at 06:15."}, "The time 06:15 is nowhere in the agenda"),
        ({"note": "Be there at 6:15 am."}, "The time 06:15 is nowhere in the agenda"),
        ({"note": "Be there at 5 am."}, "The time 05:00 is nowhere"),
        ({"note": "It costs 400 yen."}, "The sum 400 yen is nowhere"),
        ({"note": "Entry is ¥1,200."}, "The sum ¥1,200 is nowhere"),
    ],
)
def test_what_a_mind_invents_is_sent_back(change: dict, part: str) -> None:
    shown = context()
    values = {
        "item_uid": temple(shown).uid,
        "start": "11:00",
        "end": "12:15",
        "what": "Kiyomizu-dera",
    } | change
    said = answer(days=[AgendaDay(date=FRIDAY, city="Kyoto", items=[AgendaItem(**values)])])
    found = problems_of(said, shown)
    assert len(found) == 1 and part in found[0]


def test_other_days_and_doubled_ones_are_sent_back() -> None:
    shown = context()
    other = answer(days=[AgendaDay(date=dt.date(2027, 11, 25), city="Kyoto")])
    assert "2027-11-25 is not asked for" in problems_of(other, shown)[0]
    twice = answer(days=[AgendaDay(date=FRIDAY, city="Kyoto")] * 2)
    assert "stands twice" in problems_of(twice, shown)[0]


def test_figures_of_the_agenda_may_be_said_again() -> None:
    shown = context()
    said = answer(reply="You leave by 10:43 for the temple, which is open 06:00–18:00; at 3 pm you check in.")
    assert problems_of(said, shown) == []
    assert "The time 07:07" in problems_of(answer(reply="Up at 07:07."), shown)[0]


def test_a_task_holds_every_entry_and_masks_what_travellers_wrote() -> None:
    row = Reservation(
        4, "food", f"Dinner, reservation number {CODE}", "booked",
        start=dt.datetime(2027, 11, 19, 20), zone="Asia/Tokyo", has_code=True,
    )  # fmt: skip
    shown = context(bookings=[row])
    text = "\n".join(message.text for message in task_of(shown))
    assert CODE not in text and "booking-4" in text
    for day in shown.days:
        for entry in day.entries:
            assert f"item_uid {entry.uid} | start {entry.start:%H:%M}" in text
