"""What should be remembered, note by note, as a book beside the database (`notebook.py` writes it)."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, field

from memory.text import TRAVELLERS_WORDS
from trips.models import Option, Traveller, Trip

PEOPLE = ("ada", "bo")
STANDING = ("active", "proposed")
AGENTS = ("research", "planner")
SENTENCES = range(3)
START = dt.datetime(2027, 1, 1, 12, tzinfo=dt.UTC)
#: Where what was purged may still stand: the traveller's own messages.
MESSAGES = {("trips_message", "text")}


def canary(person: str, number: int) -> str:
    return f"qx{person}{'vwz'[number]}kk"


def sentence(person: str, number: int) -> str:
    return f"The traveller collects {canary(person, number)} stamps."


def as_kept(person: str, number: int, words: bool) -> str:
    """What rests on words is announced as such; it is the same sentence."""
    return f"{TRAVELLERS_WORDS * words}{sentence(person, number)}"


@dataclass
class Entry:
    """A note as it should be."""

    person: str
    number: int
    scope: tuple
    status: str
    before: str = ""
    closed: dt.datetime | None = None
    replaces: int | None = None
    together: int = 0  # the forgetting it belongs to
    stood: str = ""  # its status when it stood last
    option: int | None = None  # 0 or 1: of which option of its owner's round
    not_chosen: bool = False  # retired because another option was chosen
    by: int | None = None  # superseded by this note
    words: bool = False  # announced as the traveller's


@dataclass
class Book:
    """What should be in the database, by the key of the note."""

    people: dict[str, Traveller]
    trips: dict[str, Trip]
    entries: dict[int, Entry] = field(default_factory=dict)
    purged: set[tuple[str, int]] = field(default_factory=set)
    buried: set[tuple[str, int]] = field(default_factory=set)
    forgettings: int = 0
    rounds: dict[str, list[Option]] = field(default_factory=dict)
    chosen: dict[str, int] = field(default_factory=dict)

    def of(self, person: str, *statuses: str) -> list[int]:
        return [
            pk
            for pk, one in self.entries.items()
            if one.person == person and (not statuses or one.status in statuses)
        ]

    def chain(self, pk: int) -> list[int]:
        found = [pk]
        while (older := self.entries[found[-1]].replaces) is not None and older not in found:
            found.append(older)
        return found

    def stands(self, pk: int) -> bool:
        return self.entries[pk].status in STANDING

    def draft(self, pk: int, old: int) -> bool:
        """Does the old one go on standing, since this one's option is not chosen?"""
        one = self.entries[pk]
        if one.option is None or one.option == self.entries[old].option:
            return False
        return self.chosen.get(one.person) != one.option
