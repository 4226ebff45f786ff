"""The whole journey with the real adapter, at a Messages server: two weeks in Japan with two children and
the trip after it.

An answer is cut, a city fails, commands and readings are wrong, answers are in another language. Exactly the
calls that are written down here are made.
"""

from __future__ import annotations

import datetime as dt
import json
import re
from collections.abc import Iterator
from decimal import Decimal

import pytest

from agents import finishing
from agents.companion_schemas import CostAnswer
from agents.models import ModelCall
from memory import documents
from memory.models import DocumentLine, Extraction, Note
from tests.agents.commands.test_research_wire import asked
from tests.story import journey_answers as said
from tests.story.journey_telling import (
    Journey,
    Team,
    drafts,
    marks_stand,
    ranked,
    researched,
)
from tests.wire.server import messages_server
from trips import spending
from trips.catalogue.gazetteer import default_gazetteer
from trips.models import Expense, Feedback, PlanVersion, Trip
from trips.planning.validator import check_plan
from trips.starting import start_trip

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
]

FILLED_IN = "The language model could not finish this; our own planner filled in"
MERELY_ONE = {"orchestrator": 1}


@pytest.fixture
def journey(trip: Trip, settings) -> Iterator[Journey]:
    settings.RESEARCH_AFTER_CHOICE = True
    marks_stand()
    team = Team()
    with messages_server(team) as server:
        yield Journey(trip, server.url, team).at("2026-11-22T10:00")


# --- The story ---------------------------------------------------------------------------------


def test_from_the_first_sentence_to_the_next_trip(journey: Journey) -> None:
    _up_to_the_options(journey)
    _research_after_the_choice(journey)
    _priorities_and_a_change(journey)
    _on_the_way(journey)
    _over_and_again(journey)


def test_a_command_that_is_too_early_or_impossible_is_answered_and_changes_nothing(journey: Journey) -> None:
    """Said once what is missing, the model answers better; where it insists, the command itself answers."""
    journey.say("I dream of Japan", orchestrator=[said.ASKS_WHEN])
    before = journey.state()
    better = said.says("Ohne Plan gibt es noch keine Agenda.")
    turn = journey.say("Was steht morgen an?", orchestrator=[said.sends("agenda", "morgen"), better])
    assert "/agenda cannot be carried out like that" in journey.asked("orchestrator")[1].said
    assert journey.read(turn) == better.reply and journey.state() == before
    for command, argument, honest in (
        ("agenda", "morgen", "There is no plan yet"),
        ("feedback", "sehr gut", "There is no plan yet"),
        ("undo", "", "There is no plan yet"),
        ("research", "Qwertzuiop", "I know no city called “Qwertzuiop”."),
    ):
        insists = said.sends(command, argument)
        turn = journey.say(f"Und jetzt? {argument}", orchestrator=[insists] * 2)
        assert turn.status == "done" and journey.calls() == {"orchestrator": 2}, turn.error
        assert journey.read(turn).startswith(f"{insists.reply}\n\n{honest}") and journey.state() == before
    # No such command, twice: its words stay, code knows no such wish, and what was known stays.
    turn = journey.say("Bitte buch uns das Hotel", orchestrator=[said.NO_SUCH_COMMAND] * 2)
    assert turn.status == "done" and journey.read(turn).startswith(said.NO_SUCH_COMMAND["reply"])
    assert journey.state() == before and FILLED_IN in journey.page()


def _up_to_the_options(journey: Journey) -> None:
    trip = journey.trip
    # Out with the team before anything is known: sent back once.
    turn = journey.say("I dream of Japan", orchestrator=[said.SENDS_THEM_OUT, said.ASKS_WHEN])
    assert (turn.status, turn.mode) == ("done", "CLARIFY") and journey.calls() == {"orchestrator": 2}
    assert "DISPATCH is not allowed now" in journey.asked("orchestrator")[1].said
    turn = journey.say(said.JAPAN, orchestrator=[said.SUMMARISES])
    assert turn.mode == "CONFIRM", (turn.error, turn.result)
    facts = trip.facts
    assert (facts.dates.start, facts.dates.end) == (dt.date(2027, 4, 4), dt.date(2027, 4, 17))
    assert (facts.party.adults, facts.party.children, facts.party.ages) == (2, 2, [6, 9])
    assert [place.name for place in facts.destinations if place.kind == "city"] == ["Tokyo", "Kyoto"]
    turn = journey.say(
        said.YES,
        orchestrator=[said.SENDS_THEM_OUT],
        transport=[said.TRANSPORT],
        stay=[said.STAY],
        food=[said.FOOD],
        finalize=[said.OUTLINES],
        planner=drafts(trip),
    )
    assert (turn.status, turn.mode) == ("done", "FINALIZE"), turn.error
    offered = list(trip.options.on_offer())
    assert [option.plan.title for option in offered] == [said.TEMPLES.title, said.SLOWLY.title]
    assert all(option.verdict.offerable and len(option.plan.days) == 14 for option in offered)
    assert "Tokyo" in journey.brief("planner") and "4–17 April 2027" in journey.brief("planner")
    assert said.OUTLINES.reply in journey.read(turn) and said.SLOWLY.title in journey.page()
    # Learnt from the options, and from nothing else.
    note = "Ueno lies well for every temple of the east."
    learnt = journey.learn({said.TEMPLES.title: f"- {note}"})
    assert learnt == Extraction.objects.exclude(sent="").count() > 0
    assert Note.objects.get(trip=trip, agent="planner").text == note


def _research_after_the_choice(journey: Journey) -> None:
    trip = journey.trip
    journey.say("/select 1")
    assert journey.calls() == {} and trip.plan.number == 1
    # Tokyo's whole answer is cut, and its places to eat are again: smaller parts. Kyoto is not to be had.
    assert len(json.dumps(said.TOKYO)) > 14_000
    found = researched({("Tokyo", "whole"), ("Tokyo", "food")}, down={"Kyoto"})
    turn = journey.job(research=[found] * 8)
    assert (turn.status, turn.command) == ("done", "/research all"), turn.error
    parts = [asked(one) for one in journey.asked("research")]
    assert sorted(part for city, part in parts if city == "Tokyo") == [
        "activities", "facts", "food", "places", "whole",
    ]  # fmt: skip
    assert [part for city, part in parts if city == "Kyoto"] == ["whole"] * 3  # tried again by the adapter
    calls = ModelCall.objects.filter(turn=turn)
    assert calls.filter(stop_reason="max_tokens").count() == 2 and calls.filter(status="failed").count() == 3
    # Everything of the parts that came, and none of it twice; what did not come is out of our rows.
    tokyo, kyoto = (trip.findings.filter(city=city) for city in ("Tokyo", "Kyoto"))
    wanted = [row["name"] for kind in ("places", "activities") for row in said.TOKYO[kind]]
    planned = {item.place_id for item in trip.plan.plan.items() if item.kind in ("visit", "meal")}
    others = tokyo.exclude(kind="food").exclude(place_id__in=planned - {None})
    assert sorted(others.values_list("name", flat=True)) == sorted(wanted)
    assert tokyo.filter(kind="food") and not tokyo.filter(kind="food", place_id="").exists()
    assert kyoto.count() > 10 and not kyoto.filter(place_id="").exists()
    assert [row.city for row in trip.city_intel.exclude(facts_key="")] == ["Tokyo"]
    read = journey.read(turn)
    assert re.search(r"\d+ places, \d+ activities", read) and "Your trip is unchanged" not in read
    assert f"{FILLED_IN} what our data has on Kyoto and what our data has on Tokyo." in read
    assert "/research Kyoto asks the language model again." in read and FILLED_IN in journey.page()
    # And so it does; what was found in Tokyo stays, and the plan's own words reach the request.
    turn = journey.say("/research Kyoto", research=[researched(set(), set())])
    assert turn.status == "done" and journey.calls() == {"research": 1}
    assert {row["name"] for row in said.KYOTO["places"]} <= set(kyoto.values_list("name", flat=True))
    assert said.KYOTO["reply"] in journey.read(turn) and said.KYOTO["reply"] in journey.page()
    assert "Tokyo" in journey.brief("research")


def _priorities_and_a_change(journey: Journey) -> None:
    trip = journey.trip
    line = "Was davon ist uns wirklich wichtig?"
    turn = journey.say(line, orchestrator=[said.sends("prioritize", "all")], prioritizer=[ranked] * 2)
    assert turn.mode == "DELEGATE", turn.error
    assert set(trip.findings.values_list("tier", flat=True)) == {"must", "should", "could"}
    assert trip.findings.filter(tier="must").count() == 2
    assert journey.read(turn).count("Das Wichtigste zuerst, der Rest nach Lust und Laune.") == 2
    assert "Temple of the Hill 1" in journey.brief("prioritizer")
    # A question between, in the traveller's language, shown letter by letter.
    before = journey.state()
    turn = journey.say("Brauchen wir für Japan ein Visum?", orchestrator=[said.says(said.VISA)])
    assert journey.read(turn) == said.VISA and said.VISA in journey.page() and journey.state() == before
    # A command that does not exist, and a day that does not: sent back with the reason.
    turn = journey.say(
        "Buch uns das Hotel in Ueno",
        orchestrator=[said.NO_SUCH_COMMAND, said.says("Buchen kann ich nicht.")],
    )
    assert journey.read(turn) == "Buchen kann ich nicht." and journey.state() == before
    assert "decision.DELEGATE.command" in journey.asked("orchestrator")[1].said
    line = "Tausche bitte Tag 3 und Tag 4"
    third, fourth = (_visits(trip, day) for day in (3, 4))
    turn = journey.say(
        line, orchestrator=[said.sends("plan", line)], change=[said.swaps(3, 40), said.swaps(3, 4)]
    )
    assert "there is no day 40; the plan has 14 days" in journey.asked("change")[1].said
    assert "Ueno lies well for every temple" in journey.brief("change")
    assert _visits(trip, 3) == third and trip.proposals.get().state == "open"
    assert journey.read(turn).startswith("Ich kümmere mich darum.\n\n") and "yes or no" in journey.read(turn)
    turn = journey.say("Ja, gern", orchestrator=[said.sends("plan", "yes")])
    assert journey.calls() == MERELY_ONE and trip.plan.number == 2
    assert set(_visits(trip, 3)) <= set(fourth) | set(third) and _visits(trip, 3) != third
    verdict = check_plan(trip.plan.plan, trip.facts, default_gazetteer(), today=dt.date(2026, 11, 22))
    assert verdict.offerable


def _on_the_way(journey: Journey) -> None:
    trip = journey.at("2027-04-07T20:00").trip  # Thursday the 8th in Tokyo
    journey.learn({})
    # The agenda, asked for in German; a time that nobody gave is sent back.
    turn = journey.say(
        "Was steht heute an?",
        orchestrator=[said.sends("agenda", "today")],
        scheduler=[said.agenda("Treffen Sie sich um 03:33 Uhr am Tor."), said.agenda()],
    )
    assert "03:33 is nowhere in the agenda" in journey.asked("scheduler")[1].said
    read = journey.read(turn)
    assert said.AT_BREAKFAST in read and "03:33" not in read and "Thursday 8 April" in read
    assert "Die Fahrkarten am Vorabend aufladen." in read
    assert "Thu 2027-04-08, Tokyo" in journey.brief("scheduler")
    # A report of yesterday: another day, another rating, words nobody said, a day that has begun.
    before = journey.state()
    words = journey.say(
        said.TIRED,
        orchestrator=[said.sends("feedback", "sie waren müde")],
        feedback=[
            said.report(date=said.FIFTH, rating=2),
            said.report(quote="we hated everything", lighter=3),
            said.report(),
        ],
    )
    assert journey.calls() == {"orchestrator": 1, "feedback": 3}, words.error
    first, second = (one.said for one in journey.asked("feedback")[1:])
    assert "they say this of 2027-04-07, not of 2027-04-08" in first and "they gave 4 of 5, not 2" in first
    assert "the quote is not in their message" in second and "day 3 has begun" in second
    row = trip.feedback.get()
    assert (row.date, row.text, row.energy, row.rating) == (said.FOURTH, said.TIRED, "low", 4)
    assert row.message.turn == words and row.message.by_owner
    read = journey.read(words)
    assert said.SORRY in read and "“after 3 pm I was completely exhausted”" in read
    assert journey.state() != before and trip.proposals.filter(state="open").count() == 1
    sights = sum(len(_visits(trip, day)) for day in range(6, 15))
    journey.say("Ja", orchestrator=[said.sends("plan", "yes")])
    assert trip.plan.number == 3 and sum(len(_visits(trip, day)) for day in range(6, 15)) < sights
    _money(journey)
    # The second day's report: the model never gets it right, so code reads the words.
    journey.at("2027-04-08T21:00")
    wrong = said.report(quote=said.GARDENS, date=dt.date(2027, 4, 30), rating=0)
    turn = journey.say(f"/feedback today {said.GARDENS}", feedback=[wrong] * 2)
    assert journey.calls() == {"feedback": 2} and FILLED_IN in journey.read(turn)
    assert "ramen" in journey.brief("feedback").casefold()
    newest = Feedback.objects.filter(trip=trip).latest("pk")
    assert newest.date == dt.date(2027, 4, 9) and newest.rating is None and newest.liked


def _money(journey: Journey) -> None:
    trip = journey.trip
    # What the orchestrator passes on is another sum; what was said counts, and no model is asked.
    turn = journey.say(
        "Mittagessen 2400 Yen, Taxi 1800 Yen", orchestrator=[said.sends("cost", "lunch 24000 yen")]
    )
    assert journey.calls() == MERELY_ONE and _spent(trip) == [
        ("2400", "JPY", said.FIFTH, "ada"),
        ("1800", "JPY", said.FIFTH, "ada"),
    ]
    assert "Mittagessen, ¥2,400" in journey.read(turn)
    # Somebody else paid, the day before: the day and the payer are those of the words.
    wrong = said.sends("cost", "Ada paid 8000 yen today")
    journey.say("yesterday Bob paid 8000 yen for dinner", orchestrator=[wrong])
    assert journey.calls() == MERELY_ONE
    assert _spent(trip)[2:] == [("8000", "JPY", said.FOURTH, "Bob")]
    # Code could not read it: the model's sum, its currency and its day are held to the words.
    turn = journey.say(
        said.UMBRELLA,
        orchestrator=[said.sends("cost", "umbrella 42000 yen")],
        cost=[said.expense("42000"), said.expense(currency="USD"), said.expense()],
    )
    first, second = (one.said for one in journey.asked("cost")[1:])
    assert "no such sum was spent" in first and "another currency" in second
    assert _spent(trip)[3:] == [("4200", "JPY", said.FOURTH, "ada")]
    before = journey.state()
    turn = journey.say(
        "hello again, we let go of 900 yen over it",
        orchestrator=[said.sends("cost", "")],
        cost=[said.expense("90")] * 2,
    )
    assert journey.state() == before and FILLED_IN in journey.read(turn)
    rows = Expense.objects.filter(trip=trip)
    assert all(row.rate_date and row.city == "Tokyo" for row in rows)
    total = sum((row.amount_in_trip_currency for row in rows), Decimal(0))
    turn = journey.say("/cost", cost=[CostAnswer(reply="Gut im Plan.")])
    assert f"{total:,.2f}" in journey.read(turn) and "Gut im Plan." in journey.read(turn)
    assert spending.account(trip).spent == total
    assert f"Spent: {total:,.0f}" in journey.brief("cost")


def _over_and_again(journey: Journey) -> None:
    trip = journey.at("2027-04-20T09:00").trip
    assert finishing.finish_due() == 1
    # So much was said by now that a summary takes the place of what is older; the rest code does alone.
    turn = journey.job(summary=[said.SUMMARY])
    assert turn.status == "done" and journey.calls() == {"summary": 1} and finishing.finish_due() == 0
    assert said.SUMMARY["decisions"][0] in trip.summaries.get().text
    read = journey.read(turn)
    assert "is behind you" in read and "waits for your yes" in read and "Ramen" in read
    journey.learn({})
    proposed = DocumentLine.objects.filter(document__owner=trip.owner, status="proposed")
    liked = next(line for line in proposed if line.text.startswith("Likes Ramen"))
    pace = next(line for line in proposed if "relaxed pace" in line.text)
    # Not a word of it before the yes.
    journey.trip = start_trip(trip.owner)
    journey.at("2027-04-22T09:00")
    journey.say("Bonjour", orchestrator=[said.says("Wohin soll es gehen?")])
    assert liked.text not in json.dumps(journey.asked("orchestrator")[0].body, ensure_ascii=False)
    for line in (liked, pace):
        documents.accept_line(line, by=trip.owner)
    turn = journey.say(said.PARIS, orchestrator=[said.STARTS_AGAIN])
    assert turn.mode == "CONFIRM" and journey.calls() == MERELY_ONE, turn.error
    told = journey.asked("orchestrator")[0].said
    zone = told.split("--- TRAVELLER MEMORY ---")[1].split("--- END TRAVELLER MEMORY ---")[0]
    assert liked.text in zone and pace.text in zone
    facts = journey.trip.facts
    assert (facts.dates.start, facts.dates.end) == (dt.date(2027, 5, 14), dt.date(2027, 5, 17))
    assert (facts.party.adults, facts.party.children) == (2, None)
    assert facts.pace == "relaxed" and any("as I remember" in line for line in turn.result["assumed"])
    assert set(turn.note_uses.values_list("line", flat=True)) >= {liked.pk, pace.pk}
    assert journey.read(turn).startswith(said.STARTS_AGAIN.reply)
    assert said.STARTS_AGAIN.reply in journey.page()
    assert trip.plan_id and PlanVersion.objects.filter(trip=trip).count() == 3


def _visits(trip: Trip, day: int) -> list[str]:
    return [item.title for item in trip.plan.plan.days[day - 1].items if item.kind == "visit"]


def _spent(trip: Trip) -> list[tuple[str, str, dt.date, str]]:
    rows = trip.expenses.order_by("pk").select_related("paid_by__traveller")
    return [(f"{row.amount:.0f}", row.currency, row.date, spending.name_of(row.paid_by)) for row in rows]
