"""Costs on the page: noted by form, changed, taken back, deleted, drawn, and fetched as a file."""

from __future__ import annotations

import datetime as dt
import html
import re
from decimal import Decimal

import pytest
from django.test import Client

from config import clock
from tests.pages.reading import HTMX, address
from tests.trips.told import member_of, signed_in
from tests.trips.travelling import booked, with_plan
from trips import changing, spending
from trips.models import Expense
from trips.schemas import Budget
from trips.spending import Entry

pytestmark = pytest.mark.django_db
DAY = dt.date(2027, 11, 20)
FORM = {
    "expense-what": "Tea bowls", "expense-amount": "12,50", "expense-currency": "EUR", "expense-key": "one",
    "expense-category": "other", "expense-date": "2027-11-20", "expense-city": "Kyoto", "expense-payer": "",
}  # fmt: skip


@pytest.fixture(autouse=True)
def _on_the_second_day():
    clock.set_now(dt.datetime(2027, 11, 20, 5, tzinfo=dt.UTC))
    yield
    clock.set_now(None)


@pytest.fixture
def kyoto(trip):
    with_plan(trip)
    facts = trip.facts
    facts.budget = Budget(amount=Decimal(200_000), currency="JPY", scope="total")
    trip.facts_json = facts.model_dump(mode="json")
    trip.save()
    return trip


def note(trip, amount: str, currency: str = "JPY", **more) -> Expense:
    entry = Entry(**({"amount": Decimal(amount), "currency": currency, "date": DAY} | more))
    return spending.add(trip, entry, by=trip.members.first())[0]


def board(client: Client, trip, **query) -> str:
    answer = client.get(address("board", trip), {"view": "spending", **query}, **HTMX)
    return html.unescape(answer.content.decode())


def test_a_plan_without_expenses_shows_what_is_planned_and_how_to_begin(owner, kyoto) -> None:
    page = board(owner, kyoto)
    assert "0 expenses" in page and "lunch 2400 yen" in page
    assert page.count('class="num">Planned</th>') == page.count('<figure class="sp-chart"') == 2
    assert (
        ">Spent</th>" not in page and '<rect class="sp-spent"' not in page.partition('class="sp-charts"')[2]
    )
    assert "¥200,000" in page and "a day for 2 days, today included" in page


def test_a_booking_without_a_known_rate_is_named_as_left_out(owner, kyoto) -> None:
    booked(kyoto, price=9000, currency="JPY")
    booked(kyoto, title="A ferry", price=50, currency="XTS", start=dt.datetime(2027, 11, 20, 16))
    page = board(owner, kyoto)
    assert "<small>A tea ceremony; without a known rate left out: A ferry</small></dt><dd>¥9,000</dd>" in page


def test_it_is_noted_by_form_once(owner, kyoto) -> None:
    form = owner.get(address("new_expense", kyoto), **HTMX).content.decode()
    assert (
        '<option value="JPY" selected>' in form and 'value="2027-11-20"' in form and 'value="Kyoto"' in form
    )
    for _twice in range(2):
        answer = owner.post(address("new_expense", kyoto), FORM, **HTMX)
        assert (answer.status_code, answer["HX-Trigger"]) == (200, "board-changed")
    row = Expense.objects.get()
    assert (row.amount, row.currency, row.city, row.what) == (Decimal("12.50"), "EUR", "Kyoto", "Tea bowls")
    page = board(owner, kyoto)
    assert "Tea bowls" in page and "€12.50" in page and "European Central Bank" in page
    without_script = owner.post(address("new_expense", kyoto), FORM | {"expense-key": "two"})
    assert without_script["Location"] == f"{address('workspace', kyoto)}?tab=trip&view=spending"


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"expense-amount": ""}, "How much was it?"),
        ({"expense-amount": "0"}, "A sum of zero is no expense."),
        ({"expense-amount": "12.505"}, "at most two digits"),
        ({"expense-amount": "9999999999"}, "too large"),
        ({"expense-amount": "lots"}, "Enter a sum in figures"),
        ({"expense-currency": "ABC"}, "Select a valid choice"),
        ({"expense-date": "2029-01-01"}, "has not come yet"),
        ({"expense-date": "soon"}, "Enter a day."),
    ],
)
def test_a_wrong_form_says_why_and_notes_nothing(owner, kyoto, wrong, sentence) -> None:
    answer = owner.post(address("new_expense", kyoto), FORM | wrong, **HTMX)
    assert answer.status_code == 422 and sentence in html.unescape(answer.content.decode())
    assert not Expense.objects.exists()


@pytest.mark.parametrize(
    ("typed", "amount"),
    [
        ("1,234.50", "1234.50"),
        ("1234,5", "1234.50"),
        ("1,234", "1234"),
        ("-20", "-20"),
        ("−3,00", "-3"),
        ("1 200", "1200"),
    ],
)
def test_sums_are_read_as_people_type_them(owner, kyoto, typed, amount) -> None:
    owner.post(address("new_expense", kyoto), FORM | {"expense-amount": typed})
    assert Expense.objects.get().amount == Decimal(amount)


def test_a_change_can_be_taken_back(owner, kyoto) -> None:
    row = note(kyoto, "900", what="bus")
    assert "Undo" not in board(owner, kyoto)
    owner.post(address("edit_expense", kyoto, row.pk), FORM)
    row.refresh_from_db()
    assert (row.what, row.currency) == ("Tea bowls", "EUR")
    assert address("undo_expense", kyoto, row.pk) in board(owner, kyoto)
    answer = owner.post(f"{address('undo_expense', kyoto, row.pk)}?view=spending", **HTMX)
    assert "bus" in answer.content.decode()
    row.refresh_from_db()
    assert (row.what, row.amount, row.currency, row.before) == ("bus", 900, "JPY", {})


def test_deleting_asks_first(owner, kyoto) -> None:
    row = note(kyoto, "900", what="bus")
    asked = owner.get(address("delete_expense", kyoto, row.pk), **HTMX).content.decode()
    assert "Delete this expense?" in asked and Expense.objects.exists()
    assert owner.post(address("delete_expense", kyoto, row.pk), **HTMX)["HX-Trigger"] == "board-changed"
    assert not Expense.objects.exists()


def test_charts_have_a_table_behind_each_and_nothing_inline(owner, kyoto) -> None:
    note(kyoto, "5000", category="food", payer="Ben", city="Kyoto")
    note(kyoto, "3000", category="visits", date=DAY - dt.timedelta(days=1), city="Osaka")
    note(kyoto, "40000", category="stay", date=DAY - dt.timedelta(days=90))
    page = board(owner, kyoto)
    assert page.count('<figure class="sp-chart') == page.count("<summary>As a table") == 4
    assert "style=" not in page and "onclick" not in page and "<script" not in page
    for table in ("By kind", "By city", "By who paid", "By day"):
        assert table in page
    assert "before the trip" in page and "¥48,000" in page
    widths = [int(width) for width in re.findall(r'class="sp-(?:spent|planned)"[^>]* width="(\d+)"', page)]
    assert widths and max(widths) <= 1000


def test_a_chart_needs_two_things_to_compare(owner, kyoto) -> None:
    note(kyoto, "5000", category="food", city="Kyoto")
    page = board(owner, kyoto)
    assert "By who paid" not in page and "By day" not in page


def test_money_that_came_back_breaks_no_chart(owner, kyoto) -> None:
    note(kyoto, "-5000", category="food")
    note(kyoto, "2000", category="visits")
    note(kyoto, "2000", category="other", date=DAY - dt.timedelta(days=1))
    page = board(owner, kyoto)
    assert "-¥1,000" in page.replace("−", "-")
    assert all(int(width) >= 0 for width in re.findall(r'width="(-?\d+)"', page))


def test_what_has_no_rate_is_told(owner, kyoto) -> None:
    note(kyoto, "50", currency="VES", what="arepas")
    page = board(owner, kyoto)
    assert "No rate from VES to JPY is known" in page
    assert "1 without a known rate left out" in page


def test_a_tip_is_proposed_by_its_button(owner, kyoto) -> None:
    page = board(owner, kyoto)
    row = re.search(r'<ul class="rows sp-save".*?</form>', page, re.DOTALL)[0]
    sent = dict(re.findall(r'name="(what|uid|place|seen)" value="([^"]*)"', row))
    title = next(item.title for item in kyoto.plan.plan.items() if item.uid == sent["uid"])
    assert f"Instead of {title}" in row
    answer = owner.post(address("propose_edit", kyoto), sent, **HTMX)
    proposal = changing.open_proposal(kyoto)
    assert answer.status_code == 200 and 'id="proposal"' in answer.content.decode()
    assert proposal.plan.total < kyoto.plan.plan.total and kyoto.plan_versions.count() == 1
    for wrong in ({"seen": "99"}, {"uid": "gone"}, {"place": ""}, {"what": "x"}):
        assert owner.post(address("propose_edit", kyoto), sent | wrong, **HTMX).status_code == 409
    assert changing.open_proposal(kyoto) == proposal


def test_before_the_trip_the_bar_is_the_plan_of_the_budget(owner, kyoto) -> None:
    clock.set_now(dt.datetime(2027, 11, 1, 5, tzinfo=dt.UTC))
    page = board(owner, kyoto)
    assert "<b>¥112,620</b> <span>planned of ¥200,000" in page and "¥87,380 left</strong>" in page
    assert '<rect class="sp-spent" width="563" height="10"/>' in page


def test_journeys_are_no_transport_in_town(owner, kyoto) -> None:
    clock.set_now(dt.datetime(2027, 11, 1, 5, tzinfo=dt.UTC))
    plan = kyoto.plan.plan
    leg = next(item for item in plan.items() if item.kind == "leg" and item.costs)
    leg.origin.city_id, leg.destination.city_id = 1, 2
    ways = [item for item in plan.items() if item.kind == "leg" and item.between_cities]
    kyoto.plan.plan_json = plan.model_dump(mode="json")
    kyoto.plan.save()
    page = board(owner, kyoto)
    far = page.partition("<span>Between cities</span>")[2].partition("</span>")[0]
    assert far == f'<span class="num">¥{sum(line.amount for one in ways for line in one.costs):,.0f}'


def test_a_tiny_saving_is_not_shown(owner, kyoto, monkeypatch) -> None:
    assert "Where your plan could cost less" in board(owner, kyoto)
    monkeypatch.setattr("agents.board.spending.WORTH_A_WORD", Decimal("0.012"))  # ¥1,280 of ¥112,620
    assert "Where your plan could cost less" not in board(owner, kyoto)


def test_over_the_budget_is_said(owner, kyoto) -> None:
    note(kyoto, "250000")
    page = board(owner, kyoto)
    assert '<strong class="over">¥50,000 over the budget</strong>' in page


def test_a_viewer_reads_and_fetches_and_changes_nothing(kyoto) -> None:
    row = note(kyoto, "900", what="bus")
    client = signed_in(member_of(kyoto, "vera", "viewer"))
    page = board(client, kyoto)
    assert "bus" in page
    for word in ("Note an expense", "Delete", "Change", "Undo"):
        assert word not in page
    assert client.post(address("delete_expense", kyoto, row.pk)).status_code == 404
    file = client.get(address("download_expenses", kyoto))
    assert file["Content-Type"] == "text/csv; charset=utf-8" and "attachment" in file["Content-Disposition"]
    assert file.content.decode("utf-8").splitlines()[1].startswith("2027-11-20,bus,")


def test_an_expense_of_another_trip_is_not_there(owner, kyoto, stranger) -> None:
    from trips.models import Traveller
    from trips.starting import start_trip

    foreign = note(
        start_trip(Traveller.objects.create_user("mallory", password="x" * 20)), "5", currency="EUR"
    )
    for name in ("edit_expense", "delete_expense"):
        assert owner.get(address(name, kyoto, foreign.pk)).status_code == 404
    assert owner.post(address("undo_expense", kyoto, foreign.pk)).status_code == 404


def test_long_lists_show_the_newest_first_and_all_when_asked(owner, kyoto) -> None:
    for number in range(33):
        note(kyoto, "100", what=f"tea {number}")
    page = board(owner, kyoto)
    assert "tea 32" in page and "tea 1<" not in page and "Show 3 earlier ones" in page
    assert "tea 1<" in board(owner, kyoto, all="1")
