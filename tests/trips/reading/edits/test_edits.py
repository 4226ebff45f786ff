"""Plain words → edits, and [] for everything that asks for none."""

import datetime as dt
import json
from pathlib import Path

import pytest

from tests.trips.planning.asking import TODAY, gazetteer
from tests.trips.planning.editing.plans import ALL, edited, item, options, plan_of, stay
from trips.reading.edits import read_edits as read_edits
from trips.schemas import Leg, Plan

CASES = Path(__file__).parents[1] / "message" / "cases"


def read(name: str, text: str, *, plan: Plan | None = None, today: dt.date = TODAY) -> list[dict]:
    plan = plan or plan_of(name)
    found = read_edits(text, plan, ALL[name], gazetteer(), today=today).edits
    names = {one.uid: one.title for one in plan.items()}
    rows = []
    for edit in found:
        row = edit.model_dump(exclude_defaults=True, mode="json") | {"kind": edit.kind}
        for key in ("uid", "before_uid"):
            if key in row:
                row[key] = names[row[key]]
        rows.append(row)
    return rows


def swap(first: int, second: int) -> dict:
    return {"kind": "swap_days", "first": first, "second": second}


def table(day: int, meal_name: str, **more: str) -> dict:
    return {"kind": "replace_meal", "day": day, "meal": meal_name, **more}


def shift(day: int, minutes: int) -> dict:
    return {"kind": "shift_day", "day": day, "minutes": minutes}


def lighter(day: int, **more: str) -> dict:
    return {"kind": "lighter", "day": day, **more}


def of(kind: str, title: str, **more: object) -> dict:
    return {"kind": kind, "uid": title, **more}


BOSTON_SENTENCES: list[tuple[str, list[dict]]] = [
    ("swap day 2 and 3", [swap(2, 3)]),
    ("Could we swap Tuesday and Wednesday?", [swap(2, 3)]),
    ("switch the second and the third day please", [swap(2, 3)]),
    ("please exchange days two and three", [swap(2, 3)]),
    ("can you swap 16 February with February 17", [swap(2, 3)]),
    ("less walking on Thursday", [lighter(4)]),
    ("too much walking on Tuesday", [lighter(2)]),
    ("we'd like to walk less on day 3", [lighter(3)]),
    ("fewer visits on Tuesday", [lighter(2, what="visits")]),
    ("Tuesday is too packed", [lighter(2, what="visits")]),
    ("take it easy on Wednesday", [lighter(3, what="visits")]),
    ("a vegan dinner", [table(1, "dinner", diet="vegan")]),
    ("a vegan dinner on Wednesday", [table(3, "dinner", diet="vegan")]),
    ("vegan lunch on day 2, please", [table(2, "lunch", diet="vegan")]),
    ("could we have a halal dinner on 17 February", [table(3, "dinner", diet="halal")]),
    ("Italian for dinner on Tuesday", [table(2, "dinner", cuisine="italian")]),
    ("lunch somewhere else on Wednesday", [table(3, "lunch")]),
    ("lunch somewhere else", [table(1, "lunch")]),
    ("find another restaurant for dinner on day 3", [table(3, "dinner")]),
    ("replace dinner on Wednesday", [table(3, "dinner")]),
    ("one more night", [{"kind": "add_night", "city": "Boston"}]),
    ("stay a day longer in Boston", [{"kind": "add_night", "city": "Boston"}]),
    ("one night less", [{"kind": "drop_night", "city": "Boston"}]),
    ("remove the Freedom Trail", [of("remove_item", "Freedom Trail")]),
    ("skip Old North Church", [of("remove_item", "Old North Church")]),
    ("I don't want to go to the State House", [of("remove_item", "Massachusetts State House")]),
    ("take Bunker Hill out", [of("remove_item", "Bunker Hill Monument")]),
    ("leave out breakfast on day 2", [of("remove_item", "Flour Bakery, Fort Point")]),
    (
        "drop the USS Constitution and the public market",
        [of("remove_item", "USS Constitution"), of("remove_item", "Boston Public Market")],
    ),
    ("add the Museum of Fine Arts", [{"kind": "add_place", "place_id": "boston:mfa"}]),
    (
        "visit the New England Aquarium on Wednesday",
        [{"kind": "add_place", "day": 3, "place_id": "boston:new-england-aquarium"}],
    ),
    ("move the Freedom Trail to Wednesday", [of("move_item", "Freedom Trail", day=3)]),
    ("do the USS Constitution on day 4", [of("move_item", "USS Constitution", day=4)]),
    (
        "put the Freedom Trail before the State House",
        [of("move_item", "Freedom Trail", day=2, before_uid="Massachusetts State House")],
    ),
    ("dinner at Legal Sea Foods on day 3", [of("move_item", "Legal Sea Foods, Long Wharf", day=3)]),
    ("move Old North Church to 3 pm", [of("set_time", "Old North Church", start="15:00:00")]),
    ("start later on Wednesday", [shift(3, 60)]),
    ("let's start at 10:30 on Wednesday", [shift(3, 70)]),
    ("an earlier start on day 2", [shift(2, -60)]),
    ("dinner at 8 on Tuesday", [of("set_time", "My Thai Vegan Cafe", start="20:00:00")]),
    ("the Freedom Trail an hour earlier", [of("set_time", "Freedom Trail", start="14:55:00")]),
    (
        "take the train home at 6 pm",
        [of("set_time", "Train to New York City", start="18:00:00", hour_of="departure")],
    ),
    (
        "a free afternoon on day 3",
        [
            of("remove_item", "USS Constitution"),
            of("remove_item", "North End walk along Hanover Street"),
        ],
    ),
    (
        "nothing in the morning on Wednesday",
        [of("remove_item", "Faneuil Hall and Quincy Market"), of("remove_item", "Boston Public Market")],
    ),
    ("cheaper", [{"kind": "cheaper"}]),
    ("day 3 should be cheaper", [{"kind": "cheaper", "day": 3}]),
    ("a cheaper hotel", [of("replace_item", "Harborside Inn", like="cheaper")]),
    ("another hotel", [of("replace_item", "Harborside Inn")]),
    ("anything but this hotel", [of("replace_item", "Harborside Inn")]),
    (
        "swap the museum for something outdoors",
        [of("replace_item", "Museum of African American History", like="outdoors")],
    ),
    (
        "swap the Old State House for the Institute of Contemporary Art",
        [of("replace_item", "Old State House", place_id="boston:ica")],
    ),
    ("something else instead of the Freedom Trail", [of("replace_item", "Freedom Trail")]),
    (
        "Museum of Fine Arts instead of the Paul Revere House",
        [of("replace_item", "Paul Revere House", place_id="boston:mfa")],
    ),
    ("lock the Freedom Trail", [of("lock", "Freedom Trail")]),
    ("keep the Freedom Trail where it is", [of("lock", "Freedom Trail")]),
    ("unlock the Freedom Trail", [of("lock", "Freedom Trail", locked=False)]),
    (
        "swap day 2 and 3 and remove the Freedom Trail",
        [swap(2, 3), of("remove_item", "Freedom Trail")],
    ),
    ("can we do something else than the Museum of Fine Arts?", []),  # which the plan has not
    ("can we do something other than Old North Church?", [of("replace_item", "Old North Church")]),
    ("anything but the Freedom Trail on day 2", [of("replace_item", "Freedom Trail")]),
    ("actually no, put the Museum of Fine Arts back", [{"kind": "add_place", "place_id": "boston:mfa"}]),
    (
        "bring the Museum of Fine Arts back on Thursday",
        [{"kind": "add_place", "place_id": "boston:mfa", "day": 4}],
    ),
    ("lunch at 1 instead of 12 on Wednesday", [of("set_time", "Dumpling Cafe", start="13:00:00")]),
    ("lunch at half past one on Wednesday", [of("set_time", "Dumpling Cafe", start="13:30:00")]),
    ("dinner at a quarter to eight on day 3", [of("set_time", "Giacomo's Ristorante", start="19:45:00")]),
    (
        "no sightseeing on Wednesday morning",
        [of("remove_item", "Faneuil Hall and Quincy Market"), of("remove_item", "Boston Public Market")],
    ),
    (
        "breakfast at 9 from now on",
        [
            of("set_time", "Flour Bakery, Fort Point", start="09:00:00"),
            of("set_time", "South Street Diner", start="09:00:00"),
            of("set_time", "Breakfast: free choice near Waterfront (about $42)", start="09:00:00"),
        ],
    ),
    ("skip a night in Boston", [{"kind": "drop_night", "city": "Boston"}]),
    (
        "less walking on Thursday. And a vegan dinner on Wednesday!",
        [lighter(4), table(3, "dinner", diet="vegan")],
    ),
]


@pytest.mark.parametrize(("text", "wanted"), BOSTON_SENTENCES)
def test_sentences_about_boston(text, wanted):
    assert read("Boston", text) == wanted


def kyoto(**more: object) -> dict:
    return {"kind": "add_night", "city": "Kyoto", **more}


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("one more night in Kyoto", [kyoto()]),
        ("one more night in Kyoto instead of Tokyo", [kyoto(keep_end=True, instead_of="Tokyo")]),
        ("one more night in Kyoto and one less in Tokyo", [kyoto(keep_end=True, instead_of="Tokyo")]),
        ("one more night in Kyoto, but we have to be home on the 12th", [kyoto(keep_end=True)]),
        ("stay in Kyoto one day longer", [kyoto()]),
        ("a night less in Tokyo", [{"kind": "drop_night", "city": "Tokyo"}]),
        ("two more nights in Osaka", [{"kind": "add_night", "city": "Osaka", "nights": 2}]),
        ("swap the 5th and the 6th of April", [swap(3, 4)]),
        ("move Nijo Castle to the 10th", [of("move_item", "Nijo Castle", day=8)]),
        ("move the zoo to Wednesday", [of("move_item", "Ueno Zoo", day=5)]),
        ("sushi for dinner on Monday", [table(3, "dinner", cuisine="sushi")]),
        ("a cheaper hotel in Kyoto", [of("replace_item", "Mimaru Kyoto Horikawa Rokkaku", like="cheaper")]),
        ("swap Ueno Zoo for something indoors", [of("replace_item", "Ueno Zoo", like="indoors")]),
        ("replace Meiji Jingu with a garden", [of("replace_item", "Meiji Jingu", like="garden")]),
        ("skip the castle in Kyoto", [of("remove_item", "Nijo Castle")]),
        ("less walking", [lighter(7), lighter(8), lighter(9)]),
        (
            "We would like to stay two nights longer in Tokyo",
            [{"kind": "add_night", "city": "Tokyo", "nights": 2}],
        ),
        ("leave Tokyo a day earlier", [{"kind": "drop_night", "city": "Tokyo"}]),
        ("Please reduce the walking on Saturday", [lighter(8)]),
        ("The kids can't walk that much on day 8", [lighter(8)]),
        ("Can Thursday be less exhausting?", [lighter(6, what="visits")]),
        ("Day 3 and day 4 the other way round", [swap(3, 4)]),
        (
            "swap Nijo Castle and Ginkaku-ji",
            [of("move_item", "Ginkaku-ji", day=7, before_uid="Nijo Castle")],
        ),
        ("let's not go to Miraikan", [of("remove_item", "Miraikan")]),
        ("no zoo please", [of("remove_item", "Ueno Zoo")]),
        (
            "instead of the zoo we would prefer an art museum",
            [of("replace_item", "Ueno Zoo", place_id="tokyo:mori-art-museum")],
        ),
        ("I want sushi on Tuesday evening", [table(4, "dinner", cuisine="sushi")]),
        ("Could dinner on Monday be vegan?", [table(3, "dinner", diet="vegan")]),
        ("no seafood dinner on day 4", []),
        (
            "what about Fushimi Inari on day 9?",
            [{"kind": "add_place", "day": 9, "place_id": "kyoto:fushimi-inari-taisha"}],
        ),
        ("don't move the zoo", [of("lock", "Ueno Zoo")]),
        ("fly home later", [of("set_time", "Flight to Los Angeles", start="20:00:00")]),
        ("I want more time in Kyoto", []),
        ("our flight was moved to 5 April", []),
        ("we will arrive one day later", []),
        (
            "take a train at 2 pm",
            [of("set_time", "Train to Kyoto", start="14:00:00", hour_of="departure")],
        ),
    ],
)
def test_sentences_about_japan(text, wanted):
    assert read("Japan", text) == wanted


@pytest.mark.parametrize(
    "text",
    """hello
thanks, looks great
what is on day 2?
how much walking is there on Thursday?
when is the Freedom Trail open?
is day 2 cheaper than day 3?
lunch 2400 yen
paid $40 for dinner on day 2
ramen was the best meal, but I was exhausted after 3 pm
we walked a lot on Tuesday
the museum was boring
we are vegan
I'm vegetarian
we are four people now
add a child
add Osaka
my budget is 3000 dollars
yes
no
option 2
select 2
the first one
we want to go to Japan in April
remember that I like window seats
what should we take along on day 3?
book the hotel for me
show me the plan
undo
I love museums
two weeks in Kyoto with my wife
tell me about the Freedom Trail
is there a vegan restaurant near the hotel?
my wife has a nut allergy
forget that I am vegan
we spent 30 dollars on a taxi
I had dinner at Giacomo's, it was lovely
why is dinner so late on Tuesday?
Chicago instead of Boston
change Boston to Chicago
no longer vegan
drop the history
no museums
no museums and no long walks
must try sushi
don't want to miss the Eiffel Tower
none of these, too expensive
anything but a hostel
something other than a riad
can we start a day earlier
let's arrive two days earlier
they are all too expensive
our son can't walk far
halal food only
add a day trip to Narnia
I want to see Boston
less walking on Saturday
swap day 2 and 9
move the Freedom Trail to 3 March""".splitlines(),
)
def test_what_asks_for_no_change_of_this_plan_gives_none(text):
    assert read("Boston", text) == []


def test_a_day_trip_of_our_rows_is_added() -> None:
    assert read("Boston", "add a day trip to Salem") == [{"kind": "add_place", "place_id": "boston:salem"}]


def test_anything_but_a_kind_of_stay_changes_one_of_that_kind():
    gone = [of("replace_item", "Aparthotel Adagio Paris Centre Tour Eiffel")]
    assert read("Paris", "anything but an apartment") == gone
    assert read("Paris", "anything but a hostel") == []


def test_hardly_anything_said_of_a_trip_before_there_is_a_plan_is_an_edit():
    """The sentences that facts are read from: what is left asks for a change of the plan too."""
    said = [
        row["say"]
        for path in sorted(CASES.glob("*.json"))
        for row in json.loads(path.read_text(encoding="utf-8"))
        if not row.get("planned")
    ]
    found = [text for text in said if read("Boston", text)]
    assert len(said) > 500
    assert len(found) <= len(said) // 50, found


def test_tomorrow_and_today_are_where_the_traveller_is():
    on_the_way = plan_of("Boston").days[1].date
    assert read("Boston", "less walking tomorrow", today=on_the_way) == [lighter(3)]
    assert read("Boston", "dinner somewhere else tonight", today=on_the_way) == [table(2, "dinner")]
    assert read("Boston", "a vegan dinner", today=on_the_way)[0]["day"] >= 2


def test_every_dinner_is_meant_by_the_plural():
    found = read("Japan", "vegan dinners please")
    assert len(found) > 3 and {row["meal"] for row in found} == {"dinner"}
    assert len({row["day"] for row in found}) == len(found)


@pytest.mark.parametrize(
    "name",
    [name if name in ("Boston", "hired car") else pytest.param(name, marks=pytest.mark.slow) for name in ALL],
)
def test_what_is_read_can_be_applied_or_is_told_why_not(name):
    """The same words over every plan: an answer each time, never an error."""
    said = (
        "swap day 2 and 3. less walking on day 2. a vegan dinner on day 2. one more night. cheaper. "
        "lunch somewhere else. a free afternoon on day 2. start later on day 2. another hotel. "
        "fewer visits on day 1"
    )
    for plan in options(name):
        for edit in read_edits(said, plan, ALL[name], gazetteer(), today=TODAY).edits:
            found = edited(name, edit, plan=plan)
            assert bool(found.sentence) != bool(found.problems)


def test_ways_are_found_by_their_means():
    train = next(one for one in plan_of("Boston").items() if isinstance(one, Leg) and one.mode == "train")
    assert read("Boston", "take a later train")[0]["uid"] == train.title


def test_very_long_and_odd_texts_give_none_quickly():
    assert read("Boston", "swap " * 500) == []
    assert read("Boston", "days" * 200) == []
    assert read("Boston", "move " + "the day " * 100) == []
    assert read("Boston", "") == [] and stay(plan_of("Boston")) and item(plan_of("Boston"), "Freedom")


def test_every_day_is_every_day_also_where_nothing_is_to_be_seen():
    assert read("Braga", "start at 11 every day") == [shift(day, 60) for day in (2, 3, 4, 5)]
