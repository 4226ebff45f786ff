"""What a brief says of a plan, of research and of money that are not as the trip's facts are now."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal

import pytest

from agents.runtime.prompting import masked
from config import clock
from memory.brief import brief_for
from memory.briefing import Briefing, Found, Known, Said, Spent
from memory.sections import context, itinerary, journey, money, research
from memory.sections.fits import unlike_facts
from tests.memory import story
from tests.memory.story import JAPAN
from trips import fact_log, prioritising
from trips.finding import facts_key_of
from trips.models import Booking, Expense, Traveller, Trip
from trips.schemas import Change

KYOTO = {"name": "Kyoto", "kind": "city", "country": "JP", "city_id": 1857910}
NARA = {"name": "Nara", "kind": "city", "country": "JP", "city_id": 1855612}
JAPAN_AS_A_WHOLE = {"name": "Japan", "kind": "country", "country": "JP"}
FACTS = {
    "destinations": [KYOTO],
    "dates": {"start": "2027-04-05", "end": "2027-04-07"},
    "party": {"adults": 2, "children": 1, "ages": [7]},
}


def item(kind: str, start: str, end: str, **given) -> dict:
    return {"kind": kind, "title": "A thing", "start": start, "end": end, "zone": "Asia/Tokyo", **given}


def plan(*cities: str, start: str = "2027-04-05", **given) -> dict:
    first = dt.date.fromisoformat(start)
    days = [
        {"date": (first + dt.timedelta(days=at)).isoformat(), "city": city, "title": "", "items": []}
        for at, city in enumerate(cities)
    ]
    values = {"title": "Quiet", "total": "1800.00", "currency": "USD", "adults": 2, "ages": [7]}
    return {**values, "days": days, "alternatives": [], **given}


def briefing(facts: dict | None = None, **given) -> Briefing:
    values = {"title": "Japan", "today": dt.date(2027, 4, 6), "currency": "USD"}
    return Briefing(**{**values, "facts_json": {**FACTS, **(facts or {})}, **given})


def found(name: str, city: str, **given) -> Found:
    values = {"data": {}, "grade": "curated", "state": "new", "pinned": False, "tier": "must", "reason": ""}
    kind = given.pop("kind", "place")
    return Found(city, kind, name, researched_on=dt.date(2026, 11, 23), **{**values, **given})


# --- The plan ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("facts", "planned", "said"),
    [
        ({}, plan("Kyoto", "Kyoto", "Kyoto"), ""),
        ({"party": {}}, plan("Kyoto", "Kyoto", "Kyoto", adults=1), ""),
        ({"dates": {"earliest": "2027-04-01", "days": 9}}, plan("Kyoto"), ""),
        ({"destinations": [JAPAN_AS_A_WHOLE]}, plan("Nara", "Kyoto", "Kyoto"), ""),
        ({"destinations": []}, plan("Nara", "Kyoto", "Kyoto"), ""),
        (
            {"dates": {"start": "2027-07-12", "end": "2027-07-14"}},
            plan("Kyoto", "Kyoto", "Kyoto"),
            "it is for 5–7 April 2027, the trip is 12–14 July 2027",
        ),
        ({}, plan("Kyoto", "Kyoto"), "it is for 5–6 April 2027, the trip is 5–7 April 2027"),
        ({}, plan("Kyoto", "Kyoto", "Nara"), "it has Nara, no stop of this trip"),
        ({"destinations": [KYOTO, NARA]}, plan("Kyoto", "Kyoto", "Kyoto"), "it has no day in Nara"),
        ({"party": {"adults": 2}}, plan("Kyoto", "Kyoto", "Kyoto"), "it is for 3 travellers, 2 travel"),
    ],
)
def test_a_plan_that_the_facts_left_behind_is_told_so_wherever_it_is_told(
    facts: dict, planned: dict, said: str
) -> None:
    told = briefing(facts, plan=planned)
    assert unlike_facts(told) == (f"not as the trip's facts are now: {said}" if said else "")
    places = [itinerary.itinerary(told), money.spending(told), itinerary.todays_plan(told)]
    for lines in places:
        assert ("not as the trip's facts are now" in "\n".join(lines)) == bool(said and lines)


def test_a_city_that_is_seen_by_day_is_in_the_plan() -> None:
    whole = plan("Kyoto", "Kyoto", "Kyoto")
    there = item("visit", "2027-04-06T10:00:00", "2027-04-06T12:00:00", city_id=NARA["city_id"])
    whole["days"][1]["items"].append(there)
    assert unlike_facts(briefing({"destinations": [KYOTO, NARA]}, plan=whole)) == ""


def test_a_city_is_the_same_under_the_name_our_data_has_for_it() -> None:
    named, ours = {"name": "New York", "kind": "city", "country": "US", "city_id": 5128581}, "New York City"
    whole = plan(ours, ours, ours)
    for day in whole["days"]:
        day["city_id"] = named["city_id"]
    stay = item("stay", "2027-04-05T15:00:00", "2027-04-07T11:00:00", nights=2)
    whole["days"][0]["items"].append(stay)
    rows = (Spent(dt.date(2027, 4, 5), "x", "food", ours, Decimal(5), "USD", Decimal(5)),)
    told = briefing({"destinations": [named]}, plan=whole, expenses=rows)
    assert unlike_facts(told) == ""
    assert "- Cities: New York (2 nights planned)" in context.slim_context(told)
    assert money.spending(told)[-1] == "- By city, New York City: 5 USD in 1 expense"


def test_nights_are_those_that_were_said_else_those_of_a_plan_for_these_facts() -> None:
    whole = plan("Kyoto", "Kyoto", "Kyoto")
    stay = item("stay", "2027-04-05T15:00:00", "2027-04-07T11:00:00", nights=2)
    whole["days"][0]["items"].append(stay)
    said = {"destinations": [{**KYOTO, "nights": 1}]}
    moved = {"dates": {"start": "2027-05-05", "end": "2027-05-09"}}
    told = [context.slim_context(briefing(facts, plan=whole)) for facts in ({}, said, moved)]
    assert [line for lines in told for line in lines if line.startswith("- Cities")] == [
        "- Cities: Kyoto (2 nights planned)",
        "- Cities: Kyoto (1 night)",
        "- Cities: Kyoto",
    ]


def test_a_way_that_ends_on_another_day_or_by_another_clock_says_so() -> None:
    whole = plan("Kyoto", "Kyoto", "Kyoto")
    whole["days"][0]["items"] = [
        item("leg", "2027-04-05T09:00:00", "2027-04-06T14:40:00", mode="flight", end_zone="Asia/Seoul"),
        item("leg", "2027-04-05T22:00:00", "2027-04-06T06:00:00", mode="train"),
        item("leg", "2027-04-05T19:00:00", "2027-04-05T17:05:00", mode="flight", end_zone="America/Denver"),
        item("visit", "2027-04-05T10:00:00", "2027-04-05T11:00:00", end_zone=""),
    ]
    told = [line.strip() for line in itinerary.itinerary(briefing(plan=whole)) if line.startswith("  - ")]
    assert told == [
        "- 09:00–Tue 14:40 local time there A thing (flight)",
        "- 22:00–Tue 06:00 A thing (train)",
        "- 19:00–17:05 local time there A thing (flight)",
        "- 10:00–11:00 A thing (visit)",
    ]


def test_the_day_the_traveller_is_in_is_marked() -> None:
    told = itinerary.itinerary(briefing(plan=plan("Kyoto", "Kyoto", "Kyoto")))
    assert [line for line in told if line.endswith("(today)")] == ["- Tue 2027-04-06, Kyoto (today)"]


# --- Research ------------------------------------------------------------------------------------


def test_what_was_found_in_a_city_that_is_no_stop_is_told_so_and_goes_first() -> None:
    rows = (
        found("Kept park", "Nara", state="kept", pinned=True),
        found("Soup", "Nara", kind="food"),
        found("Gate", "Kyoto", tier="could"),
    )
    intel = (Known("Nara", {"money": "Coins."}, "curated", dt.date(2026, 11, 23)),)
    told = briefing(findings=rows, intel=intel)
    lines = {line.text: line.weight for line in research.findings(told)}
    of_nara = [text for text in lines if "Nara (no stop of this trip)" in text]
    assert len(of_nara) == 2 and max(lines[text] for text in of_nara) < min(
        weight for text, weight in lines.items() if text not in of_nara
    )
    for section in (research.intel, research.research_status, research.priorities, research.food_highlights):
        told_so = [line for line in section(told) if "Nara" in line]
        assert told_so and all("Nara (no stop of this trip)" in line for line in told_so), section
    assert "Nara (no stop of this trip), money: Coins." in money.savings_tips(told)[0]
    assert "no stop" not in "\n".join(research.priorities(briefing({"destinations": []}, findings=rows)))


def test_what_was_researched_for_other_facts_is_told_so() -> None:
    facts = {"other": "No holiday falls on your days."}
    now, then, unknown = (
        briefing(intel=(Known("Kyoto", facts, "curated", dt.date(2026, 11, 23), key),))
        for key in (facts_key_of(briefing().facts), "of other facts", "")
    )
    assert research.intel(unknown) == research.intel(now)
    assert research.intel(now) == ["- Kyoto, other: No holiday falls on your days. (curated, 2026-11-23)"]
    assert research.intel(then)[0].endswith("(curated, 2026-11-23, before the trip's facts changed)")
    assert research.research_status(now) == ["- Kyoto: practical facts, researched 2026-11-23"]
    assert research.research_status(then)[0].endswith(", before the trip's facts changed")


def test_what_the_traveller_kept_reaches_the_planner_before_and_after_it_is_ranked() -> None:
    rows = (
        found("Gate", "Kyoto", state="kept", reason="They named it."),
        found("Pond", "Kyoto", tier="", pinned=True),
        found("Path", "Kyoto", tier=""),
        found("Hall", "Kyoto", tier="could"),
        found("Museum", "Kyoto", tier="should", by_hand=True),
        found("Bar", "Kyoto", tier="", state="dismissed"),
    )
    assert research.priorities(briefing(findings=rows)) == [
        "- must: Gate (place, Kyoto, kept): They named it.",
        "- should: Museum (place, Kyoto, ranked by the traveller)",
        "- could: Hall (place, Kyoto)",
        "- not ranked yet: Pond (place, Kyoto, kept)",
    ]


def test_what_was_dismissed_is_not_counted_as_found() -> None:
    rows = (found("Gate", "Kyoto"), found("Bar", "Kyoto", state="dismissed"))
    status = research.research_status(briefing(findings=rows))
    assert status == ["- Kyoto: 1 place, 1 dismissed, researched 2026-11-23"]


# --- Money and reports ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("budget", "said"),
    [
        ({"amount": "400"}, "- Spent: 500 USD of 400 USD, 100 USD over the budget"),
        ({"amount": "500"}, "- Spent: 500 USD of 500 USD, 0 USD left"),
        ({"amount": "200", "scope": "per_person"}, "- Spent: 500 USD of 600 USD, 100 USD left"),
        ({"amount": "200", "scope": "per_day"}, "- Spent: 500 USD of 600 USD, 100 USD left"),
        ({"amount": "400", "currency": "EUR"}, "- Spent: 500 USD"),
        ({}, "- Spent: 500 USD"),
    ],
)
def test_what_is_spent_is_held_against_the_budget_in_words_that_cannot_be_misread(budget, said) -> None:
    rows = (Spent(dt.date(2027, 4, 5), "x", "food", "Oslo", Decimal(500), "USD", Decimal(500)),)
    told = money.spending(briefing({"budget": budget}, expenses=rows))
    assert told[0] == said
    assert told[-1] == "- By city, Oslo (no stop of this trip): 500 USD in 1 expense"


def test_what_has_no_rate_is_told_beside_the_sums() -> None:
    day = dt.date(2027, 4, 5)
    rows = (
        Spent(day, "lunch", "food", "Kyoto", Decimal(10), "USD", Decimal(10)),
        Spent(day, "tea", "food", "Kyoto", Decimal(30), "XTS", None),
        Spent(day, "cake", "food", "", Decimal(12), "XTS", None),
    )
    told = money.spending(briefing(expenses=rows))
    assert told[:2] == ["- Spent: 10 USD", "- Not in these sums, no rate is known: 42 XTS"]
    assert told[-1] == "- By city, Kyoto: 10 USD in 1 expense"
    assert money.spending(briefing(expenses=rows[:1]))[1].startswith("- By category")


def test_a_daily_sum_without_days_is_no_budget_of_nothing() -> None:
    facts = {"budget": {"amount": "200", "scope": "per_day"}, "dates": {}}
    assert money.whole_budget(briefing(facts).facts, "USD") is None


def test_a_report_of_an_earlier_journey_is_told_so() -> None:
    entries = tuple(Said(dt.date(2027, month, 5), "Fine.", (), (), "", None) for month in (3, 4))
    assert journey.feedback_history(briefing(feedback=entries)) == [
        "- 2027-03-05 (before the trip's days): Fine.",
        "- 2027-04-05: Fine.",
    ]


# --- A trip that changed -------------------------------------------------------------------------


@pytest.fixture
def changed(traveller: Traveller) -> Trip:
    """Planned and on the way in Japan; then its facts became those of a week in Kyoto in June."""
    trip = story.onboarded(traveller, JAPAN)
    story.researched(trip, JAPAN)
    trip.city_intel.update(facts_key=facts_key_of(trip.facts))
    story.prioritised(trip)
    story.planned(trip)
    trip.refresh_from_db()
    story.travelling(trip, JAPAN)
    assert "not as the trip" not in "".join(brief_for(trip, name).text for name in ("planner", "cost"))
    assert "facts changed" not in brief_for(trip, "research").text
    done = fact_log.change_facts(
        trip,
        [
            Change(path="destinations", op="remove", value="Tokyo"),
            Change(path="dates.start", value="2027-06-07"),
            Change(path="dates.end", value="2027-06-13"),
            Change(path="budget.scope", value="per_person"),
        ],
        by="form",
        today=story.TODAY,
    )
    assert not done.problems, done.problems
    trip.refresh_from_db()
    return trip


@pytest.mark.django_db
def test_after_a_change_every_agent_reads_what_does_not_belong_any_more(changed: Trip) -> None:
    briefs = {name: brief_for(changed, name).text for name in ("research", "planner", "scheduler", "cost")}
    for name in ("planner", "scheduler", "cost"):
        assert (
            "not as the trip's facts are now: it is for 5–14 April 2027, the trip is 7–13 June 2027; "
            in (briefs[name])
        )
    for name in ("research", "scheduler"):
        assert "\n- Kyoto, money: " in briefs[name] and "before the trip's facts changed)" in briefs[name]
        assert "\n- Tokyo (no stop of this trip), money: " in briefs[name]


@pytest.mark.django_db
def test_own_ranks_and_sums_without_a_rate_come_to_the_agents(changed: Trip) -> None:
    row = changed.findings.filter(tier="could", state="new", city="Kyoto").first()
    prioritising.by_hand(row, "must")
    assert (
        f"- must: {row.name} ({row.kind}, Kyoto, ranked by the traveller)"
        in brief_for(changed, "planner").text
    )
    Expense.objects.create(
        trip=changed,
        date=dt.date(2027, 4, 6),
        what="tea",
        amount=Decimal(30),
        currency="XTS",
        category="food",
    )
    assert "\n- Not in these sums, no rate is known: 30 XTS\n" in brief_for(changed, "cost").text


@pytest.mark.django_db
def test_a_brief_comes_to_a_model_with_its_days_and_hours(traveller: Traveller) -> None:
    """What is masked for a provider are codes and numbers of people, never a day."""
    trip = story.onboarded(traveller, JAPAN)
    story.researched(trip, JAPAN)
    story.prioritised(trip)
    story.planned(trip)
    trip.refresh_from_db()
    clock.set_now(story.travelling(trip, JAPAN))
    at_ten = dt.datetime(2027, 4, 5, 1, tzinfo=dt.UTC)
    Booking.objects.filter(trip=trip).update(start=at_ten, zone="Asia/Tokyo")
    try:
        for name in ("research", "prioritizer", "planner", "scheduler", "feedback", "cost"):
            text = brief_for(trip, name).text
            assert masked(text) == text
    finally:
        clock.set_now(None)
