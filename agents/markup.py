"""Model words as HTML: Markdown on the server, raw HTML off, then an allow-list.

The same function renders a finished message and one that is still growing.
"""

from __future__ import annotations

from functools import lru_cache
from urllib.parse import urlsplit

import nh3
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt

_TAGS = {
    "p", "br", "strong", "em", "ul", "ol", "li", "code", "pre", "blockquote", "hr", "a",
    "table", "thead", "tbody", "tr", "th", "td", "h3", "h4", "h5", "s",
}  # fmt: skip


@lru_cache(maxsize=1)
def _markdown() -> MarkdownIt:
    engine = MarkdownIt("commonmark", {"html": False, "linkify": True, "breaks": True})
    engine.enable(["table", "linkify", "strikethrough"])
    engine.disable(["image"])
    engine.add_render_rule("heading_open", _smaller_heading)
    engine.add_render_rule("heading_close", _smaller_heading)
    engine.add_render_rule("link_close", _host_after_link)
    return engine


def _smaller_heading(self, tokens, index, options, env) -> str:
    """The page has its own h1 and h2: a message starts at h3."""
    token = tokens[index]
    level = min(5, int(token.tag[1]) + 2)
    return f"<h{level}>" if token.nesting == 1 else f"</h{level}>\n"


def _host_after_link(self, tokens, index, options, env) -> str:
    """A link says where it leads, unless its text is the address itself."""
    depth = 0
    for token in reversed(tokens[:index]):
        if token.type == "link_close":
            depth += 1
        elif token.type == "link_open":
            if depth == 0:
                address = token.attrGet("href") or ""
                host = urlsplit(address).hostname or ""
                text = "".join(t.content for t in tokens[tokens.index(token) + 1 : index])
                return "</a>" if not host or host in text else f"</a> ({nh3.clean_text(host)})"
            depth -= 1
    return "</a>"


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
