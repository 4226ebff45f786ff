"""The fellow travellers of a trip, and of whom a sentence is told."""

from __future__ import annotations

from collections.abc import Sequence

from trips.models import Member, Trip
from trips.reading import memory

GROWN_UP = 18  # years


def companions(trip: Trip) -> list[Member]:
    """The trip's members but its owner."""
    return list(trip.members.exclude(role=Member.Role.OWNER).order_by("pk"))


def called(about: str, members: Sequence[Member]) -> Member | None:
    """The one member whom a mark names; where it names none, the one child there is of whom it speaks."""
    named, of_child = memory.named_in(about, [one.name for one in members])
    found = [members[index] for index in named] or (_children(members) if of_child else [])
    return found[0] if len(found) == 1 else None


def told_of(sentence: str, members: Sequence[Member], part: str = "") -> list[Member]:
    """Of whom a sentence tells what it tells; with `part`, what these of its words tell. Nobody where
    somebody speaks of themselves. Where nobody is named, the one child there is of whom it speaks."""
    if not members:
        return []
    named, of_child = memory.told_of(sentence, [one.name for one in members], part)
    children = _children(members) if of_child else []
    return [members[index] for index in named] or (children if len(children) == 1 else [])


def as_kin(sentence: str, members: Sequence[Member]) -> str:
    """The sentence with "my partner" for each of these names."""
    return memory.as_kin(sentence, [one.name for one in members])


def _children(members: Sequence[Member]) -> list[Member]:
    return [one for one in members if one.age is not None and one.age < GROWN_UP]
