"""A draft's own words stay as far as they hold of the plan."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from tests.trips.planning import lisbon
from tests.trips.planning.asking import gazetteer
from trips.planning.figures import clock_times, prices_in
from trips.planning.named_places import named_in
from trips.planning.prose import Prose
from trips.planning.schedule import schedule
from trips.planning.validator import check_plan
from trips.schemas import DraftDay, DraftStop, NamedPlace, PlanDraft, Visit

pytestmark = pytest.mark.usefixtures("no_rows_of_lisbon")


def plan_of(**words):
    places = lisbon.places()
    day = DraftDay(date=lisbon.ARRIVE.replace(day=10), city="Lisbon")
    day.stops = [
        DraftStop(name="Castelo de São Jorge", reason=words.pop("reason", "The roofs at your feet."))
    ]
    draft = named_in(PlanDraft(title="Hills", days=[day], **words), lisbon.facts(), places)
    plan = schedule(draft, lisbon.facts(), places.gazetteer, today=lisbon.TODAY)
    verdict = check_plan(plan, lisbon.facts(), places.gazetteer, today=lisbon.TODAY)
    return plan, next(result for result in verdict.results if result.id == 33)


def test_true_words_stay():
    plan, check = plan_of(
        for_whom="For two who climb.", highlights=["Castelo de São Jorge before the crowds"]
    )
    assert plan.for_whom == "For two who climb." and "before the crowds" in plan.highlights[0]
    assert sum("Castelo de São Jorge" in line for line in plan.highlights) == 1, "one line a place"
    assert check.status == "passed"


@pytest.mark.parametrize(
    "line",
    [
        "Castelo de São Jorge, then the Museu Calouste Gulbenkian",
        "Castelo de São Jorge for 41 EUR",
        "Castelo de São Jorge at 5:45 am",
    ],
)
def test_highlights_that_promise_more_are_left_out(line):
    plan, check = plan_of(highlights=[line])
    assert line not in plan.highlights and plan.highlights and check.status == "passed"


def test_of_other_words_the_true_part_is_kept():
    plan, check = plan_of(
        for_whom="For two who climb. It costs 41 EUR.", reason="Beside the Praça do Comércio."
    )
    (castle,) = [
        item for item in plan.items() if isinstance(item, Visit) and item.title.startswith("Castelo")
    ]
    assert plan.for_whom == "For two who climb." and castle.reason == "A Moorish castle over the roofs."
    assert check.status == "passed"


def test_figures_are_read_as_people_write_them():
    assert clock_times("from 9:30 to 5 pm, €12.50, 10.5 km") == [("9:30", (9, 30)), ("5 pm", (17, 0))]
    assert prices_in("€1,250.50 or 8 EUR or 1.200 euros") == [
        ("€1,250.50", "1250"),
        ("8 EUR", "8"),
        ("1.200 euros", "1200"),
    ]


def test_a_place_of_one_word_is_a_word_like_any_other():
    places = lisbon.places()
    places.add(NamedPlace(name="Tram"), lisbon.city())
    plan, _ = plan_of(for_whom="For those who take the tram.")
    assert plan.for_whom


def test_a_name_out_of_a_summary_is_said_in_that_summary_alone():
    rows = [gazetteer().place(f"paris:{name}") for name in ("pont-alexandre-iii", "arc-de-triomphe")]
    bridge, arch = rows
    assert arch.name in bridge.summary
    visit = SimpleNamespace(title=bridge.name, area=bridge.area, place_id=bridge.id)
    prose = Prose(SimpleNamespace(items=lambda: [visit], days=[]), rows)
    assert prose.absent_names(f"First this. {bridge.summary}") == []
    assert prose.absent_names(f"An evening at {arch.name}") == [arch.name]
