"""Must, should, could, skip: by the team, by hand, undone; what of it memory learns."""

from __future__ import annotations

import pytest

from memory.models import Extraction
from trips import finding, prioritising
from trips.finding import FoundRow
from trips.models import Finding, Trip, Turn
from trips.prioritising import by_hand, by_team, undo
from trips.signals import finding_judged, findings_saved

pytestmark = pytest.mark.django_db


@pytest.fixture
def found(trip: Trip) -> dict[str, Finding]:
    turn = Turn.objects.create(trip=trip, number=1, status=Turn.Status.DONE)
    rows = finding.save_findings(
        trip,
        turn,
        "Kyoto",
        [
            FoundRow("place", "Kinkaku-ji", "kyoto:kinkaku-ji"),
            FoundRow("place", "Somebody's Garden"),
            FoundRow("food", "Choice"),
        ],
    )
    return {row.name: row for row in rows}


def stand(row: Finding) -> tuple[str, str, str]:
    row.refresh_from_db()
    return row.tier, row.tier_by, row.reason


def events_of(trip: Trip) -> list[dict]:
    return [
        event
        for row in Extraction.objects.filter(turn__trip=trip, kind="documents").order_by("pk")
        for event in row.source["events"]
    ]


def test_the_team_sorts_several_at_once_and_says_why(trip, found) -> None:
    one, two, three = found.values()
    told = []
    findings_saved.connect(lambda findings, **_: told.append(len(findings)), weak=False, dispatch_uid="here")
    try:
        changed = by_team(trip, {one.pk: ("must", "It is free."), two.pk: ("skip", "It has steps.")})
        again = by_team(trip, {one.pk: ("must", "It is free.")})
    finally:
        findings_saved.disconnect(dispatch_uid="here")
    assert [row.pk for row in changed] == [one.pk, two.pk] and again == [] and told == [2]
    assert stand(one) == ("must", "agent", "It is free.") and stand(three) == ("", "", "")
    with pytest.raises(ValueError):
        by_team(trip, {one.pk: ("maybe", "why")})


def test_what_is_ranked_by_hand_no_agent_moves(trip, found) -> None:
    one = found["Kinkaku-ji"]
    by_team(trip, {one.pk: ("could", "It is outdoors.")})
    assert by_hand(one, "must")
    assert by_team(trip, {one.pk: ("skip", "It is dear.")}) == []
    assert stand(one) == ("must", "traveller", "")
    assert not by_hand(one, "must")


def test_the_same_tier_by_hand_makes_it_theirs(trip, found) -> None:
    one = found["Kinkaku-ji"]
    by_team(trip, {one.pk: ("must", "It is free.")})
    assert by_hand(one, "must") and stand(one) == ("must", "traveller", "")


def test_given_back_it_is_the_teams_again(trip, found) -> None:
    one = found["Kinkaku-ji"]
    by_hand(one, "must")
    assert by_hand(one, "") and stand(one) == ("", "", "")
    assert by_team(trip, {one.pk: ("could", "It is dear.")})
    assert stand(one) == ("could", "agent", "It is dear.") and one.tier_before == []


def test_every_move_by_hand_is_undone_to_what_it_was(trip, found) -> None:
    one = found["Kinkaku-ji"]
    by_team(trip, {one.pk: ("could", "It is outdoors.")})
    for tier in ("must", "skip"):
        by_hand(one, tier)
    assert undo(one) and stand(one) == ("must", "traveller", "")
    assert undo(one) and stand(one) == ("could", "agent", "It is outdoors.")
    assert not undo(one)


def test_a_place_within_its_tier_is_kept_and_undone(trip, found) -> None:
    one, two, three = found.values()
    by_team(trip, {row.pk: ("could", "It is dear.") for row in (one, two, three)})

    def order(tier: str = "could") -> list[str]:
        return [row.name for row in prioritising.in_order(trip.findings.filter(tier=tier))]

    assert order() == [one.name, two.name, three.name]
    assert prioritising.step(three, -1) and order() == [one.name, three.name, two.name]
    assert stand(three) == ("could", "traveller", "") and stand(two)[1] == "agent"
    assert prioritising.before(one, two.pk, "could") and order() == [three.name, one.name, two.name]
    assert not prioritising.before(one, two.pk, "could")
    assert prioritising.step(three, -1) and order("should") == [three.name]
    assert undo(three) and order() == [three.name, one.name, two.name]
    for row in (one, three):
        by_hand(row, "should")
    three.refresh_from_db()
    assert prioritising.step(three, 1) and order("should") == [one.name, three.name]
    three.refresh_from_db()
    assert prioritising.step(three, 1) and order("should") == [one.name]
    assert order() == [three.name, two.name]
    by_team(trip, {two.pk: ("skip", "It has steps.")})
    two.refresh_from_db()
    assert two.position == 0 and not prioritising.step(two, 1)


def test_only_the_newest_moves_are_kept(found) -> None:
    one = found["Kinkaku-ji"]
    for number in range(prioritising.MOVES_KEPT + 5):
        by_hand(one, ("must", "skip")[number % 2])
    one.refresh_from_db()
    assert len(one.tier_before) == prioritising.MOVES_KEPT


def test_what_is_not_for_them_is_in_no_tier(trip, found) -> None:
    one = found["Kinkaku-ji"]
    finding.judge(one, "dismissed")
    assert not by_hand(one, "must") and by_team(trip, {one.pk: ("must", "It is free.")}) == []
    assert stand(one) == ("", "", "")


def test_a_tier_there_is_not_is_an_error_and_another_trip_is_left_alone(trip, found) -> None:
    one = found["Kinkaku-ji"]
    with pytest.raises(ValueError):
        by_hand(one, "maybe")
    other = Trip.objects.create()
    assert by_team(other, {one.pk: ("must", "It is free.")}) == []


def test_every_move_by_hand_is_announced_and_no_move_of_the_team(trip, found) -> None:
    told = []

    def listen(finding, before, own_tier_before, **_) -> None:
        told.append((finding.tier, before, own_tier_before))

    finding_judged.connect(listen, dispatch_uid="here")
    try:
        one = found["Kinkaku-ji"]
        by_team(trip, {one.pk: ("could", "It is dear.")})
        by_hand(one, "must")
        by_hand(one, "should")
        undo(one)
    finally:
        finding_judged.disconnect(dispatch_uid="here")
    assert told == [("must", "new", ""), ("should", "new", "must"), ("must", "new", "should")]


def test_memory_learns_what_is_put_first_or_left_out_and_unlearns_it(trip, found) -> None:
    one = found["Kinkaku-ji"]
    by_hand(one, "should")
    assert events_of(trip) == []
    by_hand(one, "must")
    by_hand(one, "could")
    by_hand(one, "skip")
    kept = [(event["line"], event["gone"], event["trusted"]) for event in events_of(trip)]
    first = "Put first among what was found: Kinkaku-ji (place) in Kyoto."
    assert kept == [
        (first, False, True),
        (first, True, True),
        ("Left out of what was found: Kinkaku-ji (place) in Kyoto.", False, True),
    ]
    assert {(event["trigger"], event["namespace"], event["slot"]) for event in events_of(trip)} == {
        ("finding ranked", "preferences", f"finding {one.pk}")
    }


def test_a_name_that_is_in_no_row_of_ours_makes_a_proposal(trip, found) -> None:
    by_hand(found["Somebody's Garden"], "must")
    (event,) = events_of(trip)
    assert event["by_hand"] and not event["trusted"]
