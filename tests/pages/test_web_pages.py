"""The live web on the page: its switch for a trip, what leaves said at its first use, for whom it is."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest
from django.test import Client

from agents import web_access
from agents.models import ModelCall, Switchboard
from tests.pages.reading import HTMX, address
from tests.trips.told import member_of, signed_in
from tests.trips.travelling import with_plan
from trips.catalogue.gazetteer import default_gazetteer
from trips.models import Member, Trip, Turn
from trips.places import save_own_rows
from trips.schemas import Source

pytestmark = pytest.mark.django_db

TERMS = (
    "destination, your dates and your interests, names of sights and restaurants of your plan",
    "None of your words, notes or bookings, and nobody’s name.",
    "$10",
)


@pytest.fixture(autouse=True)
def searched(settings):
    settings.ANTHROPIC_API_KEY = "test-key"
    settings.WEB_SEARCH = "on"
    web_access.forget_refusals()
    yield
    web_access.forget_refusals()


@pytest.fixture
def turn(trip: Trip) -> Turn:
    return Turn.objects.create(
        trip=trip, number=1, status=Turn.Status.DONE, result={"first_web_use": True}, mode="DELEGATE"
    )


def board(client: Client, trip: Trip) -> str:
    return client.get(address("board", trip) + "?view=research", **HTMX).content.decode()


@pytest.fixture
def planned(trip: Trip) -> Trip:
    trip.city_intel.create(city="Lisbon", researched_at=trip.created)
    return trip


def test_the_research_page_says_what_leaves_and_has_the_switch_beside_it(owner, planned) -> None:
    page = board(owner, planned)
    assert all(words in page for words in TERMS) and ">Do without the web<" in page
    to_research = address("switch_web", planned) + "?view=research"
    answer = owner.post(to_research, {"web": "off"}, **HTMX).content.decode()
    planned.refresh_from_db()
    assert not planned.web_search and not web_access.allowed(planned)
    assert ">Search the web<" in answer and "is not searched for this trip" in answer
    answer = owner.post(address("switch_web", planned), {"web": "on"})
    planned.refresh_from_db()
    assert planned.web_search and answer["Location"].endswith("?tab=trip&view=research")


def test_the_first_use_says_what_left_and_what_it_costs_with_the_switch_beside_it(owner, trip, turn) -> None:
    page = owner.get(address("workspace", trip)).content.decode()
    notice = page.split("searched for this trip for the first time")[1].split("</article>")[0]
    assert all(words in notice for words in TERMS)
    assert f'formaction="{address("switch_web", trip)}"' in notice and 'name="web" value="off"' in notice
    owner.post(address("switch_web", trip), {"web": "off"})
    assert "Switched off since." in owner.get(address("workspace", trip)).content.decode()


def test_a_turn_without_it_says_nothing(owner, trip, turn) -> None:
    Turn.objects.update(result={})
    assert "for the first time" not in owner.get(address("workspace", trip)).content.decode()


def test_who_only_reads_sees_no_switch_and_may_not_use_it(planned) -> None:
    viewer = signed_in(member_of(planned, "vera", Member.Role.VIEWER))
    assert "Do without the web" not in board(viewer, planned)
    assert viewer.post(address("switch_web", planned), {"web": "off"}).status_code == 404
    editor = signed_in(member_of(planned, "edda", Member.Role.EDITOR))
    assert editor.post(address("switch_web", planned), {"web": "off"}).status_code == 302


@pytest.mark.parametrize(
    ("setting", "base", "key", "on"),
    [
        ("auto", "", "key", True),
        ("auto", "https://api.anthropic.com", "key", True),
        ("auto", "http://localhost:11434", "key", False),
        ("auto", "https://anthropic.com.evil.example", "key", False),
        ("on", "http://localhost:11434", "", True),
        ("off", "", "key", False),
        ("auto", "", "", False),
        ("on", "", "", False),
        ("nonsense", "", "key", False),
    ],
)
def test_where_the_site_searches_at_all(settings, planned, owner, setting, base, key, on) -> None:
    settings.WEB_SEARCH, settings.ANTHROPIC_BASE_URL, settings.ANTHROPIC_API_KEY = setting, base, key
    assert web_access.offered() is on
    assert ("Do without the web" in board(owner, planned)) is on


@pytest.mark.parametrize(
    ("setting", "profile", "on"),
    [("auto", "anthropic", True), ("auto", "strict", False), ("auto", "plain", False), ("on", "tools", True)],
)
def test_of_itself_it_searches_only_where_the_profile_is_anthropics(settings, setting, profile, on) -> None:
    settings.WEB_SEARCH, settings.MODEL_PROFILE = setting, profile
    assert web_access.offered() is on


# --- The link to a page ------------------------------------------------------------------------


class Links(HTMLParser):
    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[dict[str, str | None]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "a":
            self.found.append(dict(attrs))


@pytest.mark.parametrize(
    ("url", "linked"),
    [
        ("https://museum.pt/hours?a=1&b=2", True),
        ("http://museum.pt", True),
        ("javascript:alert(1)", False),
        ("JaVaScRiPt:alert(1)", False),
        ("data:text/html,<script>alert(1)</script>", False),
        ("//evil.example", False),
        ("ftp://museum.pt", False),
        ('https://museum.pt/"onmouseover="alert(1)', True),
        ("https://museum.pt/'><script>alert(1)</script>", True),
    ],
)
def test_a_source_is_a_link_to_a_page_of_the_web_and_nothing_else(owner, planned, url, linked) -> None:
    planned.findings.create(
        city="Lisbon", kind="place", name="Azulejo", name_key="azulejo", grade="web", url=url,
        source="museum.pt", researched_at=planned.created, data={"as_of": "2026-11-23", "hours": "Tue–Sun"},
    )  # fmt: skip
    planned.city_intel.update(data={"safety": "Mind the tram."}, pages={"safety": url})
    page = board(owner, planned)
    links = [link for link in Links(page).found if link.get("href") == url]
    assert len(links) == (2 if linked else 0) and "<script>alert" not in page
    assert not any(name.startswith("on") for link in links for name in link)
    for link in links:
        assert {"noopener", "noreferrer", "nofollow"} <= set(link["rel"].split())
    assert "Tue–Sun" in page and "read 23 Nov 2026" in page


def test_a_plan_links_the_page_of_its_hours(owner, trip) -> None:
    with_plan(trip, "01-boston")
    row = default_gazetteer().place("boston:old-state-house")
    page = 'https://house.example/?a=1&b="x'
    read = Source(grade="web", url=page, as_of="2026-11-23")
    save_own_rows(trip, None, [row.model_copy(update={"provenance": {"hours": read}})])
    shown = owner.get(address("board", trip) + "?view=plan", **HTMX).content.decode()
    (link,) = [one for one in Links(shown).found if one.get("href") == page]
    assert "nofollow" in link["rel"] and ">house.example</a>&nbsp;· read 23 Nov 2026" in shown


def test_staffs_switch_is_for_all(owner, planned) -> None:
    Switchboard.objects.create(web_on=False)
    assert not web_access.allowed(planned) and "Do without the web" not in board(owner, planned)


def test_a_server_that_refused_is_left_alone(planned) -> None:
    web_access.note_refusal("web search is not enabled for this organization")
    assert not web_access.allowed(planned)
    web_access.forget_refusals()
    assert web_access.allowed(planned)


def test_only_the_first_use_of_a_trip_is_the_first(trip, turn) -> None:
    later = Turn.objects.create(trip=trip, number=2, status=Turn.Status.DONE)
    searched = {"trip": trip, "mind": "claude", "agent": "web", "purpose": "web"}
    ModelCall.objects.create(turn=later, **searched | {"agent": "research"})
    assert not web_access.is_first_use(later)
    ModelCall.objects.create(turn=later, **searched)
    assert not web_access.is_first_use(later)  # turn 1 has said it
    Turn.objects.filter(pk=turn.pk).update(result={})
    assert web_access.is_first_use(later)
