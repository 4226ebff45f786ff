"""Staff's pages in a real browser: nothing of the plain admin is stopped by the strict policy."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tests.browser import scenes
from tests.browser.looking import looking
from tests.driving import chromium
from tests.serving import serving
from trips.models import Traveller

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]


def test_staff_sign_in_look_around_and_save(client, traveller):
    Traveller.objects.create_superuser("root", password="a-long-enough-word")
    trip = scenes.planned(traveller)
    option = trip.options.first()
    pages = [
        reverse("admin:trips_trip_changelist"),
        reverse("admin:trips_trip_change", args=[trip.pk]),
        reverse("admin:trips_turn_change", args=[trip.turns.first().pk]),
        reverse("admin:trips_option_change", args=[option.pk]),
        reverse("admin:agents_modelcall_changelist"),
        reverse("admin:trips_traveller_change", args=[traveller.pk]),
        reverse("admin:trips_staffplace_changelist"),
    ]
    with serving(work=False) as address, chromium() as browser, looking(browser, address) as looker:
        page = looker.page
        looker.go(reverse("admin:index"))
        page.fill("input[name=username]", "root")
        page.fill("input[name=password]", "a-long-enough-word")
        page.click("input[type=submit]")
        page.wait_for_selector("text=Trips")
        for path in pages:
            looker.go(path)
            looker.picture(f"staff{path.replace('/', '-')}")
        page.fill("#start-from", "boston:freedom-trail")
        page.click("input[value='Start from its row']")
        page.fill("input[name=reason]", "closes earlier")
        page.click("input[name=_save]")
        page.wait_for_selector(".messagelist .success")
        looker.go(reverse("admin:agents_switchboard_changelist"))
        page.check("input[value=False]")
        page.click("input[name=_save]")
        page.wait_for_selector(".messagelist .success")
        assert looker.complaints == []
        assert looker.outside == []
