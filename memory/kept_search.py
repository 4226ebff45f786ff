"""What a search on the traveller's page finds beside the index: it holds what is in use, and what was said.

Sentences that wait for a yes or are out of use, agents' own texts and summaries are looked through here,
the newest of each. What is forgotten is not searched.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from memory.found import SUMMARY
from memory.hidden_words import hidden_words
from memory.kept import STATES, Kept, kept, lines_of, notes_of
from memory.models import Document, Summary
from memory.search import QUESTION_TERMS
from memory.snippets import snippet
from memory.stemming import terms as terms_of
from trips.models import Trip

#: So many of a kind are looked through, and so many shown.
LOOKED_AT, MOST = 2_000, 20


@dataclass(frozen=True)
class WholeText:
    """An agent's own text, or a summary, that fits: where it is, and the part with the words."""

    trip: Trip
    name: str
    body: str


@dataclass(frozen=True)
class Beside:
    """`cut`: there is more than was looked through."""

    rows: list[Kept]
    texts: list[WholeText]
    cut: bool = False

    def __len__(self) -> int:
        return len(self.rows) + len(self.texts)


def beside(owner, query: str, shown: Collection[tuple[str, int]]) -> Beside:
    """What fits the question, best first, without the rows (kind, key) that are shown already."""
    asked = set(list(dict.fromkeys(terms_of(query)))[:QUESTION_TERMS])
    if not asked:
        return Beside([], [])
    found: dict[str, list[int]] = {}
    cut = False
    rows = {
        "note": notes_of(owner).filter(_unsearched() | _dated()),
        "line": lines_of(owner).filter(_unsearched()),
    }
    for kind, some in rows.items():
        pairs, more = _newest(some)
        cut |= more
        found[kind] = [pk for pk in _fitting(pairs, asked) if (kind, pk) not in shown][:MOST]
    by_key = {kind: some.in_bulk(found[kind]) for kind, some in rows.items()}
    sentences = kept(by_key[kind][pk] for kind in rows for pk in found[kind] if pk in by_key[kind])
    texts: list[WholeText] = []
    trips = Trip.objects.owned_by(owner)
    hidden = hidden_words(owner)
    for model in (Document, Summary):
        whole = model.objects.filter(trip__in=trips).exclude(text="").select_related("trip")
        pairs, more = _newest(whole)
        cut |= more
        fitting = _fitting([(pk, hidden.scrubbed(text)) for pk, text in pairs], asked)
        keys = [pk for pk in fitting if model is Document or (SUMMARY, pk) not in shown][:MOST]
        there = whole.in_bulk(keys)
        for row in there.values():
            row.text = hidden.scrubbed(row.text)
        texts += [_whole(there[pk], asked) for pk in keys if pk in there]
    return Beside(sentences, texts, cut)


def _unsearched() -> Q:
    return Q(status__in=(*STATES["proposed"], *STATES["old"]))


def _dated() -> Q:
    """In use for some days only: outside these the index' reader leaves it out."""
    return Q(status__in=STATES["standing"]) & (Q(valid_from__isnull=False) | Q(valid_to__isnull=False))


def _newest(rows: QuerySet) -> tuple[list[tuple[int, str]], bool]:
    pairs = list(rows.order_by("-pk").values_list("pk", "text")[: LOOKED_AT + 1])
    return pairs[:LOOKED_AT], len(pairs) > LOOKED_AT


def _fitting(pairs: Iterable[tuple[int, str]], asked: set[str]) -> list[int]:
    """Those with half of the words at least, the ones with most first."""
    counted = [(len(asked.intersection(terms_of(text))), pk) for pk, text in pairs]
    return [pk for count, pk in sorted(counted, key=lambda pair: -pair[0]) if 2 * count >= len(asked)]


def _whole(row: Document | Summary, asked: set[str]) -> WholeText:
    if isinstance(row, Summary):
        name = f"Summary of the first {row.up_to} messages"
    else:
        name = f"{row.agent.replace('_', ' ').capitalize()}’s own memory"
    return WholeText(row.trip, name, snippet(row.text, asked))
