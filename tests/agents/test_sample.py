"""The sample of the front page: made from what ships, whole all year, the same for a week, soon made."""

from __future__ import annotations

import datetime as dt
import time

import pytest
from django.urls import reverse

from agents import sample
from agents.board.timeline import days_of
from trips.catalogue.gazetteer import default_gazetteer
from trips.models import Traveller, Trip

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("month", range(1, 13, 2))
def test_all_checks_hold_in_every_season(month: int) -> None:
    begun = time.process_time()
    plan, verdict = sample._made(sample._saturday(dt.date(2027, month, 7)))
    assert time.process_time() - begun < 2.0
    assert verdict.failed == [] and verdict.not_checked == []
    assert plan.total <= sample.BUDGET and len(plan.days) == sample.DAYS
    shown = days_of(plan, verdict, default_gazetteer())[sample.SHOWN - 1]
    assert sum(entry.pin is not None for entry in shown.entries) >= 4


def test_who_is_nobody_reads_a_day_on_the_front_page_and_all_days_on_its_own(client) -> None:
    front = client.get(reverse("front")).content.decode()
    assert front.count('class="day shown"') == 1 and 'id="map-2"' in front
    page = client.get(reverse("sample"), {"day": "3"}).content.decode()
    assert page.count('class="day') >= sample.DAYS and 'class="day shown" id="day-3"' in page
    for html in (front, page):
        assert "checks hold" in html and "/trips/" not in html and "All checks" not in html
    assert not Traveller.objects.exists() and not Trip.objects.exists()
