"""The cursor of a stream: whatever somebody sends for one can be read."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.sse import Cursor, data, read_cursor, write_cursor

GOOD = {
    "": Cursor(),
    "7:40": Cursor({7: 40}),
    "7:40,8:1,r12": Cursor({7: 40, 8: 1}, 12),
    "r0": Cursor({}, 0),
}
UNREADABLE = [
    "x", "1:", ":2", "1:2,zz", "1:2,", ",", "-1:2", "0:3", "1:²", "１:2", "1:2,1:3", "9" * 400,
    "9" * 5000 + ":1",
    "1:9999999999", ",".join(f"{n}:1" for n in range(1, 60)), "1:2\x00", "1: 2", "r", "R3",
]  # fmt: skip


@pytest.mark.parametrize("text", GOOD)
def test_a_cursor_of_ours(text: str) -> None:
    assert read_cursor(text) == GOOD[text]


@pytest.mark.parametrize("text", UNREADABLE)
def test_what_nobody_here_wrote_says_so(text: str) -> None:
    assert read_cursor(text) == Cursor(readable=False)


@given(st.text(max_size=60))
def test_nothing_breaks_it(text: str) -> None:
    read_cursor(text)


@given(
    st.dictionaries(st.integers(1, 10**6), st.integers(0, 10**9 - 1), max_size=40),
    st.none() | st.integers(0, 10**9 - 1),
)
def test_what_is_written_can_be_read(positions: dict[int, int], revision: int | None) -> None:
    assert read_cursor(write_cursor(positions, set(), revision)) == Cursor(positions, revision)


def test_ended_turns_are_left_out_but_the_newest() -> None:
    assert write_cursor({3: 9, 4: 2, 5: 7}, {3, 5}) == "4:2,5:7"


def test_only_a_streams_own_line_ends_are_line_ends() -> None:
    assert data("a\u2028b\x0bc\r\nd\n") == "data: a\u2028b\x0bc\ndata: d\ndata: \n".encode()
    assert data("half \ud800") == b"data: half ?\n"
