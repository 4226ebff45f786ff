"""`/research`: cities at the same time, cut answers in parts, one that fails, what is fresh."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Callable
from dataclasses import replace

import pytest
from django.utils import timezone

from agents.llm.base import ModelError, ModelRequest
from agents.models import ModelCall, StepResult, TurnEvent
from agents.offline.words import filled_in
from agents.runtime import registry
from memory.models import DocumentLine, Extraction, Note
from tests.agents.background import run_due
from tests.agents.companions.researched import answer, large_answer, place
from tests.agents.talking import say
from tests.scripted_mind import Fail, Say, ScriptedMind
from trips import fact_log, finding
from trips.models import CityIntel, FactChange, Finding, Trip, Turn
from trips.schemas import Change

pytestmark = pytest.mark.django_db(transaction=True)

TODAY = dt.date(2026, 11, 22)
PART_OF = {
    "ResearchAnswer": "whole",
    "ResearchedPlaces": "places",
    "ResearchedActivities": "activities",
    "ResearchedTables": "food",
    "ResearchedFacts": "facts",
}


def going_to(trip: Trip, *cities: str, **facts: str) -> Trip:
    changes = [Change(path="destinations", op="add", value=city) for city in cities]
    changes += [Change(path="dates.start", value="2027-03-01"), Change(path="dates.end", value="2027-03-09")]
    changes += [Change(path="party.adults", value=2)]
    changes += [Change(path=path, op="add", value=value) for path, value in facts.items()]
    fact_log.change_facts(trip, changes, by=FactChange.By.FORM, today=TODAY)
    trip.refresh_from_db()
    return trip


def asked(request: ModelRequest) -> tuple[str, str]:
    """Which city, which part."""
    city = request.messages[0].text.split("The city: ")[1].split(",")[0]
    return city, PART_OF[request.output.__name__]


def answering(*steps: Callable[[str, str], object], calls: int = 40) -> ScriptedMind:
    """One function answers every call of research, by city and part."""
    (step,) = steps
    return ScriptedMind({"research": [lambda request: step(*asked(request))] * calls})


def part_of(whole: dict, part: str) -> dict:
    return whole if part == "whole" else {part: whole[part]}


def names(trip: Trip, city: str) -> set[str]:
    return set(trip.findings.filter(city=city).values_list("name", flat=True))


def rail(turn: Turn, kind: str) -> list[dict]:
    return [row.data for row in TurnEvent.objects.filter(turn=turn, kind=kind).order_by("seq")]


# --- Without a model ---------------------------------------------------------------------------


def test_without_a_model_it_finds_what_our_rows_hold(trip: Trip) -> None:
    turn = say(going_to(trip, "Kyoto"), "/research Kyoto")
    assert turn.status == "done", turn.error
    kinds = [row.kind for row in trip.findings.all()]
    assert [kinds.count(kind) for kind in ("place", "activity", "food")] == [10, 8, 15]
    assert set(trip.findings.values_list("grade", flat=True)) == {"curated"}
    intel = trip.city_intel.get()
    assert (intel.city, intel.turn_id) == ("Kyoto", turn.pk) and "ERA5" in intel.data["weather"]
    message = turn.messages.get(author="agent")
    assert message.agent == "research" and "10 places, 8 activities, 15 places to eat" in message.text
    (done,) = rail(turn, "agent_done")
    assert done["key"] == "research-1" and done["said"].startswith("Kyoto: 10 places")
    assert not ModelCall.objects.exclude(mind="offline").exists()


def test_a_city_outside_the_trip_can_be_asked_for_and_nonsense_is_answered(trip: Trip) -> None:
    going_to(trip, "Kyoto")
    say(trip, "/research tokyo")
    assert len(names(trip, "Tokyo")) == 33 and not names(trip, "Kyoto")
    turn = say(trip, "/research Qwertzuiop")
    said = turn.messages.get(author="agent").text
    assert said.startswith("I know no city called “Qwertzuiop”. This trip has Kyoto.")


def test_too_early_says_what_is_missing_and_which_command_helps(trip: Trip) -> None:
    turn = say(trip, "/research")
    assert "/research Kyoto" in turn.messages.get(author="agent").text
    fact_log.change_facts(
        trip,
        [Change(path="destinations", op="add", value="Japan")],
        by=FactChange.By.FORM,
        today=TODAY,
    )
    turn = say(trip, "/research all")
    assert "/select 1" in turn.messages.get(author="agent").text
    assert not Finding.objects.exists()


def test_without_an_argument_the_next_city_without_research_comes(trip: Trip) -> None:
    going_to(trip, "Kyoto", "Tokyo")
    first = say(trip, "/research")
    assert trip.city_intel.get().city == "Kyoto" and "/research Tokyo" in first.next_step
    say(trip, "/research")
    assert set(trip.city_intel.values_list("city", flat=True)) == {"Kyoto", "Tokyo"}
    third = say(trip, "/research")
    assert "still fresh" in third.messages.get(author="agent").text
    assert trip.findings.count() == 66


def test_all_skips_what_is_fresh_for_the_same_facts(trip: Trip, settings) -> None:
    going_to(trip, "Kyoto", "Tokyo")
    say(trip, "/research Kyoto")
    turn = say(trip, "/research all")
    assert len(rail(turn, "agent_started")) == 1 and len(names(trip, "Tokyo")) == 33
    assert any("Kyoto" in note and "fresh" in note for note in turn.result["notes"])
    # too old
    old = timezone.now() - dt.timedelta(days=settings.RESEARCH_FRESH_DAYS, hours=1)
    CityIntel.objects.filter(city="Kyoto").update(researched_at=old)
    turn = say(trip, "/research all")
    assert [row["doing"].split(":")[0] for row in rail(turn, "agent_started")] == ["Kyoto"]
    # other facts
    say(trip, "/research all")
    fact_log.change_facts(
        trip, [Change(path="interests", op="add", value="gardens")], by=FactChange.By.FORM, today=TODAY
    )
    turn = say(trip, "/research all")
    assert len(rail(turn, "agent_started")) == 2


def test_a_second_time_brings_others_and_leaves_what_was_judged(trip: Trip) -> None:
    going_to(trip, "Kyoto")
    say(trip, "/research Kyoto")
    first = names(trip, "Kyoto")
    for row in trip.findings.all()[:5]:
        finding.judge(row, "dismissed")
    turn = say(trip, "/research Kyoto")
    assert "more" in turn.messages.get(author="agent").text
    again = names(trip, "Kyoto")
    assert first < again and trip.findings.count() == len(again)
    assert trip.findings.filter(state="dismissed").count() == 5


def test_what_was_found_is_work_to_learn_from_and_is_in_the_next_brief(trip: Trip) -> None:
    from memory import brief

    going_to(trip, "Kyoto")
    turn = say(trip, "/research Kyoto")
    source = Extraction.objects.get(turn=turn, agent="research").source["answer"]
    assert source.startswith("Kyoto: ")
    dismissed = trip.findings.filter(kind="place").first()
    finding.judge(dismissed, "dismissed")
    text = brief.brief_for(trip, "research").text
    counted = "9 places, 8 activities, 15 places to eat, 1 dismissed, practical facts"
    assert f"- Kyoto: {counted}, researched" in text
    assert "- Kyoto, weather: March: usually 4 to 14 °C, much rain" in text
    assert f"- Kyoto, not for this traveller: {dismissed.name}" in text
    kept = trip.findings.filter(kind="food").first()
    assert f"- Kyoto, food: {kept.name} (curated): {kept.data['summary'][:40]}" in text


def test_where_nothing_more_is_found_there_is_nothing_to_learn(trip: Trip) -> None:
    going_to(trip, "Kyoto")
    turns = [say(trip, "/research Kyoto") for _number in range(6)]
    assert trip.findings.filter(turn=turns[0]).exists() and not trip.findings.filter(turn=turns[-1]).exists()
    learning = [turn.extractions.filter(kind="notes").exists() for turn in turns]
    assert learning == [trip.findings.filter(turn=turn).exists() for turn in turns]
    with registry.override(replace(registry.get("research"), self_managed=True)):
        last = say(trip, "/research Kyoto")
    assert last.extractions.filter(kind="self").exists(), "it worked, and keeps its own text"


def test_asking_more_is_answered_from_the_row_and_remembered_as_a_follow_up(trip: Trip) -> None:
    going_to(trip, "Kyoto")
    say(trip, "/research Kyoto")
    assert trip.findings.filter(name="Kinkaku-ji").exists()
    turn = say(trip, "Tell me more about Kinkaku-ji in Kyoto.")
    said = turn.messages.get(author="agent").text
    assert "The Golden Pavilion on its mirror pond" in said and "curated, 2026-11" in said
    events = Extraction.objects.get(turn=turn, kind="documents").source["events"]
    assert [(event["trigger"], event["namespace"]) for event in events] == [
        ("follow-up on a finding", "episodes")
    ]


# --- With a model ------------------------------------------------------------------------------


def test_the_largest_city_comes_through_whole(trip: Trip) -> None:
    mind = ScriptedMind({"research": [Say(large_answer(), pieces=700)]})
    assert len(json.dumps(large_answer())) > 14_000
    turn = say(going_to(trip, "Kyoto"), "/research Kyoto", mind)
    assert turn.status == "done", turn.error
    mind.assert_done()
    assert trip.findings.count() == 33
    assert set(trip.findings.values_list("grade", "source")) == {
        ("unlisted", "the language model's knowledge")
    }
    assert turn.messages.get(author="agent").text == "Kyoto is full of temples."


def test_a_cut_answer_is_asked_for_again_in_parts(trip: Trip) -> None:
    whole = large_answer()

    def step(city: str, part: str):
        if part == "whole":
            return Say(json.dumps(whole)[:9_000], stop_reason="max_tokens")
        return Say(part_of(whole, part))

    mind = answering(step)
    turn = say(going_to(trip, "Kyoto"), "/research Kyoto", mind)
    assert turn.status == "done", turn.error
    parts = [asked(call)[1] for call in mind.calls]
    assert parts[0] == "whole" and sorted(parts[1:]) == ["activities", "facts", "food", "places"]
    assert trip.findings.count() == 33 and trip.city_intel.get().facts_key
    assert "smaller parts" in " ".join(row["doing"] for row in rail(turn, "agent_progress"))
    said = turn.messages.get(author="agent").text
    assert said == "I found 10 places, 8 activities, 15 places to eat, practical facts in Kyoto."


def test_a_part_that_is_cut_again_is_filled_in_from_our_rows_and_said(trip: Trip) -> None:
    whole = large_answer()

    def step(city: str, part: str):
        if part in ("whole", "food"):
            return Say(json.dumps(whole)[:5_000], stop_reason="max_tokens")
        return Say(part_of(whole, part))

    mind = answering(step)
    turn = say(going_to(trip, "Kyoto"), "/research Kyoto", mind)
    food = [call.messages[-1].text for call in mind.calls if asked(call)[1] == "food"]
    assert "at most 15" in food[0] and len(food) == 1
    assert trip.findings.exclude(kind="food").count() == 18
    tables = trip.findings.filter(kind="food")
    assert tables and all(row.place_id.startswith("kyoto:") for row in tables)
    assert turn.result["notes"] == filled_in(["what our data has on Kyoto"])


def test_a_part_of_which_code_knows_nothing_is_said_to_be_missing(trip: Trip) -> None:
    whole = large_answer("Braga")

    def step(city: str, part: str):
        if part in ("whole", "food"):
            return Say(json.dumps(whole)[:5_000], stop_reason="max_tokens")
        return Say(part_of(whole, part))

    turn = say(going_to(trip, "Braga"), "/research Braga", answering(step))
    assert trip.findings.count() == 18
    assert any(
        "the places to eat are missing" in note and "/research Braga asks" in note
        for note in turn.result["notes"]
    )
    assert trip.city_intel.get().facts_key == ""  # not fresh: the rest is asked for again


def test_the_calls_of_a_city_are_bounded_whatever_comes_back(trip: Trip) -> None:
    """Today's two a city and four more; unreadable answers used to cost 27."""
    mind = answering(lambda city, part: Say("I would rather tell you about Kyoto in my own words."))
    turn = say(going_to(trip, "Kyoto"), "/research Kyoto", mind)
    assert turn.status == "done" and len(mind.calls) == 6
    assert turn.result["notes"][0] == filled_in(["what our data has on Kyoto"])[0]
    assert names(trip, "Kyoto") and trip.city_intel.get().facts_key == ""


def test_cities_are_researched_at_the_same_time_and_one_that_fails_stops_nobody(trip: Trip, settings) -> None:
    settings.RESEARCH_AT_ONCE = 2

    def step(city: str, part: str):
        if city == "Braga":
            return Fail(ModelError("refusal", permanent=True))
        return Say(answer(city), delay=0.05)

    going_to(trip, "Kyoto", "Braga", "Tokyo")
    turn = say(trip, "/research all", answering(step))
    assert turn.status == "done", turn.error
    assert names(trip, "Kyoto") and names(trip, "Tokyo") and not names(trip, "Braga")
    assert trip.city_intel.filter(city="Braga", facts_key="").exists()  # climate and the like, by code
    assert {row["key"] for row in rail(turn, "agent_started")} == {"research-1", "research-2", "research-3"}
    kinds = list(
        TurnEvent.objects.filter(turn=turn, kind__startswith="agent_")
        .order_by("seq")
        .values_list("kind", flat=True)
    )
    assert kinds[:2] == ["agent_started", "agent_started"]  # two at once, the third when there is room
    assert turn.result["notes"][:2] == [
        *filled_in(["what our data has on Braga"]),
        "/research Braga asks the language model again.",
    ]
    said = turn.messages.get(author="agent").text
    assert "**Kyoto**: " in said and "**Tokyo**: " in said and "/research Braga" in turn.next_step
    # and it is asked for again, alone
    again = say(trip, "/research all", answering(lambda city, part: Say(answer(city))))
    assert [row["doing"].split(":")[0] for row in rail(again, "agent_started")] == ["Braga"]


def test_when_every_city_fails_code_answers_and_names_the_command(trip: Trip) -> None:
    mind = answering(lambda city, part: Fail(ModelError("refusal", permanent=True)))
    turn = say(going_to(trip, "Kyoto"), "/research Kyoto", mind)
    assert turn.status == "done" and "/research Kyoto asks" in turn.result["notes"][1]
    assert all(row.place_id.startswith("kyoto:") for row in Finding.objects.all()) and names(trip, "Kyoto")
    assert CityIntel.objects.get().facts_key == ""


def test_an_answer_about_another_city_goes_back(trip: Trip) -> None:
    answers = iter([answer("Tokyo"), answer("Kyoto")])
    mind = answering(lambda city, part: Say(next(answers)))
    turn = say(going_to(trip, "Kyoto"), "/research Kyoto", mind)
    assert turn.status == "done" and names(trip, "Kyoto")
    assert "the city asked for is Kyoto" in mind.calls[1].messages[-1].text


def test_ids_of_our_rows_are_kept_and_made_up_ones_are_not(trip: Trip) -> None:
    given = answer(
        places=[
            place("Kinkaku-ji", place_id="kyoto:kinkaku-ji", price="1 JPY"),
            place("Hall of Dreams", place_id="kyoto:hall-of-dreams", hours="10–12"),
        ]
    )
    mind = ScriptedMind({"research": [Say(given)]})
    say(going_to(trip, "Kyoto"), "/research Kyoto", mind)
    real, made_up = (trip.findings.get(name=name) for name in ("Kinkaku-ji", "Hall of Dreams"))
    assert real.place_id == "kyoto:kinkaku-ji" and real.data["price"] != "1 JPY" and real.grade == "curated"
    assert made_up.place_id == "own:1857910:hall-of-dreams" and made_up.grade == "unlisted"
    assert "hours" not in made_up.data and trip.own_places.filter(place_id=made_up.place_id).exists()
    task = mind.calls[0].messages[0].text  # what it would look up stands in it
    assert (
        "- kyoto:kinkaku-ji: Kinkaku-ji" in task and "- Kyoto: March: " in task and "Sights in Kyoto:" in task
    )
    assert "Stays in Kyoto:" not in task and [tool.name for tool in mind.calls[0].tools] == ["search_memory"]


def test_the_model_is_told_what_was_found_before(trip: Trip) -> None:
    going_to(trip, "Kyoto")
    say(trip, "/research Kyoto", answering(lambda city, part: Say(answer(city))))
    finding.judge(trip.findings.get(name="A morning of zazen"), "dismissed")
    mind = answering(lambda city, part: Say(answer(city)))
    say(trip, "/research Kyoto", mind)
    task = mind.calls[0].messages[0].text
    assert "Found before, so not again: Kinkaku-ji, A morning of zazen, Grandmother's Counter" in task
    assert "not for this traveller: A morning of zazen" in "".join(b.text for b in mind.calls[0].system)
    assert trip.findings.count() == 3


def test_a_turn_that_is_taken_over_asks_only_for_what_is_missing(trip: Trip) -> None:
    """Two cities; the worker dies after the first: the second attempt asks for the second alone."""
    going_to(trip, "Kyoto", "Tokyo")
    turn = say(trip, "/research all", answering(lambda city, part: Say(answer(city))))
    steps = StepResult.objects.filter(turn=turn, step__startswith="research:")
    assert steps.count() == 2
    steps.filter(output__city="Tokyo").delete()
    Finding.objects.all().delete()
    CityIntel.objects.all().delete()
    trip.own_places.all().delete()
    Turn.objects.filter(pk=turn.pk).update(status="queued", lease_until=None)
    from tests.agents.talking import run

    mind = answering(lambda city, part: Say(answer(city)))
    run(turn, mind)
    assert [asked(call) for call in mind.calls] == [("Tokyo", "whole")]
    assert names(trip, "Kyoto") and names(trip, "Tokyo")


# --- Learnt from it ----------------------------------------------------------------------------


def test_without_a_model_the_agent_notes_what_it_found(trip: Trip) -> None:
    going_to(trip, "Kyoto")
    turn = say(trip, "/research Kyoto")
    run_due()
    notes = list(Note.objects.filter(trip=trip, agent="research", turn=turn).values_list("text", flat=True))
    assert notes and any("Kyoto" in text for text in notes), notes


def test_what_research_says_of_an_employer_is_a_proposal_and_nothing_more(trip: Trip) -> None:
    going_to(trip, "Kyoto")
    say(trip, "/research Kyoto", answering(lambda city, part: Say(answer(city))))
    mind = ScriptedMind([Say("- [company] Acme pays for rail between Kyoto and Osaka.")] * 3)
    run_due(mind=mind)
    lines = DocumentLine.objects.filter(document__owner=trip.owner, document__namespace="company")
    assert [(line.status, line.text) for line in lines] == [
        ("proposed", "Acme pays for rail between Kyoto and Osaka.")
    ]
