"""Listings of guides in three languages: names, places and figures, but no words."""

from __future__ import annotations

import bz2
from decimal import Decimal

import pytest

from tests.trips.catalogue.imports.world import FRAME, LAT, LON, still
from trips.catalogue.city_hours import hours_text
from trips.catalogue.imports import extract as extracting
from trips.catalogue.imports import wikivoyage
from trips.catalogue.imports.extract import Unreadable
from trips.catalogue.imports.wikivoyage import price_in

HERE = f"lat={LAT} | long={LON}"
ENGLISH = f"""'''Schwyz''' is a town. See also [[Schwyz/North|the north]].
==See==
* {{{{see | name=[[Charters|Museum of Charters]] | alt=Bundesbriefmuseum | {HERE}
| hours=Tu–Su 10:00–17:00 | price=8 CHF | lastedit=2025-03-04 | content=Words that stay in the article. }}}}
* {{{{listing | type=do | name=Boat | lat={LAT + 0.01} | long={LON} | hours=in summer | price=from 20 CHF }}}}
* {{{{see | name=Without a place }}}}
* {{{{see | name=Far away | lat=10 | long=10 }}}}
==Get in==
* {{{{listing | type=go | name=Station | {HERE} }}}}
==Sleep==
* {{{{sleep | name='''Hotel Post''' | {HERE} | price=120 CHF }}}}
"""
GERMAN = (
    f"{{{{vCard | type= restaurant, bar | name= Rössli | lat= {LAT} | long= {LON} | hours= Mo Ruhetag }}}}"
)
FRENCH = (
    f"{{{{Voir | nom=Tour | latitude={LAT} | longitude={LON} | "
    "horaire={{Horaire|mardi|dimanche|14||18|30}} | prix=gratuit}}"
)


def read(tmp_path, text, name="page.txt", titles=("Schwyz",)):
    path = tmp_path / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return wikivoyage.read([path], list(titles), FRAME, still())


def test_an_english_page(tmp_path):
    found = read(tmp_path, ENGLISH)
    rows = {row.name: row for row in found.places}
    museum = rows["Museum of Charters"]
    assert (museum.kind, museum.aliases, museum.tags) == ("visit", ["Bundesbriefmuseum"], ["museum"])
    assert hours_text(museum.hours) == "Tu-Su 10:00-17:00"
    assert (museum.price.adult, museum.as_of) == (Decimal(8), "2025-03-04")
    assert museum.url == "https://en.wikivoyage.org/wiki/Schwyz#See"
    assert (museum.grade, museum.source) == ("open", wikivoyage.ATTRIBUTION)
    assert (rows["Hotel Post"].kind, rows["Hotel Post"].price) == ("stay", None)  # a room's, or a person's?
    assert rows["Boat"].price is None and rows["Boat"].hours_words == ""
    assert found.refused["no position"] == found.refused["outside the city"] == 1
    assert found.refused["no sight, food or stay"] == 1
    assert found.hours == {"parsed": 1, "refused": 1}
    assert found.notes == ["Schwyz points to 1 pages of its districts."]
    assert not any("Words that stay" in row.model_dump_json() for row in found.places)


def test_a_german_and_a_french_page(tmp_path):
    (inn,) = read(tmp_path, GERMAN).places
    assert (inn.kind, inn.hours.closed, inn.url) == ("food", ["mon"], "https://de.wikivoyage.org/wiki/Schwyz")
    (tower,) = read(tmp_path, FRENCH).places
    assert hours_text(tower.hours) == "Tu-Su 14:00-18:30"
    assert (tower.price.adult, tower.tags) == (0, ["view", "free"])


def test_what_comes_once_a_year_is_no_sight(tmp_path):
    night = f"{{{{do | name=Art Night | {HERE} | hours=Every year on a Saturday at the end of March }}}}"
    bear = f"{{{{faire | nom=Fête de l'ours | latitude={LAT} | longitude={LON} | horaire=Chaque année }}}}"
    dance = f"===Events & Festivals===\n{{{{do | name=Dance | {HERE} | hours=17:00-21:00 }}}}"
    hall = f"==Do==\n{{{{do | name=Festival Hall | {HERE} | hours=closed once a year }}}}"
    found = read(tmp_path, "\n".join([night, bear, dance, hall]))
    assert [row.name for row in found.places] == ["Festival Hall"] and found.refused["an event"] == 3


@pytest.mark.parametrize("end", ["", "}}"])
def test_listings_in_one_another_are_read_in_linear_time(tmp_path, end):
    """Parsed as a whole this page takes half a minute."""
    nested = "{{see|name=a|lat=47.14|long=9.52|content=" * 4000 + end * 4000
    found = read(tmp_path, f"{nested}\n{ENGLISH}" if end else f"{ENGLISH}\n{nested}")
    assert found.refused["too long, or broken"] == (1 if end else 0)
    assert {row.name for row in found.places} == {"Museum of Charters", "Hotel Post", "Boat"}


def test_what_is_commented_out_is_no_listing_and_what_is_never_closed_hides_none(tmp_path):
    text = f"<!-- {GERMAN} -->{{{{vCard | name= Open {ENGLISH}"
    assert {row.name for row in read(tmp_path, text).places} == {"Museum of Charters", "Hotel Post", "Boat"}


@pytest.mark.parametrize("bound", ["MAX_SECONDS", "MAX_OBJECTS", "MAX_HELD"])
def test_a_page_is_bounded_in_time_and_number(tmp_path, monkeypatch, bound):
    monkeypatch.setattr(extracting, bound, -1)
    with pytest.raises(Unreadable, match=r"longer than|more than"):
        read(tmp_path, ENGLISH)


@pytest.mark.parametrize(
    ("listing", "is_known"),
    [("see | name= Spa", False), ("see | name= Night Market", True), ("buy | name= Market Hall", True)],
)
def test_short_days_are_doubtful_but_of_a_market(tmp_path, listing, is_known):
    (row,) = read(tmp_path, f"{{{{{listing} | {HERE} | hours=08:00–10:00 daily }}}}").places
    assert bool(row.hours.week) == is_known and row.as_of == ""


def dump(*pages: tuple[str, str, str]) -> bytes:
    body = "".join(
        f"<page><title>{title}</title><ns>{ns}</ns><revision><timestamp>2026-10-01T00:00:00Z</timestamp>"
        f"<text>{text}</text></revision></page>"
        for title, ns, text in pages
    )
    head = (
        "<mediawiki xmlns='http://www.mediawiki.org/xml/export-0.11/'><siteinfo><dbname>dewikivoyage</dbname>"
    )
    return f"{head}</siteinfo>{body}</mediawiki>".encode()


@pytest.mark.parametrize("name", ["dump.xml", "dump.xml.bz2"])
def test_of_a_dump_the_article_and_its_districts(tmp_path, name):
    other = GERMAN.replace("Rössli", "Adler").replace(str(LAT), str(LAT + 0.01))
    pages = dump(
        ("Schwyz", "0", GERMAN), ("Schwyz/Nord", "0", other), ("Bern", "0", GERMAN), ("Schwyz", "1", "")
    )
    found = read(tmp_path, bz2.compress(pages) if name.endswith("bz2") else pages, name)
    assert {(row.name, row.area) for row in found.places} == {("Rössli", "Schwyz"), ("Adler", "Nord")}
    assert found.as_of == "2026-10-01" and found.url == "https://de.wikivoyage.org/wiki/Schwyz"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (b"no page", "page.txt"),
        (b"\xff\xfe\x00{{see}}", "page.txt"),
        (dump(("Bern", "0", GERMAN)), "dump.xml"),
        (dump(("Schwyz", "0", GERMAN))[:-30], "dump.xml"),
        (bz2.compress(dump(("Schwyz", "0", GERMAN)))[:-9], "dump.xml.bz2"),
        (b"BZh9 is no archive", "dump.xml.bz2"),
    ],
)
def test_a_wrong_file_is_refused(tmp_path, text, name):
    with pytest.raises(Unreadable):
        read(tmp_path, text, name)


@pytest.mark.parametrize(
    ("text", "currency", "adult"),
    [
        ("Free", "USD", 0),
        ("Eintritt frei", "EUR", 0),
        ("$12", "USD", 12),
        ("€ 7,50", "EUR", "7.50"),
        ("1,200 ¥", "JPY", 1200),
        ("CHF 8.50", "CHF", "8.50"),
        ("$12", "EUR", None),  # whose dollars?
        ("from $12", "USD", None),
        ("$10-12", "USD", None),
        ("$10, children $5", "USD", None),
        ("12", "USD", None),
        ("some are free", "USD", None),
    ],
)
def test_a_price_is_one_figure_or_none(text, currency, adult):
    price = price_in(text, currency)
    assert price is None if adult is None else price.adult == Decimal(adult)
