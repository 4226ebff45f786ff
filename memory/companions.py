"""The fellow travellers of a trip, and of whom a sentence is told.

Names are ordinary words, too: Will, May, Rose, "An Nguyen". A name counts as it is written, where it cannot
be the word; and what is said by "I" or "we" is told of nobody else.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence

from memory.clauses import Clause, clauses, concerned
from memory.text import normalised
from trips.models import Member, Trip
from trips.reading.lexicon import EVERYDAY
from trips.understanding.calendar_words import MONTHS, WEEKDAYS
from trips.understanding.people_words import KID, RELATION, RELATION_PLURAL

GROWN_UP = 18  # years
SHORTEST_NAME = 3  # letters of a first name that is known by itself

_KID = re.compile(rf"\b{KID}\b", re.IGNORECASE)
_OURS = rf"\b(?:my|our)\s+(?:[\w-]+\s+)?(?:{KID}|{RELATION}|{RELATION_PLURAL})\b"
_OURS_BEFORE = re.compile(rf"{_OURS},?\s*$", re.IGNORECASE)
_OURS_ANYWHERE = re.compile(_OURS, re.IGNORECASE)
#: Between "my daughter" and the name of hers, or of who is named beside her.
_LINKED = re.compile(
    r"(?:['’]s\s+name|[\s,&(]|\b(?:and|is|are|called|named)\b|\b[A-ZÀ-Þ](?:[\w-]|['’](?!s\s+name))*+)*+"
)
_SELF = re.compile(r"(?<![\w.])(?:i|we)(?:['’](?:m|re|d|ll|ve))?(?![\w.])", re.IGNORECASE)
#: "I think Mia is allergic": who says it, not of whom.
_SAYING = re.compile(
    r"(?<![\w.])(?:i|we)\s+(?:also\s+)?(?:think|know|believe|guess|mean|said|mentioned|told\s+you|"
    r"(?:should|must)\s+(?:say|add|mention)|forgot\s+to\s+say|have\s+(?:an?|one)(?=\s))",
    re.IGNORECASE,
)
_AND_SELF = re.compile(r"\s*(?:,|&|\band\b)\s*(?:i|me|myself)\b", re.IGNORECASE)
#: What is said of a person right behind the name, or behind the names.
_OF_A_PERSON = re.compile(
    r"(?:\s*(?:,|&|\band\b)\s*(?:(?:my|our)\s+)?[A-ZÀ-Þ][\w'’-]+)*"
    r"(?:\s*[(:–-]|\s+(?:(?:is|are|was|were|isn['’]t|aren['’]t)\s+(?:\w+\s+){0,2}?(?:allergic|intolerant|vegetarians?|"
    r"vegans?|pregnant|afraid|scared|diabetic|coeliac|celiac|picky|fussy|seasick|sick|ill|tired|\d+|my|our|"
    r"wheelchair|allowed|able|unable|fond|keen)|can(?:not|['’]?t)|must(?:n['’]t)?|needs?|eats?|drinks?|likes?|"
    r"loves?|hates?|dislikes?|prefers?|enjoys?|wants?|gets?|uses?|walks?|sleeps?|wears?|takes?|avoids?|"
    r"adores?|refuses?|fears?|suffers?|struggles?|snores?|asks?\s+for|insists?|(?:has\s+)?changed\s+(?:his|her|their)|"
    r"would\s+(?:like|love|rather|prefer)|"
    r"has\s+(?:an?\s+)?(?:\w+\s+)?(?:allerg\w*|to\b|asthma|diabetes|knees?|back\b)|do(?:es)?(?:n['’]t|\s+not)|"
    r"(?:never|always|only|really|also|usually)\s+(?:\w+s|eat|drink|like|love|want)\b|allergic|vegetarian|"
    r"vegan|no|not)\b)"
)
_CAPITAL_NEXT = re.compile(r"\s+[A-ZÀ-Þ][a-zß-ÿ]+")
_EVERYDAY = EVERYDAY | MONTHS.keys() | WEEKDAYS.keys()


def companions(trip: Trip) -> list[Member]:
    """The trip's members but its owner."""
    return list(trip.members.exclude(role=Member.Role.OWNER).order_by("pk"))


def called(about: str, members: Sequence[Member]) -> Member | None:
    """The one member whom a mark names; where it names none, the one child there is of whom it speaks."""
    plain = normalised(about)
    named = [one for one in members if any(_stands(normalised(name), plain) for name in _names(one))]
    if not named and _KID.search(about):
        named = _children(members)
    return named[0] if len(named) == 1 else None


def told_of(sentence: str, members: Sequence[Member], part: str = "") -> list[Member]:
    """Of whom a sentence tells what it tells; with `part`, what these of its words tell. Nobody where
    somebody speaks of themselves. Where nobody is named, the one child there is of whom it speaks."""
    if not members:
        return []
    told = clauses(_plain(sentence))
    of_part = concerned(told, part)
    needs = [clause for clause in of_part if clause.binds] or of_part
    if any(_of_the_speaker(clause, members) for clause in _with_subjects(needs, told)):
        return []
    for those in (of_part, told):
        if named := [one for one in members if any(any(_hits(clause, one)) for clause in those)]:
            return named
        if any(_KID.search(clause.text) for clause in those):
            children = _children(members)
            return children if len(children) == 1 else []
    return []


def as_kin(sentence: str, members: Sequence[Member]) -> str:
    """The sentence with "my partner" for each of these names."""
    plain = _plain(sentence)
    found = {hit for clause in clauses(plain) for one in members for hit in _hits(clause, one)}
    for first, last in sorted(found, reverse=True):
        plain = f"{plain[:first]}my partner{plain[last:]}"
    return plain


# --- Within --------------------------------------------------------------------------------------


def _children(members: Sequence[Member]) -> list[Member]:
    return [one for one in members if one.age is not None and one.age < GROWN_UP]


def _with_subjects(needs: Sequence[Clause], told: Sequence[Clause]) -> list[Clause]:
    """And the clauses before that say whose needs they are: "I cook for Mia and never eat meat"."""
    found = list(needs)
    for clause in needs:
        at = told.index(clause)
        while at and not told[at].has_subject:
            at -= 1
            found.append(told[at])
    return found


def _names(member: Member) -> list[str]:
    """The whole name and the first one."""
    whole = " ".join(_plain(member.name).split())
    return list(dict.fromkeys(name for name in (whole, whole.split(" ")[0]) if name))


def _of_the_speaker(clause: Clause, members: Sequence[Member]) -> bool:
    text = _SAYING.sub(lambda match: " " * len(match[0]), clause.text)
    hits = [hit for one in members for hit in _hits(clause, one)]
    if any(_AND_SELF.match(text, last - clause.place) for _first, last in hits):
        return True
    speaker = _SELF.search(text)
    return speaker is not None and not any(first < clause.place + speaker.start() for first, _last in hits)


def _hits(clause: Clause, member: Member) -> Iterator[tuple[int, int]]:
    """Where a clause names a member, as places in its sentence; each letter once, the whole name first."""
    end = 0
    for name in _names(member):
        for match in re.finditer(rf"(?<!\w)(?:{'|'.join(_spellings(name))})(?!\w)", clause.text):
            if match.start() >= end and _means_somebody(clause, match, " " in name):
                end = match.end()
                yield clause.place + match.start(), clause.place + match.end()


def _means_somebody(clause: Clause, match: re.Match[str], whole: bool) -> bool:
    before, after = clause.text[: match.start()], clause.text[match.end() :]
    if others := list(_OURS_ANYWHERE.finditer(before)):
        if not _LINKED.fullmatch(before, others[-1].end()):
            return False  # it is told of them
    if whole or _OURS_BEFORE.search(before):
        return True
    if len(match[0]) < SHORTEST_NAME:
        return False
    first_word = clause.place == 0 and not re.search(r"\w", before)
    if first_word or match[0].lower() in _EVERYDAY:
        return _OF_A_PERSON.match(after) is not None
    return _CAPITAL_NEXT.match(after) is None


def _spellings(name: str) -> list[str]:
    """As it is written; with a capital where it is written without."""
    return [re.escape(one) for one in dict.fromkeys((name, name[:1].upper() + name[1:]))]


def _stands(name: str, plain: str) -> bool:
    return len(name) > 1 and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", plain) is not None


def _plain(text: str) -> str:
    """Without accents of letters; each letter stays in its place."""
    return "".join(unicodedata.normalize("NFD", letter)[0] for letter in unicodedata.normalize("NFC", text))
