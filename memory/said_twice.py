"""One sentence of the traveller stands once: as a line of a document, or as an agent's note.

What somebody says of themselves is work for both. The line holds for all trips and every agent reads it, so
the note gives way, whichever of the two was written first. Its row stays, retired, with its quote and with
where it was used. A note that ends, or is about a fellow traveller, says more than the line and stays.
"""

from __future__ import annotations

from django.db.models import Q

from memory import extraction_rules
from memory.models import DocumentLine, Note
from memory.models.documents import Document
from memory.note_chains import close
from memory.note_rules import by_a_person
from memory.text import FELLOWS_WORDS, TRAVELLERS_WORDS, normalised
from trips.models import Traveller

NAMESPACES = (Document.Namespace.PROFILE, Document.Namespace.COMPANY, Document.Namespace.PREFERENCES)


def lines_for(owner: Traveller, text: str, quote: str, message_id: int | None) -> list[DocumentLine]:
    """The active lines that say this sentence by the same words of theirs; none where they say less."""
    rows = DocumentLine.objects.select_related("document").filter(
        Q(message=message_id) | Q(quote__iexact=" ".join(quote.split())),
        document__owner=owner,
        document__namespace__in=NAMESPACES,
        status=DocumentLine.Status.ACTIVE,
    )
    found = [line for line in rows.exclude(quote="").order_by("pk") if _same_words(line.quote, quote)]
    told = "\n".join(_bare(line.text) for line in found)
    return found if extraction_rules.tells_all(told, _bare(text)) else []


def where(lines: list[DocumentLine]) -> str:
    """ "It stands in the profile as line 3." """
    namespaces = " and ".join(dict.fromkeys(line.document.namespace for line in lines))
    numbers = " and ".join(str(line.pk) for line in lines)
    return f"It stands in the {namespaces} as line {numbers}."


def give_way(line: DocumentLine) -> int:
    """A line was written: retire the notes that say no more than it and others of the same words. Returns how
    many. A note that a person corrected, pinned or shared stays: theirs is the last word."""
    if line.status != DocumentLine.Status.ACTIVE or not line.quote or line.message_id is None:
        return 0
    owner = line.document.owner
    rows = Note.objects.owned_by(owner).filter(
        Q(message=line.message_id) | Q(quote__iexact=line.quote),
        status__in=Note.STANDING,
        member=None,
        valid_to=None,
    )
    count = 0
    for note in rows.exclude(quote="").exclude(agent="").order_by("pk"):
        lines = lines_for(owner, note.text, note.quote, note.message_id)
        if line in lines and not by_a_person(note):
            close(note, Note.Status.RETIRED, where(lines))
            count += 1
    return count


def _same_words(quote: str, other: str) -> bool:
    one, two = normalised(quote), normalised(other)
    return bool(one and two) and (one in two or two in one)


def _bare(text: str) -> str:
    """The sentence without the announcement whose words it is in."""
    return text.removeprefix(TRAVELLERS_WORDS).removeprefix(FELLOWS_WORDS)
