"""What people need, how they travel and what their days are like, read of one message on 26 November 2026."""

from __future__ import annotations

import datetime as dt

import pytest

from trips.reading.facts.message import message_of
from trips.reading.facts.needs import read_needs
from trips.reading.facts.people import read_people
from trips.reading.facts.tastes import read_disliked, read_tastes
from trips.reading.facts.ways import read_stay, read_ways

TODAY = dt.date(2026, 11, 26)
TOWNS = {"Rome", "Florence", "Venice", "Delhi", "Lucknow", "Agra"}

SAID = [
    ("no shellfish please", ["dietary no_shellfish"]),
    ("shellfish is out for my sister", ["dietary no_shellfish"]),
    ("one prawn and my wife ends up in hospital", ["dietary allergy: shellfish"]),
    ("I'm allergic to nuts, not to fish", ["dietary allergy: nuts"]),
    ("nothing that used to have a face, for Lucy", ["dietary vegetarian"]),
    ("gluten free if possible", ["dietary gluten_free"]),
    ("My friend Paul is vegan, but he isn't coming", []),
    ("If I were vegetarian I would go to Boston", []),
    ("My grandmother used a wheelchair", []),
    ("we don't hate stairs", []),
    ("spare an old man any hills", ["access limited_mobility"]),
    ("my guide dog comes along", ["access assistance dog"]),
    ("my dad (blind, with cane) and me", ["access low_vision", "access limited_mobility"]),
    ("she can walk but 1 km maximum", ["access short_walks"]),
    ("my husband has a weak heart", ["access heart condition"]),
    ("we walk loads, love pizza and hate queues", []),
    ("one whiff of a dog and she is wheezing", ["dietary allergy: dogs"]),
    ("Sesame. It hides everywhere. Two epipens.", ["dietary allergy: sesame"]),
    ("cow is holy at our home, chicken is no issue", ["dietary no_beef"]),
]


def told(reader, text: str) -> list[str]:
    message = message_of(text, TODAY, town=TOWNS.__contains__)
    return [f"{one.path} {one.value}" for one in reader(message) if one.path]


@pytest.mark.parametrize(("text", "needs"), SAID)
def test_needs(text: str, needs: list[str]) -> None:
    assert told(read_needs, text) == needs


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        (
            "by train and bus only",
            ["travel_by train", "travel_by bus", "transport_bans flight", "transport_bans car"],
        ),
        (
            "train only, nan won't fly",
            ["travel_by train", "transport_bans flight", "transport_bans car", "transport_bans coach"],
        ),
        ("a night train both ways", ["travel_by night train"]),
        (
            "Rome, train from Lyon. Ferry not plane",
            ["travel_by train", "travel_by ferry", "transport_bans flight"],
        ),
        ("The train was full", []),
        ("no cars without seatbelts", ["avoid cars without seatbelts"]),
        ("direct flights, nothing before 10", ["travel_by direct flights", "hours.first 10:00"]),
        ("the toddler naps from 1 to 3", ["hours.rest 13:00–15:00"]),
        ("back at the hotel by 9", ["hours.last 21:00"]),
        ("not before 10 May", []),
    ],
)
def test_ways_and_hours(text: str, facts: list[str]) -> None:
    assert told(read_ways, text) == facts


def test_the_stay() -> None:
    assert told(read_stay, "Only me and my dog.") == ["stay_wishes pet-friendly"]
    assert told(read_stay, "My guide dog comes along.") == []
    wished = ["stay_wishes kitchen", "stay_wishes lift", "stay_wishes blackout blinds"]
    assert sorted(told(read_stay, "a flat with kitchen and lift, blackout blinds")) == sorted(wished)


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("me + 1", ["party.adults 2"]),
        ("4 of us uni mates", ["party.adults 4"]),
        ("9 lads", ["party.adults 9"]),
        ("two of us are vegan, there are 5 of us", ["party.adults 5"]),
        ("me and my sister who is 15", ["party.adults 1", "party.children 1", "party.ages 15"]),
        ("5 months pregnant", []),
        ("my wife loves art", []),
    ],
)
def test_people(text: str, facts: list[str]) -> None:
    assert told(read_people, text) == facts


def test_what_is_denied_is_avoided_and_no_more_than_that() -> None:
    assert told(read_disliked, "no clowns and no karaoke bars") == ["avoid clowns", "avoid karaoke bars"]
    assert told(read_disliked, "no rush, I don't mind museums, why not a museum") == []


@pytest.mark.parametrize(
    ("text", "party"),
    [
        ("Rome for 2 ad 3 ch (5,8,8)", ["adults 2", "children 3", "ages 5,8,8"]),
        ("Our club, nine ladies and one gentleman, would like Rome", ["adults 10"]),
        ("We're 2 parents and 4 kids aged 15, 12, 9 and 1", ["adults 2", "children 4", "ages 15,12,9,1"]),
        ("2 adults + baby 9 months, 20 Dec to 3 Jan", ["adults 2", "children 1", "ages 0"]),
        ("Grandad here taking the grandkids (8, 10) to Rome", ["adults 1", "children 2", "ages 8,10"]),
        ("Three friends with me included, to Rome", ["adults 3"]),
        ("Mum 70, aunt 72, me 45. To Rome.", ["adults 3"]),
        ("Rome. 10 days. Me. Cafes.", ["adults 1"]),
        ("going with my flatmate, we can share a bed", ["adults 2"]),
        ("me and Jo, kids 3 and 7, and my mum who has a cane", ["adults 3", "children 2", "ages 3,7"]),
        ("my flatmate hates Rome", []),
    ],
)
def test_who_travels(text: str, party: list[str]) -> None:
    assert told(read_people, text) == [f"party.{one}" for one in party]


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("waterfalls / quilting / beach", ["interests water", "interests beach", "interests quilting"]),
        ("jazz, udon, tennis if it's on", ["cuisines udon", "interests music", "interests sports"]),
        ("gardens, lace-making. Ask my boss.", ["interests garden", "interests lace-making"]),
        ("pottery if possible, adults only please", ["interests pottery"]),
        ("she is 13 and obsessed with Harry Potter", ["interests harry potter"]),
        ("The train was late, boats too", []),
    ],
)  # fmt: skip
def test_a_list_with_a_taste_in_it_is_of_tastes(text: str, facts: list[str]) -> None:
    assert told(read_tastes, text) == facts


def test_what_stands_alone_behind_not_is_avoided() -> None:
    assert told(read_disliked, "He is 7, crowds and caves are a nightmare") == ["avoid crowds", "avoid caves"]
    assert told(read_disliked, "neither of us rides camels") == ["avoid camels"]
    assert told(read_disliked, "Gardens. Not bullrings.") == ["avoid bullrings"]
    assert told(read_disliked, "It is not lunch that matters") == []
