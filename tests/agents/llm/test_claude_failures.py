"""Every way a call fails ends in one ModelError of the right kind, tried again only where that helps."""

import json

import httpx2
import pytest

from agents.llm.base import ErrorKind, ModelError, TextDelta
from agents.llm.claude import CallLimits
from agents.llm.wire_errors import retry_after_seconds
from tests.agents.llm.asking import GOOD, SHORT, Wire, ask, asked, collect, mind_at, mind_on
from tests.wire.messages import (
    MESSAGE_STOP,
    PING,
    Answer,
    Drop,
    Pause,
    block_start,
    delta,
    ending,
    error_event,
    failure,
    message_delta,
    message_start,
    text_answer,
    text_steps,
    tool_answer,
)
from tests.wire.server import messages_server

TEXT = json.dumps(GOOD)
HTML = Answer([b"<html><body>Bad gateway</body></html>"], 200, {"content-type": "text/html"})
JSON_200 = Answer([b'{"ok": true}'], 200, {"content-type": "application/json"})
BROKEN_JSON = Answer(
    [message_start(), block_start(), b'event: content_block_delta\ndata: {"type": "conte\n\n']
)
BROKEN_TOOL = tool_answer(("toolu_1", "find", '{"city": "Ky'))
TOOL_LIST = tool_answer(("toolu_1", "find", "[1, 2]"))
TOOL_DEPTH = tool_answer(("toolu_1", "find", '{"city":' * 10_000 + "1" + "}" * 10_000))
TEXT_LIST = Answer([message_start(), block_start(type="text", text=["Kyoto"]), *ending()])
EVENT_LIST = Answer([message_start(), b"event: content_block_start\ndata: [1, 2]\n\n", *ending()])
ODD_INDEX = Answer([message_start(), block_start([0]), *ending()])
THOUGHT = [
    block_start(type="thinking", thinking="", signature=""),
    delta(0, type="thinking_delta", thinking="Kyoto?"),
]
EMPTY = Answer([message_start(), *ending()])
NO_STOP = Answer([message_start(), block_start(), message_delta(None), MESSAGE_STOP])
NOTHING = Answer([])
OVERLOADED_EARLY = Answer([message_start(), PING, error_event("overloaded_error")])

#: Transient as long as nothing was given out: name, answer, kind. Waiting mends these …
BUSY: list[tuple[str, Answer | Exception, ErrorKind]] = [
    ("429", failure(429, "rate_limit_error"), "rate_limited"),
    ("529", failure(529, "overloaded_error"), "overloaded"),
    ("500 that says overloaded", failure(500, "overloaded_error"), "overloaded"),
    ("529 in the stream, before text", OVERLOADED_EARLY, "overloaded"),
    ("429 in the stream", Answer([message_start(), error_event("rate_limit_error")]), "rate_limited"),
]
#: … and perhaps these.
TRANSIENT: list[tuple[str, Answer | Exception, ErrorKind]] = [
    ("500", failure(500, "api_error"), "server"),
    ("503", failure(503, "api_error"), "server"),
    ("504", failure(504, "timeout_error"), "timeout"),
    ("408", failure(408, "timeout_error"), "timeout"),
    ("409", failure(409, "conflict_error"), "server"),
    ("500 with HTML", Answer([b"<html>"], 500, {"content-type": "text/html"}), "server"),
    ("api_error in the stream", Answer([message_start(), error_event("api_error")]), "server"),
    ("unknown error in the stream", Answer([message_start(), error_event("odd_error")]), "server"),
    ("refused connection", httpx2.ConnectError("refused"), "connection"),
    ("reset connection", httpx2.ReadError("reset"), "connection"),
    ("protocol error", httpx2.RemoteProtocolError("cut"), "connection"),
    ("timeout", httpx2.ReadTimeout("slow"), "timeout"),
    ("connect timeout", httpx2.ConnectTimeout("slow"), "timeout"),
    ("HTML for JSON", HTML, "not_an_answer"),
    ("JSON for a stream", JSON_200, "not_an_answer"),
    ("broken JSON chunk", BROKEN_JSON, "not_an_answer"),
    ("broken JSON of a tool", BROKEN_TOOL, "not_an_answer"),
    ("a list as input of a tool", TOOL_LIST, "not_an_answer"),
    ("a tool's input that is nested too deep", TOOL_DEPTH, "not_an_answer"),
    ("a list as text", TEXT_LIST, "not_an_answer"),
    ("a list as event", EVENT_LIST, "not_an_answer"),
    ("an index that is no number", ODD_INDEX, "not_an_answer"),
    ("empty content", EMPTY, "not_an_answer"),
    ("no stop reason", NO_STOP, "connection"),
    ("an empty stream", NOTHING, "connection"),
]
#: Asking again does not help.
PERMANENT: list[tuple[str, Answer, ErrorKind]] = [
    ("400", failure(400, "invalid_request_error", "max_tokens: too small"), "bad_request"),
    ("413", failure(413, "request_too_large", "Request exceeds the maximum size"), "bad_request"),
    ("422", failure(422, "invalid_request_error"), "bad_request"),
    ("401", failure(401, "authentication_error"), "not_allowed"),
    ("402", failure(402, "billing_error"), "not_allowed"),
    ("403", failure(403, "permission_error"), "not_allowed"),
    ("404", failure(404, "not_found_error", "model: claude-none"), "not_allowed"),
    ("refusal", text_answer("I cannot", stop_reason="refusal"), "refusal"),
    ("a 500 that forbids it", failure(500, "api_error", headers={"x-should-retry": "false"}), "server"),
    (
        "auth error in the stream",
        Answer([message_start(), error_event("authentication_error")]),
        "not_allowed",
    ),
]
#: Not permanent, but for the caller to act on: the same request would fail again.
FOR_THE_CALLER: list[tuple[str, Answer, ErrorKind]] = [
    ("max_tokens", text_answer('{"reply": "Kyo', stop_reason="max_tokens"), "max_tokens"),
    ("window exceeded", text_answer("{", stop_reason="model_context_window_exceeded"), "context_overflow"),
    (
        "prompt too long",
        failure(400, "invalid_request_error", "prompt is too long: 1000400 tokens > 1000000 maximum"),
        "context_overflow",
    ),
    (
        "prompt and output too long",
        failure(400, "invalid_request_error", "input length and `max_tokens` exceed context limit: 999 + 9"),
        "context_overflow",
    ),
]


def by_name(cases: list[tuple]) -> list:
    return [pytest.param(*case[1:], id=case[0]) for case in cases]


async def failing(wire: Wire, limits: CallLimits = SHORT) -> ModelError:
    with pytest.raises(ModelError) as caught:
        await collect(mind_on(wire, limits), ask())
    return caught.value


@pytest.mark.parametrize(("answer", "kind"), by_name([*BUSY, *TRANSIENT]))
async def test_a_passing_failure_ends_in_the_right_answer(
    answer: Answer | Exception, kind: ErrorKind
) -> None:
    wire = Wire(answer, text_answer(GOOD))
    text, reply = await collect(mind_on(wire), ask())
    assert text == reply.text == TEXT
    assert len(wire.requests) == 2


@pytest.mark.parametrize(("answer", "kind"), by_name(TRANSIENT))
async def test_a_lasting_failure_is_told_after_three_tries(
    answer: Answer | Exception, kind: ErrorKind
) -> None:
    wire = Wire(answer, answer, answer)
    error = await failing(wire)
    assert (error.kind, error.permanent, error.partial) == (kind, False, "")
    assert len(wire.requests) == 3


@pytest.mark.parametrize(
    ("answers", "answered"),
    [
        ([EMPTY], True),
        ([HTML], True),
        ([Answer([message_start(), *THOUGHT, *ending()])], True),
        ([Answer([message_start(), *THOUGHT])], True),
        ([Answer(BROKEN_TOOL.steps[:-3])], True),
        ([Answer([message_start(), error_event("api_error")])], False),
        ([NOTHING], False),
        ([HTML, failure(401, "authentication_error")], True),
        ([failure(500, "api_error")], False),
    ],
)
async def test_an_error_tells_whether_something_of_an_answer_came(
    answers: list[Answer], answered: bool
) -> None:
    rest = SHORT.tries * answers[-1:]
    assert (await failing(Wire(*answers, *rest))).answered is answered


async def test_a_message_in_one_piece_is_read_as_the_answer() -> None:
    whole = {
        "type": "message",
        "model": "claude-wire",
        "content": [{"type": "text", "text": TEXT}],
        "stop_reason": "end_turn",
        "usage": {"input_tokens": 12, "output_tokens": 20},
    }
    wire = Wire(Answer([json.dumps(whole).encode()], 200, {"content-type": "application/json"}))
    text, reply = await collect(mind_on(wire), ask())
    assert text == reply.text == TEXT and reply.model == "claude-wire"
    assert (reply.usage.input, reply.usage.output) == (12, 20)


@pytest.mark.parametrize(("answer", "kind"), by_name(PERMANENT))
async def test_what_cannot_get_better_is_asked_once(answer: Answer, kind: ErrorKind) -> None:
    wire = Wire(answer)
    error = await failing(wire)
    assert (error.kind, error.permanent) == (kind, True)
    assert len(wire.requests) == 1


@pytest.mark.parametrize(("answer", "kind"), by_name(FOR_THE_CALLER))
async def test_what_the_caller_must_change_is_asked_once(answer: Answer, kind: ErrorKind) -> None:
    wire = Wire(answer)
    error = await failing(wire)
    assert (error.kind, error.permanent) == (kind, False)
    assert len(wire.requests) == 1


async def test_an_error_knows_request_model_and_tokens() -> None:
    error = await failing(Wire(failure(401, "authentication_error", "bad key")))
    assert error.request_id == "req_failed"
    error = await failing(Wire(text_answer('{"reply": "Kyo', stop_reason="max_tokens")))
    assert error.partial == '{"reply": "Kyo'
    assert (error.model, error.request_id) == ("claude-wire", "req_wire")
    assert error.usage is not None
    assert (error.usage.input, error.usage.output) == (12, 20)


async def test_tokens_of_failed_tries_are_paid_too() -> None:
    wire = Wire(OVERLOADED_EARLY, text_answer(GOOD))
    _, reply = await collect(mind_on(wire), ask())
    assert (reply.usage.input, reply.usage.output) == (24, 21)


async def test_no_second_try_once_text_was_given_out() -> None:
    wire = Wire(Answer([*text_steps('{"reply": "Three'), error_event("overloaded_error")]))
    seen: list[str] = []
    with pytest.raises(ModelError) as caught:
        async for event in mind_on(wire).stream(ask()):
            assert isinstance(event, TextDelta)
            seen.append(event.text)
    assert caught.value.kind == "overloaded"
    assert caught.value.partial == "".join(seen) == '{"reply": "Three'
    assert len(wire.requests) == 1


async def test_a_stream_without_stop_reason_is_an_error_also_after_a_whole_answer() -> None:
    error = await failing(Wire(Answer(text_steps(TEXT))))
    assert (error.kind, error.partial) == ("connection", TEXT)


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({}, None),
        ({"retry-after": "2"}, 2.0),
        ({"retry-after": "-5"}, 0.0),
        ({"retry-after": "nan"}, None),
        ({"retry-after": "soon"}, None),
        ({"retry-after-ms": "250", "retry-after": "9"}, 0.25),
        ({"retry-after": "Wed, 21 Oct 2015 07:28:00 GMT"}, 0.0),
        ({"retry-after": "4294967"}, 4294967.0),
    ],
)
def test_retry_after_is_read_in_all_its_forms(headers: dict[str, str], seconds: float | None) -> None:
    assert retry_after_seconds(headers) == seconds


async def test_silence_is_a_timeout_and_a_ping_is_not_silence() -> None:
    limits, options = CallLimits(call=5.0, tries=1), asked(silence=0.15)
    with messages_server() as server:
        server.script(Answer([*text_steps("{"), Pause(5)]))
        with pytest.raises(ModelError) as caught:
            await collect(mind_at(server.url, limits, options=options), ask())
        assert (caught.value.kind, caught.value.partial) == ("timeout", "{")
        pings = [step for _ in range(5) for step in (Pause(0.08), PING)]
        server.script(Answer([message_start(), *pings, block_start(), *text_answer(GOOD).steps[2:]]))
        text, _ = await collect(mind_at(server.url, limits, options=options), ask())
        assert text == TEXT


async def test_a_server_that_only_pings_ends_at_the_call_s_limit() -> None:
    pings = [step for _ in range(100) for step in (Pause(0.05), PING)]
    with messages_server() as server:
        server.script(Answer([message_start(), *pings]))
        with pytest.raises(ModelError) as caught:
            await collect(mind_at(server.url, CallLimits(call=1.0), options=asked(silence=0.5)), ask())
    assert caught.value.kind == "timeout"


async def test_silence_before_the_headers_is_a_timeout_that_is_tried_again() -> None:
    with messages_server() as server:
        server.script(Answer([Pause(5)]), text_answer(GOOD))
        text, _ = await collect(mind_at(server.url), ask())
    assert text == TEXT


async def test_a_cut_connection_before_text_is_tried_again_and_after_text_told() -> None:
    with messages_server() as server:
        server.script(Answer([Drop()]), Answer([message_start(), Drop()]), text_answer(GOOD))
        text, _ = await collect(mind_at(server.url), ask())
        assert text == TEXT
        server.script(Answer([*text_steps('{"reply": "Th'), Drop()]))
        with pytest.raises(ModelError) as caught:
            await collect(mind_at(server.url), ask())
    assert (caught.value.kind, caught.value.partial) == ("connection", '{"reply": "Th')


async def test_nobody_listening_is_a_connection_error() -> None:
    with pytest.raises(ModelError) as caught:
        await collect(mind_at("http://127.0.0.1:9"), ask())
    assert caught.value.kind == "connection"


async def test_a_senseless_address_is_permanent() -> None:
    with pytest.raises(ModelError) as caught:
        await collect(mind_at("ftp://127.0.0.1"), ask())
    assert (caught.value.kind, caught.value.permanent) == ("bad_request", True)
