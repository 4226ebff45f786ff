"""Model words as HTML: Markdown on the server, raw HTML off, then an allow-list.

The same function renders a finished message and one that is still growing.
"""

from __future__ import annotations

from functools import lru_cache
from urllib.parse import urlsplit

import nh3
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.token import Token

_TAGS = {
    "p", "br", "strong", "em", "ul", "ol", "li", "code", "pre", "blockquote", "hr", "a",
    "table", "thead", "tbody", "tr", "th", "td", "h3", "h4", "h5", "s",
}  # fmt: skip


@lru_cache(maxsize=1)
def _markdown() -> MarkdownIt:
    engine = MarkdownIt("commonmark", {"html": False, "linkify": True, "breaks": True})
    engine.enable(["table", "linkify", "strikethrough"])
    engine.disable(["image"])
    engine.core.ruler.push("ours", _ours)
    return engine


def _ours(state: StateCore) -> None:
    """Headings start at the third level (the page has its own), links say where they lead."""
    for token in state.tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(5, int(token.tag[1]) + 2)}"
        if token.children:
            token.children = _with_hosts(token.children)


def _with_hosts(tokens: list[Token]) -> list[Token]:
    """The host in brackets behind each link whose text does not name it."""
    result: list[Token] = []
    host, words = "", ""
    for token in tokens:
        result.append(token)
        if token.type == "link_open":
            host, words = urlsplit(str(token.attrGet("href") or "")).hostname or "", ""
        elif token.type == "link_close":
            if host and host not in words:
                result.append(Token("text", "", 0, content=f" ({host})"))
            host = ""
        else:
            words += token.content
    return result


def render(text: str) -> SafeString:
    """Safe HTML of a message."""
    html = nh3.clean(
        _markdown().render(text),
        tags=_TAGS,
        attributes={"a": {"href"}},
        url_schemes={"http", "https"},
        link_rel="noopener noreferrer nofollow ugc",
    )
    return mark_safe(html)  # noqa: S308  (cleaned above)
