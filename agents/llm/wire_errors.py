"""Every way a Messages call fails, as a ModelError. Gets the SDK handed in, imports it not."""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

from agents.llm.base import ErrorKind, ModelError

logger = logging.getLogger(__name__)

MESSAGE_CHARACTERS = 300  # of a server's error text; the rest never reaches a log

_BY_STATUS: dict[int, ErrorKind] = {
    400: "bad_request",
    401: "not_allowed",
    402: "not_allowed",
    403: "not_allowed",
    404: "not_allowed",
    408: "timeout",
    409: "server",
    413: "bad_request",
    422: "bad_request",
    429: "rate_limited",
    504: "timeout",
    529: "overloaded",
}
#: An error event inside a stream arrives with status 200: only its type tells.
_BY_TYPE: dict[str, ErrorKind] = {
    "overloaded_error": "overloaded",
    "rate_limit_error": "rate_limited",
    "api_error": "server",
    "timeout_error": "timeout",
    "invalid_request_error": "bad_request",
    "request_too_large": "bad_request",
    "authentication_error": "not_allowed",
    "billing_error": "not_allowed",
    "permission_error": "not_allowed",
    "not_found_error": "not_allowed",
}
_PERMANENT: frozenset[ErrorKind] = frozenset({"bad_request", "not_allowed"})
#: Broken JSON, bytes that are no text, a field of another type than the API's, too deep a nesting.
_BROKEN_ANSWER = (ValueError, TypeError, AttributeError, LookupError, RecursionError)
_TOO_LONG = re.compile(
    r"prompt is too long|context[ _-]?(window|length|limit)|exceed\w* .{0,40}context|input is too long", re.I
)


def translate(sdk: Any, error: Exception) -> ModelError:
    """Any failure of the SDK, of the transport below it or of the data, as a ModelError."""
    import httpx2

    message = f"{type(error).__name__}: {error}"[:MESSAGE_CHARACTERS]
    if isinstance(error, sdk.APIStatusError):
        return _of_status(error)
    if isinstance(error, sdk.APITimeoutError | httpx2.TimeoutException | TimeoutError):
        return ModelError("timeout", message)
    if isinstance(error, sdk.APIResponseValidationError):
        return ModelError("not_an_answer", message)
    if isinstance(error, httpx2.InvalidURL) or isinstance(error.__cause__, httpx2.UnsupportedProtocol):
        return ModelError("bad_request", message, permanent=True)
    if isinstance(error, sdk.APIConnectionError | httpx2.HTTPError | httpx2.StreamError | OSError):
        return ModelError("connection", message)
    if isinstance(error, _BROKEN_ANSWER):
        return ModelError("not_an_answer", type(error).__name__)
    logger.error("unexpected failure of a model call", exc_info=error)
    return ModelError("bad_request", type(error).__name__, permanent=True)


def _of_status(error: Any) -> ModelError:
    status, kind_name = error.status_code, getattr(error, "type", None) or _type_in(error.body)
    headers = error.response.headers
    if status >= 400:
        kind = _BY_STATUS.get(status) or ("server" if status >= 500 else "bad_request")
        if kind == "server" and kind_name == "overloaded_error":
            kind = "overloaded"
    else:
        kind = _BY_TYPE.get(kind_name or "", "server")
    message = _message_in(error)
    if kind == "bad_request" and status != 413 and _TOO_LONG.search(message):
        kind = "context_overflow"
    permanent = kind in _PERMANENT or headers.get("x-should-retry") == "false"
    return ModelError(
        kind,
        f"{status} {kind_name or ''} {message}".strip()[:MESSAGE_CHARACTERS],
        permanent=permanent and kind != "context_overflow",
        retry_after=retry_after_seconds(headers) if status >= 400 else None,
        request_id=getattr(error, "request_id", None) or "",
    )


def _error_in(body: Any) -> dict[str, Any]:
    inner = body.get("error") if isinstance(body, dict) else None
    return inner if isinstance(inner, dict) else {}


def _type_in(body: Any) -> str | None:
    kind = _error_in(body).get("type")
    return kind if isinstance(kind, str) else None


def _message_in(error: Any) -> str:
    return str(_error_in(error.body).get("message") or error.message)


def retry_after_seconds(headers: Mapping[str, str]) -> float | None:
    """What a server asks us to wait: `retry-after-ms`, seconds, or a date. None when it does not say
    (or says nonsense)."""
    try:
        if milliseconds := headers.get("retry-after-ms"):
            return max(0.0, float(milliseconds) / 1000)
        value = headers.get("retry-after")
        if not value:
            return None
        try:
            seconds = float(value)
        except ValueError:
            seconds = (parsedate_to_datetime(value) - datetime.now(UTC)).total_seconds()
    except (ValueError, TypeError):
        return None
    return max(0.0, seconds) if seconds == seconds else None  # NaN is nonsense too
