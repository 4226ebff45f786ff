"""A page's tree, and what htmx would do to it with a stream's frames: three swaps, no browser.

Strict where a browser is forgiving: an element that is not closed, a target that is not there or an id that
is there twice is an error. The same frames in Chromium are the matter of tests/browser/test_streaming.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from html import escape
from html.parser import HTMLParser

VOID = frozenset("area base br col embed hr img input link meta source track wbr".split())


class Unfit(Exception):
    """The frame does not fit the page, or neither of them is HTML as we write it."""


@dataclass(eq=False)
class Node:
    """An element; a text is a str among the children."""

    name: str
    attributes: dict[str, str | None] = field(default_factory=dict)
    children: list[Node | str] = field(default_factory=list)
    parent: Node | None = None

    @property
    def html(self) -> str:
        """The element, written in one way."""
        attributes = "".join(
            f" {name}" if value is None else f' {name}="{escape(value)}"'
            for name, value in self.attributes.items()
        )
        closing = "" if self.name in VOID else f"{self.inner}</{self.name}>"
        return f"<{self.name}{attributes}>{closing}"

    @property
    def inner(self) -> str:
        return "".join(escape(c, quote=False) if isinstance(c, str) else c.html for c in self.children)

    def elements(self) -> Iterator[Node]:
        """All elements below."""
        for child in self.children:
            if isinstance(child, Node):
                yield child
                yield from child.elements()

    def find(self, identifier: str) -> Node:
        """The one element with this id. Raises Unfit."""
        found = [node for node in self.elements() if node.attributes.get("id") == identifier]
        if len(found) != 1:
            raise Unfit(f"{len(found)} elements with the id {identifier}")
        return found[0]

    def take(self, children: list[Node | str]) -> None:
        """Append these."""
        for child in children:
            if isinstance(child, Node):
                child.parent = self
        self.children += children


class _Parser(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = Node("")
        self._open = [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        node = Node(tag, dict(attrs))
        self._open[-1].take([node])
        if tag not in VOID:
            self._open.append(node)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._open[-1].take([Node(tag, dict(attrs))])

    def handle_endtag(self, tag: str) -> None:
        if tag in VOID:
            return
        if self._open[-1].name != tag:
            raise Unfit(f"</{tag}> closes <{self._open[-1].name}>")
        self._open.pop()

    def handle_data(self, data: str) -> None:
        self._open[-1].take([data])

    def end(self) -> Node:
        self.close()
        if len(self._open) > 1:
            raise Unfit(f"<{self._open[-1].name}> is never closed")
        return self.root


def parse(html: str) -> Node:
    """A document or a piece of one. Raises Unfit."""
    parser = _Parser()
    parser.feed(html)
    return parser.end()


def apply(page: Node, frame: str) -> None:
    """One frame's partials, in order. Raises Unfit; an unknown swap is one, too."""
    for partial in parse(frame).children:
        if isinstance(partial, str):
            if partial.strip():
                raise Unfit(f"words between partials: {partial[:80]!r}")
            continue
        target = page.find((partial.attributes["data-hx-target"] or "").removeprefix("#"))
        match partial.attributes["data-hx-swap"]:
            case "innerHTML":
                target.children = []
                target.take(partial.children)
            case "beforeend":
                target.take(partial.children)
            case "outerHTML":
                where = target.parent.children.index(target)
                for child in partial.children:
                    if isinstance(child, Node):
                        child.parent = target.parent
                target.parent.children[where : where + 1] = partial.children
            case other:
                raise Unfit(f"swap {other}")
