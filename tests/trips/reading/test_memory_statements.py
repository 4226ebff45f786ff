"""What a later sentence takes back of an earlier one, in whatever words."""

from __future__ import annotations

import pytest

from trips.reading.memory import left_of, takes_back, whose


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("I never take taxis.", "Cabs are okay for me these days."),
        ("I'm scared of flying.", "Flying no longer bothers me."),
        ("I have a fear of dogs.", "I've lost my fear of dogs."),
        ("I love trains.", "I've gone off trains."),
        ("We love hostels.", "We're too old for hostels now."),
        ("I can't swim.", "I've learnt to swim."),
        ("Ferries terrify my wife.", "My wife likes ferries now."),
        ("No Airbnbs, ever.", "We're fine with Airbnbs now."),
        ("I'm coeliac.", "The doctor says I'm not coeliac after all."),
        ("I'm vegetarian.", "I eat meat again."),
        ("I'm vegetarian.", "I eat everything again."),
        ("I am not vegetarian any more, I always want meat.", "I am vegan now."),
        ("I'm allergic to shellfish.", "Good news, the shellfish allergy is gone!"),
        ("I'm on crutches.", "I'm off the crutches now."),
        ("My back hurts on long flights.", "My back has healed."),
        ("I don't eat pork.", "Pork is fine now."),
        ("We need a ground-floor room.", "A ground-floor room is no longer needed."),
        ("Diet: allergy: peanuts", "I'm not allergic to peanuts"),
        ("I'm allergic to nuts.", "I'm allergic to eggs, not nuts."),
        ("I'm pregnant.", "We've had the baby!"),
    ],
)
def test_the_other_way_round(old: str, new: str) -> None:
    assert takes_back(new, old)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("I live in Bristol.", "I moved to Leeds last month."),
        ("Home for us is a little village near Cork.", "We live in Dublin now."),
        ("I live with my wife.", "I live alone now."),
        ("My name is Anna.", "My name is not Anna, it's Hannah."),
        ("I'm married.", "I got divorced last year."),
        ("I have two kids.", "We've got three kids."),
        ("My daughter Zoe is 8.", "Zoe is 9 now."),
        ("I prefer window seats.", "I prefer aisle seats."),
        ("I never pay more than 150 a night.", "I'm happy to pay up to 200 a night now."),
        ("We're early birds.", "We are night owls these days."),
        ("I prefer a slow pace", "I prefer a fast pace now"),
    ],
)
def test_there_is_only_one_of_it(old: str, new: str) -> None:
    assert takes_back(new, old)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("I hate taxis.", "I hate taxis now."),
        ("I hate crowded museums.", "I love museums."),
        ("I hate crowds.", "I don't mind crowds at concerts."),
        ("I hate taxis.", "Taxis are expensive in Tokyo."),
        ("I hate buses.", "I like this bus tour."),
        ("I live in Denver.", "I'd love to live in Kyoto."),
        ("I live in Denver.", "I used to live in Austin."),
        ("I live in Denver.", "We moved to the Hilton hotel."),
        ("I live in Denver.", "We moved to Kyoto yesterday, the hotel is fine."),
        ("I live in Bristol.", "I've moved from Siemens to Bosch."),
        ("We like to eat dinner late.", "Tonight we eat at 6."),
        ("My son is 6.", "My daughter is 7."),
        ("I have a dog.", "I'm afraid of dogs."),
        ("I am vegetarian", "I eat everything but meat"),
        ("I am vegetarian", "My son eats meat"),
        ("I am allergic to peanuts", "I can eat nuts again"),
        ("We love museums", "We love museums of art"),
        ("I love trains.", "This time I don't want trains."),
        ("I have a bad knee.", "My knee is fine on stairs."),
        ("I'm allergic to nuts.", "Clara is fine now."),
    ],
)
def test_of_another_thing_or_person_or_time(old: str, new: str) -> None:
    assert left_of(old, new) is None


@pytest.mark.parametrize(
    ("old", "new", "left"),
    [
        ("I am vegetarian and allergic to nuts", "I am not vegetarian any more", ["allergic to nuts"]),
        ("I hate museums and I love trains.", "Museums are fine now.", ["I love trains"]),
        ("I live with my wife in Bristol.", "I live alone now.", ["I live in Bristol"]),
        ("We live in New York with our two kids and a dog.", "I live alone now.", ["We live in New York"]),
        ("I live with my wife in Bristol.", "I moved to Leeds.", ["I live with my wife"]),
        ("I live in Denver and I hate cars.", "I moved to Austin.", ["I hate cars"]),
    ],
)
def test_what_is_said_besides_stands(old: str, new: str, left: list[str]) -> None:
    assert left_of(old, new) == left


@pytest.mark.parametrize(
    ("text", "who"),
    [("I'm vegan", ""), ("My son Declan is allergic to nuts", "son"), ("Mia hates boats", "mia"),
     ("Flying bothers me", ""), ("My wife and I love trains", "wife")],
)  # fmt: skip
def test_of_whom_it_tells(text: str, who: str) -> None:
    assert whose(text) == who
