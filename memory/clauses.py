"""The clauses of a sentence, and which of them a date in it belongs to. Pure.

"My daughter is allergic to milk, we stay until 18 February" has an end, and the allergy has not. A date
belongs to a need when it stands behind the words that tell it, or before them all, and nobody stays, travels
or leaves in between. In doubt nothing ends: the sentence itself still says its date.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from memory.text import normalised

SENTENCE = re.compile(r"[^.!?\n\x1e]+(?:[.!?]+(?=\S)[^.!?\n\x1e]+)*[.!?]*")

_BORDER = re.compile(r"\b(?:and|but|because|so)\b|;|,(?!\s*20\d\d\b)|[()\[\]]|\s[-–—]+\s|—", re.IGNORECASE)
#: What tells a need by itself, and what only turns or narrows another verb.
_NEED = (
    r"can(?:not|['’]?t)|(?:must|wo)n['’]?t|need\w*|must|ha(?:ve|s)\s+to|prefer\w*|want\w*|avoid\w*|vegan\w*|"
    r"vegetarian\w*|diet|allerg\w*|intoleran\w*|coeliac|celiac"
)
_STATE = (
    r"pregnant|fast(?:ing)?|breast-?feeding|injured|recovering|on\s+(?:crutches|antibiotics)|"
    r"in\s+an?\s+(?:\w+\s+)?(?:cast|sling|brace)"
)
_TURN = r"(?:do|does|is|are)n['’]?t|not|no|never|only"
_NEEDS = re.compile(rf"\b(?:{_NEED}|{_STATE})\b", re.IGNORECASE)
_BINDS = re.compile(rf"\b(?:{_NEED}|{_STATE}|{_TURN})\b", re.IGNORECASE)
_OF_ITS_OWN = re.compile(rf"\b(?:{_NEED}|{_TURN})\b", re.IGNORECASE)
#: What a date beside it says of the journey.
_STAY = re.compile(
    r"\b(?:stay\w*|travel\w*|book\w*|leav(?:e|es|ing)|left|arriv\w*|return\w*|visit\w*|"
    r"on\s+(?:holiday|vacation|leave|the\s+road)|check(?:ing)?[\s-]+(?:in|out)|"
    r"(?:be|been|being|am|are|is|was|were)\s+(?:(?:not|only|just|still|all|both)\s+)?(?:in(?!\s+an?\s+(?:\w+\s+)?(?:cast|sling|brace))|at|there|here|home|"
    r"away|back|with)|(?:there|here|home|away|back))\b|"
    r"['’](?:m|re|s)\s+(?:(?:not|only|just|still|all|both)\s+)?(?:in(?!\s+an?\s+(?:\w+\s+)?(?:cast|sling|brace))|at|there|here|home|away|back|with)\b",
    re.IGNORECASE,
)
_NEVER_ENDS = re.compile(
    r"\b(?:allerg|intoleran|coeliac|celiac|lactose|gluten[- ]sensitiv|anaphyla)\w*", re.IGNORECASE
)
_LASTS = re.compile(
    r"\b(?:allerg\w*|intoleran\w*|coeliac|celiac|vegan\w*|vegetarian\w*|never|always|kosher|halal|diabet\w*|"
    r"wheelchair|afraid)\b",
    re.IGNORECASE,
)
_SUBJECT = re.compile(r"\b(?:i|we|you|he|she|it|they|my|our)\b", re.IGNORECASE)
#: Begins or makes a clause of its own, where a list would go on with one more thing.
_OWN = re.compile(
    r"\b(?:i|we|you|he|she|it|they|my|our|the|this|that|there|here|then|in|at|from|to|hotel|flat|apartment|"
    r"room|flights?|trip|journey|plan)\b",
    re.IGNORECASE,
)
_BOUND_ONLY = re.compile(
    r"^\W*(?:(?:but|only|just|at\s+least|and|so|true|valid|meant|(?:that|this|it|which)(?:['’]s|\s+(?:is|was|holds|"
    r"goes|counts|applies|lasts)))[\s,]+)*(?:(?:(?:until|till|through|up\s+to|from|"
    r"since|starting|as\s+of|as\s+from)\s+(?:(?:and\s+including|the|beginning|start|middle|end|last|day|of|this|"
    r"next|month|year|until|till|through|up|to)\s+)*[\w.,’'-]+(?:\s+(?:of\s+)?[\w.]+){0,2}(?:,?\s+20\d\d)?|"
    r"(?:on|for|during|throughout)\s+(?:just\s+|only\s+)?this\s+(?:one\s+)?(?:trip|journey|holiday|vacation)|"
    r"this\s+time|for\s+(?:the\s+)?(?:next|coming|another)\s+(?:[\w-]+\s+)?(?:day|week|month|year)s?)"
    r"(?:\s+only)?\W*){1,2}$",
    re.IGNORECASE,
)
_RESTRICTS = re.compile(
    rf"\b(?:{_STATE}|can(?:not|['’]?t)|must(?:n['’]t|\s+not)|(?:not|n['’]t)\s+(?:allowed|able))\b",
    re.IGNORECASE,
)
_REASON = re.compile(r"\b(?:as|while)\b", re.IGNORECASE)
_SPEAKS_OF = re.compile(r"\b(?:i|we|you|he|she|they|my|our)\b", re.IGNORECASE)
_TELLS = re.compile(rf"\d|\b(?:i|we|you|he|she|it|they|{_NEED}|{_STATE}|{_TURN})\b", re.IGNORECASE)
_LEAD_WORDS = 3
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Clause:
    """A part of a sentence. `place`: of its first letter in it."""

    text: str
    place: int

    @property
    def binds(self) -> bool:
        return _BINDS.search(self.text) is not None

    @property
    def has_subject(self) -> bool:
        """Does it say who needs it, or is that said by the clause before ("… and need a lift")?"""
        text = self.text.lstrip()
        need = _BINDS.search(text)
        return text[:1].isupper() or bool(_SUBJECT.search(text[: need.start() if need else None]))


def never_ends(words: str) -> bool:
    """Do they tell an allergy or something like it?"""
    return _NEVER_ENDS.search(words) is not None


def restricts(sentence: str) -> bool:
    """Does it tell a state of somebody, or what they may not do?"""
    return _RESTRICTS.search(sentence) is not None


def with_their_bounds(found: Iterable[str]) -> list[str]:
    """The sentences, spaces made even. One that only says how long another holds ("That's just for this
    trip, …", "Until March.") is part of the one before it."""
    told: list[str] = []
    for sentence in (" ".join(one.split()) for one in found):
        if told and _only_bounds(sentence):
            told[-1] = f"{told[-1]} {sentence}"
        elif sentence:
            told.append(sentence)
    return told


def clauses(sentence: str) -> list[Clause]:
    """What stands between commas, brackets, dashes and joining words. One more thing of a list, and a date
    alone, belong to the clause before; a few words that lead in ("By the way", "Mia" of "Mia and Tom") to the
    next one."""
    found: list[list[int]] = []
    lead: int | None = None
    start = 0
    for border in [*_BORDER.finditer(sentence), None]:
        first, last = start, border.start() if border else len(sentence)
        start = border.end() if border else last
        if not _WORD.search(sentence, first, last):
            continue
        first, lead = (first if lead is None else lead), None
        piece = sentence[first:last]
        if found and (_BOUND_ONLY.match(piece) or _goes_on(piece, sentence[slice(*found[-1])])):
            found[-1][1] = last
        elif border is not None and (_leads(piece) or _BOUND_ONLY.match(piece)):
            lead = first
        else:
            found.append([first, last])
    if lead is not None:
        found.append([lead, len(sentence)])
    return [Clause(sentence[first:last], first) for first, last in found]


def concerned(told: Sequence[Clause], part: str) -> list[Clause]:
    """The clauses that these words are from; all of them where that cannot be said."""
    if not told or not part:
        return list(told)
    words = [
        (word[0], index)
        for index, clause in enumerate(told)
        for word in _WORD.finditer(normalised(_BORDER.sub(" ", clause.text)))
    ]
    wanted = _WORD.findall(normalised(_BORDER.sub(" ", part)))
    plain = [word for word, _index in words]
    for at in range(len(plain) - len(wanted) + 1) if wanted else ():
        if plain[at : at + len(wanted)] == wanted:
            held = {index for _word, index in words[at : at + len(wanted)]}
            return [clause for index, clause in enumerate(told) if index in held]
    return list(told)


def dated(told: Sequence[Clause], dates: re.Pattern[str], part: str = "") -> Iterator[re.Match[str]]:
    """The dates of a sentence that bound what its words (or this part of them) tell, in their order."""
    of_part = concerned(told, part)
    for clause in told:
        for match in dates.finditer(clause.text):
            leads = _leads_the_need(clause, match)
            if (leads or _behind_the_need(clause, match)) and all(
                one == clause or _covers(clause, one, leads) for one in of_part
            ):
                yield match


def for_this_trip(told: Sequence[Clause], this_trip: re.Pattern[str], part: str = "") -> bool:
    """Are these words said for one trip only?"""
    needs = any(clause.binds for clause in told)
    return any(
        this_trip.search(clause.text) is not None
        and (clause.binds or not needs)
        and not any(one != clause and _LASTS.search(one.text) for one in concerned(told, part))
        for clause in told
    )


# --- Within --------------------------------------------------------------------------------------


def _behind_the_need(clause: Clause, match: re.Match[str]) -> bool:
    before = clause.text[: match.start()]
    if not _BINDS.search(before):
        return False
    stays = [one.end() for one in _STAY.finditer(before)]
    return not stays or any(one.start() >= stays[-1] for one in _NEEDS.finditer(before))


def _leads_the_need(clause: Clause, match: re.Match[str]) -> bool:
    """ "Until the end of March I can't drink": nothing but a few words before, and the need behind."""
    before, after = clause.text[: match.start()], clause.text[match.end() :]
    if len(before.split()) > _LEAD_WORDS or _STAY.search(before) or not (need := _BINDS.search(after)):
        return False
    return not _STAY.search(after if _NEEDS.search(after) is None else after[: need.start()])


def _covers(clause: Clause, other: Clause, leads: bool) -> bool:
    """Does the date of a clause bound what another one tells?"""
    if _LASTS.search(other.text):
        return False
    if leads or not _OF_ITS_OWN.search(other.text):
        return True
    return other.place < clause.place and not clause.has_subject


def _only_bounds(sentence: str) -> bool:
    ends = [found.start() for one in (_BORDER, _REASON) for found in one.finditer(sentence) if found.start()]
    first = sentence[: min(ends, default=len(sentence))]
    return _BOUND_ONLY.match(first) is not None and _SPEAKS_OF.search(first) is None


def _goes_on(piece: str, before: str) -> bool:
    """One more thing of a list: "no meat, fish, or eggs until March"."""
    piece = piece.strip()
    return (
        piece[:1].islower()
        and bool(_BINDS.search(before))
        and not (_OWN.search(piece) or _BINDS.search(piece) or _STAY.search(piece))
    )


def _leads(piece: str) -> bool:
    return len(piece.split()) <= _LEAD_WORDS and not _TELLS.search(piece)
