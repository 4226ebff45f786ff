"""Whom to tell of a weakness: while the operator says so, and stands by it."""

from __future__ import annotations

import datetime as dt
from io import StringIO

import pytest
from django.core.management import call_command

from config import clock, security_txt
from tests.house.sources import ROOT

ADDRESS = "/.well-known/security.txt"
CONTACT = ["mailto:security@travel.example", "https://travel.example/tell"]


def in_days(days: int) -> str:
    return (clock.now().date() + dt.timedelta(days=days)).isoformat()


def test_it_says_whom_to_tell_and_until_when(client, settings) -> None:
    settings.SECURITY_CONTACT, settings.SECURITY_EXPIRES = CONTACT, in_days(90)
    answer = client.get(ADDRESS)
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    assert answer.text.splitlines() == [
        "Contact: mailto:security@travel.example",
        "Contact: https://travel.example/tell",
        f"Expires: {in_days(90)}T00:00:00Z",
        "Preferred-Languages: en",
        "Canonical: http://testserver/.well-known/security.txt",
    ]


@pytest.mark.parametrize(
    ("contact", "expires", "words"),
    [
        ([], in_days(90), "nobody is told"),
        (["security@travel.example"], in_days(90), "mailto:"),
        (CONTACT, "", "has to be a date"),
        (CONTACT, "soon", "has to be a date"),
        (CONTACT, in_days(-1), "1 days ago"),
        (CONTACT, in_days(400), "more than a year"),
    ],
)
@pytest.mark.django_db
def test_what_does_not_hold_is_not_said(client, settings, contact, expires: str, words: str) -> None:
    settings.SECURITY_CONTACT, settings.SECURITY_EXPIRES = contact, expires
    assert client.get(ADDRESS).status_code == 404
    assert words in security_txt.problem()


@pytest.mark.django_db
@pytest.mark.parametrize(("contact", "sign"), [([], "well"), (["nobody"], "ILL")])
def test_the_doctor_says_it(settings, contact, sign: str) -> None:
    settings.SECURITY_CONTACT = contact
    said = StringIO()
    try:
        call_command("doctor", stdout=said)
    except SystemExit:
        pass
    line = next(line for line in said.getvalue().splitlines() if " security " in line)
    assert line.startswith(sign) and "SECURITY_CONTACT" in line


def test_the_page_for_those_who_look_names_files_that_exist() -> None:
    import re

    text = (ROOT / "SECURITY.md").read_text("utf-8")
    named = re.findall(r"`((?:agents|config|docs|templates|tests|trips)/[\w./]+)`", text)
    assert len(named) > 10
    assert [name for name in named if not (ROOT / name).exists()] == []
