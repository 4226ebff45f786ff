"""The history beside the panel: sources, ledger, undo."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.trips.told import TODAY, signed_in
from tests.trips.views.filling import HTMX, fill
from trips import fact_log, ledger
from trips.models import FactChange, Trip
from trips.schemas import Change

pytestmark = pytest.mark.django_db


def page_of(client, trip, **kwargs) -> str:
    return client.get(reverse("facts_history", args=[trip.uuid]), follow=True, **kwargs).content.decode()


def test_it_shows_quote_message_assumption_and_ledger(as_owner, told_trip) -> None:
    page = page_of(as_owner, told_trip)
    assert "“2 people”" in page
    assert f'href="{reverse("workspace", args=[told_trip.uuid])}?all=1#turn-1"' in page
    assert 'aria-label="Pages of this trip"' in page
    assert "I assume a mid-range budget." in page
    assert "When do you go?" in page and "Boston with Zoë, 2 people" in page
    assert "A moderate pace" in page


def test_a_viewer_reads_but_undoes_nothing(told_trip, viewer) -> None:
    client = signed_in(viewer)
    assert "“2 people”" in page_of(client, told_trip)
    assert "/undo" not in page_of(client, told_trip)
    seq = told_trip.fact_changes.last().seq
    assert client.post(reverse("undo_change", args=[told_trip.uuid, seq])).status_code == 404


def test_it_undoes_in_place(as_owner, told_trip) -> None:
    seq = told_trip.fact_changes.get(path="budget.level").seq
    response = as_owner.post(reverse("undo_change", args=[told_trip.uuid, seq]), headers=HTMX)
    assert response.status_code == 200
    assert "<html" not in response.content.decode()
    assert Trip.objects.get(pk=told_trip.pk).facts.budget.level is None


def test_it_undoes_without_a_script(as_owner, trip) -> None:
    fill(as_owner, trip, "pace", pace="packed")
    seq = trip.fact_changes.get().seq
    response = as_owner.post(reverse("undo_change", args=[trip.uuid, seq]))
    assert response.url == f"{reverse('workspace', args=[trip.uuid])}?tab=trip&view=told"
    assert Trip.objects.get(pk=trip.pk).facts.pace is None


def test_what_was_replaced_stands_under_what_replaced_it(as_owner, trip) -> None:
    fill(as_owner, trip, "pace", pace="packed")
    fill(as_owner, trip, "pace", pace="relaxed")
    page = page_of(as_owner, trip)
    assert page.count("<b>Pace</b>") == 1 and "Before that packed" in page and page.count("/undo") == 2


def test_what_replaced_nothing_says_so(as_owner, trip) -> None:
    for pace in ("packed", "", "relaxed"):
        fill(as_owner, trip, "pace", pace=pace)
    page = page_of(as_owner, trip)
    assert page.count("<b>Pace</b>") == 1 and "Before that nothing" in page and "Before that packed" in page


def test_open_questions_come_first_each_with_its_answer(as_owner, told_trip) -> None:
    ledger.ask(told_trip, told_trip.turns.last(), topic="origin", text="From?", required=True, asked_by="x")
    questions = page_of(as_owner, told_trip).partition("questions-title")[2]
    assert (
        questions.index("From?")
        < questions.index("Open, needed to plan")
        < questions.index("When do you go?")
    )
    assert "message 1" not in questions


def test_it_says_why_an_older_change_stays(as_owner, trip) -> None:
    fill(as_owner, trip, "pace", pace="packed")
    fill(as_owner, trip, "pace", pace="relaxed")
    first = trip.fact_changes.first()
    response = as_owner.post(reverse("undo_change", args=[trip.uuid, first.seq]), headers=HTMX)
    assert response.status_code == 409
    assert "Something newer changed this" in response.content.decode()
    assert Trip.objects.get(pk=trip.pk).facts.pace == "relaxed"
    as_owner.post(reverse("undo_change", args=[trip.uuid, first.seq]))
    assert "Something newer" in page_of(as_owner, trip)


def test_it_undoes_nothing_that_does_not_exist(as_owner, trip) -> None:
    assert as_owner.post(reverse("undo_change", args=[trip.uuid, 99])).status_code == 404


def test_it_shows_html_as_text(as_owner, trip) -> None:
    made = [Change(path="must_do", op="add", value="<b>x</b>", quote="<script>alert(1)</script>")]
    fact_log.change_facts(trip, made, by=FactChange.By.TRAVELLER, today=TODAY)
    page = page_of(as_owner, trip)
    assert "<script>alert" not in page and "<b>x</b>" not in page
    assert "&lt;script&gt;alert(1)" in page


def test_it_asks_the_database_the_same_number_of_times_for_a_long_history(
    as_owner, told_trip, django_assert_num_queries
) -> None:
    page_of(as_owner, told_trip)
    with CaptureQueriesContext(connection) as few:
        page_of(as_owner, told_trip)
    message = told_trip.messages.first()
    for interest in ("food", "art", "parks", "ships"):
        made = [Change(path="interests", op="add", value=interest, quote=interest)]
        fact_log.change_facts(
            told_trip, made, by=FactChange.By.TRAVELLER, today=TODAY, message=message, turn=message.turn
        )
    with django_assert_num_queries(len(few)):
        page_of(as_owner, told_trip)
