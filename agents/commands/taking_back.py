"""What a trip's facts hold of something that is to be forgotten: taken out like any other fact. Pure."""

from __future__ import annotations

import datetime as dt
import re
from typing import NamedTuple

from memory import fitting
from trips.facts import describe
from trips.planning.gazetteer import Gazetteer
from trips.schemas import Change, TripFacts
from trips.understanding import understand

#: Wishes and needs, which a forgotten sentence may have told. Where, when, who and how much stay: a trip has
#: no meaning without them.
TAKEN_OUT = (
    "dietary", "access", "interests", "cuisines", "avoid", "transport_bans", "wishes", "must_do", "pace",
)  # fmt: skip
#: Lists of what is liked, and of what is not.
_FELT = {"interests": 1, "cuisines": 1, "must_do": 1, "avoid": -1}
_QUOTE = 120  # characters of the words that a change keeps


class TakenBack(NamedTuple):
    """`changes` take `told` out of the trip; `stays` is what the words mean as well, and stays in force."""

    changes: list[Change]
    told: list[str]
    stays: list[str]


def taken_back(facts: TripFacts, words: str, *, today: dt.date, gazetteer: Gazetteer) -> TakenBack:
    """What of these facts the words mean: as they tell it ("I'm vegetarian"), or name it ("my diet")."""
    found: dict[tuple[str, str], Change] = {}
    stays: dict[str, None] = {}

    feeling = fitting.feeling(words)

    def take(path: str, value: object) -> None:
        if feeling * _FELT.get(path, feeling) < 0:
            return  # who hates museums never named them as an interest
        if path in TAKEN_OUT:
            entry = None if path == "pace" else str(value)
            found[path, str(value)] = Change(path=path, op="remove", value=entry, quote=words[:_QUOTE])
        else:
            stays.update(dict.fromkeys(line.text for line in describe(facts) if line.path == path))

    wanted = fitting.telling(words)
    for path, entry in _entries(facts):
        stems = fitting.telling(_spoken(entry))
        if fitting.says(_spoken(entry), wanted) or (stems and stems <= wanted):
            take(path, entry)
    told = understand(words, today=today, gazetteer=gazetteer)
    for change in told.changes:
        if change.op != "remove" and any(
            (path, entry) == (change.path, change.value) for path, entry in _entries(facts)
        ):
            take(change.path, change.value)
    thing = re.sub(r"^(?:the|my|our|any|all)\s+", "", words, flags=re.IGNORECASE)
    named = understand(f"remove the {thing}", today=today, gazetteer=gazetteer, facts=facts)
    for change in named.changes:
        if change.op == "remove" and change.value is not None:
            take(change.path, change.value)
        elif change.op == "remove":
            for entry in _of(facts, change.path, wanted):
                take(change.path, entry)
    changes = list(found.values())
    return TakenBack(changes, [_spoken(value) for _path, value in found], list(stays))


def _entries(facts: TripFacts) -> list[tuple[str, str]]:
    """Path and value of every wish and need."""
    found: list[tuple[str, str]] = []
    for path in TAKEN_OUT:
        value = getattr(facts, path)
        values = value if isinstance(value, (list, tuple)) else [value] if value else []
        found += [(path, str(one)) for one in values]
    return found


def _of(facts: TripFacts, path: str, wanted: frozenset[str]) -> list[str]:
    """All entries of a list that is named as a whole; of "my allergy" those that are one."""
    entries = [entry for of, entry in _entries(facts) if of == path] or [path]
    return [entry for entry in entries if fitting.says(_spoken(entry), wanted)] or entries


def _spoken(value: object) -> str:
    """As people say it: "allergy: peanuts" is an allergy to peanuts."""
    text = str(value).replace("_", " ").replace("-", " ")
    return f"allergy to {text.split(':', 1)[1].strip()}" if text.startswith("allergy:") else text
