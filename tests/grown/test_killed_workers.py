"""A worker dies in the middle of a turn: another takes it over, with the steps that were done."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections import Counter

import pytest
from django.utils import timezone

from agents.models import ModelCall, StepResult, TurnEvent
from tests.agents.talking import send
from tests.grown.conftest import agent_of
from tests.grown.running import LEASE_SECONDS, ended, revive, until
from tests.story.answers import LINES
from tests.story.telling import STORY, answering, learns, up_to_the_yes
from tests.wire.messages import Answer, Wait
from tests.wire.server import Exchange
from trips.models import Message, Turn

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.xdist_group("grown")]

#: From the end of a lease to the next attempt: a sweep a second, and a busy machine.
SWEPT_AND_STARTED = 15.0


class HoldsSpecialists:
    """The story; stay and food keep silent until they are let go, each request by its round."""

    def __init__(self) -> None:
        self.rounds = [threading.Event(), threading.Event()]
        self._asked: Counter[str] = Counter()
        self._tell = answering(STORY)
        self._lock = threading.Lock()

    def __call__(self, exchange: Exchange) -> Answer:
        agent = agent_of(exchange)
        with self._lock:
            round_ = self._asked[agent]
            self._asked[agent] += 1
        answer = self._tell(exchange)
        if agent not in ("stay", "food") or round_ >= len(self.rounds):
            return answer
        return Answer([*answer.steps[:2], Wait(self.rounds[round_]), *answer.steps[2:]])


def owner_of(turn: Turn) -> int:
    """The process that runs it: a worker, or the child in which a worker tries it again alone."""
    turn.refresh_from_db()
    return int(turn.lease_owner.split(":")[1])


@pytest.mark.parametrize(
    ("number", "attempts"), [(signal.SIGKILL, 2), (signal.SIGTERM, 1)], ids=["killed", "told to end"]
)
def test_another_worker_takes_the_turn_over_and_asks_no_step_twice(
    celery, model, trip, settings, record_property, number, attempts
):
    settings.BACKGROUND = "threads"
    up_to_the_yes(trip)
    settings.BACKGROUND = "celery"
    holds = model.answer = HoldsSpecialists()
    turn = send(trip, LINES[3])
    until(lambda: StepResult.objects.filter(turn=turn, step="specialist:transport").exists())
    until(lambda: {"stay", "food"} <= set(model.asked()))
    worker = next(worker for worker in celery if worker.pid == owner_of(turn))
    token = turn.lease_token
    killed, killed_at = worker.pid, timezone.now()
    began = time.monotonic()
    worker.kill(number)
    again = {"lease_token__gt": token, "attempt": attempts, "status": Turn.Status.RUNNING}
    until(lambda: Turn.objects.filter(pk=turn.pk, **again).exists())  # a clean end costs no attempt
    record_property("seconds from signal to the next attempt", round(time.monotonic() - began, 2))
    until(lambda: TurnEvent.objects.filter(turn=turn, kind="restarted").exists())
    until(lambda: Counter(model.asked())["food"] == Counter(model.asked())["stay"] == 2)
    for held in holds.rounds:
        held.set()
    assert ended(turn).status == Turn.Status.DONE
    assert owner_of(turn) != killed
    assert (turn.mode, turn.attempt) == ("FINALIZE", attempts)
    assert (turn.started_at - killed_at).total_seconds() < LEASE_SECONDS + SWEPT_AND_STARTED
    asked = Counter(model.asked())
    assert asked["orchestrator"] == asked["transport"] == asked["finalize"] == 1
    assert asked["stay"] == asked["food"] == 2
    calls = ModelCall.objects.filter(turn=turn).exclude(purpose="extraction")
    done = Counter(calls.filter(status="done").values_list("agent", flat=True))
    finished = Counter(agent_of(e) for e in model.server.exchanges if e.left_at is None and not learns(e))
    finished["orchestrator"] += finished.pop("finalize")
    assert done == finished
    assert calls.exclude(status="done").count() == 2
    said = Message.objects.filter(turn=turn, author=Message.Author.AGENT)
    assert said.count() == 2  # the reply, and the closing words
    assert trip.options.on_offer().count() == 2


def test_a_turn_that_kills_every_worker_ends_after_three_attempts(celery, model, redis_server, trip):
    never = threading.Event()
    tell = answering(STORY)
    model.answer = lambda exchange: Answer([*tell(exchange).steps[:4], Wait(never)])
    turn = send(trip, LINES[0])
    for attempt in (1, 2, 3):
        until(lambda attempt=attempt: Turn.objects.get(pk=turn.pk).attempt == attempt)
        until(lambda attempt=attempt: len(model.asked()) == attempt)
        until(lambda attempt=attempt: TurnEvent.objects.filter(turn=turn, kind="reply_delta").exists())
        os.kill(owner_of(turn), signal.SIGKILL)
        revive(celery, redis_server)
    assert ended(turn).status == Turn.Status.FAILED
    assert "three times" in turn.error
    kept = Message.objects.get(turn=turn, author=Message.Author.AGENT).text
    assert kept and STORY[0].answer.reply.startswith(kept)
