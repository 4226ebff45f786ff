"""A message taken apart into clauses that each say one thing, with the day each is about. Pure."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator
from dataclasses import dataclass

from trips.reading.edits.days import DayWords
from trips.schemas import Plan
from trips.understanding.calendar_words import WEEKDAY, weekday_number
from trips.understanding.counting import WORDS
from trips.understanding.report_figures import rating_in
from trips.understanding.report_health import ILL
from trips.understanding.report_spelling import respelt
from trips.understanding.report_words import CAUSES, DISLIKED, HIGH, JUDGED, LIKED, LOW

SENTENCE = re.compile(r"[^.!?\n;]*(?:[.!?;](?!\s|$)[^.!?\n;]*)*(?:[.!?;]+|\n|$)")
_JOINT = re.compile(
    r"\s*(?:,\s*)?(?<!anything )(?<!nothing )(?<!everything )(?<!all )\b(?:but|though|although|however|yet|"
    r"whereas|while|because|"
    r"except that|even though)\b,?\s*"
    r"|\s+[-–—]+\s+|\s*[()]\s*|,\s*so\s+(?=(?:i|we|the|it|my|our)\b)",
    re.IGNORECASE,
)
_ASKS = re.compile(
    r"\W*(?:(?:and|but|so)\s+)*(?:can|could|may|shall|should|will|would|what|when|where|how|who|which|why|is|are|was|"
    r"were|do|does|did|have|has)(?:n't)?\b",
    re.IGNORECASE,
)
_SOFT = re.compile(r"\s*,\s*(?:and\s+)?|\s+(?:and|&|plus)\s+", re.IGNORECASE)
_VERB = re.compile(
    r"\b(?:was|were|is|are|had|has|have|went|did|saw|got|took|ate|felt|came|made|let|met|'s|'m|'re|could|can|"
    r"didn't|wasn't|weren't|couldn't|slept|hurt|kept|found|spent|left|stood|sat|ran|lost|paid|bought|\w{2,}ed)\b|"
    r"\w'(?:s|m|re)\b",
    re.IGNORECASE,
)
_PAST = re.compile(
    r"\b(?:(?P<before>(?:the )?day before yesterday|vorgestern|anteayer|avant-hier)|"
    r"(?P<yesterday>yesterday|last night|last evening|gestern|ayer|ieri)|"
    r"(?P<ago>\d{1,2}|two|three|four|five|six|a|one) days? ago|(?:on |this |last )?(?P<weekday>"
    rf"{WEEKDAY})(?:'s)?(?=\s|$|[,.?!;:]))",
    re.IGNORECASE,
)
AHEAD = re.compile(r"\btomorrow\b|\bnext (?:day|week|time|mon|tue|wed|thu|fri|sat|sun)\w*\b", re.IGNORECASE)
#: Of other journeys; what follows in the sentence is of them too.
ELSEWHERE = re.compile(
    r"\blast (?:year|month|time|summer|"
    r"winter|spring|autumn|fall)\b|\b(?:years?|months?) ago\b|\bin (?:19|20)\d\d\b|\bas a (?:child|kid|"
    r"student)\b"
    r"|\bwhen (?:i|we) (?:was|were) (?:young|little|kids|children|small|students)\b|\bbefore the trip\b",
    re.IGNORECASE,
)
#: Nothing that happened: wishes, conditions, what may come.
SUPPOSED = re.compile(
    r"\bif\b|\bwould(?!n't (?!be\b|mind\b))(?! (?:definitely |certainly |absolutely |happily |gladly |"
    r"love to |not |never )*"
    r"(?:go|come|return|visit|eat|stay|do|recommend|repeat|bother|have)\b)|"
    r"'d (?:\w+ )?(?:like|prefer|rather|love)\b(?! (?:been|have)\b| to (?:come|go|return)\b)|\bcould(?!n't|"
    r" not| barely| hardly| have|'ve| only)\b|"
    r"\bmight\b|"
    r"\bhop(?:e|ing)\b|\bwill\b|\w'll\b|\bwon't\b|\bgoing to (?:be|do|go|have|get|take)\b|\bgonna\b|"
    r"\bwants? to\b|\blet's\b|\bcan (?:we|you|i)\b|\b(?:should|shall) (?:we|i)\b|\bplease\b|\bmaybe\b|"
    r"^\s*(?:(?:please|and|also|or)\s+)*(?:swap|switch|exchange|move|shift|remove|drop|delete|cut|"
    r"cancel|add|include|"
    r"replace|change|start|begin|lock|unlock|put|find|give|take out|leave out|(?:less|fewer|"
    r"more)(?! \w+ than)|no more|"
    r"show|tell|remind|book|research|plan|note|set)\b|"
    r"\bwants? (?:a|an|some|more|less|another|no|something|fewer)\b|\bneeds? (?:a|an|some|"
    r"the) (?:better|new|other|"
    r"cheaper|nicer|bigger|larger)\b|"
    r"\bmake (?:it|the|them)\b|\binstead\b|\bremember (?:that|to)\b",
    re.IGNORECASE,
)


_PEOPLE = (
    r"(?:i|we|he|she|they|kids|children|wife|husband|partner|mum|mom|dad|mother|father|parents|grandma|"
    r"grandpa|"
    r"everyone|everybody|son|daughter|boys?|girls?|(?:all|both|most|some|two) of us)"
)
#: Plainly a wish for what follows.
WISH = re.compile(
    rf"\bplease\b|\b(?:can|could|may|shall|should) (?:we|i|you)\b|\blet's\b|"
    rf"\b{_PEOPLE}(?: all| both| really| just| also| still| do)* (?:wants?|needs?|prefers?)\b|"
    r"(?:\bwould|'d)(?: really| rather| all| both| much)* (?:like|love|prefer|rather)\b"
    r"(?! (?:been|have)\b| to (?:come|go|return|repeat|recommend|do (?:it|that|this) again)\b)|"
    r"\b(?:would|might|could) be (?:\w+ )?(?:good|nice|great|lovely|better|welcome|appreciated|an idea|"
    r"ideal)\b|"
    r"^\s*(?:(?:and|so|but|also|or|then|ok|okay)\s+)*(?:(?:skip|drop|cancel|remove|swap|switch|move|shift|"
    r"replace|add|"
    r"include|delete|unlock|lock|leave out|take out|take it|give us|avoid|keep)\b|"
    r"(?:start|begin|put|find|make|change|exchange|cut|book)"
    r" (?:the|our|us|it|them|with|at|later|earlier|tomorrow|on|day|out|down|lunch|dinner|breakfast)\b|"
    r"(?:(?:really|just|do|all|both)\s+)*(?:want|need|prefer)\b)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Clause:
    """A stretch of the message as it was written. `date` None: no day was said for it, nor before it."""

    text: str
    start: int  # where it stands in the message
    date: dt.date | None
    named: bool = False  # the day is named in this very clause


class Days:
    """The days of a trip so far, seen from `today`."""

    def __init__(self, plan: Plan, today: dt.date) -> None:
        self.dates = [day.date for day in plan.days if day.date <= today]
        so_far = plan.model_copy(update={"days": plan.days[: len(self.dates)]})
        self.plan = so_far
        self._words = DayWords(so_far, today)
        self.today = today

    @property
    def newest(self) -> dt.date | None:
        return self.dates[-1] if self.dates else None

    def named(self, text: str) -> dt.date | None:
        """The day so far that these words name; None when they name none, or one that is not of the trip."""
        if found := _PAST.search(text):
            return self._inside(self._past(found))
        number = self._words.one(text) if self.dates else None
        return self.dates[number - 1] if number else None

    def number(self, date: dt.date) -> int:
        return self.dates.index(date) + 1

    def _past(self, found: re.Match[str]) -> dt.date | None:
        if found["before"]:
            return self.today - dt.timedelta(days=2)
        if found["yesterday"]:
            return self.today - dt.timedelta(days=1)
        if found["ago"]:
            said = found["ago"].casefold()
            days = int(said) if said.isdigit() else 1 if said == "a" else WORDS.get(said, 0)
            return self.today - dt.timedelta(days=days)
        weekday = weekday_number(found["weekday"])
        return next((date for date in reversed(self.dates) if date.weekday() == weekday), None)

    def _inside(self, date: dt.date | None) -> dt.date | None:
        return date if date in self.dates else None


def plain(text: str) -> str:
    """As long as the text, with one kind of apostrophe and no points inside "p.m."."""
    text = text.replace("’", "'").replace("‘", "'").replace("`", "'").replace("\r", "\n")
    return re.sub(r"(?i)\b([ap])\.m\.", r"\1m  ", text)


def clauses(text: str, days: Days) -> Iterator[Clause]:
    """Each clause that tells of days so far, in order. Questions, wishes and other journeys are left out."""
    working = plain(text)
    date: dt.date | None = None
    for sentence in SENTENCE.finditer(working):
        if not sentence.group().strip():
            continue
        told = list(parts(working, sentence.start(), sentence.end()))
        if sentence.group().rstrip().endswith("?"):
            told = _before_it_asks(working, told)
        for start, end in told:
            words = working[start:end]
            named = days.named(words)
            if named is not None:
                date = named
            if ELSEWHERE.search(words):
                break
            if AHEAD.search(words) or SUPPOSED.search(words):
                continue
            yield Clause(text[start:end], start, date, named is not None)


def _before_it_asks(text: str, told: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """ "The guide was great, can we see more of it?" tells before it asks; else a question tells nothing."""
    asks = (number for number, (start, end) in enumerate(told) if _ASKS.match(text[start:end]))
    return told[: next(asks, 0)]


def parts(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Where the clauses of a sentence stand."""
    for begin, stop in _split(_JOINT, text, start, end):
        yield from _together(text, list(_split(_SOFT, text, begin, stop)))


def _split(joint: re.Pattern[str], text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    at = start
    for found in joint.finditer(text, start, end):
        if text[at : found.start()].strip(" .!;,"):
            yield at, found.start()
        at = found.end()
    if text[at:end].strip(" .!;,"):
        yield at, end


def _together(text: str, parts: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Parts that are but a list of names belong to the part that says something of them: the one before when
    its names stand at its end ("loved the castle, the garden"), else the one after."""
    done: list[tuple[int, int]] = []
    waiting: int | None = None
    for begin, stop in parts:
        words = text[begin:stop]
        if (
            _says(words)
            or _VERB.search(words)
            or WISH.search(words)
            or AHEAD.search(words)
            or SUPPOSED.search(words)
        ):
            done.append((begin if waiting is None else waiting, stop))
            waiting = None
        elif done and waiting is None and _takes_more(text[slice(*done[-1])]):
            done[-1] = (done[-1][0], stop)
        elif waiting is None:
            waiting = begin
    if waiting is not None and parts:
        if done:
            done[-1] = (done[-1][0], parts[-1][1])
        else:
            done.append((waiting, parts[-1][1]))
    yield from done


def _says(words: str) -> bool:
    words = respelt(words)
    return bool(
        JUDGED.search(words)
        or ILL.search(words)
        or rating_in(words)
        or LOW.search(words)
        or HIGH.search(words)
        or any(pattern.search(words) for pattern in CAUSES.values())
    )


def _takes_more(words: str) -> bool:
    """Ends in names: "loved the castle", "the best parts were the market"."""
    return bool(LIKED.search(words) or DISLIKED.search(words) or re.search(r"\b(?:was|were)\s+\S+", words))
