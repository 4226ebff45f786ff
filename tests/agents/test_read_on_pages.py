"""Hours, prices and closures that pages state: over our rows for this trip, down to the checks of a plan."""

from __future__ import annotations

import json
from decimal import Decimal

import pytest

from agents.board.board import board_of
from agents.turns import claim
from tests.agents.companions.researched import answer, place
from tests.agents.talking import run
from tests.agents.web_passes import answering, kind_of, kinds, searching
from tests.story.telling import mind_at, say
from tests.trips.travelling import told, with_plan
from tests.wire.messages import failure
from tests.wire.server import Exchange, messages_server
from tests.wire.web import said, search, web_answer
from trips import changing, choosing, finding
from trips.agendas import today_of_plan
from trips.catalogue.gazetteer import default_gazetteer
from trips.exports.plan_file import plan_json
from trips.models import Option, Trip, Turn
from trips.places import current_gazetteer, gazetteer_for
from trips.planning.validator import check_plan
from trips.planning.validator.document import read_document
from trips.schemas import Price

pytestmark = pytest.mark.django_db(transaction=True)

HOUSE, HOUSE_ID = "Old State House", "boston:old-state-house"  # planned on a Monday
PAGE = "https://oldstatehouse.example/visit"
READ = web_answer(
    search("Old State House hours", (PAGE, "Visit")),
    said("The Old State House is open from Tuesday to Sunday, 9am to 5pm. An adult pays 18 USD.", PAGE),
    said(" It is shut from 4 January.", PAGE),
)
HOURS, PRICES = 13, 6
EMPTY = {"activities": [], "food": [], "facts": []}


def rows(**stated) -> dict:
    return answer("Boston", places=[place(HOUSE, **{"source": "1", **stated})], **EMPTY)


MONDAYS = rows(hours="Tue–Sun 09:00–17:00", closed=["mon"])


@pytest.fixture(autouse=True)
def searched(settings):
    with searching(settings):
        yield


@pytest.fixture
def boston(trip: Trip) -> Trip:
    with_plan(trip, "01-boston")
    _judge(trip.plan, trip)
    return trip


def _judge(row, trip: Trip) -> None:
    row.verdict_json = check_plan(row.plan, trip.facts, current_gazetteer()).model_dump(mode="json")
    row.save()


def research(trip: Trip, pages: dict, line: str = "/research Boston") -> Turn:
    with messages_server(answering(search=READ, pages=pages)) as server:
        turn = say(trip, line, mind_at(server.url))
    assert turn.status == "done", turn.error
    return turn


def failed(verdict) -> dict[int, str]:
    return {result.id: result.message for result in verdict.failed}


def words_of(turn: Turn) -> str:
    return "\n".join(turn.messages.filter(author="agent").values_list("text", flat=True))


# --- Rows and checks ---------------------------------------------------------------------------


def test_what_a_page_says_lies_over_our_row_for_this_trip_alone(boston: Trip) -> None:
    research(boston, rows(hours="Tue–Sun 09:00–17:00", price=18, currency="USD"))
    row, ours = gazetteer_for(boston).place(HOUSE_ID), default_gazetteer().place(HOUSE_ID)
    assert "mon" not in row.hours.week and row.price.adult == 18 and "mon" in ours.hours.week
    today = today_of_plan(boston.plan.plan).isoformat()
    for source in (row.source_of("hours"), row.source_of("price")):
        assert (source.grade, source.url, source.as_of) == ("web", PAGE, today)
    assert (row.grade, row.lat, row.price.child) == (ours.grade, ours.lat, ours.price.child)


def test_closed_on_a_monday_fails_on_a_monday_and_is_told(boston: Trip) -> None:
    assert HOURS not in failed(boston.plan.verdict)
    turn = research(boston, MONDAYS)
    assert "By what pages say today, 1 check of your plan fails that did not before." in words_of(turn)
    assert "15:15–16:15) is closed on Mondays (oldstatehouse.example, read " in words_of(turn)
    assert HOUSE in failed(boston.plan.verdict)[HOURS]
    assert HOUSE in failed(changing.base_of(boston).verdict)[HOURS]


def test_the_plan_file_brings_along_what_was_read_and_nothing_else(boston: Trip) -> None:
    research(boston, MONDAYS)
    boston.refresh_from_db()
    document = read_document(plan_json(boston, boston.plan))
    today, read = today_of_plan(document.plan), document.gazetteer(default_gazetteer())
    verdict = check_plan(document.plan, document.facts, read, today=today)
    assert failed(verdict)[HOURS] == failed(boston.plan.verdict)[HOURS]
    (row,) = [row for row in document.places if row.id == HOUSE_ID]
    ours, free = default_gazetteer().place(HOUSE_ID), Price(adult=Decimal(0), currency="USD")
    claims = row.model_copy(update={"grade": "official", "name": "Free for all", "lat": 0.0, "price": free})
    stranger = row.model_copy(update={"id": "boston:nowhere"})
    told = document.model_copy(update={"places": [claims, stranger]}).gazetteer(default_gazetteer())
    believed = told.place(HOUSE_ID)
    assert believed.hours == row.hours and believed.source_of("hours").url == PAGE
    assert believed.model_copy(update={"hours": ours.hours, "provenance": ours.provenance}) == ours
    assert told.place("boston:nowhere") is None


def test_the_board_shows_the_page_beside_the_hours(boston: Trip) -> None:
    research(boston, MONDAYS)
    page = board_of(boston, {"tab": "plan"}).page
    (entry,) = [entry for day in page.days for entry in day.entries if entry.title == HOUSE]
    assert entry.page.url == PAGE and any("closed on Mondays" in remark.text for remark in entry.remarks)
    card = boston.findings.get(place_id=HOUSE_ID)
    assert (card.grade, card.url, card.data["hours"]) == ("web", PAGE, "Tue–Sun 09:00–17:00")


def test_another_price_and_a_closure_fail_too(boston: Trip) -> None:
    turn = research(boston, rows(price=18, currency="USD", shut_from="2027-01-04"))
    verdict = failed(boston.plan.verdict)
    assert "$36 by oldstatehouse.example, read" in verdict[PRICES] and HOUSE in verdict[HOURS]
    assert f"Left out in Boston: {HOUSE}: closed on all days there." in turn.result["notes"]


@pytest.mark.parametrize(
    "stated",
    [
        {"source": "2", "closed": ["mon"], "price": 18, "currency": "USD"},  # a page that was not found
        {"price": 999, "currency": "USD"},
        {"hours": "whenever", "closed": ["someday"], "opens": "25:00", "shut_until": "2027-02-28"},
    ],
)
def test_what_no_page_says_or_cannot_be_changes_no_row(boston: Trip, stated: dict) -> None:
    research(boston, rows(**stated))
    row, ours = gazetteer_for(boston).place(HOUSE_ID), default_gazetteer().place(HOUSE_ID)
    assert (row.hours, row.price.adult) == (ours.hours, ours.price.adult)
    assert not failed(boston.plan.verdict).keys() & {HOURS}


def test_options_on_offer_and_earlier_versions_are_judged_again(boston: Trip) -> None:
    turn = Turn.objects.create(trip=boston, number=1, status="done", mode="FINALIZE", last_seq=1)
    option = Option.objects.create(
        trip=boston,
        turn=turn,
        position=1,
        plan_json=boston.plan.plan_json,
        verdict_json=boston.plan.verdict_json,
        facts_version=boston.facts_version,
    )
    research(boston, MONDAYS)
    option.refresh_from_db()
    assert HOUSE in failed(option.verdict)[HOURS]


# --- After the choice --------------------------------------------------------------------------


def offered(trip: Trip) -> Option:
    plan, facts = told("01-boston")
    turn = Turn.objects.create(trip=trip, number=1, status="done", mode="FINALIZE", last_seq=1)
    option = Option(trip=trip, turn=turn, position=1, facts_version=trip.facts_version)
    option.plan_json = plan.model_dump(mode="json")
    _judge(option, trip)
    return option


@pytest.fixture
def asked(trip: Trip, settings) -> Trip:
    """Its facts are known, no option is chosen, and research begins by itself."""
    settings.RESEARCH_AFTER_CHOICE = True
    _plan, facts = told("01-boston")
    trip.facts_json = facts.model_dump(mode="json")
    trip.save()
    return trip


def researched(trip: Trip) -> None:
    city = default_gazetteer().best_city("Boston")
    finding.save_intel(trip, None, city, {"money": "Dollars."}, facts_key=finding.facts_key_of(trip.facts))


def after_choice(trip: Trip, **by_kind) -> tuple[Turn, list[Exchange]]:
    with messages_server(answering(**{"search": READ, "pages": MONDAYS} | by_kind)) as server:
        choosing.select(trip, offered(trip))
        job = run(trip.turns.get(kind=Turn.Kind.JOB), mind_at(server.url))
    trip.refresh_from_db()
    return job, server.exchanges


def test_places_of_a_chosen_plan_are_looked_up_though_the_city_is_researched(asked: Trip) -> None:
    researched(asked)
    job, exchanges = after_choice(asked)
    assert job.status == "done" and kinds(exchanges) == ["search", "pages"], job.error
    request = next(exchange.said for exchange in exchanges if kind_of(exchange) == "search")
    assert "Topic: closures" in request and "Look up first: Freedom Trail; " in request and HOUSE in request
    assert HOUSE in failed(asked.plan.verdict)[HOURS]
    assert job.short_summary.startswith("By what pages say today, 1 check of your plan fails")
    assert "hours and prices of 1 of 8 places of the plan" in job.short_summary
    assert asked.city_intel.get().data == {"money": "Dollars."}


def test_a_job_of_a_city_that_is_not_researched_looks_its_places_up_too(asked: Trip) -> None:
    job, exchanges = after_choice(asked)
    request = next(exchange.said for exchange in exchanges if kind_of(exchange) == "search")
    assert "Topic: the city" in request and "Look up first: Freedom Trail; " in request
    assert kinds(exchanges) == ["search", "pages"] and HOUSE in failed(asked.plan.verdict)[HOURS]


def test_a_web_that_fails_leaves_the_plan_as_it_is_and_says_so(asked: Trip) -> None:
    researched(asked)
    job, exchanges = after_choice(asked, search=failure(403, "permission_error", "not enabled"))
    assert job.status == "done" and kinds(exchanges) == ["search"], job.error
    assert any("Nothing came from the web for Boston" in note for note in job.result["notes"])
    assert not failed(asked.plan.verdict).keys() & {HOURS} and not asked.own_places.exists()


def test_with_the_web_switched_off_a_researched_city_is_left_alone(asked: Trip, settings) -> None:
    settings.WEB_SEARCH = "off"
    option = offered(asked)
    researched(asked)
    choosing.select(asked, option)
    assert not asked.turns.filter(kind=Turn.Kind.JOB).exists()


def test_it_is_looked_up_once_for_the_same_places(asked: Trip) -> None:
    option = offered(asked)
    researched(asked)
    choosing.select(asked, option)
    job = asked.turns.get(kind=Turn.Kind.JOB)
    claim(job.pk)
    job.refresh_from_db()
    Turn.objects.filter(pk=job.pk).update(status="stopped")
    asked.refresh_from_db()
    other = Option.objects.create(
        trip=asked,
        turn=option.turn,
        position=2,
        plan_json=option.plan_json,
        verdict_json=option.verdict_json,
        facts_version=asked.facts_version,
    )
    choosing.select(asked, other)
    assert asked.turns.filter(kind=Turn.Kind.JOB).count() == 1


def test_of_a_plan_no_word_of_the_traveller_leaves(asked: Trip) -> None:
    canaries = ("Aunt Philippa", "QX7RT9", "Canaryfield", "theremin")
    option = offered(asked)
    plan = option.plan_json
    item = next(item for day in plan["days"] for item in day["items"] if item.get("place_id") == HOUSE_ID)
    item |= {"title": "Where Aunt Philippa works", "note": "bring the theremin"}
    option.plan_json = plan | {"title": "The Canaryfield trip"}
    option.save()
    asked.bookings.create(kind="visit", title="Aunt Philippa", code="QX7RT9")
    Option.objects.exclude(pk=option.pk).delete()
    with messages_server(answering(search=READ, pages=MONDAYS)) as server:
        choosing.select(asked, option)
        run(asked.turns.get(kind=Turn.Kind.JOB), mind_at(server.url))
    of_the_web = [one for one in server.exchanges if kind_of(one) in ("search", "pages")]
    sent = json.dumps([one.body for one in of_the_web], ensure_ascii=False)
    assert len(of_the_web) == 2 and HOUSE in sent and not [word for word in canaries if word in sent]
