"""The mind behind a Messages API server. The only module that imports the SDK, and only on first use."""

from __future__ import annotations

import asyncio
import importlib
import itertools
import json
import logging
import random
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import aclosing
from dataclasses import dataclass, field, replace
from typing import Any

from agents.llm.base import ErrorKind, ModelError, ModelEvent, ModelRequest, TextDelta, Tier, Usage
from agents.llm.context_window import estimate
from agents.llm.ladder import ANSWER_TOOL, Form, Learnt
from agents.llm.profiles import CallOptions, call_options
from agents.llm.wire_errors import translate
from agents.llm.wire_events import MessageParts, events_of
from agents.llm.wire_request import call_arguments, refuse_bad_list

logger = logging.getLogger(__name__)

#: Worth more tries as long as nothing was shown and there is time: waiting mends them.
PATIENT: frozenset[ErrorKind] = frozenset({"rate_limited", "overloaded"})
#: Worth a few tries, and then another model.
RETRIED: frozenset[ErrorKind] = PATIENT | {"server", "timeout", "connection", "not_an_answer"}


@dataclass(frozen=True, slots=True)
class CallLimits:
    """Bounds of one call with all its tries, in seconds. How long a server may be silent, its options say."""

    call: float = 90.0  # where the request names none
    connect: float = 5.0
    close: float = 0.2  # to close a stream that is left
    tries: int = 3  # of a failure that waiting does not mend
    patient_tries: int = 10  # of one that it does: more would only add to the crowd
    longest_wait: float = 20.0  # between two tries, where the server names none
    first_wait: float = 0.5
    least: float = 5.0  # no try begins with less time left, or a tenth of the call's
    fallback_share: float = 0.4  # of the call's time that is kept for the other model


@dataclass
class ClaudeMind:
    """Any Messages API server. `options`: how an agent of a tier is asked. `fallback`: the model that is
    asked once when another one stays busy or silent. `mends`: what a server refuses is left out. `transport`
    replaces the network in tests, `now` and `pause` the clock.

    One client an event loop; call `aclose()` before a loop that is not kept ends.
    """

    api_key: str
    base_url: str | None
    options: Callable[[str, Tier], CallOptions] = call_options
    fallback: str = ""
    limits: CallLimits = field(default_factory=CallLimits)
    mends: bool = True
    transport: Callable[[], Any] | None = None
    now: Callable[[], float] = time.monotonic
    pause: Callable[[float], Awaitable[Any]] = asyncio.sleep
    name: str = field(default="claude", init=False)
    learnt: Learnt = field(default_factory=Learnt, init=False)

    def __post_init__(self) -> None:
        if not self.api_key:
            raise ValueError("a mind behind an API needs a key; without one the offline mind answers")
        self._clients: dict[asyncio.AbstractEventLoop, Any] = {}
        self._lock = threading.Lock()

    def __repr__(self) -> str:  # never the key
        return f"ClaudeMind(base_url={self.base_url!r})"

    # --- the seam ---------------------------------------------------------------------------------

    async def stream(self, request: ModelRequest) -> AsyncIterator[ModelEvent]:
        """Deltas, then the reply. Tries again by itself as long as nothing was given out; a failure
        after that carries the text so far as `partial`. Raises ModelError only."""
        refuse_bad_list(request)
        sdk = await _sdk()
        options = self.options(request.agent, request.tier)
        call = _Call(request.seconds or self.limits.call, self.now(), request.may_ask_again)
        models = dict.fromkeys(filter(None, (options.model, self.fallback)))
        last = [*models][-1]
        for model in models:
            kept = self.limits.fallback_share * call.seconds if model != last else 0
            call.begins_until = call.deadline - kept
            form = self.learnt.form(options.of(model), request)
            try:
                async with aclosing(self._forms(sdk, form, call)) as events:
                    async for event in events:
                        yield event
                return
            except ModelError as error:
                passing = error.kind in RETRIED and not error.permanent
                if model == last or call.given or not passing or not await call.may_go_on():
                    raise
                logger.warning("%s fails for %s (%s): %s is asked", model, request.agent, error.kind, last)

    async def _forms(self, sdk: Any, form: Form, call: _Call) -> AsyncIterator[ModelEvent]:
        """One model, asked in the form that its server takes. What was learnt counts once it has helped."""
        while True:
            try:
                async with aclosing(self._tries(sdk, form, call)) as events:
                    async for event in events:
                        if isinstance(event, TextDelta):
                            yield event
                        else:
                            reply = event
            except ModelError as error:
                lower = form.lowered(str(error)) if self.mends and error.kind == "bad_request" else None
                if lower is None or call.given or not await call.may_go_on():
                    raise
                form = lower
                continue
            ignored = self.learnt.ignores_schema(form, reply)
            lower = form.next_step() if self.mends and ignored else None
            if lower is None or not await call.may_go_on():
                self.learnt.took(form)
                yield replace(reply, left_out=form.told)
                return
            # What was given out were words without an object: nobody saw them, but they are paid.
            form, call.spent, call.given = lower, reply.usage, False

    async def _tries(self, sdk: Any, form: Form, call: _Call) -> AsyncIterator[ModelEvent]:
        """One form, asked as often as that may help."""
        arguments = call_arguments(form)
        for attempt in itertools.count(1):
            try:
                async with aclosing(self._attempt(sdk, arguments, form, call)) as events:
                    async for event in events:
                        yield event
                return
            except ModelError as error:
                wait = await self._wait_before_next(error, attempt, call)
                if wait is None:
                    raise
                logger.info("model call of %s: %s, again in %.1f s", form.request.agent, error.kind, wait)
                await self.pause(wait)

    async def _wait_before_next(self, error: ModelError, attempt: int, call: _Call) -> float | None:
        """Seconds until the next try, or None: no next try."""
        limits = self.limits
        if call.given or error.permanent or error.kind not in RETRIED:
            return None
        if attempt >= (limits.patient_tries if error.kind in PATIENT else limits.tries):
            return None
        wait = error.retry_after  # earlier than asked for would only fail again
        if wait is None:
            longest = min(limits.longest_wait, limits.first_wait * 2 ** min(attempt - 1, 10))
            wait = longest * random.uniform(0.5, 1)  # noqa: S311 (jitter, no secret)
        least = min(limits.least, call.seconds / 10)
        in_time = self.now() + wait + least < call.begins_until
        return wait if in_time and await call.may_go_on() else None

    async def _attempt(
        self, sdk: Any, arguments: dict[str, Any], form: Form, call: _Call
    ) -> AsyncIterator[ModelEvent]:
        """One request. Every failure leaves as a ModelError with what is known of the call."""
        model = form.options.model
        parts = MessageParts(ANSWER_TOOL if form.answer == "tool" else "")
        stream = None
        request_id = ""
        try:
            silence = form.options.silence_seconds * 2**call.silences
            silence = min(silence, call.begins_until - self.now())
            timeout = self._timeout(max(silence, 0.0))
            create = self._client(sdk).messages.create(stream=True, timeout=timeout, **arguments)
            stream = _with_one_reader(await self._before(call.deadline, create))
            request_id = stream.response.headers.get("request-id") or ""
            events = stream if _streams(stream) else _whole(stream)
            while (event := await self._before(call.deadline, anext(events, None))) is not None:
                text = parts.feed(_as_dict(event))
                if text:
                    call.given = True
                    yield TextDelta(text)
            if text := parts.last_text():
                call.given = True
                yield TextDelta(text)
            call.paid = call.last_answered = True
            latency = round((self.now() - call.started) * 1000)
            yield parts.reply(
                model=model,
                usage=call.spent + parts.used(estimate(form.request)),
                request_id=request_id,
                latency_ms=latency,
                uncounted=call.uncounted,
            )
        except Exception as caught:
            error = caught if isinstance(caught, ModelError) else translate(sdk, caught)
            error.partial = parts.text
            error.model = parts.model or model
            error.request_id = error.request_id or request_id
            call.spent = error.usage = call.spent + parts.used(estimate(form.request))
            uncounted = not (parts.begun or parts.answered) and _may_have_cost(sdk, error, caught)
            call.uncounted += uncounted
            call.silences += error.kind == "timeout"
            error.uncounted = call.uncounted
            call.last_answered = parts.answered or error.kind == "not_an_answer"
            call.paid = parts.begun or call.last_answered or uncounted
            call.answered = call.answered or call.last_answered
            error.answered = call.answered
            if error is caught:
                raise
            raise error from caught
        finally:
            await self._close(stream)

    async def _before(self, deadline: float, awaitable: Awaitable[Any]) -> Any:
        try:
            async with asyncio.timeout(max(0.0, deadline - self.now())) as limit:
                return await awaitable
        except TimeoutError as error:
            if not limit.expired():
                raise
            raise ModelError("timeout", "the call's whole time is over") from error

    async def _close(self, stream: Any) -> None:
        """Let go of the connection, also while being cancelled, and never wait long for it."""
        if stream is None:
            return
        try:
            async with asyncio.timeout(self.limits.close):
                await stream.response.aiter_bytes().aclose()
                await stream.close()
        except Exception:  # the call is over; a connection that cannot be closed is dropped by the pool
            logger.debug("a model stream did not close cleanly", exc_info=True)

    # --- clients ----------------------------------------------------------------------------------

    def _client(self, sdk: Any) -> Any:
        """The client of the running loop."""
        loop = asyncio.get_running_loop()
        with self._lock:
            for other in [known for known in self._clients if known.is_closed()]:
                del self._clients[other]
            if loop not in self._clients:
                self._clients[loop] = self._new_client(sdk)
            return self._clients[loop]

    def _new_client(self, sdk: Any) -> Any:
        import httpx2

        timeout = self._timeout(self.limits.call)
        http_client = None
        if self.transport is not None:
            http_client = httpx2.AsyncClient(transport=self.transport(), timeout=timeout)
        return sdk.AsyncAnthropic(
            api_key=self.api_key,
            base_url=self.base_url or None,
            timeout=timeout,
            max_retries=0,
            open_telemetry=False,
            http_client=http_client,
        )

    def _timeout(self, silence: float) -> Any:
        import httpx2

        return httpx2.Timeout(silence, connect=self.limits.connect, pool=self.limits.connect)

    async def aclose(self) -> None:
        """Close the running loop's client."""
        with self._lock:
            client = self._clients.pop(asyncio.get_running_loop(), None)
        if client is not None:
            await client.close()


@dataclass
class _Call:
    """What the tries of one call share. Moments are the mind's."""

    seconds: float
    started: float
    may_ask_again: Callable[[bool], Awaitable[bool]]
    begins_until: float = 0.0  # no try of the model that is asked begins later
    given: bool = False  # some text has left: no further try
    answered: bool = False  # a try brought something of an answer
    last_answered: bool = False
    paid: bool = False  # the last request may have cost something
    silences: int = 0
    spent: Usage = Usage()  # by tries that failed
    uncounted: int = 0  # tries that broke before the server said what they use

    @property
    def deadline(self) -> float:
        return self.started + self.seconds

    async def may_go_on(self) -> bool:
        """May one more request be made? One that cost nothing makes room for the next."""
        return not self.paid or await self.may_ask_again(self.last_answered)


def load_sdk() -> Any:
    """The SDK. Its import takes more than a second."""
    return importlib.import_module("anthropic")


async def _sdk() -> Any:
    """Loaded in a thread, once."""
    return await asyncio.get_running_loop().run_in_executor(None, load_sdk)


def _may_have_cost(sdk: Any, error: ModelError, caught: Exception) -> bool:
    """A request that broke without any answer: the server may have worked on it. Not one that was answered
    with an error, and not one that never got a connection."""
    import httpx2

    if error.kind not in ("timeout", "connection") or isinstance(caught, sdk.APIStatusError):
        return False
    never_sent = (httpx2.ConnectError, httpx2.ConnectTimeout, httpx2.PoolTimeout)
    return not isinstance(caught, never_sent) and not isinstance(caught.__cause__, never_sent)


def _as_dict(event: Any) -> dict[str, Any]:
    return event if isinstance(event, dict) else event.model_dump(exclude_unset=True, warnings=False)


def _with_one_reader(stream: Any) -> Any:
    """The stream, whose bytes are read by one generator that can be closed: the SDK leaves its own to the
    garbage collector where it stops in the middle."""
    pieces = stream.response.aiter_bytes()
    stream.response.aiter_bytes = lambda: pieces
    return stream


def _streams(stream: Any) -> bool:
    """False where a server sends a message in one piece. A page of a proxy answers 200 too."""
    kind = stream.response.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind and kind not in ("text/event-stream", "application/json"):
        raise ModelError("not_an_answer", f"{kind} instead of an event stream")
    return kind != "application/json"


async def _whole(stream: Any) -> AsyncIterator[dict[str, Any]]:
    """The events of a message in one piece."""
    for event in events_of(json.loads(await stream.response.aread())):
        yield event
