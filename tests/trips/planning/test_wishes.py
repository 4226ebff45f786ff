"""Interests, must-dos, what to avoid, diets, access."""

import pytest

from tests.trips.planning.asking import TODAY, facts_for, gazetteer
from trips.catalogue.matching import means
from trips.catalogue.names import same_thing
from trips.planning.request import Request, request_of
from trips.planning.wishes import (
    avoided,
    diet_in_words,
    diets,
    must_dos,
    offers,
    place_meant,
    tags_of_interest,
    unsuitable,
)
from trips.schemas import Place


def asked(*names: str, **more) -> Request:
    facts = facts_for(None, list(names) or ["Boston"], "2027-02-15", "2027-02-20", **more)
    return request_of(facts, gazetteer(), today=TODAY)


def row(place_id: str) -> Place:
    found = gazetteer().place(place_id)
    assert found
    return found


@pytest.mark.parametrize(
    ("interest", "tag"),
    [
        ("history", "history"),
        ("gardens", "garden"),
        ("local markets", "market"),
        ("Contemporary art", "art"),
        ("hidden gems", "hidden_gem"),
        ("kids", "family"),
        ("surfing", "surfing"),
    ],
)
def test_what_people_love_becomes_tags(interest, tag):
    assert tag in tags_of_interest(interest)


@pytest.mark.parametrize(
    ("words", "place_id"),
    [
        ("the Freedom Trail", "boston:freedom-trail"),
        ("must see Fenway Park", "boston:fenway-park-tour"),
        ("Museum of Fine Arts", "boston:mfa"),
    ],
)
def test_a_must_do_is_the_row_it_names(words, place_id):
    (must,) = must_dos(asked(must_do=[words]))
    assert must.place and must.place.id == place_id


def test_a_must_do_that_is_in_no_row_stays_what_it_is_in_the_city_it_names():
    whales, sumo = must_dos(asked("Tokyo", "Kyoto", must_do=["whale watching", "Kyoto dumpling class"]))
    assert whales.place is None and whales.city.name == "Tokyo"
    assert sumo.place is None and sumo.city.name == "Kyoto"


def test_a_must_do_is_looked_for_in_every_city():
    (must,) = must_dos(asked("Tokyo", "Kyoto", must_do=["Fushimi Inari"]))
    assert must.place and must.city.name == "Kyoto"


def test_the_closest_name_wins():
    found = place_meant("Boston Common", asked().goals[0].city, gazetteer())
    assert found and found.name == "Boston Common"


@pytest.mark.parametrize(
    ("name", "same"),
    [("Schloss Vaduz", True), ("Vaduz", False), ("Torre Vaduz", False), ("Burg Vaduz", True)],
)
def test_a_kind_has_one_name_in_several_languages(name, same):
    assert means("Vaduz Castle", [name]) is same and same_thing("Vaduz Castle", name) is (
        same or name == "Vaduz"
    )


@pytest.mark.parametrize(
    ("said", "needs"),
    [
        (["vegan"], {"vegan"}),
        (["Gluten-free"], {"gluten_free"}),
        (["allergy: gluten"], {"gluten_free"}),
        (["allergy: nuts"], set()),
        (["plant based"], {"vegan"}),
    ],
)
def test_diets_as_the_rows_say_them(said, needs):
    assert diets(asked(dietary=said)) == needs


def test_a_vegan_kitchen_serves_vegetarians_and_not_the_other_way_round():
    vegan = row("boston:freedom-trail").model_copy(update={"kind": "food", "diet": ["vegan"]})
    vegetarian = vegan.model_copy(update={"diet": ["vegetarian"]})
    assert offers(vegan, "vegetarian") and not offers(vegetarian, "vegan")


def test_diets_in_a_sentence():
    assert diet_in_words(asked(dietary=["vegan", "gluten-free"])) == "gluten-free and vegan"


def test_why_a_place_does_not_suit():
    monument = row("boston:bunker-hill")
    assert unsuitable(monument, asked()) is None
    assert unsuitable(monument, asked(access=["wheelchair"])) == "not step-free"
    assert unsuitable(monument, asked(access=["elderly"])) == "has steps"
    jazz = next(place for place in gazetteer().places("boston") if "Wally" in place.name)
    assert unsuitable(jazz, asked(ages=(9,))) == "not for children"
    oysters = row("boston:union-oyster-house")
    assert "vegan" in unsuitable(oysters, asked(dietary=["vegan"]))


def test_things_to_avoid_meet_names_tags_and_cuisines():
    assert avoided(row("boston:mfa"), asked(avoid=["museums"]).facts) == "museums"
    assert avoided(row("boston:freedom-trail"), asked(avoid=["Freedom Trail"]).facts) == "Freedom Trail"
    assert avoided(row("boston:freedom-trail"), asked(avoid=["museums", "crowds"]).facts) is None
