"""A guest signs in to an account they have: what is remembered of them moves along with their trips."""

from __future__ import annotations

from typing import Any

from django.db.models import Max
from django.dispatch import receiver

from memory.document_versions import locked_document, next_version
from memory.models import Document, DocumentLine, Note, Tombstone
from memory.reindexing import reindex
from memory.text import digests_of_the_same, digests_of_the_sentence
from memory.tombstones import bury, locked_owner
from trips.models import Traveller
from trips.signals import trips_moved


@receiver(trips_moved)
def take_memory_along(guest: Traveller, account: Traveller, **_: Any) -> None:
    """In the transaction of the move. What the account knows already, or has had forgotten, does not come
    twice: it goes with the guest. What either has had forgotten stays forgotten."""
    locked_owner(account)
    _move_notes(guest, account)
    for document in guest.documents.exclude(namespace=""):
        _move_lines(document, account)
    bury(account, set(Tombstone.objects.filter(owner=guest).values_list("hash", flat=True)))
    reindex(account)


def _move_notes(guest: Traveller, account: Traveller) -> None:
    known = set(
        account.notes.filter(status__in=Note.STANDING).values_list("scope", "hash").order_by()
    )  # of one trip they can't both have any
    buried = _buried(account)
    moving = [
        pk
        for pk, status, scope, text in guest.notes.values_list("pk", "status", "scope", "text").order_by()
        if buried.isdisjoint(digests_of_the_sentence(text))
        and not (status in Note.STANDING and any((scope, one) in known for one in digests_of_the_same(text)))
    ]
    Note.objects.filter(pk__in=moving).update(owner=account)
    Note.history.filter(id__in=moving).update(owner=account)


def _move_lines(document: Document, account: Traveller) -> None:
    """Behind the lines that the account has in the same namespace, however many these are: nobody's sign-in
    fails for it."""
    target = locked_document(owner=account, namespace=document.namespace)
    known = set(target.lines.filter(status__in=Note.STANDING).values_list("hash", flat=True).order_by())
    buried, last = _buried(account), target.lines.aggregate(last=Max("position"))["last"] or 0
    moved = 0
    for line in document.lines.order_by("position", "pk"):
        twice = line.status in Note.STANDING and known & digests_of_the_same(line.text)
        if twice or buried & digests_of_the_sentence(line.text):
            continue
        moved += 1
        DocumentLine.objects.filter(pk=line.pk).update(document=target, position=last + moved)
        DocumentLine.history.filter(id=line.pk).update(document=target)
    if moved:
        next_version(target, by="traveller", reason="A guest's lines moved in.", limit=None)


def _buried(owner: Traveller) -> set[str]:
    return set(Tombstone.objects.filter(owner=owner).values_list("hash", flat=True))
