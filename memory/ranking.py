"""Which of the candidates answer best: pure, the same on both databases.

BM25 with the weights 1 / .5 / .5 for a text, the one before it and the one after it (k1 1.2, b .75, as in
FTS5), scaled so that the best is 1; + .2 for who wrote it when the question names exactly one author; + .3 of
the better neighbour. The recipe was measured on public conversations before this was written; nothing is
fitted to a sample.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

WEIGHTS = (1.0, 0.5, 0.5)  # body, previous, following
K1 = 1.2
B = 0.75
AUTHOR = 0.2
NEIGHBOUR = 0.3
OUTDATED = 0.5
#: Between the three fields of a row's terms; between two terms are two spaces, so that each has its own.
BAR = "|"


@dataclass(frozen=True, slots=True)
class Candidate:
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


@dataclass(frozen=True, slots=True)
class Searched:
    """What rows are compared with: how many there are, their mean length, how many have each term."""

    rows: int
    mean_words: float
    having: Mapping[str, int]


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


def frequency(candidates: Sequence[Candidate], terms: Sequence[str]) -> dict[str, int]:
    """How many of these rows have each term."""
    texts = [candidate.terms for candidate in candidates]
    return {term: sum([token in text for text in texts]) for term in terms for token in (f" {term} ",)}


def rank(
    candidates: Sequence[Candidate],
    terms: Sequence[str],
    searched: Searched,
    *,
    named: str = "",
    outdated: Collection[tuple[str, int]] = (),
) -> list[Ranked]:
    """Best first; of equals the newer row. `named`: the one author the question names, or empty. `outdated`:
    kind and id of what has been replaced by something newer since; it counts for half."""
    weights = [(term, f" {term} ", _rarity(searched.rows, searched.having.get(term, 0))) for term in terms]
    ranked = [_bm25(candidate, weights, searched.mean_words) for candidate in candidates]
    best = max((entry.words for entry in ranked), default=0.0)
    if best <= 0:
        return []
    for entry in ranked:
        entry.words /= best
        if named and entry.candidate.author == named:
            entry.author = AUTHOR
    _add_neighbours(ranked)
    if outdated:
        for entry in ranked:
            if (entry.candidate.kind, entry.candidate.object_id) in outdated:
                entry.outdated = True
    ranked.sort(key=lambda entry: (-entry.score, -entry.candidate.row))
    return ranked


def _rarity(rows: int, having: int) -> float:
    return max(1e-6, math.log((rows - having + 0.5) / (having + 0.5))) if rows > having else 1e-6


def _bm25(candidate: Candidate, weights: Sequence[tuple[str, str, float]], mean_words: float) -> Ranked:
    said, before, after = candidate.terms.split(BAR)
    length = K1 * (1 - B + B * candidate.words / (mean_words or 1))
    score, matched = 0.0, []
    for term, token, rarity in weights:
        often = 0.0
        if token in said:
            often += WEIGHTS[0] * said.count(token)
            matched.append(term)
        if token in before:
            often += WEIGHTS[1] * before.count(token)
        if token in after:
            often += WEIGHTS[2] * after.count(token)
        if often:
            score += rarity * often * (K1 + 1) / (often + length)
    return Ranked(candidate, score, matched=tuple(matched))


def _add_neighbours(ranked: Sequence[Ranked]) -> None:
    at = {(row.group, row.position): entry for entry in ranked if (row := entry.candidate).group}
    for (group, position), entry in at.items():
        beside = [at[key] for key in ((group, position - 1), (group, position + 1)) if key in at]
        if beside:
            entry.neighbour = NEIGHBOUR * max(other.words + other.author for other in beside)
