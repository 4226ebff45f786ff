"""What may never be learnt again, and the lock under which an owner's memory changes."""

from __future__ import annotations

from memory.models import Tombstone
from memory.text import digests_of_the_sentence
from trips.models import Traveller


def locked_owner(owner: Traveller) -> Traveller:
    """The owner's row as it is now, locked until the transaction ends: one writer of a memory at a time.

    Rows that refer to the traveller can still be written meanwhile.
    """
    return Traveller.objects.select_for_update(no_key=True).get(pk=owner.pk)


def buried(owner: Traveller, *texts: str) -> bool:
    """Was one of these sentences forgotten, in whatever form it was kept?"""
    marks = set().union(*map(digests_of_the_sentence, texts))
    return Tombstone.objects.filter(owner=owner, hash__in=marks).exists()


def bury(owner: Traveller, hashes: set[str]) -> None:
    Tombstone.objects.bulk_create(
        [Tombstone(owner=owner, hash=one) for one in sorted(hashes)], ignore_conflicts=True
    )
