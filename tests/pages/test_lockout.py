"""Too many wrong passwords for a name from an address: both doors close, and nobody learns who exists."""

from __future__ import annotations

import logging
import re

import pytest
from axes.models import AccessAttempt, AccessLog
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from tests.pages.reading import HTMX
from trips.models import Traveller

pytestmark = pytest.mark.django_db

RIGHT = "a-long-enough-word"
WRONG = "canary-5yq-wrong"
DOORS = ["sign_in", "admin:login"]


@pytest.fixture
def staff(db) -> Traveller:
    return Traveller.objects.create_superuser("ada", password=RIGHT)


def knock(door: str, password: str, name: str = "ada", host: str = "203.0.113.7", **more):
    words = {"username": name, "password": password}
    return Client(REMOTE_ADDR=host).post(reverse(door), words, **more)


def lock(settings, name: str = "ada", door: str = "sign_in") -> list:
    return [knock(door, WRONG, name) for _ in range(settings.SIGN_IN_TRIES)]


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("other", DOORS)
def test_it_locks_both_doors_at_the_last_try(staff, settings, door: str, other: str):
    answers = lock(settings, door=door)
    assert [answer.status_code for answer in answers[:-1]] == [422 if door == "sign_in" else 200] * 7
    for answer in (answers[-1], knock(other, RIGHT)):
        assert answer.status_code == 429
        assert "Nothing more is tried for 15 minutes" in answer.text
        assert answer["Retry-After"] == "900"
        assert "_auth_user_id" not in answer.client.session


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("name", ["ada", "nobody"])
def test_capitals_open_no_new_tries(staff, settings, door: str, name: str):
    for number in range(settings.SIGN_IN_TRIES):
        knock(door, WRONG, name.upper() if number % 2 else name.capitalize())
    assert knock("sign_in", RIGHT, name.upper()).status_code == 429
    assert knock("admin:login", RIGHT, name).status_code == 429


def test_other_networks_and_other_names_are_not_held_up(staff, settings):
    Traveller.objects.create_user("bob", password=RIGHT)
    lock(settings)
    assert knock("sign_in", RIGHT, host="203.0.113.8").status_code == 302
    assert knock("sign_in", RIGHT, name="bob").status_code == 302
    assert knock("sign_in", RIGHT).status_code == 429


def test_an_ipv6_network_is_one(staff, settings):
    for number in range(settings.SIGN_IN_TRIES):
        knock("sign_in", WRONG, host=f"2001:db8:1:2::{number + 1:x}")
    assert knock("sign_in", RIGHT, host="2001:db8:1:2:ffff::1").status_code == 429
    assert knock("sign_in", RIGHT, host="2001:db8:1:3::1").status_code == 302


@pytest.mark.parametrize("door", DOORS)
def test_a_name_that_does_not_exist_looks_the_same(staff, settings, door: str):
    def seen(name: str) -> list[tuple[int, str]]:
        answers = [*lock(settings, name, door), knock(door, RIGHT, name)]
        return [
            (a.status_code, re.sub(r'value="[^"]*"|data-hx-headers\S+=\'[^\']*\'', "", a.text))
            for a in answers
        ]

    assert seen("ada") == seen("nobody")


def test_trying_on_does_not_make_it_longer_and_then_it_ends(staff, settings):
    lock(settings)
    before = AccessAttempt.objects.values_list("attempt_time", "failures_since_start").get()
    knock("sign_in", WRONG)
    assert AccessAttempt.objects.values_list("attempt_time", "failures_since_start").get() == before
    AccessAttempt.objects.update(attempt_time=before[0] - settings.AXES_COOLOFF_TIME)
    assert knock("sign_in", RIGHT).status_code == 302
    assert not AccessAttempt.objects.exists()


def test_a_right_password_forgets_the_wrong_ones(staff, settings):
    for _ in range(3):
        for _ in range(settings.SIGN_IN_TRIES - 1):
            assert knock("sign_in", WRONG).status_code == 422
        assert knock("sign_in", RIGHT).status_code == 302


def test_staff_let_somebody_in_again(staff, settings, client):
    lock(settings)
    call_command("axes_reset_username", "ada", verbosity=0)
    assert knock("sign_in", RIGHT).status_code == 302
    lock(settings)
    client.force_login(staff)
    chosen = {
        "action": "delete_selected",
        "_selected_action": [AccessAttempt.objects.get().pk],
        "post": "yes",
    }
    assert client.post(reverse("admin:axes_accessattempt_changelist"), chosen).status_code == 302
    assert knock("sign_in", RIGHT).status_code == 302


def test_neither_password_nor_name_is_kept_where_it_does_not_belong(staff, settings, caplog):
    with caplog.at_level(logging.DEBUG):
        lock(settings, "canary-name")
        knock("sign_in", RIGHT)
    assert "AXES" in caplog.text
    for word in (WRONG, RIGHT, "canary-name"):
        assert word not in caplog.text
    kept = str(list(AccessAttempt.objects.values()))
    assert WRONG not in kept and RIGHT not in kept
    assert not AccessLog.objects.exists()


def test_an_address_that_is_none_does_not_break_it(staff, settings):
    for _ in range(settings.SIGN_IN_TRIES):
        knock("sign_in", WRONG, host="")
    assert knock("sign_in", RIGHT, host="").status_code == 429


def test_by_htmx_as_well(staff, settings):
    lock(settings)
    assert knock("sign_in", RIGHT, **HTMX).status_code == 429
