"""Model words as HTML: Markdown on the server, raw HTML off, then an allow-list.

The same function renders a finished message and one that is still growing, so a text looks the same
live, reloaded and finished. Its words are hostile until shown otherwise: no images, no reference
definitions (they hide text and change what was shown before), links to http(s) alone, each with its host
in sight. Time is bounded by the length of a text, by the cells of a table and by Markdown's own limit of
20 levels.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

import idna
import nh3
from django.utils.html import linebreaks
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock, table
from markdown_it.rules_core import StateCore
from markdown_it.token import Token

from agents.llm.answers import clean_text

LIMIT = 12_000  # characters rendered as Markdown; a longer text is shown as it was written
TABLE_CELLS = 2_000
HOST_CHARACTERS = 253  # the longest name DNS allows

_TAGS = {
    "p", "br", "strong", "em", "ul", "ol", "li", "code", "pre", "blockquote", "hr", "a", "bdi",
    "table", "thead", "tbody", "tr", "th", "td", "h3", "h4", "h5", "s",
}  # fmt: skip

#: A plain http(s) address: no name or password before the host, nothing encoded in it.
_HOST = r"[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?|\[[0-9a-f:.]+\]"
_ADDRESS = re.compile(rf"https?://({_HOST})(?::\d+)?(?:[/?#][!-~]*)?", re.IGNORECASE)
_SHOWN_ADDRESS = re.compile(rf"(?:https?://)?({_HOST})(?::\d+)?(?:[/?#][!-~]*)?", re.IGNORECASE)

_MARKS = "\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f"
_TOWER = re.compile(f"([{_MARKS}]{{4}})[{_MARKS}]+")  # more than four are painted over the neighbours
_LINE_ENDS = re.compile("\r\n?|\x0b|\x0c|\x85|\u2028|\u2029")
_HALVES = re.compile("[\ud800-\udfff]")


def render(text: str) -> SafeString:
    """Safe HTML of a message, whole or cut anywhere."""
    text = visible(text)
    if len(text) > LIMIT:
        return mark_safe(linebreaks(text, autoescape=True))  # noqa: S308  (escaped)
    return mark_safe("".join(_piece(piece) for piece in pieces(text)))  # noqa: S308  (cleaned, each)


def visible(text: str) -> str:
    """The text with plain line ends, without what hides, turns or towers over other text."""
    text = _HALVES.sub("\ufffd", _LINE_ENDS.sub("\n", text))
    return _TOWER.sub(r"\1", clean_text(text))


# --- Pieces: while a reply grows, only its last paragraph is rendered again ----------------------

_BLANK = re.compile(r"\n(?:[ \t]*\n)+")
_GOES_ON = re.compile(r"[ \t]|[-*+](?:[ \t]|$)|\d{1,9}[.)](?:[ \t]|$)", re.MULTILINE)
_FENCE = re.compile(r"^(.*?)(`{3,}|~{3,})(.*)$", re.MULTILINE)


def pieces(text: str) -> Iterator[str]:
    """Parts of a text that can be rendered on their own: rendered and joined they are the whole.

    A part ends at a blank line before a line that belongs to no list; never within or after a fence that
    does not stand alone at the start of its line.
    """
    begin = 0
    fence = ""
    looked = 0
    for blank in _BLANK.finditer(text):
        for line in _FENCE.finditer(text, looked, blank.end()):
            if line[1]:
                yield text[begin:]
                return
            marks = line[2]
            if not fence:
                if marks[0] == "~" or "`" not in line[3]:
                    fence = marks
            elif marks[0] == fence[0] and len(marks) >= len(fence) and not line[3].strip(" \t"):
                fence = ""
        looked = blank.end()
        if not fence and blank.end() < len(text) and not _GOES_ON.match(text, blank.end()):
            yield text[begin : blank.end()]
            begin = blank.end()
    yield text[begin:]


@lru_cache(maxsize=512)
def _piece(text: str) -> str:
    html = nh3.clean(
        _markdown().render(text),
        tags=_TAGS,
        attributes={"*": set(), "a": {"href"}, "ol": {"start"}},  # else title and lang would pass anywhere
        url_schemes={"http", "https"},
        link_rel="noopener noreferrer nofollow ugc",
    )
    return visible(html)  # once more: entities have become characters


# --- Markdown ------------------------------------------------------------------------------------


@lru_cache(maxsize=1)
def _markdown() -> MarkdownIt:
    engine = MarkdownIt("commonmark", {"html": False, "linkify": True, "breaks": True})
    engine.enable(["linkify", "strikethrough"])
    engine.disable(["image", "reference", "lheading", "html_block", "html_inline"])
    engine.block.ruler.at("table", _small_table, {"alt": ["paragraph", "reference"]})
    engine.enable("table")
    # Only what says http(s) becomes a link: "the end.In the" is no address, and who owns it is unknown.
    engine.linkify.set({"fuzzy_link": False, "fuzzy_email": False, "fuzzy_ip": False})
    for scheme in ("ftp:", "mailto:", "//"):
        engine.linkify.add(scheme, None)
    engine.core.ruler.push("ours", _ours)
    engine.render("")  # its lists of rules are made at first use: two threads at once would see half of them
    for ruler in (engine.core.ruler, engine.block.ruler, engine.inline.ruler, engine.inline.ruler2):
        ruler.getRules("")
    return engine


def _small_table(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """A table, unless a few characters would make very many cells (missing ones are filled up)."""
    columns = state.src.count("|", state.bMarks[start], state.eMarks[start]) + 1
    if columns * (end - start) > TABLE_CELLS:
        return False
    return table(state, start, end, silent)


def _ours(state: StateCore) -> None:
    """Headings start at the third level (the page has its own), links say where they lead."""
    for token in state.tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(5, int(token.tag[1]) + 2)}"
        if token.children:
            token.children = _with_hosts(token.children)


def _with_hosts(tokens: list[Token]) -> list[Token]:
    """The host in brackets behind each link whose words are not its own address; other links lose theirs."""
    result: list[Token] = []
    host, words = "", ""
    for token in tokens:
        if token.type == "link_open":
            host, words = _host_of(str(token.attrGet("href") or ""), _ADDRESS), ""
            if host:
                result.append(token)
        elif token.type == "link_close":
            if host:
                result.append(token)
                if host != _host_of(words, _SHOWN_ADDRESS):
                    result += _bracketed(host)
        else:
            words += token.content
            result.append(token)
    return result


def _host_of(address: str, form: re.Pattern[str]) -> str:
    found = form.fullmatch(address)
    host = found[1].lower() if found else ""
    return host if len(host) <= HOST_CHARACTERS and _is_name(host) else ""


def _is_name(host: str) -> bool:
    """Whether its encoded labels stand for words that a browser takes: the cleaning drops other addresses."""
    try:
        return "xn--" not in host or bool(idna.decode(host, uts46=True))
    except (idna.IDNAError, UnicodeError):
        return False


def _bracketed(host: str) -> list[Token]:
    """Apart from the text around it, whose direction may be another."""
    return [
        Token("text", "", 0, content=" "),
        Token("bdi_open", "bdi", 1),
        Token("text", "", 0, content=f"({host})"),
        Token("bdi_close", "bdi", -1),
    ]
