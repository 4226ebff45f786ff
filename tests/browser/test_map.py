"""The map under the hand: streets of a tile server after a click and not before, streets of an imported city,
pan and zoom, directions."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse
from django.utils.html import escape

from tests.browser import scenes
from tests.browser.looking import THEMES, looking
from tests.browser.tiles import tile_server
from tests.driving import chromium
from tests.serving import serving
from trips.map_view import UNITS, latitude_of
from trips.models import MapShape, PlaceSource

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]

BOSTON = 4930956
STREETS = "#map-1 .shapes .street"


@pytest.fixture
def owner(client, traveller):
    client.force_login(traveller)
    return client


def workspace(trip) -> str:
    return reverse("workspace", args=[trip.uuid]) + "?tab=trip"


def with_streets() -> None:
    """A grid of streets, a harbour up to the middle of the town (in view on the first day), a river and a
    park, as an import would leave them."""
    source = PlaceSource.objects.create(
        city_id=BOSTON, city="boston", kind="osm", file="a.osm.pbf", digest="x", licence="ODbL",
        attribution="© OpenStreetMap contributors, ODbL", url="https://www.openstreetmap.org/copyright",
    )  # fmt: skip
    west, south, east, north = -71.13, 42.33, -71.0, 42.40
    rows = [("street", [[south, west + n * 0.003], [north, west + n * 0.003]]) for n in range(44)]
    rows += [("street", [[south + n * 0.003, west], [south + n * 0.003, east]]) for n in range(24)]
    rows.append(
        ("water", [[42.33, -71.06], [42.40, -71.06], [42.40, -71.0], [42.33, -71.0], [42.33, -71.06]])
    )
    rows.append(("water", [[42.36, -71.13], [42.362, -71.09], [42.37, -71.06]]))
    rows.append(("park", [[42.353, -71.069], [42.357, -71.063], [42.3555, -71.061], [42.353, -71.069]]))
    MapShape.objects.bulk_create(
        MapShape(source=source, city="boston", kind=kind, points=points) for kind, points in rows
    )


@pytest.mark.parametrize("width", [1280, 390])
def test_tiles_come_after_a_click_and_follow_the_day(owner, traveller, settings, width):
    trip = scenes.planned(traveller)
    with tile_server() as tiles, serving(work=False) as address, chromium() as browser:
        settings.MAP_TILES_URL = tiles.url
        with looking(browser, address, owner, width=width) as looker:
            page = looker.page
            looker.go(workspace(trip))
            label = f"Show streets (from {tiles.host})"
            button = page.get_by_role("button", name=label)
            button.wait_for()
            page.wait_for_timeout(300)
            assert tiles.asked == looker.outside == []
            button.click()
            page.wait_for_selector(".street-map .leaflet-tile-loaded")
            assert tiles.referrers == {f"{address}/"}  # the site, not the page
            zoom, x, _y = map(int, re.findall(r"\d+", tiles.asked[0]))
            assert 10 <= zoom <= 18
            assert abs(x / 2**zoom * 360 - 180 - -71.06) < 0.3
            page.click(".days a >> nth=1")
            numbers = (
                "() => [...document.querySelectorAll('#map-2 .street-map .pin')].map(one => one.textContent)"
            )
            pins = page.evaluate(
                "() => [...document.querySelectorAll('#map-2 a.pin text')].map(one => one.textContent)"
            )
            page.wait_for_function(f"wanted => ({numbers})().join() === wanted", arg=",".join(pins))
            assert page.locator("#map-2 .street-map path.walk").count() > 0
            for theme in THEMES:
                looker.resize(width, theme)
                page.wait_for_timeout(500)
                looker.picture(f"map-tiles-{width}-{theme}")
                page.evaluate("scrollTo(0, 0)")
                assert looker.violations() == []
                assert looker.overflow() <= 0
            assert {url.split("/")[2] for url in looker.outside} == {tiles.host}
            page.reload()
            page.wait_for_selector(".street-map .leaflet-tile-loaded")  # remembered
            page.click("#map-2 >> text=Hide the streets")
            page.wait_for_selector("#map-2 .street-map", state="detached")
            before = len(tiles.asked)
            page.reload()
            button.wait_for()
            page.wait_for_timeout(300)
            assert len(tiles.asked) == before
            assert looker.complaints == []


def test_a_page_without_a_tile_server_offers_none(owner, traveller, settings):
    trip = scenes.planned(traveller)
    assert "Show streets (from tile.openstreetmap.org)" in owner.get(workspace(trip)).text
    assert "https://tile.openstreetmap.org" in owner.get(workspace(trip))["Content-Security-Policy"]
    assert "openstreetmap" not in owner.get(reverse("my_trips"))["Content-Security-Policy"]
    settings.MAP_TILES_URL = ""
    page = owner.get(workspace(trip))
    assert "Show streets" not in page.text
    assert "openstreetmap" not in page["Content-Security-Policy"]


@pytest.mark.parametrize("width", [1280, 390])
def test_streets_of_an_imported_city_are_our_own(owner, traveller, width):
    trip = scenes.planned(traveller)
    with_streets()
    with serving(work=False) as address, chromium() as browser:
        with looking(browser, address, owner, width=width) as looker:
            page = looker.page
            looker.go(workspace(trip))
            page.wait_for_selector(STREETS, state="attached")
            assert page.locator("text=Show streets").count() == 0
            assert (
                escape("© OpenStreetMap contributors, ODbL") in page.locator("#map-1 figcaption").inner_text()
            )
            kinds = page.eval_on_selector_all(
                "#map-1 .shapes path", "all => all.map(one => one.className.baseVal)"
            )
            assert [kind for kind in kinds if kind != "river"] == [
                "water",
                "park",
                "street",
            ]  # the river lies beside a narrow frame
            for theme in THEMES:
                looker.resize(width, theme)
                page.wait_for_timeout(300)
                looker.picture(f"map-streets-{width}-{theme}")
                assert looker.violations() == []
                assert looker.overflow() <= 0
            assert looker.complaints == looker.outside == []


def test_the_streets_lie_under_their_points(owner, traveller):
    """A corner of the park is drawn where the projection has it, within a pixel of the pins' own plane."""
    trip = scenes.planned(traveller)
    with_streets()
    with serving(work=False) as address, chromium() as browser, looking(browser, address, owner) as looker:
        page = looker.page
        looker.go(workspace(trip))
        page.wait_for_selector("#map-1 .shapes .park", state="attached")
        x, y = page.evaluate("""() => {
            const figure = document.getElementById('map-1');
            const park = figure.querySelector('.shapes .park');
            const corner = park.getPointAtLength(0).matrixTransform(park.getCTM());
            const flat = corner.matrixTransform(figure.querySelector('.ways').getCTM().inverse());
            return [flat.x + Number(figure.dataset.centreX), flat.y + Number(figure.dataset.centreY)];
        }""")
        assert latitude_of(y) == pytest.approx(42.353, abs=0.0002)
        assert x / UNITS * 360 - 180 == pytest.approx(-71.069, abs=0.0002)


def test_pan_and_zoom_by_buttons_keys_and_pointer(owner, traveller):
    trip = scenes.planned(traveller)
    with serving(work=False) as address, chromium() as browser, looking(browser, address, owner) as looker:
        page = looker.page
        looker.resize(1280, "light")
        looker.go(workspace(trip))

        def box() -> list[float]:
            return [float(part) for part in page.get_attribute("#map-1 .map-view > svg", "viewBox").split()]

        def comes(index: int, value: float) -> None:
            """The code that pans and zooms is loaded at the first touch."""
            js = "([index, value]) => Math.abs(document.querySelector('#map-1 .map-view > svg')"
            js += ".getAttribute('viewBox').split(' ')[index] - value) < 0.5"
            page.wait_for_function(js, arg=[index, value])

        for item in (one for one in trip.plan.plan.items() if one.kind == "visit" and one.position):
            row = f'[id="item-{item.uid}"]'
            links = page.locator(f".entry.go:has(+ {row}) a.directions, .entry:not(.go) + {row} a.directions")
            assert links.all_inner_texts()[0] == "Directions" and links.count() == 2
            assert "noreferrer" in links.first.get_attribute("rel")
            spot = [float(part) for part in links.first.get_attribute("href").split("=")[1].split(",")]
            assert spot == pytest.approx(item.position, abs=2e-4)
        whole = box()
        page.get_by_role("button", name="Zoom in").click()
        comes(2, whole[2] * 0.6)
        page.get_by_role("button", name="Show all of it").click()
        comes(2, whole[2])
        page.focus("#map-1 .map-view > svg")
        page.keyboard.press("ArrowRight")
        comes(0, whole[0] + 0.2 * whole[2])
        page.keyboard.press("-")
        comes(2, whole[2] / 0.6)
        page.keyboard.press("0")
        comes(0, whole[0])
        svg = page.locator("#map-1 .map-view > svg").bounding_box()
        x, y = svg["x"] + svg["width"] * 0.1, svg["y"] + svg["height"] * 0.6
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + 60, y, steps=4)
        page.mouse.up()
        assert box()[0] < whole[0] and box()[2] == pytest.approx(whole[2])
        assert "m" in page.locator("#map-1 .scale text").inner_html()
        assert looker.complaints == looker.outside == []


#: Widths of a row at which its last line of words is not its last line.
EMPTY_LINES = """() => {
  const row = document.querySelector('#board .day.shown .entry p:has(.directions)'), found = [];
  for (let width = 100; width < 400; width++) {
    row.style.width = `${width}px`;
    const words = document.createRange();
    words.selectNodeContents(row);
    const last = Math.max(...[...words.getClientRects()].filter(one => one.width > 1).map(one => one.bottom));
    if (row.getBoundingClientRect().bottom - last > 10) found.push(width);
  }
  return found;
}"""


def test_no_empty_line_is_behind_directions(owner, traveller):
    trip = scenes.planned(traveller)
    with serving(work=False) as address, chromium() as browser, looking(browser, address, owner) as looker:
        looker.resize(1280, "light")
        looker.go(workspace(trip))
        looker.page.wait_for_selector("#board .day.shown .entry .directions")
        assert looker.page.evaluate(EMPTY_LINES) == []


def test_a_place_has_directions_that_say_its_position_alone(owner, traveller):
    trip = scenes.planned(traveller)
    placed = [item for item in trip.plan.plan.items() if item.kind in ("visit", "stay") and item.lat]
    for item in placed:
        form = owner.get(reverse("edit_plan", args=[trip.uuid]) + f"?item={item.uid}").text
        link = re.search(r'<a class="directions" [^>]+>', form)[0]
        assert re.search(r'href="https://www.openstreetmap.org/directions\?to=42\.\d{4},-71\.\d{4}"', link)
        assert 'rel="noreferrer noopener"' in link and 'referrerpolicy="no-referrer"' in link
        assert re.search(r'href="geo:42\.\d{4},-71\.\d{4}\?q=42\.\d{4},-71\.\d{4}"', form)


def test_a_pin_at_the_edge_lies_on_the_line_that_leads_to_it(owner, traveller):
    trip = scenes.planned(traveller)
    off = """() => [...document.querySelectorAll("#map-2 .far")].map((mark) => {
        const to = mark.getAttribute("transform").match(/-?[\\d.]+/g).slice(0, 2).map(Number);
        const way = [...document.querySelectorAll("#map-2 .way:not(.journey)")];
        return Math.min(...way.map((one) => {
            const length = one.getTotalLength(), steps = [...Array(2001).keys()];
            const at = steps.map((step) => one.getPointAtLength((length * step) / 2000));
            return Math.min(...at.map(({ x, y }) => Math.hypot(x - to[0], y - to[1])));
        }));
    })"""
    with serving(work=False) as address, chromium() as browser, looking(browser, address, owner) as looker:
        looker.go(workspace(trip) + "&day=2")
        looker.page.wait_for_selector("#map-2 .far")
        [far] = looker.page.evaluate(off)
        assert far < 1


DRAWN = """() => {
    const svg = document.querySelector('.day.shown .map-view > svg');
    const box = (one) => one.getBoundingClientRect();
    const hits = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    const size = (one) => parseFloat(getComputedStyle(one).fontSize) * one.getScreenCTM().a;
    const seen = (one) => one.getAttribute('visibility') !== 'hidden' && box(one).width;
    const [edge, texts] = [box(svg), [...svg.querySelectorAll('text')].filter(seen)];
    const marks = [...svg.querySelectorAll('.pin:not(.far), .mark:not(.far)')].map(box);
    const buttons = [...svg.parentElement.querySelectorAll('button')].map(box);
    const reach = (far, near) => Math.max(...marks.map(far)) - Math.min(...marks.map(near));
    return {
        height: edge.height,
        least: Math.min(...texts.map(size)),
        cut: texts.map(box).filter((one) => one.left < edge.left || one.right > edge.right),
        under: [...marks, ...texts.map(box)].filter((one) => buttons.some((button) => hits(one, button))),
        full: Math.max(reach((one) => one.right, (one) => one.left) / edge.width,
                       reach((one) => one.bottom, (one) => one.top) / edge.height),
    };
}"""


def test_a_map_is_drawn_for_its_box_also_when_that_changes(owner, traveller):
    """Names of 11 pixels at least, in the frame and not under its buttons; every day's is as high."""
    trip = scenes.planned(traveller)
    with serving(work=False) as address, chromium() as browser:
        with looking(browser, address, owner) as looker:
            for day in (1, 2, 3):
                looker.go(f"{workspace(trip)}&day={day}")
                looker.page.wait_for_selector(".day.shown .name[visibility='visible']", state="attached")
                looker.resize(390, "light")
                looker.page.wait_for_timeout(300)
                seen = looker.page.evaluate(DRAWN)
                assert (seen["height"], seen["cut"], seen["under"]) == (208, [], [])
                assert seen["least"] >= 11
                assert seen["full"] > 0.6
                looker.resize(1280, "light")
