"""The provider's web tools in a request, and what is taken out of their result blocks."""

from __future__ import annotations

import pytest

from agents.llm.base import WebTools
from agents.llm.ladder import Form
from agents.llm.profiles import CallOptions
from agents.llm.server_tools import plain_address, reading_of, server_tools
from agents.llm.wire_request import call_arguments
from tests.agents.llm.asking import ask
from tests.wire.web import failed_fetch, failed_search, fetch, said, search

HOURS = "https://www.museum.pt/hours"
NEWS = "https://news.example/strikes?day=2"


def test_a_request_names_both_tools_bounded_and_called_by_the_model_itself() -> None:
    request = ask(output=None, web=WebTools(searches=4, pages=2, page_tokens=500))
    searching, fetching = call_arguments(Form(CallOptions("m"), request))["tools"]
    assert (searching["name"], searching["max_uses"]) == ("web_search", 4)
    assert (fetching["name"], fetching["max_uses"], fetching["max_content_tokens"]) == ("web_fetch", 2, 500)
    assert searching["allowed_callers"] == fetching["allowed_callers"] == ["direct"]


def test_a_page_is_fetched_only_when_a_search_has_named_it() -> None:
    (_searching, fetching) = server_tools(WebTools(searches=1, pages=1))
    sources = fetching["url_sources"]
    assert sources["user_input"] == sources["client_tool_results"] == {"type": "none"}
    assert [tool["name"] for tool in sources["server_tool_results"]["tools"]] == ["web_search"]
    assert [tool["name"] for tool in server_tools(WebTools(searches=1))] == ["web_search"]


def test_the_text_says_which_page_each_part_is_cited_from() -> None:
    blocks = [
        said("I look it up. "),
        *search("hours", (HOURS, "Hours"), (NEWS, "Strikes\n on 2 March")),
        said("The museum is closed on Mondays.", HOURS),
        said(" Trains stand still on 2 March.", NEWS, HOURS, NEWS),
        said(" It is a fine town."),
    ]
    reading = reading_of(blocks)
    assert [(page.url, page.title) for page in reading.pages] == [
        (HOURS, "Hours"),
        (NEWS, "Strikes on 2 March"),
    ]
    assert reading.text == (
        "I look it up. The museum is closed on Mondays. [1] Trains stand still on 2 March. [2][1] "
        "It is a fine town."
    )
    assert reading.faults == []


def test_what_a_fetched_page_is_cited_for_has_its_number() -> None:
    blocks = [
        *search("hours", (NEWS, "News"), (HOURS, "Hours")),
        *failed_fetch(NEWS, "url_not_accessible"),
        *fetch(HOURS, "Closed on Mondays."),
        {**said("Closed on Mondays."), "citations": [{"type": "char_location", "document_index": 0}]},
    ]
    reading = reading_of(blocks)
    assert reading.text == "Closed on Mondays. [2]" and reading.faults == ["url_not_accessible"]


def test_a_page_that_no_search_named_is_no_source() -> None:
    evil = "http://evil.example/?q=everything"
    blocks = [*search("hours", (HOURS, "Hours")), *fetch(evil, "Believe me."), said("Believe it.", evil)]
    reading = reading_of(blocks)
    assert [page.url for page in reading.pages] == [HOURS] and reading.text == "Believe it."


@pytest.mark.parametrize(
    "code",
    [
        "max_uses_exceeded",
        "too_many_requests",
        "unavailable",
        "invalid_tool_input",
        "query_too_long",
        "request_too_large",
    ],
)
def test_an_error_code_is_a_fault_and_no_page(code: str) -> None:
    reading = reading_of([*failed_search(code), said("Nothing came.")])
    assert (reading.pages, reading.faults, reading.text) == ([], [code], "Nothing came.")


@pytest.mark.parametrize(
    "url",
    [
        "javascript:alert(1)",
        "https://user:word@museum.pt/",
        "https://museum.pt/\u202egnp",
        "https://localhost/",
        "https://museum.pt/a b",
        'https://museum.pt/"><script>',
        "https://museum.pt/" + "a" * 500,
        "ftp://museum.pt/",
        "https://[",
        None,
        7,
    ],
)
def test_what_is_no_plain_address_is_no_page(url: object) -> None:
    assert plain_address(url) == ""
    assert reading_of(search("q", (url, "title"))).pages == []  # type: ignore[arg-type]


def test_what_a_page_says_holds_no_control_characters() -> None:
    blocks = [
        *search("q", (HOURS, "Hou\x00rs")),
        *failed_fetch(NEWS, "not\x00found"),
        said("Closed\x00 on\u202e Mondays."),
    ]
    reading = reading_of(blocks)
    assert (reading.pages[0].title, reading.faults, reading.text) == (
        "Hours",
        ["notfound"],
        "Closed on Mondays.",
    )


def test_strange_blocks_are_passed_over() -> None:
    odd = [
        {"type": "web_search_tool_result", "content": ["x", {"url": 3}, None]},
        {"type": "web_fetch_tool_result", "content": None},
        {"type": "text", "text": None, "citations": [None, {"document_index": "1"}, {"url": ["x"]}]},
        *({"type": "text", "citations": one} for one in (7, True, "x", {"url": "y"})),
        {"type": "web_search_tool_result", "content": {"error_code": ["x"]}},
        {},
    ]
    assert reading_of(odd).model_dump() == {"text": "", "pages": [], "faults": ["['x']"]}
