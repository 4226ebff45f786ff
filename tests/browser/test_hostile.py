"""Hostile texts in Chromium, a few of those that `python -m tests.bench hostile --runs 10000` sends."""

from __future__ import annotations

import pytest

from tests.bench.hostile import TOGETHER, main

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]


def test_nothing_runs_and_the_growing_text_is_the_finished_one(capsys):
    missed = main(TOGETHER)
    print(capsys.readouterr().out)
    assert not missed
