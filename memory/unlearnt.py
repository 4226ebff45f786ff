"""What somebody wants forgotten before it was remembered, or beside what is: the words themselves.

A message that has something forgotten says it once more. It is never a source, and neither are others of the
owner's that say it; work that waits to be learnt from them ends unlearnt, and the sentences are buried.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.db import transaction

from memory import fitting
from memory.extraction_offline import lasting_sentences
from memory.models import SilentMessage
from memory.quotes import own_words
from memory.silencing import silence
from memory.spoken import tells_of_oneself
from memory.text import FELLOWS_WORDS, TRAVELLERS_WORDS, digest, normalised
from memory.tombstones import bury, locked_owner
from memory.words import Words, words_of
from trips.models import Message, Traveller, Trip
from trips.reading.bounded import SENTENCE
from trips.reading.memory import parts_of


@transaction.atomic
def let_go(owner: Traveller, message: Message, words: str, *, for_good: bool) -> None:
    """Nothing is learnt from `message`, which has `words` forgotten, nor from what else of the owner's says
    them. `for_good`: no sentence of them stood, so there is nothing that an undo could bring back; then they
    are buried, too."""
    locked_owner(owner)
    said = {words}
    saying: set[int] = set()
    for row in _said_by(owner).exclude(pk=message.pk).iterator():
        if sentences := set(_sentences_saying(row.text, words)):
            saying.add(row.pk)
            said |= sentences
    if for_good:
        bury(
            owner, {digest(f"{lead}{one}") for one in said for lead in ("", TRAVELLERS_WORDS, FELLOWS_WORDS)}
        )
    phrases = words_of(said, (), telling=False)
    told = Message.objects.filter(trip__in=Trip.objects.owned_by(owner)).exclude(
        author=Message.Author.TRAVELLER
    )
    saying |= {pk for pk, text in told.values_list("pk", "text").iterator() if phrases.within(text)}
    silence(owner, saying, phrases, for_good=for_good)
    silence(owner, {message.pk}, Words(frozenset(), frozenset()), for_good=True)


def _said_by(owner: Traveller):
    """The owner's messages that are sources."""
    return Message.objects.filter(
        trip__in=Trip.objects.owned_by(owner), author=Message.Author.TRAVELLER, by_owner=True
    ).exclude(pk__in=SilentMessage.objects.values("message"))


def _sentences_saying(text: str, words: str) -> Iterable[str]:
    """The sentences, and clauses of them, that say these very words, or tell of oneself what they mean."""
    wanted = fitting.telling(words)
    phrase = normalised(words)
    for sentence in SENTENCE.findall(own_words(text)):
        sentence = " ".join(sentence.split())
        very = len(wanted) > 1 and f" {phrase} " in f" {normalised(sentence)} "
        told = fitting.means(sentence, words) and (
            tells_of_oneself(sentence) or bool(lasting_sentences(sentence))
        )
        if very or told:
            yield sentence
            yield from (part.strip(" ,;") for part in parts_of(sentence) if fitting.says(part, wanted))
