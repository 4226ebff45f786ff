"""Priorities on the board: tiers with reasons, a move by each button, undone; with and without a script."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from memory.models import Extraction
from tests.pages.reading import HTMX, address
from tests.trips.told import member_of, signed_in
from trips import finding, prioritising
from trips.catalogue.gazetteer import default_gazetteer
from trips.models import Finding, Member, Trip, Turn
from trips.schemas import Destination, TripFacts

pytestmark = pytest.mark.django_db

KYOTO = default_gazetteer().best_city("Kyoto")


@pytest.fixture
def found(trip: Trip) -> Trip:
    trip.facts_json = TripFacts(
        destinations=[Destination(name="Kyoto", city_id=KYOTO.id, country="JP")]
    ).model_dump(mode="json")
    trip.save()
    turn = Turn.objects.create(trip=trip, number=1, status=Turn.Status.DONE)
    rows = [
        finding.FoundRow("place", "Kinkaku-ji", "kyoto:kinkaku-ji", {"area": "Kita"}),
        finding.FoundRow("activity", "Zazen <b>morning</b>"),
        finding.FoundRow("food", "Choice"),
    ]
    finding.save_findings(trip, turn, KYOTO, rows)
    keys = list(trip.findings.order_by("pk").values_list("pk", flat=True))
    prioritising.by_team(trip, {keys[0]: ("could", "It is out of doors."), keys[1]: ("must", "It is free.")})
    return trip


def board(client: Client, trip: Trip, more: str = "") -> str:
    return client.get(f"{address('board', trip)}?view=priorities{more}", **HTMX).content.decode()


def post(client: Client, trip: Trip, data: dict[str, str], more: str = ""):
    return client.post(f"{address('rank_findings', trip)}?view=priorities{more}", data, **HTMX)


def test_a_price_says_whom_it_is_for_beside_it(owner, found: Trip) -> None:
    """Of one from the web, which is for one person, nothing is said for two."""
    Finding.objects.filter(name="Choice").update(data={"price": "from ¥900"})
    found.facts_json["party"] = {"adults": 2}
    found.currency = "JPY"
    found.save()
    page = board(owner, found)
    assert (
        re.search(r"· ¥1,000 for 2</span>", page) and "from ¥900</span>" in page and "Prices are" not in page
    )


def tier(page: str, name: str) -> str:
    """One tier of the page."""
    return page.split(f'data-tier="{name}"')[1].split("</section>")[0]


def status(page: str) -> str:
    return re.search(r'role="status"[^>]*>(.*?)</p>', page)[1]


def of(trip: Trip, name: str) -> Finding:
    return trip.findings.get(name=name)


def test_every_finding_stands_in_its_tier_with_its_reason_and_counts(owner, found):
    page = board(owner, found)
    assert 'data-view="priorities"' in page and re.search(
        r'aria-current="page">(<svg.*?</svg>)?\s*<span>Priorities<', page
    )
    assert "Kinkaku-ji" in tier(page, "could") and "It is out of doors." in tier(page, "could")
    assert "It is free." in tier(page, "must") and "<b>morning</b>" not in page
    assert "Choice" in tier(page, "") and "Not sorted yet" in tier(page, "")
    numbers = [
        re.search(r'class="num">(\d+)<', tier(page, name))[1]
        for name in ("must", "should", "could", "skip", "")
    ]
    assert numbers == ["1", "0", "1", "0", "1"]
    assert 'name="line" value="/prioritize Kyoto"' in page


@pytest.mark.parametrize("to", ["must", "should", "skip"])
def test_a_button_of_its_menu_moves_it_and_it_is_theirs(owner, found, to: str):
    row = of(found, "Kinkaku-ji")
    page = post(owner, found, {to: str(row.pk)}).content.decode()
    row.refresh_from_db()
    assert (row.tier, row.tier_by) == (to, "traveller")
    assert "Kinkaku-ji" in tier(page, to) and "your decision" in tier(page, to)
    first = " 1 of 2," if to == "must" else ""
    assert status(page) == f"Kinkaku-ji: {to.capitalize()},{first} your decision."
    assert f'name="undo" value="{row.pk}"' in page.split('class="ranks-said"')[1].split("</div>")[0]


def test_undo_gives_back_what_the_team_had_said(owner, found):
    row = of(found, "Kinkaku-ji")
    post(owner, found, {"must": str(row.pk)})
    page = post(owner, found, {"undo": str(row.pk)}).content.decode()
    assert "It is out of doors." in tier(page, "could")
    assert status(page) == "Kinkaku-ji: Could, sorted for you again."
    assert 'name="undo"' not in page


def test_given_back_it_waits_to_be_sorted(owner, found):
    row = of(found, "Kinkaku-ji")
    page = post(owner, found, {"should": str(row.pk)}).content.decode()
    assert f'name="team" value="{row.pk}"' in tier(page, "should")
    page = post(owner, found, {"team": str(row.pk)}).content.decode()
    assert "Kinkaku-ji" in tier(page, "") and "given back" in status(page)
    assert f'name="undo" value="{row.pk}"' in tier(page, "")


def test_a_must_of_theirs_is_learnt(owner, found):
    row = of(found, "Kinkaku-ji")
    post(owner, found, {"must": str(row.pk)})
    events = Extraction.objects.get(kind="documents").source["events"]
    assert [(event["trigger"], event["line"]) for event in events] == [
        ("finding ranked", "Put first among what was found: Kinkaku-ji (place) in Kyoto.")
    ]


def test_without_a_script_the_reader_comes_back_to_the_card(owner, found):
    row = of(found, "Choice")
    answer = owner.post(address("rank_findings", found), {"could": str(row.pk)})
    assert answer["Location"] == (
        f"{address('workspace', found)}?tab=trip&view=priorities&moved={row.pk}#rank-{row.pk}"
    )
    page = owner.get(answer["Location"]).content.decode()
    assert "Choice" in tier(page, "could") and status(page) == "Choice: Could, 1 of 2, your decision."


def test_its_own_tier_is_off_in_the_menu_and_another_word_changes_nothing(owner, found):
    row = of(found, "Zazen <b>morning</b>")
    card = tier(board(owner, found), "must")
    assert re.findall(r'name="(\w+)" value="\d+" disabled', card) == ["must"]
    post(owner, found, {"maybe": str(row.pk)})
    row.refresh_from_db()
    assert (row.tier, row.tier_by) == ("must", "agent")


def test_a_long_tier_folds_and_what_was_moved_stands_first(owner, found):
    rows = [finding.FoundRow("place", f"Shrine {number}") for number in range(16)]
    last = finding.save_findings(found, None, KYOTO, rows)[-1]
    page = post(owner, found, {"skip": str(last.pk)}).content.decode()
    assert re.search(r"<summary>4 more</summary>.*?Shrine 14", tier(page, ""), re.S)
    page = post(owner, found, {"should": str(last.pk)}).content.decode()
    assert tier(page, "should").index("Shrine 15") < 900


def test_a_row_let_go_before_another_stays_there(owner, found):
    rows = [of(found, name) for name in ("Kinkaku-ji", "Zazen <b>morning</b>", "Choice")]
    for row in rows:
        post(owner, found, {"could": str(row.pk), "before": ""})
    kinds = [row.pk for row in rows]
    assert re.findall(r'id="rank-(\d+)"', tier(board(owner, found), "could")) == [str(pk) for pk in kinds]
    page = post(owner, found, {"could": str(kinds[2]), "before": str(kinds[1])}).content.decode()
    assert status(page) == "Choice: Could, 2 of 3, your decision."
    assert post(owner, found, {"could": str(kinds[2]), "before": "x"}).status_code == 404


@pytest.mark.parametrize("number", ["0", "-1", "x", "9" * 30, ""])
def test_a_finding_there_is_not_is_not_found(owner, found, number: str):
    assert post(owner, found, {"could": number}).status_code == 404


def test_a_finding_of_another_trip_is_not_found(owner, found, traveller, stranger):
    other = Trip.objects.create()
    Member.objects.create(trip=other, traveller=traveller, role=Member.Role.OWNER, name="Someone")
    row = of(found, "Kinkaku-ji")
    assert post(owner, other, {"could": str(row.pk)}).status_code == 404
    assert post(stranger, found, {"could": str(row.pk)}).status_code == 404
    assert owner.get(address("rank_findings", found)).status_code == 405


def test_a_viewer_reads_tiers_and_reasons_and_has_no_buttons(found):
    viewer = signed_in(member_of(found, "vera", Member.Role.VIEWER))
    page = board(viewer, found)
    assert "It is free." in tier(page, "must")
    ranks = page.split('class="ranks"')[1].split("</section>")[0]
    assert "<button" not in ranks and "#read-" in ranks and '"/prioritize' not in page
    assert post(viewer, found, {"could": str(of(found, "Choice").pk)}).status_code == 404


def test_what_is_not_for_them_is_in_no_tier(owner, found):
    finding.judge(of(found, "Kinkaku-ji"), "dismissed")
    page = board(owner, found)
    assert "Kinkaku-ji" not in tier(page, "could")
    assert "in no tier: Kinkaku-ji." in page


def test_one_city_at_a_time_and_a_move_stays_there(owner, found):
    finding.save_findings(found, None, "Nara", [finding.FoundRow("place", "Deer Park")])
    page = board(owner, found)
    assert "Deer Park" not in page and re.search(r'option=Nara"[^>]*>Nara <span class="num">1<', page)
    nara = board(owner, found, "&option=Nara")
    assert 'data-view="priorities:Nara"' in nara and "Kinkaku-ji" not in nara.split('class="ranks"')[1]
    page = post(owner, found, {"could": str(of(found, "Deer Park").pk)}, "&option=Nara").content.decode()
    assert 'data-view="priorities:Nara"' in page and "Deer Park" in tier(page, "could")
    assert 'data-view="priorities"' in board(owner, found, "&option=Atlantis")


def test_four_hundred_findings_stay_a_page_of_bounded_size_and_few_queries(
    owner, found, django_assert_max_num_queries
):
    rows = [
        finding.FoundRow("place", f"Garden of the {number}th lantern keeper", "", {"area": "Higashiyama"})
        for number in range(400)
    ]
    finding.save_findings(found, None, KYOTO, rows)
    tiers = ("must", "should", "could", "skip")
    why = "It answers your interests in gardens and history, and it is free. 9 others come first in Kyoto."
    prioritising.by_team(
        found, {key: (tiers[key % 4], why) for key in found.findings.values_list("pk", flat=True)}
    )
    with django_assert_max_num_queries(60):
        page = owner.get(f"{address('workspace', found)}?tab=trip&view=priorities").content.decode()
    assert page.count('<li id="rank-') == 403
    assert len(page.encode()) < 330_000, len(page.encode())


def test_where_nothing_was_found_the_page_says_what_comes_first(owner, trip):
    page = board(owner, trip)
    assert 'data-view="priorities"' in page and "Nothing is found yet" in page
    assert 'name="line" value="/prioritize' not in page and "data-tier" not in page
