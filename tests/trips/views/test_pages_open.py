"""Every page of trips and account opens for those who may read it."""

from __future__ import annotations

import pytest
from django.urls import reverse

from trips.forms.fact_groups import GROUPS

ACCOUNT_PAGES = ["my_trips", "account", "change_password", "delete_account", "download_data"]


@pytest.mark.parametrize("name", ACCOUNT_PAGES)
def test_it_opens_pages_of_the_account(as_owner, told_trip, name: str) -> None:
    assert as_owner.get(reverse(name)).status_code == 200


@pytest.mark.parametrize("name", ["rename_trip", "delete_trip"])
@pytest.mark.parametrize("htmx", [False, True])
def test_it_opens_pages_of_a_trip(as_owner, told_trip, name: str, htmx: bool) -> None:
    headers = {"HX-Request": "true"} if htmx else {}
    assert as_owner.get(reverse(name, args=[told_trip.uuid]), headers=headers).status_code == 200


@pytest.mark.parametrize("group", GROUPS)
@pytest.mark.parametrize("htmx", [False, True])
def test_it_opens_the_form_of_every_fact(as_owner, told_trip, group: str, htmx: bool) -> None:
    address = reverse("edit_fact", args=[told_trip.uuid, group])
    response = as_owner.get(address, headers={"HX-Request": "true"} if htmx else {})
    assert response.status_code == 200
    assert (b"<html" in response.content) is not htmx
