"""Each station of a trip: its phase, what comes next, the checklist; and the welcome after a break."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator

import pytest
from django.test import Client as Browser
from django.urls import reverse

from agents import commands
from agents.board.views import views
from agents.phases import WORDS, checklist, next_actions, phase_at, welcome_back
from config import clock
from tests.agents.stations import PLANNED_ON, STATIONS, at, seen, told, walk
from tests.agents.talking import BOSTON
from tests.browser import scenes
from tests.memory import story
from trips import choosing
from trips.agendas import today_there
from trips.cards import cards_of
from trips.models import Member, Message, Traveller, Trip
from trips.starting import start_trip

pytestmark = pytest.mark.django_db(transaction=True)

KNOWN = "See what is known so far. [/status]"
#: What the plan asks to book, then of the fullest day, and of the one with most on foot.
EASIER = [
    "Book Coach to Boston. [view bookings]",
    "A lighter Tuesday. [/plan a lighter Tuesday]",
    "Less walking on Tuesday. [/plan less walking on Tuesday]",
]
JUST = "Or say “just plan it”: the rest I assume."
START = ["Say where you want to go, when and how many you are.", "Or see what I can do. [/help]"]
AFTERWARDS = [
    "Say how it was; the next trip starts from that. [view feedback]",
    "See what the trip came to. [/feedback]",
    "Say yes or no to what was learnt. [/memory]",
    "Plan the next trip. [/next]",
]
ASKED = ["Say where to", "Say when", "Say how many travel", "Say what it may cost", "Say yes to the summary"]
REQUIRED = [f"✓ {text}" for text in ASKED[:4]]

#: Station → what comes next, with the line or view that does it.
NEXT = {
    "new": START,
    "asked": ["Answer what is still asked.", JUST, KNOWN],
    "summary": ["Say yes to the summary.", "Or say what to change.", KNOWN],
    "at work": [],
    "options": [
        "Compare the options and choose one. [/options] [view compare]",
        "Or say what is missing in all of them.",
    ],
    "turned down": ["Say what should be different.", "Or say “just plan it”.", KNOWN],
    "chosen": ["Research Boston. [/research all] [view research]", *EASIER],
    "researched": EASIER,
    "on the way": [
        "Today and tomorrow, hour by hour. [/agenda] [view agenda]",
        "Tell me how the day goes; I adjust what follows. [view feedback]",
        "Note what you spend, “lunch 24 euros”. [/cost] [view spending]",
    ],
    "over": AFTERWARDS,
    "finished": AFTERWARDS,
    "started over": START,
}
#: Station → the checklist.
CHECKS = {
    "new": [f"· {text}" for text in ASKED],
    "asked": ["✓ Say where to", "· Say when", "✓ Say how many travel", *[f"· {text}" for text in ASKED[3:]]],
    "summary": [*REQUIRED, "· Say yes to the summary"],
    "at work": [*REQUIRED, "· Say yes to the summary"],  # written when they are back
    "options": [*REQUIRED, "✓ Say yes to the summary", "· Choose a plan"],
    "turned down": [*REQUIRED, "· Say yes to the summary"],
    "chosen": ["✓ Choose a plan", "· Research Boston", "· Book Coach to Boston"],
    "researched": [
        "✓ Choose a plan",
        "✓ Research every city",
        "· Sort what was found by what matters",
        "· Book Coach to Boston",
    ],
    "on the way": ["· Book Coach to New York City", "· Tell how the day goes", "· Note what is spent"],
    "over": ["· Tell how it was", "· Note what is spent"],
    "finished": ["· Tell how it was", "· Note what is spent"],
    "started over": [f"· {text}" for text in ASKED],
}
BOARD_ITSELF = {"plan", "options", "compare", "checks", "facts"}


@pytest.fixture(autouse=True)
def clock_goes_back() -> Iterator[None]:
    yield
    clock.set_now(None)


def written(sentence: str, line: str, view: str) -> str:
    return sentence + (f" [{line}]" if line else "") + (f" [view {view}]" if view else "")


def away(trip: Trip, **ago: float) -> None:
    """The last word was said so long ago."""
    trip.messages.update(created=clock.now() - dt.timedelta(**ago))


def test_each_station_with_what_comes_next_and_its_checklist(traveller) -> None:
    walked = []

    def look(station: str, trip: Trip) -> None:
        walked.append(station)
        view, today = seen(trip), today_there(trip)
        phase = phase_at(trip, today)
        assert phase == STATIONS[station]
        if station != "at work":  # what a new turn finds is what was written
            assert view.phase == phase, station
        actions, checks = next_actions(trip, today), checklist(trip, today)
        assert [written(one.sentence, one.line, one.view) for one in actions] == NEXT[station], station
        assert [f"{'✓' if one.done else '·'} {one.text}" for one in checks] == CHECKS[station], station
        for one in (*actions, *(check for check in checks if not check.done)):
            if one.line:
                line = commands.parse(one.line)
                assert commands.get(line.name).missing(view, line.argument) == "", (station, one)
            if one.view:
                shown = {view.name for view in views() if view.shown(trip)} | BOARD_ITSELF
                assert one.view in shown, (station, one)
        if station != "at work":
            welcomed(station, trip)
        print(f"{station:<13} {phase:<11} {' | '.join(NEXT[station])}")

    walk(start_trip(traveller), look)
    assert walked == list(STATIONS) == list(NEXT) == list(CHECKS)
    assert {STATIONS[station] for station in walked} == set(WORDS)


def welcomed(station: str, trip: Trip) -> None:
    """After every length of a break; never before six hours, never where nothing was said."""
    steps = [one.partition(" [")[0] for one in NEXT[station]][:3]
    for ago, back in (
        ({"minutes": 1}, False),
        ({"hours": 5, "minutes": 59}, False),
        ({"hours": 6, "minutes": 1}, True),
        ({"days": 3}, True),
        ({"days": 400}, True),
    ):
        away(trip, **ago)
        lines = welcome_back(trip)
        if station == "new" or not back:
            assert lines == [], (station, ago)
            continue
        assert 2 <= len(steps) <= 3 and lines[-len(steps) :] == steps, (station, ago)
        happened = trip.turns.exclude(short_summary="").order_by("-number").first()
        assert lines[: -len(steps)] == [
            f"Welcome back to {trip.name}{' 🇺🇸' if trip.facts.destinations else ''}.",
            *([f"Last time: {happened.short_summary.rstrip('.')}."] if happened else []),
        ], (station, ago)
        assert welcome_back(trip, may_edit=False) == [*lines[: -len(steps)], WORDS[STATIONS[station]]]


def test_the_page_welcomes_each_reader_back(traveller) -> None:
    """Owner, guest and editor are told what to do, who only reads along where the trip stands."""
    at(PLANNED_ON)
    trip = start_trip(traveller)
    told(trip, BOSTON)
    readers = {"owner": traveller}
    for role in ("editor", "viewer"):
        readers[role] = Traveller.objects.create_user(role)
        Member.objects.create(trip=trip, traveller=readers[role], name=role, role=role)
    guest = Traveller.objects.create_user("guest", is_guest=True)
    of_guest = start_trip(guest)
    told(of_guest, BOSTON)
    pages = {}
    for name, who, where in [
        *((name, who, trip) for name, who in readers.items()),
        ("guest", guest, of_guest),
    ]:
        browser = Browser()
        browser.force_login(who)
        assert "Welcome back" not in browser.get(reverse("workspace", args=[where.uuid])).text
        away(where, hours=7)
        pages[name] = browser.get(reverse("workspace", args=[where.uuid])).context["welcome"]
        away(where, minutes=1)
    assert pages["owner"] == pages["editor"] == pages["guest"]
    assert pages["owner"][0].startswith(f"Welcome back to {trip.name} 🇺🇸")
    assert pages["owner"][-3:] == [
        "Say yes to the summary.",
        "Or say what to change.",
        "See what is known so far.",
    ]
    assert pages["viewer"][:-1] == pages["owner"][:-3] and pages["viewer"][-1] == WORDS["confirm"]


@pytest.mark.parametrize(
    ("words", "flags"),
    [
        ("A week in Marrakesh and Lisbon in March", "🇲🇦🇵🇹"),
        ("A week in Tokyo and Kyoto in March", "🇯🇵"),
        ("Two weeks in Vienna, Budapest and Prague in May", "🇦🇹🇭🇺🇨🇿"),
    ],
)
def test_every_country_of_the_trip_flies_its_flag_once(traveller, words: str, flags: str) -> None:
    at(PLANNED_ON)
    trip = start_trip(traveller)
    told(trip, words)
    away(trip, hours=8)
    assert welcome_back(trip)[0] == f"Welcome back to {trip.name} {flags}."


def test_words_in_another_language_change_nothing_of_the_welcome(traveller) -> None:
    at(PLANNED_ON)
    trip = start_trip(traveller)
    told(trip, "Wir möchten nach Kyoto")
    away(trip, hours=8)
    lines = welcome_back(trip)
    assert lines[0].startswith("Welcome back to ") and len(lines) >= 3
    assert all(line.isprintable() and line for line in lines)


def test_who_stopped_a_turn_is_told_what_was_done_before(traveller) -> None:
    """What happened last is the last that came to something."""
    at(PLANNED_ON)
    trip = start_trip(traveller)
    done = told(trip, "Boston from New York, 15-18 February 2027")
    assert done.short_summary
    told(trip, "/status")  # asks where the trip stands: nothing happened
    last = trip.messages.order_by("-position").first()
    Message.objects.create(trip=trip, position=last.position + 1, author="traveller", text="hm")
    away(trip, hours=8)
    assert f"Last time: {done.short_summary.rstrip('.')}." in welcome_back(trip)


# --- Whose day it is ------------------------------------------------------------------------------


@pytest.fixture
def japan(traveller) -> Trip:
    """4 to 13 April 2027 with a start in San Francisco: hours behind on the way there, ahead when there."""
    at(PLANNED_ON)
    trip = start_trip(traveller)
    words = (
        "Tokyo and Kyoto, 2 adults, mid-range, from San Francisco, April 4 to 13 2027, love food, temples, "
        "moderate pace, no must-dos, just plan it"
    )
    assert told(trip, words).mode == "FINALIZE"
    choosing.select(trip, trip.options.filter(state="offered").first())
    return Trip.objects.select_related("plan").get(pk=trip.pk)


@pytest.mark.parametrize(
    ("moment", "today", "phase"),
    [
        ("2027-04-04T05:00", dt.date(2027, 4, 3), "planned"),  # 10 p.m. of the day before, at home
        ("2027-04-04T08:00", dt.date(2027, 4, 4), "travelling"),  # one in the morning
        ("2027-04-07T16:00", dt.date(2027, 4, 8), "travelling"),  # in Tokyo it is the next day already
        ("2027-04-14T02:00", dt.date(2027, 4, 13), "travelling"),  # home again, where the last day goes on
        ("2027-04-14T08:00", dt.date(2027, 4, 14), "done"),
    ],
)
def test_the_day_is_the_travellers_in_every_part(
    japan: Trip, moment: str, today: dt.date, phase: str
) -> None:
    at(moment)
    view = seen(japan)
    assert (view.today, view.phase) == (today, phase)
    assert (today_there(japan), phase_at(japan, today_there(japan))) == (today, phase)
    assert [card.phase for card in cards_of(japan.owner)] == [phase]
    browser = Browser()
    browser.force_login(japan.owner)
    assert browser.get(reverse("workspace", args=[japan.uuid])).context["board"].phase == phase
    listed = browser.get(reverse("my_trips")).context
    assert [card.trip for card in listed["past" if phase == "done" else "cards"]] == [japan]
    refused = commands.get("feedback").missing(view, "lovely")
    assert bool(refused) == (phase == "planned")
    if phase == "travelling":
        turn = told(japan, "/feedback the ramen was great")
        assert turn.mode == "DELEGATE" and japan.feedback.get().date == today


def test_a_story_over_the_date_line_keeps_its_day(traveller) -> None:
    """Ahead of UTC from the first day on: the trip begins when it begins there."""
    trip = story.onboarded(traveller, story.JAPAN)
    story.planned(trip)
    trip = Trip.objects.select_related("plan").get(pk=trip.pk)
    first = trip.plan.plan.days[0].date
    at(f"{first - dt.timedelta(days=1)}T14:59")
    assert (seen(trip).today, seen(trip).phase) == (first - dt.timedelta(days=1), "planned")
    at(f"{first - dt.timedelta(days=1)}T15:01")  # midnight in Tokyo
    assert (seen(trip).today, seen(trip).phase) == (first, "travelling")
    last = trip.plan.plan.days[-1].date
    at(f"{last}T14:59")
    assert seen(trip).phase == "travelling"
    at(f"{last}T15:01")
    assert (seen(trip).today, seen(trip).phase) == (last + dt.timedelta(days=1), "done")


def test_a_plan_of_easy_days_is_offered_nothing_easier(traveller) -> None:
    trip = scenes.planned(traveller)
    for day in (version := trip.plan).plan_json["days"]:
        for item in day["items"]:
            item["locked"] = True
            item.update({"travel_minutes": 1} if item["kind"] == "leg" else {})
    version.save()
    said = [action.sentence for action in next_actions(trip, dt.date(2027, 1, 4))]
    assert said[-1] == "Say what should be different." and not any("lighter" in one for one in said)
