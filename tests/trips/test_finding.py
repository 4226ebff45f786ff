"""What was found: kept once, judged, pinned, given a tier."""

from __future__ import annotations

import pytest

from trips import finding
from trips.catalogue.gazetteer import default_gazetteer
from trips.finding import FoundRow, facts_key_of, same_thing
from trips.models import CityIntel, Finding, Trip
from trips.schemas import Destination, TripFacts
from trips.signals import finding_judged

pytestmark = pytest.mark.django_db


def row(name: str, kind: str = "place", **more) -> FoundRow:
    return FoundRow(kind=kind, name=name, **more)


def names(trip: Trip) -> list[str]:
    return list(trip.findings.order_by("pk").values_list("name", flat=True))


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Sensō-ji", "Sensoji", True),
        ("Senso-ji", "the Senso-ji Temple", True),
        ("Ueno Park", "Ueno Zoo", False),
        ("Ueno Park", "Ueno Museum", False),
        ("Shinjuku", "Shinjuku Gyoen Garden", False),
        ("Café Kitsuné", "Cafe Kitsune", True),
        ("The Park", "The Museum", False),
        ("金閣寺", "金閣寺", True),
        ("金閣寺", "銀閣寺", False),
    ],
)
def test_spellings_of_one_name_are_one_thing(one: str, other: str, same: bool) -> None:
    assert same_thing(one, other) is same is same_thing(other, one)


def test_it_keeps_a_thing_once_in_any_spelling_and_of_any_kind(trip: Trip) -> None:
    first = finding.save_findings(trip, None, "Tokyo", [row("Senso-ji"), row("Sensō-ji"), row(" ")])
    again = finding.save_findings(
        trip, None, "Tokyo", [row("Sensoji Temple", kind="activity"), row("Meiji Jingu")]
    )
    elsewhere = finding.save_findings(trip, None, "Kyoto", [row("Senso-ji")])
    assert [len(rows) for rows in (first, again, elsewhere)] == [1, 1, 1]
    assert names(trip) == ["Senso-ji", "Meiji Jingu", "Senso-ji"]


def test_the_same_row_under_another_name_is_the_same_thing(trip: Trip) -> None:
    finding.save_findings(trip, None, "Tokyo", [row("Senso-ji", place_id="tokyo:senso-ji")])
    assert not finding.save_findings(trip, None, "Tokyo", [row("Asakusa Kannon", place_id="tokyo:senso-ji")])


def test_what_was_dismissed_never_comes_back(trip: Trip) -> None:
    (found,) = finding.save_findings(trip, None, "Tokyo", [row("Robot Show")])
    finding.judge(found, "dismissed")
    assert not finding.save_findings(trip, None, "Tokyo", [row("the Robot Show", kind="activity")])
    assert names(trip) == ["Robot Show"]


def test_a_judgement_is_announced_once_with_what_was_before(trip: Trip) -> None:
    (found,) = finding.save_findings(trip, None, "Tokyo", [row("Robot Show")])
    heard: list[tuple[str, str]] = []

    def hear(finding: Finding, before: str, message: object, **_: object) -> None:
        heard.append((before, finding.state))

    finding_judged.connect(hear)
    try:
        finding.judge(found, "kept")
        finding.judge(found, "kept")
        finding.judge(found, "dismissed")
    finally:
        finding_judged.disconnect(hear)
    assert heard == [("new", "kept"), ("kept", "dismissed")]
    with pytest.raises(ValueError):
        finding.judge(found, "loved")


def test_what_is_dismissed_loses_its_pin_and_gets_none(trip: Trip) -> None:
    (found,) = finding.save_findings(trip, None, "Tokyo", [row("Robot Show")])
    assert finding.pin(found).pinned
    assert not finding.judge(found, "dismissed").pinned
    assert not finding.pin(found).pinned


def test_no_agent_changes_a_tier_of_the_travellers(trip: Trip) -> None:
    (found,) = finding.save_findings(trip, None, "Tokyo", [row("Robot Show")])
    assert finding.set_tier(found, "must", by="agent", reason="near the stay")
    assert finding.set_tier(found, "could", by="traveller")
    assert not finding.set_tier(found, "must", by="agent", reason="really")
    found.refresh_from_db()
    assert (found.tier, found.tier_by, found.reason) == ("could", "traveller", "")
    assert finding.set_tier(found, "", by="traveller")
    assert finding.set_tier(found, "skip", by="agent", reason="closed")
    with pytest.raises(ValueError):
        finding.set_tier(found, "maybe", by="agent")


def test_newer_facts_of_a_city_replace_those_of_their_topic(trip: Trip) -> None:
    finding.save_intel(trip, None, "Tokyo", {"money": "Cash.", "weather": "Warm."}, grade="official")
    finding.save_intel(
        trip, None, "Tokyo", {"money": "Cards.", "health": ""}, grade="estimate", facts_key="k"
    )
    kept = CityIntel.objects.get(trip=trip)
    assert kept.data == {"money": "Cards.", "weather": "Warm."}
    assert (kept.grade, kept.facts_key) == ("estimate", "k")


def test_the_key_of_what_is_asked_is_another_one_for_other_wishes_alone() -> None:
    facts = TripFacts(interests=["history"])
    assert facts_key_of(facts) != facts_key_of(TripFacts(interests=["food"]))
    assert facts_key_of(facts) == facts_key_of(
        TripFacts(interests=["history"], destinations=[Destination(name="Kyoto")])
    )


def test_a_city_keeps_the_name_that_the_trip_gave_it(trip: Trip) -> None:
    city = default_gazetteer().best_city("New York")
    assert city.name != "New York"
    trip.facts_json = TripFacts(
        destinations=[Destination(name="New York", city_id=city.id, country="US")]
    ).model_dump(mode="json")
    trip.save()
    (found,) = finding.save_findings(trip, None, city, [row("The High Line")])
    assert (found.city, found.city_id) == ("New York", city.id)
    trip.facts_json = TripFacts(destinations=[Destination(name="NYC", city_id=city.id)]).model_dump(
        mode="json"
    )
    trip.save()
    assert finding.save_intel(trip, None, city, {"money": "Dollars."}).city == "New York"
    assert [known.name for known in finding.known_of(trip, city)] == ["The High Line"]
