"""Whose words does a change of the facts rest on? Of what was pasted nothing becomes a fact. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache

from agents.validation.figures import amount, numbers
from agents.view import TripView
from trips.facts import PATHS
from trips.reading import understand
from trips.reading.bounded import WHOLE, bounded
from trips.reading.quotes import others, own_words
from trips.schemas import Change

NOT_TAKEN = (
    "What was pasted I read as information, not as your wishes: {what} is not taken over. "
    "If you want it, say so in your own words."
)
_WORD = re.compile(r"[^\W_]+")
_MARKS = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "„": '"', "–": "-", "—": "-"})
_EDGES = " .,;:!\"'"
#: Beside these a figure is not the sum.
_TIMES = re.compile(
    r"\d\s?(?:k|m|mio|tsd|mil|万|千)\b|thousand|hundred|million|grand|tausend|[a-z]*hundert|lakh|万|千", re.I
)
_STEM = 5
_SHORTEST = 2


@dataclass(frozen=True, slots=True)
class Said:
    """`newest`: the traveller's own words of the message; `own`: of it and of what they said before;
    `pasted`: what stood in these messages and is not theirs; `pasted_now`: in the newest one."""

    newest: str
    own: str
    pasted: str
    pasted_now: bool
    changes: dict[str, list[Change]] = field(default_factory=dict, compare=False)  # by the text, once read


def said_by_them(view: TripView) -> Said:
    """Of the newest message and the window before it."""
    newest, pasted_now = _parted(view.verbatim or view.message)
    earlier = [_parted(line.text) for line in view.window.lines if line.author == "traveller"]
    pasted = [stretch for _own, stretches in earlier for stretch in stretches] + [*pasted_now]
    own = [*(own for own, _stretches in earlier), newest]
    return Said(newest, "\n".join(own), "\n".join(pasted), bool(pasted_now))


@lru_cache(maxsize=64)  # of a window, which every answer is checked against
def _parted(message: str) -> tuple[str, tuple[str, ...]]:
    """What a message's author says, and the stretches of others in it."""
    text = bounded(message, WHOLE)
    return own_words(text), tuple(text[start:end] for start, end in others(text))


def is_pasted(change: Change, said: Said, view: TripView) -> bool:
    """Does it rest on what was pasted? Where the message holds such, it needs the traveller's own words for
    its quote and for its value."""
    if not said.pasted:
        return False
    if not is_said(change.quote, said.newest) and is_said(change.quote, said.pasted):
        return True
    if _told(change, said.own, said, view):
        return False
    return said.pasted_now or _told(change, said.pasted, said, view)


def figure_is_theirs(change: Change, own: str) -> bool:
    """A sum of the traveller's, where they wrote one in figures."""
    if change.path != "budget.amount" or change.value is None or _TIMES.search(own):
        return True
    figures = {amount(number) for number in numbers(own)}
    return not figures or amount(str(change.value)) in figures


def not_taken(changes: list[Change]) -> str:
    """The sentence for what was left out; "" where nothing was."""
    labels = [(PATHS[one.path].label.lower(), one.value) for one in changes]
    named = [f"{label} ({value})" if value else label for label, value in labels]
    return NOT_TAKEN.format(what=", ".join(dict.fromkeys(named))) if named else ""


def _told(change: Change, text: str, said: Said, view: TripView) -> bool:
    """Is the value in these words, as it stands or as code reads it?"""
    if change.value is None or change.op == "remove":
        return bool(_stems(change.quote)) and is_said(change.quote, text)
    value = str(change.value)
    figure = amount(value)
    if figure is not None:
        if any(amount(number) == figure for number in numbers(text)):
            return True
    elif (stems := _stems(value)) and stems <= _stems(text):
        return True
    if text not in said.changes:
        read = understand(text, today=view.today, gazetteer=view.gazetteer, asked=view.asked_last)
        said.changes[text] = read.changes
    return any(one.path == change.path and _same(one.value, value) for one in said.changes[text])


def _same(one: object, value: str) -> bool:
    figure = amount(str(one))
    return str(one).casefold() == value.casefold() or (figure is not None and figure == amount(value))


def _stems(text: str) -> set[str]:
    return {word[:_STEM] for word in _WORD.findall(text.casefold()) if len(word) >= _SHORTEST}


def is_said(quote: str, text: str) -> bool:
    """Are these words in the text, as `folded` reads both?"""
    words = folded(quote)
    return bool(words) and words in folded(text)


def folded(text: str) -> str:
    """For comparing: one case, one kind of white space and of quotation marks, none of either around it."""
    return " ".join(text.translate(_MARKS).casefold().split()).strip(_EDGES)
