"""What is planned with imported rows is credited wherever it shows, also when they are taken out again."""

from __future__ import annotations

import html

import pytest
from django.test import Client

from tests.agents.offline.test_corrections import said, words_of
from tests.pages.reading import HTMX, address
from tests.trips.imported import ATTRIBUTION, import_town, imported_rows
from trips.catalogue.credits import OSM_COPYRIGHT
from trips.finding import FoundRow, save_findings
from trips.models import PlaceSource, Traveller, Trip
from trips.places import current_gazetteer
from trips.starting import start_trip

LINK = f'href="{OSM_COPYRIGHT}"'
WISH = (
    "A trip to Vaduz from Zurich, 10 to 12 May 2027, 2 adults, mid-range budget, relaxed pace, "
    "I love history, must see the Museum Rosenegg 3"
)


@pytest.fixture
def offered(built) -> Trip:
    return built(beside_imported_rows)


def beside_imported_rows() -> Trip:
    import_town(imported_rows())
    trip = start_trip(Traveller.objects.create_user("ada"))
    said(trip, WISH)
    said(trip, "yes")
    return trip


@pytest.fixture
def ada(offered: Trip) -> Client:
    client = Client()
    client.force_login(offered.owner)
    return client


def board(ada: Client, trip: Trip, **query: str) -> str:
    return html.unescape(ada.get(address("board", trip), query, **HTMX).content.decode())


def test_cards_and_the_comparison_credit_what_they_name(offered: Trip, ada: Client) -> None:
    assert offered.options.count() > 1
    for view in ("options", "compare"):
        shown = board(ada, offered, view=view)
        assert "Rosenegg" in shown and shown.count(LINK) == 1, view


def test_findings_are_credited_by_their_row_and_without_it(offered: Trip, ada: Client) -> None:
    row = imported_rows()[0]
    town = current_gazetteer().city_of(row)
    told = FoundRow("place", row.name, row.id, {}, row.source, row.grade, row.url)
    save_findings(offered, None, town, [told])
    offered.options.all().delete()
    for view in ("priorities", "research"):
        assert LINK in board(ada, offered, view=view), view
    PlaceSource.objects.all().delete()
    assert row.name in (shown := board(ada, offered, view="priorities")) and LINK in shown


def test_the_dialogue_of_a_day_and_of_a_stop_credits_its_choices(offered: Trip, ada: Client) -> None:
    said(offered, "/select 1")
    offered.refresh_from_db()
    visit = next(item for item in offered.plan.plan.items() if item.kind == "visit")
    for query in ({"day": "2"}, {"item": visit.uid}):
        assert LINK in ada.get(address("edit_plan", offered), query).text


def test_an_answer_that_names_a_row_credits_it_and_another_does_not(offered: Trip) -> None:
    said(offered, "/select 1")
    offered.refresh_from_db()
    visit = next(item for item in offered.plan.plan.items() if item.kind == "visit")
    named = words_of(said(offered, f"Is {visit.title} open on Tuesday?"))
    assert visit.title in named and f"[Contains {ATTRIBUTION}]({OSM_COPYRIGHT})" in named
    assert ATTRIBUTION not in words_of(said(offered, "Which currency do they use there?"))


def test_a_chosen_plan_is_credited_when_its_rows_are_gone(offered: Trip, ada: Client) -> None:
    said(offered, "/select 1")
    PlaceSource.objects.all().delete()
    offered.refresh_from_db()
    visit = next(item for item in offered.plan.plan.items() if item.kind == "visit")
    pages = [board(ada, offered, view=view) for view in ("plan", "agenda", "options")]
    files = [
        ada.get(address(name, offered)) for name in ("download_ics", "download_markdown", "download_plan")
    ]
    texts = [*pages, ada.get(address("print_agenda", offered)).text]
    texts += [answer.content.decode().replace("\r\n ", "") for answer in files]
    for text in texts:
        assert visit.title in text and OSM_COPYRIGHT in text
    assert OSM_COPYRIGHT in words_of(said(offered, "/agenda day 1"))
    assert said(offered, f"/plan lock {visit.title}").status == "done"
    said(offered, "/plan yes")
    offered.refresh_from_db()
    assert [credit.url for credit in offered.plan.plan.credits] == [OSM_COPYRIGHT]
