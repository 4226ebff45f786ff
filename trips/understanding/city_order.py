"""In which order the cities of the trip come: "Kyoto before Tokyo", "swap Rome and Florence". Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from trips.catalogue.names import key
from trips.facts.applying import apply_changes
from trips.schemas import Change, Destination, TripFacts
from trips.understanding.reading import Reading, Span

BEGUN = (
    "The trip has begun, so its cities keep their order. Nights can be moved, as “one night less in {last} "
    "and one more in {first}”."
)
NOT_OURS = "{name} is not among the cities of this trip, so it can't change places with {other}."
_ANY_NAME = r"(?-i:[A-Z][\w'-]+(?:\s[A-Z][\w'-]+)?)"
_PLACES = r"(?:change|swap|switch|trade|exchange)\s+(?:their\s+)?(?:places|order|positions)"
_BE = r"(?:\s+(?:comes?|goes|(?:should|must|can)\s+(?:be|come|go)|is|be))?"
_CITIES = r"(?:two\s+|both\s+)?(?:cities|towns|destinations|route)"
#: "We start in Rome" may tell of the way there only.
_WISH = (
    r"\b(?:can|could|shall|should|let's|rather|prefer|want\s+to|like\s+to|please|better)\b[^.,;!?]{0,20}?\s"
)
#: What is done to the order; @a and @b stand for cities of the trip, @x and @y for any.
_FORMS = (
    (
        "swap",
        r"\b(?:swap|exchange|switch|flip)\s+(?:the\s+order\s+of\s+)?@x\s+(?:and|with|for|&)\s+@y(?!\s+\w)",
    ),
    ("swap", rf"@x\s+(?:and|&)\s+@y\s+(?:(?:should|could|can|shall|to)\s+)?{_PLACES}\b"),
    (
        "reverse",
        r"\b(?:reverse|turn\s+around|flip|swap|switch)\s+(?:the\s+)?(?:order\s+of\s+)?(?:the\s+|our\s+)?"
        rf"{_CITIES}\b(?!\s+\w)",
    ),
    (
        "reverse",
        rf"\b{_CITIES}\s+(?:in\s+(?:the\s+)?(?:reverse|opposite)(?:\s+order)?|the\s+other\s+way\s+a?round)\b",
    ),
    ("before", rf"@a{_BE}\s+before\s+@b"),
    ("before", rf"@a{_BE}(?:\s+first)?[\s,]+(?:(?:and|only)\s+)*then\s+(?:to\s+|in\s+)?@b"),
    ("after", rf"@a{_BE}\s+after\s+@b"),
    ("first", rf"{_WISH}(?:start|begin)(?:ning|ing)?\s+(?:the\s+trip\s+)?(?:with|in|at)\s+@a(?!\s+on\b)"),
    ("first", r"\b(?:start|begin)\s+(?:the\s+trip\s+)?(?:with|in|at)\s+@a\s+instead\b"),
    ("first", rf"@a{_BE}\s+first\b(?!\s+(?!please\b)\w)"),
    ("last", rf"{_WISH}(?:end|finish)(?:ing)?\s+(?:the\s+trip\s+)?(?:with|in|at)\s+@a"),
    ("last", rf"@a{_BE}\s+last\b(?!\s+(?!please\b)\w)"),
)


def read_city_order(reading: Reading) -> None:
    """The cities in the order that is said, as changes of the destinations; once the trip has begun, or for a
    city that is none of it, a sentence."""
    found = _said(reading.open, reading.facts)
    if found is None:
        return
    action, match = found
    known = list(reading.facts.destinations)
    named = [name for name in match.groupdict().values() if name]
    foreign = [name for name in named if _index(known, name) is None]
    if foreign:
        other = next(name for name in named if name not in foreign)
        reading.problem(NOT_OURS.format(name=foreign[0], other=other))
    elif reading.started:
        reading.problem(BEGUN.format(first=known[0].name, last=known[-1].name))
    else:
        _tell(reading, _ordered(known, action, [_index(known, name) or 0 for name in named]), match)
    reading.claim(*match.span())


def says_city_order(text: str, facts: TripFacts) -> bool:
    """Whether it speaks of the order of the trip's own cities."""
    return _said(text, facts) is not None


def _said(text: str, facts: TripFacts) -> tuple[str, re.Match[str]] | None:
    """Only where the trip has several cities, and one of those that are named is its own."""
    if len(facts.destinations) < 2 or any(place.kind != "city" for place in facts.destinations):
        return None
    names = sorted((place.name for place in facts.destinations), key=len, reverse=True)
    ours = "|".join(re.escape(name) for name in names)
    for action, form in _FORMS:
        for mark, name in (("x", "a"), ("y", "b")):
            form = form.replace(f"@{mark}", rf"\b(?P<{name}>{ours}|{_ANY_NAME})\b")
        for name in ("a", "b"):
            form = form.replace(f"@{name}", rf"\b(?P<{name}>{ours})\b")
        match = re.search(form, text, re.IGNORECASE)
        if match is None:
            continue
        said = [_index(facts.destinations, name) for name in match.groupdict().values() if name]
        if action == "reverse" or (any(one is not None for one in said) and len(set(said)) == len(said)):
            return action, match
    return None


def _ordered(known: Sequence[Destination], action: str, named: Sequence[int]) -> list[Destination]:
    order = list(known)
    if action == "reverse":
        return order[::-1]
    first, second = known[named[0]], known[named[-1]]
    if action == "swap":
        order[named[0]], order[named[1]] = second, first
        return order
    order.remove(first)
    place = {"first": 0, "last": len(order)}.get(action)
    if place is None:
        place = order.index(second) + (action == "after")
        kept = (known.index(first) < known.index(second)) == (action == "before")
        if kept:
            return list(known)
    order.insert(place, first)
    return order


def _tell(reading: Reading, order: Sequence[Destination], match: re.Match[str]) -> None:
    """From the first that comes too late on they are taken out and put in again, with their nights."""
    was = [reading.facts.destinations.index(place) for place in order]
    stays = next((i for i in range(1, len(was)) if was[i] < was[i - 1]), len(was))
    moved, span = order[stays:], Span(*match.span())
    changes = [Change(path="destinations", op="remove", value=one.name) for one in moved]
    changes += [Change(path="destinations", op="add", value=one.name) for one in moved]
    changes += [
        Change(path="destinations.nights", op="set", value=one.nights, subject=one.name)
        for one in moved
        if one.nights
    ]
    after = apply_changes(reading.facts, changes, today=reading.today, gazetteer=reading.gazetteer).facts
    if [place.city_id for place in after.destinations] != [place.city_id for place in order]:
        return  # another town of that name would be found again
    reading.verdicts.append(span)
    for one in changes:
        reading.change(one.path, one.value, span.start, span.end, op=one.op, subject=one.subject)


def _index(known: Sequence[Destination], name: str) -> int | None:
    return next((at for at, place in enumerate(known) if key(place.name) == key(name)), None)
