r"""The language in which lexicon and grammar say what words they match.

    leave|depart          never: a bar parts whole sequences. Write (leave | depart)
    (leave | depart) on? <day>

Words stand for themselves and their plurals; `( … | … )` is one of several sequences; `?` behind a word or a
bracket: it may be missing; `*`: up to four times; `<kind>` is a span that was found before, handed on under
its name, `<kind:name>` under another; `.` is any one word, `\d` one that begins with a digit. A bar outside
brackets parts whole patterns.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

#: So often at most what a star stands behind is repeated.
MOST_REPEATS = 4
FIGURE = r"\d"
_PART = re.compile(r"<[a-z_]+(?::[a-z_]+)?>|[()|?*]|[^\s()|?*<>]+|[<>]")


class PatternError(ValueError):
    """A pattern that is not of this language; says which and where."""


@dataclass(frozen=True, slots=True)
class Word:
    form: str


@dataclass(frozen=True, slots=True)
class AnyWord:
    pass


@dataclass(frozen=True, slots=True)
class Spanned:
    kind: str
    name: str


@dataclass(frozen=True, slots=True)
class Sequence:
    parts: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    options: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Repeated:
    """`most` times at most, from none on."""

    node: Node
    most: int


Node = Word | AnyWord | Spanned | Sequence | Choice | Repeated


def pattern(text: str) -> Node:
    """The tree of a pattern. Raises PatternError."""
    if re.search(r"[^\s|]\|[^\s|]", text):
        raise PatternError(f"{text!r}: a bar stands between blanks, in a bracket where it parts words")
    parts = _PART.findall(text)
    node, at = _choice(text, parts, 0)
    if at != len(parts):
        raise PatternError(f"{text!r}: a bracket too many")
    if firsts(node)[1]:
        raise PatternError(f"{text!r}: matches nothing at all")
    return node


def _choice(text: str, parts: list[str], at: int) -> tuple[Node, int]:
    options: list[Node] = []
    sequence: list[Node] = []
    while at < len(parts) and parts[at] != ")":
        if parts[at] == "|":
            options.append(_sequence(text, sequence))
            sequence, at = [], at + 1
            continue
        node, at = _atom(text, parts, at)
        if at < len(parts) and parts[at] in "?*":
            node, at = Repeated(node, 1 if parts[at] == "?" else MOST_REPEATS), at + 1
        sequence.append(node)
    options.append(_sequence(text, sequence))
    return (options[0] if len(options) == 1 else Choice(tuple(options))), at


def _sequence(text: str, parts: list[Node]) -> Node:
    if not parts:
        raise PatternError(f"{text!r}: nothing between two bars or brackets")
    return parts[0] if len(parts) == 1 else Sequence(tuple(parts))


def _atom(text: str, parts: list[str], at: int) -> tuple[Node, int]:
    part = parts[at]
    if part == "(":
        node, at = _choice(text, parts, at + 1)
        if at == len(parts):
            raise PatternError(f"{text!r}: a bracket is not closed")
        return node, at + 1
    if part in "?*<>":
        raise PatternError(f"{text!r}: {part!r} stands behind nothing")
    if part.startswith("<"):
        kind, _, name = part[1:-1].partition(":")
        return Spanned(kind, name or kind), at + 1
    return (AnyWord() if part == "." else Word(part)), at + 1


def firsts(node: Node) -> tuple[frozenset[str], bool]:
    """What a match may begin with (a word, "<kind>", "." for any), and whether it may be empty."""
    match node:
        case Word(form):
            return frozenset((form,)), False
        case AnyWord():
            return frozenset((".",)), False
        case Spanned(kind, _):
            return frozenset((f"<{kind}>",)), False
        case Repeated(inner, _):
            return firsts(inner)[0], True
        case Choice(options):
            pairs = [firsts(one) for one in options]
            return frozenset().union(*(one for one, _ in pairs)), any(empty for _, empty in pairs)
        case Sequence(parts):
            found: frozenset[str] = frozenset()
            for one in parts:
                more, empty = firsts(one)
                found |= more
                if not empty:
                    return found, False
            return found, True


def needs(node: Node) -> tuple[frozenset[str], ...]:
    """Of each part that no match can do without, what it may begin with."""
    if isinstance(node, Sequence):
        return tuple(need for part in node.parts for need in needs(part))
    begin, empty = firsts(node)
    return () if empty or "." in begin else (begin,)


def options(node: Node) -> tuple[Node, ...]:
    """What a bar parts outside of brackets."""
    return node.options if isinstance(node, Choice) else (node,)


def spans_in(node: Node) -> frozenset[str]:
    """The kinds of spans that a pattern builds on."""
    match node:
        case Spanned(kind, _):
            return frozenset((kind,))
        case Repeated(inner, _):
            return spans_in(inner)
        case Choice(nodes) | Sequence(nodes):
            return frozenset().union(*map(spans_in, nodes))
    return frozenset()
