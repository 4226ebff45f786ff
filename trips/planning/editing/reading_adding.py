"""Words about what comes in: a place by its name, or one of a kind."""

from __future__ import annotations

import re

from trips.catalogue.matching import significant
from trips.planning.editing.counted_things import counted_thing
from trips.planning.editing.edits import AddPlace, Edit
from trips.planning.editing.phrases import Phrase, Reader, hour_said
from trips.planning.editing.reading_moves import part_of_day
from trips.planning.editing.reading_places import SOMETHING, plain_name
from trips.planning.editing.thing_words import MEAL_WORDS
from trips.planning.wishes import names_of
from trips.understanding.counting import ORDINALS

_ADD = re.compile(
    r"\b(?:add|include|put\s+in|fit\s+in|squeeze\s+in|work\s+in|slot\s+in|insert)\s+(.+)$", re.I
)
#: What was taken out before; "bring dinner back an hour" is of its hour.
BACK = re.compile(
    r"\b(?:put|bring|add)\s+(?:back\s+(?:in\s+)?(?P<last>.+)$|(?P<first>.+?)\s+back"
    r"(?=\s*(?:$|[,.!?]|(?:in|into|on|please|tomorrow|after\s+all)\b)))",
    re.I,
)
#: "Something else than the zoo" names what shall not come in.
_NOT_THAT = re.compile(
    r"\b(?:else|other|rather|different)\s+(?:than|from|to)\b|\b(?:anything|everything)\s+(?:but|except)\b",
    re.I,
)
_GO = re.compile(
    r"\b(?:visit|see|go\s+to|stop\s+(?:by|at)|want|try|do|check\s+out|have\s+time\s+for|how\s+about|"
    r"what\s+about)\s+(.+)$",
    re.I,
)
#: "The Belvedere and a coffee house after it" are two things.
_AND_ANOTHER = re.compile(
    r"(?:\s*,)?\s+(?:and|plus|then|&)\s+(?:then\s+)?(?=(?:an?|another|some|the)\s)", re.I
)
_BESIDE_IT = re.compile(
    r"\s+(?:right\s+|straight\s+|just\s+|shortly\s+)?(?:after(?:wards?)?|before|beside|next\s+to|near|close\s+to)"
    r"(?:\s+(?:it|that|this|there|them))?$",
    re.I,
)
#: "The last visit", "our first visit": no verb.
_A_NOUN = re.compile(rf"\b(?:the|our|a|that|this|{'|'.join(ORDINALS)}|last|next|final)\s+$", re.I)
_PEOPLE = re.compile(
    r"\b(?:person|people|travell?ers?|adults?|child(?:ren)?|kids?|friends?|wife|husband|mother|father|"
    r"mum|mom|dad|"
    r"grand\w+|bab(?:y|ies)|nights?|days?|rooms?|cities|city|countr\w+|budget|note)\b",
    re.I,
)
#: "A jazz club", "another museum": any one of a kind, in small letters.
_ONE_OF_A_KIND = re.compile(
    r"^(?:an?|another|one\s+more|some(?:\s+other)?|any)\s+(?:other\s+|nice\s+|good\s+|more\s+)*"
    r"(?P<kind>(?-i:[a-z])[\w '&-]+)$",
    re.I,
)
_KIND_OF_TRIP = re.compile(
    r"\b(?:trips?|tours?|excursions?|flights?|trains?|hours?|times?|breaks?|rest)\b", re.I
)


def _whole_name(reader: Reader, name: str) -> bool:
    place = reader.things.listed(name)
    return bool(place) and any(significant(one) == significant(name) for one in names_of(place))


def read_adding(reader: Reader, phrase: Phrase) -> list[Edit]:
    if _NOT_THAT.search(phrase.text):
        return []
    if back := BACK.search(phrase.text):
        said = (back["first"] or back["last"]) + phrase.text[back.end() :]
        return (
            []
            if MEAL_WORDS.search(said)
            else _one_added(reader, phrase, said, reader.day(phrase), asked=True)
        )
    match, asked = _ADD.search(phrase.text), True
    if not match:
        match, asked = _GO.search(phrase.text), False
    if not match or (not asked and _A_NOUN.search(phrase.text[: match.start()])):
        return []
    day = reader.day(phrase)
    parts = _AND_ANOTHER.split(match[1])
    if len(parts) > 1 and asked and not reader.things.listed(plain_name(reader, match[1]), day or None):
        named = [_one_added(reader, phrase, part, day, asked=asked) for part in parts]
        return [edit for found in named for edit in found] if all(named) else []
    return _one_added(reader, phrase, match[1], day, asked=asked)


def _one_added(reader: Reader, phrase: Phrase, said: str, day: int | None, *, asked: bool) -> list[Edit]:
    """One thing; on the day that its clause names."""
    name = plain_name(reader, _BESIDE_IT.sub("", said.strip(" ,.!?")))
    exactly = hour_said(reader.without_days(said))
    when = exactly or part_of_day(Phrase(said))
    hours = {"start": when, "about": exactly is None} if when and day else {}
    if day == 0 or not name or len(name) > 100:
        return []
    if counted_thing(name):
        return []  # "the last visit" is in the plan, wherever it is
    kind = _kind_said(name) if asked else ""
    if kind and not _whole_name(reader, kind):
        return [AddPlace(day=day or 0, like=kind, **hours)]
    if not asked and day is None and len(significant(name)) < 2 and not _whole_name(reader, name):
        return []  # "must try sushi" names no place
    place = reader.things.listed(name, day)
    if place:
        planned = any(one.item.place_id == place.id for one in reader.things.things)
        if planned and not asked:
            return []
        own = {} if place.kind != "visit" else hours
        return [AddPlace(day=day or 0, place_id=place.id, **own)]
    if not asked or not day or _PEOPLE.search(name) or SOMETHING.search(name):
        return []
    return [AddPlace(day=day, name=re.sub(r"^(?:an?|the)\s+", "", name, flags=re.I), **hours)]


def _kind_said(name: str) -> str:
    if _PEOPLE.search(name) or _KIND_OF_TRIP.search(name):
        return ""
    match = _ONE_OF_A_KIND.match(name)
    if match:
        return match["kind"].strip()
    something = SOMETHING.search(name)
    return something[1].strip() if something and something[1].strip() else ""
