"""A message taken apart into clauses, each with one wish; which of them ask for something."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from trips.planning.editing.phrases import COUNT

_VERBS = (
    r"swap|switch|exchange|move|shift|push|postpone|remove|drop|skip|delete|cut|cancel|scrap|add|include|"
    r"replace|change|start|begin|make|keep|lock|unlock|put|find|give|take\s+out|leave\s+out|get\s+rid\s+of|stay|"
    r"spend|sleep\s+in"
)
_MEAL = r"(?:breakfast|brunch|lunch|dinner|supper)(?:e?s)?"
#: Words that begin a wish of their own: a verb, a table of some kind, less or more of something.
_WISH_BEGINS = (
    rf"(?:please\s+|also\s+|maybe\s+|perhaps\s+|then\s+)*(?:(?:{_VERBS})\b|"
    rf"(?:an?|some|the)\s+(?:[\w-]+\s+){{1,3}}{_MEAL}\b|(?!the\b|an?\b|our\b|my\b)[\w-]+\s+{_MEAL}\b|"
    rf"{_MEAL}\s+(?:at|somewhere|elsewhere|by|earlier|later|should|to)\b|"
    rf"no\s+{_MEAL}\b|(?:less|fewer|more|not\s+so)\s+\w|"
    rf"(?:an?|one|{COUNT})\s+(?:more|less|fewer|extra)\s+\w|another\s+(?:night|day|hotel|restaurant)\b|"
    rf"(?:an?\s+)?(?:later|earlier|cheaper|lighter|free)\s+\w|"
    r"(?:can|could|would|may|shall|should)\s+(?:you|we|i|the|it|day|to\w+|\w+day)\b|let'?s\b|"
    r"(?:i|we)(?:'d|\s+would|\s+want|\s+need)\b)"
)
_JOINED = re.compile(
    r"(?P<end>(?<=[^\d\s])[.;!?]+\s+|(?<=\s\d)[.;!?]\s+(?=[A-Z])|\n+)|"
    r",?\s+(?:and\s+)?(?:then|also)\s+|"
    rf"(?:,?\s+(?:and|but|so|plus|&)\s+|[,;]\s*|\s+-\s+)(?={_WISH_BEGINS})",
    re.I,
)
#: Where the words after "and" may be a wish of their own, if they can be read as one.
_PERHAPS = re.compile(r"\s*,\s*(?:(?:and|but)\s+)?|\s+(?:and|but|plus|&)\s+", re.I)
_LEADING_VERB = re.compile(
    r"^\W*(?:please\s+|(?:can|could|would)\s+(?:you|we|i)\s+(?:please\s+)?|let'?s\s+|"
    r"(?:i|we)(?:'d|\s+would)?\s+(?:like|want)\s+to\s+){0,6}"
    r"(?P<verb>move|shift|push|bring|put|postpone|reschedule|remove|drop|skip|delete|cancel|cut|add|visit|see|do|"
    r"lock|unlock|start|replace|change|get\s+rid\s+of|leave\s+out)\b",
    re.I,
)
#: "Drop the museum, it's too expensive" asks for one thing.
_REASON = re.compile(
    r"^(?:(?:it|they|that|this|he|she|we|i)(?:'s|'re|'m|\s+(?:is|are|am))\b|because\b|since\b|as\s)", re.I
)
_WITH_A_REASON = re.compile(
    r",?\s+because\b.*$|,\s*(?:since\b|as\s|(?:it|they|that|this|we|i)(?:'s|'re|'m|\s+(?:is|are|am))\b).*$",
    re.I,
)

#: "Start later, at 9" is one wish.
ONLY_AN_HOUR = re.compile(
    r"(?:(?:at|by|after|before|from|until|till|about|around|say|not|no|earlier|later|than|please)\s+)*"
    r"\d{1,2}(?:[:.h]\d{2})?\s*(?:am|pm|o'clock|h)?(?:\s+(?:at\s+the\s+(?:latest|earliest)|please|or\s+so))*[\s.,!]*",
    re.I,
)

_QUESTION = re.compile(
    r"^\s*(?:what|when|where|how|who|why|which|is|are|was|were|does|do\s+(?:we|i|you)|did|will|has|have\s+we|"
    r"should|tell\s+me|show\s+me|explain)\b",
    re.I,
)
_ASKED_POLITELY = re.compile(
    r"^\s*(?:(?:how|what)\s+about|(?:is|would)\s+it\s+(?:be\s+)?possible\s+to|are\s+we\s+able\s+to)\b", re.I
)
#: "Lunch 2,400 yen" is an expense, "it was lovely" a report.
MONEY = (
    r"(?:[$€£¥₹]\s?\d[\d.,]{0,15}|\d[\d.,]{0,15}\s?(?:[$€£¥₹]|"
    r"(?:usd|eur|gbp|jpy|mad|dollars?|euros?|pounds?|yen|dirhams?|bucks?)\b))"
)
_MONEY = re.compile(MONEY, re.I)
#: "400 dollars cheaper" is no expense.
_CHEAPER_BY = re.compile(
    rf"{MONEY}\s+(?:cheaper|less|lower|off)\b|\b(?:cheaper|less\s+expensive|lower|reduce|save|cut|shave|trim|down)\b"
    rf"[^.;!?\d]{{0,40}}{MONEY}",
    re.I,
)
#: Said of the options, before there is a plan.
_REFUSAL = re.compile(
    r"^\s*(?:none|neither)\b|\b(?:any|all|none)\s+of\s+(?:them|these|those)\b|\bthey(?:'re|\s+are)\s+all\b|"
    r"^\s*nothing\s+too\b",
    re.I,
)
_REPORT = re.compile(
    r"\b(?:was|were|had|enjoyed|loved|liked|hated|went|ate|spent|paid|walked|slept|got\s+up|woke|felt|took)\b",
    re.I,
)
_WISH = re.compile(r"\b(?:please|can|could|would|want|like\s+to|rather|let'?s|instead|need)\b", re.I)
_SOUNDS_LIKE_A_WISH = re.compile(rf"^\W*(?:and\s+)?{_WISH_BEGINS}|{_WISH.pattern}|\b{_MEAL}\b", re.I)


@dataclass(frozen=True)
class Clause:
    """`joined`: to the one before it within a sentence."""

    text: str
    joined: bool = False


def clauses_of(message: str) -> list[Clause]:
    found: list[Clause] = []
    start, joined = 0, False
    for match in _JOINED.finditer(message):
        _add(found, message[start : match.start()], joined)
        start, joined = match.end(), match["end"] is None
    _add(found, message[start:], joined)
    return found


def _add(found: list[Clause], text: str, joined: bool) -> None:
    if text.strip(" ,.;!?"):
        found.append(Clause(text.strip(), joined and bool(found)))


#: A clause is tried in two at the first of them.
_MOST_ANDS = 4


def in_two(text: str) -> Iterator[tuple[str, str, str]]:
    """Where a clause may be two wishes: the first, the second, and the second with the verb of the first
    ("" without one): "move the park to day 3 and the zoo to day 4"."""
    verb = _LEADING_VERB.match(text)
    for match in islice(_PERHAPS.finditer(text), _MOST_ANDS):
        first, second = text[: match.start()].strip(), text[match.end() :].strip()
        if first and second and not _REASON.match(second) and not ONLY_AN_HOUR.fullmatch(second):
            yield first, second, f"{verb['verb']} {second}" if verb else ""


def asks(clause: str) -> bool:
    """Whether it asks for something: no question, no report, no expense."""
    if _REFUSAL.search(clause):
        return False
    if _MONEY.search(clause) and not _CHEAPER_BY.search(clause):
        return False
    if _ASKED_POLITELY.match(clause):
        return True
    if _QUESTION.match(clause):
        return False
    return not _REPORT.search(clause) or bool(_WISH.search(clause))


def without_reason(clause: str) -> str:
    """ "Drop the museum, it's too expensive" → "Drop the museum"."""
    rest = _WITH_A_REASON.sub("", clause)
    return rest if rest != clause and sounds_like_a_wish(rest) else clause


def sounds_like_a_wish(clause: str) -> bool:
    """Of one that was not read: whether it has to be said that nothing comes of it."""
    return bool(_SOUNDS_LIKE_A_WISH.search(clause))
