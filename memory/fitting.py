"""Which remembered sentences somebody means by a few words.

"The peanut allergy" is "I'm allergic to peanuts": words count by their stems and families, and how much
somebody likes it does not. A word for a kind ("my diet") means every sentence of that kind.
"""

from __future__ import annotations

from collections.abc import Sequence

from memory import quotes
from memory.kept import lines_of, notes_of
from memory.models import DocumentLine, Note
from memory.models.notes import AuthorKind
from memory.stemming import STOP_WORDS, stem, words
from memory.text import bare
from trips.models import Traveller
from trips.reading.bounded import SENTENCE
from trips.reading.memory import parts_of
from trips.reading.memory.kinds import feeling, pieces_of, tells_of, topic_words

Row = Note | DocumentLine

#: How somebody feels about a thing, and words about remembering: they name nothing.
_FEELS = frozenset(
    stem(word)
    for word in """like love hate dislike prefer enjoy want need wish stand adore detest mind care avoid
    always never can cannot really crazy fond keen fan note thing stuff fact sentence remember forget say tell
    mention ever even anymore way lot bit kind sort don doesn didn isn wasn people person""".split()
)
_TOPICS = {stem(word): topic for word, topic in topic_words().items()}


def telling(words: str) -> frozenset[str]:
    """The stems that name the thing meant; those of feelings only where there is nothing else."""
    stems = {one for word, one in _stemmed(words) if word not in quotes.EMPTY_WORDS}
    return frozenset(stems - _FEELS or stems)


def says(text: str, wanted: frozenset[str]) -> bool:
    """Has this text all that is meant?"""
    text = bare(text)
    if not wanted:
        return False
    if wanted <= {one for _word, one in _stemmed(text)}:
        return True
    topic = _TOPICS.get(next(iter(wanted))) if len(wanted) == 1 else None
    return topic is not None and tells_of(text, topic)


def means(text: str, words: str) -> bool:
    """Do the words mean what this text says? Who hates museums does not mean that they love them."""
    wanted = telling(words)
    if not says(text, wanted):
        return False
    told = [part for sentence in SENTENCE.findall(bare(text)) for part in parts_of(sentence)]
    meant = " ".join(one for one in told if says(one, wanted)) or text
    return feeling(words) * feeling(meant) >= 0


def standing(owner: Traveller, words: str) -> list[Row]:
    """What stands of the owner's and says what these words mean, notes first. What an agent noted of its
    own work names hotels and places: it is meant only where more than one word of it is named."""
    rows: list[Row] = [
        *notes_of(owner).filter(status__in=("active", "proposed")),
        *lines_of(owner).filter(status__in=("active", "proposed")),
    ]
    several = len(telling(words)) > 1
    return [row for row in rows if (several or travellers(row)) and means(row.text, words)]


def travellers(row: Row) -> bool:
    """Does it rest on somebody's words, or on a person's hand?"""
    return bool(row.quote) or row.author != AuthorKind.AGENT or isinstance(row, DocumentLine)


def says_more(text: str, wanted: Sequence[frozenset[str]]) -> bool:
    """Is there a part of it, between commas and joining words, that says none of what is meant?"""
    known: frozenset[str] = frozenset().union(*wanted)
    pieces = [piece for piece in pieces_of(bare(text)) if not telling(piece) <= known]
    return any(not any(says(piece, one) for one in wanted) for piece in pieces)


def _stemmed(text: str) -> list[tuple[str, str]]:
    return [(word, stem(word)) for word in words(text) if word not in STOP_WORDS and len(word) > 1]
