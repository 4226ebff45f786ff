"""Which remembered sentences somebody means by a few words, and what else these sentences say.

"The peanut allergy" is "I'm allergic to peanuts": words count by their stems and families, and how much
somebody likes it does not. A word for a kind ("my diet") means every sentence of that kind.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from memory import quotes
from memory.clauses import SENTENCE, clauses
from memory.extraction_rules import SHORTEST
from memory.kept import lines_of, notes_of
from memory.models import DocumentLine, Note
from memory.models.notes import AuthorKind
from memory.stemming import STOP_WORDS, stem, terms, words
from memory.text import FELLOWS_WORDS, TRAVELLERS_WORDS
from trips.models import Traveller

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

_SUBJECT = re.compile(
    r"^\s*(?P<who>i|we|my \w+|our \w+)\b(?P<is>\s*(?:['’](?:m|re|s)|am|are|is)\b)?"
    r"(?P<does>\s+(?:(?:really|also|always|never|usually|absolutely|just)\s+)*(?:don['’]?t |do not |"
    r"can['’]?t |cannot )?"
    r"(?:love|like|hate|prefer|enjoy|want|need|avoid|dislike|adore|eat|drink|stand|take|"
    r"have)s?(?:\s+to)?\b)?",
    re.IGNORECASE,
)
_OWN_SUBJECT = re.compile(
    r"^\s*(?:i|we|my|our|he|she|they|it|there|\w+ (?:is|are|has|needs|likes|loves|hates))\b", re.I
)
_VERB = re.compile(
    r"^\s*(?:(?:also|really|always|never|usually|only|just|absolutely)\s+)*(?:love|like|hate|prefer|enjoy|"
    r"want|need|avoid|"
    r"dislike|adore|eat|drink|fly|walk|work|live|have|can|cannot|don['’]?t|do|must|travel|sleep|wake|use|"
    r"take|get|snore|"
    r"speak|study|teach|smoke|swim|climb|never|always)s?\b",
    re.IGNORECASE,
)
_FOR = re.compile(r"\b(?:like|love|enjoy|adore|prefer)s?\b|\bfond of\b|\bfan of\b", re.IGNORECASE)
_AGAINST = re.compile(
    r"\b(?:hate|dislike|detest|avoid)s?\b|\bcan(?:not|['’]?t) (?:stand|bear)\b|"
    r"\b(?:not|never|don['’]?t|doesn['’]?t)\s+(?:\w+\s+)?(?:like|love|enjoy|fond|a fan)\b",
    re.IGNORECASE,
)
_PREPOSITION = r"(?:of|on|in|at|to|for|from|by|with|without|about|as|than)"
#: Says more of the clause before, and nothing by itself: "because of my knee", "but not on weekdays".
_ADDS = re.compile(
    rf"^\s*(?:{_PREPOSITION}|due|not|except|especially|particularly|even)\b"
    rf"(?!.*\b(?:i|we|he|she|they|it|am|is|are)\b)",
    re.IGNORECASE | re.DOTALL,
)
_BECAUSE = re.compile(r"\bbecause\s*$", re.IGNORECASE)
_EDGES = " ,;:.!?–—-"


@dataclass(frozen=True)
class Part:
    """A sentence of its own made of a part of another one; `quote`: that part as it stands there."""

    text: str
    quote: str


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
    return says(text, wanted) and feeling(words) * feeling(parts_of(text, wanted)[0]) >= 0


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


def bare(text: str) -> str:
    """The sentence without the announcement of whose words it is."""
    return text.removeprefix(TRAVELLERS_WORDS).removeprefix(FELLOWS_WORDS)


def parts_of(text: str, wanted: frozenset[str]) -> tuple[str, list[Part]]:
    """What of a sentence is meant by these stems, and what else it says, as sentences of their own.

    ("I hate crowded museums", [I'm vegetarian]) of "I'm vegetarian and I hate crowded museums." Nothing else
    where no clause of it says all that is meant, or nothing is left that tells something.
    """
    said = bare(text)
    meant: list[str] = []
    runs: list[list[str]] = []
    lead: re.Match[str] | None = None
    for sentence in SENTENCE.findall(said) or [said]:
        goes_on = False  # with the clause before: what is between them was said together
        of_meant = ""  # the clause before that goes
        for clause in _pieces(sentence):
            own = _SUBJECT.match(clause) or lead
            if says(clause, wanted):
                meant.append(clause.strip(_EDGES))
                goes_on = False
                of_meant = clause
            elif not goes_on and of_meant and _ADDS.match(clause):
                if head := _up_to_the_same(clause, of_meant, sentence):
                    runs.append([head, clause])
            elif terms(clause):
                if goes_on and not _OWN_SUBJECT.match(clause):
                    runs[-1].append(clause)
                else:
                    runs.append([_led(clause, own), clause])
                goes_on = True
            lead = own
    parts = [part for run in runs if _worth_keeping(part := _part(run, said))]
    return (" and ".join(meant), parts) if meant and parts else (said, [])


def _up_to_the_same(clause: str, before: str, sentence: str) -> str:
    """ "I'm afraid " of "I'm afraid of dogs" for "of heights"; "" for a reason, and where the clause before
    has no such word: then this one says nothing without it."""
    word = clause.split()[0]
    same = re.search(rf"\b{re.escape(word)}\b", before, re.IGNORECASE)
    if same is None or _BECAUSE.search(sentence[: sentence.find(clause)]):
        return ""
    return before[: same.start()].lstrip()


def feeling(words: str) -> int:
    """1 where they like it, -1 where they do not, 0 where they say neither."""
    if _AGAINST.search(words):
        return -1
    return 1 if _FOR.search(words) else 0


def _pieces(sentence: str) -> Iterable[str]:
    """Its clauses; things of a list one by one."""
    for clause in clauses(sentence):
        yield from (piece for piece in re.split(r",|\band\b|\bor\b", clause.text) if piece.strip(_EDGES))


def _led(clause: str, lead: re.Match[str] | None) -> str:
    """The words that a clause takes from the one before: who, and what they do."""
    if lead is None or _OWN_SUBJECT.match(clause):
        return ""
    if _VERB.match(clause):
        return f"{lead['who']} "
    if lead["is"]:
        return f"{lead['who']}{lead['is']} "
    return f"{lead['who']}{lead['does'] or ''} "


def _part(run: list[str], said: str) -> Part:
    head, first, *others = run
    clauses_of_it = [first, *others]
    start = said.find(first)
    end = said.find(others[-1], start) + len(others[-1]) if others else start + len(first)
    whole = (
        said[start:end] if start >= 0 and end > start else " and ".join(one.strip() for one in clauses_of_it)
    )
    quote = whole.strip(_EDGES)
    sentence = f"{head}{quote}".strip()
    return Part(sentence[:1].upper() + sentence[1:], quote)


def _worth_keeping(part: Part) -> bool:
    return len(part.text) >= SHORTEST and any(one not in _FEELS for _word, one in _stemmed(part.text))


def _stemmed(text: str) -> list[tuple[str, str]]:
    return [(word, stem(word)) for word in words(text) if word not in STOP_WORDS and len(word) > 1]
