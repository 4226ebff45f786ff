"""Reads the HTML of a rendered message strictly: which tags, which attributes, which words; all closed."""

from __future__ import annotations

import re
from html.parser import HTMLParser

VOID = {"br", "hr"}
TAGS = set(
    "p br strong em ul ol li code pre blockquote hr a bdi table thead tbody tr th td h3 h4 h5 s".split()
)
ADDRESS = re.compile(
    r"https?://(?:[a-z0-9][a-z0-9._-]*|\[[0-9a-f:.]+\])(?::\d+)?(?:[/?#][!-~]*)?", re.IGNORECASE
)


class Shape(HTMLParser):
    """`wrong` is empty for what may stand on a page."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.wrong: list[str] = []
        self.words = ""
        self.links: list[tuple[str, str, str]] = []  # (address, words, what follows in brackets)
        self._open: list[str] = []
        self.feed(html)
        self.close()
        self.wrong += [f"<{tag}> is not closed" for tag in self._open]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in TAGS:
            self.wrong.append(f"<{tag}>")
        for name, value in attrs:
            fine = {
                ("a", "href"): lambda text: ADDRESS.fullmatch(text),
                ("a", "rel"): lambda text: text == "noopener noreferrer nofollow ugc",
                ("ol", "start"): lambda text: text.isdigit(),
            }.get((tag, name), lambda text: False)
            if not fine(value or ""):
                self.wrong.append(f"{tag} {name}={value!r}")
        if tag == "a":
            self.links.append((dict(attrs).get("href") or "", "", ""))
        if tag not in VOID:
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if not self._open or self._open.pop() != tag:
            self.wrong.append(f"</{tag}> closes something else")

    def handle_data(self, data: str) -> None:
        self.words += data
        if "a" in self._open:
            address, words, after = self.links[-1]
            self.links[-1] = (address, words + data, after)
        elif "bdi" in self._open and self.links:
            address, words, after = self.links[-1]
            self.links[-1] = (address, words, after + data)

    def handle_comment(self, data: str) -> None:
        self.wrong.append(f"<!--{data}")

    def handle_decl(self, decl: str) -> None:
        self.wrong.append(f"<!{decl}")

    def handle_pi(self, data: str) -> None:
        self.wrong.append(f"<?{data}")

    def unknown_decl(self, data: str) -> None:
        self.wrong.append(f"<![{data}")
