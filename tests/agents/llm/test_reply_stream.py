"""The growing reply: whatever the cut, the deltas put together are the reply."""

import json

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from agents.llm.reply_stream import ReplyStream, SurrogateJoiner, join_surrogates

any_text = st.text(max_size=80)
PROSE = [
    "",
    "  \n\t",
    "```json\n",
    'Of {course}, as {} or {"a": 1}:\n```\n',
    '<think>{"reply": "no"}</think>',
]
values = st.recursive(
    st.none() | st.booleans() | st.integers() | any_text,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(any_text, inner, max_size=3),
    max_leaves=6,
)


def cut(text: str, places: list[int]) -> list[str]:
    edges = [0, *sorted(place % (len(text) + 1) for place in places), len(text)]
    return [text[start:end] for start, end in zip(edges, edges[1:], strict=False)]


def stream(pieces: list[str], field: str = "reply") -> str:
    replies = ReplyStream(field)
    return "".join(replies.feed(piece) for piece in pieces)


@given(
    reply=any_text,
    before=st.dictionaries(any_text, values, max_size=2),
    after=values,
    ascii_only=st.booleans(),
    indent=st.sampled_from([None, 2]),
    opening=st.sampled_from(PROSE),
    places=st.lists(st.integers(min_value=0), max_size=12),
)
@example(
    reply='a "quoted" \\ back/slash \n\t',
    before={},
    after=1,
    ascii_only=True,
    indent=None,
    opening="",
    places=list(range(60)),
)
@example(
    reply="\U0001f600\U0001f680",
    before={},
    after={"reply": "no"},
    ascii_only=True,
    indent=None,
    opening="",
    places=list(range(60)),
)
def test_it_equals_what_the_parser_reads_at_any_cut(
    reply: str,
    before: dict,
    after: object,
    ascii_only: bool,
    indent: int | None,
    opening: str,
    places: list[int],
) -> None:
    before = {key: value for key, value in before.items() if key not in ("reply", "after")}
    written = json.dumps({**before, "reply": reply, "after": after}, ensure_ascii=ascii_only, indent=indent)
    pieces = cut(opening + written, places)
    assert stream(pieces) == join_surrogates(json.loads(written)["reply"])


@given(reply=st.text(max_size=40))
def test_it_equals_the_reply_character_by_character(reply: str) -> None:
    assert stream(list(json.dumps({"reply": reply, "x": 1}))) == reply


def test_it_grows_before_the_answer_ends() -> None:
    replies = ReplyStream()
    assert replies.feed('{"reply": "Hel') == "Hel"
    assert not replies.done
    assert replies.feed('lo", "mode"') == "lo"
    assert replies.feed(': "') == ""
    assert replies.done


def test_it_takes_only_the_field_of_the_root() -> None:
    text = '{"task": {"reply": "inner"}, "list": [{"reply": "also inner"}], "reply": "outer"}'
    assert stream([text]) == "outer"


def test_a_value_that_is_called_like_the_field_is_no_key() -> None:
    assert stream(['{"kind": "reply", "reply": "yes"}']) == "yes"


@pytest.mark.parametrize(
    "text", ['{"reply": null, "x": "y"}', '{"reply": {"a": "b"}}', "no object", "", "{}"]
)
def test_it_is_silent_without_a_string(text: str) -> None:
    assert stream([text]) == ""


def test_an_escaped_key_is_recognised() -> None:
    assert stream(['{"re\\u0070ly": "yes"}']) == "yes"


@pytest.mark.parametrize("odd", ["\\ud83d b", "\\q b", "\n b"])
def test_what_the_partial_parser_refuses_waits_for_the_whole_answer(odd: str) -> None:
    assert stream(list('{"reply": "a' + odd + '", "days": {"reply": "no"}}')) == "a"


def test_thoughts_are_not_shown_also_where_their_beginning_is_not_sent() -> None:
    assert stream(list('\n<think>Say {"reply": "no"}?')) == ""
    assert stream(["So:</think>", '{"reply": "</think>yes"}']) == "</think>yes"


def test_no_more_than_the_limit_is_given_out() -> None:
    replies = ReplyStream(limit=5)
    assert replies.feed('{"reply": "Kyo') + replies.feed("to, Nara") == "Kyoto"
    assert replies.done


def test_the_joiner_puts_halves_together_that_arrive_apart() -> None:
    joiner = SurrogateJoiner()
    assert [joiner.feed("hi \ud83d"), joiner.feed("\ude00!"), joiner.flush()] == ["hi ", "\U0001f600!", ""]
    assert joiner.feed("\ud83d") + joiner.flush() == "\ufffd"
