"""What the words of an access need ask for, and whether a row gives it."""

from __future__ import annotations

from collections.abc import Iterable

from trips.planning.validator.context import Context
from trips.planning.validator.report import Report
from trips.schemas import ItemBase, Place

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


def short_walks(need: str) -> bool:
    return "short walks" in plain(need)


def with_pets(need: str) -> bool:
    return not everywhere(need) and bool(set(plain(need).split()) & _PETS)


def takes_pets(row: Place) -> bool | None:
    """None where the row does not say what it offers."""
    return "pets" in row.amenities if row.amenities else None


def pets_may_stay(context: Context, report: Report) -> None:
    """At every stay."""
    for stay in context.stays:
        row = context.row(stay)
        welcome = takes_pets(row) if row else None
        if row is None or welcome is None:
            report.unknown_of(stay, "Whether pets may stay is not known: {}.")
            continue
        report.rests_on(row.grade)
        if welcome:
            report.note(f"{row.name} takes pets.")
        else:
            report.fail(
                f"{row.name} does not list pets.", [stay.uid], repair="Choose a stay that takes pets."
            )


def children_are_welcome(context: Context, report: Report, items: Iterable[ItemBase]) -> None:
    """At the places of these items."""
    for item in items:
        row = context.row(item)
        report.rests_on(row.grade if row else "unlisted")
        if row is None or row.children is None:
            report.unknown_of(item, "Whether children are welcome is not known: {}.")
        elif row.children == "no":
            report.fail(
                f"{row.name} is not for children.", [item.uid], repair=f"Choose another than {row.name}."
            )
