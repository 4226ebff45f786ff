"""What the words of an access need ask for, and whether a row gives it."""

from __future__ import annotations

from trips.schemas import Place

#: Access needs that ask every place for a way without steps, and those that ask it of sights only.
_STEP_FREE = ("wheelchair", "step_free", "step free", "no stairs", "mobility", "accessible")
_FEW_STEPS = ("stroller", "pram", "buggy", "elderly", "senior", "walker")
_PETS = frozenset({"pet", "pets", "dog", "cat"})


def plain(need: str) -> str:
    return need.casefold().replace("-", " ").replace("_", " ").strip()


def everywhere(need: str) -> bool:
    """Is a way without steps needed at every place?"""
    return any(word.replace("_", " ") in plain(need) for word in _STEP_FREE)


def at_sights(need: str) -> bool:
    """Are few steps wanted where one walks around?"""
    return any(word in plain(need) for word in _FEW_STEPS)


def with_pets(need: str) -> bool:
    return not everywhere(need) and bool(set(plain(need).split()) & _PETS)


def takes_pets(row: Place) -> bool | None:
    """None where the row does not say what it offers."""
    return "pets" in row.amenities if row.amenities else None
