"""Which of the candidates answer best: pure, the same on both databases.

BM25 with the weights 1 / .5 / .5 for a text, the one before it and the one after it (k1 1.2, b .75, as in
FTS5), scaled so that the best is 1; + .2 for who wrote it when the question names exactly one author; + .3 of
the better neighbour. The recipe was measured on public conversations before this was written; nothing is
fitted to a sample.
"""

from __future__ import annotations

import heapq
import math
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

WEIGHTS = (1.0, 0.5, 0.5)  # body, previous, following
K1 = 1.2
B = 0.75
AUTHOR = 0.2
NEIGHBOUR = 0.3
OUTDATED = 0.5
RELATED = 0.4
#: A question is answered when the best row has this share of what its five weightiest words weigh; less is
#: "nothing is known of it".
ENOUGH = 0.2
WEIGHTIEST = 5
#: How many of the best are kept in order.
KEPT = 200
#: Between the three fields of a row's terms; between two terms are two spaces, so that each has its own.
BAR = "|"


#: Kind and id of a message, note or line.
Key = tuple[str, int]


class Candidate(NamedTuple):
    """A row that has at least one word of the question."""

    row: int
    kind: str
    object_id: int
    trip_id: int | None
    author: str
    group: str
    position: int
    words: int
    terms: str

    @property
    def key(self) -> Key:
        return self.kind, self.object_id


@dataclass(frozen=True, slots=True)
class Searched:
    """What rows are compared with: how many there are, their mean length, how many have each term.

    Without `having` the candidates are all rows that have any, and are counted.
    """

    rows: int
    mean_words: float
    having: Mapping[str, int] | None = None


@dataclass(slots=True)
class Ranked:
    """A candidate and its score: the sum of the three parts, of what is outdated the half."""

    candidate: Candidate
    words: float = 0.0
    author: float = 0.0
    neighbour: float = 0.0
    matched: tuple[str, ...] = ()
    outdated: bool = False

    @property
    def score(self) -> float:
        return (self.words + self.author + self.neighbour) * (OUTDATED if self.outdated else 1)


def joined(*fields: Sequence[str]) -> str:
    """Terms as a row keeps them."""
    return BAR.join("".join(f" {term} " for term in field) for field in fields)


def rank(
    candidates: Sequence[Candidate],
    terms: Sequence[str],
    searched: Searched,
    *,
    named: str = "",
    related: Sequence[str] = (),
    sources: Mapping[Key, Key] | None = None,
) -> list[Ranked]:
    """The best 200, best first; of equals the newer row. Empty when all have too little of the question.

    `named`: the one author the question names, or empty. `related`: terms that stand for those of the
    question, for less. `sources`: what was kept, and the message it rests on, which is a neighbour of it.
    """
    having = searched.having
    if having is not None:
        related = [term for term in related if term in having]
    tokens = [(term, f" {term} ") for term in (*terms, *related)]
    often = [_how_often(row.terms, tokens) for row in candidates]
    if having is None:
        having = Counter(term for has in often for term in has)
    rarity = {term: _rarity(searched.rows, having.get(term, 0)) for term in terms}
    wanted = ENOUGH * sum(sorted(rarity.values(), reverse=True)[:WEIGHTIEST])
    rarity |= {term: RELATED * _rarity(searched.rows, having.get(term, 0)) for term in related}
    scores = [
        _bm25(has, rarity, K1 * (1 - B + B * row.words / (searched.mean_words or 1)))
        for row, has in zip(candidates, often, strict=True)
    ]
    best = max(scores, default=0.0)
    if best <= 0 or not _enough(often, rarity, wanted):
        return []
    own = [
        score / best + (AUTHOR if named and row.author == named else 0.0)
        for row, score in zip(candidates, scores, strict=True)
    ]
    beside = _neighbours(candidates, own, sources or {})
    totals = [mine + NEIGHBOUR * other for mine, other in zip(own, beside, strict=True)]
    first = heapq.nlargest(KEPT, range(len(totals)), key=lambda at: (totals[at], candidates[at].row))
    return [
        Ranked(
            candidates[at],
            words=scores[at] / best,
            author=own[at] - scores[at] / best,
            neighbour=NEIGHBOUR * beside[at],
            matched=tuple(term for term, (said, _) in often[at].items() if said),
        )
        for at in first
    ]


def best_first(ranked: list[Ranked], outdated: Collection[Key] = ()) -> list[Ranked]:
    """In order; what something newer has replaced since counts for half."""
    for entry in ranked if outdated else ():
        entry.outdated = entry.candidate.key in outdated
    return sorted(ranked, key=lambda entry: (-entry.score, -entry.candidate.row))


def _rarity(rows: int, having: int) -> float:
    return max(1e-6, math.log((rows - having + 0.5) / (having + 0.5))) if rows > having else 1e-6


def _how_often(text: str, tokens: Sequence[tuple[str, str]]) -> dict[str, tuple[int, float]]:
    """Of each term the row has: how often the body says it, and that with its weighted neighbours. `tokens`:
    each term, and as it stands among others."""
    found: dict[str, tuple[int, float]] = {}
    for term, token in tokens:
        if token not in text:
            continue
        if not found:
            body, before, after = text.split(BAR)
        said = body.count(token)
        found[term] = (
            said,
            WEIGHTS[0] * said + WEIGHTS[1] * before.count(token) + WEIGHTS[2] * after.count(token),
        )
    return found


def _bm25(has: Mapping[str, tuple[int, float]], rarity: Mapping[str, float], length: float) -> float:
    score = 0.0
    for term, (_, often) in has.items():
        score += rarity[term] * often * (K1 + 1) / (often + length)
    return score


def _enough(
    often: Sequence[Mapping[str, tuple[int, float]]], rarity: Mapping[str, float], wanted: float
) -> bool:
    """Has one row the weightier words of the question, or a fair share of them?"""
    return any(
        sum([rarity[term] * min(1.0, weighted) for term, (_, weighted) in has.items()]) >= wanted
        for has in often
    )


def _neighbours(
    candidates: Sequence[Candidate], own: Sequence[float], sources: Mapping[Key, Key]
) -> list[float]:
    """Of each row the better score of the message before and the one after it, or that of its source."""
    at = {(row.group, row.position): score for row, score in zip(candidates, own, strict=True) if row.group}
    said = {row.key: score for row, score in zip(candidates, own, strict=True)} if sources else {}
    return [
        max(at.get((row.group, row.position - 1), 0.0), at.get((row.group, row.position + 1), 0.0))
        if row.group
        else said.get(sources.get(row.key, ("", 0)), 0.0)
        for row in candidates
    ]
