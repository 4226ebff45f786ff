"""What is logged and what never is: one formatter in front of every line of every logger.

Lines carry ids (request, trip, turn, traveller: `about`), never what somebody wrote. What an exception says
may quote it, so a traceback shows the way through the code, the exceptions' types, and only such words as
`config/log_errors.py` knows to be harmless.
"""

from __future__ import annotations

import contextvars
import ipaddress
import json
import logging
import logging.config
import re
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from typing import Any
from urllib.parse import unquote

import structlog
from structlog.contextvars import bind_contextvars, clear_contextvars, get_contextvars, merge_contextvars

from config.log_errors import chain_of, traceback_of, words_of_error

#: Loggers of our own. The others speak from WARNING on: below, some write requests and queries whole.
OURS = ("wayfare", "agents", "memory", "trips", "config")
STRING_CHARACTERS = 2000  # of one value of a line
HIDDEN = "[…]"


# --- Setting up --------------------------------------------------------------------------------


def logging_settings(*, form: str, level: str) -> dict[str, Any]:
    """The LOGGING of the settings. `form` is "lines" for a person or "json" for a machine."""
    if form not in ("lines", "json"):
        raise ValueError(f"LOG_FORMAT is lines or json, not {form!r}")
    others = max(logging.WARNING, logging.getLevelName(level.upper()))
    quiet = {"handlers": [], "propagate": True}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"ours": {"()": "config.logs.formatter", "form": form}},
        "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "ours"}},
        "root": {"handlers": ["console"], "level": others},
        "loggers": {
            **{name: {"level": level.upper()} for name in OURS},
            "django": {**quiet, "level": others},
            # Answers of 4xx: the request's own line has them, without what was asked for.
            "django.request": {**quiet, "level": "ERROR"},
            "uvicorn": {**quiet, "level": others},
            "uvicorn.error": {**quiet, "level": others},
            "uvicorn.access": {**quiet, "level": "CRITICAL"},  # addresses and queries whole
        },
    }


def configure(options: dict[str, Any]) -> None:
    """LOGGING_CONFIG: the loggers, and what would pass by them on its way to the console."""
    logging.config.dictConfig(options)
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            merge_contextvars,
            structlog.stdlib.add_log_level,
            structlog.stdlib.add_logger_name,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=False,
    )
    logging.captureWarnings(True)
    threading.excepthook = _thread_broke
    if options["formatters"]["ours"]["form"] == "json":  # a person at a command wants to read what it says
        sys.excepthook = _process_broke


def _thread_broke(broken: threading.ExceptHookArgs) -> None:
    if broken.exc_value is not None and not isinstance(broken.exc_value, SystemExit):
        name = broken.thread.name if broken.thread else "?"
        logging.getLogger("wayfare.threads").error("thread %s broke", name, exc_info=broken.exc_value)


def _process_broke(kind: type[BaseException], error: BaseException, _traceback: Any) -> None:
    if not isinstance(error, KeyboardInterrupt):
        logging.getLogger("wayfare.process").critical("the process broke", exc_info=error)


def formatter(form: str) -> Lines:
    """The formatter of every handler."""
    time = "time" if form == "json" else "timestamp"  # as the renderer for persons wants it
    if form == "json":
        renderer: Any = structlog.processors.JSONRenderer(serializer=_json)
    else:
        renderer = structlog.dev.ConsoleRenderer(
            colors=sys.stderr.isatty(), exception_formatter=structlog.dev.plain_traceback
        )
    before = [merge_contextvars, structlog.stdlib.add_log_level, structlog.stdlib.add_logger_name]
    return Lines(
        foreign_pre_chain=before,
        processors=[
            structlog.processors.TimeStamper(fmt="iso", utc=True, key=time),
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            _harmless_values,
            renderer,
        ],
    )


def _json(line: Mapping[str, Any], **rest: Any) -> str:
    return json.dumps(line, ensure_ascii=False, default=lambda value: type(value).__name__)


# --- What lines are about ----------------------------------------------------------------------


@contextmanager
def about(**ids: Any) -> Iterator[None]:
    """Every line within carries these ids, also in tasks started within. A value may be a function without
    arguments: it is asked when a line is written, and None is left out."""
    tokens = bind_contextvars(**ids)
    try:
        yield
    finally:
        structlog.contextvars.reset_contextvars(**tokens)


@contextmanager
def about_only(**ids: Any) -> Iterator[None]:
    """Like `about`, and nothing of what this thread was about before."""
    before = get_contextvars()
    clear_contextvars()
    bind_contextvars(**ids)
    try:
        yield
    finally:
        clear_contextvars()
        bind_contextvars(**before)


@contextmanager
def only_warnings() -> Iterator[None]:
    """For a command that talks to a person: lines of the work would stand between theirs."""
    before = {name: logging.getLogger(name).level for name in OURS}
    for name in OURS:
        logging.getLogger(name).setLevel(max(before[name], logging.WARNING))
    try:
        yield
    finally:
        for name, level in before.items():
            logging.getLogger(name).setLevel(level)


def carried(call: Any) -> Any:
    """`call`, to be run in another thread with the ids of this one."""
    context = contextvars.copy_context()
    return lambda *args, **kwargs: context.run(call, *args, **kwargs)


# --- Lines -------------------------------------------------------------------------------------


class Lines(structlog.stdlib.ProcessorFormatter):
    """Formats records of structlog and of plain loggers; neither can bring in what others wrote."""

    def format(self, record: logging.LogRecord) -> str:
        try:
            return super().format(_harmless(record))
        except Exception as error:  # logging itself would print the arguments
            said = f"a line could not be written ({type(error).__name__})"
            return super().format(
                logging.LogRecord(
                    record.name, logging.ERROR, record.pathname, record.lineno, said, None, None
                )
            )


def _harmless(record: logging.LogRecord) -> logging.LogRecord:
    """A copy whose message and traceback may be shown."""
    copy = logging.makeLogRecord(record.__dict__)
    error = record.exc_info[1] if isinstance(record.exc_info, tuple) else None
    copy.exc_info = copy.exc_text = None
    if isinstance(record.msg, dict):  # of structlog
        copy.msg = dict(record.msg)
        error = error or _error_of(copy.msg.pop("exc_info", None))
        if error:
            copy.msg["exception"] = traceback_of(error)
        return copy
    copy.msg, copy.args = _message(record, error), None
    if error:
        copy.msg = f"{copy.msg}\n{traceback_of(error)}"
    return copy


def _error_of(given: Any) -> BaseException | None:
    if isinstance(given, BaseException):
        return given
    if isinstance(given, tuple):
        return given[1]
    return sys.exc_info()[1] if given else None


_WARNING_PLACE = re.compile(r"[^\n]*?:\d+: \w+")


def _message(record: logging.LogRecord, error: BaseException | None) -> str:
    if record.name == "py.warnings":  # the text may hold a value; where it comes from tells enough
        place = _WARNING_PLACE.match(str(record.args[0] if record.args else record.msg))
        return place[0] if place else "warning"
    args = record.args
    if isinstance(args, tuple):
        args = tuple(_words_if_error(arg) for arg in args)
    elif isinstance(args, Mapping):
        args = {key: _words_if_error(value) for key, value in args.items()}
    text = str(record.msg) % args if args else str(_words_if_error(record.msg))
    for one in chain_of(error):
        for said in (repr(one), str(one)):
            if len(said) > 3:
                text = text.replace(said, type(one).__name__)
    request = getattr(record, "request", None)
    if path := getattr(request, "path", ""):
        text = text.replace(path, HIDDEN) if len(path) > 1 else text
    if record.name == "asyncio":
        text = re.sub(r"(result|args)=.*", rf"\1={HIDDEN}", text)
    if not record.name.startswith(tuple(f"{name}." for name in OURS)):
        text = _ADDRESS.sub(lambda found: network_of(found[0]) or found[0], text)
    return text


def _words_if_error(value: Any) -> Any:
    if not isinstance(value, BaseException):
        return value
    return f"{type(value).__name__} {words_of_error(value)}".strip()


def _harmless_values(_logger: Any, _method: str, line: dict[str, Any]) -> dict[str, Any]:
    """Functions are asked, strings bounded, secrets of the settings hidden, a traceback is a value apart."""
    event, _newline, trace = str(line.get("event", "")).partition("\nTraceback ")
    if trace:
        line["event"], line["exception"] = event, f"Traceback {trace}"
    secrets = _secrets()
    for key, value in list(line.items()):
        if callable(value):
            value = value()
        value = _words_if_error(value)
        if value is None:
            del line[key]
            continue
        if isinstance(value, str):
            if secrets and key not in _OF_THE_LINE:
                value = secrets.sub(HIDDEN, value)
            if key != "exception":
                value = value[:STRING_CHARACTERS]
        line[key] = value
    return line


#: Written by the formatter itself: the password `info` may stand there.
_OF_THE_LINE = frozenset({"time", "timestamp", "level", "logger"})


def _secrets() -> re.Pattern | None:
    """What finds the settings' secrets in a text."""
    from django.conf import settings

    password = settings.DATABASES.get("default", {}).get("PASSWORD")
    broker = re.search(r"://[^/@]*:([^/@]+)@", settings.CELERY_BROKER_URL or "")
    known = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS, settings.ANTHROPIC_API_KEY, password]
    if broker:
        known += [broker[1], unquote(broker[1])]
    return _found_by(tuple(secret for secret in known if secret and isinstance(secret, str)))


@lru_cache(maxsize=8)
def _found_by(secrets: tuple[str, ...]) -> re.Pattern | None:
    """A long one anywhere, a short one as a word of its own: parts of words would be hidden everywhere."""
    parts = [
        re.escape(one) if len(one) > 7 else rf"(?<!\w){re.escape(one)}(?!\w)"
        for one in sorted(set(secrets), key=len, reverse=True)
    ]
    return re.compile("|".join(parts)) if parts else None


_ADDRESS = re.compile(
    r"\b\d{1,3}(?:\.\d{1,3}){3}\b|(?<![\w:])(?:[0-9a-fA-F]{1,4}:){2,7}:?(?:[0-9a-fA-F]{1,4}:?){1,6}"
)


def network_of(address: str) -> str:
    """An address of the internet, coarse: 203.0.113.0/24, 2001:db8:7::/48. Empty when it is none."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return ""
    if parsed.is_loopback:
        return str(parsed)
    return str(ipaddress.ip_network((parsed, 24 if parsed.version == 4 else 48), strict=False))
