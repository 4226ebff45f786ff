"""The formatter in front of every logger: what it hides, what it keeps, whose lines they are."""

from __future__ import annotations

import asyncio
import gc
import io
import json
import logging
import threading
import uuid
import warnings
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
import structlog
from django.db import DatabaseError, IntegrityError, connection
from django.http import HttpResponse
from django.test import RequestFactory

from agents.llm.base import ModelError
from agents.runtime.errors import AgentFailed
from agents.tasks import TurnLoop
from config import logs
from config.log_errors import traceback_of, words_of_error
from config.logs import about, about_only, carried, formatter, logging_settings, network_of, only_warnings
from config.request_log import RequestLog, request_id_of
from tests.agents.talking import send
from trips.models import Traveller, Trip

CANARY = "marmoset-canary"


class Lines:
    def __init__(self) -> None:
        self.stream = io.StringIO()

    @property
    def text(self) -> str:
        return self.stream.getvalue()

    @property
    def rows(self) -> list[dict]:
        return [json.loads(line) for line in self.text.splitlines()]


@pytest.fixture
def lines() -> Iterator[Lines]:
    """Everything that is logged meanwhile, by the machine's form."""
    seen = Lines()
    handler = logging.StreamHandler(seen.stream)
    handler.setFormatter(formatter("json"))
    logging.getLogger().addHandler(handler)
    yield seen
    logging.getLogger().removeHandler(handler)


@pytest.fixture
def logger() -> logging.Logger:
    return logging.getLogger("wayfare.test")


# --- What is hidden ----------------------------------------------------------------------------


class Spoken(Exception):
    """One that says everything it knows."""


@pytest.mark.parametrize(
    "error",
    [
        ValueError(CANARY),
        KeyError(CANARY),
        TypeError(f"unexpected keyword argument '{CANARY}'"),
        AssertionError(CANARY),
        UnicodeEncodeError("ascii", CANARY + "é", 15, 16, CANARY),
        OSError(2, "No such file or directory", CANARY),
        Spoken(CANARY, {"text": CANARY}),
        ModelError("bad_request", f"400 invalid_request_error {CANARY}", partial=CANARY),
        AgentFailed("invalid_answer", detail=f"first '{CANARY}'"),
        ExceptionGroup(CANARY, [ValueError(CANARY), Spoken(CANARY)]),
        json.JSONDecodeError("Expecting value", CANARY, 0),
    ],
    ids=lambda error: type(error).__name__,
)
def test_what_an_exception_says_stays_out_and_its_type_is_kept(lines, logger, error) -> None:
    try:
        try:
            raise error
        except Exception as caught:
            caught.add_note(CANARY)
            raise RuntimeError(CANARY) from caught
    except RuntimeError as outer:
        logger.exception("it broke: %s %r", outer, error)
        logging.getLogger("somebody.else").error(f"caught {error!r}: {error}", exc_info=error)
        structlog.get_logger("wayfare.test").error("it broke", problem=error, exc_info=True)
    assert len(lines.rows) == 3
    assert CANARY not in lines.text
    assert all(type(error).__name__ in row["exception"] for row in lines.rows)
    assert "RuntimeError" in lines.rows[0]["exception"] and "test_logs.py" in lines.rows[0]["exception"]


def test_kinds_that_are_ours_are_kept() -> None:
    assert words_of_error(ModelError("overloaded", CANARY)) == "overloaded"
    assert words_of_error(AgentFailed("refusal", detail=CANARY)) == "refusal"
    assert words_of_error(ConnectionRefusedError(111, "Connection refused")) == "[111] Connection refused"


@pytest.mark.django_db(transaction=True)
def test_a_database_error_names_the_constraint_and_not_the_row(lines, logger) -> None:
    Traveller.objects.create_user(CANARY)
    with pytest.raises(IntegrityError) as caught:
        Traveller.objects.create_user(CANARY)
    logger.error("refused", exc_info=caught.value)
    assert CANARY not in lines.text
    shown = lines.rows[0]["exception"]
    assert "trips_traveller" in shown
    statement = "SELECT CAST(%s AS integer)" if connection.vendor == "postgresql" else 'SELECT 1 "%s'
    with pytest.raises(DatabaseError) as caught, connection.cursor() as cursor:
        cursor.execute(statement, [CANARY])
    logger.error("refused", exc_info=caught.value)
    assert CANARY not in lines.text


def test_local_values_are_not_in_a_traceback() -> None:
    def inner(words: str) -> None:
        raise ValueError(words)

    try:
        inner("-".join(["marmoset", "canary"]))
    except ValueError as error:
        shown = traceback_of(error)
    assert "in inner" in shown and "marmoset-canary" not in shown


def test_secrets_of_the_settings_are_hidden_old_keys_and_short_ones_too(lines, logger, settings) -> None:
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "key-of-today", ["key-of-yesterday", "old"]
    settings.CELERY_BROKER_URL = "redis://:p%40ss@127.0.0.1:6379/0"
    settings.ANTHROPIC_API_KEY = "a"
    said = "(old) password=p@ss, p%40ss! key-of-today-and key-of-yesterday, key a, and an oldest pass"
    logger.warning("%s", said)
    structlog.get_logger("wayfare.old").warning("it broke", server="old:p@ss", attempts=3)
    hidden = "([…]) password=[…], […]! […]-and […], key […], and an oldest pass"
    assert lines.rows[0]["event"] == hidden
    assert (lines.rows[1]["server"], lines.rows[1]["logger"]) == ("[…]:[…]", "wayfare.old")


def test_without_secrets_nothing_is_hidden(lines, logger, settings) -> None:
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS, settings.ANTHROPIC_API_KEY = "x" * 50, [], ""
    logger.warning("a plain line")
    assert lines.rows[0]["event"] == "a plain line"


def test_a_task_nobody_waited_for(lines) -> None:
    async def breaks(words: str) -> None:
        raise ValueError(words)

    async def main() -> None:
        task = asyncio.create_task(breaks(CANARY))
        await asyncio.wait({task})

    asyncio.run(main())
    gc.collect()
    (row,) = [row for row in lines.rows if row["logger"] == "asyncio"]
    assert "never retrieved" in row["event"] and "ValueError" in row["exception"]
    assert CANARY not in lines.text


def test_a_thread_that_breaks_leaves_a_line(lines, monkeypatch) -> None:
    monkeypatch.setattr(threading, "excepthook", logs._thread_broke)

    def breaks() -> None:
        raise ValueError("-".join(["marmoset", "canary"]))

    thread = threading.Thread(target=breaks, name="odd-one")
    thread.start()
    thread.join()
    assert lines.rows[0]["event"] == "thread odd-one broke"
    assert CANARY not in lines.text


def test_a_warning_says_where_and_not_what(lines) -> None:
    logging.getLogger("py.warnings").warning(
        "%s", warnings.formatwarning(CANARY, UserWarning, "somewhere.py", 7, line=f"warn('{CANARY}')")
    )
    assert lines.rows[0]["event"] == "somewhere.py:7: UserWarning"


def test_a_line_with_wrong_arguments_is_not_printed_with_them() -> None:
    record = logging.LogRecord("somebody.else", logging.ERROR, __file__, 1, "%d turns", (CANARY,), None)
    written = formatter("json").format(record)
    assert json.loads(written)["event"] == "a line could not be written (TypeError)"
    assert CANARY not in written


def test_secrets_of_the_settings_are_never_shown(lines, logger, settings) -> None:
    settings.ANTHROPIC_API_KEY = f"sk-{CANARY}"
    settings.CELERY_BROKER_URL = f"redis://:{CANARY}@somewhere:6379/0"
    logger.warning("sent with %s to %s", settings.ANTHROPIC_API_KEY, settings.CELERY_BROKER_URL)
    assert lines.rows[0]["event"] == "sent with […] to redis://:[…]@somewhere:6379/0"


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("203.0.113.77", "203.0.113.0/24"),
        ("2001:db8:7:8::9", "2001:db8:7::/48"),
        ("127.0.0.1", "127.0.0.1"),
        ("", ""),
        ("nonsense", ""),
    ],
)
def test_an_address_becomes_its_network(lines, address: str, network: str) -> None:
    assert network_of(address) == network
    if network:
        logging.getLogger("somebody.else").warning("by {user: x, ip_address: %s} at 12:30:11", address)
        assert lines.rows[0]["event"] == f"by {{user: x, ip_address: {network}}} at 12:30:11"


def test_libraries_are_quiet_at_every_level_of_ours() -> None:
    for level in ("DEBUG", "INFO", "WARNING"):
        made = logging_settings(form="json", level=level)
        assert made["root"]["level"] == logging.WARNING
        assert made["loggers"]["wayfare"]["level"] == level
        assert made["loggers"]["uvicorn.access"]["level"] == "CRITICAL"
    assert logging_settings(form="lines", level="ERROR")["root"]["level"] == logging.ERROR
    with pytest.raises(ValueError, match="LOG_FORMAT"):
        logging_settings(form="xml", level="INFO")


# --- Whose lines they are ----------------------------------------------------------------------


def test_lines_of_every_logger_carry_what_they_are_about(lines, logger) -> None:
    with about(trip="a", turn=7, traveller=lambda: 3, nothing=lambda: None):
        logger.info("one")
        structlog.get_logger("wayfare.other").info("two", ms=4)
        with about_only(request_id="r"):
            logger.info("three")
        logger.info("four")
    logger.info("five")
    ids = [{key: row.get(key) for key in ("trip", "turn", "traveller", "request_id")} for row in lines.rows]
    turn = {"trip": "a", "turn": 7, "traveller": 3, "request_id": None}
    nobody = dict.fromkeys(turn)
    assert ids == [turn, turn, {**nobody, "request_id": "r"}, turn, nobody]
    assert lines.rows[1]["ms"] == 4 and "nothing" not in lines.rows[0]


def test_ids_go_along_into_a_thread_when_they_are_carried(lines, logger) -> None:
    with about(turn=7), ThreadPoolExecutor(1) as threads:
        threads.submit(carried(logger.info), "with").result()
        threads.submit(logger.info, "without").result()
    assert [row.get("turn") for row in lines.rows] == [7, None]


@pytest.mark.django_db(transaction=True)
def test_two_turns_in_one_loop_of_celery_keep_their_lines_apart(lines, traveller) -> None:
    from trips.starting import start_trip

    trips = [start_trip(traveller) for _ in range(2)]
    sent = [send(trip, "Boston") for trip in trips]
    loop = TurnLoop()
    with ThreadPoolExecutor(2) as threads:
        assert all(threads.map(loop.run, [turn.pk for turn in sent]))
    expected = {turn.pk: str(trip.uuid) for turn, trip in zip(sent, trips, strict=True)}
    of_turns = [row for row in lines.rows if row["logger"] == "wayfare.turns"]
    assert {row["turn"]: row["trip"] for row in of_turns} == expected
    assert all(row["trip"] == expected[row["turn"]] for row in of_turns)
    for event in ("turn claimed", "call", "step", "turn done"):
        assert {row["turn"] for row in of_turns if row["event"] == event} == set(expected)
    done = asyncio.run_coroutine_threadsafe(loop._end(), loop._loop)
    done.result(20)


def test_a_command_for_a_person_speaks_of_trouble_alone(lines, logger) -> None:
    level = logging.getLogger("wayfare").level
    with only_warnings():
        logger.info("not this")
        logger.warning("this")
    assert [row["event"] for row in lines.rows] == ["this"]
    assert logging.getLogger("wayfare").level == level


# --- Requests ----------------------------------------------------------------------------------


@pytest.mark.parametrize("given", ["a1b2c3d4", "A-proxy_s.own~id", "x" * 64])
def test_the_id_of_a_proxy_is_taken(given: str) -> None:
    assert request_id_of(given) == given


@pytest.mark.parametrize(
    "given", ["", "short", "x" * 65, "two words!", 'quo"te-quote', "line\nline-line", "é" * 9]
)
def test_anything_else_gets_a_new_one(given: str) -> None:
    made = request_id_of(given)
    assert made != given and len(made) == 16
    assert made != request_id_of(given)


def test_a_request_leaves_one_line_and_says_its_id(lines) -> None:
    request = RequestFactory().get(f"/{CANARY}?q={CANARY}", headers={"X-Request-ID": "a-proxy-s-id"})
    response = RequestLog(lambda _request: HttpResponse(status=404))(request)
    assert response["X-Request-ID"] == "a-proxy-s-id"
    (row,) = lines.rows
    assert row["request_id"] == "a-proxy-s-id" and row["route"] == "-" and row["status"] == 404
    assert row["method"] == "GET" and row["ms"] >= 0 and CANARY not in lines.text


@pytest.mark.django_db
def test_it_names_the_route_the_trip_and_who_asks_if_that_is_known(
    lines, client, trip: Trip, traveller
) -> None:
    client.force_login(traveller)
    assert client.get(f"/trips/{trip.uuid}/").status_code == 200
    assert client.get(f"/trips/{uuid.uuid4()}/").status_code == 404
    rows = [row for row in lines.rows if row["event"] == "request"]
    assert [row["route"] for row in rows] == ["workspace", "workspace"]
    assert rows[0]["trip"] == str(trip.uuid) and rows[0]["traveller"] == traveller.pk
