"""Limits hold for several processes that do it at the same time."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.grown.running import environment
from tests.house.sources import ROOT
from trips.models import Tally

pytestmark = pytest.mark.django_db(transaction=True)

PROCESSES, TIMES = 4, 150


def test_four_processes_together_may_as_often_as_one() -> None:
    settings = environment(
        DJANGO_SETTINGS_MODULE="config.settings",
        RATE_LIMITS="true",
        MESSAGES_A_MINUTE="100",
        REQUESTS_A_MINUTE="200",
        LOG_LEVEL="ERROR",
    )
    command = [sys.executable, "-m", "tests.grown.counting", str(TIMES)]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    started = [subprocess.Popen(command, cwd=ROOT, env=settings, **pipes) for _ in range(PROCESSES)]
    for process in started:
        assert process.stdout.readline() == "ready\n"
    for process in started:
        process.stdin.write("go\n")
        process.stdin.flush()
    counts = [[int(word) for word in process.communicate(timeout=60)[0].split()] for process in started]
    assert all(process.returncode == 0 for process in started)
    assert sum(messages for messages, _requests in counts) == 100
    assert 200 - PROCESSES * 10 <= sum(requests for _messages, requests in counts) <= 200
    assert Tally.objects.get(key="message account 7").count >= 100
