"""The one seam to a mind: a request goes in, events come out, the last one is the whole reply.

Two minds stand behind it: `claude.py` (any Messages API server) and `offline.py` (each agent's own
function); tests script a third one. Nothing above this seam knows which one answers.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import astuple, dataclass
from typing import Any, Literal, Protocol

from pydantic import BaseModel

#: Of the results of one search, about.
TOKENS_A_SEARCH = 10_000

Tier = Literal["fast", "standard", "deep"]
StopReason = Literal["end_turn", "max_tokens", "stop_sequence", "tool_use", "pause_turn", "refusal"]
ErrorKind = Literal[
    "rate_limited",  # 429
    "overloaded",  # 529, or overloaded_error in the stream
    "server",  # 5xx
    "timeout",  # nothing for too long, or the call's whole time is over
    "connection",  # refused, reset, cut stream, a stream without stop reason
    "not_an_answer",  # HTML for JSON, broken JSON on the wire, fields of another type than the API's
    "max_tokens",
    "refusal",
    "context_overflow",
    "bad_request",  # 400, 413, 422: asking again will not help
    "not_allowed",  # 401, 402, 403, 404
    "bad_list",  # we built a list that does not end with the user
]


class ModelError(Exception):
    """A model call that failed. `permanent` = asking again will not help; `retry_after` seconds."""

    def __init__(
        self,
        kind: ErrorKind,
        message: str = "",
        *,
        permanent: bool = False,
        retry_after: float | None = None,
        partial: str = "",
        request_id: str = "",
        usage: Usage | None = None,
        model: str = "",
        uncounted: int = 0,
        answered: bool = False,
    ) -> None:
        super().__init__(f"{kind}: {message}" if message else kind)
        self.kind = kind
        self.permanent = permanent
        self.retry_after = retry_after
        self.partial = partial  # what had been said before it failed
        self.request_id = request_id
        self.usage = usage
        self.model = model
        self.uncounted = uncounted  # tries that may have cost something, nobody knows what
        self.answered = answered  # something of an answer came, usable or not


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of one call, and what else of it is paid."""

    input: int = 0
    output: int = 0
    cache_read: int = 0
    cache_write: int = 0
    cache_hour: int = 0  # of `cache_write`, for an hour
    searches: int = 0  # of the web, by the provider
    estimated: bool = False  # nobody told how much was sent

    def __add__(self, more: Usage) -> Usage:
        *counts, estimated = (sum(pair) for pair in zip(astuple(self), astuple(more), strict=True))
        return Usage(*counts, estimated=bool(estimated))


@dataclass(frozen=True, slots=True)
class SystemBlock:
    text: str
    #: Ends with a mark, for five minutes or an hour: requests that begin alike read it from the cache.
    cache: bool | Literal["1h"] = False
    theirs: bool = False  # holds words of travellers, tools or models


@dataclass(frozen=True, slots=True)
class ToolUse:
    id: str
    name: str
    input: dict[str, Any]


@dataclass(frozen=True, slots=True)
class ToolResult:
    tool_use_id: str
    content: str
    is_error: bool = False


@dataclass(frozen=True, slots=True)
class ModelMessage:
    """One entry of the list. `tool_uses` only of an assistant, `tool_results` only of a user. Entries of
    one role in a row are one message on the wire; with `cache` this one ends with a mark."""

    role: Literal["user", "assistant"]
    text: str = ""
    tool_uses: tuple[ToolUse, ...] = ()
    tool_results: tuple[ToolResult, ...] = ()
    blocks: tuple[dict[str, Any], ...] = ()  # a reply's own blocks, sent back untouched (reasoning included)
    cache: bool = False


@dataclass(frozen=True, slots=True)
class ToolSpec:
    name: str
    description: str
    input_schema: dict[str, Any]


@dataclass(frozen=True, slots=True)
class WebTools:
    """The provider's own look at the web in one call: how often at most, tokens of one page."""

    searches: int
    pages: int = 0
    page_tokens: int = 6_000

    @property
    def tokens(self) -> int:
        """What of the web may come into the call, about."""
        return self.searches * TOKENS_A_SEARCH + self.pages * self.page_tokens


async def _always(answered: bool) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class ModelRequest:
    purpose: str  # "orchestrator", "specialist", "option", "extraction" … for ModelCall
    agent: str
    tier: Tier
    system: tuple[SystemBlock, ...]
    messages: tuple[ModelMessage, ...]
    max_tokens: int
    output: type[BaseModel] | None = None  # the answer's schema
    tools: tuple[ToolSpec, ...] = ()
    tools_closed: bool = False  # the rounds are used up: the list stays, but none may be called
    web: WebTools | None = None  # the answer is free text with citations then: no `output`
    seconds: float | None = None  # for the call with all its tries; None: as long as the mind gives any call
    #: Asked, with whether the last one was answered, before a further request that this call makes of a
    #: server, unless the last one cost nothing: it may be one too many.
    may_ask_again: Callable[[bool], Awaitable[bool]] = _always
    context: Any = None  # what the agent's offline function reads; never sent anywhere

    @property
    def continues(self) -> bool:
        """Does it hand a paused answer's own blocks back, so that it goes on?"""
        return bool(self.web and self.messages[-1].role == "assistant" and self.messages[-1].blocks)


@dataclass(frozen=True, slots=True)
class TextDelta:
    """Some more of the answer's raw text (JSON when a schema was asked for)."""

    text: str


@dataclass(frozen=True, slots=True)
class ModelReply:
    """The whole answer; always the last event of a stream that did not raise."""

    text: str
    stop_reason: StopReason
    usage: Usage
    model: str
    tool_uses: tuple[ToolUse, ...] = ()
    blocks: tuple[dict[str, Any], ...] = ()  # as the provider wants them back in a tool round
    request_id: str = ""
    latency_ms: int = 0
    uncounted: int = 0  # failed tries before this answer that may have cost something, nobody knows what
    reasoning: str = ""  # what the model thought aloud, where it tells
    left_out: tuple[str, ...] = ()  # of the request, because the server refuses or ignores it


ModelEvent = TextDelta | ModelReply


class Mind(Protocol):
    name: str  # "claude", "offline"

    def stream(self, request: ModelRequest) -> AsyncIterator[ModelEvent]:
        """Yield deltas, then exactly one ModelReply. Raises ModelError, nothing else."""
        ...
