"""Everything that writes into a traveller's memory, driven by pages and words; each line with its source."""

from __future__ import annotations

import ast
import datetime as dt
import inspect
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest
from django.dispatch import Signal
from django.test import Client as Browser
from django.urls import reverse

from agents import finishing
from agents.forms import new_key
from agents.llm.base import Mind
from agents.llm.offline import OfflineMind
from agents.runtime import registry
from config import clock
from memory import events, learnt, spoken
from memory.models import DocumentLine, Extraction, Note
from tests.agents.background import run_due
from tests.agents.talking import BOSTON, run
from tests.scripted_mind import ScriptedMind
from trips import signals
from trips.models import Option, Traveller, Trip, Turn
from trips.schemas import Item
from trips.starting import start_trip

pytestmark = pytest.mark.django_db(transaction=True)


@dataclass(frozen=True)
class Written:
    """A line or a note: what made it, where it stands, whose it is, and what it rests on."""

    trigger: str
    where: str
    text: str
    status: str
    author: str
    source: str
    quote: str = ""


@dataclass
class Visitor:
    """Someone with a browser, and the worker that answers."""

    trip: Trip
    browser: Browser
    lines: set[int] = field(default_factory=set)
    notes: set[int] = field(default_factory=set)

    def posts(self, name: str, *args: object, query: str = "", **values: object) -> None:
        address = reverse(name, args=[self.trip.uuid, *args]) + query
        answer = self.browser.post(address, values)
        assert answer.status_code in (200, 302), (address, answer.status_code, answer.text[:300])
        self.works()

    def says(self, words: str) -> Turn:
        self.posts("send", text=words, client_key=new_key())
        return self.trip.turns.order_by("-number").first()

    def works(self) -> None:
        """The worker takes up what waits."""
        for turn in self.trip.turns.filter(status=Turn.Status.QUEUED).order_by("number"):
            assert run(turn, OfflineMind(0)).status == Turn.Status.DONE, turn.error
        self.trip.refresh_from_db()

    def written(self, mind: Mind | None = None) -> list[Written]:
        """What came of it afterwards, in the order it was written."""
        run_due(mind=mind)
        told = {
            event["line"]: event["trigger"]
            for row in Extraction.objects.filter(kind="documents")
            for event in row.source["events"]
        }
        found = []
        for line in DocumentLine.objects.exclude(pk__in=self.lines).order_by("pk"):
            self.lines.add(line.pk)
            trigger, where = told.get(line.text, line.reason), line.document.namespace
            found.append(
                Written(
                    trigger,
                    where,
                    line.text,
                    line.status,
                    line.author,
                    source(line),
                    line.quote,
                )
            )
        for note in Note.objects.exclude(pk__in=self.notes).order_by("pk"):
            self.notes.add(note.pk)
            found.append(
                Written("note", note.agent, note.text, note.status, note.author, source(note), note.quote)
            )
        return found


def source(row: DocumentLine | Note) -> str:
    if row.message:
        return f"message {row.message.position}: {row.message.text[:60]}"
    return f"turn {row.turn.number}" if row.turn else ""


def at(moment: str) -> None:
    clock.set_now(dt.datetime.fromisoformat(moment).replace(tzinfo=dt.UTC))


@pytest.fixture(autouse=True)
def clock_goes_back() -> Iterator[None]:
    yield
    clock.set_now(None)


@pytest.fixture
def ada(settings) -> Visitor:
    settings.BACKGROUND = "off"
    owner = Traveller.objects.create_user("ada")
    browser = Browser()
    browser.force_login(owner)
    return Visitor(start_trip(owner), browser)


AGENT, TRAVELLER, TOOL = "agent", "traveller", "tool"
JOURNEY = "Boston, 15–18 February 2027"
DAY = "22 November 2026"
FIRST = (
    f"{BOSTON}. My name is Ada. I'm a teacher. My daughter is afraid of heights. I work for Acme Tools. "
    "Our travel policy allows economy class only. I'm claustrophobic."
)
#: The listeners of memory, and what they are driven by below.
LISTENERS = {
    "memory.facts_changed": "facts edited",
    "memory.option_chosen": "option chosen",
    "memory.plan_changed": "plan item edited",
    "memory.finding_judged": "finding dismissed",
    "memory.feedback_given": "note",
    "memory.trip_finished": "trip finished",
    "memory.trip_moved": "",  # writes nothing: moves the end of notes, in a test of its own
}


def words(turn: Turn) -> str:
    message = turn.messages.get(author="traveller")
    return f"message {message.position}: {message.text[:60]}"


def said(trigger: str, where: str, text: str, turn: Turn, quote: str) -> Written:
    """A line that rests on words."""
    return Written(trigger, where, text, "active", AGENT, words(turn), quote)


def done(trigger: str, where: str, text: str, turn: Turn) -> Written:
    """A line of what was done on a page, beside the turn that was the newest."""
    return Written(trigger, where, text, "active", TRAVELLER, f"turn {turn.number}")


def noted(agent: str, text: str, turn: Turn) -> Written:
    return Written("note", agent, text, "active", AGENT, f"turn {turn.number}")


def test_everything_that_writes_is_driven_and_says_where_it_comes_from(ada: Visitor) -> None:
    at("2026-11-22T12:00")
    trip, table = ada.trip, []

    def expect(*lines: Written, mind: Mind | None = None) -> None:
        """Exactly these lines, and of the notes at least these."""
        found = ada.written(mind)
        table.extend(found)
        notes = [one for one in lines if one.trigger == "note"]
        assert [one for one in found if one.trigger != "note"] == [one for one in lines if one not in notes]
        assert set(notes) <= set(found)

    # Said.
    turn = ada.says(FIRST)
    own = "In the traveller's words: "
    expect(
        *(
            said(trigger, where, f"{own}{sentence}.", turn, sentence)
            for trigger, where, sentence in (
                ("name", "profile", "My name is Ada"),
                ("role", "profile", "I'm a teacher"),
                ("household", "profile", "My daughter is afraid of heights"),
                ("employer", "company", "I work for Acme Tools"),
                ("travel policy", "company", "Our travel policy allows economy class only"),
                ("need", "preferences", "I'm claustrophobic"),
            )
        )
    )
    turn = ada.says("No, that is too rushed for us.")
    quote = "that is too rushed for us"
    text = f"Said of plans for {JOURNEY}: {quote}."
    expect(said("rejected at the summary", "preferences", text, turn, quote))
    turn = ada.says("No, we are vegetarian and would like a relaxed pace")
    expect(
        said("facts edited", "preferences", "Pace: relaxed", turn, "relaxed pace"),
        said("facts edited", "preferences", "Diet: vegetarian", turn, "vegetarian"),
    )
    form = ada.browser.get(reverse("edit_fact", args=[trip.uuid, "avoid"])).context["form"]
    ada.posts("edit_fact", "avoid", **{"fact-entries": "crowds", "fact-seen": form["seen"].value()})
    expect(done("facts edited", "preferences", "Avoid: crowds", turn))

    # Options: written, turned down, written again, one chosen.
    turn = ada.says("just plan it")
    option = trip.options.get(turn=turn, position=1)
    expect(noted("planner", draft_of(option), turn))
    ada.posts("reject_options", reason="They are all too expensive for us", client_key=new_key())
    turn, why = newest(trip), "None of these. They are all too expensive for us"
    text = f"Turned down plans for {JOURNEY}, in their words: {why}"
    expect(said("options rejected", "preferences", text, turn, why))
    planned = ada.says("just plan it")
    rows = [row for finding in planned.result["findings"] for row in finding["recommendations"]]
    name = next(row["name"] for row in rows if row.get("name"))
    turn = ada.says(f"How far is {name} from the station?")
    option = trip.options.filter(turn=planned, state="offered").order_by("position").first()
    expect(
        said("follow-up on a finding", "episodes", f"Spoke again of {name} in Boston on {DAY}.", turn, name)
        if "Boston" in name
        else said("follow-up on a finding", "episodes", f"Spoke again of {name} on {DAY}.", turn, name),
        noted("planner", draft_of(option), planned),
    )
    ada.posts("select_option", option.pk)
    plan = trip.plan.plan
    text = f"Chose a plan for {JOURNEY}: 2 travellers, {plan.pace} pace, low budget, by coach."
    expect(done("option chosen", "episodes", text, turn))

    # Found, put away, put first, asked after.
    ada.posts("command", line="/research all", client_key=new_key())
    turn = newest(trip)
    dismissed, first, asked = trip.findings.filter(kind="place").exclude(place_id="").order_by("pk")[:3]
    expect()
    (note,) = [one for one in table if one.where == "research" and one.source == f"turn {turn.number}"]
    assert note.text.startswith(f"Researched in Boston on {DAY}")
    ada.posts("dismiss_finding", dismissed.pk)
    text = f"Not for them: {dismissed.name} (place) in Boston."
    expect(done("finding dismissed", "preferences", text, turn))
    ada.posts("rank_findings", must=str(first.pk))
    text = f"Put first among what was found: {first.name} (place) in Boston."
    expect(done("finding ranked", "preferences", text, turn))
    ada.posts("ask_finding", asked.pk, client_key=new_key())
    turn, text = newest(trip), f"Spoke again of {asked.name} in Boston on {DAY}."
    expect(said("follow-up on a finding", "episodes", text, turn, asked.name))

    # The plan, changed by hand and in words.
    visit = a_visit(trip)
    ada.posts("edit_plan", what="remove", seen=trip.plan.number, uid=visit.uid, despite="on")
    text = f"Taken out of the plan for {JOURNEY}: {visit.title} (visit)."
    expect(done("plan item edited", "preferences", text, turn))
    visit = a_visit(trip)
    wish = ada.says(f"remove {visit.title} from the plan")
    ada.says("yes")
    text, quote = (
        f"Taken out of the plan for {JOURNEY}: {visit.title} (visit).",
        f"remove {visit.title} from the plan",
    )
    lines = ada.written()
    table.extend(lines)
    assert said("plan item edited", "preferences", text, wish, quote) in lines

    # On the way, and over.
    at("2027-02-15T21:00")
    turn = ada.says("The walk was wonderful, but we were exhausted after 3 pm")
    expect(noted("feedback", "Reported for 15 February 2027, energy low. Liked walk.", turn))
    at("2027-02-16T21:00")
    ada.posts(
        "command",
        line="/feedback we loved the harbour, did not like the museum, exhausted again",
        client_key=new_key(),
    )
    turn = newest(trip)
    text = "Reported for 16 February 2027, energy low. Liked harbour. Did not like museum."
    expect(noted("feedback", text, turn))
    at("2027-02-20T12:00")
    assert finishing.finish_due() == 1
    ada.works()
    text = f"Was in {JOURNEY}; 2 travellers, relaxed pace, low budget."
    proposals = (
        f"Likes walk, harbour (told of in {JOURNEY}).",
        f"Did not like museum (told of in {JOURNEY}).",
        f"Prefers a relaxed pace: was tired on 2 of 2 days told of in {JOURNEY}.",
    )
    expect(
        done("trip finished", "episodes", text, turn),
        *(
            Written("trip finished", "preferences", one, "proposed", AGENT, f"turn {turn.number}")
            for one in proposals
        ),
    )

    # What research finds of the company, by a model: never more than a proposal.
    ada.posts("command", line="/research New York", client_key=new_key())
    mind = ScriptedMind(["- [company] Acme Tools books with one airline only."])
    company = "Acme Tools books with one airline only."
    expect(
        Written("found by research", "company", company, "proposed", TOOL, f"turn {newest(trip).number}"),
        mind=mind,
    )
    assert "[company]" in mind.calls[0].system[0].text

    for one in table:
        print(f"{one.trigger:<24} {one.where:<12} {one.author:<10} {one.status:<9} {one.text[:90]}")
        print(f"{'':<24} ← {one.source}")
    driven = {(one.trigger, one.where) for one in table}
    registered = {(name, where) for name, wheres in events.TRIGGERS.items() for where in wheres}
    agents_with_notes = {("note", agent.name) for agent in registry.team() if agent.notes}
    assert driven == registered | agents_with_notes | {("found by research", "company")}
    assert {trigger for trigger in LISTENERS.values() if trigger} <= {trigger for trigger, _where in driven}


def test_what_was_said_for_a_trip_only_ends_with_it_wherever_its_dates_go(ada: Visitor) -> None:
    at("2026-11-22T12:00")
    ada.says(FIRST)
    ada.posts("command", line="/remember On this trip I want no museums", client_key=new_key())
    ada.posts("command", line="/remember I am on a diet until 17 February 2027", client_key=new_key())
    ada.written()
    bound, dated = Note.objects.filter(owner=ada.trip.owner, pinned=True).order_by("pk")
    assert (bound.trip, bound.valid_to) == (ada.trip, dt.date(2027, 2, 18))
    for end in (dt.date(2027, 2, 20), dt.date(2027, 2, 17), dt.date(2027, 2, 18)):
        form = ada.browser.get(reverse("edit_fact", args=[ada.trip.uuid, "dates"])).context["form"]
        values = {"fact-start": "2027-02-15", "fact-end": end.isoformat(), "fact-seen": form["seen"].value()}
        ada.posts("edit_fact", "dates", **values)
        assert ada.trip.end == end
        bound.refresh_from_db()
        dated.refresh_from_db()
        assert (bound.valid_to, bound.status) == (end, "active")
        assert dated.valid_to == dt.date(2027, 2, 17)
    assert ada.written() == []  # neither a line nor another note


def draft_of(option: Option) -> str:
    plan = option.plan
    stay = next(item for item in plan.items() if item.kind == "stay")
    return (
        f"The draft “{plan.title}” for {JOURNEY}: stays at {stay.title}; {plan.pace} pace, "
        f"${plan.total:,.0f} in all."
    )


def a_visit(trip: Trip) -> Item:
    return next(item for item in trip.plan.plan.items() if item.kind == "visit" and item.place_id)


def newest(trip: Trip) -> Turn:
    return trip.turns.order_by("-number").first()


def test_every_listener_of_memory_is_in_the_list() -> None:
    heard = set()
    for signal in vars(signals).values():
        if isinstance(signal, Signal):
            for (uid, *_sender), *_rest in signal.receivers:
                if str(uid).startswith("memory.") and str(uid).count(".") == 1:
                    heard.add(uid)
    assert heard == set(LISTENERS)


def test_every_trigger_of_the_code_is_registered() -> None:
    """By the source: what an event is made with, and what is told of a sentence."""
    found = set(spoken.DOCUMENT_OF.items())
    for module in (events, spoken, learnt):
        for function in ast.walk(ast.parse(inspect.getsource(module))):
            if isinstance(function, ast.FunctionDef):
                found |= pairs_of(function)
    assert found == {(name, where) for name, wheres in events.TRIGGERS.items() for where in wheres}


def pairs_of(function: ast.FunctionDef) -> set[tuple[str, str]]:
    found = set()
    for call in ast.walk(function):
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name):
            continue
        given = {one.arg: one.value.value for one in call.keywords if isinstance(one.value, ast.Constant)}
        if call.func.id == "Event" and "trigger" in given:
            found.add((given["trigger"], given["namespace"]))
        if call.func.id == "_told":
            if isinstance(call.args[0], ast.Constant):
                found.add((call.args[0].value, call.args[1].value))
            found |= {(name, call.args[1].value) for name in patterns_of(function)}
    return found


def patterns_of(function: ast.FunctionDef) -> set[str]:
    """The names that stand beside a pattern."""
    pairs = [one.elts for one in ast.walk(function) if isinstance(one, ast.Tuple) and len(one.elts) == 2]
    return {
        name.value
        for name, pattern in pairs
        if isinstance(name, ast.Constant) and isinstance(pattern, ast.Name)
    }
