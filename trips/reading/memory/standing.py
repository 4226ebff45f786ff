"""What of a sentence stands by itself as a line, and what is told of who does not come."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from trips.reading.clauses import Clause
from trips.reading.memory.sentences import Reader
from trips.reading.memory.statements import whose

_OWN = frozenset("i we my our both".split())
_BACK = frozenset(
    """it its that this them those these there too either neither same then him her his their theirs otherwise
    instead""".split()
)
_HE = frozenset("he she they".split())
_LEADS_IN = ("supposed.if", "asks")
_REASONS = frozenset("when whenever because since while although though once after before until".split())


def standing(sentence: str, tells: Callable[[str], str]) -> list[str]:
    """The clauses that can be a line each, as they stand. `tells`: what a clause tells for good ("profile
    name"), "" for nothing. What belongs to the clause before stays with it; of a plan nothing is kept."""
    reader, found = Reader(sentence), []
    ahead: int | None = None
    for clause in _pieces(reader):
        text = _quote(reader, clause.head, clause.j)
        start, ahead = (clause.head if ahead is None else ahead), None
        if found and _belongs(reader, clause, _quote(reader, *found[-1]), tells):
            found[-1] = (found[-1][0], clause.j)
        elif tells(text):
            found.append((start, clause.j))
        elif not found and _leads_in(reader, clause):
            ahead = start
    return [text for one in found if tells(text := _quote(reader, *one))]


def of_who_travels(found: Sequence[str]) -> list[str]:
    """The sentences without what they tell of people who stay at home: what those need is for no trip."""
    kept: list[str] = []
    absent = False  # the one whom the sentence before told of
    for sentence in found:
        reader = Reader(sentence)
        of_them = bool(_HE & set(reader.tokens.norms(0, 2)))
        if absent and of_them:
            continue
        away = [one for one in reader.clauses if _stays_home(reader, one)]
        absent = bool(away)
        if absent and of_them and kept and whose(kept[-1]):
            kept.pop()
        kept += _of_oneself(reader, away) if absent else [sentence]
    return kept


def as_sentence(piece: str) -> str:
    text = piece[:1].upper() + piece[1:]
    return text if text.endswith((".", "!", "?")) else f"{text}."


def _pieces(reader: Reader) -> Iterator[Clause]:
    """The clauses; what of one is of the trip alone stands by itself: "and need to be in Rome on 4 May", ",
    about $2,400"."""
    for one in reader.clauses:
        joins = (at for at in range(one.i + 1, one.j) if reader.tokens[at].norm in ("and", ","))
        cut = next((at for at in joins if _of_trip_on_one_side(reader, one, at)), one.j)
        yield from (one.part(one.i, cut), one.part(cut, one.j)) if cut < one.j else (one,)


def _of_trip_on_one_side(reader: Reader, one: Clause, at: int) -> bool:
    sides = (one.i, at), (at, one.j)
    return any(
        reader.about(*told) and reader.about(*plan) in (None, "money") and reader.spans("of_trip", *plan)
        for plan, told in (sides, sides[::-1])
    )


def _quote(reader: Reader, i: int, j: int) -> str:
    while j > i and reader.tokens[j - 1].norm in ("and", "but", "also", ",", ";", "-"):
        j -= 1
    return reader.tokens.quote(i, j).strip(" ,;:-–—")


def _belongs(reader: Reader, clause: Clause, before: str, tells: Callable[[str], str]) -> bool:
    words, text = reader.tokens.norms(clause.i, clause.j), _quote(reader, clause.head, clause.j)
    joins = set(reader.tokens.norms(max(clause.i - 1, 0), clause.head))
    if not tells(text):
        of_a_plan = reader.spans("of_trip", clause.i, clause.j) or any(one[:1].isdigit() for one in words)
        return len(text.split()) < 2 or not of_a_plan  # "…, please"
    if reader.tokens[clause.head].norm not in _OWN or "so" in joins:
        return True
    same = tells(before).partition(" ")[0] == tells(text).partition(" ")[0]
    return bool(_BACK & set(words)) or _leads_in(reader, clause) or ("but" in joins and same)


def _leads_in(reader: Reader, clause: Clause) -> bool:
    first = reader.tokens[clause.head].norm
    return (
        clause.begins(*_LEADS_IN)
        or first in _REASONS
        or reader.tokens[clause.j - 1].norm in ("so", "because")
    )


def _stays_home(reader: Reader, clause: Clause) -> bool:
    """Is it somebody else than who says it?"""
    away = clause.cues.get("others.away", ())
    return bool(away) and not {"i", "we"} & set(reader.tokens.norms(clause.i, away[0][0] + 1))


def _of_oneself(reader: Reader, away: list[Clause]) -> Iterator[str]:
    for one in reader.clauses:
        others = _HE & set(reader.tokens.norms(one.i, one.j)) or reader.spans("kin", one.i, one.j)
        if one not in away and not others and reader.tokens[one.head].norm in ("i", "we"):
            yield as_sentence(_quote(reader, one.head, one.j))
