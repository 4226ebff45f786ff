"""For or against a thing: "I hate taxis", "heights don't scare me any more", "I've gone off trains". Pure.

Whatever the words, a stance is a thing and which way somebody leans. A later one of the same thing, the other
way, takes the place of the earlier one (`memory/contradicting.py`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from memory.stemming import STOP_WORDS, stem, words
from memory.text import bare

_I = r"(?<![\w.])(?:i|we|both\s+of\s+us|(?:my|our)\s+[\w-]+|(?-i:[A-ZÀ-Þ])[\w-]+)"
_AM = r"(?:['’](?:m|re|s)|\s+(?:am|are|is|was))"
_HAVE = r"(?:['’](?:ve|s)|\s+(?:have|has|had))?"
_SO = (
    r"(?:(?:really|quite|just|still|absolutely|actually|now|also|both|do|totally|finally|rather|even|"
    r"truly|much|"
    r"perfectly|completely|so|very|terribly|all|simply|secretly)\s+){0,8}"
)
_NOT = r"(?:(?:do|does|did|is|are|was|am|would)(?:\s+not|n['’]?t)|no\s+longer|never)"
_FEELING = (
    r"(?:scared|afraid|terrified|frightened|petrified|nervous|anxious|wary|fearful)\s+(?:of|about|on|in|"
    r"when)"
)
_MOVES = (
    r"(?:scares?|bothers?|frightens?|terrif(?:y|ies)|worr(?:y|ies)|upsets?|annoys?|disturbs?|troubles?|"
    r"faze[s]?|"
    r"stress(?:es)?)"
)
_WHOM = r"(?:me|us|him|her|(?:my|our)\s+[\w-]+)"
_EASY = (
    r"(?:fine|ok(?:ay)?|all\s+right|alright|good|no\s+(?:problem|issue|trouble|big\s+deal)|welcome|"
    r"acceptable|great|"
    r"not\s+(?:a\s+problem|an\s+issue|so\s+bad|that\s+bad))"
)
_MEANS_ME = rf"\s+(?:with|by|for)\s+{_WHOM}\b"
_LATER = (
    r"(?:now(?:adays)?|these\s+days|again|any\s?more|any\s+longer|from\s+now\s+on|after\s+all|"
    r"meanwhile|by\s+now)"
)
_TOPIC = r"(?P<thing>(?:[\w'’-]+\s+){0,4}?[\w'’-]+?)"
_REST = r"(?P<thing>[^,.;:!?]+)"

#: With what a clause is for (1) or against (-1); the first that fits counts.
_READINGS: tuple[tuple[int, re.Pattern[str]], ...] = tuple(
    (way, re.compile(pattern, re.IGNORECASE))
    for way, pattern in (
        (1, rf"^\W*{_TOPIC}(?:\s+|['’])(?:no\s+longer|never)\s+{_MOVES}\s+{_WHOM}\b"),
        (1, rf"^\W*{_TOPIC}\s+(?:do|does)(?:n['’]?t|\s+not)\s+{_SO}{_MOVES}\s+{_WHOM}\b"),
        (-1, rf"^\W*{_TOPIC}\s+{_SO}{_MOVES}\s+{_WHOM}\b"),
        (
            -1,
            rf"^\W*{_TOPIC}\s+(?:makes?|gets?)\s+(?:me|us)\s+{_SO}(?:nervous|anxious|uneasy|sick|ill|"
            rf"nauseous|dizzy)\b",
        ),
        (
            -1,
            rf"^\W*{_TOPIC}\s+(?:is|are)(?:n['’]?t|\s+not|\s+no\s+longer)\s+{_SO}(?:for\s+me|my\s+thing|"
            rf"{_EASY}{_MEANS_ME})",
        ),
        (1, rf"^\W*{_TOPIC}(?:\s+(?:is|are)|['’](?:s|re))\s+{_SO}{_EASY}(?:{_MEANS_ME}|\s+{_LATER})"),
        (
            1,
            rf"{_I}{_HAVE}\s+{_SO}(?:got(?:ten)?\s+over|overcome|conquered|beaten|lost|cured)\s+(?:my|"
            rf"our|his|her)\s+"
            rf"(?:(?:fear|phobia|dislike|hatred)\s+of|aversion\s+to)\s+{_REST}",
        ),
        (
            1,
            rf"{_I}{_AM}\s+{_SO}over\s+(?:my|our|his|her)\s+(?:(?:fear|phobia|dislike|hatred)\s+of|"
            rf"aversion\s+to)\s+{_REST}",
        ),
        (
            1,
            rf"(?:my|our)\s+(?:fear|phobia|dislike)\s+of\s+{_TOPIC}\s+(?:is|has)\s+(?:gone|over|cured|"
            rf"history|disappeared)\b",
        ),
        (1, rf"{_I}{_AM}\s+(?:no\s+longer|not)\s+{_SO}(?:{_FEELING}|tired\s+of|sick\s+of)\s+{_REST}"),
        (1, rf"{_I}(?:{_AM}|\s+(?:is|are))n['’]?t\s+{_SO}{_FEELING}\s+{_REST}"),
        (-1, rf"{_I}{_AM}\s+{_SO}{_FEELING}\s+{_REST}"),
        (-1, rf"{_I}{_HAVE}\s+(?:got\s+)?(?:an?\s+)?(?:\w+\s+)?(?:fear|phobia|horror)\s+of\s+{_REST}"),
        (
            -1,
            rf"{_I}{_AM}\s+{_SO}(?:(?:tired|sick|fed\s+up|bored|weary)\s+(?:of|with|by)|too\s+old\s+for|(?:off|"
            rf"over)(?!\s+(?:the|my)\b)|done\s+with)\s+{_REST}",
        ),
        (
            -1,
            rf"{_I}{_HAVE}\s+{_SO}(?:gone\s+off|went\s+off|given\s+up|gave\s+up|outgrown|"
            rf"grown\s+tired\s+of|had\s+enough\s+of)"
            rf"\s+(?!(?:my|our|his|her)\s)(?:on\s+)?{_REST}",
        ),
        (
            1,
            rf"{_I}(?:{_AM}|{_HAVE}\s+(?:gone|went))\s+{_SO}back\s+(?:on|to(?:\s+(?:eating|drinking|having|taking))?)"
            rf"\s+(?!(?:the|my|our|being|a|an)\b){_REST}",
        ),
        (
            -1,
            rf"{_I}{_HAVE}\s+{_SO}(?:stopped|quit)\s+(?:eating|drinking|having|taking|using|booking|smoking)\s+"
            rf"{_REST}",
        ),
        (
            1,
            rf"{_I}{_HAVE}\s+{_SO}(?:grown\s+to\s+(?:like|love|enjoy)|come\s+(?:round|around)\s+to|"
            rf"warmed\s+to|"
            rf"got(?:ten)?\s+(?:used\s+to|into)|learn(?:t|ed)\s+to\s+(?:like|love|enjoy)|"
            rf"discovered\s+a\s+love\s+(?:of|for))\s+{_REST}",
        ),
        (1, rf"{_I}{_HAVE}\s+{_SO}learn(?:t|ed)\s+(?:how\s+)?to\s+{_REST}"),
        (1, rf"{_I}{_HAVE}\s+{_SO}(?:started|begun|begin|taken\s+up|took\s+up)\s+(?:to\s+)?{_REST}"),
        (
            1,
            rf"{_I}\s+{_SO}(?:do(?:es)?(?:n['’]?t|\s+not)|no\s+longer)\s+{_SO}(?:mind|hate|dislike|fear|"
            rf"avoid|object\s+to)\s+{_REST}",
        ),
        (
            -1,
            rf"{_I}\s+{_SO}(?:do(?:es)?(?:n['’]?t|\s+not)|no\s+longer|never)\s+{_SO}(?:like|love|enjoy|"
            rf"care\s+for|want|do|use|take|ride|"
            rf"eat|drink|book|stay\s+(?:in|at))\s+{_REST}",
        ),
        (
            -1,
            rf"{_I}(?:{_AM}(?:\s+not|n['’]?t)|\s+(?:is|are)n['’]?t)\s+{_SO}(?:an?\s+)?(?:(?:big|great|"
            rf"huge)\s+)?(?:keen\s+on|fond\s+of|into|fans?\s+of)\s+{_REST}",
        ),
        (
            -1,
            rf"{_I}\s+{_SO}(?:hates?|dislikes?|detests?|loathes?|despises?|avoids?|fears?|refuses?\s+to|"
            rf"can(?:not|['’]?t|\s+not)\s+(?:stand|bear|stomach|(?=swim|fly|drive|cycle|ski|"
            rf"ride)))\s*{_REST}",
        ),
        (
            1,
            rf"{_I}{_AM}\s+{_SO}(?:fine|ok(?:ay)?|happy|comfortable|cool|good|all\s+right|"
            rf"alright)\s+(?:with|to|about|on|in|taking|using)\s+{_REST}",
        ),
        (
            1,
            rf"{_I}{_AM}\s+{_SO}(?:an?\s+)?(?:(?:big|great|huge)\s+)?(?:keen\s+on|fond\s+of|into|"
            rf"fans?\s+of|crazy\s+about|mad\s+about)\s+{_REST}",
        ),
        (
            1,
            rf"{_I}\s+{_SO}(?:loves?|likes?|enjoys?|adores?|prefers?|(?:eats?|drinks?|takes?|uses?|"
            rf"rides?|does|do)(?=.*\b(?:again|now)\b))"
            rf"\s+{_REST}",
        ),
        (-1, r"^\W*no\s+(?P<thing>[^,.;:!?]+?)(?:,?\s+(?:ever|for\s+(?:me|us))\b|\s*$)"),
    )
)
#: Say when, how much or for whom, and name no thing.
_BESIDE = frozenset(
    stem(word)
    for word in """now nowadays day days anymore longer again really much very all ever any kind sort thing
    things lot bit take taking use using do doing go going get getting ride riding be being idea fine ok okay
    good well quite with either though actually please thanks honestly everywhere whatsoever problem time
    year month week since like love hate dislike enjoy prefer stand bear anyway meanwhile recently eat
    eating drink drinking have having travel travelling traveling stay staying book booking spend
    spending""".split()
)
#: Different words for one thing.
_SAME = {
    stem(word): stem(first)
    for first, *others in (
        ("taxi", "taxis", "cab", "cabs", "taxicab"),
        ("fly", "flying", "flight", "flights", "plane", "planes", "airplane", "airplanes", "aeroplane"),
        ("metro", "subway", "subways", "tube", "underground"),
        ("lift", "lifts", "elevator", "elevators"),
        ("boat", "boats", "ship", "ships"),
        ("coach", "coaches", "bus", "buses"),
        ("crowd", "crowds", "crowded"),
        ("bike", "bicycle", "bikes", "bicycles", "cycling", "cycle"),
    )
    for word in others
}
_CLAUSE = re.compile(r"[,;:]|\s[-–—]+\s|\b(?:and|but|because|so|although|though|since|as)\b", re.IGNORECASE)
_TELLS = re.compile(r"\w(?<!\bever)(?<!\bplease)\W*$")


@dataclass(frozen=True, slots=True)
class Stance:
    """`things`: stems of what it is about; `way`: 1 for it, -1 against it."""

    things: frozenset[str]
    way: int


def stances(sentence: str) -> list[Stance]:
    """What the clauses of a sentence are for and against; [] where nothing of the kind is said."""
    return [found for clause in _CLAUSE.split(bare(sentence)) for found in _of(clause)]


def turned(old: str, new: str) -> bool:
    """Is the later sentence for what the earlier one was against, or against what it was for? The earlier one
    must say nothing else."""
    was, now = stances(old), stances(new)
    if len(was) != 1 or len([part for part in _CLAUSE.split(bare(old)) if _TELLS.search(part)]) > 1:
        return False
    return any(one.things == was[0].things and one.way == -was[0].way for one in now)


# --- Within --------------------------------------------------------------------------------------


def _of(clause: str) -> Iterator[Stance]:
    for way, pattern in _READINGS:
        match = pattern.search(clause)
        if match is None:
            continue
        told = (stem(word) for word in words(match["thing"]) if word not in STOP_WORDS and len(word) > 1)
        things = frozenset(_SAME.get(one, one) for one in told if one not in _BESIDE)
        if things:
            yield Stance(things, way)
        return
