"""How a wish is said: in the words of who has it, else in our own."""

from __future__ import annotations

import re

from trips.schemas import Change, TripFacts

#: Facts that are kept as a kind of ours, and said in other words.
KEPT_AS_A_KIND = frozenset("interests pace dietary access wishes".split())
#: A quote of more words, or with one of these, is a sentence and names nothing.
_MOST_WORDS = 3
_OF_A_SENTENCE = frozenset(
    "a all and any are be but can do for fine good great i is it just let like love me my need of ok okay "
    "on or our plan please sure that the they this to us want we with would yes you your".split()
)
_WORD = re.compile(r"[^\W_]+(?:[-’'][^\W_]+)*")

#: Interests told in the singular and liked in the plural.
COUNTED_INTERESTS = frozenset(
    "garden temple museum walk view park market castle church mosque palace shrine beach animal book spa "
    "gallery hike bar café cafe festival show concert lake mountain island waterfall".split()
)


def in_words(interest: str) -> str:
    """As people say what they like: "garden" → "gardens", "walk" → "walks", "food" stays."""
    if interest == "religion":
        return "sacred sites"
    if interest not in COUNTED_INTERESTS:
        return interest
    if interest.endswith("y"):
        return f"{interest[:-1]}ies"
    return f"{interest}es" if interest.endswith("ch") else f"{interest}s"


def words_of(change: Change) -> str:
    """What the traveller calls what a change sets: "tiles"; "" where the quote is a sentence, or says the
    value itself."""
    told = _WORD.findall(change.quote.casefold())
    if change.path not in KEPT_AS_A_KIND or not 0 < len(told) <= _MOST_WORDS or _OF_A_SENTENCE & {*told}:
        return ""
    words, value = " ".join(told), str(change.value).casefold()
    return "" if words in (value, f"{value} pace", in_words(value), value.replace("_", " ")) else words


def as_said(facts: TripFacts, value: str) -> str:
    """An interest, as it was said."""
    return facts.said.get(value) or in_words(value)


def liked(facts: TripFacts) -> list[str]:
    """All interests, as they were said."""
    return [as_said(facts, one) for one in facts.interests]


def said_of(facts: TripFacts) -> list[str]:
    """Those that have words of their own."""
    return [facts.said[one] for one in facts.interests if one in facts.said]


def with_words(before: TripFacts, facts: TripFacts, change: Change) -> dict[str, str]:
    """What is called how after a change: nothing any more that is no longer wished."""
    had, kept = _kept(before), _kept(facts)
    said = {value: words for value, words in before.said.items() if value in kept}
    new = str(change.value).casefold()
    return said | {new: words} if new in kept - had and (words := words_of(change)) else said


def _kept(facts: TripFacts) -> set[str]:
    return {*facts.interests, *facts.dietary, *facts.access, *facts.wishes, facts.pace or ""}
