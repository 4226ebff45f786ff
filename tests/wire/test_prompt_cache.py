"""The simulator of a prompt cache counts as the API says it does."""

from __future__ import annotations

import pytest

from tests.wire.prompt_cache import PromptCache

SHARED = "x" * 8000  # 2,000 tokens


def body(*blocks: str, marks: tuple[int, ...] = (0,), ttl: str = "5m", **more):
    content = [{"type": "text", "text": text} for text in blocks]
    for mark in marks:
        content[mark]["cache_control"] = {"type": "ephemeral", "ttl": ttl}
    return {"model": "m", "messages": [{"role": "user", "content": content}], **more}


def test_a_prefix_is_read_only_after_an_answer_over_it_began() -> None:
    cache = PromptCache()
    first = cache.tokens(body(SHARED, "one"), received=0, begins=2)
    too_early = cache.tokens(body(SHARED, "two"), received=1, begins=3)
    later = cache.tokens(body(SHARED, "three"), received=2.5, begins=4)
    assert (first.read, first.written, too_early.read, too_early.written) == (0, 2000, 0, 2000)
    assert (later.read, later.written, later.input) == (2000, 0, 1)


@pytest.mark.parametrize(
    "other",
    [
        body("y" + SHARED[1:], "one"),
        body(SHARED, "one", tools=[{"name": "places"}]),
        body(SHARED, "one", output_config={"format": {"schema": {}}}),
        body(SHARED, "one", marks=()),
        {**body(SHARED, "one"), "model": "other"},
    ],
    ids=["other words", "other tools", "another schema", "no mark", "another model"],
)
def test_what_differs_before_the_mark_is_not_read(other) -> None:
    cache = PromptCache()
    cache.tokens(body(SHARED, "one"), received=0, begins=1)
    assert cache.tokens(other, received=2, begins=3).read == 0


def test_below_the_minimum_and_after_its_time_nothing_is_cached() -> None:
    cache = PromptCache()
    short = cache.tokens(body("x" * 4000, "one"), received=0, begins=1)
    assert (short.written, short.input) == (0, 1000)
    haiku = {**body(SHARED, "one"), "model": "claude-haiku-5-5"}
    assert cache.tokens(haiku, received=0, begins=1).written == 0
    cache.tokens(body(SHARED, "one"), received=0, begins=1)
    cache.tokens(body(SHARED[::-1] + "y", "one", ttl="1h"), received=0, begins=1)
    assert cache.tokens(body(SHARED, "one"), received=400, begins=401).read == 0
    assert cache.tokens(body(SHARED[::-1] + "y", "one", ttl="1h"), received=400, begins=401).read == 2000
    assert cache.tokens(body(SHARED, "one"), received=699, begins=700).read == 2000  # written anew at 401
    assert cache.tokens(body(SHARED, "one"), received=999, begins=1000).read == 2000  # lived on, being read


def test_a_later_mark_finds_the_earlier_entry_and_writes_what_is_new() -> None:
    cache = PromptCache()
    cache.tokens(body(SHARED, "one"), received=0, begins=1)
    longer = cache.tokens(body(SHARED, "b" * 400, "last", marks=(1,)), received=2, begins=3)
    assert (longer.read, longer.written, longer.input) == (2000, 100, 1)
