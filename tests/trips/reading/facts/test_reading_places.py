"""Where from and where to, nights in each, what has to be in the plan, what is known already."""

from __future__ import annotations

import datetime as dt

import pytest

from trips.catalogue.gazetteer import default_gazetteer
from trips.reading.facts.atlas import Atlas
from trips.reading.facts.message import Message, message_of
from trips.reading.facts.musts import read_musts
from trips.reading.facts.nights import read_nights
from trips.reading.facts.places import read_places

TODAY = dt.date(2026, 11, 26)


def message(text: str) -> Message:
    return message_of(text, TODAY, atlas=Atlas(default_gazetteer()))


ROUTES = [
    ("durban to zanzibar, four of us", "Durban", ["Zanzibar"]),
    ("flying out of cork to prague and then vienna", "Cork", ["Prague", "Vienna"]),
    ("stag do prague, nine lads", "", ["Prague"]),
    ("across canada, vancouver to toronto, then fly home to glasgow", "Glasgow", ["Vancouver", "Toronto"]),
    ("I'm from Athens, living in Munich. A week on Crete", "Munich", ["Crete"]),
    ("Not Marrakech, done it. Chefchaouen, Fes", "", ["Chefchaouen", "Fes"]),
    ("Jerusalem no, we've done that, this time Antwerp & Amsterdam", "", ["Antwerp", "Amsterdam"]),
    ("a city break in Prague, no wait, Budapest then, two of us", "", ["Budapest"]),
    ("not rome again, naples and the amalfi coast", "", ["Naples", "Amalfi Coast"]),
    (
        "Mexico city, oaxaca, puerto escondido from LA",
        "Los Angeles",
        ["Mexico city", "Oaxaca", "Puerto Escondido"],
    ),
    ("Vaduz, Liechtenstein, two days from 5 June 2027", "", ["Vaduz, Liechtenstein"]),
    ("Hallstatt, Austria in May, from Leeds", "Leeds", ["Hallstatt, Austria"]),
    ("Paris or Rome", "", []),
    ("Livigno or Bansko in January from Leeds", "Leeds", []),
    ("Nice! See you in the bath", "", []),
    ("Salta, 6 days. Cork is home. Steak", "Cork", ["Salta"]),
    ("Trip to Antwerp, Leeds departure", "Leeds", ["Antwerp"]),
    ("krakow 3 days, i am from Lviv now living Leipzig", "Leipzig", ["Kraków"]),
    ("I am from Pune working in Doha. Doha to Singapore, 5 days", "Doha", ["Singapore"]),
    ("Two nights in Ghent. Home on the 7th (Brussels)", "", ["Ghent"]),
    ("Lima to Isla Perdida for two", "Lima", ["Isla Perdida"]),
    ("London is home to good museums, 3 days there", "", ["London"]),
    ("Oslo for 4 nights. My PA comes along", "", ["Oslo"]),
    ("if I had 2000 euros, how far would that go in Peru", "", ["Peru"]),
    ("two weeks in nice", "", ["Nice"]),
    ("Lisbon with my daughter Sofia", "", ["Lisbon"]),
    ("Delhi for me.\n\nWarm regards,\nFarah", "", ["Delhi"]),
    ("Buenos Aires and Salta, coming from Austin TX", "Austin TX", ["Buenos Aires", "Salta"]),
    ("Rome, with the evening mass at St Peter's Basilica", "", ["Rome"]),
    ("A week in Lisbon's Alfama", "", ["Lisbon"]),
    ("Design and food in Copenhagen", "", ["Copenhagen"]),
    ("barcelna 5 nights", "", ["Barcelona"]),
    ("if I win the lottery, the Maldives. Real life: camping in Brittany", "", ["Brittany"]),
]


@pytest.mark.parametrize(("text", "origin", "destinations"), ROUTES)
def test_where_from_and_where_to(text: str, origin: str, destinations: list[str]) -> None:
    found = read_places(message(text))
    assert (found.origin.name.said if found.origin else "") == origin
    assert [one.name.said for one in found.destinations] == destinations


@pytest.mark.parametrize(
    ("text", "nights"),
    [
        ("Rome (4 nights), Florence (3) and Venice for 2", [("Rome", 4), ("Florence", 3), ("Venice", 2)]),
        ("12 nights, we think Paris 5 and then Santorini 7", [("Paris", 5), ("Santorini", 7)]),
        ("10 nights in Rome", []),
    ],
)
def test_nights_of_several_cities(text: str, nights: list[tuple[str, int]]) -> None:
    assert [(one.subject, one.value) for one in read_nights(message(text))] == nights


def test_nights_are_read_where_they_stand_and_not_where_the_same_number_does() -> None:
    said = message("Kids 3 and 2. Rome 3 nights then Florence 2, on the 2nd")
    rome, florence = read_nights(said)
    assert said.words(rome.i, rome.j) == "3 nights" and florence.i == rome.j + 2


@pytest.mark.parametrize(
    ("text", "musts"),
    [
        ("barcelona, want to see sagrada familia", ["sagrada familia"]),
        ("lisbon, we'd love to see a fado show", ["fado show"]),
        ("Tokyo: shibuya, gelato, teamlab", ["shibuya", "teamlab"]),
        ("Dubai, Ferrari World and desert safari must", ["Ferrari World", "desert safari"]),
        ("Istanbul. must dos: hagia sophia, grand bazaar", ["hagia sophia", "grand bazaar"]),
        ("Kyoto with a day trip to Nara", ["day trip to Nara"]),
        ("Rome, we don't want to see the Colosseum", []),
        ("Rome, want to see the opera house", ["opera house"]),
        ("Prague, must see: the castle and museums", ["Prague Castle"]),
        ("Vaduz, add the cow show at 47.1030, 9.6080", ["cow show"]),
        ("Vaduz, must see the old mill (47.1450, 9.5230), the barn", ["old mill", "barn"]),
        ("Istanbul, don't want to miss the mosque, the palace", ["mosque", "Topkapı Palace"]),
        (
            "Lisbon, we want to visit the zoo, the Gulbenkian and the cathedral",
            ["zoo", "Gulbenkian", "Lisbon Cathedral"],
        ),
        ("Lisbon, we love the castle, and is it far to visit the zoo?", []),
        ("Rome and the desert for sure", ["desert"]),
        ("Rome with breakfast for sure", []),
        ("Doha. Museum of Islamic Art if poss", ["Museum of Islamic Art"]),
    ],
)
def test_what_has_to_be_in_the_plan(text: str, musts: list[str]) -> None:
    assert [one.value for one in read_musts(message(text))] == musts


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("we've already been to Rome and Florence", ["Rome", "Florence"]),
        ("we've seen the colosseum", ["colosseum"]),
        ("we have seen Rome and Florence, then Venice", ["Rome", "Florence"]),
        ("we have never been to Rome", []),
        ("not Spain again", ["Spain"]),
    ],
)
def test_what_they_know_already(text: str, seen: list[str]) -> None:
    told = read_places(message(text)).told
    assert [one.value for one in told if one.path == "seen_before"] == seen
