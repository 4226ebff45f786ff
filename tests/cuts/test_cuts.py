"""A small storm on each run of the suite; `python -m tests.cuts` is the whole one."""

from __future__ import annotations

import secrets
from pathlib import Path

import pytest

from tests.cuts import chromium
from tests.cuts.proxy import Weather
from tests.cuts.storm import storm
from tests.driving import chromium_path

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.xdist_group("grown")]


def test_pages_through_a_bad_network_get_everything_once(tmp_path: Path) -> None:
    seed, weather = secrets.randbelow(1_000_000), Weather(between_outages=3)
    result = storm(tmp_path, readers=20, pages=0, messages=3, seed=seed, weather=weather)
    print("\n".join(result.lines()))
    assert result.well, "\n".join(result.lines())
    assert result.expected >= 60
    assert result.network["outages"] and result.readers["streams cut"] > 5


@pytest.mark.browser
def test_a_browser_in_a_bad_network_shows_what_a_fresh_page_shows(tmp_path: Path, monkeypatch) -> None:
    chromium_path()
    monkeypatch.setattr(chromium, "ACTIONS", 3)
    result = storm(tmp_path, readers=2, pages=3, messages=3, seed=secrets.randbelow(1_000_000))
    print("\n".join(result.lines()))
    assert result.well, "\n".join(result.lines())
    assert sum(result.pages.did.values()) >= 9
