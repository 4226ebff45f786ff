"""Findings into tiers by code: what comes first, what fits, reasons that are true of row and facts."""

from __future__ import annotations

import datetime as dt
import time
from collections import Counter
from typing import Any

import pytest

from trips.catalogue.gazetteer import default_gazetteer
from trips.planning.finding_merits import Candidate, CityStay
from trips.planning.picking import Pool
from trips.planning.ranking_findings import RankedFinding, most_musts, rank
from trips.planning.request import request_of
from trips.planning.wishes import must_dos, tags_of_interest
from trips.schemas import Budget, Destination, Party, Place, TripFacts

TODAY = dt.date(2026, 11, 22)
GAZETTEER = default_gazetteer()
#: A Monday in a wet month of Kyoto.
START = dt.date(2027, 3, 1)


def stay_in(
    city: str = "Kyoto", days: int = 3, *, dated: bool = True, start: dt.date = START, **facts: Any
) -> CityStay:
    found = GAZETTEER.best_city(city)
    facts.setdefault("party", Party(adults=2))
    here = Destination(name=found.name, city_id=found.id, country=found.country)
    dates = [start + dt.timedelta(days=number) for number in range(days)]
    asked = TripFacts(destinations=[here], dates={"start": dates[0], "end": dates[-1]}, **facts)
    request = request_of(asked, GAZETTEER, today=TODAY)
    pool = Pool(request, found)
    return CityStay(found.name, pool, days, tuple(dates) if dated else (), tuple(must_dos(request)))


def rows_of(city: str = "kyoto") -> list[Place]:
    return [row for row in GAZETTEER.places(city) if row.kind in ("visit", "food")]


def candidate(row: Place, key: int, **more: Any) -> Candidate:
    return Candidate(key, row.name, "food" if row.kind == "food" else "place", row, **more)


def all_of(city: str = "kyoto", **more: Any) -> list[Candidate]:
    return [candidate(row, number, **more) for number, row in enumerate(rows_of(city))]


def by_name(candidates: list[Candidate], ranked: list[RankedFinding]) -> dict[str, RankedFinding]:
    names = {one.key: one.name for one in candidates}
    return {names[one.key]: one for one in ranked}


def tiers_of(candidates: list[Candidate], ranked: list[RankedFinding], *, food: bool) -> Counter[str]:
    kinds = {one.key: one.food for one in candidates}
    return Counter(one.tier for one in ranked if kinds[one.key] is food)


# --- Tiers ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("pace", ["relaxed", "moderate", "packed"])
@pytest.mark.parametrize("days", [1, 3, 9])
def test_every_finding_is_ranked_once_and_no_more_come_first_than_fit(pace: str, days: int) -> None:
    stay, candidates = stay_in(days=days, pace=pace, interests=["gardens"]), all_of()
    ranked = rank(candidates, stay)
    assert sorted(one.key for one in ranked) == [one.key for one in candidates]
    for food, room in ((False, stay.visits), (True, stay.meals)):
        counts = tiers_of(candidates, ranked, food=food)
        assert counts["must"] + counts["should"] <= room
        assert counts["must"] <= max(1, room // 2)
    assert all(one.reason.endswith(".") and 3 <= len(one.reason) <= 300 for one in ranked)


def test_a_slower_pace_and_fewer_days_leave_less() -> None:
    def first(**more: Any) -> int:
        ranked = rank(all_of(), stay_in(interests=["history"], **more))
        return sum(one.tier in ("must", "should") for one in ranked)

    assert first(days=2, pace="relaxed") < first(days=2, pace="packed") < first(days=5, pace="packed")


def test_what_they_named_is_a_must_and_what_they_kept_at_least_a_should() -> None:
    stay = stay_in(must_do=["Fushimi Inari"], interests=["food"])
    candidates = [
        candidate(row, number, kept="you kept it" * (number % 10 == 9))
        for number, row in enumerate(rows_of())
    ]
    found = by_name(candidates, rank(candidates, stay))
    assert found["Fushimi Inari Taisha"].tier == "must"
    assert found["Fushimi Inari Taisha"].reason.startswith("You named it yourself")
    kept = [found[one.name] for one in candidates if one.kept and "closed on" not in found[one.name].reason]
    assert kept and {one.tier for one in kept} <= {"must", "should"}
    assert all(one.reason.startswith(("You kept it", "You named")) for one in kept)


def test_a_named_thing_of_no_row_is_a_must_too() -> None:
    stay = stay_in(must_do=["the moss garden of my aunt"])
    (one,) = rank([Candidate(1, "Moss garden of my aunt", "place")], stay)
    assert (one.tier, one.reason.split(",")[0].rstrip(".")) == ("must", "You named it yourself")


def test_what_is_ranked_by_hand_is_left_alone_and_takes_its_room() -> None:
    stay = stay_in(days=1, pace="relaxed", interests=["gardens"])
    rows = [row for row in rows_of() if row.kind == "visit"]
    own = [candidate(row, number, tier="must" if number < 3 else "") for number, row in enumerate(rows)]
    ranked = rank(own, stay)
    assert {0, 1, 2}.isdisjoint(one.key for one in ranked)
    assert "must" not in {one.tier for one in ranked} and "should" not in {one.tier for one in ranked}
    assert most_musts(own, stay) == (0, 2)


# --- Reasons that hold -----------------------------------------------------------------------------


def test_each_reason_is_true_of_its_row() -> None:
    facts = {
        "interests": ["gardens"],
        "budget": Budget(level="low"),
        "cuisines": ["ramen"],
        "pace": "relaxed",
    }
    stay, candidates = stay_in(days=4, **facts), all_of()
    told = Counter()
    for one in rank(candidates, stay):
        row = next(candidate.place for candidate in candidates if candidate.key == one.key)
        if "it is free" in one.reason.casefold():
            told["free"] += 1
            assert row.price.adult == 0 and row.kind == "visit"
        if "asked for gardens" in one.reason:
            told["gardens"] += 1
            assert "garden" in row.tags
        if "ramen you like" in one.reason:
            told["ramen"] += 1
            assert "ramen" in " ".join([row.cuisine or "", *row.dishes]).casefold()
        if "it is dear" in one.reason.casefold():
            told["dear"] += 1
            assert row.price.adult > 0
    assert all(told[word] for word in ("free", "gardens", "ramen")), told


def test_only_cold_is_a_reason_against_what_is_out_of_doors() -> None:
    """A month's mean of rain says little of a day."""
    rows = {one.key: one.place for one in all_of("boston")}

    def outdoors(month: int) -> list[Place]:
        there = stay_in("Boston", start=dt.date(2027, month, 10))
        return [rows[one.key] for one in rank(all_of("boston"), there) if "out of doors" in one.reason]

    assert outdoors(1) and all(row.outdoor for row in outdoors(1)) and outdoors(4) == []


def test_a_reason_names_an_interest_only_where_the_place_is_that_and_not_akin() -> None:
    """A zoo with a park in it answers no interest in gardens; a wide interest is answered by each of its
    tags."""
    for interest, words in (("gardens", "asked for gardens"), ("nature", "asked for nature")):
        stay, candidates = stay_in("Tokyo", days=4, interests=[interest]), all_of("tokyo")
        tags = {one.key: set(one.place.tags) for one in candidates}
        told = [tags[one.key] for one in rank(candidates, stay) if words in one.reason]
        assert told and all(found & tags_of_interest(interest) for found in told)
        if interest == "gardens":
            assert all("garden" in found for found in told)
            zoo = next(one for one in candidates if one.place.id == "tokyo:ueno-zoo")
            (ranked,) = [one for one in rank(candidates, stay) if one.key == zoo.key]
            assert "gardens" not in ranked.reason
        else:
            assert any("animals" in found for found in told)


def test_what_does_not_suit_is_skipped_and_says_why() -> None:
    stay = stay_in(
        "Tokyo",
        access=["wheelchair"],
        dietary=["vegan"],
        avoid=["markets"],
        party=Party(adults=2, children=1, ages=[6]),
    )
    candidates = all_of("tokyo")
    reasons = {
        "It does not suit you: not step-free.": lambda row: row.step_free in ("no", "partly"),
        "It does not suit you: no vegan dishes in our data.": lambda row: "vegan" not in row.diet,
        "You asked to avoid markets.": lambda row: "market" in row.tags or "Market" in row.name,
    }
    seen = set()
    for one in rank(candidates, stay):
        row = next(candidate.place for candidate in candidates if candidate.key == one.key)
        for reason, holds in reasons.items():
            if one.reason == reason:
                seen.add(reason)
                assert one.tier == "skip" and holds(row), row.name
        if one.tier in ("must", "should"):
            assert row.step_free == "yes" and (row.kind == "visit" or "vegan" in row.diet), row.name
    assert seen == set(reasons)


def test_closed_on_all_of_their_days_wins_over_every_wish() -> None:
    """A Monday alone: the National Museum is closed then."""
    stay = stay_in("Tokyo", days=1, must_do=["Tokyo National Museum"])
    found = by_name(candidates := all_of("tokyo"), rank(candidates, stay))
    museum = found["Tokyo National Museum"]
    assert museum.tier == "skip"
    assert museum.reason == "You named it yourself, but it is closed on your day in Tokyo."


def test_without_dates_nothing_is_said_of_hours() -> None:
    candidates = all_of("tokyo")
    assert not any("closed" in one.reason for one in rank(candidates, stay_in("Tokyo", days=1, dated=False)))


def test_what_nobody_knows_of_an_unlisted_thing_holds_it_back() -> None:
    stay = stay_in(dietary=["vegan"], cuisines=["ramen"])
    unknown = Candidate(1, "Counter by the river", "food", data={"cuisine": "ramen"})
    known = Candidate(2, "Green Bowl", "food", data={"cuisine": "ramen", "diet": ["Vegan"]})
    found = {one.key: one for one in rank([unknown, known], stay)}
    assert found[1].tier == "could" and "Whether it has vegan dishes is not known." in found[1].reason
    assert found[2].tier == "must" and "it has vegan dishes" in found[2].reason


def test_an_assumed_stay_is_called_so() -> None:
    stay = stay_in()
    assert stay.days_in_words == "your 3 days in Kyoto"
    assumed = CityStay("Kyoto", stay.pool, 2, assumed=True)
    assert assumed.days_in_words == "the 2 days we assume for Kyoto"
    assert stay.room_in_words == "at a moderate pace your 3 days in Kyoto hold up to 5 visits each"


def test_the_same_input_gives_the_same_order_and_four_hundred_take_no_time() -> None:
    stay = stay_in(days=5, interests=["gardens", "history"], avoid=["crowds"])
    candidates = all_of()
    candidates += [
        Candidate(1000 + number, f"Alley {number}", "place", data={"summary": "A garden behind walls."})
        for number in range(400)
    ]
    first = rank(candidates, stay)
    started = time.perf_counter()
    assert rank(candidates, stay) == first
    assert time.perf_counter() - started < 2.0
