"""Search in what is remembered of one owner: messages, notes, lines of the namespaces, what was found out.

The database finds at most 2,000 rows with a word of the question (`memory/candidates.py`), one ranker in
Python orders them (`memory/ranking.py`), and what is shown is read from the live rows, by the rules of who
may read what (`memory/findable.py`). Nothing without an owner.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Any

from memory import candidates as index
from memory.findable import LINE, MESSAGE, NOTE, Findable, Reader, author
from memory.found import FINDING, INTEL, SUMMARY, Found, head_of, said_at, text_of
from memory.indexing import owned
from memory.models import DocumentLine, SearchLog
from memory.ranking import Candidate, Ranked, best_first, rank
from memory.related import related
from memory.snippets import LONGEST, snippet
from memory.stemming import terms as terms_of
from memory.stemming import words as words_of
from memory.switches import remembers
from trips.models import Message, Traveller, Trip, Turn

KINDS = (MESSAGE, NOTE, LINE, FINDING, INTEL, SUMMARY)
LIMIT = 10
#: Of so many of the best it is asked whether something newer took their place.
LOOKED_AT = 40
#: Rows read beside those wanted, should some of these not be for this reader.
SPARE = 5
#: Of what was found out, characters of its text beside its name and source.
SHORTEST_BODY = 120
#: Terms of one question that are looked for; the rest of a long one says little more.
QUESTION_TERMS = 24


@dataclass(frozen=True)
class Hit:
    """One thing found. `body`: what was said, long texts cut around the words that match; what was found out
    has its source before it. `why`: the parts of the score, and the words of the question it has. `source`:
    the message it rests on, if any."""

    kind: str
    object_id: int
    body: str
    author: str
    said_at: dt.datetime
    trip_id: int | None
    score: float
    why: dict[str, Any] = field(default_factory=dict)
    source: int | None = None


def search(
    owner: Traveller | None,
    query: str,
    *,
    trip: Trip | None = None,
    namespace: str | None = None,
    agent: str = "",
    turn: Turn | None = None,
    limit: int = LIMIT,
    kinds: Collection[str] | None = None,
) -> list[Hit]:
    """What `agent` ("" = the traveller) may read and fits the question best, best first.

    With `trip`: of that trip and about the traveller; without: of all. With `namespace`: its lines only; an
    empty question then returns all of them in order. `turn` is the one that asks: what is being said in it
    isn't found, and where another member asked for it nothing beyond its trip. Empty without an owner, of
    another's trip, for an agent where remembering is switched off.
    """
    if owner is None or not owner.pk or (trip is not None and trip.owner != owner):
        return []
    if agent and not remembers(owner, trip):
        return []
    wanted = [kind for kind in KINDS if kinds is None or kind in kinds]
    if namespace is not None:
        wanted = [LINE] if LINE in wanted else []
        if wanted and not query.strip():
            return _whole(Reader(owner, agent=agent, trip=trip, turn=turn), namespace)
    asked = list(dict.fromkeys(terms_of(query)))[:QUESTION_TERMS]
    if not asked or not wanted or limit < 1:
        return []
    reader = Reader(owner, agent=agent, trip=trip, turn=turn)
    others = related(asked)
    tokens, beside = owned(owner.pk, asked), owned(owner.pk, others)
    scope = index.Scope(owner.pk, reader.within, tuple(wanted), namespace)
    found, searched = index.candidates(scope, tokens, beside)
    found, sources = reader.of(found)
    named = _named(query, found)
    ranked = rank(found, tokens, searched, named=named, related=beside, sources=sources)
    if outdated := reader.outdated([entry.candidate for entry in ranked[:LOOKED_AT]]):
        ranked = best_first(ranked, outdated)
    return _shown(reader, ranked, limit, dict(zip([*tokens, *beside], [*asked, *others], strict=True)))


def _shown(reader: Reader, ranked: Sequence[Ranked], limit: int, plain: dict[str, str]) -> list[Hit]:
    """The first of the ranked that may be shown, read from their rows."""
    hits: list[Hit] = []
    step = limit + SPARE
    for at in range(0, len(ranked), step):
        some = ranked[at : at + step]
        live = reader.live([entry.candidate for entry in some])
        hits += [_hit(entry, live[key], plain) for entry in some if (key := entry.candidate.key) in live]
        if len(hits) >= limit:
            break
    return hits[:limit]


def _named(query: str, found: Sequence[Candidate]) -> str:
    """The one author the question names; empty for none, and for several."""
    asked = set(words_of(query))
    named = {name for name in {row.author for row in found} if name and asked & set(words_of(name))}
    return named.pop() if len(named) == 1 else ""


def _hit(entry: Ranked, row: Findable, plain: dict[str, str]) -> Hit:
    candidate = entry.candidate
    matched = [plain[token] for token in entry.matched]
    return Hit(
        kind=candidate.kind,
        object_id=candidate.object_id,
        body=_body(row, matched),
        author=candidate.author,
        said_at=_said_at(row),
        trip_id=row.trip_id,
        score=round(entry.score, 4),
        why={
            "words": round(entry.words, 4),
            "author": entry.author,
            "neighbour": round(entry.neighbour, 4),
            "outdated": entry.outdated,
            "matched": [stem[1:] for stem in matched if stem.startswith("x")],
        },
        source=row.pk if isinstance(row, Message) else getattr(row, "message_id", None),
    )


def _body(row: Findable, matched: list[str]) -> str:
    if not isinstance(row, Found):
        return snippet(row.text, matched)
    head = snippet(head_of(row), (), LONGEST - SHORTEST_BODY)
    return f"{head} {snippet(text_of(row), matched, LONGEST - 1 - len(head))}".strip()


def _whole(reader: Reader, namespace: str) -> list[Hit]:
    return [
        Hit(
            kind=LINE,
            object_id=line.pk,
            body=line.text,
            author=author(line),
            said_at=line.since,
            trip_id=line.trip_id,
            score=0.0,
            source=line.message_id,
        )
        for line in reader.lines(namespace).order_by("position", "pk")
    ]


def _said_at(row: Findable) -> dt.datetime:
    if isinstance(row, Found):
        return said_at(row)
    return row.since if isinstance(row, DocumentLine) else row.created


def record(
    owner: Traveller,
    found: int,
    milliseconds: float,
    *,
    agent: str = "",
    turn: Turn | None = None,
    namespace: str | None = None,
) -> None:
    """Count a search, never what was asked: for the page of charts."""
    SearchLog.objects.create(
        owner=owner,
        turn=turn,
        agent=agent,
        namespace=namespace or "",
        found=found,
        milliseconds=round(milliseconds),
    )
