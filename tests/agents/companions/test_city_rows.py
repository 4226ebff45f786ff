"""What of our rows fits a party, and what of an answer may be kept."""

from __future__ import annotations

import datetime as dt

import pytest

from agents.companion_schemas import ResearchAnswer
from agents.companions.city_rows import found_rows, row_of, week_in_words, without_figures
from agents.team.research import offline
from tests.agents.companions.researched import answer, context, place
from trips.catalogue.gazetteer import default_gazetteer
from trips.catalogue.opening_hours import open_spans
from trips.finding import FoundRow
from trips.planning.named_places import MODEL
from trips.schemas import Party

CURATED = ["Boston", "New York City", "Tokyo", "Kyoto", "Paris", "Marrakesh"]


def read(**more) -> ResearchAnswer:
    return ResearchAnswer.model_validate(answer(**more))


def rows_of(given: ResearchAnswer, **more) -> dict[str, object]:
    return {row.name: row for row in found_rows(given, context(**more)).rows}


@pytest.mark.parametrize("city", CURATED)
def test_a_city_with_rows_gives_about_as_many_as_wanted(city: str) -> None:
    here = context(city, interests=["history", "food"])
    said = offline(here)
    found = found_rows(said, here)
    kinds = [row.kind for row in found.rows]
    assert [kinds.count(kind) for kind in ("place", "activity", "food")] == [10, 8, 15]
    assert not found.unsuitable
    assert len({row.place_id for row in found.rows}) == len(found.rows)
    assert all(row.grade == "curated" and row.source and row.data["summary"] for row in found.rows)
    assert "10 places, 8 activities, 15 places to eat in our rows, for history and food" in said.reply


@pytest.mark.parametrize("city", [city.name for city in default_gazetteer().cities_with_rows()[10::12]])
def test_every_city_that_ships_gives_enough(city: str) -> None:
    found = found_rows(offline(context(city, interests=["history", "food"])), context(city))
    kinds = [row.kind for row in found.rows]
    assert kinds.count("place") == 10 and kinds.count("activity") >= 3 and kinds.count("food") >= 12
    assert {row.grade for row in found.rows} == {"common"}


@pytest.mark.parametrize("city", CURATED)
def test_every_row_suits_the_party_and_opens_on_one_of_its_days(city: str) -> None:
    here = context(
        city, dietary=["vegan"], access=["wheelchair"], party=Party(adults=2, children=1, ages=[6])
    )
    found = found_rows(offline(here), here)
    gazetteer = here.gazetteer
    days = [here.start + dt.timedelta(days=n) for n in range(4)]
    for row in (gazetteer.place(row.place_id) for row in found.rows):
        assert row.step_free == "yes" and row.children != "no"
        assert row.kind != "food" or "vegan" in row.diet
        assert any(open_spans(row, day, gazetteer) != [] for day in days)


def test_food_serves_every_meal() -> None:
    here = context("Tokyo")
    meals = [meal for row in found_rows(offline(here), here).rows for meal in row.data.get("meals", [])]
    assert all(meals.count(meal) >= 4 for meal in ("breakfast", "lunch", "dinner"))


def test_asked_again_it_brings_others_until_there_are_none() -> None:
    known: list[FoundRow] = []
    sizes = []
    for _round in range(6):
        here = context("Kyoto", known=tuple(known))
        said = offline(here)
        rows = found_rows(said, here).rows
        sizes.append(len(rows))
        assert not {row.place_id for row in rows} & {row.place_id for row in known}
        known += [FoundRow(row.kind, row.name, row.place_id) for row in rows]
    assert sizes[0] == 33 and sizes[1] > 10 and sizes[-1] == 0
    assert "All that our rows hold of Kyoto" in said.reply


def test_a_city_without_rows_gets_no_places_and_says_so() -> None:
    here = context("Braga", interests=["history"], must_do=["the Lello bookshop"])
    said = offline(here)
    found = found_rows(said, here)
    assert [(row.name, row.source, row.grade) for row in found.rows] == [
        ("the Lello bookshop", "you named it", "unlisted")
    ]
    assert "No places to see or eat in Braga are in our data, so I name none." in said.reply


def test_an_id_counts_only_for_a_row_of_this_city_whose_name_it_is() -> None:
    rows = rows_of(
        read(
            places=[
                place("Kinkaku-ji", place_id="kyoto:kinkaku-ji", price="9 JPY", hours="always"),
                place("A Quiet Garden", place_id="kyoto:nijo-castle"),
                place("Tower of Nothing", place_id="tokyo:senso-ji"),
                place("Made Up Hall", place_id="kyoto:made-up"),
            ]
        )
    )
    real = rows["Kinkaku-ji"]
    assert real.place_id == "kyoto:kinkaku-ji" and real.grade == "curated"
    assert real.data["price"].startswith("¥") and real.data["hours"] != "always"
    for name in ("A Quiet Garden", "Tower of Nothing", "Made Up Hall"):
        assert (rows[name].place_id, rows[name].grade, rows[name].source) == (
            f"own:1857910:{'-'.join(name.lower().split())}", "unlisted", MODEL,
        )  # fmt: skip


def test_a_row_is_found_by_its_name_without_an_id() -> None:
    here = context()
    (item,) = read(places=[place("the Nijō Castle")]).places
    assert row_of(item, here).id == "kyoto:nijo-castle"


def test_prices_and_hours_of_what_is_named_are_those_of_its_fields() -> None:
    said = {"price": 500, "currency": "JPY", "opens": "10:00", "closes": "17:00", "closed": ["mon"]}
    rows = rows_of(
        read(
            places=[
                place("Quiet Hill", **said, tips="Tickets are 700 yen. Go early."),
                place("Dear Hill", summary="Entry costs €12."),
            ]
        )
    )
    told = rows["Quiet Hill"].data
    assert (told["price"], told["hours"]) == ("¥500 a person", "Tue–Sun 10:00–17:00, Mon closed")
    assert told["tips"].startswith("Go early.")
    assert "Dear Hill" not in rows


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("Open from 9:30. A hall of 1,000 statues.", "A hall of 1,000 statues."),
        ("It takes 20 minutes on foot.", "It takes 20 minutes on foot."),
        ("Closes at 5 pm.", ""),
        ("About 12 USD a head.", ""),
        ("Built in 1603 for the shogun.", "Built in 1603 for the shogun."),
    ],
)
def test_sentences_with_a_price_or_an_hour_are_left_out(said: str, kept: str) -> None:
    assert without_figures(said) == kept


def test_what_was_found_or_dismissed_stays_out_in_any_spelling() -> None:
    known = (
        FoundRow("place", "Kinkaku-ji", "kyoto:kinkaku-ji"),
        FoundRow("activity", "Robot Show", ""),
    )
    given = read(
        places=[place("Golden Pavilion", place_id="kyoto:kinkaku-ji"), place("The Robot-Show")], activities=[]
    )
    found = found_rows(given, context(known=known))
    assert [row.name for row in found.rows] == ["Grandmother's Counter"]


def test_a_row_that_does_not_fit_is_left_out_with_its_reason() -> None:
    steak = next(row for row in default_gazetteer().places("kyoto", "food") if "vegan" not in row.diet)
    given = read(places=[], activities=[], food=[place(steak.name, place_id=steak.id)])
    found = found_rows(given, context(dietary=["vegan"]))
    assert not found.rows and found.unsuitable == [f"{steak.name}: no vegan dishes in our data"]


def test_a_must_do_stands_whatever_else_was_said() -> None:
    steep = next(row for row in default_gazetteer().places("kyoto", "visit") if row.step_free == "no")
    given = read(places=[place(steep.name, place_id=steep.id)], activities=[], food=[])
    wished = context(access=["wheelchair"], must_do=[steep.name])
    assert [row.place_id for row in found_rows(given, wished).rows] == [steep.id]
    assert not found_rows(given, context(access=["wheelchair"])).rows


def test_hours_are_told_by_the_week() -> None:
    museum = default_gazetteer().place("kyoto:kyoto-national-museum")
    assert week_in_words(museum, dt.date(2027, 3, 1)) == "Tue–Sun 09:30–17:00, Mon closed"
    always = default_gazetteer().place("tokyo:senso-ji")
    assert week_in_words(always, dt.date(2027, 3, 1)) == "always open"


def test_a_day_of_the_stay_on_which_it_is_closed_is_told() -> None:
    given = read(places=[place("Kyoto National Museum")])
    rows = rows_of(given)
    assert "Closed on Mon 1 Mar." in rows["Kyoto National Museum"].data["tips"]
    undated = found_rows(given, context(dated=False)).rows[0]
    assert "Closed" not in undated.data.get("tips", "")
