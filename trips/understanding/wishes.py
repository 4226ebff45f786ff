"""Taste and needs: pace, interests, diets, access, cuisines, other wishes."""

from __future__ import annotations

import re

from trips.understanding.common_words import COMMON_WORDS
from trips.understanding.reading import CLAIMED, Reading
from trips.understanding.vocabulary import (
    ACCESS,
    ALLERGEN_NAMES,
    ALLERGY,
    CUISINE,
    CUISINE_NAMES,
    DIETS,
    DISH,
    EATING,
    INTEREST_PATTERNS,
    NO_DIET,
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
_NO_LONGER = re.compile(
    r"\b(?:no\s+longer|not\s+(?:\w+\s+)?any\s*more|stopped\s+being|not|isn't|am\s+not|aren't|drop|remove|"
    r"forget|without|given\s+up|gave\s+up|stopped)\s+(?:being\s+|an?\s+|the\s+|strictly\s+)*$"
    r"|\b(?:no\s+longer|stopped|quit|given\s+up|gave\s+up)\s+(?:keep|eat|follow|us|need|hav|be|requir|liv)(?:e|ing)?"
    r"\s+(?:an?\s+|the\s+|on\s+|strictly\s+|in\s+)*$",
    re.IGNORECASE,
)


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


_NO_PET_OF_OURS = re.compile(
    r"\b(?:no|hot|loves?|watch|likes?|hates?|fears?|(?:afraid|scared|terrified|frightened)\s+of|allergic\s+to|"
    r"allergy\s+to|without|stray|fond\s+of)\s*(?:the\s+)?$",
    re.IGNORECASE,
)


def read_wishes(reading: Reading) -> None:
    """Tells pace, access, cuisines, interests and wishes."""
    _access(reading)
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


def read_diets(reading: Reading) -> None:
    """Tells diets and allergies."""
    for _ in reading.find(NO_DIET):
        reading.declined.append("dietary")
    for match in reading.find(ALLERGY):
        for name in ("a", "a2", "b", "b2", "b3"):
            if word := match.groupdict().get(name):
                word = " ".join(word.lower().split())
                need = f"allergy: {ALLERGEN_NAMES.get(word, word)}"
                if _is_gone(reading, match):
                    if need in reading.facts.dietary:
                        reading.change("dietary", need, *match.span(), op="remove")
                    continue
                reading.change("dietary", need, *match.span(), op="add")
    for diet, pattern in DIETS:
        for match in reading.find(pattern):
            before = reading.view[max(0, match.start() - 24) : match.start()]
            gone = _NO_LONGER.search(before) or _GONE.match(reading.view[match.end() : match.end() + 40])
            if gone and not re.match(r"no|don't|not|without", match.group(), re.I):
                if diet in reading.facts.dietary:
                    reading.change("dietary", diet, *match.span(), op="remove")
                continue
            reading.change("dietary", diet, *match.span(), op="add")


#: "The nut allergy is gone", "the peanut allergy was a mistake".
_GONE = re.compile(
    r"\s*(?:is|was|has)\s+(?:now\s+|all\s+)?(?:gone|over|cured|wrong|a\s+mistake|a\s+misunderstanding|"
    r"no\s+longer|not\s+(?:true|right|"
    r"an\s+issue|a\s+problem)|history|disappeared)\b|\s*(?:,\s*)?(?:any\s*more|any\s+longer|no\s+longer)\b|\s+(?:are|were)\s+(?:now\s+)?gone\b",
    re.IGNORECASE,
)


def _is_gone(reading: Reading, match: re.Match[str]) -> bool:
    """Whether an allergy is told not to be there: "not allergic to nuts any more"."""
    begin = match.start() + len(
        re.match(r"(?:(?:an?|the|my|our|severe|bad)\s+)?", match.group(), re.I).group()
    )
    before = reading.view[max(0, begin - 24) : begin]
    within = re.search(r"\b(?:no\s+longer|not|isn't|aren't|n't)\b", match.group(), re.I)
    none = re.search(r"\b(?:no|without(?:\s+any)?|don't\s+have\s+(?:an?|any))\s+$", before, re.I)
    return bool(
        none
        or _NO_LONGER.search(before)
        or within
        or _GONE.match(reading.view[match.end() : match.end() + 40])
    )


def _access(reading: Reading) -> None:
    for need, pattern in ACCESS:
        for match in reading.find(pattern):
            before = reading.view[max(0, match.start() - 24) : match.start()]
            gone = _NO_LONGER.search(before) or _GONE.match(reading.view[match.end() : match.end() + 40])
            if gone and not re.match(r"no|not|without|avoid|can", match.group(), re.I):
                if need in reading.facts.access:
                    reading.change("access", need, *match.span(), op="remove")
                continue
            if need == "pets" and _NO_PET_OF_OURS.search(before):
                continue
            reading.change("access", need, *match.span(), op="add")


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
