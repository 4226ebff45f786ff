"""Each button that stands for a command: its line is possible where it stands, and does the same."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import resolve, reverse

from agents import commands
from agents.board.views import views
from agents.forms import new_key
from agents.llm.offline import OfflineMind
from config import clock
from tests.agents.stations import PLANNED_ON, STATIONS, at, seen, told, walk
from tests.agents.talking import BOSTON, run, say, send
from tests.trips.travelling import with_plan
from trips.models import (
    CityIntel,
    Expense,
    Feedback,
    Finding,
    Message,
    Option,
    PlanProposal,
    PlanVersion,
    Traveller,
    Trip,
    Turn,
)
from trips.starting import start_trip

pytestmark = pytest.mark.django_db(transaction=True)

#: Addresses that do what a command does, and its line.
STANDS_FOR = {
    "select_option": "/select {position}",
    "undo_version": "/undo",
    "accept_proposal": "/plan yes",
    "refuse_proposal": "/plan no",
    "reset_trip": "/reset",
    "memory": "/memory",
}
#: Addresses that send words: what they say is read like any message.
SAY_WORDS = {"send", "reject_options", "ask_finding"}
#: Addresses that no command stands for: a click on one thing, a form of many fields, or the account's own.
ONLY_BY_HAND = {
    "keep_finding", "dismiss_finding", "restore_finding", "pin_finding", "unpin_finding", "rank_findings",
    "redo_version", "choose_version", "stop_turn", "retry_turn", "new_expense", "set_budget", "mark_booked",
    "reopen_booking", "attach_booking", "booking_code", "delete_expense", "delete_feedback", "delete_booking",
    "logout", "sign_out",
    "answer_unknown", "undo_change", "edit_fact", "propose_edit",
}  # fmt: skip
BOARD = ("", "plan", "facts", "options", "compare", "checks")
_TARGET = re.compile(r'<(?:form|button)\b[^>]*?(?<![\w-])(?:form)?action="([^"]+)"')
_LINE = re.compile(r'name="line" value="([^"]+)"')
_ROW = re.compile(r'class="command-row"[^>]*')


@pytest.fixture(autouse=True)
def clock_goes_back() -> Iterator[None]:
    yield
    clock.set_now(None)


class Somebody:
    """A traveller with a trip and a browser."""

    def __init__(self, name: str) -> None:
        self.trip = start_trip(Traveller.objects.create_user(name))
        self.browser = Client()
        self.browser.force_login(self.trip.owner)

    def board(self, view: str = "") -> str:
        return self.browser.get(f"{reverse('workspace', args=[self.trip.uuid])}?tab=trip&view={view}").text

    def posts(self, address: str, **values: str) -> None:
        answer = self.browser.post(address, {"client_key": new_key(), **values})
        assert answer.status_code == 302, (address, answer.status_code, answer.text[:400])
        for turn in self.trip.turns.filter(status=Turn.Status.QUEUED).order_by("number"):
            assert run(turn, OfflineMind(0)).status == Turn.Status.DONE, turn.error
        self.trip.refresh_from_db()

    def says(self, words: str) -> None:
        self.posts(reverse("send", args=[self.trip.uuid]), text=words)

    def presses(self, view: str, wanted: str) -> None:
        """The first button of this view for the line, or for the address of this name."""
        page = self.board(view)
        if wanted.startswith("/"):
            assert wanted in lines_of(page), (view, wanted, lines_of(page))
            self.posts(reverse("command", args=[self.trip.uuid]), line=wanted)
            return
        targets = [target for target in targets_of(page) if resolve(target).url_name == wanted]
        assert targets, (view, wanted)
        self.posts(targets[0])

    @property
    def answer(self) -> str:
        """What an agent said last."""
        last = self.trip.messages.filter(author=Message.Author.AGENT).order_by("-position").first()
        return last.text if last else ""

    @property
    def state(self) -> dict[str, Any]:
        """All that commands write, but for keys and moments."""
        trip = Trip.objects.select_related("plan").get(pk=self.trip.pk)
        return {
            "facts": trip.facts_json,
            "plan": trip.plan.number if trip.plan else None,
            "options": rows(Option, trip, "position", "state", "plan_json", "verdict_json"),
            "versions": rows(PlanVersion, trip, "number", "parent__number", "cause", "plan_json", "moved"),
            "proposals": rows(PlanProposal, trip, "state", "sentence", "plan_json", "diff_json", "reason"),
            "findings": rows(
                Finding, trip, "city", "kind", "name", "place_id", "data", "grade", "state", "tier", "reason"
            ),
            "intel": rows(CityIntel, trip, "city", "data", "facts_key"),
            "feedback": rows(Feedback, trip, "date", "text", "energy", "liked", "disliked"),
            "expenses": rows(Expense, trip, "what", "date", "amount", "currency", "category", "city"),
        }


def rows(model: type, trip: Trip, *fields: str) -> list[tuple]:
    return list(model.objects.filter(trip=trip).order_by("pk").values_list(*fields))


def lines_of(page: str) -> list[str]:
    return [html.unescape(line) for line in _LINE.findall(page)]


def targets_of(page: str) -> list[str]:
    return [html.unescape(target).partition("?")[0] for target in _TARGET.findall(page)]


@pytest.mark.slow
def test_every_button_of_every_page_is_known_and_possible_where_it_is_shown() -> None:
    somebody = Somebody("ada")
    shown: set[str] = set()
    pressed: set[str] = set()

    def look(station: str, trip: Trip) -> None:
        view = seen(trip)
        pages = [*BOARD, *(one.name for one in views() if one.shown(trip))]
        for name in pages:
            page = somebody.board(name)
            for text in lines_of(page):
                line = commands.parse(text)
                assert line is not None and commands.get(line.name), (station, name, text)
                assert commands.get(line.name).missing(view, line.argument) == "", (station, name, text)
                pressed.add(line.name)
            for target in targets_of(page):
                address = resolve(target).url_name
                shown.add(address)
                if address == "command":
                    continue
                assert address in {*STANDS_FOR, *SAY_WORDS, *ONLY_BY_HAND}, (station, name, target)
                if address in STANDS_FOR:
                    position = trip.options.filter(pk=target.split("/")[-2]).values_list(
                        "position", flat=True
                    )
                    text = STANDS_FOR[address].format(position=position[0] if position else "")
                    line = commands.parse(text)
                    assert commands.get(line.name).missing(view, line.argument) == "", (station, name, text)
                    pressed.add(line.name)
        completed = {row.line.split()[0].lstrip("/") for row in commands.command_rows(trip)}
        assert completed == {one.name for one in commands.commands()}

    walk(somebody.trip, look)
    assert {"command", "send", "select_option", "reject_options"} <= shown
    assert {"research", "prioritize", "agenda", "select", "plan"} <= pressed, pressed
    assert len(STATIONS) == 12


@pytest.mark.slow
def test_a_button_is_its_line_is_the_plain_words() -> None:
    at(PLANNED_ON)
    by_button, by_line, by_words = people = [Somebody(name) for name in ("ada", "ben", "cleo")]
    for one in people:
        told(one.trip, BOSTON)
        assert told(one.trip, "just plan it").mode == "FINALIZE"
    same(people, "options")

    def each(view: str, button: str, line: str, words: str) -> None:
        before = by_button.state
        by_button.presses(view, button)
        by_line.says(line)
        by_words.says(words)
        same(people, line)
        print(f"{line:<22} {button:<18} “{words}”")
        assert line in CHANGE_NOTHING or by_button.state != before, f"{line} changed nothing"

    def all_say(words: str) -> None:
        for one in people:
            one.says(words)
        same(people, words)

    each("options", "select_option", "/select 1", "I take option 1")
    each("research", "/research all", "/research all", "research all cities")
    each("research", "/research Boston", "/research Boston", "research Boston")
    each("priorities", "/prioritize Boston", "/prioritize Boston", "prioritize the findings in Boston")
    each("agenda", "/agenda", "/agenda", "show me the agenda")
    all_say("/plan swap day 2 and 3")
    assert by_button.state["proposals"], "a change waits"
    each("plan", "refuse_proposal", "/plan no", "no")
    all_say("/plan swap day 2 and 3")
    each("plan", "accept_proposal", "/plan yes", "yes")
    each("plan", "undo_version", "/undo", "undo that")


#: Buttons of what comes next: where they stand, their line, and plain words where there are such.
TELL_BEFORE = [
    ("agenda", "/agenda", "show me the agenda"),
    ("plan", "/plan a lighter Wednesday", "a lighter Wednesday please"),
]
TELL_AFTER = [
    ("plan", "/feedback", ""),
    ("plan", "/memory", "what do you remember about me?"),
    ("plan", "/next", ""),
]


@pytest.mark.parametrize(
    ("moment", "told_of"),
    [(PLANNED_ON, TELL_BEFORE), ("2027-02-25T12:00", TELL_AFTER)],
    ids=["before", "after"],
)
def test_what_a_button_tells_is_what_its_line_and_the_plain_words_tell(moment: str, told_of: list) -> None:
    at(PLANNED_ON)
    by_button, by_line, by_words = people = [Somebody(name) for name in ("ada", "ben", "cleo")]
    for one in people:
        with_plan(one.trip, "01-boston")
    at(moment)
    for view, line, words in told_of:
        by_button.presses(view, line)
        by_line.says(line)
        assert by_button.answer == by_line.answer != "", line
        if words:
            by_words.says(words)
            assert by_words.answer == by_line.answer, words
        same(people, line)


#: Forms that a line stands for, too: their address, what is filled in, the line and the plain words.
FILLED = [
    (
        "new_expense",
        {"what": "lunch", "amount": "24.50", "currency": "USD", "category": "food", "city": "Boston"},
        "/cost add 24.50 USD lunch",
        "lunch 24.50 dollars",
    ),
    (
        "new_expense",
        {"what": "taxi", "amount": "31", "currency": "CAD", "category": "transport", "city": "Boston"},
        "/cost add 31 CAD taxi",
        "taxi 31 canadian dollars",
    ),
    (
        "new_feedback",
        {"text": "the museum was wonderful, but I was exhausted after 3 pm"},
        "/feedback the museum was wonderful, but I was exhausted after 3 pm",
        "the museum was wonderful, but I was exhausted after 3 pm",
    ),
]


@pytest.mark.parametrize(("name", "filled", "line", "words"), FILLED, ids=[line for _, _, line, _ in FILLED])
def test_a_form_is_its_line_is_the_plain_words(
    name: str, filled: dict[str, str], line: str, words: str
) -> None:
    at(PLANNED_ON)
    by_form, by_line, by_words = people = [Somebody(name) for name in ("ada", "ben", "cleo")]
    for one in people:
        with_plan(one.trip, "01-boston")
    at("2027-02-16T23:00")
    before = by_form.state
    prefix = "expense" if name == "new_expense" else "feedback"
    values = {f"{prefix}-{field}": value for field, value in {"date": "2027-02-16", **filled}.items()}
    by_form.posts(reverse(name, args=[by_form.trip.uuid]), **values)
    by_line.says(line)
    by_words.says(words)
    assert by_form.state != before
    same(people, line)


#: These only tell.
CHANGE_NOTHING = {"/agenda"}


def same(people: list[Somebody], what: str) -> None:
    first, *others = [one.state for one in people]
    for part, value in first.items():
        for other in others:
            assert other[part] == value, (what, part)


@pytest.mark.parametrize(("word", "accepted"), [("Yes.", True), ("No.", False)])
def test_an_answer_that_proposes_leads_to_the_change(trip: Trip, word: str, accepted: bool) -> None:
    with_plan(trip)
    before = trip.plan.number
    client = Client()
    client.force_login(trip.owner)
    at(PLANNED_ON)
    assert say(trip, "/plan swap day 2 and 3").result["proposes"]
    page = client.get(reverse("workspace", args=[trip.uuid])).content.decode()
    assert page.count('view=plan#proposal"') == 2 and page.count('id="proposal"') == 1
    assert not run(send(trip, word), OfflineMind()).result["proposes"]
    trip.refresh_from_db()
    assert (trip.plan.number > before) is accepted
    assert not trip.proposals.filter(state=PlanProposal.State.OPEN).exists()
