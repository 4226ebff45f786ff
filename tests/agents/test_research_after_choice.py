"""Research starts once by itself when an option is chosen, as a job beside the conversation."""

from __future__ import annotations

import datetime as dt
import uuid

import pytest
from django.urls import reverse

from agents import sending, turns, waiting
from agents.beginning_research import begin_research
from agents.llm.base import ModelError
from agents.models import ModelCall
from agents.runtime.digest import digest
from tests.agents.commands.test_research import going_to
from tests.agents.stations import seen
from tests.agents.talking import run, say
from tests.scripted_mind import Fail, ScriptedMind
from tests.trips.told import signed_in
from trips import choosing, finding
from trips.models import Option, Trip, Turn
from trips.schemas import Day, Plan, Verdict

pytestmark = pytest.mark.django_db(transaction=True)

IDS = {"Kyoto": 1857910, "Tokyo": 1850147, "Paris": 2988507}


@pytest.fixture(autouse=True)
def switched_on(settings) -> None:
    settings.RESEARCH_AFTER_CHOICE = True


def option(trip: Trip, *cities: str, position: int = 1, turn: Turn | None = None) -> Option:
    if turn is None:
        number = trip.turns.count() + 1
        turn = Turn.objects.create(trip=trip, number=number, status="done", mode="FINALIZE", last_seq=1)
    start = dt.date(2027, 3, 1)
    days = [
        Day(date=start + dt.timedelta(days=n), city=city, city_id=IDS[city]) for n, city in enumerate(cities)
    ]
    plan = Plan(title="Temples", currency="USD", adults=2, days=days, total="900")
    return Option.objects.create(
        trip=trip,
        turn=turn,
        position=position,
        plan_json=plan.model_dump(mode="json"),
        verdict_json=Verdict().model_dump(mode="json"),
        facts_version=trip.facts_version,
    )


def chosen(trip: Trip, *cities: str, **more) -> None:
    choosing.select(trip, option(trip, *cities, **more))
    trip.refresh_from_db()


def job_of(trip: Trip) -> Turn:
    return trip.turns.get(kind=Turn.Kind.JOB)


def test_choosing_starts_one_job_that_finds_what_there_is(trip: Trip) -> None:
    chosen(going_to(trip, "Japan"), "Kyoto", "Tokyo")
    job = job_of(trip)
    assert (job.status, job.command) == ("queued", "/research all")
    run(job)
    assert job.status == "done", job.error
    assert set(trip.city_intel.values_list("city", flat=True)) == {"Kyoto", "Tokyo"}
    assert trip.findings.count() == 66 and not job.messages.filter(author="traveller").exists()
    assert job.messages.get().agent == "research"


def test_switched_off_nothing_starts(trip: Trip, settings) -> None:
    settings.RESEARCH_AFTER_CHOICE = False
    chosen(going_to(trip, "Japan"), "Kyoto")
    assert not trip.turns.filter(kind=Turn.Kind.JOB).exists()


def test_it_starts_once_for_the_same_cities_whatever_came_of_it(trip: Trip) -> None:
    going_to(trip, "Japan")
    round_ = Turn.objects.create(trip=trip, number=1, status="done", mode="FINALIZE", last_seq=1)
    first, second = (
        option(trip, *cities, position=position, turn=round_)
        for position, cities in ((1, ("Kyoto", "Tokyo")), (2, ("Tokyo", "Kyoto")))
    )
    other = option(trip, "Kyoto", "Paris", position=3, turn=round_)
    choosing.select(trip, first)
    turns.stop_turn(job_of(trip))
    choosing.select(trip, second)
    assert trip.turns.filter(kind=Turn.Kind.JOB).count() == 1
    choosing.select(trip, other)
    assert trip.turns.filter(kind=Turn.Kind.JOB).count() == 2


def test_nothing_starts_when_all_is_fresh_or_one_is_at_work(trip: Trip) -> None:
    going_to(trip, "Kyoto")
    say(trip, "/research Kyoto")
    chosen(trip, "Kyoto")
    assert not trip.turns.filter(kind=Turn.Kind.JOB).exists()
    Turn.objects.create(trip=trip, number=9, kind="job", status="running", command="/research all")
    chosen(trip, "Tokyo")
    assert trip.turns.filter(kind=Turn.Kind.JOB).count() == 1
    assert begin_research(0) is None


def test_a_job_holds_up_no_message_and_messages_no_job(trip: Trip) -> None:
    chosen(going_to(trip, "Japan"), "Kyoto")
    job = job_of(trip)
    message = turns.start_turn(trip, "How far is it?", uuid.uuid4().hex)
    later = turns.start_turn(trip, "And back?", uuid.uuid4().hex)
    assert set(waiting.queued_turns()) == {job.pk, message.pk}
    assert turns.claim(job.pk) and turns.claim(message.pk)
    assert waiting.queued_turns() == [] and turns.claim(later.pk) is None
    second = sending.start_job(trip, "/research all")
    assert turns.claim(second.pk) is None  # one job of a trip at a time


def test_words_while_it_runs_are_answered_and_see_what_it_found_later(trip: Trip) -> None:
    chosen(going_to(trip, "Japan"), "Kyoto")
    turn = say(trip, "/status")
    assert turn.status == "done" and job_of(trip).status == "queued"
    run(job_of(trip))
    assert "Kyoto: 10 places, 8 activities, 15 places to eat" in digest(seen(trip))


def test_a_job_whose_worker_died_is_taken_up_again(trip: Trip) -> None:
    chosen(going_to(trip, "Japan"), "Kyoto")
    job = job_of(trip)
    token = turns.claim(job.pk)
    assert turns.release(job.pk, token, counts=True)
    run(job)
    assert job.status == "done" and job.attempt == 2 and trip.findings.count() == 33


def test_what_a_model_refuses_is_filled_in_by_code_and_said(trip: Trip) -> None:
    chosen(going_to(trip, "Japan"), "Kyoto")
    job = job_of(trip)
    run(job, ScriptedMind({"research": [Fail(ModelError("refusal", permanent=True))]}))
    assert job.status == "done" and trip.findings.count() == 33
    assert any("our own planner" in note for note in job.result["notes"])


def test_a_job_that_failed_is_said_and_tried_again_as_a_job(trip: Trip, traveller) -> None:
    chosen(going_to(trip, "Japan"), "Kyoto")
    job = job_of(trip)
    job.status, job.error = "failed", "The research broke off. Try again with /research Kyoto."
    job.save()
    page = signed_in(traveller).get(reverse("workspace", args=[trip.uuid])).content.decode()
    assert 'class="turn job" data-status="failed"' in page and "Try again" in page
    again = turns.retry_turn(job)
    assert (again.kind, again.command) == ("job", "/research all")
    run(again)
    assert again.status == "done" and trip.findings.count() == 33


def test_at_the_cap_it_costs_nothing(trip: Trip, settings) -> None:
    settings.CAP_TRIP = 0.0
    settings.ANTHROPIC_API_KEY = "key"
    chosen(going_to(trip, "Japan"), "Kyoto")
    job = run(job_of(trip))
    assert job.status == "done" and trip.findings.count() == 33
    assert not ModelCall.objects.filter(cost__gt=0).exists()
    assert any("budget" in note for note in job.result["notes"])


def test_it_is_a_quiet_line_in_the_conversation(trip: Trip, traveller) -> None:
    chosen(going_to(trip, "Japan"), "Kyoto")
    client = signed_in(traveller)
    job = job_of(trip)
    address = reverse("workspace", args=[trip.uuid])
    waiting_page = client.get(address).content.decode()
    article = waiting_page.split(f'<article id="turn-{job.number}"')[1].split("</article>")[0]
    assert "Research goes on beside our conversation." in article and "bubble" not in article
    run(job)
    article = client.get(address).content.decode().split(f'id="turn-{job.number}"')[1].split("</article>")[0]
    assert "Research: Kyoto: 10 places, 8 activities, 15 places to eat, practical facts" in article
    assert "bubble" not in article and 'class="answer"' not in article and "view=research" in article


def test_what_was_judged_before_the_choice_stays(trip: Trip) -> None:
    going_to(trip, "Kyoto")
    finding.save_findings(trip, None, "Kyoto", [finding.FoundRow("place", "Kinkaku-ji")])
    finding.judge(trip.findings.get(), "dismissed")
    chosen(trip, "Kyoto")
    run(job_of(trip))
    assert trip.findings.filter(name="Kinkaku-ji").values_list("state", flat=True).get() == "dismissed"
