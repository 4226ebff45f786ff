"""What the tagger marks and no rule has read: likes, musts, bans, ways, stays, occasions, pace.

A span says what is meant and which part it plays; the value is the lexicon's where a row of it fits, else the
words as typed. Diets, allergies and access stay with the rules, and with what is asked about.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import get_args

from trips.facts.limits import MAX_ENTRY
from trips.reading.chart import Span
from trips.reading.facts.doubts import guarded
from trips.reading.facts.message import Found, Message, once
from trips.reading.facts.names import all_names
from trips.reading.tagger import tag
from trips.schemas import Mode

#: Less likely spans are left out; a ban takes something away, so it must be likelier.
_LIKELY, _SURE = 0.6, 0.85
_BANS = frozenset("avoid notby notstay".split())
_MODES = frozenset(get_args(Mode)) - {"walk"}
#: At the ends of a tagged span: no part of what it names.
_EDGES = frozenset("the a an no not any some my our his her their its by with of and or to for in".split())


def read_tagged(message: Message, *, nowhere: bool) -> list[Found]:
    """`nowhere`: neither the facts nor a rule say where the trip goes."""
    spans = (span for span in _spans(message) if span.kind != "to" or nowhere)
    found = (one for span in spans for one in _READERS[span.kind](message, span))
    return list(once(found))


def _spans(message: Message) -> Iterator[Span]:
    for one in tag(message.tokens.text, message.before):
        tokens = enumerate(message.tokens.all)
        at = [k for k, token in tokens if one.start < token.end and token.start < one.end]
        while at and message.word(at[0]) in _EDGES:
            at.pop(0)
        span = Span(one.label, at[0], at[-1] + 1, one.score) if at and one.label in _READERS else None
        if span and message.open(span) and _holds(message, span):
            yield span


def _holds(message: Message, span: Span) -> bool:
    """No wish holds where harm or fear is spoken of, nor for food or a town: rules read those."""
    clause, harm = message.clause(span.i), span.i in guarded(message)
    told = not (clause.asked or clause.has("others.theirs", "others.away", "over.past", "supposed.if"))
    if span.kind in _BANS:
        return told and span.value >= _SURE
    food = _row(message, span, "edible") and clause.has("denies", "denies_after")
    return told and not (harm or food) and span.value >= _LIKELY


def _row(message: Message, span: Span, *kinds: str) -> Span | None:
    """The longest that the lexicon reads in a span, of these kinds."""
    rows = (one for one in message.chart.of(*kinds) if span.i <= one.i and one.j <= span.j)
    return max(rows, key=lambda one: one.j - one.i, default=None)


def _typed(message: Message, span: Span) -> str:
    return " ".join(message.tokens.quote(span.i, span.j).split())[:MAX_ENTRY]


def _said(message: Message, span: Span) -> str:
    """A name as typed, other words in small letters."""
    begins = span.i == 0 or message.word(span.i - 1) in (".", "!", "?", ";")
    named = any(one.capital for one in message.tokens.all[span.i + begins : span.j])
    return _typed(message, span) if named else _typed(message, span).lower()


def _add(path: str, value: object, span: Span) -> Iterator[Found]:
    yield Found(path, value, span.i, span.j, "add")


def _place(message: Message, span: Span) -> bool:
    return any(one.place and one.i < span.j and span.i < one.j for one in all_names(message))


def _interest(message: Message, span: Span) -> Iterator[Found]:
    row = _row(message, span, "interest")
    plain = row and row.value != "said"
    if not _place(message, span):
        yield from _add("interests", row.value if row and plain else _said(message, span), span)


def _must(message: Message, span: Span) -> Iterator[Found]:
    if not _place(message, span):
        yield from _add("must_do", _typed(message, span), span)


def _to(message: Message, span: Span) -> Iterator[Found]:
    if _place(message, span) and span.value >= _SURE:
        yield from _add("destinations", _typed(message, span), span)


def _avoid(message: Message, span: Span) -> Iterator[Found]:
    ride = _row(message, span, "ride")
    banned = ride and ride.value in _MODES and ride.j - ride.i == span.j - span.i
    yield from _add(
        "transport_bans" if banned else "avoid", ride.value if ride and banned else _said(message, span), span
    )


def _by(message: Message, span: Span) -> Iterator[Found]:
    ride = _row(message, span, "ride")
    yield from _add("travel_by", "flight" if ride and ride.value == "flight" else _said(message, span), span)


def _stay(message: Message, span: Span) -> Iterator[Found]:
    if (house := _row(message, span, "house")) and not message.facts.stay.kind:
        yield Found("stay.kind", house.value, span.i, span.j)


def _stay_wish(message: Message, span: Span) -> Iterator[Found]:
    feature = _row(message, span, "feature")
    yield from _add("stay_wishes", feature.value if feature else _said(message, span), span)


def _occasion(message: Message, span: Span) -> Iterator[Found]:
    row = _row(message, span, "occasion")
    yield from _add("wishes", row.value if row else _said(message, span), span)


def _pace(message: Message, span: Span) -> Iterator[Found]:
    if row := _row(message, span, "pace"):
        yield Found("pace", row.value, span.i, span.j)


def _seen(message: Message, span: Span) -> Iterator[Found]:
    yield from _add("seen_before", _typed(message, span), span)


_READERS: dict[str, Callable[[Message, Span], Iterator[Found]]] = {
    "to": _to,
    "interest": _interest, "must": _must, "avoid": _avoid, "notby": _avoid, "notstay": _avoid, "by": _by,
    "stay": _stay, "staywish": _stay_wish, "occasion": _occasion, "seen": _seen,
    "pace": _pace,
}  # fmt: skip
