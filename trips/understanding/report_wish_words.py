"""Which words of a report are wishes for the days that follow, with what "them" and "then" mean. Pure."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from trips.reading.edits.things import KINDS, singular
from trips.schemas import Plan
from trips.understanding.report_clauses import AHEAD, SENTENCE, WISH, Days, clauses, parts, plain
from trips.understanding.report_figures import hour_in
from trips.understanding.report_judging import judge

_LONGEST_SAID = 120
#: A wish when what follows is a kind of thing: "no more markets".
MUCH = re.compile(
    r"\b(?P<less>no more|enough(?: of)?|fewer|less|not (?:so many|another|any more)|no|avoid|skip(?: all)?|"
    r"without)\s+(?:of (?:them|the|these|those)\s+)?(?P<few>(?:(?:the|these|those|such|more|other|any)\s+)*"
    r"[^,.;!?]+)|\b(?P<more>more|another|a few more|some more|lots? more|"
    r"(?:wants?|like|love|needs?|prefer) (?:a|an|some))\s+(?:of (?:them|the|these|"
    r"those)\s+)?(?P<many>[^,.;!?]+)",
    re.I,
)
#: "Please, no more tofu" is one clause.
_PLEASE_FIRST = re.compile(r"(^\s*|[.!?;,]\s+)please,", re.I | re.M)
_THEM = re.compile(
    r"\b(?P<how>more|fewer|less|enough|another|no more|any|none|some)(?P<of> of)? "
    r"(?:them|those|these|that|this|it|such (?:places|things)|that kind|the same)\b|"
    r"\b(?P<one>another) one\b",
    re.I,
)
#: "No more rain", "no more energy": told, not wished.
_NOT_PLANNED = re.compile(
    r"\b(?:rain\w*|snow|sun|heat|wind|clouds?|energy|strength|time|money|cash|pains?|fever|headaches?|fun|"
    r"battery|power|"
    r"seats?|tickets?|tables?|rooms?|water|space|bus(?:es)?|trains?|left|than|doubts?|questions?|"
    r"complaints?|jet)\b",
    re.I,
)
#: Asked of us, or hoped for: nothing that a plan could have otherwise.
_OF_US = re.compile(
    r"\b(?:carry on|keep (?:going|it up|up|on)|continue|go on like|note (?:that|this|it|down)|remember|"
    r"remind|tell|"
    r"show|send|let (?:me|us) know|call|recommend|help|explain|say|write|thank|excuse|sorry|don't (?:worry|"
    r"forget))\b",
    re.I,
)
_HOPED = re.compile(
    r"\b(?:hop(?:e|es|ing)|fingers crossed|looking forward|excited|will|going to|gonna|if)\b|'ll\b", re.I
)
END = re.compile(
    r"\s+\b(?:please|thanks?|thank you|for now|now(?=\s*[.!]?$)|from now on|next time|tomorrow|today|"
    r"any ?more|instead|"
    r"again|"
    r"for (?:me|us|the kids)|in the (?:next|following|coming) days|(?:on )?(?:mon|tues|wednes|thurs|fri|"
    r"satur|"
    r"sun)day|(?:this|the) week|then|too|if possible|in the plan|on this trip|would be .*)\b.*$",
    re.I | re.DOTALL,
)


@dataclass(frozen=True)
class Said:
    """`words`: with what "them" and "then" mean; `plainly`: passing it over would be wrong; `pieces`: the
    wishes of a row of them, each alone."""

    quote: str
    words: str
    hour: dt.time | None
    plainly: bool
    pieces: tuple[Said, ...] = ()


def wishes_in(text: str, plan: Plan, today: dt.date) -> Iterator[Said]:
    """In their order. `today`: where the travellers are."""
    working = _PLEASE_FIRST.sub(r"\1please ", plain(text))
    told = _told(text, Days(plan, today))
    for sentence in SENTENCE.finditer(working):
        run: list[tuple[int, int]] = []
        for start, end in [*parts(working, sentence.start(), sentence.end()), (-1, -1)]:
            words = working[start:end] if start >= 0 else ""
            if _is_plain(words, told, start) or (AHEAD.search(words) and not _HOPED.search(words)):
                run.append((start, end))
            elif run:
                yield _said(text, working, run, told)
                run = []


def _said(text: str, working: str, run: Sequence[tuple[int, int]], told: Sequence[tuple[int, str]]) -> Said:
    start, end = run[0][0], run[-1][1]
    words = working[start:end].strip(" ,;.!?\n")
    plainly = any(_is_plain(working[a:b], told, a) for a, b in run)
    hour = hour_in(words)
    if hour is None and re.search(r"\b(?:then|at that time|during that)\b", words, re.I):
        hour = hour_in(working[:start].rstrip(" ,;.!"))
    about = _about(told, start)
    if about:
        words = _THEM.sub(lambda one: f"{one['one'] or one['how']} {about}", words)
    pieces = tuple(_said(text, working, [part], told) for part in run) if len(run) > 1 else ()
    return Said(text[start:end].strip(" ,;.!?\n")[:_LONGEST_SAID], words, hour, plainly, pieces)


def _told(text: str, days: Days) -> list[tuple[int, str]]:
    """Where in the text what was judged stands, by name: what "them" means later."""
    found: list[tuple[int, str]] = []
    for clause in clauses(text, days):
        if about := judge(plain(clause.text), found[-1][1] if found else "").about:
            found.append((clause.start, about))
    return found


def _about(told: Sequence[tuple[int, str]], start: int) -> str:
    return next((name for at, name in reversed(told) if at < start), "")


def _is_plain(words: str, told: Sequence[tuple[int, str]], start: int) -> bool:
    if not words or _OF_US.search(words):
        return False
    return bool(WISH.search(words)) or _of_a_kind(words, told, start)


def _of_a_kind(words: str, told: Sequence[tuple[int, str]], start: int) -> bool:
    """ "No more raw fish", "enough of those temples": without a verb it is a wish only of things that a plan
    can have."""
    if re.search(r"\b(?:was|were|had|went|saw|than|expected|is|are)\b|'(?:s|re)\b", words, re.I):
        return False
    if about := _about(told, start):
        words = _THEM.sub(lambda one: f"{one['one'] or one['how']} {about}", words)
    match = MUCH.match(words.strip())
    if match is None:
        return False
    no_more = (match["less"] or "").lower() == "no more" and not _NOT_PLANNED.search(match.group())
    return bool(no_more or kinds_in(thing_in(match)))


def thing_in(match: re.Match[str]) -> str:
    """What more or less is wished of."""
    said = END.sub("", (match["few"] or match["many"] or "").strip())
    return re.sub(
        r"^(?:(?:the|these|those|such|more|other|any|a|an|of|some)\s+)+", "", said, flags=re.I
    ).strip()


def kinds_in(thing: str) -> set[str]:
    """Its words for kinds of sights, in the singular."""
    return {singular(word) for word in re.findall(r"[^\W\d_]+", thing.casefold())} & set(KINDS)
