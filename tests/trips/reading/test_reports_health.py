"""Reports of being ill or hurt: low strength and a lighter next day, and what only looks like it."""

from __future__ import annotations

import pytest

from tests.trips.travelling import told
from trips.catalogue.gazetteer import default_gazetteer
from trips.reading.reports import Report, read_reports
from trips.reading.reports.adjusting import Ahead, adjustments

PLAN, FACTS = told("09-kyoto")
FIRST, TODAY, LAST = (day.date for day in PLAN.days)


def read(words: str) -> list[Report]:
    return read_reports(words, PLAN, default_gazetteer(), today=TODAY)


@pytest.mark.parametrize(
    "words",
    [
        "I have a cold",
        "I've got a bad cold",
        "caught a cold on the train",
        "I feel sick",
        "my stomach is upset",
        "we both have food poisoning",
        "my throat hurts",
        "not feeling well today",
        "my wife is not well",
        "grandpa is dizzy",
        "diarrhoea all night",
        "mum has the flu",
        "I'm nauseous",
        "seasick on the ferry",
        "I'm coming down with something",
        "I think I ate something bad",
        "he threw up after lunch",
        "the fever is still not gone",
        "My son has a temperature, we stayed at the hotel",
        "we're both full of cold",
        "stung by a wasp",
    ],
)
def test_illness_is_low_strength_and_calls_for_a_lighter_day(words: str) -> None:
    (report,) = read(words)
    assert (report.energy, report.liked, report.disliked) == ("low", (), ())
    assert {cause.kind for cause in report.causes} == {"illness"}
    (made,) = adjustments([report], Ahead(PLAN, FACTS, TODAY, default_gazetteer()))
    assert (made.edit.kind, made.date) == ("lighter", LAST)


@pytest.mark.parametrize(
    ("words", "liked", "disliked", "energy"),
    [
        (
            "the hammam was heavenly but the food stalls made me sick",
            ["hammam"],
            ["food stalls (made ill)"],
            "low",
        ),
        ("the guide was great but I feel sick", ["guide"], [], "low"),
        ("we got sick from the oysters", [], ["oysters (made ill)"], "low"),
        ("the food disagreed with me", [], ["food (made ill)"], "low"),
    ],
)
def test_what_made_ill_is_told_with_it(
    words: str, liked: list[str], disliked: list[str], energy: str
) -> None:
    (report,) = read(words)
    assert (list(report.liked), list(report.disliked), report.energy) == (liked, disliked, energy)


@pytest.mark.parametrize(
    "words",
    [
        "the soup was cold",
        "cold noodles were great",
        "we had a cold beer by the river",
        "sick of temples",
        "nobody was sick",
        "I am not sick any more",
        "my headache is gone",
        "we got over the flu",
        "I was homesick",
        "the steak was not well done",
    ],
)
def test_what_only_looks_like_illness_is_none(words: str) -> None:
    for report in read(words):
        assert "illness" not in {cause.kind for cause in report.causes} and report.energy != "low"


def test_each_day_has_its_own_health() -> None:
    first, second = read("Yesterday we were sick, today much better, the tofu was great")
    assert (first.date, first.energy) == (FIRST, "low")
    assert (second.date, second.energy, "tofu" in second.liked) == (TODAY, "", True)
