"""A trip that is over: announced once, told of, learnt from; the next one starts from that."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal

import pytest
from django.urls import reverse

from agents import finishing
from agents.companions.retrospective import reported
from memory import brief, documents
from memory.models import DocumentLine
from tests.agents.background import run_due
from tests.agents.planned import new
from tests.agents.talking import run, say
from tests.trips.told import signed_in
from tests.trips.travelling import at, with_plan
from trips import fact_log, reporting, spending
from trips.accounts import move_trips
from trips.models import Feedback, Traveller, Trip, Turn
from trips.signals import trip_finished
from trips.starting import start_trip

pytestmark = [pytest.mark.django_db(transaction=True)]
AFTER = "2027-11-21T16:00"  # one at night in Kyoto, the day after the last
NEXT = "Boston from New York, 15-18 February 2028, 2 people, mid-range, must see the Freedom Trail"


@pytest.fixture
def kyoto(built) -> Trip:
    finishing._not_before.clear()
    return built(with_two_reports)


def with_two_reports() -> Trip:
    trip = new()
    with_plan(trip)
    with at("2027-11-19T12:00"):
        say(trip, "We loved the gardens and the ramen, but we were exhausted after 3 pm, 4/5")
    with at("2027-11-20T12:00"):
        say(trip, "the gardens were lovely again; the market was overpriced and we were worn out")
    return trip


def finish(trip: Trip) -> tuple[Turn, str]:
    """The job that was started, carried out."""
    with at(AFTER) as now:
        assert finishing.finish_due(now) == 1
        turn = run(trip.turns.get(kind=Turn.Kind.JOB))
    return turn, turn.messages.get().text


def test_it_is_told_once_and_only_when_the_last_day_is_over_where_they_are(kyoto) -> None:
    heard: list[Trip] = []

    def hear(trip, **_) -> None:
        heard.append(trip)

    trip_finished.connect(hear)
    try:
        for moment, expected in (("2027-11-21T14:00", 0), (AFTER, 1), (AFTER, 0), ("2027-11-30T12:00", 0)):
            with at(moment) as now:
                assert finishing.finish_due(now) == expected
    finally:
        trip_finished.disconnect(hear)
    assert heard == [kyoto] and kyoto.turns.filter(kind=Turn.Kind.JOB).count() == 1


def test_a_crash_in_the_middle_leaves_nothing_and_the_next_look_does_it(kyoto) -> None:
    def break_off(**_) -> None:
        raise RuntimeError("the process dies")

    trip_finished.connect(break_off)
    try:
        with at(AFTER) as now:
            assert finishing.finish_due(now) == 0
    finally:
        trip_finished.disconnect(break_off)
    assert not finishing.finished(kyoto)
    finish(kyoto)


def test_a_journey_planned_anew_in_the_same_trip_is_told_as_well_and_only_of_itself(kyoto) -> None:
    finish(kyoto)
    fact_log.reset_facts(kyoto)
    with at("2027-11-22T12:00") as now:
        assert finishing.finish_due(now) == 0 and finishing.finished(kyoto)
    with_plan(kyoto, "07-tokyo", number=2)
    with at("2027-04-16T12:00"):
        say(kyoto, "the tempura was delicious")
    with at("2027-04-19T16:00") as now:
        assert not finishing.finished(kyoto)
        assert finishing.finish_due(now) == 1 and finishing.finish_due(now) == 0
        turn = run(kyoto.turns.filter(kind=Turn.Kind.JOB).latest("number"))
    text = turn.messages.get().text
    assert "You liked tempura." in text and "gardens" not in text and "market" not in text


def test_a_trip_that_ended_long_ago_is_left_in_peace(kyoto) -> None:
    with at("2028-11-21T16:00") as now:
        assert finishing.finish_due(now) == 0


def test_the_retrospective_says_what_was_done_liked_and_spent_and_asks_once(kyoto) -> None:
    with at("2027-11-20T12:00"):
        entry = spending.Entry(
            amount=Decimal("2400"), currency="JPY", date=dt.date(2027, 11, 20), what="lunch"
        )
        spending.add(kyoto, entry, by=kyoto.members.get())
    turn, text = finish(kyoto)
    assert (turn.status, turn.messages.get().agent) == (Turn.Status.DONE, "feedback")
    assert text.startswith("Kyoto, 19–21 November 2027, is behind you.")
    assert "3 days, 1 city" in text and "km by the plan" in text
    assert "You liked gardens, ramen" in text or "You liked gardens and ramen" in text
    assert "You did not like market (overpriced)." in text
    assert "Energy was low on 2 of the 2 days you told of." in text
    assert "You rated 1 time: 4.0 of 5." in text and "Spent in all" in text
    assert text.count("?") == 1 and text.endswith("How was it, all in all?")
    assert "waits for your yes" in text


def test_what_was_learnt_is_proposed_and_the_next_trip_starts_from_it(kyoto, traveller) -> None:
    finish(kyoto)
    run_due()
    proposed = {line.text: line for line in DocumentLine.objects.filter(status="proposed")}
    likes = next(line for text, line in proposed.items() if text.startswith("Likes gardens, ramen"))
    assert any(text.startswith("Prefers a relaxed pace: was tired on 2 of 2 days") for text in proposed)
    assert any(text.startswith("Did not like market (overpriced)") for text in proposed)
    assert "Was in Kyoto" in documents.whole_text(traveller, "episodes")

    before = start_trip(traveller)
    turn = say(before, NEXT)
    assert "garden" not in str(turn.result["assumed"])  # nothing is used before the yes

    documents.accept_line(likes, traveller)
    following = start_trip(traveller)
    say(following, NEXT)
    turn = say(following, "no preferences")
    told = f"{turn.result['assumed']} {turn.result['summary']}"
    assert "garden, as I remember it from before." in told
    assert "Likes gardens, ramen" in brief.brief_for(following, "planner").text


# --- Whose report ------------------------------------------------------------------------------


def filled_in(person: Traveller, trip: Trip, day: str, feedback: Feedback | None = None, **more: str) -> None:
    """The form, on that day's evening."""
    values = {"date": day, "text": "", "liked": "", "disliked": "", "energy": "", "rating": ""} | more
    name, key = ("edit_feedback", [feedback.pk]) if feedback else ("new_feedback", [])
    with at(f"{day}T12:00"):
        answer = signed_in(person).post(
            reverse(name, args=[trip.uuid, *key]),
            {f"feedback-{name}": value for name, value in values.items()},
        )
    assert answer.status_code == 302, answer.text


def learnt_of(trip: Trip) -> list[str]:
    with at(AFTER) as now:
        assert finishing.finish_due(now) == 1
        run(trip.turns.get(kind=Turn.Kind.JOB))
        run_due()
    return list(DocumentLine.objects.order_by("pk").values_list("text", flat=True))


@pytest.fixture
def on_the_way(trip) -> Trip:
    finishing._not_before.clear()
    with_plan(trip)
    with at("2027-11-19T10:00"):
        say(trip, "What is on today?")
    return trip


def test_another_members_form_and_rating_say_nothing_of_the_owner(on_the_way, editor) -> None:
    for day in ("2027-11-19", "2027-11-20"):
        filled_in(editor, on_the_way, day, liked="karaoke bars", energy="low", rating="1")
    assert list(on_the_way.feedback.values_list("sender", "by_owner")) == [(editor.pk, False)] * 2
    (episode,) = learnt_of(on_the_way)
    assert episode.startswith("Was in ") and "rated" not in episode


def test_the_owners_form_does(on_the_way, traveller, editor) -> None:
    for day in ("2027-11-19", "2027-11-20"):
        filled_in(editor, on_the_way, day, liked="karaoke bars", rating="1")
        filled_in(traveller, on_the_way, day, liked="tea houses", rating="5")
    lines = learnt_of(on_the_way)
    assert "rated 5.0 of 5" in lines[0]
    assert any("tea houses" in line for line in lines) and not any("karaoke" in line for line in lines)


def test_a_report_is_whose_who_corrected_it_last(on_the_way, traveller, editor) -> None:
    filled_in(traveller, on_the_way, "2027-11-19", liked="tea houses", rating="5")
    row = on_the_way.feedback.get()
    filled_in(editor, on_the_way, "2027-11-19", row, liked="karaoke bars", rating="1")
    row.refresh_from_db()
    assert (row.sender, row.by_owner, row.rating) == (editor, False, 1)
    filled_in(traveller, on_the_way, "2027-11-19", row, liked="tea houses", rating="4")
    row.refresh_from_db()
    assert (row.sender, row.by_owner) == (traveller, True)


def test_what_the_owner_reports_too_is_the_owners(on_the_way, traveller, editor) -> None:
    filled_in(editor, on_the_way, "2027-11-19", text="The gardens were lovely", rating="5")
    filled_in(traveller, on_the_way, "2027-11-19", text="The gardens were lovely", rating="5")
    assert on_the_way.feedback.get().by_owner
    filled_in(editor, on_the_way, "2027-11-19", text="The gardens were lovely", rating="5")
    assert on_the_way.feedback.get().sender == traveller


def test_a_guests_reports_move_with_them(on_the_way, traveller) -> None:
    guest = Traveller.objects.create_guest()
    on_the_way.members.create(traveller=guest, role="editor")
    filled_in(guest, on_the_way, "2027-11-19", text="The gardens were lovely")
    assert not on_the_way.feedback.get().by_owner
    move_trips(guest.pk, traveller)
    row = on_the_way.feedback.get()
    assert (row.sender, row.by_owner) == (traveller, True)


def test_words_of_a_message_are_its_senders(on_the_way, editor) -> None:
    turn = on_the_way.turns.get()
    message = turn.messages.get(author="traveller")
    message.sender, message.by_owner = editor, False
    entry = reporting.Entry(on_the_way.plan.plan.days[0].date, "The gardens were lovely", rating=1)
    with at("2027-11-20T12:00"):
        (row,) = reporting.report(on_the_way, [entry], message=message, turn=turn)
    assert (row.sender, row.by_owner) == (editor, False)


@pytest.mark.parametrize(
    ("energies", "said"),
    [
        (["low"], "Energy was low on the one day you told of."),
        (["low", "high"], "Energy was low on 1 of the 2 days you told of."),
        (["low", "low", ""], "Energy was low on 2 of the 3 days you told of."),
        (["high"], "You told of 1 day."),
    ],
)
def test_days_of_low_energy_are_counted_as_one_says_it(energies: list[str], said: str) -> None:
    rows = [Feedback(date=dt.date(2027, 11, 1 + at), energy=one) for at, one in enumerate(energies)]
    assert said in reported(rows)
