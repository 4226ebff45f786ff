"""The facts panel: each fact by its form, all of it or nothing, and clear sentences."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal

import pytest
from django.urls import reverse

from tests.trips.views.filling import HTMX, facts_of, fill, know, shown_fields
from trips.facts import PATHS
from trips.forms.fact_groups import GROUPS
from trips.models import Question, Trip
from trips.schemas import TripFacts

pytestmark = pytest.mark.django_db


def told(facts: TripFacts, path: str) -> object:
    value: object = facts
    for name in path.split("."):
        value = getattr(value, name)
    return value


def test_there_is_a_form_for_every_fact() -> None:
    assert {path.split(".")[0] for path in PATHS} == set(GROUPS)
    assert set(GROUPS) == set(TripFacts.model_fields) - {"said"}  # what the others are called goes with them


@pytest.mark.parametrize(
    ("group", "typed", "expected"),
    [
        ("origin", {"origin": "New York"}, {"origin.name": "New York", "origin.country": "US"}),
        ("trip_type", {"trip_type": "one_way"}, {"trip_type": "one_way"}),
        (
            "dates",
            {"start": "2027-02-15", "end": "2027-02-18"},
            {"dates.start": dt.date(2027, 2, 15), "dates.end": dt.date(2027, 2, 18), "dates.days": 4},
        ),
        (
            "dates",
            {"start": "2027-02-15", "days": "3"},
            {"dates.start": dt.date(2027, 2, 15), "dates.end": dt.date(2027, 2, 17)},
        ),
        (
            "dates",
            {"earliest": "2027-03-01", "latest": "2027-03-31", "days": "10"},
            {"dates.earliest": dt.date(2027, 3, 1), "dates.latest": dt.date(2027, 3, 31), "dates.days": 10},
        ),
        (
            "party",
            {"adults": "2", "children": "2", "ages": "4, 7"},
            {"party.adults": 2, "party.children": 2, "party.ages": [4, 7]},
        ),
        ("party", {"adults": "0", "children": "2"}, {"party.adults": 0, "party.children": 2}),
        ("rooms", {"rooms": "2"}, {"rooms": 2}),
        (
            "budget",
            {"amount": "2000.50", "currency": "EUR", "scope": "per_person", "approximate": "yes"},
            {
                "budget.amount": Decimal("2000.50"),
                "budget.currency": "EUR",
                "budget.scope": "per_person",
                "budget.approximate": True,
            },
        ),
        ("budget", {"level": "high"}, {"budget.level": "high", "budget.amount": None}),
        ("pace", {"pace": "packed"}, {"pace": "packed"}),
        ("interests", {"entries": "history, food,  food "}, {"interests": ["history", "food"]}),
        ("cuisines", {"entries": "seafood"}, {"cuisines": ["seafood"]}),
        (
            "must_do",
            {"entries": "Freedom Trail\r\nTea, cakes and ships"},
            {"must_do": ["Freedom Trail", "Tea, cakes and ships"]},
        ),
        ("avoid", {"entries": "crowds"}, {"avoid": ["crowds"]}),
        ("wishes", {"entries": "by the sea"}, {"wishes": ["by the sea"]}),
        (
            "dietary",
            {"ticked": ["vegan"], "allergies": "nuts, shellfish", "others": "low salt"},
            {"dietary": ["vegan", "low salt", "allergy: nuts", "allergy: shellfish"]},
        ),
        ("access", {"ticked": ["wheelchair", "pets"]}, {"access": ["wheelchair", "pets"]}),
        ("transport_bans", {"ticked": ["flight", "coach"]}, {"transport_bans": ["flight", "coach"]}),
        ("travel_by", {"entries": "night train\nferry"}, {"travel_by": ["night train", "ferry"]}),
        ("stay_wishes", {"entries": "a pool"}, {"stay_wishes": ["a pool"]}),
        ("seen_before", {"entries": "Alhambra"}, {"seen_before": ["Alhambra"]}),
        (
            "hours",
            {"first": "10:00", "rest": "13:00–15:00"},
            {"hours.first": "10:00", "hours.rest": "13:00–15:00"},
        ),
        (
            "stay",
            {"kind": "ryokan", "area": "Gion", "stars": "3.5", "max_price": "180", "name": "The Inn"},
            {
                "stay.kind": "ryokan",
                "stay.area": "Gion",
                "stay.stars": Decimal("3.5"),
                "stay.max_price": Decimal("180"),
                "stay.name": "The Inn",
            },
        ),
        (
            "car",
            {"at_hand": "no", "wanted": "yes", "seats": "5", "kind": "small", "price_per_day": "40"},
            {"car.at_hand": False, "car.wanted": True, "car.seats": 5, "car.kind": "small"},
        ),
    ],
)
def test_it_sets_what_nobody_has_said_and_clears_it_again(as_owner, trip, group, typed, expected) -> None:
    before = facts_of(trip)
    response = fill(as_owner, trip, group, **typed)
    assert response.status_code == 302, response.context["form"].errors
    assert response.url == reverse("workspace", args=[trip.uuid])
    facts = facts_of(trip)
    assert {path: told(facts, path) for path in expected} == expected
    assert set(trip.fact_changes.values_list("by", flat=True)) == {"form"}
    count = trip.fact_changes.count()
    again = fill(as_owner, trip, group)  # saved as it is shown: nothing changes, nothing is logged
    assert again.status_code == 302
    assert facts_of(trip) == facts
    assert trip.fact_changes.count() == count
    version = Trip.objects.get(pk=trip.pk).facts_version
    cleared = {name: [] if isinstance(value, list) else "" for name, value in typed.items()}
    if group == "dates":
        cleared |= {"start": "", "end": "", "days": ""}
    if "approximate" in cleared:
        cleared["approximate"] = "no"
    if group == "party":
        return  # a trip has a traveller, once said
    assert fill(as_owner, trip, group, **cleared).status_code == 302
    assert Trip.objects.get(pk=trip.pk).facts_version > version
    after = facts_of(trip)
    assert getattr(after, group) == getattr(before, group)


def test_it_logs_nothing_when_nothing_was_typed(as_owner, trip) -> None:
    know(trip, ("destinations", "Boston"), ("dates.start", "2027-02-15"), ("dates.end", "2027-02-18"))
    know(trip, ("party.adults", 2), ("party.ages", "7,4"), ("budget.amount", "2000"), ("interests", "food"))
    know(trip, ("caps", "food|300|USD"), ("appointments", "Dinner|2027-02-16|19:00||North End"))
    count = trip.fact_changes.count()
    for group in GROUPS:
        assert fill(as_owner, trip, group).status_code == 302
    assert trip.fact_changes.count() == count


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (("2027-02-15", "2027-02-18"), ("2027-03-01", "2027-03-05")),
        (("2027-02-15", "2027-02-18"), ("2027-02-01", "2027-02-02")),
        (("2027-02-15", "2027-04-10"), ("2027-02-01", "2027-02-05")),
        (("2027-02-15", "2027-02-18"), ("2027-02-18", "2027-04-15")),
        (("2027-02-15", "2027-02-18"), ("2027-02-15", "2027-02-15")),
    ],
)
def test_it_moves_both_dates_at_once(as_owner, trip, old, new) -> None:
    know(trip, ("dates.start", old[0]), ("dates.end", old[1]))
    assert fill(as_owner, trip, "dates", start=new[0], end=new[1]).status_code == 302
    dates = facts_of(trip).dates
    assert (dates.start.isoformat(), dates.end.isoformat()) == new
    assert dates.days == (dates.end - dates.start).days + 1


def test_what_the_form_shows_is_what_is_meant(as_owner, trip) -> None:
    """In words "make it 1 February" moves the whole trip; in the form the last day stays as shown."""
    know(trip, ("dates.start", "2027-02-15"), ("dates.end", "2027-02-18"))
    assert fill(as_owner, trip, "dates", start="2027-02-01").status_code == 302
    dates = facts_of(trip).dates
    assert (dates.start, dates.end, dates.days) == (dt.date(2027, 2, 1), dt.date(2027, 2, 18), 18)


def test_a_longer_trip_by_its_days(as_owner, trip) -> None:
    know(trip, ("dates.start", "2027-02-15"), ("dates.end", "2027-02-18"))
    assert fill(as_owner, trip, "dates", days="6").status_code == 302
    assert facts_of(trip).dates.end == dt.date(2027, 2, 20)


@pytest.mark.parametrize(
    ("old", "new"), [((2, None), (0, 2)), ((0, 2), (2, 0)), ((29, 1), (1, 29)), ((4, 0), (1, 3))]
)
def test_it_swaps_adults_and_children(as_owner, trip, old, new) -> None:
    if old[1]:
        know(trip, ("party.children", old[1]))
    know(trip, ("party.adults", old[0]))
    assert fill(as_owner, trip, "party", adults=str(new[0]), children=str(new[1])).status_code == 302
    assert (facts_of(trip).party.adults, facts_of(trip).party.children or 0) == new


@pytest.mark.parametrize(
    ("group", "typed", "sentence"),
    [
        ("dates", {"start": "2026-11-01", "end": "2026-11-05"}, "1 November 2026 is in the past."),
        ("dates", {"start": "2027-02-18", "end": "2027-02-15"}, "before it starts"),
        ("dates", {"start": "2027-01-01", "end": "2028-02-04"}, "400 days is too long"),
        ("dates", {"start": "2099-01-01"}, "too far ahead"),
        ("dates", {"start": "soon"}, "That is no date"),
        ("dates", {"start": "2027-02-15", "end": "2027-02-18", "days": "7"}, "it is 4 days"),
        ("dates", {"days": "0"}, "at least one day"),
        ("dates", {"start": "2027-02-15", "earliest": "2027-02-20"}, "between the earliest and the latest"),
        ("dates", {"earliest": "2027-03-31", "latest": "2027-03-01"}, "would be before the earliest"),
        ("party", {"adults": "0"}, "at least one traveller"),
        ("party", {"adults": "31"}, "31 travellers are too many"),
        ("party", {"adults": "-2"}, "at least one traveller"),
        ("party", {"adults": "two"}, "whole number"),
        ("party", {"adults": "2", "ages": "34"}, "counts as an adult"),
        ("party", {"adults": "2", "children": "1", "ages": "3, 4"}, "1 children and give 2 ages"),
        ("party", {"ages": "three"}, "Ages are numbers"),
        ("rooms", {"rooms": "99"}, "between 1 and 30 rooms"),
        ("budget", {"amount": "-5"}, "be negative"),
        ("budget", {"amount": "0"}, "more than nothing"),
        ("budget", {"amount": "9999999999"}, "more than I can count with"),
        ("budget", {"amount": "NaN"}, "number"),
        ("budget", {"currency": "ZZZ"}, "not one of the available choices"),
        ("pace", {"pace": "frantic"}, "not one of the available choices"),
        ("stay", {"stars": "7"}, "1 to 5 stars"),
        ("transport_bans", {"ticked": ["rocket"]}, "not one of the available choices"),
        ("must_do", {"entries": "x" * 121}, "at most 120 characters"),
        ("interests", {"entries": ", ".join(f"thing {n}" for n in range(50))}, "at most 40"),
        ("destinations", {"row_0_name": "Boston", "row_1_name": "boston"}, "in the list twice"),
        ("destinations", {"row_0_name": "Boston", "row_0_nights": "0"}, "at least one night"),
        ("appointments", {"row_0_what": "Wedding", "row_0_date": "2026-01-01"}, "in the past"),
        (
            "appointments",
            {"row_0_what": "Wedding", "row_0_start": "14:00", "row_0_end": "13:00"},
            "end before it starts",
        ),
        ("caps", {"food": "-1"}, "be negative"),
    ],
)
def test_it_says_what_is_wrong_and_changes_nothing(as_owner, trip, group, typed, sentence) -> None:
    if group != "party":
        know(trip, ("party.adults", 2))
    before = Trip.objects.get(pk=trip.pk)
    response = fill(as_owner, trip, group, htmx=True, **typed)
    assert response.status_code == 422
    assert sentence in response.content.decode().replace("&#x27;", "'")
    assert "HX-Trigger" not in response.headers
    after = Trip.objects.get(pk=trip.pk)
    assert (after.facts, after.facts_version) == (before.facts, before.facts_version)


def test_one_wrong_value_stops_all_of_its_form(as_owner, trip) -> None:
    response = fill(as_owner, trip, "stay", area="Back Bay", stars="9", htmx=True)
    assert response.status_code == 422
    assert facts_of(trip).stay.area is None
    assert not trip.fact_changes.exists()
    assert "Back Bay" in response.content.decode()


# --- What follows ------------------------------------------------------------------------------


def test_it_tells_the_board_to_read_again(as_owner, trip) -> None:
    response = fill(as_owner, trip, "pace", pace="relaxed", htmx=True)
    assert (response.status_code, response.content) == (200, b"")
    assert response.headers["HX-Trigger"] == "board-changed"


def test_it_answers_the_open_question_and_clears_the_yes(as_owner, told_trip) -> None:
    told_trip.confirmed_version = told_trip.facts_version
    told_trip.save()
    fill(as_owner, told_trip, "dates", start="2027-03-15", end="2027-03-18")
    question = told_trip.questions.get(topic="dates")
    assert question.status == Question.Status.ANSWERED
    assert not Trip.objects.get(pk=told_trip.pk).confirmed


def test_it_does_not_write_over_what_was_said_meanwhile(as_owner, trip) -> None:
    know(trip, ("interests", "food"))
    address = reverse("edit_fact", args=[trip.uuid, "interests"])
    fields = shown_fields(as_owner.get(address).context["form"])
    know(trip, ("interests", "history"))
    fields["fact-entries"] = "food, art"
    response = as_owner.post(address, fields, headers=HTMX)
    assert response.status_code == 422
    assert "now reads: food, history" in response.content.decode()
    assert facts_of(trip).interests == ["food", "history"]
    saved = as_owner.post(address, shown_fields(response.context["form"]), headers=HTMX)
    assert saved.status_code == 200
    assert facts_of(trip).interests == ["food", "art"]


def test_another_fact_changed_meanwhile_does_not_matter(as_owner, trip) -> None:
    address = reverse("edit_fact", args=[trip.uuid, "interests"])
    fields = shown_fields(as_owner.get(address).context["form"])
    know(trip, ("pace", "packed"))
    assert as_owner.post(address, fields | {"fact-entries": "food"}).status_code == 302


@pytest.mark.parametrize("path", ["dates.start", "dates", "dates.end"])
def test_paths_of_one_group_share_a_form(as_owner, trip, path: str) -> None:
    page = as_owner.get(reverse("edit_fact", args=[trip.uuid, path]))
    assert page.context["form"].group == "dates"


@pytest.mark.parametrize("path", ["nothing", "seen", "__class__", "facts.pace", "..", "model_fields"])
def test_there_is_no_form_for_what_is_no_fact(as_owner, trip, path: str) -> None:
    assert as_owner.get(f"/trips/{trip.uuid}/facts/{path}").status_code == 404


def test_it_shows_html_as_text(as_owner, trip) -> None:
    fill(as_owner, trip, "must_do", entries="<img src=x onerror=alert(1)>")
    page = as_owner.get(reverse("edit_fact", args=[trip.uuid, "must_do"])).content.decode()
    assert "<img" not in page
    assert "&lt;img" in page
