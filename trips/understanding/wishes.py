"""Taste: pace, interests, cuisines, other wishes."""

from __future__ import annotations

import re

from trips.understanding.common_words import COMMON_WORDS
from trips.understanding.reading import CLAIMED, Reading
from trips.understanding.vocabulary import (
    CUISINE,
    CUISINE_NAMES,
    DISH,
    EATING,
    INTEREST_PATTERNS,
    PACES,
    WISHES,
    interest_of,
)

_LIKING = re.compile(
    r"\b(?:lov(?:e|es|ing)|lik(?:e|es|ing)|enjoy(?:s|ing)?|into|interest(?:ed|s)?|fans?|enthusiasts?|"
    r"lovers?|prefer|passion(?:ate)?|want|focus(?:ed)?(?:\s+on)?|"
    r"mostly|mainly|especially|theme|curious|keen|adore|mag|mögen|gusta(?:n)?|aime|aimons|interested|some|"
    r"lots\s+of|more|hobbies|"
    r"things\s+like|such\s+as|for|see|and|with|good|great|nice|beautiful|best)\b",
    re.IGNORECASE,
)
_NEGATED = re.compile(
    r"\b(?:no|not|without|hate|avoid|skip|don't|doesn't|never|nor|isn't|no\s+longer|stopped\s+being|"
    r"quit\s+being|n't\s+like|dislike|less)\s+"
    r"(?:(?:any|into|like|a|an|the|big|fan|of|interested|in|being|really|very|too|much|many|want|need|care|"
    r"for|enjoy|so|fans|strictly|that)\s+){0,4}$",
    re.IGNORECASE,
)
_TOO = re.compile(r"\btoo\s+(?:many\s+|much\s+)?$", re.IGNORECASE)
#: "Thai and Indian food".
_CUISINES_BEFORE = re.compile(
    rf"\b({CUISINE_NAMES})(?=(?:\s*(?:,|and|&|or)\s*(?:{CUISINE_NAMES}))*\s*(?:,|"
    rf"and|&|or)\s*$)",
    re.I,
)


_LIKED = re.compile(
    r"\b(?:(?:i|we|they|(?:my|our)\s+\w+)\s+(?:\w+ly\s+|all\s+|both\s+)?(?:love|loves|like|likes|enjoy|"
    r"enjoys|adore|adores)"
    r"|(?:^|[,;.]\s*)(?:love|like|enjoy|interests?\s*(?:are|:)?|interested\s+in|into|keen\s+on|fans?\s+of)"
    r"|\b(?:am|are|is|i'm|we're)\s+(?:really\s+|very\s+|big\s+|a\s+big\s+|all\s+)?(?:into|keen\s+on|"
    r"fond\s+of|"
    r"passionate\s+about|interested\s+in|fans?\s+of))\s+",
    re.IGNORECASE,
)
#: One thing of a list: a word or two in small letters, then a comma, "and" or the end.
_LIKED_ENTRY = re.compile(
    r"\s*(?:,\s*and\s+|,\s*|and\s+|&\s*|or\s+)?(?P<what>[a-zà-ÿ][\w'-]{2,}(?:\s+[a-zà-ÿ][\w'-]{2,})?)"
    r"(?=\s*(?:[,.;!?\n]|$|\band\b|&|\bor\b|\bbut\b))"
)
_NO_LIKING = frozenset(
    "it that this them everything anything nothing trip plan idea option days nights weeks people city "
    "cities hotel hotels room rooms flight flights budget places things stuff pace relaxed slow fast "
    "mid-range midrange "
    "high-end low-cost mid-budget low-budget budget-friendly upscale luxury luxurious moderate cheap".split()
)


def read_wishes(reading: Reading) -> None:
    """Tells pace, cuisines, interests and wishes."""
    _pace(reading)
    _wishes(reading)
    _cuisines(reading)
    _interests(reading)


def take_back_avoided(reading: Reading) -> None:
    """What is to be avoided from now on is no interest any more: "no more history"."""
    told = {change.value for change in reading.changes if change.path == "interests"}
    for change in [one for one in reading.changes if one.path == "avoid" and one.op == "add"]:
        tag = interest_of(str(change.value))
        if tag in reading.facts.interests and tag not in told and _NO_MORE.search(change.quote):
            start = reading.view.find(change.quote)
            if start >= 0:
                reading.change("interests", tag, start, start + len(change.quote), op="remove")


_NO_MORE = re.compile(
    r"\b(?:no\s+more|no\s+longer|not\s+interested|don't\s+(?:like|want|care)|hate|stop|drop|bores?|cold|"
    r"interest|detest|loathe|despise|dislike|stand|tired|sick|fed\s+up|none|nobody)\b",
    re.IGNORECASE,
)


def _pace(reading: Reading) -> None:
    found = []
    for pace, pattern in PACES:
        for match in reading.find(pattern):
            before = reading.view[max(0, match.start() - 24) : match.start()]
            if _NEGATED.search(before) or reading.replaced(match.start()):
                continue
            if _TOO.search(before):
                pace = "moderate" if pace == "relaxed" else "relaxed"  # "too fast"
            found.append((match.start(), match.end(), pace))
    if found:
        start, end, pace = min(
            found, key=lambda one: ("pace" not in reading.view[one[0] : one[1]].lower(), one[0])
        )
        reading.change("pace", pace, start, end)


def _wishes(reading: Reading) -> None:
    for wish, pattern in WISHES:
        for match in pattern.finditer(reading.open):
            if not _NEGATED.search(reading.view[max(0, match.start() - 30) : match.start()]):
                reading.change("wishes", wish, *match.span(), op="add")
                if wish not in {"honeymoon", "anniversary", "by the sea"}:
                    reading.claim(*match.span())
                break


def _cuisines(reading: Reading) -> None:
    for match in CUISINE.finditer(reading.open):
        before = reading.view[max(0, match.start() - 30) : match.start()]
        if _NEGATED.search(before):
            reading.change("avoid", " ".join(match.group().lower().split()), *match.span(), op="add")
        else:
            for other in _CUISINES_BEFORE.finditer(before):
                start = match.start() - len(before) + other.start()
                reading.change("cuisines", other[1].lower(), start, match.end(), op="add")
            reading.change("cuisines", " ".join(match["c"].lower().split()), *match.span(), op="add")
        reading.claim(*match.span())
    for match in DISH.finditer(reading.open):
        before = reading.view[max(0, match.start() - 50) : match.start()]
        dish = " ".join(match["d"].lower().split())
        if _NEGATED.search(before):
            reading.change("avoid", dish, *match.span(), op="add")
        elif EATING.search(before) or reading.said("cuisines") or "interests" in reading.asked:
            reading.change("cuisines", dish, *match.span(), op="add")
        else:
            continue
        if dish != "street food":
            reading.claim(*match.span())


def _interests(reading: Reading) -> None:
    found: list[tuple[int, int, str]] = []
    doubtful: list[tuple[int, int, str]] = []
    for tag, sure, unsure in INTEREST_PATTERNS:
        for match in sure.finditer(reading.open):
            found.append((match.start(), match.end(), tag))
        for match in unsure.finditer(reading.open) if unsure else ():
            doubtful.append((match.start(), match.end(), tag))
    for start, end, tag in doubtful:
        before = reading.open[max(0, start - 60) : start].rpartition(".")[2]
        beside = any(
            abs(start - other_end) <= 6 or abs(other_start - end) <= 6 for other_start, other_end, _ in found
        )
        if (
            beside
            or _LIKING.search(before)
            or reading.open.strip(" .!,").lower() == reading.open[start:end].lower()
        ):
            found.append((start, end, tag))
    taken: list[tuple[int, int]] = []
    for start, end, tag in sorted(found, key=lambda one: (one[0], -(one[1] - one[0]))):
        if any(first < end and start < last for first, last in taken):
            continue
        taken.append((start, end))
        before = reading.view[max(0, start - 40) : start]
        if _TOO.search(before):
            continue  # "too many museums" wants fewer of them, not none
        if _NEGATED.search(before):
            if tag in reading.facts.interests:
                reading.change("interests", tag, start, end, op="remove")
            words = " ".join(reading.view[start:end].lower().split())
            reading.change("avoid", words, start, end, op="add")
            continue
        reading.change("interests", tag, start, end, op="add")
        reading.claim(start, end)
    _other_likings(reading)


def _other_likings(reading: Reading) -> None:
    """Likings no tag stands for are kept as they were said: "we love chess and trains"."""
    for match in _LIKED.finditer(reading.view):
        before = reading.view[max(0, match.start() - 30) : match.start()]
        if _NEGATED.search(before + " ") or re.search(r"\b(?:not|n't|would|'d)\s*$", before):
            continue
        position = match.end()
        while part := _LIKED_ENTRY.match(reading.view, position):
            start, end = part.span("what")
            words = part["what"]
            position = part.end()
            whole = reading.open[start:end] == words
            if not whole and CLAIMED not in reading.open[start:end]:
                break
            if whole and not _is_liking(words):
                break
            if whole:
                reading.change("interests", words.lower(), start, end, op="add")
                reading.claim(start, end)


def _is_liking(words: str) -> bool:
    return not any(word in COMMON_WORDS or word in _NO_LIKING for word in words.lower().split())
