"""Staff's form of a place under the hand: a click on the map is its position."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tests.browser.looking import THEMES, looking
from tests.browser.tiles import tile_server
from tests.driving import chromium
from tests.serving import serving
from trips.models import StaffPlace, Traveller

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]


@pytest.fixture
def staff(client):
    client.force_login(Traveller.objects.create_superuser("root", password="a-long-enough-word"))
    return client


@pytest.mark.parametrize("width", [1280, 390])
def test_a_click_on_the_map_is_the_position(staff, settings, width):
    with tile_server() as tiles, serving(work=False) as address, chromium() as browser:
        settings.MAP_TILES_URL = tiles.url
        with looking(browser, address, staff, width=width) as looker:
            page = looker.page
            looker.go(reverse("admin:trips_staffplace_add") + "?place_id=boston:freedom-trail")
            svg = page.locator(".place-map .map-view > svg")
            svg.scroll_into_view_if_needed()
            for theme in THEMES:
                looker.resize(width, theme)
                svg.scroll_into_view_if_needed()
                page.wait_for_timeout(300)
                looker.picture(f"place-form-{width}-{theme}")
                assert looker.complaints == [], looker.complaints
                assert looker.violations() == []
                looker.complaints.clear()  # axe reads the admin's style sheets as the policy forbids
            svg.hover()
            page.wait_for_timeout(500)  # what pans and zooms is loaded
            box = svg.bounding_box()
            before = float(page.input_value("#id_lon"))
            svg.click(position={"x": box["width"] * 0.3, "y": box["height"] * 0.5})
            page.wait_for_function(
                "before => Number(document.getElementById('id_lon').value) < before", arg=before
            )
            assert float(page.input_value("#id_lat")) == pytest.approx(42.36, abs=0.05)
            assert tiles.asked == looker.outside == []
            page.click("text=Show streets")
            page.wait_for_selector(".street-map .leaflet-tile-loaded")
            streets = page.locator(".street-map").bounding_box()
            page.locator(".street-map").click(
                position={"x": streets["width"] * 0.6, "y": streets["height"] * 0.52}
            )
            west = float(page.input_value("#id_lon"))
            assert abs(west - before) < 0.05
            looker.picture(f"place-form-streets-{width}")
            page.fill("#id_hours", "Mo-Su 09:00-17:00")
            page.click('input[name="_save"]')
            page.wait_for_url("**/admin/trips/staffplace/")
            assert looker.complaints == [], "\n".join(looker.complaints)
    row = StaffPlace.objects.get().place
    assert (round(row.lon, 5), len(row.hours.week)) == (round(west, 5), 7)


def test_the_map_of_a_new_place_goes_from_the_world_to_its_city(staff):
    with serving(work=False) as address, chromium() as browser, looking(browser, address, staff) as looker:
        page = looker.page
        looker.go(reverse("admin:trips_staffplace_add"))
        figure = page.locator(".place-map figure")
        figure.scroll_into_view_if_needed()
        page.wait_for_selector(".place-map .coast path")
        looker.picture("place-form-world")
        page.locator(".place-map svg").first.hover()
        page.wait_for_timeout(500)  # what pans and zooms is loaded
        for city, middle, near in (("", (0, 0), 90), ("Vaduz", (47.14, 9.52), 0.2)):
            if city:
                page.fill("#id_city", city)
                page.press("#id_city", "Tab")
                page.wait_for_selector(f".place-map [data-frame].on >> text={city}", state="attached")
            figure.scroll_into_view_if_needed()
            page.wait_for_timeout(300)
            page.locator(".place-map .map-view > svg").click(position={"x": 150, "y": 90})
            spot = [float(page.input_value(f"#id_{name}")) for name in ("lat", "lon")]
            assert spot[0] == pytest.approx(middle[0], abs=near)
            assert spot[1] == pytest.approx(middle[1], abs=2 * near)
            looker.picture(f"place-form-of-{city or 'world'}")
        assert looker.complaints == looker.outside == []
