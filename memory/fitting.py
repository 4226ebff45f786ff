"""Which remembered sentences somebody means by a few words.

"The peanut allergy" is "I'm allergic to peanuts": words count by their stems and families, and how much
somebody likes it does not. A word for a kind ("my diet") means every sentence of that kind.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from memory import quotes
from memory.kept import lines_of, notes_of
from memory.models import DocumentLine, Note
from memory.models.notes import AuthorKind
from memory.stemming import STOP_WORDS, stem, words
from memory.text import SENTENCE, bare
from trips.models import Traveller
from trips.reading.memory import parts_of

Row = Note | DocumentLine

#: How somebody feels about a thing, and words about remembering: they name nothing.
_FEELS = frozenset(
    stem(word)
    for word in """like love hate dislike prefer enjoy want need wish stand adore detest mind care avoid
    always never can cannot really crazy fond keen fan note thing stuff fact sentence remember forget say tell
    mention ever even anymore way lot bit kind sort don doesn didn isn wasn people person""".split()
)
_KINDS = {
    "diet": r"diet|vegan|vegetarian|pescatarian|halal|kosher|gluten|coeliac|celiac|lactose|dairy|pork|meat|"
    r"allerg|"
    r"intoleran|eats?\b|eating|drinks?\b|alcohol|sugar|nuts?\b",
    "food": r"vegan|vegetarian|food|cuisine|eats?\b|eating|meat|pork|allerg|intoleran|gluten|restaurant",
    "allergy": r"allerg|intoleran|anaphyla|coeliac|celiac",
    "intolerance": r"allerg|intoleran|coeliac|celiac",
    "job": r"\b(?:work|job|profession|employ|boss|compan|retired|freelance|teach|stud(?:y|ent)|nurse|"
    r"doctor|engineer)",
    "work": r"\b(?:work|job|profession|employ|boss|compan|retired|freelance|teach|stud(?:y|ent)|nurse|"
    r"doctor|engineer)",
    "employer": r"\b(?:work (?:for|at)|employ|boss|compan)",
    "hotel": r"hotel|hostel|room\b|rooms\b|apartment|guest ?house|inn\b|riad|ryokan|bed and breakfast",
    "seat": r"\bseat|\baisle|window",
    "family": r"wife|husband|partner|son\b|daughter|kids?\b|child|mother|father|mum|mom\b|dad\b|parent|"
    r"sister|brother|family",
    "kid": r"son\b|daughter|kids?\b|child|bab(?:y|ies)|toddler|twins",
    "name": r"\bname|called|call me",
    "health": r"allerg|intoleran|diabet|asthma|pregnan|wheelchair|knee|back pain|heart|medic|coeliac|"
    r"celiac|blind|deaf|walk",
    "fear": r"afraid|scared|fear|phobi|terrified",
    "pace": r"pace|slow|relaxed|packed|rush|busy",
    "hate": r"hate|dislike|can(?:no|')t stand|avoid|don['’]?t like",
}
_OF_A_KIND = {stem(word): re.compile(pattern, re.IGNORECASE) for word, pattern in _KINDS.items()}
for _word, _same in (
    ("dietary", "diet"), ("children", "kid"), ("child", "kid"), ("profession", "job"), ("boss", "employer"),
    ("company", "employer"), ("phobia", "fear"), ("dislikes", "hate"), ("accommodation", "hotel"),
    ("allergic", "allergy"), ("illness", "health"), ("disability", "health"),
):  # fmt: skip
    _OF_A_KIND.setdefault(stem(_word), _OF_A_KIND[stem(_same)])

_JOINS = re.compile(r"[,;.!?]|\b(?:and|or|but)\b", re.IGNORECASE)
_FOR = re.compile(r"\b(?:like|love|enjoy|adore|prefer)s?\b|\bfond of\b|\bfan of\b", re.IGNORECASE)
_AGAINST = re.compile(
    r"\b(?:hate|dislike|detest|avoid)s?\b|\bcan(?:not|['’]?t) (?:stand|bear)\b|"
    r"\b(?:not|never|don['’]?t|doesn['’]?t)\s+(?:\w+\s+)?(?:like|love|enjoy|fond|a fan)\b",
    re.IGNORECASE,
)


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
    return (
        len(wanted) == 1
        and (kind := _OF_A_KIND.get(next(iter(wanted)))) is not None
        and bool(kind.search(text))
    )


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
    pieces = [piece for piece in _JOINS.split(bare(text)) if not telling(piece) <= known]
    return any(not any(says(piece, one) for one in wanted) for piece in pieces)


def feeling(words: str) -> int:
    """1 where they like it, -1 where they do not, 0 where they say neither."""
    if _AGAINST.search(words):
        return -1
    return 1 if _FOR.search(words) else 0


def _stemmed(text: str) -> list[tuple[str, str]]:
    return [(word, stem(word)) for word in words(text) if word not in STOP_WORDS and len(word) > 1]
