"""Beside a chosen plan, talk, reports, questions, expenses and errands leave the facts as they are."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from trips.catalogue.gazetteer import default_gazetteer
from trips.facts import apply_changes
from trips.reading import understand
from trips.schemas import TripFacts

#: What is known of each trip, the day it is said on, and what is said.
TRIPS: dict[str, tuple[str, str]] = {
    "japan": (
        "Japan for 2 weeks from 20 March 2027, Tokyo, Kyoto, 2 adults from Berlin, temples, 6000 EUR",
        "2027-03-24",
    ),
    "new_york": (
        "New York, 12–16 April 2027, from Chicago, 2 adults, children 6 and 9, 4000 dollars, no museums",
        "2027-01-11",
    ),
    "vienna": (
        "Vienna 5–7 March 2027, 2 adults from Munich, 900 EUR",
        "2027-02-20",
    ),
    "morocco": (
        "Marrakesh and Fes 4–12 October 2027, 2 adults from Paris, 3000 EUR",
        "2027-10-07",
    ),
    "italy": (
        "Rome, Florence, Venice 1–10 June 2027, 2 adults from London, 4000 GBP",
        "2027-04-01",
    ),
}
TALK: dict[str, list[str]] = {
    "japan": [
        "see you on monday!",
        "what a day, we walked 20000 steps yesterday",
        "it rained on tuesday but the temple was lovely",
        "we'll be back at the hotel by 10 tonight",
        "happy easter to you, it's sunday after all",
        "our neighbours fly home on 30 march",
        "the ryokan wants us to arrive before 6 pm on saturday",
        "the garden is closed until 1 april",
        "cherry blossoms start on 25 march they say",
        "the museum was fine but the onsen was the highlight",
        "a family from Osaka invited us to dinner",
        "someone from Hamburg told us about a great sushi place",
        "we ran into old friends from Rome",
        "the shuttle leaves at 9 on friday",
        "the kids are asleep already, good night",
        "there was a concert in the park today",
        "taxi to the station 2400 yen",
        "I paid 80 euros for two tickets to the opera",
        "we took the train to Nara yesterday",
        "our friends rented a car, crazy",
        "breakfast at the hotel was 15 euros each",
        "is there a hostel near the station?",
        "are there any vegan restaurants around here?",
        "which museum is open on monday",
        "do we need cash on thursday?",
        "can you tell me what we do on friday",
        "how long is the train ride on the 27th",
        "hello again, day three and still alive",
        "thanks, that was a good tip!",
        "my sister lives in Prague",
        "greetings from Tokyo",
        "weather is awful today",
        "I have a headache since yesterday",
        "they open at 9 tomorrow",
        "we finally slept well last night",
        "2 hours in the queue for the tower",
        "three days of rain, oh well",
        "the flight on 3 april was moved to terminal 2",
        "my boss wants me back in the office on 5 april",
        "we are sitting in a jazz bar",
        "we are waiting for the bus to the zoo",
        "what shall we wear on saturday?",
        "I bought a ticket for the museum on friday",
        "two people from our hotel got sick",
        "there are 12 of us in the tour group today",
        "the waiter was allergic to smiling",
        "the soup had peanuts in it",
        "the restaurant is vegetarian",
        "the guide said the castle is closed on mondays",
        "we were in Seville last spring",
        "let me know by tomorrow",
        "I will tell you on sunday",
        "we're meeting the guide on friday",
        "how much did we spend until yesterday",
        "wish us luck for tomorrow",
        "today was slow and relaxed",
        "the pace of the tour group was too fast for grandma",
        "the hotel is cheap but clean",
        "luxury hotel lobby, what a view",
        "our room is on the 5th floor",
        "we moved to a different room on tuesday",
    ],
    "new_york": [
        "the visa interview is on 3 march",
        "we get paid on 1 april so we book then",
        "school ends on 9 april here",
        "check in opens on 11 april",
        "the passport office needs 3 weeks",
        "I will call the airline on monday",
        "please remind me on 1 april about the tickets",
        "the deposit is due on 15 march",
        "Tom's birthday party is on 20 march",
        "can you book the museum for 14 april",
        "my mother-in-law watches the dog from 12 to 16 april",
        "the sale ends on 31 january",
        "flights get dearer after 1 february",
        "we ordered new suitcases, they come in 3 days",
        "the weather in april should be nice",
        "in march we have a lot of work",
        "we were there in May 2019",
        "the hotel gives free cancellation until 5 april",
        "our flight was moved, it lands at 6:40 pm on april 12",
        "I am off work from 10 april",
        "grandma sends 200 dollars for the kids",
        "our travel insurance is valid for 30 days",
        "have you had a good weekend?",
        "we had 2 weeks of snow here",
        "what is the temperature in mid april",
        "the Lion King ticket costs 120 dollars",
        "the kids have piano on tuesday",
    ],
    "vienna": [
        "we should buy the tickets on monday",
        "the concert hall confirmed our seats",
        "see you in march",
        "the train to Vienna takes 4 hours",
        "I heard the coffee houses in Vienna are great",
        "a colleague recommended a wine bar",
        "our friends Anna and Tom are also in Vienna that weekend",
        "what time does the opera start on saturday",
        "is sunday a public holiday?",
        "hi there",
        "good morning",
        "how are you?",
        "nice weather for a weekend",
    ],
    "morocco": [
        "the medina was crowded on wednesday",
        "the driver wants 400 dirham for the trip to the desert",
        "tomorrow is market day",
        "we ate couscous on friday like everybody here",
        "our riad has a pool",
        "the hammam was wonderful",
        "what day is it today",
        "only 3 days left, so sad",
        "5 days to go",
        "our guide has two children, 6 and 9",
        "a couple from Munich sat next to us",
        "we haggled for an hour, 30 euros",
    ],
    "italy": [
        "we book the flights in march",
        "we'll decide by 1 may",
        "the ferry runs until september",
        "the kids' exams end on 28 may",
        "the wedding of my cousin is in july",
    ],
}
AFTERWARDS = [
    "how was the trip in the end",
    "we are home since sunday",
    "that was the best weekend of the year",
]

#: With a day in them, any of which may be put in.
WITH_A_DAY = [
    "see you {day}",
    "good night, until {day}",
    "nothing spent {day}",
    "remind me to call the hotel {day}",
    "my mother arrives {day}",
    "the museum is closed {day}",
    "what is planned {day}?",
    "our neighbours fly home {day}",
    "it may rain {day}",
    "I have to pay the rent {day}",
    "the pool opens at 8 {day}",
    "we meet the guide {day}",
    "our friends left {day}",
    "is the market open {day}?",
    "the kids have school {day}",
]
DAYS = [
    "tomorrow",
    "today",
    "on friday",
    "on sunday",
    "on 5 april",
    "on the 28th",
    "on 2 May",
    "next monday",
    "by 1 april",
]


def _known(trip: str) -> TripFacts:
    said, first = TRIPS[trip][0], dt.date(2026, 11, 22)
    read = understand(said, today=first, gazetteer=default_gazetteer())
    return apply_changes(TripFacts(), read.changes, today=first, gazetteer=default_gazetteer()).facts


def _after(facts: TripFacts, say: str, today: dt.date) -> TripFacts:
    gazetteer = default_gazetteer()
    read = understand(say, today=today, gazetteer=gazetteer, facts=facts, planned=True)
    return apply_changes(facts, read.changes, today=today, gazetteer=gazetteer).facts


@pytest.mark.parametrize(("trip", "say"), [(trip, say) for trip, said in TALK.items() for say in said])
def test_talk_changes_no_fact(trip: str, say: str) -> None:
    facts = _known(trip)
    assert _after(facts, say, dt.date.fromisoformat(TRIPS[trip][1])) == facts


@pytest.mark.parametrize("say", AFTERWARDS)
def test_after_the_last_day_talk_changes_no_fact(say: str) -> None:
    facts = _known("vienna")
    assert _after(facts, say, dt.date(2027, 3, 9)) == facts


@given(
    trip=st.sampled_from(list(TRIPS)),
    pattern=st.sampled_from(WITH_A_DAY),
    day=st.sampled_from(DAYS),
    ahead=st.integers(-60, 12),
)
@settings(max_examples=150, deadline=None)
def test_no_day_in_talk_moves_the_trip(trip: str, pattern: str, day: str, ahead: int) -> None:
    facts = _known(trip)
    today = facts.dates.start + dt.timedelta(days=ahead)
    assert _after(facts, pattern.format(day=day), today) == facts


def test_what_is_asked_for_is_still_an_answer() -> None:
    facts = _known("italy")
    read = understand(
        "on 5 june",
        today=dt.date(2027, 4, 1),
        gazetteer=default_gazetteer(),
        facts=facts,
        asked=["dates"],
        planned=True,
    )
    assert [change.path for change in read.changes] == ["dates.start"]
