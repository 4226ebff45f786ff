"""What kinds of things a sentence tells of, by the words of its clauses."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise

from trips.reading import lexicon
from trips.reading.chart import Span
from trips.reading.clauses import STOPS
from trips.reading.memory.sentences import About, Reader
from trips.reading.memory.statements import statements

#: A word for a kind also means what is kept of these.
_ALSO: dict[About, frozenset[str]] = {
    "diet": frozenset(("allergy",)),
    "health": frozenset(("allergy", "access")),
}
_PARTS = STOPS | {",", "and", "or", "but"}
_TASTES = frozenset(("like", "dislike"))
_TURNS = frozenset("but though although".split())
_ONESELF = frozenset("i me we myself".split())
_SAID_NOW = frozenset("i we my our is are 's".split())


def kin_in(text: str) -> tuple[bool, bool]:
    """Is whoever says it meant with others ("my brother and I"), and does it name a relation of theirs?"""
    reader = Reader(text)
    words = reader.tokens.norms(0, len(reader.tokens))
    joined = any(
        a in ("and", ",") and b in _ONESELF or a in _ONESELF and b in ("and", "both", "all")
        for a, b in pairwise(words)
    )
    ours = any({"my", "our"} & set(words[max(0, one.i - 2) : one.j]) for one in reader.chart.of("kin"))
    return joined or words[:3] == ["both", "of", "us"], ours


@lru_cache(maxsize=1024)
def kinds_of(text: str) -> frozenset[About]:
    return frozenset(span.value for span in Reader(text).chart.of("about"))


def topic_words() -> dict[str, About]:
    """Single words for a kind: "diet", "job"."""
    rows = [row for row in lexicon.rows("memory") if row.kind == "topic"]
    return {word: row.value for row in rows for word in row.say.split(" | ") if word.isalpha()}


def tells_of(text: str, topic: About) -> bool:
    return bool(kinds_of(text) & {topic, *_ALSO.get(topic, ())})


def wants(text: str) -> bool:
    """Does it say what somebody is, needs, likes or will not have?"""
    return bool(Reader(text).chart.of("about", "turns", "binding"))


def says_why_not(text: str) -> bool:
    """ "Too rushed for us", "I'd rather have museums"."""
    return bool(Reader(text).chart.of("about", "turns", "complaint"))


def is_eaten(text: str) -> bool:
    """Does it name a food, or a way of eating?"""
    return "diet" in kinds_of(text) or bool(Reader(text).chart.of("food_word", "diet"))


def feeling(text: str) -> int:
    """1 where somebody likes it, -1 where they do not, 0 where they say neither."""
    return next((one.way for one in statements(text) if one.about in _TASTES), 0)


def pieces_of(text: str) -> list[str]:
    """What signs and joining words part in it: each thing of a list by itself."""
    tokens = Reader(text).tokens
    cuts = [-1, *(at for at, token in enumerate(tokens.all) if token.norm in _PARTS), len(tokens)]
    return [tokens.quote(i + 1, j) for i, j in zip(cuts, cuts[1:], strict=False)]


def of_memory(text: str) -> bool:
    """Does it say what to remember or to forget: "I'd like it if you forgot that I smoke"?"""
    spans = Reader(text).chart.of("of_memory")
    return any(span.value == "anywhere" or span.i == 0 for span in spans)


def of_a_day(text: str) -> bool:
    """Does it say a time that depends on the day it is said: "last year", "yesterday", "two years ago"?"""
    return bool(Reader(text).chart.of("of_a_day"))


def usual_and_now(text: str) -> tuple[str, str] | None:
    """ "I usually fly, but this once I'd take the train": what is usual, and what is otherwise now."""
    tokens = Reader(text).tokens
    turn = next((at for at in range(1, len(tokens)) if tokens[at].norm in _TURNS), 0)
    if not turn or not _SAID_NOW & set(tokens.norms(turn, len(tokens))):
        return None
    return tokens.quote(0, turn).strip(" ,;"), tokens.quote(turn + 1, len(tokens))


def employer_left(text: str) -> tuple[str, str]:
    """ "I've moved from Siemens to Bosch": whom somebody works for no more, and whom now; "" for none."""
    reader = Reader(text)
    left = next(iter(reader.chart.of("job_left")), None)
    old, end = _name(reader, left.j) if left else ("", 0)
    new = reader.chart.at("job_new", end) if old else None
    return old, _name(reader, new.j)[0] if isinstance(new, Span) else ""


def _name(reader: Reader, at: int) -> tuple[str, int]:
    end = at
    while end < len(reader.tokens) and reader.tokens[end].capital:
        end += 1
    return reader.tokens.quote(at, end), end
