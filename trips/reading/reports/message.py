"""A message of how it was as parts that each say one thing, and what their words name."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator
from decimal import Decimal
from functools import cache, cached_property

from trips.reading import lexicon
from trips.reading.chart import Grammar, Rule, Span
from trips.reading.clauses import Clause, clauses_of
from trips.reading.numbers import TRIP_DAYS, base
from trips.reading.spelling import mended
from trips.reading.tokens import tokens_of

THE_DAY, THE_TRIP = ALL = "the day", "the trip"
LONGEST_THING = 80
#: Kinds of spans that say how it was, or that such words mean something else; the longer ones count.
VERDICTS = (
    "good", "bad", "so_so", "likes", "dislikes", "pleases", "lets_down", "superlative", "glad", "sad",
    "strength",
    "sleepless", "ill", "made_ill", "rating", "skips", "shut", "cause", "no_complaint", "no_rating", "no_ill",
    "small_talk", "money",
)  # fmt: skip
#: Where they are as long, and causes that are words of judgement as well ("boring", "too expensive").
_WEIGHTS = {
    "strength": 1.1, "sleepless": 1.2, "glad": 1.1, "sad": 1.1, "so_so": 1.1,
    "ill": 1.1, "made_ill": 1.2, "rating": 1.2, "no_ill": 2.0, "money": 1.3,
    "price": 0.4, "bored": 0.4, "pace": 0.4, "weary": 0.4, "weather": 0.9, "early": 0.9,
}  # fmt: skip
#: What stands between joints and has one of these is a sentence of its own.
_SAYING = tuple({*VERDICTS, "went", "copula", "wish", "ahead", "much"} - {"money"})
#: Their things stand behind them.
_OBJECTS = ("dislikes", "likes", "skips", "superlative")
_DAYS = ("date", "bare_day", "trip_day")
_LEADS = (
    *_DAYS, "glue", "this", "degree", "people", "rating", "number", "good", "bad", "superlative", "mildly",
    "hour",
)  # fmt: skip
_TAILS = (*_DAYS, "glue", "tail", "degree", "rating", "hour", "bare_hour", "money", "copula", "people")
_HARD = frozenset("because while - [ ]".split())
_SOFT = frozenset(", and plus".split())
_LISTS = frozenset(", and plus or nor".split())
_SPELT = ("good", "bad", "likes", "dislikes", "strength", "ill")


def _rated(said: int | Decimal, top: int = 0) -> int | None:
    value = float(said)
    if value > (top or 10) or top not in (0, 5, 10):
        return None
    return max(1, int((value / 2 if top == 10 or (not top and value > 5) else value) + 0.5))


def _hour(number: int) -> dt.time | None:
    return dt.time(number + 12 * (number <= 7)) if 1 <= number < 24 else None


RULES = [
    *(
        Rule(row.kind, row.say, row.value, _WEIGHTS.get(row.value if row.kind == "cause" else row.kind, 1.0))
        for row in lexicon.rows("reports")
    ),
    Rule("far", "<number>", lambda number: number >= 14 or None),
    Rule("many", "<amount>", lambda amount: amount >= 15_000 or None),
    Rule("hot", "<number>", lambda number: 32 <= number < 50 or None),
    Rule("rating", "(<figure:said> | <number:said>) (/ | out of | of) <number:top> star?", _rated, 1.2),
    Rule("rating", "<number:said> (and a half)? star", _rated, 1.2),
    Rule("rating", "(★ | ⭐) (★ | ⭐)*", lambda words: len(words.split()), 1.2),
    Rule("rates", "<rates> (it | this | that | the . | today | a | was | is | of | :)"),
    Rule("rating", "<rates> (<figure:said> | <number:said>)", _rated, 1.2),
    Rule("rating", "<rates> <rating>", lambda rating: rating, 1.2),
    Rule("no_rating", "<number> star (hotel | hostel | place | restaurant)"),
    Rule("good", "pretty <good>", lambda good: good),
    Rule("good", "(far from | opposite of) <bad>", "plain"),
    Rule("so_so", "(not | nothing) <degree>? <special>"),
    Rule("bad", "pretty <bad>", lambda bad: bad),
    Rule("bad", "(far from | opposite of) <good>", "plain"),
    Rule("bad", "too .", lambda words: "why" if words[-1].isalpha() else None),
    Rule("bad", "(a (bit | little | tad) | slightly | rather) <lacking>", "why"),
    Rule("strength", "<mildly> <strength>", lambda strength: "medium" if strength == "low" else None, 1.1),
    Rule("strength", "<degree> <strength>", lambda strength: strength, 1.1),
    Rule("likes", "<likes_now> <this>", "now"),
    Rule("dislikes", "(<dislikes_now> | do not <degree>* <likes_now>) <this>", "now"),
    Rule("label", "(<likes> | <dislikes> | <superlative> | <good> | <bad> | <skips>) : ."),
    Rule("label", ". : <rating>"),
    *TRIP_DAYS,
    Rule("hour", "<since> <time:at>", lambda at: at),
    Rule("hour", "(<since> | all | in the late? | this) <hour_word>", lambda hour_word: dt.time(hour_word)),
    Rule("bare_hour", "<since> <number>", _hour),
]  # fmt: skip
GRAMMAR = Grammar(*base(), RULES)


@cache
def _spelt() -> tuple[frozenset[str], frozenset[str]]:
    """Words whose slips are mended, and all that the lexicon knows, which are none."""
    rows = [row for file in ("reports", "scope", "words") for row in lexicon.rows(file)]
    every = [(row.kind, re.findall(r"[a-z]{5,}", row.say)) for row in rows]
    meant = frozenset(word for kind, words in every if kind in _SPELT for word in words)
    return meant, frozenset(word for _kind, words in every for word in words)


class Message:
    """`today`: where the travellers are. `cover`: what says how it was; `parts`: each says one thing."""

    def __init__(self, text: str, today: dt.date) -> None:
        self.today = today
        self.tokens = mended(tokens_of(text), *_spelt())
        self.chart = GRAMMAR.parse(self.tokens, today=today)
        self.cover = self.chart.cover(*VERDICTS)
        clauses = clauses_of(self.tokens, [*self.chart.of("label"), *self.cover])
        self.parts = [part for clause in clauses for part in self._split(clause)]

    def norm(self, at: int) -> str:
        return self.tokens[at].norm if at < len(self.tokens) else ""

    def words(self, i: int, j: int) -> set[str]:
        return set(self.tokens.norms(i, j))

    def spans(self, part: Clause, *kinds: str) -> list[Span]:
        return [span for span in self.chart.of(*kinds) if part.i <= span.i and span.j <= part.j]

    def quote(self, i: int, j: int) -> str:
        return self.tokens.quote(i, j).strip(" ,;\n\t")

    def says_word(self, i: int, j: int) -> bool:
        return any(self._is_word(at) for at in range(i, j))

    def _is_word(self, at: int) -> bool:
        return bool(re.match(r"\w", self.norm(at)))

    # --- Parts -----------------------------------------------------------------------------------

    def _split(self, clause: Clause) -> Iterator[Clause]:
        """Its parts that each say something; what says nothing stays with the part whose things it names."""
        done: list[tuple[int, int]] = []
        waiting: int | None = None
        for i, j in self._pieces(clause):
            hard = self.norm(i) in _HARD
            if hard or self._says(i, j):
                done.append((i if waiting is None else waiting, j))
                waiting = None
            elif done and waiting is None and self.has(_OBJECTS, *done[-1]):
                done[-1] = (done[-1][0], j)
            elif waiting is None:
                waiting = i
        if waiting is not None and done:
            done[-1] = (done[-1][0], clause.j)
        for i, j in done or [(clause.i, clause.j)]:
            joined = i > clause.i and self.norm(i) in _SOFT | {"-", "[", "]"} and i + 1 < j
            yield clause.part(i + joined, j)

    def _pieces(self, clause: Clause) -> Iterator[tuple[int, int]]:
        held = {at for span in self.cover for at in range(span.i + 1, span.j)}
        inner = range(clause.i + 1, clause.j - 1)
        cuts = [clause.i, *(at for at in inner if at not in held and self.norm(at) in _SOFT | _HARD)]
        return zip(cuts, [*cuts[1:], clause.j], strict=True)

    def _says(self, i: int, j: int) -> bool:
        people = any(i < span.i <= i + 1 for span in self.chart.of("people"))  # ", my feet said no"
        return people or self.has(_SAYING, i, j) or self.answer(i, j) is not None

    def has(self, kinds: str | tuple[str, ...], i: int, j: int) -> bool:
        """Whether such words begin there."""
        found = self.chart.of(*([kinds] if isinstance(kinds, str) else kinds))
        return any(i <= span.i < j for span in found)

    def answer(self, i: int, j: int) -> Span | None:
        """ "The tower no": the last word of a stretch, behind a thing."""
        words = [at for at in range(i, j) if self._is_word(at)]
        return self.chart.at("answer", words[-1]) if len(words) > 1 else None

    # --- Names -----------------------------------------------------------------------------------

    def names(self, i: int, j: int) -> list[str]:
        """What the words i to j name, each thing of a list; pronouns and people are none."""
        ends = [at for at in range(i, j) if self.norm(at) in _LISTS]
        pairs = zip([i, *(at + 1 for at in ends)], [*ends, j], strict=True)
        return list(dict.fromkeys(filter(None, (self._name(a, b) for a, b in pairs))))

    def _name(self, a: int, b: int) -> str:
        """Without what leads to it and what follows it; "" for nothing."""
        if any(a <= span.i < b and self.is_glue(a, span.i) for span in self.chart.of("verb_to", "stops")):
            return ""
        if whole := self.whole(a, b):
            return whole
        i = a
        while i < b and (i in self._lead or not self._is_word(i)):
            i = self._lead.get(i, i + 1)
        j = min([at for at in range(i + 1, b) if at in self._breaks] or [b])
        while j > i and (j in self._tail or not self._is_word(j - 1)):
            j = self._tail.get(j, j - 1)
        said = self.tokens.quote(i, j).strip(" \"'“”") if i < j else ""
        return " ".join(said.split()[:9])[:LONGEST_THING] if re.search(r"[^\W\d_]{2}", said) else ""

    def whole(self, i: int, j: int) -> str:
        """The day or the trip, where the words name nothing else."""
        for span in self.chart.of("whole"):
            if i <= span.i and span.j <= j and self.is_glue(i, span.i) and self.is_glue(span.j, j):
                return THE_TRIP if span.value == "trip" else THE_DAY
        return ""

    def is_glue(self, i: int, j: int) -> bool:
        """Whether the words name nothing."""
        return all(self._is_glue(at) for at in range(i, j))

    def is_person(self, i: int, j: int) -> bool:
        """Whether nobody but people is named."""
        who = [span for span in self.chart.of("people", "kin") if i <= span.i and span.j <= j]
        covered = {at for span in who for at in range(span.i, span.j)}
        return bool(who) and all(at in covered or self._is_glue(at) for at in range(i, j))

    @cached_property
    def verbs(self) -> list[int]:
        """ "The ryokan lost our booking": what stands before an article is a verb, or a preposition."""
        articles = {span.i for span in self.chart.of("article")}
        before = {span.i for span in self.chart.of("preposition")}
        return [at - 1 for at in articles if at and self.norm(at - 1).isalpha() and at - 1 not in before]

    def _is_glue(self, at: int) -> bool:
        return at in self._lead or at + 1 in self._tail or at in self._breaks or not self._is_word(at)

    @cached_property
    def _lead(self) -> dict[int, int]:
        found: dict[int, int] = {}
        for span in self.chart.of(*_LEADS):
            found[span.i] = max(found.get(span.i, 0), span.j)
        return found

    @cached_property
    def _tail(self) -> dict[int, int]:
        found: dict[int, int] = {}
        for span in self.chart.of(*_TAILS):
            found[span.j] = min(found.get(span.j, span.i), span.i)
        return found

    @cached_property
    def _breaks(self) -> set[int]:
        return {
            *(span.i for span in self.chart.of(*_DAYS, "breaks", "hour", "money", "strength", "glad", "sad")),
            *self.verbs,
        }
