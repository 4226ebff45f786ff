"""What people say while they plan, and that nothing durable comes of it."""

from __future__ import annotations

import pytest

from memory.spoken import told_for


@pytest.mark.parametrize(
    "sentence",
    [
        # of this plan
        "I prefer the earlier flight.", "Not a fan of the second day.", "Hate the flight times.",
        "We love Boston already!", "This plan makes me nervous.", "These prices make me dizzy.",
        "The queue at the museum scares me.", "I don't eat at the hotel on day 2.", "I prefer Thursday.",
        "We prefer April.", "I hate Monday's programme.", "I can't eat there, it's closed.",
        "We can only stay until noon.", "I only eat at places you recommend.",
        "We'd rather see Nara than Osaka.",
        "I never pay online with that site.", "I am afraid of missing the connection.",
        "We are scared of being late for the flight.", "My feet hurt after yesterday's walk.",
        "I quit the app by mistake.", "I gave up looking for hotels.", "Big fan of your work.",
        # over
        "I used to be vegetarian.", "I was vegetarian for two years.", "As a kid I was afraid of dogs.",
        "I would never have found that myself.", "I'd never been to Boston before last year.",
        "I'm vegan for January.",
        # somebody else's words, and games
        'He said "I am allergic to fish" and everybody laughed.', "In the movie she says: I hate Paris.",
        "Assume we have two kids.", "Pretend my name is Bond.", "Imagine I work for NASA.",
        "It says I live in Leeds.", "You wrote that I'm vegan.", "Don't write that I hate flying.",
        "Tell the hotel that we have two kids.", "I am a doctor of nothing, lol.",
        # of one day, and of work
        "My son has an exam on the 14th.", "My brother is picking us up.", "My daughter is asleep.",
        "My sister loves the idea.", "I need a visa for Japan.",
        "We have one child ticket too many.", "I study the map every evening.",
        "I teach on Friday until noon.",
        "My boss likes Boston.", "My office is closed that week.", "My boss wants me back on Monday.",
        "Our company loved it there.", "Expense is not an issue on the last night.",
        "The museum reimbursed us.", "Our policy number is 12345.", "I know English hotels are small.",
    ],
)  # fmt: skip
def test_nothing_lasting_is_told(sentence: str) -> None:
    assert told_for(sentence) == ""


@pytest.mark.parametrize(
    "sentence",
    [
        "I prefer early flights.", "I hate flight delays.", "The heat makes me dizzy.", "I never eat late.",
        "I'm afraid of heights.", "I prefer trains to planes.",
        "I'd rather take a night train than a plane.",
        "Money is no object.", "I've stopped drinking coffee.", "I quit smoking.",
        "My feet hurt on long walks.", "I'm allergic to fish, said my doctor.", "I was born in Leeds.",
        "My sister loves trains.", "My passport is Canadian.", "We have two kids.", "I study law in Ghent.",
        "I teach at a school.", "My boss insists on economy.", "Our company only pays for trains.",
        "We get reimbursed by the company.", "I can expense taxis.", "Our policy is economy only.",
        "I speak English and Dutch.", "I was vegan but now I eat fish.",
    ],
)  # fmt: skip
def test_what_looks_like_it_and_lasts(sentence: str) -> None:
    assert told_for(sentence)


@pytest.mark.parametrize("sentence", ["I work for Acme.", "My employer is Acme.", "I'm employed by Acme."])
def test_an_employer_is_one(sentence: str) -> None:
    assert told_for(sentence) == "company employer"
