"""One sentence of the traveller stands once: as a line of a document, or as an agent's note.

What somebody says of themselves is work for both. The line holds for all trips and every agent reads it, so
the note gives way, whichever of the two was written first. Its row stays, retired, with its quote and with
where it was used. The line remembers the note's message as one that says it, too: in a turn of that trip
which another member asks those words are told (`memory/zones.py`). A note that ends, or is about a fellow
traveller, says more than the line and stays; so does what a fellow traveller said: no line of the owner's
holds it.
"""

from __future__ import annotations

from memory import extraction_rules
from memory.models import DocumentLine, Note
from memory.models.documents import Document
from memory.note_chains import close
from memory.note_rules import by_a_person
from memory.text import bare, same_words
from memory.whose import owners_words
from trips.models import Message, Traveller

NAMESPACES = (Document.Namespace.PROFILE, Document.Namespace.COMPANY, Document.Namespace.PREFERENCES)


def lines_for(owner: Traveller, text: str, quote: str, message: Message | None) -> list[DocumentLine]:
    """The active lines that say this sentence by the same words of the owner's; none where they say less, or
    where the message is somebody else's."""
    if message is None or not owners_words(message):
        return []
    rows = DocumentLine.objects.select_related("document").filter(
        document__owner=owner, document__namespace__in=NAMESPACES, status=DocumentLine.Status.ACTIVE
    )
    found = [
        line
        for line in rows.exclude(quote="").order_by("pk")
        if same_words(line.quote, quote, same_message=line.message_id == message.pk)
    ]
    told = "\n".join(bare(line.text) for line in found)
    return found if extraction_rules.tells_all(told, bare(text)) else []


def said_in_too(lines: list[DocumentLine], message: Message) -> None:
    """These lines hold what this message of the owner's says as well."""
    for line in lines:
        if line.message_id != message.pk:
            line.also_said.add(message)


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
        status__in=Note.STANDING, member=None, valid_to=None, message__isnull=False
    )
    quoted = rows.exclude(quote="").order_by("pk").values_list("pk", "message", "quote")
    alike = [
        pk
        for pk, message, quote in quoted.iterator()
        if same_words(line.quote, quote, same_message=message == line.message_id)
    ]
    count = 0
    for pk in alike:
        note = Note.objects.select_related("message").get(pk=pk)
        lines = lines_for(owner, note.text, note.quote, note.message)
        if line in lines and not by_a_person(note):
            said_in_too(lines, note.message)
            close(note, Note.Status.RETIRED, where(lines))
            count += 1
    return count
