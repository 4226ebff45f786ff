"""A method that an address does not take is answered with a sentence, in a page and within one."""

from __future__ import annotations

import pytest
from django.test import Client


@pytest.mark.django_db
def test_a_method_that_is_not_taken_has_a_page() -> None:
    answer = Client().get("/start")
    assert answer.status_code == 405 and answer["Allow"] == "POST"
    assert "<h1" in answer.text and "HX-Retarget" not in answer


@pytest.mark.django_db
def test_a_method_that_is_not_taken_says_so_on_the_page_htmx_is_on() -> None:
    answer = Client().get("/start", headers={"HX-Request": "true"})
    assert answer.status_code == 405 and answer["Allow"] == "POST"
    assert (answer["HX-Retarget"], answer["HX-Reswap"]) == ("#notices", "innerHTML")
    assert "This cannot be done here. Nothing was changed." in answer.text
    assert "<html" not in answer.text
