"""The whole journey by `manage.py chat --json --now`, offline: two weeks in Japan, then the next trip."""

from __future__ import annotations

import datetime as dt
import io
import json
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from decimal import Decimal
from unittest import mock

import pytest
from django.core.management import call_command

from agents import finishing
from agents.worker import WorkerThread
from config import clock
from memory import documents
from memory.models import DocumentLine
from tests.grown.running import until
from trips.models import Expense, Feedback, Finding, PlanVersion, Traveller, Trip, Turn

pytestmark = pytest.mark.django_db(transaction=True)

JAPAN = (
    "Two weeks in Japan in April: Tokyo and Kyoto, 2 adults, mid-range, from San Francisco, "
    "April 4 to 17 2027, love food and temples, moderate pace, no must-dos, just plan it"
)


class Journey:
    """One traveller at a terminal, at moments that the test chooses: each line is a call of the command."""

    def __init__(self, user: str) -> None:
        self.user, self.moment = user, ""
        self.id = ""

    def at(self, moment: str) -> Journey:
        self.moment = moment
        return self

    def say(self, line: str) -> dict:
        """The last JSON line that came of it."""
        told = io.StringIO()
        options = {"user": self.user, "now": self.moment, "trip": self.id or None, "json": True}
        with mock.patch("sys.stdin", io.StringIO(f"{line}\n")), redirect_stdout(told):
            call_command("chat", **options)
        answer = json.loads(told.getvalue().splitlines()[-1])
        assert answer["kind"] != "failed", answer
        self.id = self.id or str(Trip.objects.latest("pk").uuid)
        return answer

    @property
    def trip(self) -> Trip:
        return Trip.objects.get(uuid=self.id)

    @contextmanager
    def now(self) -> Iterator[None]:
        """For what is done without the traveller, at their moment."""
        clock.set_now(dt.datetime.fromisoformat(self.moment).replace(tzinfo=dt.UTC))
        try:
            with WorkerThread():
                yield
        finally:
            clock.set_now(None)

    @property
    def plan(self):
        return self.trip.plan.plan

    def visits(self, day: int) -> list[str]:
        return [item.title for item in self.plan.days[day - 1].items if item.kind == "visit"]


@pytest.fixture
def journey(settings) -> Journey:
    settings.BACKGROUND = "threads"
    settings.RESEARCH_AFTER_CHOICE = True
    return Journey(Traveller.objects.create_user("ada").username)


def test_from_the_first_sentence_to_the_next_trip(journey: Journey) -> None:
    # Planned and chosen; research begins by itself.
    answer = journey.at("2026-11-22T10:00").say(JAPAN)
    assert answer["mode"] == "FINALIZE" and len(answer["options"]) == 3
    assert journey.say("/select 1")["kind"] == "selected"
    trip = journey.trip
    with journey.now():
        jobs = trip.turns.filter(kind=Turn.Kind.JOB)
        until(lambda: jobs.exists() and not jobs.filter(status__in=Turn.UNFINISHED).exists(), seconds=60)
    assert set(trip.findings.values_list("city", flat=True)) == {"Tokyo", "Kyoto"}
    found = trip.findings.count()
    assert found >= 50 and trip.city_intel.count() == 2

    # Sorted by what matters; a tier by hand stays.
    journey.at("2027-03-30T10:00").say("/prioritize")
    assert not trip.findings.exclude(state=Finding.State.DISMISSED).filter(tier="").exists()

    # Changed: nothing before the yes, undone afterwards.
    third, fourth = journey.visits(3), journey.visits(4)
    answer = journey.say("swap day 3 and 4")
    assert "yes or no" in answer["reply"]
    assert journey.visits(3) == third
    journey.say("yes")
    stays = [title for title in third if title in answer["reply"]]  # closed on the other day: said so
    assert set(journey.visits(3)) - set(stays) == set(fourth), answer["reply"]
    assert set(journey.visits(4)) | set(stays) == set(third), answer["reply"]
    journey.say("less walking on day 5")
    number = journey.trip.plan.number
    journey.say("no")
    assert journey.trip.plan.number == number
    journey.say("undo that")
    assert journey.visits(3) == third and journey.trip.plan.option.position == 1
    assert PlanVersion.objects.filter(trip=trip).count() == 2

    # On the way: agenda, feedback that changes what follows, money.
    answer = journey.at("2027-04-06T20:00").say("what's on tomorrow?")
    assert "Thursday 8 April" in answer["reply"] and "Kyoto" not in answer["reply"].split("Take along")[0]
    sixth = sum(len(journey.visits(day)) for day in range(4, 15))
    answer = journey.say("ramen was the best meal, but I was exhausted after 3 pm")
    told = Feedback.objects.get(trip=trip)
    assert told.energy == "low" and told.liked and told.date == dt.date(2027, 4, 7)  # it is tomorrow in Tokyo
    assert "“I was exhausted after 3 pm”" in answer["reply"]
    journey.say("yes")
    assert sum(len(journey.visits(day)) for day in range(4, 15)) < sixth
    journey.say("lunch 2400 yen, taxi 1800 yen")
    rows = Expense.objects.filter(trip=trip)
    assert sorted(rows.values_list("amount", "currency", "category")) == [
        (Decimal("1800.00"), "JPY", "transport"),
        (Decimal("2400.00"), "JPY", "food"),
    ]
    assert all(row.rate_date and row.city == "Tokyo" for row in rows)
    spent = sum(row.amount_in_trip_currency for row in rows)
    assert f"{spent:.2f}" in journey.say("/cost")["reply"]
    # The plan may have gardens on another day: a report is of the day that it names.
    wonderful = "/feedback on 8 April the gardens were wonderful, we loved the slow morning"
    journey.at("2027-04-08T21:00").say(wonderful)
    days = Feedback.objects.filter(trip=trip).order_by("date").values_list("date", flat=True)
    assert list(days) == [dt.date(2027, 4, 7), dt.date(2027, 4, 8)]
    labels = " ".join(label for label, _address in journey.say("/export")["links"]).lower()
    assert all(word in labels for word in (".ics", ".md", ".json", "print")), labels

    # Over: told once, and what was learnt waits for a yes.
    with journey.at("2027-04-20T09:00").now():
        finishing.finish_due()
        over = trip.turns.filter(kind=Turn.Kind.JOB, command=finishing.LINE, status="done")
        until(over.exists, seconds=60)
        assert finishing.finish_due() == 0
        proposed = DocumentLine.objects.filter(document__owner=trip.owner, status="proposed")
        for words in ("ramen", "relaxed pace"):
            until(lambda words=words: proposed.filter(text__contains=words).exists(), lambda: list(proposed))
    learnt = list(proposed)
    for line in learnt:
        documents.accept_line(line, trip.owner)

    # The next trip starts from it.
    following = Journey(journey.user)
    following.at("2027-04-22T09:00").say(
        "Paris, 14-17 May 2027, 2 people, mid-range, from Lyon, history, no must-dos"
    )
    turn = following.trip.turns.order_by("-number").first()
    assert {line.pk for line in learnt} <= set(turn.note_uses.values_list("line", flat=True))
    assumed = " ".join(turn.result["assumed"])
    assert "relaxed, as I remember it" in assumed and "ramen, as I remember it" in assumed
    assert following.trip.facts.pace == "relaxed" and journey.trip.facts.pace == "moderate"
