"""What the prioritizer is asked, and what of its answer may stand."""

from __future__ import annotations

from typing import Any

import pytest

from agents.companion_schemas import PriorityAnswer, Ranked
from agents.companions.prioritizer import PriorityContext, prepared, problems_of, ranks_of, task_of
from agents.team.prioritizer import offline
from tests.trips.planning.test_ranking_findings import all_of, candidate, rows_of, stay_in
from trips.planning.finding_merits import Candidate
from trips.schemas import Party


def context(candidates: list[Candidate], **stay: Any) -> PriorityContext:
    place = stay_in(**stay)
    return prepared(PriorityContext(place, tuple(candidates), place.request.facts))


def said(context: PriorityContext, tiers: dict[str, str], reason: str = "") -> PriorityAnswer:
    rows = [
        Ranked(
            city="Kyoto",
            name=name,
            tier=tiers.get(name, "could"),
            reason=reason or f"{name} lies near the others.",
        )
        for name in context.names
    ]
    return PriorityAnswer(reply="Sorted.", ranked=rows)


@pytest.mark.parametrize(
    "facts",
    [
        {},
        {"days": 1, "pace": "packed", "interests": ["food"]},
        {"days": 9, "pace": "relaxed", "must_do": ["Fushimi Inari", "Kinkaku-ji"]},
        {"access": ["wheelchair"], "party": Party(adults=1, children=2, ages=[3, 9])},
        {"dietary": ["vegan", "gluten-free"], "avoid": ["temples"]},
        {"city": "Tokyo", "days": 1, "must_do": ["Tokyo National Museum", "Ueno Zoo"]},
    ],
)
@pytest.mark.parametrize("kept", [0, 3])
def test_what_code_answers_passes_the_checks_it_holds_a_model_to(facts: dict[str, Any], kept: int) -> None:
    rows = rows_of(facts.get("city", "Kyoto").casefold())
    candidates = [
        candidate(row, n, kept="you kept it" * (bool(kept) and n % kept == 0))
        for n, row in enumerate(rows[:40])
    ]
    asked = context(candidates, **facts)
    answer = offline(asked)
    assert problems_of(answer, asked) == []
    assert ranks_of(answer, asked) == ranks_of(None, asked)
    assert len(ranks_of(answer, asked)) == len(candidates)


def test_more_musts_than_fit_into_the_days_are_refused() -> None:
    asked = context(all_of()[:40], days=1, pace="relaxed")
    visits = [name for name, one in asked.names.items() if not one.food]
    assert len(visits) > 4
    (problem,) = problems_of(said(asked, dict.fromkeys(visits[:4], "must")), asked)
    assert problem == "4 places and activities are must, and at most 3 fit into the days."


def test_kept_and_unsuitable_things_keep_their_bounds() -> None:
    rows = [row for row in rows_of() if row.kind == "visit"]
    steps = next(row for row in rows if row.step_free == "no")
    fine = next(row for row in rows if row.step_free == "yes")
    asked = context([candidate(steps, 1), candidate(fine, 2, kept="you kept it")], access=["wheelchair"])
    told = problems_of(said(asked, {steps.name: "should", fine.name: "skip"}), asked)
    assert told == [
        f"“{steps.name}” can't be should: It does not suit you: not step-free.",
        f"“{fine.name}”: you kept it, so it is at least should.",
    ]
    assert problems_of(said(asked, {steps.name: "skip", fine.name: "should"}), asked) == []


def test_a_figure_stands_where_the_task_gave_it() -> None:
    rows = [candidate(row, n, data={"price": "¥500 a person"}) for n, row in enumerate(rows_of()[:1])]
    asked = context(rows)
    assert problems_of(said(asked, {}, "Only ¥500 for much history."), asked) == []
    (problem,) = problems_of(said(asked, {}, "Only ¥700 for much history."), asked)
    assert "The figure 700" in problem


def test_the_task_names_what_is_to_be_ranked_and_what_is_theirs() -> None:
    rows = rows_of()[:3]
    asked = context(
        [candidate(rows[0], 1, tier="must"), candidate(rows[1], 2, kept="you kept it"), candidate(rows[2], 3)]
    )
    task = task_of(asked)[0].text
    assert "Rank each of these 2" in task
    assert f"- {rows[1].name} | place | you kept it" in task
    assert f"Ranked by the traveller, leave these out: {rows[0].name} (must)" in task
    assert f"- {rows[0].name}" not in task
    assert "At most 14 musts among places and activities, 6 among places to eat." in task


def test_words_of_others_are_masked_and_names_still_meet() -> None:
    odd = Candidate(1, "Bar  of me@example.com", "place")
    asked = context([odd])
    assert "me@example.com" not in task_of(asked)[0].text
    answer = said(asked, {"Bar of [e-mail address]": "should"})
    assert problems_of(answer, asked) == []
    assert ranks_of(answer, asked)[1][0] == "should"
