"""The files of the plan through the product: who gets them, what is in them and what never is; /export."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from ical.calendar_stream import IcsCalendarStream

from agents import commands
from agents.llm.offline import OfflineMind
from tests.agents.talking import say
from tests.trips.told import member_of
from tests.trips.travelling import CODE, booked, with_plan
from trips.models import Member, PlanVersion, Trip
from trips.plan_versions import undo
from trips.planning.validator.document import read_document

pytestmark = pytest.mark.django_db(transaction=True)
PAGES = {
    "download_ics": "text/calendar",
    "download_markdown": "text/markdown",
    "download_plan": "application/json",
}


@pytest.fixture
def kyoto(trip) -> Trip:
    with_plan(trip)
    booked(trip)
    return trip


def client_of(person) -> Client:
    client = Client()
    client.force_login(person)
    return client


def fetched(trip: Trip, page: str, person=None):
    return client_of(person or trip.owner).get(reverse(page, args=[trip.uuid]))


@pytest.mark.parametrize("page", PAGES)
def test_a_file_for_everybody_who_may_read_the_trip(kyoto, page: str) -> None:
    for person in (kyoto.owner, member_of(kyoto, "vera", Member.Role.VIEWER)):
        answer = fetched(kyoto, page, person)
        assert answer.status_code == 200
        assert answer["Content-Type"] == f"{PAGES[page]}; charset=utf-8"
        assert answer["Content-Disposition"].startswith("attachment; filename=")
        assert answer["X-Content-Type-Options"] == "nosniff" and "no-store" in answer["Cache-Control"]
        assert CODE not in answer.content.decode() and "Kiyomizu-dera" in answer.content.decode()


@pytest.mark.parametrize("page", PAGES)
def test_no_code_even_when_it_is_asked_for(kyoto, page: str) -> None:
    answer = client_of(kyoto.owner).get(f"{reverse(page, args=[kyoto.uuid])}?codes=1")
    assert answer.status_code == 200 and CODE not in answer.content.decode()


@pytest.mark.parametrize("page", PAGES)
def test_without_a_plan_it_leads_back(trip, page: str) -> None:
    assert fetched(trip, page)["Location"] == reverse("workspace", args=[trip.uuid])


def test_the_files_can_be_read_by_programs(kyoto) -> None:
    calendar = IcsCalendarStream.calendar_from_ics(fetched(kyoto, "download_ics").content.decode())
    plan = kyoto.plan.plan
    of_plan, of_bookings = calendar.events[: len(plan.items())], calendar.events[len(plan.items()) :]
    assert [event.dtstart.replace(tzinfo=None) for event in of_plan] == [item.start for item in plan.items()]
    (booking,) = kyoto.bookings.all()
    assert [event.summary for event in of_bookings] == [booking.title]
    assert read_document(fetched(kyoto, "download_plan").content).plan == plan


def test_going_back_to_an_earlier_version_is_no_older_file(kyoto) -> None:
    """A calendar takes nothing whose number fell."""

    def revisions() -> set[int]:
        raw = fetched(kyoto, "download_ics").content.decode()
        return {event.sequence for event in IcsCalendarStream.calendar_from_ics(raw).events}

    first = kyoto.plan
    assert revisions() == {1}
    kyoto.plan = PlanVersion.objects.create(
        trip=kyoto, number=2, parent=first, plan_json=first.plan_json, verdict_json=first.verdict_json,
        total=first.total, currency=first.currency, cause="Changed", facts_version=kyoto.facts_version,
    )  # fmt: skip
    kyoto.save()
    assert revisions() == {2}
    undo(kyoto)
    assert Trip.objects.get(pk=kyoto.pk).plan.number == 1
    assert revisions() == {2}


def test_the_board_of_the_plan_leads_to_them(kyoto) -> None:
    page = client_of(kyoto.owner).get(reverse("workspace", args=[kyoto.uuid])).content.decode()
    for name in PAGES:
        assert reverse(name, args=[kyoto.uuid]) in page
    assert f"{reverse('print_agenda', args=[kyoto.uuid])}?days=all" in page


# --- /export -------------------------------------------------------------------------------------


def exported(trip: Trip, line: str):
    turn = say(trip, line, OfflineMind(0))
    return turn, turn.messages.filter(author="agent").last().text


def test_without_a_plan_it_says_what_supplies_one(trip) -> None:
    turn, text = exported(trip, "/export ics")
    assert "There is no plan" in text and "/select" in text
    assert not turn.result.get("links")


@pytest.mark.parametrize(
    ("line", "page"),
    [
        ("/export ics", "download_ics"),
        ("/export calendar", "download_ics"),
        ("/export MD", "download_markdown"),
        ("/export json", "download_plan"),
        ("/export print", "print_agenda"),
        ("put the plan into my calendar", "download_ics"),
    ],
)
def test_a_form_leads_to_its_file(kyoto, line: str, page: str) -> None:
    turn, _ = exported(kyoto, line)
    ((_, address),) = turn.result["links"]
    assert address.split("?")[0] == reverse(page, args=[kyoto.uuid])
    assert client_of(kyoto.owner).get(address).status_code == 200


@pytest.mark.parametrize("line", ["/export", "/export docx"])
def test_otherwise_all_are_offered(kyoto, line: str) -> None:
    turn, text = exported(kyoto, line)
    assert len(turn.result["links"]) == 4
    assert ("docx" in text) == ("docx" in line)


def test_it_is_among_the_commands(kyoto) -> None:
    command = commands.get("export")
    assert command.usage == "/export ics|md|json|print"
