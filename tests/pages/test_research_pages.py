"""Findings on the board: cards by city, the buttons of a card, filter, sources; with and without a script."""

from __future__ import annotations

import datetime as dt
import re

import pytest
from django.test import Client

from memory.models import Extraction
from tests.pages.reading import HTMX, address, key_in
from tests.trips.told import member_of, signed_in
from trips import fact_log, finding, limits
from trips.catalogue.gazetteer import default_gazetteer
from trips.models import Member, Message, Trip, Turn
from trips.schemas import Change, Destination, TripFacts

pytestmark = pytest.mark.django_db

KYOTO = default_gazetteer().best_city("Kyoto")


@pytest.fixture
def researched(trip: Trip) -> Trip:
    trip.facts_json = TripFacts(
        destinations=[
            Destination(name="Kyoto", city_id=KYOTO.id, country="JP"),
            Destination(name="Porto", city_id=2735943, country="PT"),
        ]
    ).model_dump(mode="json")
    trip.save()
    turn = Turn.objects.create(trip=trip, number=1, status=Turn.Status.DONE)
    finding.save_findings(
        trip,
        turn,
        KYOTO,
        [
            finding.FoundRow(
                "place",
                "Kinkaku-ji",
                "kyoto:kinkaku-ji",
                {
                    "summary": "The golden pavilion.",
                    "area": "Kita",
                    "price": "¥500 a person",
                    "hours": "daily 09:00–17:00",
                    "as_of": "2026-11",
                },
                "written from general knowledge",
                "curated",
            ),
            finding.FoundRow("activity", "Zazen <b>morning</b>", "", {"summary": "Sit."}),
            finding.FoundRow("food", "Choice", "", {"summary": "Vegan.", "meals": ["lunch"]}),
        ],
    )
    finding.save_intel(
        trip, turn, KYOTO, {"weather": "March 8 °C.", "customs": "Shoes off."}, source="our data",
        grade="estimate", facts_key=finding.facts_key_of(trip.facts),
    )  # fmt: skip
    return trip


def board(client: Client, trip: Trip, option: str = "") -> str:
    query = f"?view=research&option={option}" if option else "?view=research"
    return client.get(address("board", trip) + query, **HTMX).content.decode()


def post(client: Client, name: str, trip: Trip, number: int, **more):
    return client.post(address(name, trip, number) + "?view=research", **more)


def card(page: str, row) -> str:
    return page.split(f'<li id="finding-{row.pk}"')[1].split("</li>")[0]


def test_a_card_says_what_it_costs_when_it_opens_and_whom_to_believe(owner, researched):
    page = board(owner, researched)
    assert 'data-view="research"' in page and re.search(
        r'aria-current="page">(<svg.*?</svg>)?\s*<span>Research<', page
    )
    told = card(page, researched.findings.get(kind="place"))
    for words in ("Kinkaku-ji", "Kita", "The golden pavilion.", "¥500 a person", "daily 09:00–17:00"):
        assert words in told
    assert re.search(r"Curated, written from general knowledge, Nov 2026; found \d+ \w+ \d{4}", told)
    assert "March 8 °C." in page and "Shoes off." in page and "Estimate, our data" in page
    assert "<b>morning</b>" not in page


def test_what_fits_comes_first_in_their_words_and_prices_are_for_all_of_them(owner, researched):
    facts = researched.facts
    facts.party.adults, facts.budget.currency = 2, "JPY"
    researched.facts_json = facts.model_dump(mode="json")
    researched.save()
    liked = [Change(path="interests", op="add", value="architecture", quote="tiles")]
    fact_log.change_facts(researched, liked, by="traveller", today=dt.date(2026, 11, 28))
    rows = [
        finding.FoundRow("place", name, "", {"summary": summary, "tags": ["architecture"]})
        for name, summary in (("Old Gate", "A wooden gate."), ("Kiln", "Glazed tiles on every wall."))
    ]
    finding.save_findings(researched, researched.turns.last(), KYOTO, rows)
    page = board(owner, researched)
    order = [page.index(f">{name}</b>") for name in ("Old Gate", "Kiln", "Kinkaku-ji")]
    assert order == sorted(order)
    assert "<em>architecture</em>" in card(page, researched.findings.get(name="Old Gate"))
    assert "<em>tiles</em>" in card(page, researched.findings.get(name="Kiln"))
    assert "¥1,000 for 2" in card(page, researched.findings.get(name="Kinkaku-ji"))


def test_an_empty_page_shows_what_there_is_to_see(owner, trip):
    trip.facts_json = TripFacts(
        destinations=[Destination(name="Kyoto", city_id=KYOTO.id, country="JP")]
    ).model_dump(mode="json")
    trip.save()
    page = board(owner, trip)
    assert "<h2>Worth seeing there</h2>" in page and page.count('<ul class="dash-list"><li><b>') == 1
    assert '<button type="submit" class="button small primary">Find more in Kyoto</button>' in page


def test_cities_without_research_have_a_button_that_is_their_command(owner, researched):
    page = board(owner, researched)
    missing = page.split("Not researched yet")[1]
    assert 'name="line" value="/research Porto"' in missing and ">Research Porto<" in missing
    assert 'name="line" value="/research all"' in page
    assert 'name="line" value="/research Kyoto"' in page and ">Find more in Kyoto<" in page


def test_a_long_list_folds_and_what_is_planned_stands_first_with_its_day(owner, researched, monkeypatch):
    rows = [finding.FoundRow("food", f"Kitchen {number}", f"kyoto:{number}") for number in range(7)]
    finding.save_findings(researched, None, KYOTO, rows)
    monkeypatch.setattr("agents.board.research.planned_on", lambda trip: {"kyoto:6": dt.date(2027, 4, 11)})
    food = board(owner, researched).split("<h4>To eat")[1]
    first, others = food.split("<summary>4 more to eat</summary>")
    assert first.index("Kitchen 6") < first.index("in the plan, Sun") < first.index("Choice")
    assert "Kitchen 5" in others and "Kitchen 5" not in first


def test_keeping_is_undone_by_the_same_button(owner, researched):
    row = researched.findings.get(kind="place")
    told = card(post(owner, "keep_finding", researched, row.pk, **HTMX).content.decode(), row)
    row.refresh_from_db()
    assert row.state == "kept" and 'aria-pressed="true"' in told and f'id="keep-{row.pk}"' in told
    assert address("restore_finding", researched, row.pk) in told
    post(owner, "restore_finding", researched, row.pk, **HTMX)
    row.refresh_from_db()
    assert row.state == "new"


def test_not_for_me_leaves_a_line_to_take_it_back_and_is_learnt(owner, researched):
    row = researched.findings.get(kind="place")
    told = card(post(owner, "dismiss_finding", researched, row.pk, **HTMX).content.decode(), row)
    assert "not for you" in told and "Put back" in told and "golden" not in told
    events = Extraction.objects.get(kind="documents").source["events"]
    assert [(event["trigger"], event["namespace"]) for event in events] == [
        ("finding dismissed", "preferences")
    ]
    post(owner, "restore_finding", researched, row.pk)
    row.refresh_from_db()
    assert row.state == "new"


def test_what_is_pinned_stands_first(owner, researched):
    finding.save_findings(researched, None, KYOTO, [finding.FoundRow("place", "Nijo Castle")])
    second = researched.findings.get(name="Nijo Castle")
    page = post(owner, "pin_finding", researched, second.pk, **HTMX).content.decode()
    assert page.index("Nijo Castle") < page.index("Kinkaku-ji")
    page = post(owner, "unpin_finding", researched, second.pk, **HTMX).content.decode()
    assert page.index("Nijo Castle") > page.index("Kinkaku-ji")


def test_without_a_script_the_reader_comes_back_to_the_card(owner, researched):
    row = researched.findings.get(kind="food")
    answer = owner.post(address("keep_finding", researched, row.pk) + "?option=food")
    assert answer.status_code == 302
    assert answer["Location"] == (
        f"{address('workspace', researched)}?tab=trip&view=research&option=food#finding-{row.pk}"
    )
    page = owner.get(answer["Location"]).content.decode()
    assert f'<li id="finding-{row.pk}" class="finding is-kept"' in page


def test_the_filter_shows_one_kind_and_stays_after_a_click(owner, researched):
    page = board(owner, researched, "food")
    assert 'data-view="research:food"' in page
    assert "Choice" in page and "Kinkaku-ji" not in page
    row = researched.findings.get(kind="food")
    assert f"{address('keep_finding', researched, row.pk)}?view=research&amp;option=food" in page
    finding.judge(row, "kept")
    kept = board(owner, researched, "kept")
    assert "Choice" in kept and "Kinkaku-ji" not in kept
    nonsense = board(owner, researched, "nonsense")
    assert 'data-view="research"' in nonsense and "Kinkaku-ji" in nonsense


def test_asking_more_is_a_message_with_its_name_once_a_page(owner, researched):
    row = researched.findings.get(kind="place")
    key = key_in(card(board(owner, researched), row))
    for _click in range(2):
        answer = owner.post(address("ask_finding", researched, row.pk), {"client_key": key}, **HTMX)
        assert answer.status_code == 200
    message = Message.objects.get(trip=researched, author="traveller")
    assert message.text == "Tell me more about Kinkaku-ji in Kyoto."
    other = researched.findings.get(kind="food")
    answer = owner.post(address("ask_finding", researched, other.pk), {"client_key": key})
    assert answer["Location"] == address("workspace", researched)
    assert Message.objects.filter(trip=researched, author="traveller").count() == 2


def test_asking_too_often_is_refused_in_words(owner, researched, settings):
    settings.RATE_LIMITS = True
    row = researched.findings.get(kind="place")
    answers = [
        owner.post(address("ask_finding", researched, row.pk), **HTMX).status_code
        for _n in range(settings.WAITING_TURNS_A_TRIP + 2)
    ]
    assert answers[0] == 200 and answers[-1] in (422, 429)
    assert limits.MESSAGES


def test_a_viewer_reads_the_cards_and_has_no_buttons(researched):
    viewer = signed_in(member_of(researched, "vera", Member.Role.VIEWER))
    page = board(viewer, researched)
    told = card(page, researched.findings.get(kind="place"))
    assert "The golden pavilion." in told and "<button" not in told and '"/research' not in page
    row = researched.findings.get(kind="place")
    assert post(viewer, "keep_finding", researched, row.pk).status_code == 404


def test_a_finding_of_another_trip_is_not_there(owner, researched, stranger):
    row = researched.findings.get(kind="place")
    assert stranger.post(address("keep_finding", researched, row.pk)).status_code == 404
    assert owner.get(address("keep_finding", researched, row.pk)).status_code == 405


def test_where_nothing_was_found_the_page_says_what_comes_first(owner, trip):
    page = owner.get(address("board", trip) + "?view=research", **HTMX).content.decode()
    assert 'data-view="research"' in page and "<h2>Research</h2>" in page
    assert "Say first where you want to go." in page and 'name="line"' not in page


def test_nothing_is_filtered_where_nothing_was_found(researched: Trip) -> None:
    def shown() -> str:
        return signed_in(researched.owner).get(f"{address('workspace', researched)}?view=research").text

    assert "found-filter" in shown()
    researched.findings.all().delete()
    assert "Practical facts" in shown() and "found-filter" not in shown()
