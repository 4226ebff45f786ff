"""The quicker parser reads what the database keeps as the library's does, and refuses what that refuses."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.stored_json import parsed

SINGLE = st.none() | st.booleans() | st.integers() | st.floats() | st.text()
ANYTHING = st.recursive(
    SINGLE, lambda inner: st.lists(inner) | st.dictionaries(st.text(max_size=5), inner), max_leaves=20
)


@given(ANYTHING, st.booleans())
def test_it_reads_what_the_library_reads(value: Any, escaped: bool) -> None:
    stored = json.dumps(value, ensure_ascii=escaped)
    assert repr(parsed(stored)) == repr(json.loads(stored))


@given(st.floats(allow_nan=False, allow_infinity=False), st.integers(0, 25))
def test_it_reads_numbers_to_the_last_bit(value: float, places: int) -> None:
    for stored in (repr(value), f"{value:.{places}e}", f"{value:.{places}f}"):
        assert repr(parsed(stored)) == repr(json.loads(stored))


@pytest.mark.parametrize(
    "stored",
    [
        '"\\ud800"',
        '{"\\udc00": 1}',
        "[" * 300 + "]" * 300,
        '{"a": 1, "a": 2}',
        "-0",
        "-0.0",
        "1e400",
        "[NaN]",
    ],
)
def test_it_reads_what_is_odd(stored: str) -> None:
    assert repr(parsed(stored)) == repr(json.loads(stored))


@pytest.mark.parametrize("stored", ["", "{", "[1,]", '"', "nul", "1 2", "{'a': 1}", "01", "\ufeff1"])
def test_it_refuses_what_is_no_json(stored: str) -> None:
    with pytest.raises(ValueError):
        json.loads(stored)
    with pytest.raises(ValueError):
        parsed(stored)
