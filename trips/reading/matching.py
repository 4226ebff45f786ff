"""Patterns as functions: from where a match may begin to where it can end, with what it caught."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from trips.reading import patterns
from trips.reading.patterns import AnyWord, Choice, Node, Repeated, Spanned, Word, firsts

#: Ways to match one pattern from one token on.
MOST_WAYS = 64

Caught = tuple[tuple[str, Any], ...]
Ways = list[tuple[int, Caught]]


class Found(Protocol):
    """`keys`: what begins at each token and behind the last; `rows`: (kind, i) → {j: span}."""

    keys: Sequence[Mapping[str, None]]
    rows: Mapping[tuple[str, int], Mapping[int, Any]]


Matcher = Callable[[Found, Ways], Ways]


def matcher(node: Node) -> Matcher:
    """Where a node can end, from each of the places where it can begin."""
    match node:
        case Word(form):
            return _word(frozenset((form,)))
        case AnyWord():
            return _any_word
        case Spanned(kind, name):
            return _spanned(kind, name)
        case patterns.Sequence(parts):
            return _sequence([matcher(part) for part in parts])
        case Choice(options) if all(isinstance(option, Word) for option in options):
            return _word(frozenset(option.form for option in options))
        case Choice(options):
            return _choice(options)
        case Repeated(inner, most):
            return _repeated(matcher(inner), most)


def once(ways: Ways) -> Ways:
    return list(dict.fromkeys(ways))[:MOST_WAYS] if len(ways) > 1 else ways


def _word(words: frozenset[str]) -> Matcher:
    def match(found: Found, starts: Ways) -> Ways:
        return [(i + 1, caught) for i, caught in starts if not words.isdisjoint(found.keys[i])]

    return match


def _any_word(found: Found, starts: Ways) -> Ways:
    return [(i + 1, caught) for i, caught in starts if i + 1 < len(found.keys)]


def _spanned(kind: str, name: str) -> Matcher:
    def match(found: Found, starts: Ways) -> Ways:
        return [
            (j, (*caught, (name, span.value)))
            for i, caught in starts
            for j, span in found.rows.get((kind, i), {}).items()
        ]

    return match


def _sequence(parts: list[Matcher]) -> Matcher:
    def match(found: Found, starts: Ways) -> Ways:
        for part in parts:
            starts = once(part(found, starts))
            if not starts:
                break
        return starts

    return match


def _choice(options: Sequence[Node]) -> Matcher:
    """Options that begin with a certain word are found by it, before the others."""
    by_word: dict[str, list[Matcher]] = {}
    others: list[tuple[frozenset[str] | None, Matcher]] = []
    for option in options:
        first = option.parts[0] if isinstance(option, patterns.Sequence) else option
        if isinstance(first, Word):
            by_word.setdefault(first.form, []).append(matcher(option))
        else:
            begin, empty = firsts(option)
            others.append((None if empty or "." in begin else begin, matcher(option)))

    def match(found: Found, starts: Ways) -> Ways:
        ends: Ways = []
        for start in starts:
            keys = found.keys[start[0]]
            for key in keys:
                for option in by_word.get(key, ()):
                    ends += option(found, [start])
            for begin, option in others if keys else ():
                if begin is None or not begin.isdisjoint(keys):
                    ends += option(found, [start])
        return ends

    return match


def _repeated(inner: Matcher, most: int) -> Matcher:
    def match(found: Found, starts: Ways) -> Ways:
        ends, last = list(starts), starts
        for _ in range(most):
            if not last:
                break
            last = once(inner(found, last))
            ends += last
        return ends

    return match
