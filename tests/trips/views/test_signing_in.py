"""Sign in, sign up, sign out, a new password, and the trips of the guest one was."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from tests.trips.told import PASSWORD, signed_in
from trips.models import Traveller, Trip
from trips.starting import start_trip

pytestmark = pytest.mark.django_db
NEW = {"username": "zoe", "password1": "three-green-doors", "password2": "three-green-doors"}


def sign_in(client: Client, **more: str):
    words = {"username": "ada", "password": PASSWORD} | more
    return client.post(reverse("sign_in"), words)


def who(client: Client) -> Traveller | None:
    return Traveller.objects.filter(pk=client.session.get("_auth_user_id")).first()


# --- Sign in -----------------------------------------------------------------------------------


def test_it_signs_in(traveller) -> None:
    client = Client()
    assert sign_in(client).url == reverse("my_trips")
    assert who(client) == traveller


def test_capitals_do_not_count_in_a_name(traveller) -> None:
    for typed in ("ADA", " Ada ", "aDa"):
        client = Client()
        sign_in(client, username=typed)
        assert who(client) == traveller


def test_of_two_names_that_differ_in_capitals_the_very_same_one_is_meant(traveller) -> None:
    other = Traveller.objects.create_user("Ada", password=PASSWORD)
    for typed, meant in (("ada", traveller), ("Ada", other), ("ADA", None)):
        client = Client()
        sign_in(client, username=typed)
        assert who(client) == meant


@pytest.mark.parametrize(("username", "password"), [("ada", "wrong"), ("nobody", PASSWORD), ("", "")])
def test_it_says_clearly_that_name_and_password_do_not_match(traveller, username, password) -> None:
    client = Client()
    response = sign_in(client, username=username, password=password)
    assert response.status_code == 422
    assert who(client) is None
    if username:
        assert "go together" in response.content.decode()


def test_it_tells_no_stranger_which_names_exist(traveller) -> None:
    known, unknown = (
        sign_in(Client(), username=name, password="wrong").context["form"].errors for name in ("ada", "eve")
    )
    assert known == unknown


@pytest.mark.parametrize(
    ("address", "goes"),
    [
        ("/trips/", "/trips/"),
        ("/account/?x=1", "/account/?x=1"),
        ("https://evil.example/", "/trips/"),
        ("//evil.example", "/trips/"),
        ("/\\evil.example", "/trips/"),
        ("javascript:alert(1)", "/trips/"),
        ("", "/trips/"),
    ],
)
@pytest.mark.parametrize("where", ["post", "query"])
def test_it_goes_on_only_inside_this_site(traveller, address: str, goes: str, where: str) -> None:
    client = Client()
    words = {"username": "ada", "password": PASSWORD}
    if where == "post":
        response = client.post(reverse("sign_in"), words | {"next": address})
    else:
        response = client.post(reverse("sign_in", query={"next": address}), words)
    assert response.url == goes


def test_it_keeps_the_way_back_in_the_form(db) -> None:
    page = Client().get(reverse("sign_in", query={"next": "/account/?a=1&b=2"})).content.decode()
    assert 'name="next" value="/account/?a=1&amp;b=2"' in page
    page = Client().get(reverse("sign_in", query={"next": "https://evil.example/"})).content.decode()
    assert "evil" not in page


def test_it_gives_a_new_session_at_every_change_of_who_one_is(traveller, as_guest, guest) -> None:
    stale = as_guest.session.session_key
    as_guest.post(reverse("sign_up"), NEW)
    claimed = as_guest.session.session_key
    assert claimed != stale
    thief = Client()
    thief.cookies["sessionid"] = stale
    assert thief.get(reverse("account")).status_code == 302
    client = Client()
    client.get(reverse("sign_in"))
    client.session["planted"] = True
    planted = client.session.session_key
    sign_in(client)
    assert client.session.session_key != planted


def test_it_leads_somebody_signed_in_on(as_owner) -> None:
    assert as_owner.get(reverse("sign_in")).url == reverse("my_trips")
    assert as_owner.get(reverse("sign_up")).url == reverse("my_trips")


# --- Sign up -----------------------------------------------------------------------------------


def test_it_makes_an_account(db) -> None:
    client = Client()
    assert client.post(reverse("sign_up"), NEW).url == reverse("my_trips")
    assert who(client).username == "zoe"
    assert not who(client).is_guest


def test_it_keeps_a_guests_trips_by_claiming_their_row(as_guest, guest) -> None:
    trip = start_trip(guest)
    response = as_guest.post(reverse("sign_up"), NEW | {"next": f"/trips/{trip.uuid}/"})
    assert response.url == f"/trips/{trip.uuid}/"
    assert who(as_guest) == guest
    assert who(as_guest).username == "zoe"
    assert trip.owner == guest
    assert sign_in(Client(), username="zoe", password=NEW["password1"]).url == reverse("my_trips")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ({"username": "ada"}, "Somebody has the name “ada” already"),
        ({"username": "ADA"}, "Somebody has the name “ADA” already"),
        ({"username": "guest-abc"}, "can&#x27;t start with"),
        ({"username": "a" * 41}, "at most 40 characters"),
        ({"username": "zo e"}, "valid username"),
        ({"username": ""}, "required"),
        ({"password2": "another"}, "The two passwords are not the same."),
        ({"password1": "short", "password2": "short"}, "too short"),
        ({"password1": "password123", "password2": "password123"}, "too common"),
        ({"username": "three-green", "password1": "three-green", "password2": "three-green"}, "too similar"),
    ],
)
def test_it_says_what_is_wrong_with_a_name_or_password(traveller, as_guest, guest, words, sentence) -> None:
    response = as_guest.post(reverse("sign_up"), NEW | words)
    assert response.status_code == 422
    assert sentence in response.content.decode()
    assert Traveller.objects.get(pk=guest.pk).is_guest
    assert NEW["password1"] not in response.content.decode()


# --- A guest signs in to an account ------------------------------------------------------------


def test_it_offers_to_move_the_guests_trips_and_moves_them(traveller, as_guest, guest) -> None:
    trip = start_trip(guest)
    assert sign_in(as_guest).url == reverse("move_trips")
    page = as_guest.get(reverse("move_trips"))
    assert trip.name in page.content.decode()
    assert trip.owner == guest
    as_guest.post(reverse("move_trips"), {"answer": "move"})
    assert Trip.objects.get(pk=trip.pk).owner == traveller
    assert not Traveller.objects.filter(is_guest=True).exists()


def test_it_leaves_the_guests_trips_when_told_so_and_asks_no_more(traveller, as_guest, guest) -> None:
    trip = start_trip(guest)
    sign_in(as_guest)
    as_guest.post(reverse("move_trips"), {"answer": "leave"})
    assert trip.owner == guest
    assert as_guest.post(reverse("move_trips"), {"answer": "move"}).url == reverse("my_trips")
    assert trip.owner == guest


def test_it_reminds_on_my_trips_until_it_is_answered(traveller, as_guest, guest) -> None:
    start_trip(guest)
    sign_in(as_guest)
    assert reverse("move_trips") in as_guest.get(reverse("my_trips")).content.decode()
    as_guest.post(reverse("move_trips"), {"answer": "leave"})
    assert reverse("move_trips") not in as_guest.get(reverse("my_trips")).content.decode()


def test_it_asks_nothing_of_a_guest_without_trips(traveller, as_guest, guest) -> None:
    assert sign_in(as_guest).url == reverse("my_trips")
    assert not Traveller.objects.filter(pk=guest.pk).exists()


def test_nobody_moves_somebody_elses_trips(as_owner, traveller, guest, stranger) -> None:
    """The guest's id comes from the session alone, and an account's trips are never moved."""
    trip = start_trip(guest)
    theirs = start_trip(stranger)
    for words in ({"guest": guest.pk}, {"guest_before_sign_in": guest.pk}, {"guest_id": stranger.pk}):
        as_owner.post(reverse("move_trips"), {"answer": "move", **words})
    assert trip.owner == guest
    session = as_owner.session
    session["guest_before_sign_in"] = stranger.pk
    session.save()
    as_owner.post(reverse("move_trips"), {"answer": "move"})
    assert theirs.owner == stranger


def test_the_offer_does_not_outlive_its_session(traveller, as_guest, guest) -> None:
    trip = start_trip(guest)
    sign_in(as_guest)
    as_guest.post(reverse("sign_out"))
    sign_in(as_guest)
    as_guest.post(reverse("move_trips"), {"answer": "move"})
    assert trip.owner == guest


# --- Sign out, new password --------------------------------------------------------------------


def test_it_signs_out(as_owner) -> None:
    as_owner.post(reverse("sign_out"))
    assert who(as_owner) is None


def test_it_asks_a_guest_with_trips_before_they_lose_them(as_guest, guest) -> None:
    start_trip(guest)
    page = as_guest.post(reverse("sign_out"))
    assert "not even you" in page.content.decode()
    assert who(as_guest) == guest
    as_guest.post(reverse("sign_out"), {"sure": "yes"})
    assert who(as_guest) is None


def test_it_changes_the_password_and_signs_other_devices_out(as_owner, traveller) -> None:
    other = signed_in(traveller)
    words = {"old_password": PASSWORD, "new_password1": "four-blue-boats", "new_password2": "four-blue-boats"}
    assert as_owner.post(reverse("change_password"), words).url == reverse("account")
    assert who(as_owner) == traveller
    assert as_owner.get(reverse("account")).status_code == 200
    assert other.get(reverse("account")).status_code == 302
    assert sign_in(Client(), password="four-blue-boats").status_code == 302


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ({"old_password": "wrong"}, "not your current password"),
        ({"new_password2": "other"}, "not the same"),
        ({"new_password1": "short", "new_password2": "short"}, "too short"),
    ],
)
def test_it_keeps_the_password_when_something_is_wrong(as_owner, traveller, words, sentence) -> None:
    right = {"old_password": PASSWORD, "new_password1": "four-blue-boats", "new_password2": "four-blue-boats"}
    response = as_owner.post(reverse("change_password"), right | words)
    assert response.status_code == 422
    assert sentence in response.content.decode()
    assert Traveller.objects.get(pk=traveller.pk).check_password(PASSWORD)


def test_a_guest_has_no_password_to_change(as_guest) -> None:
    assert as_guest.get(reverse("change_password")).url == reverse("sign_up")
