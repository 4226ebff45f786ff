"""`/prioritize`: by code, by a model held to the findings, and where the model fails."""

from __future__ import annotations

import pytest

from agents.llm.base import ModelError, ModelRequest
from agents.models import TurnEvent
from agents.offline.words import filled_in
from tests.agents.board.values import meal, visit
from tests.agents.commands.test_research import TODAY, going_to
from tests.agents.talking import say
from tests.agents.test_research_after_choice import option
from tests.scripted_mind import Fail, ScriptedMind
from trips import choosing, fact_log, finding, prioritising
from trips.models import FactChange, Finding, Trip, Turn
from trips.places import gazetteer_for
from trips.schemas import Change

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def kyoto(trip: Trip) -> Trip:
    """Researched, four days there, with an interest and a must-do."""
    going_to(trip, "Kyoto", interests="gardens", must_do="Fushimi Inari")
    say(trip, "/research Kyoto")
    return trip


def tiers(trip: Trip) -> dict[str, str]:
    return dict(trip.findings.values_list("name", "tier"))


def said(turn: Turn) -> str:
    return turn.messages.get(author="agent").text


def rail(turn: Turn, kind: str) -> list[dict]:
    return [row.data for row in TurnEvent.objects.filter(turn=turn, kind=kind).order_by("seq")]


def names_in(request: ModelRequest) -> list[tuple[str, str]]:
    """Name and kind of every finding that the task asks about."""
    task = request.messages[0].text
    lines = task.split("Rank each of these")[1].split("\n\n")[0].splitlines()
    return [tuple(line[2:].split(" | ")[:2]) for line in lines if line.startswith("- ")]


def answer(rows: list[tuple[str, str]], **tier: str) -> dict:
    """Everything "could", but what is named otherwise."""
    return {
        "reply": "The shrine stands out.",
        "short_summary": "sorted",
        "next_step": "Look through it.",
        "ranked": [
            {
                "city": "Kyoto",
                "name": name,
                "tier": tier.get(name.split()[0].replace("-", "_"), "could"),
                "reason": f"{name} lies near your other wishes.",
            }
            for name, _kind in rows
        ],
    }


# --- Without a model ---------------------------------------------------------------------------


def test_without_a_model_every_finding_gets_a_tier_and_a_reason(kyoto: Trip) -> None:
    turn = say(kyoto, "/prioritize Kyoto")
    assert turn.status == "done", turn.error
    rows = list(kyoto.findings.all())
    assert len(rows) == 33 and all(row.tier and row.reason and row.tier_by == "agent" for row in rows)
    wished = next(row for row in rows if row.name.startswith("Fushimi Inari"))
    assert wished.tier == "must" and wished.reason.startswith("You named it yourself")
    counts = {tier: sum(row.tier == tier for row in rows) for tier in prioritising.TIERS}
    assert 0 < counts["must"] < counts["should"] + counts["could"]
    told = ", ".join(f"{count} {tier}" for tier, count in counts.items() if count)
    assert f"**Kyoto**, {told}." in said(turn) and "Must:" in said(turn)
    assert turn.messages.get(author="agent").agent == "prioritizer"
    (done,) = rail(turn, "agent_done")
    assert done["said"] == f"Kyoto: {told}"
    (link,) = turn.result["links"]
    assert link[1].endswith("?tab=trip&view=priorities")


def test_a_must_is_one_before_anything_is_sorted(kyoto: Trip) -> None:
    assert [row.name for row in kyoto.findings.filter(tier="must", tier_by="agent")] == [
        "Fushimi Inari Taisha"
    ]


def test_a_must_told_after_research_and_what_is_planned_are_sorted_in(kyoto: Trip) -> None:
    say(kyoto, "/prioritize")
    spare = kyoto.findings.filter(tier="skip", kind="food").first()
    found = set(kyoto.findings.values_list("place_id", flat=True))
    new = [row for row in gazetteer_for(kyoto).places("kyoto", "visit") if row.id not in found]
    change = Change(path="must_do", op="add", value=new[0].name)
    fact_log.change_facts(kyoto, [change], by=FactChange.By.FORM, today=TODAY)
    chosen = option(kyoto, "Kyoto")
    items = [visit("a", 9, place_id=new[1].id), meal("b", 12, place_id=spare.place_id)]
    chosen.plan_json["days"][0]["items"] = [item.model_dump(mode="json") for item in items]
    chosen.save()
    choosing.select(kyoto, chosen)
    say(kyoto, "/prioritize Kyoto")
    told = tiers(kyoto)
    assert told[new[0].name] == "must"
    assert told[new[1].name] in ("must", "should") and told[spare.name] in ("must", "should")
    assert "in your plan" in kyoto.findings.get(pk=spare.pk).reason


def test_what_the_traveller_ranked_stays_and_what_is_not_for_them_is_left_out(kyoto: Trip) -> None:
    say(kyoto, "/prioritize")
    skipped = kyoto.findings.filter(tier="should", kind="place").first()
    gone = kyoto.findings.filter(tier="should", kind="food").first()
    prioritising.by_hand(skipped, "skip")
    finding.judge(gone, "dismissed")
    turn = say(kyoto, "/prioritize")
    skipped.refresh_from_db()
    assert (skipped.tier, skipped.tier_by, skipped.reason) == ("skip", "traveller", "")
    assert "; 1 of them as you ranked it." in said(turn) and gone.name not in said(turn)


def test_all_cities_at_once_or_the_one_that_is_named(trip: Trip) -> None:
    going_to(trip, "Kyoto", "Tokyo")
    say(trip, "/research all")
    say(trip, "/prioritize tokyo")
    assert set(trip.findings.filter(city="Kyoto").values_list("tier", flat=True)) == {""}
    assert "" not in trip.findings.filter(city="Tokyo").values_list("tier", flat=True)
    turn = say(trip, "/prioritize")
    assert [row["key"] for row in rail(turn, "agent_started")] == ["prioritizer-1", "prioritizer-2"]
    assert "" not in trip.findings.values_list("tier", flat=True)


def test_too_early_names_research(trip: Trip) -> None:
    going_to(trip, "Kyoto", "Tokyo")
    turn = say(trip, "/prioritize")
    assert turn.status == "done" and "/research" in said(turn)
    say(trip, "/research Kyoto")
    assert "/research Tokyo" in said(say(trip, "/prioritize Tokyo"))
    assert "sort what was found in Kyoto" in said(say(trip, "/prioritize Atlantis"))
    assert set(trip.findings.values_list("tier", flat=True)) == {""}


def test_plain_words_do_the_same(kyoto: Trip) -> None:
    turn = say(kyoto, "prioritize the findings in Kyoto")
    assert turn.status == "done", turn.error
    assert "" not in kyoto.findings.values_list("tier", flat=True)


def test_when_everything_is_theirs_nothing_is_sorted(kyoto: Trip) -> None:
    Finding.objects.filter(trip=kyoto).update(tier="could", tier_by="traveller")
    turn = say(kyoto, "/prioritize Kyoto")
    assert "as you ranked it" in said(turn) and not rail(turn, "agent_started")


# --- With a model --------------------------------------------------------------------------------


def test_a_models_order_stands_where_it_holds(kyoto: Trip) -> None:
    mind = ScriptedMind(
        {"prioritizer": [lambda request: answer(names_in(request), Fushimi="must", Nishiki="must")]}
    )
    turn = say(kyoto, "/prioritize Kyoto", mind)
    assert turn.status == "done", turn.error
    found = tiers(kyoto)
    assert found["Fushimi Inari Taisha"] == "must"
    assert set(found.values()) <= {"must", "could"}
    assert "The shrine stands out." in said(turn)
    shrine = kyoto.findings.get(name="Fushimi Inari Taisha")
    assert shrine.reason == "Fushimi Inari Taisha lies near your other wishes."


@pytest.mark.parametrize(
    ("spoil", "complaint"),
    [
        (lambda rows: rows[1:], "is not ranked"),
        (lambda rows: [*rows, rows[0]], "is ranked 2 times"),
        (lambda rows: [*rows, {**rows[0], "name": "Atlantis"}], "“Atlantis” is not among the findings"),
        (lambda rows: [{**row, "tier": "must"} for row in rows], "must: that is rare"),
        (lambda rows: [{**row, "tier": "skip"} for row in rows], "it is a must"),
        (lambda rows: [{**row, "reason": "Lovely."} for row in rows], "say what holds for each"),
        (lambda rows: [{**rows[0], "reason": "Only 7,777 yen."}, *rows[1:]], "The figure 7,777"),
    ],
)
def test_what_does_not_hold_is_asked_again_with_the_exact_errors(kyoto: Trip, spoil, complaint) -> None:
    asked = []

    def first(request: ModelRequest) -> dict:
        good = answer(names_in(request), Fushimi="must")
        return {**good, "ranked": spoil(good["ranked"])}

    def second(request: ModelRequest) -> dict:
        asked.append(request.messages[-1].text)
        return answer(names_in(request), Fushimi="must")

    turn = say(kyoto, "/prioritize Kyoto", ScriptedMind({"prioritizer": [first, second]}))
    assert turn.status == "done", turn.error
    assert complaint in asked[0]
    assert tiers(kyoto)["Fushimi Inari Taisha"] == "must"


def test_a_model_that_fails_leaves_it_to_code_and_says_so(kyoto: Trip) -> None:
    mind = ScriptedMind({"prioritizer": [Fail(ModelError("refusal", permanent=True))] * 4})
    turn = say(kyoto, "/prioritize Kyoto", mind)
    assert turn.status == "done", turn.error
    assert "" not in tiers(kyoto).values()
    assert turn.result["notes"] == filled_in(["the order of what was found in Kyoto"])


def test_of_a_large_city_a_model_is_asked_for_the_best_alone(kyoto: Trip) -> None:
    rows = [finding.FoundRow("place", f"Alley of lantern {number}x") for number in range(120)]
    finding.save_findings(kyoto, None, finding.name_of(kyoto, "Kyoto"), rows)
    asked = []

    def step(request: ModelRequest) -> dict:
        asked.extend(names_in(request))
        return answer(names_in(request), Fushimi="must")

    turn = say(kyoto, "/prioritize Kyoto", ScriptedMind({"prioritizer": [step]}))
    assert turn.status == "done", turn.error
    assert len(asked) == 80
    assert "" not in tiers(kyoto).values() and len(tiers(kyoto)) == 153
