"""A Redis, two Celery workers and a model's server for all tests here; skipped where Redis is missing."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import pytest
from django.db import OperationalError
from django.test import TransactionTestCase

import config.celery
from agents.warm_up import warm_up
from config import clock
from tests.grown.running import LEASE_SECONDS, Broker, Worker, revive, workers
from tests.story.answers import TODAY
from tests.story.telling import MARKS, STORY, answering, learns, mark_of, prompt_of
from tests.throwaway_servers import Redis, or_skip, redis_program, running
from tests.wire.messages import Answer
from tests.wire.server import Exchange, MessagesServer
from trips.models import Turn


@dataclass
class Model:
    """The model the workers ask: tells the story, until a test says otherwise."""

    server: MessagesServer
    answer: Callable[[Exchange], Answer] = field(default_factory=lambda: answering(STORY))

    def asked(self) -> list[str]:
        """Which agents were asked, in order."""
        return [agent_of(exchange) for exchange in self.server.exchanges if not learns(exchange)]


def agent_of(exchange: Exchange) -> str:
    system = prompt_of(exchange)
    if learns(exchange):
        return "learning"
    return next(agent for agent in MARKS if mark_of(agent) in system)


@pytest.fixture(autouse=True)
def on_that_day() -> Iterator[None]:
    """The day of the story, also in the workers (tests/grown/celery_worker.py)."""
    clock.set_now(dt.datetime.combine(TODAY, dt.time(12), dt.UTC))
    yield
    clock.set_now(None)


@pytest.fixture(scope="session")
def redis_server() -> Iterator[Redis]:
    or_skip(redis_program)
    with running(Redis) as server:
        app = config.celery.app
        app.conf.broker_url = server.url
        app._after_fork()  # forgets the pool of an address that a test before may have sent to
        # Settled here: threads that send for the first time at the same time would race for it.
        with app.producer_or_acquire() as producer:
            producer.connection.ensure_connection(max_retries=3)
        yield server


@pytest.fixture(scope="module")
def model_of_all() -> Iterator[Model]:
    model = Model(MessagesServer(lambda exchange: model.answer(exchange)))
    yield model
    model.server.stop()


@pytest.fixture(scope="module")  # not longer: they would answer the messages of other tests
def two_workers(redis_server: Redis, model_of_all: Model, django_db_setup) -> Iterator[list[Worker]]:
    warm_up()  # this process runs turns too, with leases as short as theirs
    with workers(redis_server, model_of_all.server.url) as both:
        yield both


@pytest.fixture
def celery(two_workers: list[Worker], redis_server: Redis, settings) -> Iterator[list[Worker]]:
    """Two living workers, and this process as a web process beside them."""
    settings.BACKGROUND = "celery"
    settings.CELERY_BROKER_URL = redis_server.url
    settings.LEASE_SECONDS = LEASE_SECONDS
    revive(two_workers, redis_server)
    yield two_workers
    for turn in Turn.objects.filter(status__in=Turn.UNFINISHED):  # of a test that failed
        Turn.objects.filter(pk=turn.pk).update(status=Turn.Status.FAILED)
    redis_server.flush()


@pytest.fixture
def broker(redis_server: Redis) -> Broker:
    return Broker(redis_server)


@pytest.fixture
def model(model_of_all: Model) -> Model:
    """The story again, and nobody asked yet."""
    model_of_all.answer = answering(STORY)
    model_of_all.server.exchanges.clear()
    return model_of_all


@pytest.fixture(scope="session", autouse=True)
def emptied_beside_living_workers(django_db_setup) -> Iterator[None]:
    """Tables are emptied while workers look for work in them: PostgreSQL may end either for a deadlock."""
    plain = TransactionTestCase._fixture_teardown

    def again_after_a_deadlock(case: TransactionTestCase) -> None:
        for _ in range(4):
            try:
                return plain(case)
            except OperationalError:
                continue
        return plain(case)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", again_after_a_deadlock)
        yield
