"""What a journey that is over taught: proposals for the traveller's documents, made by code of what was
reported. None of it is used before the traveller's yes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from memory.events import Event, journey, journey_mark
from trips.models import Feedback, Trip
from trips.reading.reports import base_of, is_thing
from trips.reporting import of_the_plan

TOLD = 5
#: Of one day, not of the traveller.
_OF_THE_DAY = frozenset(
    {"the day", "the rain", "rain", "the heat", "heat", "the cold", "the snow", "weather"}
)


def learnt(trip: Trip) -> list[Event]:
    """Lines to propose: what was liked, what was not, a pace that was too much. [] where nothing was told."""
    rows = of_the_plan(trip).filter(by_owner=True)  # another member's words say nothing of the owner
    rows = list(rows.filter(message__unheard=None))
    where = journey(trip)
    lines = {
        "likes": _likes(rows, where),
        "dislikes": _dislikes(rows, where),
        "pace": _pace(rows, where),
    }
    return [_proposed(trip, slot, line) for slot, line in lines.items() if line]


def _likes(rows: Sequence[Feedback], where: str) -> str:
    names = _most(row.liked for row in rows)
    return f"Likes {', '.join(names)} (told of in {where})." if names else ""


def _dislikes(rows: Sequence[Feedback], where: str) -> str:
    names = _most(row.disliked for row in rows)
    return f"Did not like {', '.join(names)} (told of in {where})." if names else ""


def _pace(rows: Sequence[Feedback], where: str) -> str:
    """Said of half of the days told of, of two at least: one tired evening is no rule."""
    told = {row.date for row in rows}
    tired = {row.date for row in rows if row.energy == "low"}
    if not tired or len(told) < 2 or (len(tired) < 2 and len(tired) * 2 < len(told)):
        return ""
    return f"Prefers a relaxed pace: was tired on {len(tired)} of {len(told)} days told of in {where}."


def _most(lists: Iterable[Sequence[str]]) -> list[str]:
    """The names said most often first; each once."""
    spelt: dict[str, str] = {}
    counts: Counter[str] = Counter()
    for names in lists:
        for name in map(str, names):
            key = base_of(name)
            if not {key, name.casefold()} & _OF_THE_DAY and is_thing(name.split(" (")[0]):
                spelt.setdefault(key, name)
                counts[key] += 1
    return [spelt[key] for key, _count in counts.most_common(TOLD)]


def _proposed(trip: Trip, slot: str, line: str) -> Event:
    return Event(
        trigger="trip finished",
        namespace="preferences",
        what=line,
        line=line,
        slot=f"learnt {slot} {journey_mark(trip)}",
        deed=True,
        trusted=False,
    )
