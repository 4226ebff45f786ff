"""The page of a city: practical facts with their sources, led to from plan and research."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tests.pages.reading import HTMX, address
from tests.trips.travelling import with_plan

pytestmark = pytest.mark.django_db
KYOTO = 1857910


def test_plan_and_research_lead_to_it_and_each_fact_has_its_source(owner, trip) -> None:
    kyoto = with_plan(trip)
    kyoto.facts_json["origin"] = {"name": "Boston", "city_id": 4930956, "country": "US"}
    kyoto.save()
    page = reverse("city", args=[kyoto.uuid, KYOTO])
    for view in ("plan", "research"):
        assert page in owner.get(address("board", kyoto), {"view": view}, **HTMX).content.decode()
    said = owner.get(page).content.decode()
    assert "Kyoto, Japan: good to know" in said
    assert "November: usually 8 to 17 °C, some rain." in said
    assert "<dt>Tap water</dt>" in said and "<dt>Book ahead</dt>" in said
    assert "Labor Thanksgiving Day" not in said  # the trip ends two days before
    assert '<a href="https://www.mofa.go.jp/j_info/visit/visa/" rel="noopener noreferrer nofollow">' in said
    assert said.count("general knowledge") >= 8 and said.count(", 2026-11)") >= 8


@pytest.mark.parametrize("number", [1, 2**40])
def test_a_city_that_is_none_is_not_there(owner, trip, number: int) -> None:
    assert owner.get(reverse("city", args=[trip.uuid, number])).status_code == 404
