"""Each command at each station of a trip: it can be done, or a sentence leads to what makes it possible."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from agents import commands
from agents.commands import Line
from agents.view import TripView
from config import clock
from tests.agents.stations import STATIONS, seen, told, walk
from trips.models import Message, Traveller, Trip
from trips.starting import start_trip

pytestmark = pytest.mark.django_db(transaction=True)

NOTHING_KNOWN = {"new", "started over"}
NOTHING_ON_OFFER = {"new", "asked", "summary", "at work", "turned down", "started over"}
NO_PLAN = {*NOTHING_ON_OFFER, "options"}
NOTHING_FOUND = {*NO_PLAN, "chosen"} - {"started over"}  # what was found outlives the facts
BEFORE_IT = {"chosen", "researched"}

#: Command → the line that its refusal names → the stations where it is refused. Everywhere else it is done.
GUARDS: dict[str, dict[str, set[str]]] = {
    "agenda": {"/select": NO_PLAN},
    "check": {},
    "cost": {"/select": NO_PLAN},
    "export": {"/select": NO_PLAN},
    "feedback": {"/select": NO_PLAN, "/plan": BEFORE_IT},
    "forget": {},
    "help": {},
    "memory": {},
    "next": {},
    "options": {"/status": NOTHING_ON_OFFER},
    "plan": {"/select": NO_PLAN},
    "prioritize": {"/research": NOTHING_FOUND},
    "remember": {},
    "research": {"/research Kyoto": NOTHING_KNOWN},
    "reset": {},
    "select": {"/status": NOTHING_ON_OFFER},
    "status": {},
    "undo": {"/select": NO_PLAN},
}
#: Lines whose words decide: the line, where it is looked at, and what its refusal names ("" = it is done).
WITH_WORDS = [
    ("/research Kyoto", "new", ""),
    ("/research Qqxzville", "new", "/research"),
    ("/research Qqxzville", "options", "/research"),
    ("/cost add 12 EUR coffee", "new", ""),
    ("/cost budget 900 EUR", "asked", ""),
    ("/cost all", "summary", ""),
    ("/feedback lovely", "options", "/select"),
    ("/feedback lovely", "chosen", "/plan"),
    ("/feedback lovely", "on the way", ""),
    ("/plan swap day 2 and 3", "options", "/select"),
    ("/plan swap day 2 and 3", "chosen", ""),
    ("/agenda day 2", "turned down", "/select"),
    ("/export ics", "asked", "/select"),
    ("/select 1", "turned down", "/status"),
]
_NAMED = re.compile(r"(?<![\w/])/([a-z]+)((?: (?:add|all|budget|\d+|(?-i:[A-Z]\w+)))*)")


@pytest.fixture(autouse=True)
def clock_goes_back() -> Iterator[None]:
    yield
    clock.set_now(None)


@pytest.fixture
def trip(db) -> Trip:
    return start_trip(Traveller.objects.create_user("ada"))


def named(sentence: str) -> list[Line]:
    """The command lines a sentence names."""
    return [Line(name, words.strip()) for name, words in _NAMED.findall(sentence)]


def refusal(view: TripView, line: Line) -> str:
    return commands.get(line.name).missing(view, line.argument)


def led(view: TripView, line: Line, before: tuple[Line, ...] = ()) -> list[list[Line]]:
    """Every way from a line to one that can be done now. Fails where a refusal names none, or leads back."""
    assert line not in before, f"{' → '.join(map(str, (*before, line)))} goes round"
    sentence = refusal(view, line)
    if not sentence:
        return [[line]]
    nexts = named(sentence)
    assert nexts, f"{line}: “{sentence}” names no command"
    return [[line, *way] for one in nexts for way in led(view, one, (*before, line))]


def expected(name: str, station: str) -> str:
    return next((line for line, where in GUARDS[name].items() if station in where), "")


def test_every_command_has_its_row() -> None:
    assert {one.name for one in commands.commands()} == set(GUARDS)
    stations = {station for row in GUARDS.values() for where in row.values() for station in where}
    assert stations <= set(STATIONS)


@pytest.mark.slow
def test_each_command_at_each_station(trip: Trip) -> None:
    counted = 0

    def look(station: str, trip: Trip) -> None:
        nonlocal counted
        view = seen(trip)
        for one in commands.commands():
            assert names_first(view, Line(one.name)) == expected(one.name, station), (station, one.name)
            counted += 1
        for text, where, wanted in WITH_WORDS:
            if where == station:
                assert names_first(view, commands.parse(text)) == wanted, (station, text)
        assert commands.ready(view) == {
            name for name in GUARDS if name in commands.BY_WORDS and not expected(name, station)
        }
        if station != "at work":  # there a line waits for the end of that turn
            assert_said(station, trip, view)

    walk(trip, look)
    assert counted == len(STATIONS) * len(commands.commands())
    for name in GUARDS:
        print(f"/{name:<11}" + " ".join(f"{expected(name, station) or '·':<15}" for station in STATIONS))


def names_first(view: TripView, line: Line) -> str:
    """The command that a refusal names first; "" where the line can be done. All it names lead on."""
    ways = led(view, line)
    assert all(not refusal(view, way[-1]) for way in ways)
    return str(ways[0][1]) if len(ways[0]) > 1 else ""


def assert_said(station: str, trip: Trip, view: TripView) -> None:
    """A turn says the same of what is refused, and changes nothing; /help knows it too."""
    refused = [name for name in GUARDS if expected(name, station)]
    before = (trip.facts_version, trip.plan_id, trip.options.count(), trip.findings.count())
    for name in refused:
        turn = told(trip, f"/{name}")
        said = turn.messages.get(author=Message.Author.AGENT).text
        assert said == refusal(view, Line(name)) == turn.next_step, (station, name)
    assert before == (trip.facts_version, trip.plan_id, trip.options.count(), trip.findings.count())
    helped = told(trip, "/help").messages.get(author=Message.Author.AGENT).text
    too_early = [name for name in GUARDS if f"`/{name}`" in helped.partition("Later, ")[2]]
    assert too_early == refused, station


@pytest.mark.slow
def test_what_can_be_done_is_done(trip: Trip) -> None:
    """Where nothing is missing a turn carries the line out: nobody is sent on to what is not needed."""
    stands = {"summary", "options", "researched", "on the way", "finished"}
    samples = {
        "select": "1",
        "remember": "I always want a quiet room",
        "forget": "that I want a quiet room",
        "feedback": "",
        "plan": "",
    }
    last = ("remember", "forget", "undo")

    def look(station: str, trip: Trip) -> None:
        if station not in stands:
            return
        view = seen(trip)
        done = [name for name in GUARDS if not expected(name, station)]
        sentences = {refusal(view, Line(name)) for name in GUARDS} - {""}
        for name in sorted(done, key=lambda name: (name in last, last.index(name) if name in last else 0)):
            if name == "select":  # leads on: the walk itself chooses
                continue
            turn = told(trip, f"/{name} {samples.get(name, '')}".rstrip())
            said = turn.messages.get(author=Message.Author.AGENT).text
            assert said not in sentences and said.strip(), (station, name)

    walk(trip, look)
