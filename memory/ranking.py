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
#: A question is answered when the best row has this share of what its five weightiest words weigh; less is
#: "nothing is known of it".
ENOUGH = 0.2
WEIGHTIEST = 5
#: Between the three fields of a row's terms; between two terms are two spaces, so that each has its own.
BAR = "|"


#: Kind and id of a message, note or line.
Key = tuple[str, int]


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

    @property
    def key(self) -> Key:
        return self.kind, self.object_id


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
    weight: float = 0.0  # of the words it has

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
    outdated: Collection[Key] = (),
    sources: Mapping[Key, Key] | None = None,
) -> list[Ranked]:
    """Best first; of equals the newer row. Empty when even the best has too little of the question.

    `named`: the one author the question names, or empty. `outdated`: what something newer has replaced since;
    it counts for half. `sources`: what was kept, and the message it rests on, which is a neighbour.
    """
    weights = [(term, f" {term} ", _rarity(searched.rows, searched.having.get(term, 0))) for term in terms]
    ranked = [_bm25(candidate, weights, searched.mean_words) for candidate in candidates]
    best = max((entry.words for entry in ranked), default=0.0)
    wanted = sum(sorted((rarity for _, _, rarity in weights), reverse=True)[:WEIGHTIEST])
    if best <= 0 or max(entry.weight for entry in ranked) < ENOUGH * wanted:
        return []
    for entry in ranked:
        entry.words /= best
        if named and entry.candidate.author == named:
            entry.author = AUTHOR
        entry.outdated = entry.candidate.key in outdated
    _add_neighbours(ranked, sources or {})
    ranked.sort(key=lambda entry: (-entry.score, -entry.candidate.row))
    return ranked


def _rarity(rows: int, having: int) -> float:
    return max(1e-6, math.log((rows - having + 0.5) / (having + 0.5))) if rows > having else 1e-6


def _bm25(candidate: Candidate, weights: Sequence[tuple[str, str, float]], mean_words: float) -> Ranked:
    said, before, after = candidate.terms.split(BAR)
    length = K1 * (1 - B + B * candidate.words / (mean_words or 1))
    score, weight, matched = 0.0, 0.0, []
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
            weight += rarity * min(1.0, often)
    return Ranked(candidate, score, matched=tuple(matched), weight=weight)


def _add_neighbours(ranked: Sequence[Ranked], sources: Mapping[Key, Key]) -> None:
    near = {(row.group, row.position): entry for entry in ranked if (row := entry.candidate).group}
    own = {place: entry.words + entry.author for place, entry in near.items()}
    for (group, position), entry in near.items():
        entry.neighbour = NEIGHBOUR * max(
            own.get((group, position - 1), 0), own.get((group, position + 1), 0)
        )
    if sources:
        keyed = {entry.candidate.key: entry for entry in ranked}
        for kept, said in sources.items():
            if kept in keyed and said in keyed:
                keyed[kept].neighbour = NEIGHBOUR * (keyed[said].words + keyed[said].author)
