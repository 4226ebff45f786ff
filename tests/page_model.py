"""What a page's script makes of a stream's frames, without a browser: the conversation as a tree."""

from __future__ import annotations

import re
from html import escape
from html.parser import HTMLParser

_PARTIAL = re.compile(
    r'<hx-partial data-hx-target="#([^"]+)" data-hx-swap="([A-Za-z]+)">(.*?)</hx-partial>', re.DOTALL
)
_VOID = {"br", "hr", "img", "input", "link", "meta", "wbr"}
_POSITION = re.compile(r"(\d+):(\d+)")


class Node:
    """An element; a child is a node or text."""

    def __init__(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tag = tag
        self.attributes = attributes
        self.children: list[Node | str] = []

    @property
    def id(self) -> str:
        return dict(self.attributes).get("id") or ""

    def find(self, name: str) -> list[tuple[Node, int]]:
        """Every element with this id, as its parent and index."""
        found = []
        for index, child in enumerate(self.children):
            if isinstance(child, Node):
                if child.id == name:
                    found.append((self, index))
                found += child.find(name)
        return found

    def html(self) -> str:
        if not self.tag:
            return self.inner_html()
        attributes = "".join(f' {name}="{escape(value or "")}"' for name, value in self.attributes)
        if self.tag in _VOID:
            return f"<{self.tag}{attributes}>"
        return f"<{self.tag}{attributes}>{self.inner_html()}</{self.tag}>"

    def inner_html(self) -> str:
        return "".join(child.html() if isinstance(child, Node) else escape(child) for child in self.children)


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open = [Node("", [])]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        node = Node(tag, attrs)
        self.open[-1].children.append(node)
        if tag not in _VOID:
            self.open.append(node)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open[-1].children.append(Node(tag, attrs))

    def handle_endtag(self, tag: str) -> None:
        while self.open[-1].tag != tag:
            self.open.pop()
        self.open.pop()

    def handle_data(self, text: str) -> None:
        self.open[-1].children.append(text)


def parsed(html: str) -> Node:
    """A piece of HTML of ours, every element closed, as the children of a node without a name."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    return reader.open[0]


class PageModel:
    """The `#turns` of one page, from its HTML and then by frames. Counts what must not happen."""

    def __init__(self, turns_html: str = "", cursor: str = "") -> None:
        self.turns = Node("section", [("id", "turns")])
        self.turns.children = parsed(turns_html).children
        self.positions = positions_of(cursor)
        self.cursor = cursor
        self.board_refreshes = 0
        self.twice: list[str] = []  # ids of frames that brought something once more
        self.misplaced: list[str] = []  # targets that are not there, or are there twice

    @classmethod
    def of_page(cls, page: str) -> PageModel:
        """A fresh page as the server sent it."""
        turns = re.search(r'<div id="turns">(.*?)</div>\s*<div class="suggested"', page, re.DOTALL)[1]
        cursor = re.search(r'data-hx-sse:connect="[^"]*\?after=([^"]*)"', page)[1]
        return cls(turns, cursor)

    @property
    def html(self) -> str:
        """White space between the turns says nothing."""
        return "\n".join(child.html() for child in self.turns.children if isinstance(child, Node))

    def article(self, number: int) -> str:
        found = self.turns.find(f"turn-{number}")
        return found[0][0].children[found[0][1]].html() if found else ""

    def take(self, number: str, html: str) -> None:
        """One unnamed message."""
        new = positions_of(number)
        again = [n for n, seq in new.items() if seq < self.positions.get(n, 0)]
        if again or number == self.cursor:
            self.twice.append(number)
        self.positions = {**self.positions, **new}
        self.cursor = number
        for target, swap, content in _PARTIAL.findall(html):
            self._swap(target, swap, content)

    def _swap(self, target: str, swap: str, content: str) -> None:
        if target == "ready":  # of the board
            return
        if target == "board-refresh":
            self.board_refreshes += 1
            return
        if target == "turns":
            node = self.turns
        else:
            places = self.turns.find(target)
            if len(places) != 1:
                self.misplaced.append(target)
                return
            parent, index = places[0]
            if swap == "outerHTML":
                parent.children[index : index + 1] = parsed(content).children
                return
            node = parent.children[index]
        if swap == "innerHTML":
            node.children = parsed(content).children
        elif swap == "beforeend":
            for child in parsed(content).children:
                if isinstance(child, Node) and child.id and self.turns.find(child.id):
                    self.misplaced.append(child.id)
                node.children.append(child)
        else:
            raise AssertionError(f"a frame swaps by {swap}")


def positions_of(cursor: str) -> dict[int, int]:
    return {int(number): int(seq) for number, seq in _POSITION.findall(cursor)}
