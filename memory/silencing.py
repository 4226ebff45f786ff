"""Messages that are no source any more: whatever says what was forgotten, whoever wrote it.

They stay in the conversation as they are (an agent's words until the purge); nothing is learnt from them, no
search finds them, and no model reads them again.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import QuerySet

from config import clock
from memory.about_memory import COMMANDS, naming
from memory.indexing import index_messages
from memory.models import DocumentLine, Extraction, Note, SilentMessage
from memory.quotes import own_words
from memory.words import MARK, Words, words_of
from trips.models import Member, Message, Traveller, Trip, Turn

Row = Note | DocumentLine
STANDING = ("proposed", "active")
TO_DO = (Extraction.Status.WAITING, Extraction.Status.RUNNING)


def texts_kept(row: Row) -> set[str]:
    """What the row says and ever said."""
    return {row.text, *row.history.values_list("text", flat=True)} - {""}


def said_by(row: Row) -> set[str]:
    """Every wording and every quote the row ever had."""
    said = {row.text, row.quote}
    for text, quote in row.history.values_list("text", "quote"):
        said |= {text, quote}
    return {text for text in said if text and MARK not in text}  # not what another purge left of it


def words_and_messages(owner: Traveller, rows: Iterable[Row]) -> tuple[Words, set[int]]:
    """What gives these hidden rows away, and the owner's messages that do: their sources, those with one of
    their sentences or quotes, and agents' with a word that nothing else of the owner's has; so do questions
    about what is remembered."""
    rows = list(rows)
    sentences = {text for row in rows for text in said_by(row)}
    all_of_them = Message.objects.filter(trip__in=Trip.objects.owned_by(owner))
    found = {row.message_id for row in rows if row.message_id}
    lines = [row.pk for row in rows if isinstance(row, DocumentLine)]
    found |= set(Message.objects.filter(pk__in=_also_said(lines)).values_list("pk", flat=True))
    found |= _with(words_of(sentences, (), telling=False), all_of_them)
    words = words_of(sentences, elsewhere(owner, found))
    found |= _with(words, all_of_them.exclude(author=Message.Author.TRAVELLER))
    found |= _with(words, naming(all_of_them.filter(author=Message.Author.TRAVELLER)))
    return words, found


def elsewhere(owner: Traveller, messages: set[int]) -> Iterable[str]:
    """What goes on saying what it says: the traveller's other messages, and what is still remembered."""
    trips = Trip.objects.owned_by(owner)
    said = Message.objects.filter(trip__in=trips, author=Message.Author.TRAVELLER, silence=None)
    named = naming(said).values("pk")  # in whatever they ask about
    yield from said.exclude(pk__in=messages).exclude(pk__in=named).values_list("text", flat=True).iterator()
    for rows in (Note.objects.filter(owner=owner), DocumentLine.objects.filter(document__owner=owner)):
        yield from rows.filter(status__in=STANDING).values_list("text", flat=True).iterator()


def silence(owner: Traveller, messages: set[int], words: Words, *, for_good: bool = False) -> None:
    """These are no source any more; what waits to be learnt from them, or from work that says the words, is
    not learnt."""
    mine = Message.objects.filter(pk__in=messages, trip__in=Trip.objects.owned_by(owner))
    keys = set(mine.values_list("pk", flat=True))
    SilentMessage.objects.bulk_create([SilentMessage(message_id=pk) for pk in keys], ignore_conflicts=True)
    if for_good:
        SilentMessage.objects.filter(message__in=keys).update(for_good=True)
    turns = {pk for pk in mine.values_list("turn", flat=True) if pk}
    waiting = Extraction.objects.filter(status__in=TO_DO, turn__trip__in=Trip.objects.owned_by(owner))
    ended = [
        job.pk
        for job in waiting
        if job.turn_id in turns
        or keys & set(job.source.get("messages", ()))
        or words.within_value([job.source, job.sent, job.answer, job.results])
    ]
    end_jobs(Extraction.objects.filter(pk__in=ended), "What it was to learn from was forgotten.")
    _index(keys)


def end_jobs(jobs: QuerySet[Extraction], why: str) -> int:
    """These are to learn nothing: what they were to learn from goes. Whoever asks for one at the moment finds
    it closed. Returns how many."""
    return jobs.filter(status__in=TO_DO).update(
        status=Extraction.Status.DONE, source={}, sent="", answer="", results=[], finished=clock.now(),
        lease_until=None, error=why,
    )  # fmt: skip


def says_forgotten(forgotten: Words, text: str, source: Message | None) -> bool:
    """Does a sentence give away something forgotten? Not where the traveller has just said it anew."""
    if not forgotten.within(text):
        return False
    return source is None or forgotten.besides(own_words(source.text)).within(text)


def forgotten_words(owner: Traveller) -> Words:
    """What gives away anything that is forgotten and not purged yet, and that the traveller did not say anew:
    agents may still have it before them, in work that was done while it was remembered."""
    sentences: set[str] = set()
    for rows in (Note.objects.filter(owner=owner), DocumentLine.objects.filter(document__owner=owner)):
        for row in rows.filter(status=Note.Status.FORGOTTEN):
            sentences |= said_by(row)
    return words_of(sentences, elsewhere(owner, set()) if sentences else ())


def silence_what_was_under_way(turn: Turn) -> None:
    """Something was forgotten while this turn ran: its answer is no source either where it says that. A turn
    that has forgotten it itself has seen to its own words."""
    if turn.started_at is None or turn.result.get("command") in COMMANDS:
        return
    since = {"status": Note.Status.FORGOTTEN, "closed__gte": turn.started_at}
    whose = Member.objects.filter(trip=turn.trip_id, role=Member.Role.OWNER).values("traveller")
    notes = Note.objects.filter(owner__in=whose, **since).order_by()
    lines = DocumentLine.objects.filter(document__owner__in=whose, **since).order_by()
    if notes.values("pk").union(lines.values("pk"), all=True)[:1]:
        words, messages = words_and_messages(turn.trip.owner, [*notes, *lines])
        silence(turn.trip.owner, messages, words)


def give_voice(owner: Traveller, still: Iterable[Row]) -> None:
    """Sources again, but for those that say what is `still` forgotten."""
    _words, kept = words_and_messages(owner, still)
    mine = SilentMessage.objects.filter(message__trip__in=Trip.objects.owned_by(owner), for_good=False)
    freed = set(mine.exclude(message__in=kept).values_list("message", flat=True))
    SilentMessage.objects.filter(message__in=freed).delete()
    _index(freed)


def _also_said(lines: list[int]) -> QuerySet:
    return DocumentLine.also_said.through.objects.filter(documentline__in=lines).values("message")


def _index(messages: set[int]) -> None:
    for trip in Trip.objects.filter(messages__in=messages).distinct():
        index_messages(Message.objects.filter(pk__in=messages, trip=trip))


def _with(words: Words, messages) -> set[int]:
    return {pk for pk, text in messages.values_list("pk", "text").iterator() if words.within(text)}
