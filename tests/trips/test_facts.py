"""Facts change whole or not at all, say what is missing, read well, and assume in the open."""

from __future__ import annotations

import datetime as dt
import re
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import trips.facts
from trips.catalogue.gazetteer import default_gazetteer
from trips.facts import (
    MAX_DAYS,
    PATHS,
    Applied,
    apply_changes,
    assume,
    default_currency,
    describe,
    differences,
    missing_facts,
    optional_topics,
    working_order,
)
from trips.schemas import Change, Dates, Destination, Party, TripFacts

TODAY = dt.date(2026, 11, 21)


def change(path: str, value=None, op: str = "set", subject: str = "") -> Change:
    return Change(path=path, op=op, value=value, subject=subject, quote="as said")


def apply(*changes: Change, facts: TripFacts | None = None) -> Applied:
    return apply_changes(facts or TripFacts(), changes, today=TODAY, gazetteer=default_gazetteer())


def facts_of(*changes: Change) -> TripFacts:
    applied = apply(*changes)
    assert not applied.problems
    return applied.facts


BOSTON = (
    change("destinations", "Boston", "add"),
    change("dates.start", "2027-02-15"),
    change("dates.end", "2027-02-18"),
    change("party.adults", 2),
    change("budget.level", "mid"),
)


class TestApplying:
    def test_the_given_facts_stay_as_they_are(self) -> None:
        before = facts_of(*BOSTON)
        copy = before.model_copy(deep=True)
        apply(change("must_do", "Freedom Trail", "add"), change("dates.days", 9), facts=before)
        apply(change("destinations.nights", 2, subject="Boston"), change("party.ages", "4"), facts=before)
        assert before == copy

    def test_what_changed_is_told_with_old_new_and_quote(self) -> None:
        applied = apply(*BOSTON, change("party.adults", 4))
        last = applied.applied[-1]
        assert (last.path, last.op, last.old, last.new, last.quote) == (
            "party.adults",
            "set",
            2,
            4,
            "as said",
        )

    def test_a_change_to_the_same_value_is_no_change(self) -> None:
        applied = apply(*BOSTON, change("party.adults", 2), change("destinations", "boston", "add"))
        assert [one.path for one in applied.applied].count("party.adults") == 1
        assert [place.name for place in applied.facts.destinations] == ["Boston"]
        assert not applied.problems

    def test_a_bad_change_leaves_the_good_ones(self) -> None:
        applied = apply(change("party.adults", -1), change("party.children", 2), change("no.such", 1))
        assert applied.facts.party.children == 2 and applied.facts.party.adults is None
        assert len(applied.problems) == 2

    @pytest.mark.parametrize(
        ("changes", "problem"),
        [
            ([change("dates.start", "2020-03-03")], "in the past"),
            ([change("dates.start", "2027-05-20"), change("dates.end", "2027-05-10")], "before it starts"),
            ([change("dates.start", "2027-01-01"), change("dates.end", "2027-12-01")], "too long"),
            ([change("dates.days", 400)], "too long"),
            ([change("dates.days", 0)], "at least one day"),
            ([change("dates.start", "next week")], "date like"),
            ([change("dates.start", "2099-01-01")], "too far ahead"),
            ([change("dates.earliest", "2027-05-10"), change("dates.latest", "2027-05-01")], "before"),
            ([change("party.adults", 0)], "at least one traveller"),
            ([change("party.adults", -2)], "at least one traveller"),
            ([change("party.adults", 31)], "too many"),
            ([change("party.adults", 20), change("party.children", 11)], "too many"),
            ([change("party.adults", "two")], "a number"),
            ([change("party.ages", "4,20")], "up to 17"),
            ([change("rooms", 0)], "rooms"),
            ([change("budget.amount", -5)], "negative"),
            ([change("budget.amount", "lots")], "a sum"),
            ([change("budget.currency", "XYZ")], "no currency"),
            ([change("budget.level", "gigantic")], "one of low, mid, high"),
            ([change("pace", None)], "one of"),
            ([change("stay.stars", 9)], "stars"),
            ([change("transport_bans", "rocket", "add")], "one of"),
            ([change("must_do", "  ", "add")], "empty"),
            ([change("must_do", "x" * 500, "add")], "too long"),
            ([change("must_do", "Louvre", "remove")], "not among"),
            ([change("destinations", "Rome", "remove")], "not among"),
            ([change("destinations.nights", 3, subject="Rome")], "not among"),
            ([change("appointments", "wedding|2020-01-01", "add")], "in the past"),
            ([change("appointments", "wedding|2027-01-01|25:00", "add")], "like 14:30"),
            ([change("caps", "shoes|100|EUR", "add")], "stay, food, transport or visits"),
            ([change("party", 3)], "no fact called"),
            ([change("origin", "")], "empty"),
        ],
    )  # fmt: skip
    def test_nonsense_is_refused_in_a_sentence(self, changes: list[Change], problem: str) -> None:
        applied = apply(*changes)
        assert len(applied.problems) == 1
        assert problem in applied.problems[0]
        assert applied.problems[0].endswith(".") and not applied.problems[0][0].islower()

    @pytest.mark.parametrize(
        "changes",
        [
            (
                change("destinations.nights", 5, subject="Tokyo"),
                change("destinations.nights", 4, subject="Kyoto"),
                change("dates.days", 10),
            ),
            (change("dates.end", "2027-08-09"), change("dates.start", "2027-08-03")),
        ],
    )
    def test_a_working_order_puts_behind_what_needs_the_others(self, changes: tuple[Change, ...]) -> None:
        before = facts_of(
            change("destinations", "Tokyo", "add"),
            change("destinations", "Kyoto", "add"),
            change("dates.start", "2027-03-01"),
            change("dates.days", 4),
        )
        assert apply(*changes, facts=before).problems
        ordered = working_order(before, changes, today=TODAY, gazetteer=default_gazetteer())
        assert not apply(*ordered, facts=before).problems
        assert sorted(one.path for one in ordered) == sorted(one.path for one in changes)

    def test_a_working_order_keeps_what_never_makes_sense(self) -> None:
        changes = [change("dates.days", 400), change("party.adults", 2)]
        ordered = working_order(TripFacts(), changes, today=TODAY, gazetteer=default_gazetteer())
        assert [one.path for one in ordered] == ["party.adults", "dates.days"]

    def test_half_a_change_is_never_applied(self) -> None:
        before = facts_of(change("party.adults", 2), change("party.ages", "4"))
        applied = apply(change("party.ages", "7,20", "add"), facts=before)
        assert applied.problems and applied.facts == before


class TestDates:
    def test_start_and_length_make_the_end(self) -> None:
        dates = facts_of(change("dates.start", "2027-05-03"), change("dates.days", 7)).dates
        assert dates.end == dt.date(2027, 5, 9)

    def test_end_and_length_make_the_start(self) -> None:
        dates = facts_of(change("dates.days", 7), change("dates.end", "2027-05-09")).dates
        assert dates.start == dt.date(2027, 5, 3)

    def test_what_follows_is_told_with_the_same_quote(self) -> None:
        applied = apply(change("dates.days", 7), change("dates.start", "2027-05-03")).applied
        assert [(one.path, one.new, one.quote) for one in applied[1:]] == [
            ("dates.start", "2027-05-03", "as said"),
            ("dates.end", "2027-05-09", "as said"),
        ]

    def test_a_new_length_moves_the_end(self) -> None:
        dates = facts_of(*BOSTON, change("dates.days", 6)).dates
        assert (dates.start, dates.end) == (dt.date(2027, 2, 15), dt.date(2027, 2, 20))

    def test_a_start_a_day_earlier_makes_the_trip_longer(self) -> None:
        assert facts_of(*BOSTON, change("dates.start", "2027-02-14")).dates.days == 5

    def test_a_start_far_away_moves_the_whole_trip(self) -> None:
        dates = facts_of(*BOSTON, change("dates.start", "2027-05-03")).dates
        assert (dates.end, dates.days) == (dt.date(2027, 5, 6), 4)

    @pytest.mark.parametrize("start", ["2027-01-03", "2027-05-03"])
    def test_a_new_range_comes_out_right_one_change_at_a_time(self, start: str) -> None:
        first = dt.date.fromisoformat(start)
        last = first + dt.timedelta(days=6)
        dates = facts_of(*BOSTON, change("dates.start", start), change("dates.end", last.isoformat())).dates
        assert (dates.start, dates.end, dates.days) == (first, last, 7)

    def test_a_window_elsewhere_lets_go_of_the_exact_dates(self) -> None:
        dates = facts_of(
            *BOSTON, change("dates.earliest", "2027-04-01"), change("dates.latest", "2027-04-30")
        ).dates
        assert dates == Dates(earliest=dt.date(2027, 4, 1), latest=dt.date(2027, 4, 30), days=4)

    def test_a_window_around_the_dates_keeps_them(self) -> None:
        dates = facts_of(*BOSTON, change("dates.earliest", "2027-02-01")).dates
        assert dates.start == dt.date(2027, 2, 15)

    def test_exact_dates_outside_an_old_window_win(self) -> None:
        facts = facts_of(
            change("dates.earliest", "2027-04-01"), change("dates.latest", "2027-04-30"), *BOSTON
        )
        assert facts.dates.earliest is None and facts.dates.start == dt.date(2027, 2, 15)

    def test_an_earlier_window_replaces_a_later_one(self) -> None:
        dates = facts_of(
            change("dates.earliest", "2027-04-01"),
            change("dates.latest", "2027-04-30"),
            change("dates.earliest", "2027-06-01"),
            change("dates.latest", "2027-06-30"),
        ).dates
        assert (dates.earliest, dates.latest) == (dt.date(2027, 6, 1), dt.date(2027, 6, 30))

    @given(
        start=st.dates(TODAY, TODAY + dt.timedelta(days=700)),
        days=st.lists(st.integers(1, MAX_DAYS), min_size=1, max_size=4),
    )
    @settings(max_examples=40, deadline=None)
    def test_start_length_and_end_always_agree(self, start: dt.date, days: list[int]) -> None:
        facts = facts_of(change("dates.start", start.isoformat()), *[change("dates.days", n) for n in days])
        assert facts.dates.end == start + dt.timedelta(days=days[-1] - 1)


class TestPlaces:
    def test_names_are_looked_up(self) -> None:
        facts = facts_of(
            change("origin", "JFK"),
            change("destinations", "Marrakech", "add"),
            change("destinations", "Japan", "add"),
        )
        assert facts.origin.city_id == 5128581 and facts.origin.name == "New York"
        city, country = facts.destinations
        assert (city.kind, city.country, city.name) == ("city", "MA", "Marrakech")
        assert (country.kind, country.country, country.city_id) == ("country", "JP", None)

    def test_a_spelling_mistake_gets_the_right_name(self) -> None:
        assert facts_of(change("destinations", "marakech", "add")).destinations[0].name == "Marrakesh"

    def test_an_unknown_place_is_kept_without_an_id(self) -> None:
        place = facts_of(change("destinations", "Hogsmeade", "add")).destinations[0]
        assert place == Destination(name="Hogsmeade")

    def test_a_qualifier_finds_the_namesake_and_stays_out_of_the_name(self) -> None:
        place = facts_of(change("destinations", "Portland, Maine", "add")).destinations[0]
        assert place.name == "Portland" and place.city_id == 4975802

    def test_a_destination_takes_the_place_of_another(self) -> None:
        facts = facts_of(
            change("destinations", "Tokyo", "add"),
            change("destinations", "Kyoto", "add"),
            change("destinations.nights", 4, subject="Kyoto"),
            change("destinations", "Osaka", subject="Kyoto"),
        )
        assert [(place.name, place.nights) for place in facts.destinations] == [("Tokyo", None), ("Osaka", 4)]

    def test_set_without_a_subject_leaves_one(self) -> None:
        facts = facts_of(*BOSTON, change("destinations", "Rome", "add"), change("destinations", "Oslo"))
        assert [place.name for place in facts.destinations] == ["Oslo"]

    def test_another_name_of_a_destination_removes_it(self) -> None:
        facts = facts_of(change("destinations", "Venice", "add"), change("destinations", "Venezia", "remove"))
        assert facts.destinations == []

    def test_nights_of_all_cities_make_the_length(self) -> None:
        facts = facts_of(
            change("destinations", "Tokyo", "add"),
            change("destinations", "Kyoto", "add"),
            change("destinations.nights", 5, subject="Tokyo"),
            change("destinations.nights", 4, subject="Kyoto"),
        )
        assert facts.dates.days == 10 and all(place.fixed for place in facts.destinations)

    def test_more_nights_than_the_trip_has_are_refused(self) -> None:
        applied = apply(*BOSTON, change("destinations.nights", 4, subject="Boston"))
        assert "4 nights, but 4 days have 3" in applied.problems[0]


class TestPeopleAndLists:
    def test_ages_set_the_number_of_children(self) -> None:
        assert facts_of(change("party.ages", "4,7")).party == Party(children=2, ages=[4, 7])

    def test_fewer_children_let_go_of_the_ages(self) -> None:
        assert facts_of(change("party.ages", "4,7"), change("party.children", 0)).party.ages == []

    def test_entries_come_once_and_go_by_name(self) -> None:
        facts = facts_of(
            change("must_do", "Freedom Trail", "add"),
            change("must_do", "freedom trail", "add"),
            change("must_do", "Fenway Park", "add"),
            change("must_do", "the Freedom Trail", "remove"),
        )
        assert facts.must_do == ["Fenway Park"]

    def test_a_form_sets_a_whole_list(self) -> None:
        facts = facts_of(change("interests", "History, food, history"), change("must_do", "A, B; C"))
        assert facts.interests == ["history", "food"] and facts.must_do == ["A, B", "C"]

    def test_removing_without_a_value_empties(self) -> None:
        facts = facts_of(change("interests", "history"), change("interests", None, "remove"))
        assert facts.interests == []

    def test_appointments_and_caps_are_rows(self) -> None:
        facts = facts_of(
            change("appointments", "wedding|2027-02-16|15:00|18:00|Porto", "add"),
            change("caps", "food|300|eur", "add"),
            change("caps", "food|250|EUR", "add"),
        )
        wedding = facts.appointments[0]
        assert (wedding.date, wedding.start, wedding.where) == (dt.date(2027, 2, 16), dt.time(15), "Porto")
        assert [(cap.category, cap.amount, cap.currency) for cap in facts.caps] == [
            ("food", Decimal(250), "EUR")
        ]


class TestWords:
    def test_missing_in_asking_order(self) -> None:
        order = ["destinations", "dates.start", "dates.end", "party.adults", "budget"]
        assert missing_facts(TripFacts()) == order
        assert missing_facts(facts_of(*BOSTON)) == []
        assert missing_facts(facts_of(change("party.children", 2)))[3] == "party.adults"
        assert "budget" not in missing_facts(facts_of(change("budget.amount", 100)))

    def test_optional_topics(self) -> None:
        assert optional_topics(TripFacts()) == ["origin", "pace", "interests", "must_do"]
        assert optional_topics(facts_of(change("pace", "packed"))) == ["origin", "interests", "must_do"]

    def test_every_fact_has_a_line(self) -> None:
        facts = facts_of(
            *BOSTON,
            change("origin", "New York"),
            change("party.ages", "4,7"),
            change("budget.amount", 6000),
            change("budget.currency", "USD"),
            change("budget.scope", "total"),
            change("budget.approximate", True),
            change("dietary", "gluten_free", "add"),
            change("transport_bans", "flight", "add"),
            change("stay.stars", "4.5"),
            change("car.at_hand", "yes"),
            change("travel_by", "train", "add"),
            change("hours.first", "10:00"),
            change("hours.rest", "13:00–15:00"),
        )
        lines = {line.label: line.text for line in describe(facts)}
        assert lines == {
            "To": "Boston",
            "From": "New York",
            "When": "15–18 February 2027 (4 days)",
            "Who": "2 adults, 2 children (4, 7)",
            "Budget": "about $6,000 in all, mid-range",
            "Diet": "gluten-free",
            "Not by": "plane",
            "Stay": "4.5 stars",
            "Car": "own car",
            "By": "train (not planned for yet)",
            "Hours": "not before 10:00, rest 13:00–15:00 (not planned for yet)",
        }
        assert {line.path for line in describe(facts)} <= set(PATHS)

    def test_a_window_reads_as_one(self) -> None:
        facts = facts_of(
            change("dates.earliest", "2027-04-01"),
            change("dates.latest", "2027-04-30"),
            change("dates.days", 10),
        )
        assert describe(facts)[0].text == "within 1–30 April 2027 (10 days)"

    def test_the_documented_paths_are_the_paths(self) -> None:
        table = re.findall(r"^\| ([\w., ]+) \|", trips.facts.__doc__, re.MULTILINE)
        named = {path.strip() for row in table for path in row.split(",")} - {"path"}
        assert named == set(PATHS)

    def test_every_path_takes_a_change(self) -> None:
        values = {
            "place": "Boston", "date": "2027-02-15", "integer": 3, "amount": 4, "flag": True, "text": "EUR",
            "list": "4",
        }  # fmt: skip
        for path, rule in PATHS.items():
            value = rule.choices[0] if rule.choices else values.get(rule.kind)
            value = {"appointments": "wedding", "caps": "food|100|EUR"}.get(path, value)
            base = (change("destinations", "Boston", "add"),) if path == "destinations.nights" else ()
            applied = apply(*base, change(path, value, rule.ops[0], "Boston" if base else ""))
            assert not applied.problems, path
            assert applied.applied[-1].path == path or any(one.path == path for one in applied.applied)
            assert rule.description and rule.label


class TestAssuming:
    def test_all_that_is_missing_is_assumed_in_sentences(self) -> None:
        facts = facts_of(change("destinations", "Boston", "add"))
        assumed = assume(facts, missing_facts(facts), TODAY, default_gazetteer())
        after = apply_changes(facts, [one for one, _ in assumed], today=TODAY, gazetteer=default_gazetteer())
        assert missing_facts(after.facts) == [] and not after.problems
        assert all(sentence.startswith("I assume") and sentence.endswith(".") for _, sentence in assumed)
        assert all(not one.quote for one, _ in assumed)

    def test_the_ledgers_topics_are_understood(self) -> None:
        facts = facts_of(change("destinations", "Boston", "add"))
        paths = [one.path for one, _ in assume(facts, ["dates", "party"], TODAY, default_gazetteer())]
        assert paths == ["dates.start", "dates.end", "party.adults"]

    def test_the_destination_is_never_assumed(self) -> None:
        assumed = assume(TripFacts(), ["destinations"], TODAY, default_gazetteer())
        assert assumed == []

    def test_a_month_gives_a_saturday_in_its_middle(self) -> None:
        facts = facts_of(
            change("dates.earliest", "2027-04-01"),
            change("dates.latest", "2027-04-30"),
            change("dates.days", 10),
        )
        (start, sentence), (end, _) = assume(facts, ["dates"], TODAY, default_gazetteer())
        assert (start.value, end.value) == ("2027-04-10", "2027-04-19")
        assert "10–19 April 2027" in sentence

    def test_known_facts_are_left_alone(self) -> None:
        assert assume(facts_of(*BOSTON), ["dates", "party", "budget"], TODAY, default_gazetteer()) == []

    def test_a_country_gets_cities_and_the_planner_shares_the_nights(self) -> None:
        facts = facts_of(change("destinations", "Japan", "add"), change("dates.days", 10))
        assumed = assume(facts, ["destinations", "dates"], TODAY, default_gazetteer())
        after = apply_changes(facts, [one for one, _ in assumed], today=TODAY, gazetteer=default_gazetteer())
        assert not after.problems
        assert {place.name for place in after.facts.destinations} == {"Tokyo", "Kyoto", "Osaka"}
        assert all(place.nights is None for place in after.facts.destinations)

    @pytest.mark.parametrize(
        ("nights", "taken"), [(None, ["Tokyo", "Kyoto"]), (3, ["Tokyo", "Kyoto", "Osaka"])]
    )
    def test_a_country_stands_for_its_cities_that_were_named(
        self, nights: int | None, taken: list[str]
    ) -> None:
        named = [change("destinations", name, "add") for name in ("Japan", "Kyoto", "Tokyo")]
        told = [change("destinations.nights", nights, subject=name) for name in ("Kyoto", "Tokyo") if nights]
        facts = facts_of(*named, change("dates.days", 14), *told)
        found = [entry for entry, _ in assume(facts, ["destinations"], TODAY, default_gazetteer())]
        assert [entry.value for entry in found] == taken

    def test_a_country_without_curated_cities_gets_known_ones(self) -> None:
        facts = facts_of(change("destinations", "Portugal", "add"), change("dates.days", 8))
        assumed = assume(facts, ["destinations"], TODAY, default_gazetteer())
        names = [one.value for one, _ in assumed if one.path == "destinations"]
        assert names[0] == "Lisbon" and len(names) == 2

    @pytest.mark.parametrize(
        ("changes", "currency"),
        [
            ([], "USD"),
            ([change("origin", "Lyon")], "EUR"),
            ([change("origin", "Tokyo"), change("budget.currency", "CHF")], "CHF"),
            ([change("origin", "Hogsmeade")], "USD"),
        ],
    )
    def test_the_currency_of_the_trip(self, changes: list[Change], currency: str) -> None:
        assert default_currency(facts_of(*changes), default_gazetteer()) == currency


def test_what_is_other_is_told_with_what_it_was() -> None:
    before = TripFacts(destinations=[Destination(name="Tokyo"), Destination(name="Kyoto")], pace="relaxed")
    now = before.model_copy(update={"destinations": [Destination(name="Tokyo")], "pace": None, "rooms": 2})
    assert differences(before, now) == {
        "To": "Tokyo (was Tokyo, Kyoto)",
        "Rooms": "2",
        "Pace": "nothing (was relaxed)",
    }
    assert differences(before, before) == {}
