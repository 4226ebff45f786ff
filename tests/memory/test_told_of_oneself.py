"""Which sentences tell something lasting of who says them, and what becomes of the older ones."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from config import clock
from memory.models import DocumentLine, Note
from tests.memory.travel_world import World
from trips.reading.memory import durable


@pytest.fixture(autouse=True)
def the_clock_again() -> Iterator[None]:
    yield
    clock.set_now(None)


@pytest.mark.parametrize(
    "sentence",
    ["My knees are shot, so no long hikes please.", "I can't manage more than two flights of stairs.",
     "Penicillin makes me come out in a rash.", "I take blood thinners.",
     "Shellfish and I do not get along.", "We don't do dairy.", "I've gone off red meat.",
     "I could eat sushi every day.", "I'm a light sleeper.", "I never get up before nine.",
     "We're early birds.", "I skip breakfast.", "My back needs a firm mattress.", "I don't fly.",
     "I'd rather take a night train than a plane.", "Buses make me nauseous.", "We always book aisle seats.",
     "We never stay in hostels.", "No Airbnbs, ever.", "I always tip 20 percent.",
     "I don't mind spending on good food.", "In general I prefer cities to beaches.",
     "Stairs are a problem for me.", "I'm eight months pregnant.", "I've had a hip replacement.",
     "bad back, need a hard bed", "Gluten is poison for me.", "We've cut out sugar.",
     "Not a fan of seafood.", "Love museums, hate shopping.", "We travel with carry-on only.",
     "I like my hotel rooms cool and dark.", "I find big hotels depressing.",
     "I can't sleep without air conditioning.", "I avoid red-eye flights.", "We always need two rooms.",
     "I can only sleep in complete darkness.", "I wear hearing aids.", "I need a fridge for my insulin.",
     "We need breaks after lunch.", "I need a lot of breaks.", "We need early nights.",
     "I need to sit down every hour.",
     "I need time to myself.", "I always have breakfast at seven.",
    ],
)  # fmt: skip
def test_a_habit_or_taste_holds_on_every_trip(sentence: str) -> None:
    assert durable(sentence)


@pytest.mark.parametrize(
    "sentence",
    ["We're based in Manchester.", "I've lived in Hamburg for ten years.", "My home airport is Stansted.",
     "I run a small bakery.", "I've just retired from teaching.", "I'm a paramedic and work nights.",
     "I speak fluent Spanish and a bit of French.", "I travel on an Irish passport.",
     "My passport expires in August 2027.", "I'm a Hilton Honors Gold member.", "We have a BahnCard 50.",
     "I've been to Kyoto three times.", "I've never been to Asia.", "My kids hate museums.",
     "I split up with my boyfriend.", "I have no children.",
     "I'm Priya, by the way.", "My mum walks with a stick and tires quickly.",
     "Born and bred in Glasgow, me.",
     "I'm a single mum of two boys, 4 and 9.",
     "Our eldest, Ravi, is dyslexic.", "We foster two teenagers.", "The kids go to bed at eight.",
     "As a freelancer I work on the road.", "I lost my job last month.", "I'm in finance.",
     "My passport's Canadian.", "I am bilingual, English and Welsh.", "My wife's a doctor.",
     "I do not own a car.",],
)  # fmt: skip
def test_who_somebody_is_belongs_to_their_profile(sentence: str) -> None:
    assert durable(sentence)


@pytest.mark.parametrize(
    "sentence",
    ["I'd like to see the Freedom Trail on day 2.", "I love the second option.", "I don't like day 3.",
     "I like it, thanks!", "What if I don't like the hotel?", "I'm not sure whether I like sushi.",
     "Maybe I'll go vegan one day.", "If I were vegetarian, what would I eat there?", "I'm tired today.",
     "Haha, I'm allergic to Mondays.", "My neighbour is allergic to cats.", "My friend says he hates flying.",
     "I'd love to live in Kyoto one day!", "We might move to Spain next year.", "I used to live in Paris.",
     "I'm dying for a coffee.",
     "My wife is tired.", "My partner is coming along.",
     "I don't like any of these, they are all too expensive for us", "We always got lost in the medina.",
     "I need a taxi tomorrow at 8.", "Call me maybe!", "I like option 2 better.",
     "The kids love the aquarium.",
     "I hate that the museum is closed.", "No museums, please.", "No problem for us.", "Love the plan!",
     "Can't find it.", "Don't like the second hotel.", "We find the hotel too expensive.",
     "I have status updates for you.", "I've been there three times.", "We have two kids' tickets to book.",
     "I've never seen such a good plan!", "My wife is here with me.", "My hotel is in Shinjuku.",
     "I'm not picky about the hotel.", "I don't eat breakfast tomorrow because we leave early.",
     "I never said I was vegetarian.", "The stairs here are a problem for us.", "My wife's flight is late.",
     "I need sleep.", "I run a bit late today.", "We moved the dinner to eight.",
     "We always have Paris.", "We'll always have the memories.", "We always have fun.",
     "I never have any luck.",
     "We always have Lisbon!", "We need a break.", "We need a rest after the museum.",
     "I need to sit down now."],
)  # fmt: skip
def test_what_is_of_the_moment_asked_wished_or_of_others_is_neither(sentence: str) -> None:
    assert not durable(sentence)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("I live in Bristol.", "I moved to Leeds."),
        ("My name is Anna.", "My name is not Anna, it's Hannah."),
        ("I hate taxis.", "Taxis are fine with me now."),
        ("I'm afraid of heights.", "Heights don't scare me any more."),
        ("I'm afraid of flying.", "I'm over my fear of flying."),
        ("I hate crowds.", "I don't mind crowds any longer."),
        ("I prefer window seats.", "No wait, I prefer aisle seats."),
        ("I'm allergic to cashews.", "Actually, it's pistachios I'm allergic to."),
        ("I hate museums.", "Scratch that, I hate churches."),
    ],
)
def test_the_newer_sentence_stands_alone_and_the_older_one_is_kept_as_history(old: str, new: str) -> None:
    world = World()
    world.tell("old", old)
    world.tell("new", new)
    was, now = world.rows["old"], world.rows["new"]
    was.refresh_from_db()
    assert (was.status in ("retired", "superseded"), now.status) == (True, "active")
    standing = [*Note.objects.filter(status="active").exclude(quote=""), *_lines()]
    assert not any(row.message_id == was.message_id for row in standing)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("I hate taxis.", "I hate boats."),
        ("I'm allergic to nuts.", "Actually, I'm allergic to eggs."),
        ("I live in Bristol.", "My mother lives in Leeds."),
        ("I'm afraid of heights.", "My wife is not afraid of heights."),
        ("I love trains.", "This time I don't want trains."),
    ],
)
def test_what_contradicts_nothing_stands_beside_it(old: str, new: str) -> None:
    world = World()
    world.tell("old", old)
    world.tell("new", new)
    world.rows["old"].refresh_from_db()
    assert world.rows["old"].status == "active"


def _lines() -> list[DocumentLine]:
    return list(DocumentLine.objects.filter(status="active").exclude(quote=""))
