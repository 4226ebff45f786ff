"""The clauses of a message that tell something durable, each with what it is about."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Literal

from trips.reading import lexicon
from trips.reading.chart import Chart, Grammar, Rule, Span
from trips.reading.clauses import Clause, clauses_of, sentences_of
from trips.reading.language import language_of
from trips.reading.numbers import base
from trips.reading.routing.memory_orders import forgetting_in, personal, thing_in
from trips.reading.tokens import Tokens, tokens_of

About = Literal[
    "diet", "allergy", "health", "access", "fear", "like", "dislike", "person", "home", "work", "pace",
    "hours", "money",
]  # fmt: skip
Do = Literal["keep", "close", "forget"]
ORDER = tuple(row.value for row in lexicon.rows("memory") if row.kind == "about")
#: Health and food are never said in passing: they hold unless they are said to be over.
_ALWAYS = frozenset(("allergy", "diet", "access", "health", "fear"))
GRAMMAR = Grammar(
    *base(),
    list(lexicon.rules("needs", "edible", "diet")),
    list(lexicon.rules("memory")),
    list(lexicon.rules("routing", "only_now", "keep_this", "keep_that")),
    [Rule("turns", "<edible> free")],
)
MOST = 24
#: Of who somebody is; the others are needs, tastes and habits.
FACTS = frozenset(("person", "home", "work"))
_SURE = frozenset(("allergy", "access"))
_TASTES = frozenset(("like", "dislike", "pace", "hours", "money", "fear"))
#: "A vegan friend", "the halal menu": not of whoever speaks.
_NOUNS = frozenset(
    "friend friends food restaurant restaurants place places menu option options dish meal cafe".split()
)
_QUOTED = re.compile(r"[\"“”«»][^\"“”«»\n]{3,400}[\"“”«»]|(?<!\w)['‘][^\n]{3,400}?['’](?!\w)")
_I = frozenset("i we me us my our mine".split())
_SELF = frozenset("i we me us".split())
_THEY = frozenset("he she they him her them his their".split())
_HYPOTHETICAL = frozenset("if unless suppose supposing imagine pretend would 'd".split())
_JOINS = frozenset("and so but , because".split())
#: Stand for what was said just before.
_BACK = frozenset("that it this those them not no".split())
#: Of what is reported: never kept, whoever asks for it.
_UNREAL = frozenset(("injected", "unreal"))
_SAYS = frozenset("says said thinks told".split())
_ARTICLES = frozenset("a an the my our".split())
_DO = frozenset("love like hate eat drink prefer adore enjoy do never".split())
_NO_DAY = dt.date(2000, 1, 1)


@dataclass(frozen=True, slots=True)
class Remembered:
    """`who`: "me", a relation ("wife") or a name. `for_trip`: it holds for this trip only. `text`: the
    sentence or clause as it stands, from `start` to `end` of the message."""

    do: Do
    about: About
    who: str
    text: str
    start: int
    end: int
    for_trip: bool = False


@lru_cache(maxsize=256)  # of one sentence several rules ask
def read_memory(text: str) -> tuple[Remembered, ...]:
    """In order, each clause once; what is to be forgotten first."""
    return tuple(_read(text)[:MOST])


def durable(text: str, *about: About) -> bool:
    """Does it tell something that holds beyond this trip, or no longer: of these, or of anything?"""
    return any(one.do != "forget" and (not about or one.about in about) for one in read_memory(text))


def of_another(text: str) -> bool:
    """Does it tell something that holds of somebody else than who says it?"""
    return any(one.do != "forget" and one.who != "me" for one in read_memory(text))


def supposed(text: str) -> bool:
    """Is it a game, a mere if, an order to tell somebody, or what Wayfare has written?"""
    reader = Reader(text)
    told = reader.chart.of("reported", "joke")
    return bool(told) or any(clause.has("supposed.if") for clause in reader.clauses)


def _read(text: str) -> list[Remembered]:
    found: list[Remembered] = []
    thing = thing_in(text)
    if forgotten := forgetting_in(text) or (
        thing if thing and personal(thing.what.partition(",")[0]) else None
    ):
        found.append(_forgotten(forgotten.what, forgotten.start, forgotten.end))
        text = f"{text[: forgotten.start]}{' ' * (forgotten.end - forgotten.start)}{text[forgotten.end :]}"
    if language_of(text) != "en":
        return found
    view = _QUOTED.sub(lambda match: " " * len(match.group()), text)
    return [*found, *Reader(view).read()]


def _forgotten(what: str, start: int, end: int) -> Remembered:
    reader = Reader(what)
    kin = reader.chart.of("kin")
    topic = next((one.value for one in reader.chart.of("topic")), None)
    about: About = reader.about(0, len(reader.tokens)) or topic or ("person" if kin else "like")
    return Remembered("forget", about, reader.who(0, len(reader.tokens), "me"), what, start, end)


class Reader:
    def __init__(self, text: str) -> None:
        self.tokens: Tokens = tokens_of(text)
        self.chart: Chart = GRAMMAR.parse(self.tokens, today=_NO_DAY)
        self.clauses = clauses_of(self.tokens)
        self.text = text
        self._who = "me"
        self._last: tuple[About | None, str, Do | None] = (None, "me", None)
        #: Of what was noted: what no longer holds where it is told otherwise behind it.
        self._noted: list[Remembered] = []

    def read(self) -> Iterator[Remembered]:
        found: list[list[Remembered]] = []
        for sentence in sentences_of(self.tokens, self.clauses):
            i, j = sentence[0].i, sentence[-1].j
            ordered = bool(self.spans("keep_this", i, j) or self.spans("keep_that", i, j))
            if any(one.value in _UNREAL for one in self.spans("reported", i, j)):
                continue
            if self.spans("joke", i, j) and not ordered:
                if found and not self.about(i, j):
                    found.pop()  # "… Just kidding!"
                continue
            found.append(list(self._told(sentence, ordered)))
        yield from (one for told in found for one in told)

    def _told(self, sentence: list[Clause], ordered: bool) -> Iterator[Remembered]:
        """Of a sentence, each kind once; nothing of whom it says that they stay at home."""
        absent = any(one.has("others.away") for one in sentence)
        known: set[tuple[str, str, str]] = set()
        parts = [part for clause in sentence for part in self._parts(clause)]
        for part in parts:
            goes_on = self.refers(part) or (part is not parts[0] and (bool(self._who) or self._joined(part)))
            self._who = self.who(part.i, part.j, self._who if goes_on else "me")
            for one in self._one(part, sentence, self._who, ordered):
                if (one.do, one.about, one.who) not in known and not (absent and one.who != "me"):
                    known.add((one.do, one.about, one.who))
                    yield one

    def _joined(self, part: Clause) -> bool:
        return self.tokens[part.i - 1].norm == "and" or self.tokens[part.i].norm == "and"

    def _parts(self, clause: Clause) -> Iterator[Clause]:
        """ "We adore quiet guesthouses and hate chains": what is of another kind stands by itself."""
        start = clause.i
        for at in range(clause.i + 1, clause.j):
            if self.tokens[at - 1].norm not in _JOINS:
                continue
            before, after = self.about(start, at - 1), self.about(at, clause.j)
            if before and after and before != after and self.spans("about", at, min(at + 10, clause.j)):
                yield clause.part(start, at - 1)
                start = at
        yield clause.part(start, clause.j)

    def spans(self, kind: str, i: int, j: int) -> list[Span]:
        return [span for span in self.chart.of(kind) if i <= span.i and span.j <= j]

    def refers(self, clause: Clause) -> bool:
        return bool(_THEY & set(self.tokens.norms(clause.i, clause.i + 3)))

    def _one(self, clause: Clause, sentence: list[Clause], who: str, ordered: bool) -> list[Remembered]:
        about = self.about(clause.i, clause.j)
        closes = bool(self.spans("closes", clause.i, clause.j))
        if any(one.value == "past" for one in self.spans("passing", sentence[0].i, sentence[-1].j)):
            return []
        turned = self._cleft(clause)
        if about is None:
            return self._taken_up(clause, who, turned, closes)
        rules = bool(self.spans("rules", clause.i, clause.j))
        who = "me" if about == "money" and not who and rules else who  # "my boss insists on economy"
        if who == "" or (clause.asked and not ordered):
            return []
        words = set(self.tokens.norms(clause.i, clause.j))
        if not ordered and not turned and self.spans("noted", clause.i, clause.j):
            self._last, self._noted = (about, who, None), [self._remembered("close", about, who, clause)]
            return []
        if not ordered and (self.supposed(clause, words) or self._told_of(sentence, about, words)):
            return []
        noted, self._noted = [one for one in self._noted if one.about == about], []
        self._last = about, who, turned
        if turned == "close":
            return [self._remembered("close", about, who, clause)]
        moved = about == "home" and bool(self.spans("goes", clause.i, clause.j))
        over = self._passes(clause, about) or (self._over(clause) and not moved)
        over = over or (who == "me" and self._denied(clause, about))
        if not ordered and (moved or not closes) and over:
            return []
        only_now = self.spans("only_now", sentence[0].i, sentence[-1].j)
        for_trip = bool(only_now) and not self.spans("habit", sentence[0].i, sentence[-1].j)
        does: list[Do] = ["close", "keep"] if moved else ["close"] if closes else ["keep"]
        return [*noted, *(self._remembered(do, about, who, clause, for_trip) for do in does)]

    def _remembered(
        self, do: Do, about: About, who: str, clause: Clause, for_trip: bool = False
    ) -> Remembered:
        text = self.tokens.quote(clause.i, clause.j).strip(" ,;")
        start, end = self.tokens[clause.i].start, self.tokens[clause.j - 1].end
        return Remembered(do, about, who, text, start, end, for_trip)

    def _cleft(self, clause: Clause) -> Do | None:
        """ "It's not peanuts she's allergic to, it's hazelnuts": what does not hold, and what does."""
        words = self.tokens.norms(clause.head, min(clause.head + 3, clause.j))
        if words[:1] != ["it"] or words[1:2] not in (["is"], ["'s"]):
            return None
        return "close" if words[2:] == ["not"] else "keep"

    def _taken_up(self, clause: Clause, who: str, turned: Do | None, closes: bool) -> list[Remembered]:
        """What takes back, or puts right, what was said just before: "but that's gone", "it's hazelnuts"."""
        about, before, was = self._last
        if about is None:
            return []
        if turned == "keep" and (was == "close" or self._noted):
            noted, self._noted = self._noted, []
            named = who if self.spans("kin", clause.i, clause.j) else before
            return [*noted, self._remembered("keep", about, named, clause)]
        if closes and _BACK & set(self.tokens.norms(clause.i, clause.j)):
            return [self._remembered("close", about, before, clause)]
        return []

    def _denied(self, clause: Clause, about: About) -> bool:
        """ "I'm not allergic to nuts": of oneself that is no need; of others it is told beside one's own."""
        ends = [one.j for one in self.chart.cover("turns", "plain") if one.value == "no"]
        told = [one.i for one in self.spans("about", clause.i, clause.j) if one.value == about]
        inside = any(one.i < end <= one.j for one in self.spans("about", clause.i, clause.j) for end in ends)
        return about in _ALWAYS and not inside and any(0 <= i - end <= 2 for i in told for end in ends)

    def _passes(self, clause: Clause, about: About) -> bool:
        """It is of this plan or this moment, or only perhaps."""
        told = self.spans("about", clause.i, clause.j)
        inside = {at for span in told for at in range(span.i, span.j)}
        after = {word for span in told for word in self.tokens.norms(span.j, span.j + 1)}
        if (about == "diet" and after & _NOUNS) or (about == "home" and "from" in after):
            return True  # "a vegan friend"; "I've moved from Siemens to Bosch"
        if clause.has("supposed.might", "supposed.become") or (about not in _SURE and self._bounded(clause)):
            return True
        if about in _ALWAYS - {"fear"}:
            return False
        if self.spans("of_trip", clause.i, clause.j) and not self.spans("habit", clause.i, clause.j):
            return True
        ends = {at for span in told if span.value == about for at in (span.j, span.j - 1)}
        subject = {clause.head} if about in ("fear", "dislike") else set()
        habit = self.spans("habit", clause.i, clause.j)
        specific = {one.i for one in self.spans("specific", clause.i, clause.j) if not habit}
        general = {one.i for one in self.spans("general", clause.i, clause.j)}
        if about in _TASTES and (ends | subject) & (specific - general):
            return True
        now = [one for one in self.spans("only_now", clause.i, clause.j) if self._of_a_trip(one)]
        inside |= {at for one in now for at in range(one.i, one.j)}
        passing = [one for one in self.spans("passing", clause.i, clause.j) if one.i not in inside]
        return about != "fear" and (bool(passing) or clause.has("supposed"))

    def _of_a_trip(self, now: Span) -> bool:
        return not {"week", "weekend", "month"} & set(self.tokens.norms(now.i, now.j))

    def _bounded(self, clause: Clause) -> bool:
        now = self.spans("only_now", clause.i, clause.j)
        return bool(self.spans("bounded", clause.i, clause.j)) and not now

    def supposed(self, clause: Clause, words: set[str]) -> bool:
        wishes = {"rather", "prefer", *(("like", "love") if self.spans("kin", clause.i, clause.j) else ())}
        would = bool(_HYPOTHETICAL & words) and not wishes & words
        return would or clause.has("supposed.if") or bool(self.spans("reported", clause.i, clause.j))

    def _told_of(self, sentence: list[Clause], about: About, words: set[str]) -> bool:
        """What others say; a doctor's word on oneself is one's own."""
        said = any(one.has("others.said", "others.kin_says") for one in sentence)
        return said and not (about in _ALWAYS and words & _SELF)

    def _over(self, clause: Clause) -> bool:
        first = min(span.i for span in self.spans("about", clause.i, clause.j))
        words = self.tokens.norms(clause.i, first + 1)
        past = {"used", "was", "were"} & set(words) and "born" not in self.tokens.norms(first, clause.j)
        return any(at <= first for at, _ in clause.cues.get("over.past", ())) or bool(past)

    def about(self, i: int, j: int) -> About | None:
        """What a stretch tells something of: the first in the order of the lexicon."""
        found = {span.value for span in self.spans("about", i, j)}
        return next((one for one in ORDER if one in found), None)

    def who(self, i: int, j: int, before: str, *, called: bool = True) -> str:
        """Of whom: "me", a relation, a name; "" for somebody who is no part of the household. `before`: of
        whom the clause before told; `called`: a relation by its name, where it has one."""
        stranger = self.spans("somebody", i, j)
        kin = self.spans("kin", i, j)
        first = next((at for at in range(i, j) if self.tokens[at].norm in _SELF), j)
        if stranger and stranger[0].i < first and not (kin and kin[0].i < stranger[0].i):
            return ""
        if kin and stranger and self._of(kin[0], stranger):
            return ""  # "my son's teacher"
        if kin and kin[0].i < first:
            longest = max((one for one in kin if one.i == kin[0].i), key=lambda one: one.j)
            return self._called(longest) if called else self.tokens[longest.j - 1].norm
        if first < j:
            return "me"
        named = self._name(i, j) or self._for_whom(i, j)
        if not kin and self._of_people(i, j):
            return ""
        return named or (kin and self._called(kin[0])) or before

    def _of_people(self, i: int, j: int) -> bool:
        """ "Germans love bread": of people in general."""
        words = self.tokens.norms(i, j)
        return any(one.endswith("s") and verb in _DO for one, verb in pairwise(words[:3]))

    def _of(self, kin: Span, strangers: list[Span]) -> bool:
        ends = [one.j for one in strangers if one.i == kin.j + 1 and self.tokens[one.i].norm not in _ARTICLES]
        own = self.tokens.norms(kin.j, kin.j + 1) == ["'s"]
        return own and bool(ends) and not _SAYS & set(self.tokens.norms(ends[0], ends[0] + 1))

    def _called(self, kin: Span) -> str:
        """ "My son Declan" by his name, else by what he is."""
        after = self.tokens[kin.j] if kin.j < len(self.tokens) else None
        return after.text if after and after.capital and after.norm.isalpha() else self.tokens[kin.j - 1].norm

    def _for_whom(self, i: int, j: int) -> str:
        """ "No shellfish for Ines"."""
        told = self.about(i, j) in _ALWAYS
        for at in range(i + 1, j if told else i):
            token = self.tokens[at]
            common = {*token.forms} & (lexicon.EVERYDAY | _I) or self.chart.at("weekday", at)
            if self.tokens[at - 1].norm == "for" and token.capital and not common:
                return token.text
        return ""

    def _name(self, i: int, j: int) -> str:
        """A name that begins a clause and does something: "Mia is …"."""
        i = max((one.j for one in self.spans("keep_this", i, j) if one.i <= i + 2), default=i)
        for at in range(i, min(i + 3, j - 1)):
            token = self.tokens[at]
            verb = self.tokens[at + 1].norm
            if token.capital and token.norm.isalpha() and len(token.norm) > 1 and _is_verb(verb):
                return "" if token.norm in _I | _THEY | _COMMON | _VERBS | lexicon.EVERYDAY else token.text
        return ""


_COMMON = frozenset(
    """this that it there what who no not never always also and but so please remember the a good bad great
    nice""".split()
)


def _is_verb(word: str) -> bool:
    return word in _VERBS or word.endswith("ed") or (word.endswith("s") and len(word) > 3)


_VERBS = frozenset(
    """is prefers avoids dislikes travels has 's was can does hates loves likes needs eats will gets wants
    uses cannot""".split()
)
