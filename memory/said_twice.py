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
from trips.models import Message, Traveller

CLOSED = "It stands in the {namespace} as line {line}."
NAMESPACES = (Document.Namespace.PROFILE, Document.Namespace.COMPANY, Document.Namespace.PREFERENCES)


def line_for(owner: Traveller, text: str, quote: str, message: Message) -> DocumentLine | None:
    """The active line that says this sentence, by the same words of the traveller; None: there is none."""
    rows = DocumentLine.objects.select_related("document").filter(
        Q(message=message) | Q(quote__iexact=" ".join(quote.split())),
        document__owner=owner,
        document__namespace__in=NAMESPACES,
        status=DocumentLine.Status.ACTIVE,
    )
    return next((line for line in rows.order_by("pk") if _same(line, text, quote)), None)


def give_way(line: DocumentLine) -> int:
    """Retire the notes that say what this line says. Returns how many. A note that a person corrected, pinned
    or shared stays: theirs is the last word."""
    if line.status != DocumentLine.Status.ACTIVE or not line.quote or line.message_id is None:
        return 0
    if line.document.namespace not in NAMESPACES:
        return 0
    rows = Note.objects.owned_by(line.document.owner).filter(
        Q(message=line.message_id) | Q(quote__iexact=line.quote),
        status__in=Note.STANDING,
        member=None,
        valid_to=None,
    )
    reason = CLOSED.format(namespace=line.document.namespace, line=line.pk)
    count = 0
    for note in rows.exclude(quote="").exclude(agent="").order_by("pk"):
        if _same(line, note.text, note.quote) and not by_a_person(note):
            close(note, Note.Status.RETIRED, reason)
            count += 1
    return count


def _same(line: DocumentLine, text: str, quote: str) -> bool:
    """Do both rest on the same words, and does the line tell all that the sentence tells?"""
    one, other = normalised(line.quote), normalised(quote)
    if not one or not other or not (one in other or other in one):
        return False
    return extraction_rules.tells_all(_bare(line.text), _bare(text))


def _bare(text: str) -> str:
    """The sentence without the announcement whose words it is in."""
    return text.removeprefix(TRAVELLERS_WORDS).removeprefix(FELLOWS_WORDS)
