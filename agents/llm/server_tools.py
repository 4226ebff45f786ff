"""The provider's own web search and fetch: how they are asked for, and what their result blocks say. Pure.

What a page says is data: here only its address, its title and the text with citations are taken out of a
reply. An address is a source only where it stands in the result blocks, whatever the text says.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, Any
from urllib.parse import urlsplit

from pydantic import AfterValidator, BaseModel

from agents.llm.answers import clean_text
from agents.llm.base import WebTools

SEARCH = "web_search_20260318"
FETCH = "web_fetch_20260318"
LONGEST_ADDRESS = 500
LONGEST_TITLE = 160
#: Pages of one reading that are told further on.
MOST_PAGES = 40


#: What a page or a search says, as it may be shown and stored.
Words = Annotated[str, AfterValidator(clean_text)]


class Page(BaseModel):
    """A page of the result blocks. Without passages it is no source."""

    url: str
    title: Words = ""
    said: Words = ""  # the passages that are cited from it


class WebReading(BaseModel):
    """What was read: the text, with the number of a page, "[2]", behind what it is cited for. `faults`: error
    codes of searches and pages that did not come."""

    text: Words = ""
    pages: list[Page] = []
    faults: list[Words] = []


def server_tools(web: WebTools) -> list[dict[str, Any]]:
    """The tools as a request names them. Called directly by the model, so that the results stand in blocks of
    their own; a page is fetched only when a search has named it, never because a page or a message did."""
    tools: list[dict[str, Any]] = [
        {"type": SEARCH, "name": "web_search", "max_uses": web.searches, "allowed_callers": ["direct"]}
    ]
    if web.pages:
        tools.append(
            {
                "type": FETCH,
                "name": "web_fetch",
                "max_uses": web.pages,
                "max_content_tokens": web.page_tokens,
                "allowed_callers": ["direct"],
                "citations": {"enabled": True},
                "url_sources": {
                    "user_input": {"type": "none"},
                    "client_tool_results": {"type": "none"},
                    "server_tool_results": {
                        "type": "only",
                        "tools": [{"type": "tool_reference", "name": "web_search"}],
                    },
                },
            }
        )
    return tools


def reading_of(blocks: Sequence[dict[str, Any]]) -> WebReading:
    """The blocks of a reply, or of several that continue one another, as text, pages and faults."""
    named = _pages(blocks)
    number = {page.url: index for index, page in enumerate(named, start=1)}
    fetched = [_fetched(block) for block in blocks if block.get("type") == "web_fetch_tool_result"]
    documents = [url for url in fetched if url is not None]
    parts = []
    for block in blocks:
        if block.get("type") != "text":
            continue
        text = str(block.get("text") or "")
        cited = [number.get(_cited(one, documents)) for one in _rows(block.get("citations"))]
        for one in (cited := [one for one in dict.fromkeys(cited) if one]):
            named[one - 1].said = clean_text(f"{named[one - 1].said} {text}".strip())
        marks = "".join(f"[{one}]" for one in cited)
        parts.append(f"{text.rstrip()} {marks}" if marks else text)
    return WebReading(text="".join(parts).strip(), pages=named, faults=_faults(blocks))


def host_of(url: str) -> str:
    """ "museum.pt" of "https://www.museum.pt/hours"."""
    return (urlsplit(url).hostname or "").removeprefix("www.")


def plain_address(url: Any) -> str:
    """An http(s) address as it may be linked to; "" for anything else. It holds no name and no password,
    nothing that hides, and is not endlessly long."""
    if not isinstance(url, str) or not 0 < len(url) <= LONGEST_ADDRESS or not url.isascii():
        return ""
    if not url.isprintable() or any(mark in url for mark in " \"'<>\\`"):
        return ""
    try:
        parts = urlsplit(url)
        good = parts.scheme in ("http", "https") and "." in (parts.hostname or "") and parts.username is None
    except ValueError:
        return ""
    return url if good else ""


def _pages(blocks: Iterable[dict[str, Any]]) -> list[Page]:
    """The pages that searches named, each once. One that was fetched without being named is no source."""
    pages: dict[str, Page] = {}
    for block in blocks:
        if block.get("type") != "web_search_tool_result":
            continue
        for result in _rows(block.get("content")):
            if isinstance(result, dict) and (url := plain_address(result.get("url"))):
                title = " ".join(str(result.get("title") or "").split())[:LONGEST_TITLE]
                pages.setdefault(url, Page(url=url, title=title))
    return list(pages.values())[:MOST_PAGES]


def _rows(value: Any) -> list[Any]:
    """What should be a list; none of anything else."""
    return value if isinstance(value, list) else []


def _fetched(block: dict[str, Any]) -> str | None:
    """The address of a page that came; None of one that didn't: it is no document to cite."""
    content = block.get("content")
    if not isinstance(content, dict) or content.get("type") != "web_fetch_result":
        return None
    return str(content.get("url") or "")


def _cited(citation: Any, documents: Sequence[str]) -> str:
    """The address a citation is about: its own, or that of the document it counts."""
    if not isinstance(citation, dict):
        return ""
    if url := citation.get("url"):
        return str(url)
    index = citation.get("document_index")
    return documents[index] if isinstance(index, int) and 0 <= index < len(documents) else ""


def _faults(blocks: Iterable[dict[str, Any]]) -> list[str]:
    contents = [block.get("content") for block in blocks if str(block.get("type")).endswith("_tool_result")]
    return [
        str(content["error_code"])[:40]
        for content in contents
        if isinstance(content, dict) and content.get("error_code")
    ]
