"""A wish is kept as a kind of ours, and said in the words of who has it."""

from __future__ import annotations

import datetime as dt

import pytest

from trips.catalogue.gazetteer import default_gazetteer
from trips.fact_log import change_facts, undo_change
from trips.facts import apply_changes, describe
from trips.facts.interests import liked, said_of
from trips.forms.fact_lists import InterestsForm
from trips.reading import understand
from trips.schemas import Change, TripFacts

TODAY = dt.date(2026, 11, 28)


def told(text: str, facts: TripFacts | None = None) -> TripFacts:
    facts = facts or TripFacts()
    read = understand(text, today=TODAY, gazetteer=default_gazetteer(), facts=facts)
    return apply_changes(facts, read.changes, today=TODAY, gazetteer=default_gazetteer()).facts


def shown(facts: TripFacts) -> dict[str, str]:
    return {line.path: line.text for line in describe(facts)}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("tiles and slow lunches", {"architecture": "tiles", "relaxed": "slow lunches"}),
        ("Canals, gardens and no meat", {"water": "canals", "vegetarian": "no meat"}),
        ("aquariums and gardens, no hills", {"limited_mobility": "no hills", "animals": "aquariums"}),
        ("history and food, a relaxed pace", {}),
    ],
)
def test_the_words_travel_with_the_fact(text, said) -> None:
    assert told(text).said == said


def test_an_interest_is_shown_as_it_was_said_and_kept_as_a_kind() -> None:
    facts = told("tiles and gardens")
    assert facts.interests == ["architecture", "garden"]
    assert shown(facts)["interests"] == "tiles, gardens" and liked(facts) == ["tiles", "gardens"]
    assert said_of(facts) == ["tiles"]


@pytest.mark.parametrize(
    "quote",
    ["yes", "Yes, plan it", "we love tiles", "can’t miss tiles", "tiles, canals and much more of that"],
)
def test_a_sentence_names_no_wish(quote) -> None:
    change = Change(path="interests", op="add", value="architecture", quote=quote)
    facts = apply_changes(TripFacts(), [change], today=TODAY, gazetteer=default_gazetteer()).facts
    assert facts.interests == ["architecture"] and facts.said == {}


def test_what_is_wished_no_longer_has_no_words_and_what_was_known_keeps_its_own() -> None:
    facts = told("buildings", told("I love architecture"))
    assert facts.interests == ["architecture"] and facts.said == {}
    less = Change(path="interests", op="remove", value="architecture")
    left = apply_changes(told("tiles"), [less], today=TODAY, gazetteer=default_gazetteer()).facts
    assert left.interests == [] and left.said == {}


def test_the_form_shows_the_words_and_changes_nothing_that_stays() -> None:
    facts = told("tiles and gardens")
    form = InterestsForm(facts, {"fact-entries": "tiles, music"})
    assert InterestsForm(facts).initial_of(facts) == {"entries": ["tiles", "gardens"]}
    assert form.is_valid()
    assert {(one.op, one.value) for one in form.changes()} == {("remove", "garden"), ("add", "music")}


def test_two_interests_in_the_same_words_stand_and_fall_together() -> None:
    facts = TripFacts(
        interests=["architecture", "history"], said=dict.fromkeys(["architecture", "history"], "tiles")
    )
    form = InterestsForm(facts, {"fact-entries": "tiles"})
    assert liked(facts) == ["tiles"] and form.is_valid() and form.changes() == []
    assert InterestsForm(facts, {"fact-entries": "music"}).is_valid()


@pytest.mark.django_db
def test_an_undone_wish_leaves_no_words_behind(trip) -> None:
    tiles = Change(path="interests", op="add", value="architecture", quote="tiles")
    logged = change_facts(trip, [tiles], by="words", today=TODAY)
    assert logged.facts.said == {"architecture": "tiles"}
    undo_change(trip, logged.changes[0])
    assert (trip.facts.interests, trip.facts.said) == ([], {})
