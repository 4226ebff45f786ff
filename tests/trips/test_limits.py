"""How often: exact when many come at once, by address and account, for all processes, until a window ends."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.test import RequestFactory

from config.addresses import counted_address
from trips import limits
from trips.models import Tally

pytestmark = pytest.mark.django_db(transaction=True)

AT_ONCE = 50


@pytest.fixture(autouse=True)
def limited(settings):
    settings.RATE_LIMITS = True
    limits.forget_this_process()
    yield
    limits.forget_this_process()


def request_of(account: int | None = None, address: str = "203.0.113.7"):
    request = RequestFactory().post("/", REMOTE_ADDR=address)
    request.user = SimpleNamespace(pk=account, is_authenticated=True) if account else AnonymousUser()
    return request


def tries(call, times: int = AT_ONCE) -> tuple[int, int]:
    """How many were let through and how many refused, all at once."""

    def one(_number: int) -> bool:
        try:
            call()
        except limits.TooMany:
            return False
        finally:
            connection.close()
        return True

    with ThreadPoolExecutor(16) as threads:
        through = list(threads.map(one, range(times)))
    return sum(through), len(through) - sum(through)


def test_fifty_at_once_are_counted_exactly(settings):
    settings.MESSAGES_A_MINUTE = 20
    assert tries(lambda: limits.count(request_of(1), limits.MESSAGES)) == (20, 30)


def test_an_address_may_five_times_what_an_account_may(settings):
    settings.MESSAGES_A_MINUTE = 4
    accounts = iter(range(1, 100))
    assert tries(lambda: limits.count(request_of(next(accounts)), limits.MESSAGES), 30) == (20, 10)
    limits.count(request_of(1, "203.0.113.8"), limits.MESSAGES)  # somewhere else the account still may


def test_an_account_is_counted_wherever_it_is(settings):
    settings.MESSAGES_A_MINUTE = 5
    hosts = iter(range(1, 100))
    assert tries(lambda: limits.count(request_of(1, f"203.0.113.{next(hosts)}"), limits.MESSAGES), 12) == (
        5,
        7,
    )


def test_kinds_are_counted_apart(settings):
    settings.TRIPS_AN_HOUR = settings.DOWNLOADS_AN_HOUR = 1
    limits.count(request_of(1), limits.TRIPS)
    limits.count(request_of(1), limits.DOWNLOADS)
    with pytest.raises(limits.TooMany):
        limits.count(request_of(1), limits.TRIPS)


def test_the_window_ends_and_a_new_one_begins(settings):
    settings.MESSAGES_A_MINUTE = 1
    limits.count(request_of(1), limits.MESSAGES)
    with pytest.raises(limits.TooMany) as over:
        limits.count(request_of(1), limits.MESSAGES)
    assert 55 <= over.value.seconds <= 60 and "Try again in" in str(over.value)
    Tally.objects.update(until=int(time.time()))
    limits.forget_this_process()
    limits.count(request_of(1), limits.MESSAGES)
    assert set(Tally.objects.values_list("count", flat=True)) == {1}


def test_staff_lift_a_limit_by_deleting_its_row(settings):
    settings.MESSAGES_A_MINUTE = 1
    limits.count(request_of(1), limits.MESSAGES)
    Tally.objects.filter(key="message account 1").delete()
    limits.count(request_of(1), limits.MESSAGES)


def test_who_goes_on_over_a_limit_costs_no_write(settings, django_assert_num_queries):
    settings.MESSAGES_A_MINUTE = 1
    for _ in range(2):
        try:
            limits.count(request_of(1), limits.MESSAGES)
        except limits.TooMany:
            pass
    with django_assert_num_queries(0), pytest.raises(limits.TooMany):
        limits.count(request_of(1), limits.MESSAGES)


def test_rows_of_windows_long_past_go(settings):
    past = int(time.time()) - 2 * limits.HOUR
    Tally.objects.create(key="message account 9", count=1, until=past)
    limits._forgotten_at = 0
    limits.count(request_of(1), limits.MESSAGES)
    assert not Tally.objects.filter(key="message account 9").exists()


def test_limits_can_be_left_to_a_proxy(settings, django_assert_num_queries):
    settings.RATE_LIMITS = False
    settings.MESSAGES_A_MINUTE = 0
    with django_assert_num_queries(0):
        limits.count(request_of(1), limits.MESSAGES)
        assert limits.requests.spend("203.0.113.7")


# --- Shares of a ceiling -----------------------------------------------------------------------


def spending(shares: limits.Shares):
    def spend() -> None:
        if not shares.spend("203.0.113.7"):
            shares.take("203.0.113.7")

    return spend


def test_one_process_gives_out_the_whole_ceiling_and_no_more(settings):
    settings.REQUESTS_A_MINUTE = 100
    through, refused = tries(spending(limits.Shares(limits.REQUESTS)), 150)
    assert (through, refused) == (100, 50)


def test_several_processes_never_give_out_more(settings):
    settings.REQUESTS_A_MINUTE = 100
    through = 0
    for _ in range(4):
        process = spending(limits.Shares(limits.REQUESTS))
        limits.forget_this_process()
        through += tries(process, 42)[0]
    unused = 3 * (100 // limits.SHARES)
    assert 100 - unused <= through <= 100


def test_a_request_seldom_asks_the_database(settings, django_assert_num_queries):
    settings.REQUESTS_A_MINUTE = 600
    shares = limits.Shares(limits.REQUESTS)
    limits._forgotten_at = int(time.time())
    with django_assert_num_queries(2):
        for _ in range(60):
            spending(shares)()


# --- Addresses ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("host", "counted"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::"),
        ("2001:db8:1:3::1", "2001:db8:1:3::"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("fe80::1%eth0", "fe80::"),
        ("[2001:db8::1]", "2001:db8::"),
        ("", None),
        ("unix:", None),
        ("203.0.113.7, 10.0.0.1", None),
        ("<script>", None),
    ],
)
def test_an_address_is_counted_by_its_network(host: str, counted: str | None):
    assert counted_address(host) == counted


def test_who_has_no_address_is_counted_together(settings):
    settings.GUESTS_AN_HOUR = 1
    limits.count(request_of(address=""), limits.GUESTS)
    with pytest.raises(limits.TooMany):
        limits.count(request_of(address="nonsense"), limits.GUESTS)
