"""How a day went, read out of plain words, on a plan of three days in Kyoto; today is its second."""

from __future__ import annotations

import datetime as dt
import time

import pytest

from tests.trips.travelling import told
from trips.catalogue.gazetteer import default_gazetteer
from trips.reading.reports import Report, read_reports, read_told, tells_how_it_was

PLAN, FACTS = told("09-kyoto")
FIRST, TODAY, LAST = (day.date for day in PLAN.days)


def read(words: str, today: dt.date = TODAY) -> list[Report]:
    return read_reports(words, PLAN, default_gazetteer(), today=today)


def only(words: str) -> Report:
    (report,) = read(words)
    return report


def test_the_sentence_of_the_issue() -> None:
    report = only("ramen was the best meal, but I was exhausted after 3 pm")
    assert (report.liked, report.disliked, report.energy, report.date) == (("ramen",), (), "low", TODAY)
    assert report.rating is None
    (cause,) = report.causes
    assert (cause.kind, cause.hour, cause.quote) == ("tired", dt.time(15), "I was exhausted after 3 pm")
    assert report.quote == "ramen was the best meal, but I was exhausted after 3 pm"


@pytest.mark.parametrize(
    ("words", "liked", "disliked"),
    [
        ("Not bad at all, the tofu lunch was really tasty.", ["tofu lunch"], []),
        ("it was a great trip", ["the trip"], []),
        ("The whole holiday was too hectic.", [], ["the trip (too hectic)"]),
        ("the day trip was lovely", ["the day"], []),
        ("Great guide! The market was overpriced though.", ["guide"], ["market (overpriced)"]),
        ("The service was slow, but the pasta was to die for.", ["pasta"], ["service (slow)"]),
        ("the guide was not great", [], ["guide"]),
        ("the food wasn't bad", ["food"], []),
        ("we didn't enjoy the market", [], ["market"]),
        ("I was disappointed by the castle", [], ["castle"]),
        ("our room smells of smoke and the bed squeaks", [], ["room", "bed"]),
        ("the waiter forgot our order twice", [], ["waiter"]),
        ("I could have stayed in the castle for hours", ["castle"], []),
        ("what we liked most was the bamboo grove", ["bamboo grove"], []),
        ("the best part was the garden, the worst was the queue", ["garden"], ["queue"]),
        ("Everything was great except the rain", ["the day"], ["rain"]),
        ("We went to Nijo Castle and it was amazing.", ["Nijo Castle"], []),
        ("Nishiki Market was a tourist trap", [], ["Nishiki Market (a tourist trap)"]),
        ("had the best sushi of our lives at the market", ["sushi"], []),
        ("would definitely go again to the tea house", ["tea house"], []),
        ("The museum was boring for the kids but they adored the monkeys", ["monkeys"], ["museum (boring)"]),
        ("Best day so far", ["the day"], []),
        ("it could have been better", [], ["the day"]),
        ("everything was fine", ["the day"], []),
        ("Today was okay", ["the day"], []),
        ("everything went wrong today", [], ["the day"]),
        ("the tour went as planned", ["tour"], []),
        ("it was a bit much", [], ["the day (a bit much)"]),
        ("could live without the market", [], ["market (could live without)"]),
        ("the bamboo grove blew our minds", ["bamboo grove"], []),
        (
            "the castle was overwhelming but the tea house afterwards was lovely",
            ["tea house"],
            ["castle (overwhelming)"],
        ),
        ("5 stars for the gardens", ["gardens"], []),
        ("we give 2/5 to the breakfast", [], ["breakfast"]),
        ("we skipped the castle because it was too far", [], ["castle (too far)"]),
        ("we paid 2000 yen for the tea ceremony and it was wonderful", ["tea ceremony"], []),
        ("the garden was lovely, can we see more of those?", ["garden"], []),
        ("taxi 20 euros, way too expensive", [], ["taxi (too expensive)"]),
        ("The temples and the gardens were lovely", ["temples", "gardens"], []),
        ("We loved the temples, the gardens and the tea", ["temples", "gardens", "tea"], []),
    ],
)
def test_what_was_liked_and_what_not(words: str, liked: list[str], disliked: list[str]) -> None:
    found = read(words)
    assert [name for one in found for name in one.liked] == liked
    assert [name for one in found for name in one.disliked] == disliked


@pytest.mark.parametrize(
    ("words", "skipped"),
    [
        ("we skipped the castle because it was closed", ("castle (closed)",)),
        ("didn't make it to the market", ("market",)),
        ("Kiyomizu we didn't manage", ("Kiyomizu",)),
        ("the garden was shut", ("garden (shut)",)),
        ("we didn't skip the castle", ()),
        ("dropped 200 bucks on a kimono", ()),
    ],
)
def test_what_was_left_out(words: str, skipped: tuple[str, ...]) -> None:
    assert [name for one in read(words) for name in one.skipped] == list(skipped)


@pytest.mark.parametrize(
    ("words", "energy"),
    [
        ("exhausted", "low"),
        ("We were wiped out after lunch and took a nap", "low"),
        ("I've never been so tired in my life", "low"),
        ("grandma couldn't keep up", "low"),
        ("Slept badly", "low"),
        ("a bit tired today but happy", "medium"),
        ("I wasn't tired at all, could have gone on.", "high"),
        ("nobody was tired", "high"),
        ("no energy left for the evening", "low"),
        ("we were sick of temples by the end", ""),
        ("the pasta was lovely", ""),
    ],
)
def test_strength(words: str, energy: str) -> None:
    assert only(words).energy == energy


@pytest.mark.parametrize(
    ("words", "rating"),
    [("4/5", 4), ("8/10 for the garden", 4), ("It was a perfect day, 5 stars", 5), ("I'd rate it 3", 3),
     ("two out of five", 2), ("We rated the day 3", 3), ("★★★★ lovely", 4), ("A fine day, 4 of 5.", 4),
     ("Die Gärten waren schön.", None)],
)  # fmt: skip
def test_ratings(words: str, rating: int | None) -> None:
    assert next((one.rating for one in read(words) if one.rating), None) == rating


def test_each_day_gets_its_own_words() -> None:
    first, second = read("Yesterday was wonderful, we loved Kiyomizu-dera. Today was too rushed.")
    assert (first.date, first.liked, first.item_uid) == (FIRST, ("Kiyomizu-dera", "the day"), "visit-5")
    assert (second.date, [cause.kind for cause in second.causes]) == (TODAY, ["pace"])


@pytest.mark.parametrize(
    ("words", "date"),
    [
        ("on Friday we were knackered by 4", FIRST),
        ("Day 1 was hectic", FIRST),
        ("the first day was too long", FIRST),
        ("last night's dinner was superb", FIRST),
        ("on the 19th we loved the temple", FIRST),
        ("this morning was lovely", TODAY),
    ],
)
def test_the_day_that_is_meant(words: str, date: dt.date) -> None:
    assert only(words).date == date


def test_the_item_by_part_of_its_name_or_its_meal() -> None:
    items = {item.uid: item.title for item in PLAN.items()}
    assert "Kiyomizu" in items[only("Kiyomizu was magical").item_uid]
    lunch, dinner = read("dinner was disappointing, lunch was amazing")
    assert (lunch.item_uid, dinner.item_uid) == ("meal-18", "meal-24")
    assert only("The ryokan was spotless").item_uid == "stay-2"


def test_a_trip_that_is_over_is_told_of_its_last_day_and_of_the_day_named() -> None:
    after = LAST + dt.timedelta(days=2)
    (report,) = read("the garden was lovely", after)
    assert report.date == LAST
    (report,) = read("On day 2 we were worn out", after)
    assert report.date == TODAY


def test_before_the_first_day_nothing_is_told() -> None:
    assert read("I was exhausted", FIRST - dt.timedelta(days=1)) == []


@pytest.mark.parametrize(
    "words",
    [
        "Can we do less walking tomorrow?",
        "thanks, that's great",
        "Good idea",
        "I love museums",
        "we love history and food",
        "make it four people",
        "is the hotel good?",
        "I hope it will be lovely",
        "Would it be too tiring?",
        "if we are tired we stay in",
        "Last year we were in Rome and hated it",
        "lunch 2400 yen",
        "swap day 2 and 3",
        "no crowds, no rain",
        "",
        "/feedback",
        "x" * 5000,
    ],
)
def test_what_is_no_report(words: str) -> None:
    assert not tells_how_it_was(words, PLAN, default_gazetteer(), today=TODAY)


@pytest.mark.parametrize(
    ("words", "kinds"),
    [
        ("My feet hurt, too much walking today.", {"walking"}),
        ("it rained all day and we were soaked", {"weather"}),
        ("Queued for two hours at Kiyomizu", {"crowds"}),
        ("We felt that the schedule was too packed", {"pace"}),
        ("Breakfast was too early", {"early"}),
        ("The kids were bored at the museum", {"bored"}),
        ("My dad's knees couldn't take the stairs", {"walking"}),
        ("the crowds were too much", {"crowds"}),
        ("everything is too expensive", {"price"}),
        ("it wasn't crowded and not rushed, lovely", set()),
    ],
)
def test_causes(words: str, kinds: set[str]) -> None:
    assert {cause.kind for one in read(words) for cause in one.causes} == kinds


def test_quotes_are_the_travellers_words() -> None:
    words = "what a day! amazing food, friendly people, but my legs are killing me"
    for report in read(words):
        assert report.quote in words
        assert all(cause.quote in words for cause in report.causes)


@pytest.mark.parametrize(
    ("words", "liked", "disliked", "kinds"),
    [
        ("We walked way too much", [], ["so much walking"], {"walking"}),
        ("I don't think the kids liked the museum", [], ["museum"], set()),
        ("I'd have liked more time at Kiyomizu", ["Kiyomizu"], [], {"pace"}),
        ("We didn't have enough time at the temple", [], ["the pace"], {"pace"}),
        ("Kiyomizu: 5/5. Lunch: 2/5.", ["Kiyomizu"], ["Lunch"], set()),
        ("tonight's dinner was the highlight", ["dinner"], [], set()),
        ("mum enjoyed the garden, dad less so", ["garden"], [], set()),
        ("I got a bit sunburnt but the beach was heaven", ["beach"], [], set()),
        ("The staff couldn't have been nicer", ["staff"], [], set()),
        ("My wife twisted her ankle and can't walk much", [], ["so much walking"], {"walking"}),
        ("Loved, loved, loved the bamboo grove!", ["bamboo grove"], [], set()),
        ("The food here is incredible", ["food"], [], set()),
        ("The pace was perfect", ["pace"], [], set()),
        ("Nothing to complain about, everything went smoothly", ["the day"], [], set()),
    ],
)
def test_other_ways_to_say_it(words: str, liked: list[str], disliked: list[str], kinds: set[str]) -> None:
    found = read(words)
    assert [name for one in found for name in one.liked] == liked
    assert [name for one in found for name in one.disliked] == disliked
    assert {cause.kind for one in found for cause in one.causes} - {"tired"} == kinds


@pytest.mark.parametrize(
    "words",
    [
        "did not like nothing",
        "nothing was bad",
        "I didn't dislike anything",
        "there was nothing we didn't like",
        "nothing went wrong",
        "nothing bad to say",
        "we have nothing bad to say about the hotel",
        "no complaints",
        "no one got sick, thank god",
    ],
)
def test_a_denied_complaint_names_no_thing(words: str) -> None:
    assert [name for one in read(words) for name in (*one.disliked, *one.liked)] == []


@pytest.mark.parametrize(
    ("words", "liked", "disliked"),
    [
        ("We hated the tempura, too greasy", [], ["tempura (too greasy)"]),
        ("Hated the tempura! The tempura was greasy.", [], ["tempura (greasy)"]),
        ("we loved the garden and the garden was beautiful", ["garden"], []),
        ("nothing was good", [], ["the day"]),
        ("we liked nothing", [], ["the day"]),
        ("too hot at noon", [], ["heat"]),
        ("too humid to walk", [], ["heat"]),
        ("too many people at the market", [], ["market (crowded)"]),
        ("too much for grandma", [], []),
        ("The guide was anything but boring", ["guide"], []),
        ("The sushi left a lot to be desired", [], ["sushi"]),
        ("the view blew us away", ["view"], []),
        ("the children were not interested in the museum", [], ["museum"]),
        ("we've seen enough shrines", [], ["shrines"]),
        ("delicous ramen, amzing garden", ["ramen", "garden"], []),
        ("we tried the ramen and it was delicious", ["ramen"], []),
        ("Ramen: 10/10, museum: 3/10", ["Ramen"], ["museum"]),
        ("food 5 stars, hotel 2 stars", ["food"], ["hotel"]),
        ("ramen = best meal", ["ramen"], []),
        ("the baby wouldn't sleep, I love my baby", [], []),
        ("the guide didn't let us down", ["guide"], []),
        ("we weren't disappointed", ["the day"], []),
        ("we loved everything, nothing to change", ["the day"], []),
        ("Thank you for the plan, it was a lovely day", ["the day"], []),
        ("the boat trip made half of us seasick", [], ["boat trip (made ill)"]),
        ("Dinner was dissapointing, the tempel was beautyful", ["tempel"], ["Dinner"]),
        ("we got into trouble at the market", [], []),
        ("Friday: great. Saturday: too crowded", ["the day"], ["the day (too crowded)"]),
        ("I'd love another temple like that one", [], []),
    ],
)
def test_things_are_named_once_and_are_things(words: str, liked: list[str], disliked: list[str]) -> None:
    found = read(words)
    assert [name for one in found for name in one.liked] == liked
    assert [name for one in found for name in one.disliked] == disliked


@pytest.mark.parametrize(
    "words", ["exausted", "so tierd today", "exhuasted after the hike", "the baby wouldn't sleep", "zonked"]
)
def test_strength_in_other_spellings_and_words(words: str) -> None:
    assert only(words).energy == "low"


def test_things_rated_differently_leave_the_day_unrated() -> None:
    assert {one.rating for one in read("food 5 stars, hotel 2 stars")} == {None}
    assert [one.rating for one in read("food 5 stars, hotel 2 stars. I'd rate the day 4")] == [4]


@pytest.mark.parametrize(
    ("words", "liked", "disliked"),
    [
        ("The food wasn't great but the view was.", ["view"], ["food"]),
        ("Loved the sushi place, hated the karaoke.", ["sushi place"], ["karaoke"]),
        ("neither the castle nor the market was worth it", [], ["castle", "market"]),
        ("I thought I'd hate the temple but it was actually lovely", ["temple"], []),
        ("I wouldn't say the castle was bad, just crowded", ["castle"], ["castle (crowded)"]),
        ("The tea ceremony was the opposite of relaxing", [], ["tea ceremony"]),
        ("The ryokan lost our booking, absolute nightmare", [], ["ryokan"]),
        ("Today we did the castle in the morning (amazing) and the market in the afternoon (meh)",
         ["castle"], []),
        ("We spent 40 euros on lunch and it was worth every cent", ["lunch"], []),
        ("don't get me wrong, the temple is pretty, but it's way too touristy",
         ["temple"], ["temple (too touristy)"]),
        ("Our guide Kenji was brilliant, though the pace was a bit fast for mum",
         ["guide Kenji"], ["pace (a bit fast)"]),
        ("what a day! the garden? absolutely stunning", ["garden", "the day"], []),
        ("We're having the time of our lives", ["the day"], []),
        ("We took the boat tour, which was fun", ["boat tour"], []),
    ],
)  # fmt: skip
def test_contrasts_and_what_is_meant(words: str, liked: list[str], disliked: list[str]) -> None:
    found = read(words)
    assert [name for one in found for name in one.liked] == liked
    assert [name for one in found for name in one.disliked] == disliked


@pytest.mark.parametrize(
    "words",
    [
        "If we get tired we'll skip the museum.",
        "My sister says Kiyomizu is overrated.",
        "tripadvisor says the castle is overrated and rude",
        "My friend Anna told me the market is a tourist trap.",
        "Would the castle have been better in the morning?",
        "Maybe the garden is nice in spring.",
        "Tomorrow should be great!",
        "I was worried about the crowds",
        "dropped 200 bucks on a kimono",
        "On Sunday we will visit the castle and I'm sure it'll be fantastic",
        "only 3 days left",
        "put Kinkaku-ji at the top of the list",
    ],
)
def test_what_is_supposed_of_others_to_come_or_spent_is_no_report(words: str) -> None:
    assert not tells_how_it_was(words, PLAN, default_gazetteer(), today=TODAY)


def test_what_was_told_and_not_understood_comes_back_in_its_words() -> None:
    told_of = read_told("The ramen was great. Kenji juggles", PLAN, default_gazetteer(), today=TODAY)
    assert told_of.reports[0].liked == ("ramen",) and told_of.unread == ("Kenji juggles",)


def test_what_names_no_day_is_of_the_day_told_of_before() -> None:
    first, *others = read("Kiyomizu-dera was packed. The monks were lovely though")
    assert (first.date, others) == (FIRST, []) and first.liked == ("monks",)


@pytest.mark.parametrize(
    ("words", "date"), [("the ramen was great", LAST), ("Menbakaichidai was great", TODAY)]
)
def test_a_dish_is_of_today_and_a_table_by_its_name_of_its_own_day(words: str, date: dt.date) -> None:
    (report,) = read(words, LAST)
    assert report.date == date


def test_the_only_castle_is_meant_on_whatever_day_it_is() -> None:
    titles = {item.uid: item.title for item in PLAN.items()}
    assert "Bamboo" in titles[only("the bamboo grove was magical").item_uid]


def test_a_long_message_is_read_in_half_a_second() -> None:
    words = (
        "The castle was a letdown, my feet are killing me and we skipped the market because it was closed. "
    )
    begun = time.process_time()
    assert read(words * 200)
    assert time.process_time() - begun < 1.5  # 0.3 s on an idle machine
