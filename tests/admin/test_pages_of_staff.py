"""What staff find: a trip on one page, a turn with its log and cost, the switch, and their own places."""

from __future__ import annotations

from decimal import Decimal

import pytest
from django.contrib.admin.models import LogEntry
from django.urls import reverse

from agents.events import TERMINAL, TurnEvent
from agents.models import ModelCall, Switchboard
from tests.admin.conftest import work_on
from trips.catalogue.credits import OSM_COPYRIGHT, credits_of
from trips.catalogue.gazetteer import default_gazetteer
from trips.models import (
    Member,
    Message,
    OpenStreetMapPlace,
    PlaceSource,
    StaffPlace,
    Traveller,
    Trip,
    Turn,
)
from trips.places import current_gazetteer
from trips.schemas import Place
from trips.starting import start_trip

pytestmark = pytest.mark.django_db
BOSTON = "boston:freedom-trail"


# --- A trip, a turn ----------------------------------------------------------------------------


def test_a_trip_shows_its_conversation_and_the_work_behind_it(as_superuser, worked_trip) -> None:
    page = as_superuser.get(reverse("admin:trips_trip_change", args=[worked_trip.pk])).text
    for words in (
        "Boston with Zoë, 2 people",  # the transcript
        "When do you go?",  # the ledger
        "“2 people”",  # where a fact comes from
        "I assume a mid-range budget.",
        "15–18 February 2027",  # what is known
        "Two quiet days",  # what was offered
        "FINALIZE",  # the turns
        "$0.0125",
    ):
        assert words in page, words
    for turn in worked_trip.turns.all():
        assert reverse("admin:trips_turn_change", args=[turn.pk]) in page


def test_a_turn_shows_events_as_sentences_steps_calls_and_result(as_superuser, worked_trip) -> None:
    turn = worked_trip.turns.first()
    Turn.objects.filter(pk=turn.pk).update(result={"notes": ["A note"]})
    ModelCall.objects.create(turn=turn, mind="claude", agent="food", purpose="task", cost=Decimal("0.5"))
    page = as_superuser.get(reverse("admin:trips_turn_change", args=[turn.pk])).text
    for words in (
        "A worker took it; the claude mind answers.",
        "food is done after 1.5 s: 8 places",
        "The turn is done, in mode CLARIFY.",
        "orchestrator",
        "2 calls",
        "$0.5125",
        "A note",
    ):
        assert words in page, words


def test_every_kind_of_event_has_a_sentence() -> None:
    from typing import get_args

    from agents.event_sentences import sentence_of

    filled = {"mind": "claude", "text": "t", "key": "food", "agent": "food", "title": "Food", "doing": "d"}
    filled |= {"said": "s", "sentence": "s", "seconds": 1.0, "mode": "CLARIFY"}
    filled |= {"total": "812.00", "currency": "USD", "days": 5, "verdict": "Everything passed."}
    union = get_args(TurnEvent)[0]
    sentences = {event: sentence_of(event.model_validate(filled)) for event in get_args(union)}
    assert len(set(sentences.values())) == len(sentences) >= 12
    assert all(sentence.strip() for sentence in sentences.values())
    assert {event.model_fields["kind"].default for event in sentences} >= set(TERMINAL)


def test_a_superuser_deletes_a_trip_with_everything(as_superuser, worked_trip) -> None:
    address = reverse("admin:trips_trip_delete", args=[worked_trip.pk])
    assert "Boston" in as_superuser.get(address).text
    as_superuser.post(address, {"post": "yes"})
    assert not Trip.objects.exists() and not Message.objects.exists() and not Turn.objects.exists()
    assert LogEntry.objects.get().object_repr == "deleted trip"
    assert ModelCall.objects.filter(trip=None).count() == 2  # what was spent stays known


def test_a_superuser_deletes_several_trips_at_once(as_superuser, worked_trip, traveller) -> None:
    other = start_trip(traveller)
    words = {"action": "delete_selected", "_selected_action": [worked_trip.pk, other.pk], "post": "yes"}
    as_superuser.post(reverse("admin:trips_trip_changelist"), words)
    assert not Trip.objects.exists()


def test_a_traveller_is_deleted_with_their_trips_and_the_page_says_so(
    as_superuser, worked_trip, traveller
) -> None:
    address = reverse("admin:trips_traveller_delete", args=[traveller.pk])
    page = as_superuser.get(address).text
    assert "Trip: Boston" in page
    as_superuser.post(address, {"post": "yes"})
    assert not Trip.objects.exists()
    assert not Traveller.objects.filter(username="ada").exists()


def test_staff_without_that_right_delete_no_traveller(as_staff, worked_trip, traveller) -> None:
    address = reverse("admin:trips_traveller_delete", args=[traveller.pk])
    assert as_staff.post(address, {"post": "yes"}).status_code == 403
    assert Trip.objects.exists()


@pytest.mark.parametrize(("query", "found"), [({"is_guest__exact": "1"}, 1), ({"is_guest__exact": "0"}, 1)])
def test_guests_can_be_told_from_accounts(as_superuser, query, found) -> None:
    Traveller.objects.create_guest()
    page = as_superuser.get(reverse("admin:trips_traveller_changelist"), query)
    assert page.context["cl"].result_count == found


@pytest.mark.parametrize(("owner", "found"), [("guest", ["New trip"]), ("account", ["Boston"])])
def test_trips_of_guests_can_be_told_from_others(as_superuser, worked_trip, owner: str, found) -> None:
    start_trip(Traveller.objects.create_guest())
    page = as_superuser.get(reverse("admin:trips_trip_changelist"), {"owner": owner})
    assert [trip.name for trip in page.context["cl"].result_list] == found


def test_a_traveller_is_searched_and_added(as_superuser, traveller) -> None:
    page = as_superuser.get(reverse("admin:trips_traveller_changelist"), {"q": "ada"})
    assert page.context["cl"].result_count == 1
    words = {"username": "new", "usable_password": "true"}
    words |= {"password1": "three-green-doors", "password2": "three-green-doors"}
    as_superuser.post(reverse("admin:trips_traveller_add"), words)
    assert Traveller.objects.get(username="new").is_guest is False


def test_a_member_is_found_by_the_trip(as_superuser, worked_trip) -> None:
    Member.objects.create(trip=worked_trip, name="Zoë")
    page = as_superuser.get(reverse("admin:trips_member_changelist"), {"q": "Boston"})
    assert page.context["cl"].result_count == 2


# --- Costs -------------------------------------------------------------------------------------


def test_the_list_of_calls_adds_up_what_the_filters_leave(as_superuser, worked_trip) -> None:
    address = reverse("admin:agents_modelcall_changelist")
    ModelCall.objects.create(mind="offline", agent="food", purpose="task", tokens_in=7, cost=0)
    every = as_superuser.get(address)
    assert (every.context["totals"]["calls"], every.context["totals"]["cost"]) == (3, Decimal("0.025"))
    assert "3 calls, $0.0250" in every.text
    some = as_superuser.get(address, {"mind": "offline"})
    assert (some.context["totals"]["calls"], some.context["totals"]["tokens_in"]) == (1, 7)
    none = as_superuser.get(address, {"q": "no such call"})
    assert (none.context["totals"]["calls"], none.context["totals"]["cost"]) == (0, 0)


def test_the_totals_are_of_all_pages_of_the_list(as_superuser, worked_trip) -> None:
    for number in range(3, 63):
        work_on(Turn.objects.create(trip=worked_trip, number=number, status=Turn.Status.DONE), cost="0.01")
    page = as_superuser.get(reverse("admin:agents_modelcall_changelist"))
    assert len(page.context["cl"].result_list) == 50
    assert page.context["totals"]["cost"] == Decimal("0.625")


# --- The switchboard ---------------------------------------------------------------------------


def test_the_switch_is_one_page_and_works(as_superuser) -> None:
    page = as_superuser.get(reverse("admin:agents_switchboard_changelist"), follow=True)
    assert "the offline planner answers everybody" in page.text
    assert not Switchboard.objects.exists()  # looking changes nothing
    as_superuser.post(page.request["PATH_INFO"], {"models_on": "False", "web_on": "False"})
    assert not Switchboard.allows_models() and not Switchboard.allows_web()
    page = as_superuser.get(reverse("admin:agents_switchboard_changelist"), follow=True)
    assert page.request["PATH_INFO"] == reverse("admin:agents_switchboard_change", args=[1])
    as_superuser.post(page.request["PATH_INFO"], {"models_on": "True", "web_on": "True"})
    assert Switchboard.allows_models() and Switchboard.allows_web()
    assert as_superuser.get(reverse("admin:agents_switchboard_add")).status_code == 403
    assert as_superuser.post(reverse("admin:agents_switchboard_delete", args=[1])).status_code == 403
    assert Switchboard.objects.count() == 1


# --- Places of staff ---------------------------------------------------------------------------


def test_a_place_is_found_by_name_and_city_and_an_unknown_one_is_told(as_superuser) -> None:
    address = reverse("admin:trips_staffplace_add")
    page = as_superuser.get(address, {"place_id": "Freedom Trail, Boston"})
    assert page.context["adminform"].form.row["id"] == BOSTON and "We have no place" not in page.text
    for unknown in ("Nosuch Hall, Boston", "boston:nosuch", "nosuch"):
        assert f"We have no place “{unknown}”" in as_superuser.get(address, {"place_id": unknown}).text
    assert "We have no place" not in as_superuser.get(address, {"city": "Vaduz"}).text


def fields(client, **query: str) -> dict[str, str | list[str]]:
    """What a browser would send of the form as it opens."""
    form = client.get(reverse("admin:trips_staffplace_add"), query).context["adminform"].form
    values = {name: form[name].value() for name in form.fields}
    values["place_id"] = query.get("place_id", "")
    shown = {name: form.fields[name].prepare_value(value) for name, value in values.items()}
    return {name: value for name, value in shown.items() if value or str(value) == "0"}


def send(client, place_id: str = BOSTON, **more):
    return client.post(
        reverse("admin:trips_staffplace_add"),
        fields(client, place_id=place_id) | {"reason": "looked up"} | more,
    )


def errors_of(response) -> dict[str, str]:
    return {name: " ".join(said) for name, said in response.context["adminform"].form.errors.items()}


@pytest.mark.parametrize(
    "place_id",
    [place.id for slug in ("boston", "kyoto") for place in default_gazetteer().places(slug)[::12]] + [BOSTON],
)
def test_a_correction_starts_from_the_bundled_row_and_loses_nothing(as_superuser, place_id: str) -> None:
    assert send(as_superuser, place_id).status_code == 302
    assert StaffPlace.objects.get().place == default_gazetteer().catalogue.place(place_id)


def test_fields_become_the_row_and_what_is_not_shown_stays(as_superuser) -> None:
    before = default_gazetteer().place(BOSTON)
    sent = {
        "name": "The Trail", "aliases": "Trail, Red line", "lat": "42.3601", "lon": "-71.06",
        "hours": 'Mo-Fr 09:00-17:00; Dec 25 off "last entry 30"', "adult": "12.50", "child": "0",
        "visit": "60-90-150", "currency": "USD", "meals": ["lunch"],
        "diet": ["vegan", "halal"], "step_free": "partly", "as_of": "2026-11-26",
    }  # fmt: skip
    assert send(as_superuser, **sent).status_code == 302
    row = StaffPlace.objects.get().place
    assert (row.name, row.aliases, row.lat) == ("The Trail", ["Trail", "Red line"], 42.3601)
    assert row.visit.model_dump() == {"shortest": 60, "typical": 90, "longest": 150}
    assert (len(row.hours.week), row.hours.closed_holidays, row.hours.last_entry_min) == (5, ["12-25"], 30)
    assert (str(row.price.adult), str(row.price.child)) == ("12.50", "0")
    assert (row.diet, row.step_free, row.as_of) == (["vegan", "halal"], "partly", "2026-11-26")
    assert (row.outdoor, row.grade, row.summary) == (before.outdoor, before.grade, before.summary)


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("hours", "every day", "not how OpenStreetMap writes hours"),
        ("lat", "-71.06", "km from Boston"),
        ("lat", "91", "less than or equal to 90"),
        ("lon", "", "required"),
        ("visit", "90-30", "shortest-usual-longest"),
        ("visit", "soon", "Write minutes"),
        ("currency", "dollars", "valid value"),
        ("as_of", "last week", "valid value"),
        ("as_of", "2026-99", "not in the calendar"),
        ("as_of", "2026-02-30", "not in the calendar"),
        ("url", "javascript:alert(1)", "valid URL"),
        ("kind", "castle", "castle is not one of the available choices"),
    ],
)
def test_bad_input_gets_a_sentence_at_its_field_and_changes_nothing(
    as_superuser, field, value, sentence
) -> None:
    response = send(as_superuser, **{field: value})
    assert response.status_code == 200
    assert sentence in errors_of(response)[field]
    assert not StaffPlace.objects.exists()


def test_there_is_no_json_to_edit(as_superuser) -> None:
    send(as_superuser)
    change = reverse("admin:trips_staffplace_change", args=[StaffPlace.objects.get().pk])
    for address in (reverse("admin:trips_staffplace_add"), change):
        page = as_superuser.get(address)
        assert 'name="data"' not in page.text
        assert 'name="lat"' in page.text


def test_a_new_place_gets_its_id_from_a_city_and_its_name(as_superuser) -> None:
    new = {
        "name": "Rotes Haus",
        "kind": "visit",
        "lat": "47.145",
        "lon": "9.522",
        "adult": "0",
        "booking": "none",
    }
    opened = fields(as_superuser, city="Vaduz")
    assert opened["currency"] == "CHF"
    add = reverse("admin:trips_staffplace_add")
    assert as_superuser.post(add, opened | new).status_code == 302
    row = StaffPlace.objects.get().place
    assert (row.id, row.city, row.name) == ("city-3042030:rotes-haus", "city-3042030", "Rotes Haus")
    assert "is there already" in errors_of(as_superuser.post(add, opened | new))["name"]
    nowhere = errors_of(as_superuser.post(add, opened | new | {"city": ""}))
    assert "name of a city" in nowhere["city"]
    assert StaffPlace.objects.count() == 1
    vaduz = current_gazetteer().city(3042030)
    assert [place.id for place in current_gazetteer().places(vaduz.curated)] == [row.id]
    wrong = errors_of(as_superuser.post(add, opened | new | {"place_id": "city-x:rotes-haus", "city": ""}))
    assert "a city that we do not know" in wrong["place_id"]


@pytest.mark.parametrize(("city", "name"), [("Kyoto", "金閣寺"), ("Sofia", "Свети Георги"), ("Kyoto", "☆")])
def test_a_name_in_another_script_gets_an_id_of_its_own(as_superuser, city: str, name: str) -> None:
    town = current_gazetteer().best_city(city)
    at = {"lat": str(town.lat), "lon": str(town.lon)}
    new = {"name": name, "kind": "visit", "booking": "none", **at}
    add = reverse("admin:trips_staffplace_add")
    for said in (name, f"{name}{name}"):
        assert (
            as_superuser.post(add, fields(as_superuser, city=city) | new | {"name": said}).status_code == 302
        )
    first, second = (row.place_id.partition(":")[2] for row in StaffPlace.objects.all())
    assert first != second and first.isascii() and len(first) == len(second) == 12


@pytest.fixture
def imported(db):
    source = PlaceSource.objects.create(city_id=3042030, city="city-3042030", kind="osm", url=OSM_COPYRIGHT)
    row = Place(
        id="city-3042030:osm-n1", city="city-3042030", kind="visit", name="Postmuseum", area="Vaduz",
        lat=47.139, lon=9.522, cuisine="none", importance=2, grade="open", as_of="2022-07-24",
        source="© OpenStreetMap contributors, ODbL", url="https://www.openstreetmap.org/node/1",
    )  # fmt: skip
    data = row.model_dump(mode="json", exclude_defaults=True)
    of_row = {"place_id": row.id, "kind": row.kind, "name": row.name, "lat": row.lat, "lon": row.lon}
    OpenStreetMapPlace.objects.create(source=source, city=row.city, data=data, **of_row)
    return row


def test_an_imported_row_opens_as_it_is_and_a_correction_lies_over_it(as_superuser, imported) -> None:
    opened = fields(as_superuser, place_id=imported.id)
    assert (opened["name"], opened["lat"], opened["source"]) == (imported.name, 47.139, imported.source)
    assert send(as_superuser, imported.id, hours="Mo-Fr 10:00-17:00").status_code == 302
    row = current_gazetteer().place(imported.id)
    assert set(row.hours.week) == {"mon", "tue", "wed", "thu", "fri"}
    assert row == imported.model_copy(update={"hours": row.hours})
    PlaceSource.objects.all().delete()
    assert current_gazetteer().place(imported.id) == row


def test_a_corrected_row_of_open_data_keeps_its_credit_under_a_source_of_staff(
    as_superuser, imported
) -> None:
    mine = {"source": "the museum's page", "url": "https://museum.example", "as_of": "2026-11-26"}
    assert send(as_superuser, imported.id, **mine).status_code == 302
    row = current_gazetteer().place(imported.id)
    assert (row.grade, row.source) == ("curated", "the museum's page")
    assert [str(credit) for credit in credits_of(row.sources())] == [
        f"Contains {imported.source}: {OSM_COPYRIGHT}"
    ]


def test_a_price_that_nobody_knows_and_an_importance_are_said(as_superuser) -> None:
    assert send(as_superuser, adult="", child="", importance="5").status_code == 302
    row = StaffPlace.objects.get().place
    assert (row.price, row.importance) == (None, 5)


def test_a_row_under_an_id_of_an_unknown_city_says_so(as_superuser) -> None:
    page = as_superuser.get(reverse("admin:trips_staffplace_add"), {"place_id": "nowhere:at-all"})
    assert "no place “nowhere:at-all”" in page.text


def test_the_map_of_the_form_has_the_rows_around_and_its_own_position(as_superuser) -> None:
    page = as_superuser.get(reverse("admin:trips_staffplace_add"), {"place_id": BOSTON})
    assert page.text.count('class="mark place') > 30
    assert page.text.count('class="mark chosen') == 1
    assert "tile.openstreetmap.org" in page["Content-Security-Policy"]


def test_corrected_fields_lose_the_source_they_had(as_superuser) -> None:
    send(as_superuser)
    place = StaffPlace.objects.get()
    web = {"grade": "web", "source": "a page", "url": "https://example.org", "as_of": "2026-10-01"}
    place.data["provenance"] = {"hours": web, "price": web, "step_free": web}
    place.save()
    change = reverse("admin:trips_staffplace_change", args=[place.pk])
    sent = fields(as_superuser, place_id=BOSTON) | {"hours": "Mo-Su 10:00-12:00"}
    assert as_superuser.post(change, sent).status_code == 302
    place.refresh_from_db()
    assert set(place.place.provenance) == {"price", "step_free"}


def test_corrections_have_a_history_and_can_be_reverted(as_superuser) -> None:
    send(as_superuser)
    place = StaffPlace.objects.get()
    change = reverse("admin:trips_staffplace_change", args=[place.pk])
    sent = fields(as_superuser, place_id=BOSTON)
    as_superuser.post(change, sent | {"name": "The Trail", "reason": "new name"})
    place.refresh_from_db()
    assert place.place.name == "The Trail"
    history = as_superuser.get(reverse("admin:trips_staffplace_history", args=[place.pk]))
    assert "new name" in history.text and "looked up" in history.text and "root" in history.text
    oldest = place.history.earliest()
    revert = reverse("admin:trips_staffplace_simple_history", args=[place.pk, oldest.pk])
    assert as_superuser.get(revert).status_code == 200
    assert as_superuser.post(revert, sent | {"reason": "back"}).status_code == 302
    place.refresh_from_db()
    assert place.place == default_gazetteer().place(BOSTON)


def test_a_staff_place_is_found_by_its_name(as_superuser) -> None:
    send(as_superuser)
    address = reverse("admin:trips_staffplace_changelist")
    assert as_superuser.get(address, {"q": "freedom"}).context["cl"].result_count == 1
    assert as_superuser.get(address, {"city": "paris"}).context["cl"].result_count == 0
    assert as_superuser.get(address, {"city": "boston"}).context["cl"].result_count == 1
