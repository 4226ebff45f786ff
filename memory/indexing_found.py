"""Writes the searchable words of findings, practical facts and summaries, in the same transaction as these.

Not indexed: what the traveller said is not for them, any summary of a trip but its newest, and what repeats
something forgotten (an undo brings it back). What bypasses the signals of models calls `index_found` or sends
`findings_saved`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db.models.signals import post_delete, post_save
from django.dispatch import receiver

from memory import found
from memory.found import FINDING, INTEL, SUMMARY, Found
from memory.indexing import drop_rows, search_row, write_rows
from memory.models import SearchRow, Summary
from memory.silencing import forgotten_words
from memory.text import digest
from memory.words import Words
from trips.models import CityIntel, Finding, Traveller, Trip
from trips.signals import findings_saved


def found_row(row: Found, owner_id: int) -> SearchRow:
    kind = found.kind_of(row)
    return search_row(
        owner_id,
        kind,
        row.pk,
        (found.words_of_row(row),),
        trip_id=row.trip_id,
        author=found.AUTHORS[kind],
        said_at=found.said_at(row),
    )


def index_found(trip: Trip | int, rows: Iterable[Found]) -> None:
    """Words of these rows of one trip as they stand now."""
    rows = list(rows)
    owner = _owner_of(trip) if rows else None
    if owner is None:
        return
    forgotten = forgotten_words(owner)
    kept = [row for row in rows if _stands(row) and not forgotten.within(found.words_of_row(row))]
    write_rows([found_row(row, owner.pk) for row in kept])
    gone = {(found.kind_of(row), row.pk) for row in rows} - {(found.kind_of(row), row.pk) for row in kept}
    for kind in (FINDING, INTEL, SUMMARY):
        if keys := [pk for of_kind, pk in gone if of_kind == kind]:
            drop_rows(kind, keys)


def index_trip(trip: Trip | int) -> None:
    """All that was found out for a trip, anew."""
    index_found(trip, [*Finding.objects.filter(trip=trip), *CityIntel.objects.filter(trip=trip)])
    index_summary(trip)


def index_summary(trip: Trip | int) -> None:
    """The newest summary of a trip: it stands for those before it."""
    newest = Summary.objects.filter(trip=trip).order_by("-up_to").first()
    older = SearchRow.objects.filter(trip=trip, kind=SUMMARY)
    older.exclude(object_id=newest.pk if newest else 0).delete()
    index_found(trip, [newest] if newest else [])


def index_all_found(owner: Traveller) -> None:
    """Of all trips of an owner: something was brought back."""
    for trip in Trip.objects.owned_by(owner):
        index_trip(trip)


def leave_out(owner: Traveller, words: Words) -> None:
    """What repeats these words is not found from now on: they were forgotten."""
    trips = Trip.objects.owned_by(owner)
    for kind, rows in (
        (FINDING, Finding.objects.filter(trip__in=trips)),
        (INTEL, CityIntel.objects.filter(trip__in=trips)),
    ):
        keys = [row.pk for row in rows.iterator(chunk_size=500) if words.within(found.words_of_row(row))]
        if keys:
            drop_rows(kind, keys)


def found_stamps(keys: Iterable[tuple[str, int]]) -> dict[str, str]:
    """Of the keys (kind, id) those that are searched, with a digest of their words: it changes with them."""
    by_kind: dict[str, list[int]] = {}
    for kind, pk in keys:
        by_kind.setdefault(kind, []).append(pk)
    stamps: dict[str, str] = {}
    for kind in sorted(found.QUERIES.keys() & by_kind.keys()):
        rows = SearchRow.objects.filter(kind=kind, object_id__in=by_kind[kind]).order_by("object_id")
        stamps |= {f"{kind} {pk}": digest(terms) for pk, terms in rows.values_list("object_id", "terms")}
    return stamps


def _owner_of(trip: Trip | int) -> Traveller | None:
    key = trip.pk if isinstance(trip, Trip) else trip
    return Traveller.objects.filter(memberships__trip=key, memberships__role="owner").first()


def _stands(row: Found) -> bool:
    return not isinstance(row, Finding) or row.state != Finding.State.DISMISSED


# --- Listening -----------------------------------------------------------------------------------


@receiver([post_save], sender=Finding, dispatch_uid="memory.indexing.finding")
@receiver([post_save], sender=CityIntel, dispatch_uid="memory.indexing.intel")
def _found_saved(instance: Finding | CityIntel, raw: bool = False, **_: Any) -> None:
    if not raw:
        index_found(instance.trip_id, [instance])


@receiver(findings_saved, dispatch_uid="memory.indexing.findings")
def _findings_saved(trip: Trip, findings: list[Finding], **_: Any) -> None:
    index_found(trip, findings)


@receiver(post_save, sender=Summary, dispatch_uid="memory.indexing.summary")
def _summary_saved(instance: Summary, raw: bool = False, **_: Any) -> None:
    if not raw:
        index_summary(instance.trip_id)


@receiver(post_delete, sender=Finding, dispatch_uid="memory.indexing.finding_gone")
@receiver(post_delete, sender=CityIntel, dispatch_uid="memory.indexing.intel_gone")
def _found_gone(instance: Finding | CityIntel, origin: Any = None, **_: Any) -> None:
    if not _with_its_trip(origin, instance):
        drop_rows(found.kind_of(instance), [instance.pk])


@receiver(post_delete, sender=Summary, dispatch_uid="memory.indexing.summary_gone")
def _summary_gone(instance: Summary, origin: Any = None, **_: Any) -> None:
    if not _with_its_trip(origin, instance):
        index_summary(instance.trip_id)


def _with_its_trip(origin: Any, instance: Found) -> bool:
    """Does more go than rows of this kind? With a trip its rows of the index go as well."""
    return getattr(origin, "model", type(origin)) is not type(instance)
