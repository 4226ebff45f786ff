"""How a wish is said: in the words of who has it, else in our own."""

from __future__ import annotations

import string

from trips.catalogue.diets import in_words as spelt
from trips.schemas import Change, TripFacts

#: Facts that are kept as a kind of ours, and said in other words.
KEPT_AS_A_KIND = frozenset("interests pace dietary access wishes".split())
#: All that is wished, in the order in which it is repeated.
_WISHED = ("interests", "pace", "cuisines", "dietary", "access", "avoid", "wishes")
#: A quote of more words, or with one of these, is a sentence and names nothing.
_MOST_WORDS = 3
_OF_A_SENTENCE = frozenset(
    "a all and any are be but can do for fine good great i is it just let like love me my need of ok okay "
    "on or our plan please sure that the they this to us want we with would yes you your not never cannot "
    "has have eat eats use uses".split()
)
_AROUND_WORDS = string.punctuation + "“”‘’…–—"

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
    told = [word for one in change.quote.casefold().split() if (word := one.strip(_AROUND_WORDS))]
    if change.path not in KEPT_AS_A_KIND or not 0 < len(told) <= _MOST_WORDS or _tells(told):
        return ""
    words, value = " ".join(told), str(change.value).casefold()
    return "" if words in (value, f"{value} pace", in_words(value), value.replace("_", " ")) else words


def _tells(words: list[str]) -> bool:
    return any(word in _OF_A_SENTENCE or word.replace("’", "'").endswith("n't") for word in words)


def said_as(facts: TripFacts, path: str, value: str) -> str:
    """A wish as it was said, else in words of ours: "tiles", "relaxed pace", "gluten-free", "no nuts"."""
    if words := facts.said.get(value):
        return words
    if path == "interests":
        return in_words(value)
    allergen = value.removeprefix("allergy:").strip()
    if path == "avoid" or allergen != value:
        return f"no {allergen}"
    return f"{value} pace" if path == "pace" else spelt(value)


def wishes(facts: TripFacts) -> list[tuple[str, str]]:
    """Each wish with the fact it belongs to."""
    values = {path: getattr(facts, path) for path in _WISHED} | {"pace": filter(None, [facts.pace])}
    return [(path, value) for path in _WISHED for value in values[path]]


def liked(facts: TripFacts) -> list[str]:
    """All interests, as they were said."""
    return list(dict.fromkeys(said_as(facts, "interests", one) for one in facts.interests))


def said_of(facts: TripFacts) -> list[str]:
    """Those that have words of their own."""
    return [facts.said[one] for one in facts.interests if one in facts.said]


def with_words(before: TripFacts, facts: TripFacts, change: Change) -> dict[str, str]:
    """What is called how after a change: nothing any more that is no longer wished."""
    said, new = still_said(before.said, facts), str(change.value).casefold()
    fresh = new in _kept(facts) - _kept(before)
    return said | {new: words} if fresh and (words := words_of(change)) else said


def still_said(said: dict[str, str], facts: TripFacts) -> dict[str, str]:
    """Without the words of what is no longer wished."""
    return {value: words for value, words in said.items() if value in _kept(facts)}


def _kept(facts: TripFacts) -> set[str]:
    return {value for path, value in wishes(facts) if path in KEPT_AS_A_KIND}
