"""One message that asks for several things of several members of the team: its parts, in order. Pure.

Only what stands by itself is a part: an expense with what it was for, something to remember, a change of the
plan, a report. Words that belong to the part before stay with it; the command reads them.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

from trips.understanding.errands import Errand, Setting, errand_of

#: Commands that can follow one another in one turn. A report and wishes for the days after it are read
#: together by /feedback, so that one change of the plan waits for a yes, not two.
_TOGETHER = frozenset({"agenda", "cost", "feedback", "plan", "prioritize", "remember"})
#: Their argument is what was read of the words, not the words.
_READ = frozenset({"agenda", "remember"})
_JOINT = re.compile(
    r"\s*[.!?;\n]+\s+|\s*,\s*(?:(?:and|but|so|then|also|plus)\s+(?:then\s+|also\s+)?)?|"
    r"\s+(?:and|but|then|also|plus|&)\s+(?:then\s+|also\s+)?",
    re.IGNORECASE,
)
#: Not by itself: "dinner was great but cost 80 euros", "… and 800 on the bus".
_LEANS_ON = re.compile(
    r"^(?:(?:it|that|this|they|which|all)\b|(?:was|were|is|are|cost|costs|for|at|on|in|to|with|of|only|just|about)\b"
    r"|(?:way|far|much|so|very|really|quite|too|not)\b|[\d€$£¥])",
    re.IGNORECASE,
)
_PAID = re.compile(r"\b(?:paid|spent|bought|cost)\b", re.IGNORECASE)
_MOST = 6  # parts that are looked at
_LONGEST = 700  # characters of a part
_Read = Callable[[str], Errand | None]


def errands_in(text: str, setting: Setting) -> list[Errand]:
    """The errands of a message in order, an agenda before the others, each command once; none or one where it
    is not several."""
    text = " ".join(text.split())

    @cache  # the same stretch is looked at several times
    def read(stretch: str) -> Errand | None:
        return errand_of(stretch, setting) if len(stretch) <= _LONGEST else None

    whole = errand_of(text, setting)
    if whole.command not in _TOGETHER if whole else setting.plan is None:
        return [whole] if whole else []
    alone = [whole] if whole else []
    parts = _parts(text, read)
    words: dict[str, list[str]] = {}
    errands: dict[str, Errand] = {}
    for part, errand in parts:
        words.setdefault(errand.command, []).append(part)
        errands.setdefault(errand.command, errand)
    if {"feedback", "plan"} <= set(words):
        together = [part for part, errand in parts if errand.command in ("feedback", "plan")]
        words["feedback"] = together
        del words["plan"], errands["plan"]
    if "feedback" in words and (len(words) < 2 or (set(words) == {"cost", "feedback"} and _paid(words))):
        return [Errand("feedback", text)]
    if len(words) < 2:
        return alone
    found = [
        errand if command in _READ else Errand(command, ". ".join(words[command]))
        for command, errand in errands.items()
    ]
    return sorted(found, key=lambda one: one.command != "agenda")  # what asks for a yes stands below it


def _paid(words: dict[str, list[str]]) -> bool:
    """Sums told as a sentence, "we paid 3500 yen for the museum": /feedback notes them with the report."""
    return all(_PAID.search(part) for part in words["cost"])


def _parts(text: str, read: _Read) -> list[tuple[str, Errand]]:
    """Stretches of the message with the errand that each is; empty where one is none."""
    joints = list(_JOINT.finditer(text))[:_MOST]
    if len(text) - (joints[-1].end() if joints else 0) > _LONGEST:
        return []  # the last part is none, whatever the others are
    starts = [0]
    for number, joint in enumerate(joints):
        ends = [one.start() for one in joints[number + 1 : number + 3]] + [len(text)]
        current = read(text[starts[-1] : joint.start()])
        following = _standing(text, joint.end(), ends, read)
        if current and following and _may_follow(current, following):
            starts.append(joint.end())
    found = []
    for start, end in zip(starts, [*starts[1:], len(text)], strict=True):
        part = _trimmed(text[start:end])
        errand = read(part)
        if errand is None or errand.command not in _TOGETHER:
            return []
        found.append((part, Errand(errand.command, _trimmed(errand.argument))))
    return found


def _standing(text: str, start: int, ends: list[int], read: _Read) -> Errand | None:
    """The errand that begins here and needs nothing of what came before it."""
    if _LEANS_ON.match(text[start:]):
        return None
    for end in ends:
        if end > start and (errand := read(text[start:end])):
            return errand if errand.command in _TOGETHER else None
    return None


def _may_follow(current: Errand, following: Errand) -> bool:
    """What is to be remembered may hold likings and verdicts: only another order ends it."""
    if current.command == following.command:
        return False
    return current.command != "remember" or following.command in ("agenda", "plan", "cost")


def _trimmed(part: str) -> str:
    """Without the word that joined it to the next part."""
    return re.sub(
        r"(?:[\s,;]++(?:and|but|then|also|plus|so|&)){0,6}[\s,;.]*+$", "", part, flags=re.IGNORECASE
    )
