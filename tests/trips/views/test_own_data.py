"""All my data as one file; the account's page; deleting everything."""

from __future__ import annotations

import json

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.trips.told import PASSWORD, TODAY, signed_in
from trips import fact_log
from trips.models import FactChange, Member, Message, PlanProposal, PlanVersion, Traveller, Trip
from trips.schemas import Change, TripFacts
from trips.starting import start_trip

pytestmark = pytest.mark.django_db


def download(client: Client) -> dict:
    response = client.get(reverse("download_data"))
    assert response.headers["Content-Type"] == "application/json"
    assert "attachment" in response.headers["Content-Disposition"]
    return json.loads(response.content)


def test_it_downloads_everything(as_owner, traveller, told_trip) -> None:
    data = download(as_owner)
    assert data["account"]["user_name"] == "ada"
    (trip,) = data["trips"]
    assert trip["title"] == "Boston"
    assert TripFacts.model_validate(trip["facts"]) == told_trip.facts
    assert [message["text"] for message in trip["messages"]] == ["Boston with Zoë, 2 people", "When?"]
    sources = {change["fact"]: change for change in trip["fact_changes"]}
    assert sources["party.adults"]["quote"] == "2 people"
    assert (sources["party.adults"]["message"], sources["party.adults"]["turn"]) == (1, 1)
    assert sources["budget.level"]["reason"] == "I assume a mid-range budget."
    assert {question["status"] for question in trip["questions"]} == {"answered", "withdrawn"}
    assert [option["plan"]["title"] for option in trip["options"]] == ["Two quiet days"]
    assert trip["options"][0]["verdict"]["results"] == []
    (version,) = trip["plan_versions"]
    assert (trip["plan_version"], version["option"]) == (1, {"turn": 2, "number": 1})
    assert [turn["mode"] for turn in trip["turns"]] == ["CLARIFY", "FINALIZE"]


def test_it_downloads_what_was_proposed_and_who_changed_the_plan(as_owner, told_trip, editor) -> None:
    Member.objects.filter(traveller=editor).update(name="Mara")
    base = told_trip.plan
    PlanVersion.objects.create(
        trip=told_trip, number=2, parent=base, plan_json=base.plan_json, verdict_json=base.verdict_json,
        total=1, currency="USD", cause="Days 2 and 3 are swapped.", by=editor, by_owner=False,
    )  # fmt: skip
    PlanProposal.objects.create(
        trip=told_trip, base=base, plan_json=base.plan_json, verdict_json=base.verdict_json,
        sentence="A night more in Boston.", state=PlanProposal.State.REFUSED, reason="Too long",
    )  # fmt: skip
    (trip,) = download(as_owner)["trips"]
    assert [(row["by"], row["follows"]) for row in trip["plan_versions"]] == [(None, None), ("Mara", 1)]
    (proposed,) = trip["proposed_changes"]
    assert (proposed["sentence"], proposed["state"], proposed["reason"], proposed["of_version"]) == (
        "A night more in Boston.", "refused", "Too long", 1,
    )  # fmt: skip


def test_it_downloads_names_of_other_peoples_trips_only(told_trip, viewer) -> None:
    data = download(signed_in(viewer))
    assert data["trips"] == []
    assert data["member_of"] == [{"trip": str(told_trip.uuid), "title": "Boston", "role": "viewer"}]
    assert "2 people" not in json.dumps(data)


def test_it_gives_no_password_and_nobody_elses_data(as_owner, traveller, told_trip, stranger) -> None:
    start_trip(stranger)
    text = json.dumps(download(as_owner))
    assert traveller.password not in text
    assert "stranger" not in text


def test_a_guest_downloads_as_well(as_guest, guest) -> None:
    start_trip(guest)
    data = download(as_guest)
    assert data["account"]["guest"] is True
    assert len(data["trips"]) == 1


def test_it_asks_the_database_the_same_number_of_times_for_more_of_everything(
    as_owner, told_trip, django_assert_num_queries
) -> None:
    download(as_owner)
    with CaptureQueriesContext(connection) as few:
        download(as_owner)
    turn, message = told_trip.turns.first(), told_trip.messages.first()
    for position, interest in enumerate(("food", "art", "parks"), start=3):
        Message.objects.create(trip=told_trip, turn=turn, position=position, author="traveller", text="more")
        made = [Change(path="interests", op="add", value=interest)]
        fact_log.change_facts(
            told_trip, made, by=FactChange.By.TRAVELLER, today=TODAY, message=message, turn=turn
        )
        told_trip.questions.create(
            topic=f"other:{interest}", text="?", asked_by="food", asked_in=turn, answered_by=message
        )
    with django_assert_num_queries(len(few)):
        download(as_owner)


def test_it_says_who_one_is(as_owner, trip) -> None:
    page = as_owner.get(reverse("account")).content.decode()
    assert "ada" in page and "1 trip." in page


# --- Delete ------------------------------------------------------------------------------------


def test_it_deletes_the_account_by_its_password_and_signs_out(as_owner, told_trip) -> None:
    address = reverse("delete_account")
    assert "1 trip" in as_owner.get(address).content.decode()
    wrong = as_owner.post(address, {"password": "wrong"})
    assert wrong.status_code == 422
    assert "That is not your password." in wrong.content.decode()
    assert Trip.objects.exists()
    assert as_owner.post(address, {"password": PASSWORD}).url == reverse("front")
    assert not Traveller.objects.exists()
    assert not Trip.objects.exists()
    assert not Member.objects.exists()
    assert "_auth_user_id" not in as_owner.session


def test_a_guest_types_a_word(as_guest, guest) -> None:
    start_trip(guest)
    address = reverse("delete_account")
    assert as_guest.post(address, {"word": "yes"}).status_code == 422
    assert as_guest.post(address, {"password": ""}).status_code == 422
    assert Traveller.objects.filter(pk=guest.pk).exists()
    assert as_guest.post(address, {"word": " Delete "}).url == reverse("front")
    assert not Trip.objects.exists()
    assert not Traveller.objects.exists()


def test_other_sessions_of_a_deleted_account_are_nobody(as_owner, traveller, trip) -> None:
    other = signed_in(traveller)
    as_owner.post(reverse("delete_account"), {"password": PASSWORD})
    assert other.get(reverse("account")).status_code == 302
