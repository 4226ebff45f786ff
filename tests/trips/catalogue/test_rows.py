"""Rows of the catalogue: by city, by box, by name; rows over them; nothing read whole."""

from __future__ import annotations

import threading

import pytest

from tests.trips.given_rows import GivenRows
from trips.catalogue import gazetteer as module
from trips.catalogue.gazetteer import Gazetteer, default_gazetteer
from trips.schemas import Place

GAZETTEER = default_gazetteer()


def a_row(**changes) -> Place:
    row = {
        "id": "fes:new",
        "city": "fes",
        "kind": "visit",
        "name": "Fondouk of the Lamps",
        "area": "",
        "lat": 34,
        "lon": -5,
    }
    return Place.model_validate({**row, **changes})


def test_rows_over_the_shipped_ones_replace_add_and_hide() -> None:
    shipped = GAZETTEER.places("boston")
    changed = shipped[0].model_copy(update={"name": "Another name"})
    new = shipped[0].model_copy(update={"id": "boston:new-museum", "name": "New museum"})
    gazetteer = Gazetteer(GivenRows([changed, new], hidden=[shipped[1].id]))
    assert gazetteer.place(changed.id).name == "Another name" and gazetteer.place(new.id) == new
    assert gazetteer.place(shipped[1].id) is None and gazetteer.sights_named(shipped[1].name) == []
    assert len(gazetteer.places("boston")) == len(shipped)
    assert [row.id for row in gazetteer.places("boston")[:2]] == [shipped[0].id, shipped[2].id]
    assert GAZETTEER.place(changed.id).name == shipped[0].name
    assert gazetteer.places("rome") == GAZETTEER.places("rome")


def test_a_name_means_the_rows_over_the_shipped_ones_too() -> None:
    gazetteer = Gazetteer(GivenRows([a_row()]))
    assert [row.id for row in gazetteer.sights_named("the Fondouk of the Lamps")] == ["fes:new"]
    renamed = GAZETTEER.place("boston:freedom-trail").model_copy(update={"name": "Red Line", "aliases": []})
    assert Gazetteer(GivenRows([renamed])).sights_named("Freedom Trail") == []


def test_without_a_kind_come_what_plans_are_made_of() -> None:
    assert {row.kind for row in GAZETTEER.places("lisbon")} == {"visit", "food", "stay"}
    assert {row.id for row in GAZETTEER.places("lisbon", "day_trip")} >= {"lisbon:sintra"}
    assert {row.kind for row in GAZETTEER.places("lisbon", "station")} == {"station"}
    assert GAZETTEER.places("atlantis") == [] and GAZETTEER.place("boston:atlantis") is None
    assert GAZETTEER.place("lisbon:lis").tags == ["airport"]


def test_towns_of_day_trips_and_stations_are_no_sights() -> None:
    for name in ("Sintra", "Nara", "Lisboa Oriente", "Osaka", "Kyoto"):
        assert all(
            row.kind in ("visit", "food") and row.city != "lisbon" for row in GAZETTEER.sights_named(name)
        ), name
    assert GAZETTEER.sights_named("Osaka") == [] == GAZETTEER.sights_named("")


def test_a_city_of_an_overlay_has_rows_like_one_of_ours() -> None:
    gazetteer = Gazetteer(
        GivenRows([a_row(id="city-3042030:x", city="city-3042030")], cities={3042030: "city-3042030"})
    )
    vaduz = gazetteer.city(3042030)
    assert vaduz.curated == "city-3042030" and vaduz.in_catalogue and vaduz in gazetteer.cities_with_rows()
    assert gazetteer.city_of(gazetteer.place("city-3042030:x")) == vaduz
    assert GAZETTEER.city(3042030).curated is None


@pytest.mark.parametrize(
    ("visits", "food", "stays", "days", "enough"),
    [(1, 0, 0, 1, False), (4, 1, 0, 1, True), (4, 3, 0, 3, False), (6, 3, 1, 3, True), (6, 2, 1, 3, False),
     (5, 3, 1, 3, False), (12, 3, 1, 30, True), (11, 30, 9, 30, False)],
)  # fmt: skip
def test_rows_are_enough_by_the_days_that_they_fill(visits, food, stays, days, enough) -> None:
    kinds = [*["visit"] * visits, *["food"] * food, *["stay"] * stays, "station", "day_trip"]
    rows = [a_row(id=f"city-3042030:{n}", city="city-3042030", kind=kind) for n, kind in enumerate(kinds)]
    gazetteer = Gazetteer(GivenRows(rows, cities={3042030: "city-3042030"}))
    assert gazetteer.can_fill(gazetteer.city(3042030), days) is enough


def test_a_town_with_a_single_row_goes_before_no_other_of_its_country() -> None:
    graz, hallstatt = GAZETTEER.best_city("Graz"), GAZETTEER.best_city("Hallstatt")
    slug = f"city-{hallstatt.id}"
    gazetteer = Gazetteer(GivenRows([a_row(id=f"{slug}:x", city=slug)], cities={hallstatt.id: slug}))
    ids = [city.id for city in gazetteer.visited_cities("AT")]
    assert graz.id in ids and hallstatt.id not in ids[: ids.index(graz.id)]


def test_unknown_slugs_do_not_displace_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = GAZETTEER.places("boston")
    before = module._merged.cache_info()
    for number in range(500):
        assert GAZETTEER.places(f"geonames-{number}") == [] and GAZETTEER.place(f"own:{number}:x") is None
    assert module._merged.cache_info().currsize == before.currsize
    assert GAZETTEER.places("boston")[0] is rows[0]


def test_a_city_is_read_when_it_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    module._merged.cache_clear()
    gazetteer = Gazetteer()
    assert gazetteer.best_city("Lisbon").curated == "lisbon" and len(gazetteer.cities_with_rows()) > 120
    assert module._merged.cache_info().misses == 0
    gazetteer.places("lisbon")
    assert gazetteer.place("lisbon:belem-tower") and module._merged.cache_info().misses == 1


def test_many_threads_read_at_once() -> None:
    module._merged.cache_clear()
    slugs = [city.curated for city in GAZETTEER.cities_with_rows()][:40]
    found: list[int] = []

    def read() -> None:
        found.append(sum(len(Gazetteer().places(slug)) for slug in slugs))

    threads = [threading.Thread(target=read) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(found)) == 1 and len(found) == 6


def test_what_a_traveller_should_know_of_a_city() -> None:
    told = GAZETTEER.practical(GAZETTEER.best_city("Lisbon"))
    assert "Navegante" in told.getting_about and (told.grade, told.as_of) == ("common", "2026-11")
    assert GAZETTEER.practical(GAZETTEER.best_city("Vaduz")) is None


def test_words_of_names_are_known_as_words() -> None:
    assert all(map(GAZETTEER.is_in_a_name, ("Gion", "tower", "Alfama", "Jerónimos")))
    assert not any(map(GAZETTEER.is_in_a_name, ("belemtower", "nephew", "zebrafish")))
