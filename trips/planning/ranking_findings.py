"""Findings of one city into must, should, could and skip, each with a reason. Pure; no model.

What the traveller named is a must, what they kept at least a should, what they ranked by hand stays. The
rest follows from interests, needs, money, season, and from how many fit into the days they have.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from trips.planning.finding_merits import Candidate, CityStay, Merit, merit_of
from trips.wording import counted, upper_first

Tier = Literal["must", "should", "could", "skip"]
#: Of a city's findings of a kind, at most: musts, and musts with shoulds.
MUST_SHARE, WANTED_SHARE = 0.2, 0.6
#: What is no must by its merit alone, and what is not worth a day.
MUST_SCORE, LEAST_SCORE = 1.2, 0.1
#: Each further one of a kind is worth less, up to four.
OF_THE_SAME_KIND, SAME_KIND_MOST = 0.2, 4
LONGEST_REASON = 300


@dataclass(frozen=True, slots=True)
class RankedFinding:
    key: int
    tier: Tier
    reason: str
    merit: Merit


@dataclass
class _Row:
    candidate: Candidate
    merit: Merit
    score: float = 0.0
    tier: Tier | None = None

    @property
    def is_theirs(self) -> bool:
        """They named it, kept it, or have it in their plan."""
        return self.merit.named or bool(self.candidate.kept)


def rank(candidates: Sequence[Candidate], stay: CityStay) -> list[RankedFinding]:
    """Every one but those with a tier of the traveller's own, in the order given."""
    count = max(1, len(candidates))
    rows = [
        _Row(candidate, merit_of(candidate, stay, 1 - number / count))
        for number, candidate in enumerate(candidates)
    ]
    for food in (False, True):
        of_kind = [row for row in rows if row.candidate.food is food]
        _sort(of_kind, stay.meals if food else stay.visits)
    wanted = [row for row in rows if (row.candidate.tier or row.tier) in ("must", "should")]
    ahead = Counter(row.candidate.food for row in wanted)
    return [
        RankedFinding(row.candidate.key, row.tier, reason_of(row, stay, ahead[row.candidate.food]), row.merit)
        for row in rows
        if row.tier is not None
    ]


def most_musts(candidates: Iterable[Candidate], stay: CityStay) -> tuple[int, int]:
    """Visits and meals that may still be a must: what fits into the days, less the traveller's own."""
    own = Counter(candidate.food for candidate in candidates if candidate.tier == "must")
    return max(0, stay.visits - own[False]), max(0, stay.meals - own[True])


def _sort(rows: list[_Row], room: int) -> None:
    """Give each a tier. `room`: how many of this kind fit into the days."""
    own = Counter(row.candidate.tier for row in rows)
    most = min(room, math.ceil(WANTED_SHARE * len(rows)))
    musts = min(max(1, math.ceil(MUST_SHARE * len(rows))), max(1, room // 2)) - own["must"]
    fits = room - own["must"]
    free = [row for row in rows if not row.candidate.tier]
    _spread(free)
    free.sort(key=lambda row: (not row.merit.named, -row.score, row.candidate.key))
    for row in free:
        if row.merit.closed or (row.merit.blocked and not row.is_theirs):
            row.tier = "skip"
    left = [row for row in free if row.tier is None]
    wanted = most - own["must"] - own["should"] - sum(row.is_theirs for row in left)
    for place, row in enumerate(left, start=1):
        held_back = row.merit.capped or bool(row.merit.blocked)
        if fits > 0 and (row.merit.named or (musts > 0 and not held_back and row.score >= MUST_SCORE)):
            row.tier, musts, fits = "must", musts - 1, fits - 1
            wanted -= not row.is_theirs
        elif row.is_theirs:
            row.tier = "should"
        elif wanted > 0 and not held_back and row.score >= LEAST_SCORE:
            row.tier, wanted = "should", wanted - 1
        else:
            row.tier = "could" if row.score >= LEAST_SCORE and place <= 2 * max(room, 1) else "skip"


def _spread(rows: list[_Row]) -> None:
    """The fourth garden is worth less than the first: by the first tag of each."""
    seen: Counter[str] = Counter()
    for row in sorted(rows, key=lambda row: (-row.merit.score, row.candidate.key)):
        kind = next(iter(row.candidate.tags), "")
        row.score = row.merit.score - OF_THE_SAME_KIND * min(seen[kind], SAME_KIND_MOST) * bool(kind)
        seen[kind] += 1


# --- Why -----------------------------------------------------------------------------------------


def reason_of(row: _Row, stay: CityStay, ahead: int) -> str:
    """One or two sentences. `ahead`: how many of its kind are must or should."""
    candidate, merit = row.candidate, row.merit
    mine = "You named it yourself" if merit.named else upper_first(candidate.kept)
    if merit.closed:
        days = stay.days_in_words if stay.days == 1 else f"all of {stay.days_in_words}"
        closed = f"it is closed on {days}"
        return _told([f"{mine}, but {closed}" if mine else closed])
    if merit.blocked:
        return _told([mine, merit.blocked] if mine else [merit.blocked])
    pros, cons = list(merit.pros[: 1 if mine else 2]), list(merit.cons[:1])
    if row.tier in ("must", "should"):
        first = ", and ".join(([mine] if mine else []) + pros)
        if row.tier == "should" and merit.named:
            cons = [stay.room_in_words]
        if not first:
            first = f"nothing we know speaks against it, and {stay.days_in_words} {_have(stay)} room for it"
            first = first if not cons else f"{stay.days_in_words} {_have(stay)} room for it"
        return _told([first, *cons])
    but = _but(row, stay, ahead)
    if row.tier == "could":
        return _told([*pros[:1], *(cons if merit.capped else [but])])
    if row.score >= LEAST_SCORE:  # even twice as many days would be full
        return _told([but, *cons])
    facts = stay.request.facts
    if not merit.wished and (facts.cuisines if candidate.food else facts.interests):
        cons.append("it has little to do with what you like")
    return _told(cons or [but])


def _but(row: _Row, stay: CityStay, ahead: int) -> str:
    """What comes before it."""
    if not ahead:
        return f"nothing we know speaks for it in {stay.name} especially"
    come = f"{ahead} {'other comes' if ahead == 1 else 'others come'} first"
    if ahead < (stay.meals if row.candidate.food else stay.visits):
        return f"{come} in {stay.name}"
    if row.candidate.food:
        return f"{stay.days_in_words} {_have(stay)} room for {counted(stay.meals, 'meal')}, and {come}"
    return f"{stay.room_in_words}, and {come}"


def _have(stay: CityStay) -> str:
    return "have" if stay.days > 1 else "has"


def _told(clauses: Iterable[str]) -> str:
    """Clauses as sentences."""
    sentences = [f"{upper_first(clause).rstrip('.')}." for clause in clauses if clause]
    return " ".join(sentences)[:LONGEST_REASON]
