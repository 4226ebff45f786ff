"""One sentence, several things told: each clause of it that stands by itself, as a sentence of its own. Pure.

"My name is Ada, I work for Acme, our policy is economy only" is three lines in two documents. Of "Japan 3–16
April, two of us, and I'm vegetarian" only the last clause holds on every trip. What belongs to the clause
before it ("she", "it", "because …", "but …") stays with it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from memory.amending import Told
from trips.reading.memory import whose
from trips.reading.words import KID, MONTH, RELATION, RELATION_PLURAL, WEEKDAY

_KIN = rf"(?:{KID}|{RELATION}|{RELATION_PLURAL})"
#: Where a clause with a subject of its own begins, or one that wants something of the plan.
_CUT = re.compile(
    r"(?P<mark>\s*[,;]\s*|\s+[-–—]+\s+|\s*—\s*|\s+)"
    r"(?P<join>(?:(?:and|but|also|plus|so|oh|btw|by\s+the\s+way)\b[,\s]*+){0,6})"
    r"(?=(?:i|we|both\s+of\s+us|my|our|im|ive)\b(?!\s+and\s+(?:i|we)\b)|"
    r"(?:(?:also|now|just|will|would)\s+){0,6}(?:need|want|have|hope|plan|wish|like|must|am|are)\s+"
    r"(?:to|going|flying|travelling|heading)\b)",
    re.IGNORECASE,
)
#: A clause that is for, or under, the one beside it.
_DEPENDS = re.compile(
    r"^\W*(?:if|when(?:ever)?|unless|because|as|since|while|although|though|once|after|before|until|"
    r"in\s+case|"
    r"whether|that|who|which|where|what|how)\b|[:\"“”«»]|"
    r"\b(?:says?|said|thinks?|thought|told|tell|claims?|joked?|wrote|writes|believes?|means?|because|if|"
    r"that|whether)\s*$",
    re.IGNORECASE,
)
_POINTS_BACK = re.compile(
    r"\b(?:it|its|that|this|them|those|these|there|too|either|neither|as\s+well|same|so|then|him|her|his|"
    r"their|theirs|otherwise|instead)\b",
    re.IGNORECASE,
)
_OF_A_PLAN = re.compile(
    rf"\d|[€$£]|\b(?:{MONTH}|{WEEKDAY}|weekend|next\s+\w+|this\s+(?:summer|winter|spring|autumn|year|"
    rf"time|trip)|"
    r"(?:two|three|four|five|six)\s+of\s+us|plan(?:ning)?|book(?:ing)?|trip|holiday|vacation|honeymoon|"
    r"itinerary|"
    r"budget|nights?|weeks?|days?|(?:go(?:ing)?|fly(?:ing)?|travel(?:l?ing)?|head(?:ing)?|get|drive|"
    r"driving)\s+"
    r"(?:to|from)|want|would\s+like|looking\s+for|need\s+to)\b|['’]d\s+like\b",
    re.IGNORECASE,
)
_GREETS = re.compile(
    r"^\W*(?:hi|hello|hey|thanks|thank\s+you|ok(?:ay)?|yes|no|sure|great|good|by\s+the\s+way|btw|also|oh|"
    r"well|"
    r"so|just\s+so\s+you\s+know|fyi|note)\b(?:\s+\w+)?\W*$",
    re.IGNORECASE,
)
_STAYS = re.compile(
    r"\b(?:(?:stay(?:s|ing)?|remain(?:s|ing)?|be)\s+(?:\w+\s+)?(?:at\s+home|home|behind)|"
    r"(?:is|are)\s+(?:left|staying)\s+(?:at\s+home|home|behind))\b|"
    r"(?:\b(?:is|are)n['’]?t|\b(?:is|are)\s+not|['’](?:s|re)\s+not|\bnot)\s+"
    r"(?:coming|travel(?:l?ing)|joining|going\s+(?:with|along)|with\s+(?:us|me)\b|"
    r"(?:on|part\s+of)\s+(?:the|this|our)\s+(?:trip|journey|holiday))|"
    r"\b(?:won['’]?t|will\s+not|can['’]?t|cannot|does(?:n['’]?t|\s+not)|do(?:n['’]?t|\s+not))\s+"
    r"(?:be\s+(?:coming|joining|there|with\s+us)|come\b|join\b|(?:travel|go)\s+with\s+(?:us|me))",
    re.IGNORECASE,
)
_OWN = re.compile(r"(?<![\w.])(?:i|we|both\s+of\s+us)(?![\w.])", re.IGNORECASE)
_OTHERS = re.compile(rf"\b(?:he|she|they|who|{_KIN})\b", re.IGNORECASE)
_HE = re.compile(r"^\W*(?:(?:but|and|so)\s+)?(?:he|she|they)\b", re.IGNORECASE)
_BORDER = re.compile(r"[,;]|\s[-–—]+\s|\b(?:and|but|so|because)\b", re.IGNORECASE)


def parted(told: Told, kind: Callable[[str], str]) -> list[Told]:
    """What stands by itself in a sentence; the sentence alone where nothing does. `kind`: what a clause
    tells for good, "" for nothing."""
    if told.text.casefold() != told.quote.casefold():
        return [told]  # made of two sentences: no words of the message are a part of it
    pieces = _pieces(told.text, kind)
    if len(pieces) < 2:
        return [told]
    kept = [piece for piece in pieces if kind(piece)]
    return [replace(told, text=_sentence(piece), quote=piece.rstrip(" .!")) for piece in kept] or [told]


def of_who_travels(found: Sequence[str]) -> list[str]:
    """The sentences without what they tell of people who stay at home: what those need is for no trip."""
    kept: list[str] = []
    absent = False  # the one whom the sentence before told of
    for sentence in found:
        if absent and _HE.match(sentence):
            continue
        absent = _stays(sentence)
        if not absent:
            kept.append(sentence)
            continue
        if _HE.match(sentence) and kept and whose(kept[-1]):
            kept.pop()
        kept += [_sentence(piece) for piece in _clauses(sentence) if _of_oneself(piece)]
    return kept


# --- Within --------------------------------------------------------------------------------------


def _pieces(sentence: str, kind: Callable[[str], str]) -> list[str]:
    """The clauses as they stand in it; one that can't be alone is part of the one before."""
    whole: list[list[int]] = []  # first and last letter
    ahead: int | None = None  # of a clause that only leads in to the next one
    for first, last, join in _spans(sentence):
        piece = sentence[first:last]
        first, ahead = (first if ahead is None else ahead), None
        before = sentence[slice(*whole[-1])] if whole else ""
        if not kind(piece) and _OF_A_PLAN.search(piece) and not _DEPENDS.search(piece):
            whole.append([first, last])
        elif not whole and not kind(piece) and not _GREETS.match(piece):
            ahead = first
        elif whole and _belongs(before, piece, join, kind):
            whole[-1][1] = last
        else:
            whole.append([first, last])
    if ahead is not None:
        whole.append([ahead, len(sentence)])
    return [sentence[first:last].strip(" ,;:-–—") for first, last in whole]


def _belongs(before: str, piece: str, join: str, kind: Callable[[str], str]) -> bool:
    if (
        not kind(piece)
        or re.search(r"\bso\b", join, re.IGNORECASE)
        or _DEPENDS.search(before)
        or _DEPENDS.search(piece)
    ):
        return True
    if _POINTS_BACK.search(piece):
        return bool(kind(before))
    return "but" in join.casefold() and _document(kind(before)) == _document(kind(piece))


def _document(kind: str) -> str:
    return kind.partition(" ")[0]


def _spans(sentence: str) -> list[tuple[int, int, str]]:
    """First and last letter of each clause, and the words that join it to the one before."""
    found: list[tuple[int, int, str]] = []
    first, join = 0, ""
    for cut in _CUT.finditer(sentence):
        if cut.start() == 0 or not (cut["join"].strip() or cut["mark"].strip()):
            continue
        found.append((first, cut.start(), join))
        first, join = cut.end(), cut["join"]
    return [*found, (first, len(sentence), join)]


def _clauses(sentence: str) -> list[str]:
    return [sentence[first:last].strip(" ,;:-–—") for first, last, _join in _spans(sentence)]


def _stays(sentence: str) -> bool:
    """Is it somebody else than who says it?"""
    return any(_stays_home(clause, sentence) for clause in _BORDER.split(sentence))


def _stays_home(clause: str, sentence: str) -> bool:
    match = _STAYS.search(clause)
    if match is None or _OWN.search(clause, 0, match.start()):
        return False
    return _OTHERS.search(sentence) is not None


def _of_oneself(clause: str) -> bool:
    return bool(_OWN.match(clause.lstrip())) and not (_STAYS.search(clause) or _OTHERS.search(clause))


def _sentence(piece: str) -> str:
    text = piece[:1].upper() + piece[1:]
    return text if text.endswith((".", "!", "?")) else f"{text}."
