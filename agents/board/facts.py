"""What is known of a trip as chips, each with where it came from; what would be useful to know as gaps."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from trips.facts import describe, missing_facts
from trips.models import FactChange
from trips.schemas import TripFacts
from trips.templatetags.dates import date_range

#: Chips whose text needs no label in front.
_PLAIN = {"dates", "party", "budget", "pace", "interests", "trip_type"}
#: Useful to know, and asked for by a dashed chip once the required facts are there.
_USEFUL = (
    ("origin", "from where?"),
    ("pace", "pace?"),
    ("interests", "interests?"),
    ("must_do", "must-sees?"),
    ("dietary", "diet?"),
)
_REQUIRED = {
    "destinations": "where to?",
    "dates.start": "when?",
    "dates.end": "until when?",
    "party.adults": "how many?",
    "budget": "budget?",
}


@dataclass(frozen=True)
class FactChip:
    """`source` says in a sentence where the fact came from; `assumed` marks what nobody said."""

    path: str
    subject: str
    label: str
    text: str
    source: str = ""
    assumed: bool = False


#: What the line says when the chips are folded, in this order.
_IN_A_LINE = ("destinations", "dates", "party", "budget", "dietary", "access", "interests", "pace")


@dataclass(frozen=True)
class Gap:
    """Something unknown. Required ones hold the trip up."""

    path: str
    label: str
    required: bool


def fact_chips(facts: TripFacts, changes: Iterable[FactChange]) -> list[FactChip]:
    """`changes` oldest first; the newest of a fact is its source."""
    newest: dict[str, FactChange] = {}
    for change in changes:
        newest[_root(change.path)] = change
        newest[f"{_root(change.path)}:{change.subject.casefold()}"] = change
    chips = []
    for line in describe(facts):
        root = _root(line.path)
        change = newest.get(f"{root}:{line.subject.casefold()}") or newest.get(root)
        chips.append(
            FactChip(
                line.path,
                line.subject,
                "" if root in _PLAIN else line.label.lower(),
                _pace(facts) if root == "pace" else line.text,
                source_of(change),
                change is not None and change.by == FactChange.By.SYSTEM,
            )
        )
    return chips


def _pace(facts: TripFacts) -> str:
    """ "relaxed pace, slow lunches"."""
    return ", ".join(filter(None, [f"{facts.pace} pace", facts.said.get(facts.pace or "")]))


def in_a_line(facts: TripFacts) -> list[str]:
    """What matters most of what is known, as short as it can be said; where to comes first."""
    said: dict[str, list[str]] = {}
    for line in describe(facts):
        said.setdefault(_root(line.path), []).append(line.text.partition(" (")[0].removesuffix(" in all"))
    if facts.dates.start and facts.dates.end:
        said["dates"] = [date_range(facts.dates.start, facts.dates.end)]
    return [", ".join(said[root]) for root in _IN_A_LINE if root in said]


def gaps(facts: TripFacts) -> list[Gap]:
    """What is missing first, else what would be useful."""
    missing = missing_facts(facts)
    if "dates.start" in missing:
        missing = [path for path in missing if path != "dates.end"]
    if missing:
        return [Gap(path, _REQUIRED[path], True) for path in missing]
    return [Gap(path, label, False) for path, label in _USEFUL if not getattr(facts, path)]


def source_of(change: FactChange | None) -> str:
    if change is None:
        return ""
    if change.by == FactChange.By.SYSTEM:
        return f"Assumed: {change.reason}" if change.reason else "Assumed, because nobody said."
    if change.by == FactChange.By.FORM:
        return change.reason or "You set this in the panel."
    return f"You said: “{_shortened(change.quote)}”" if change.quote else "From what you said."


def _root(path: str) -> str:
    return path.split(".")[0]


def _shortened(quote: str, limit: int = 140) -> str:
    return quote if len(quote) <= limit else f"{quote[: limit - 1].rstrip()}…"
