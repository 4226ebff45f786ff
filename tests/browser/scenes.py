"""Trips in every state a page can show, made by the product's own doors and the real planner.

No model, no stream: each function leaves a trip in the database as a conversation would have.
"""

from __future__ import annotations

import datetime as dt

from agents.events import (
    AgentDone,
    Progress,
    ReplyDelta,
)
from config import clock
from tests.browser.scene import BOSTON, Scene, rail
from tests.browser.scene import JAPAN as JAPAN
from trips import choosing, fact_log
from trips.facts import describe
from trips.models import FactChange, Option, Traveller, Trip, Turn
from trips.schemas import Change


def asked(owner: Traveller) -> Trip:
    """CLARIFY: only what is missing."""
    scene = Scene(owner)
    turn = scene.turn("I want to visit Boston for a long weekend")
    scene.run(turn)
    scene.know(turn, BOSTON[:1])
    scene.say(turn, "Boston for a long weekend: gladly. Three things I need to know before I can plan.")
    scene.ask(turn, "dates", "Which days?", "12–15 February", "15–18 February", "any weekend in March")
    scene.ask(turn, "party", "How many of you travel?", "just me", "two adults", "a family of four")
    scene.ask(turn, "budget", "What may it cost, roughly?", "low", "mid-range", "$1,500 in all")
    scene.end(turn, "CLARIFY")
    return scene.trip


def empty(owner: Traveller) -> Trip:
    """Nothing is known: an answer that needs a place."""
    scene = Scene(owner)
    turn = scene.turn("hm 🤔")
    scene.run(turn)
    scene.say(
        turn,
        "Tell me where you would like to go, or what you would like it to be like, and we start from there.",
    )
    scene.ask(turn, "destinations", "Where do you want to go?", "Boston", "Tokyo and Kyoto", "somewhere warm")
    scene.end(turn, "CLARIFY")
    return scene.trip


def confirming(owner: Traveller) -> Trip:
    scene = Scene(owner)
    first = scene.turn("I want to visit Boston for a long weekend, Feb 15-18, 2 people, mid-range budget")
    scene.run(first)
    scene.know(first, BOSTON[:5])
    scene.say(first, "That is all I must know. Four things would make it yours.")
    scene.ask(first, "pace", "How full should the days be?", "relaxed", "moderate", "packed", required=False)
    scene.end(first, "CLARIFY")
    turn = scene.turn("From New York, moderate pace, love history and food, must see the Freedom Trail")
    scene.run(turn)
    scene.know(turn, BOSTON[5:])
    scene.say(turn, "Here is what I have. Does that capture it?")
    summary = [f"{line.label}: {line.text}" for line in describe(scene.trip.facts)]
    scene.end(turn, "CONFIRM", summary=summary, assumed=["One double room for two."], notes=[])
    return scene.trip


def working(owner: Traveller, *, failing: bool = False) -> Trip:
    """Specialists at work; a second message waits."""
    trip = confirming(owner)
    scene = Scene.__new__(Scene)
    scene.trip = trip
    turn = scene.turn("Yes, that's perfect!")
    scene.run(turn)
    scene.events(
        turn,
        ReplyDelta(text="Good. I have asked transport, stay and food at the same time."),
        *rail(failing=failing),
    )
    if failing:
        scene.events(turn, Progress(text="Weighing what they found"))
    else:
        scene.turn("Oh, and do I need a car?")
    return trip


def offered(
    owner: Traveller,
    *,
    rows=BOSTON,
    spoil: tuple[int, ...] = (),
    last_resort: bool = False,
    failing: bool = False,
) -> Trip:
    scene = Scene(owner)
    turn = scene.turn("Plan it all, please: " + ", ".join(dict.fromkeys(quote for *_rest, quote in rows)))
    scene.run(turn)
    scene.know(turn, rows)
    scene.events(turn, *rail(failing=failing))
    if not failing:
        scene.events(turn, AgentDone(key="food", said="15 places, six for dinner", seconds=5.2))
    options = scene.offer(turn, spoil=spoil, last_resort=last_resort)
    count = sum(option.state == Option.State.OFFERED for option in options)
    Trip.objects.filter(pk=scene.trip.pk).update(confirmed_version=scene.trip.facts_version)
    scene.say(turn, "Good. I have asked transport, stay and food at the same time.")
    closing = (
        f"{count} ways to do it, each checked against our data."
        if count
        else ("No plan came through all checks. Here is the best draft, with what is wrong in it.")
    )
    scene.say(turn, closing)
    scene.ask(
        turn,
        "dietary",
        "Does anybody eat vegetarian, or not eat something?",
        "vegetarian",
        "no restrictions",
        required=False,
    )
    notes = ["The language model could not finish this; our own planner filled in the places to eat."]
    scene.end(turn, "FINALIZE", notes=notes if failing else [], comparison="")
    scene.trip.refresh_from_db()
    return scene.trip


def planned(owner: Traveller, *, rows=BOSTON) -> Trip:
    trip = offered(owner, rows=rows)
    option = trip.options.filter(state=Option.State.OFFERED)[1]
    choosing.select(trip, option)
    trip.refresh_from_db()
    return trip


def stale(owner: Traveller) -> Trip:
    """A chosen plan, and facts that changed after it."""
    trip = planned(owner)
    change = Change(path="party.adults", value=4, quote="make it four people")
    fact_log.change_facts(trip, [change], by=FactChange.By.TRAVELLER, today=clock.today())
    trip.refresh_from_db()
    return trip


def past(owner: Traveller) -> Trip:
    """A trip whose days are over."""
    rows = [
        (path, op, {"dates.start": "2026-06-12", "dates.end": "2026-06-15"}.get(path, value), quote)
        for path, op, value, quote in BOSTON
    ]
    now = clock.now()
    clock.set_now(dt.datetime(2026, 5, 1, 9, tzinfo=dt.UTC))
    try:
        return planned(owner, rows=rows)
    finally:
        clock.set_now(now)
        clock.set_now(None)


def failed(owner: Traveller) -> Trip:
    scene = Scene(owner)
    turn = scene.turn("I want to visit Boston for a long weekend")
    scene.run(turn)
    scene.know(turn, BOSTON[:2])
    scene.say(turn, "Boston for a long weekend: gladly. Which da")
    sentence = "The language model could not be reached. Your trip is unchanged. Try again in a moment."
    scene.end(turn, status=Turn.Status.FAILED, error=sentence)
    return scene.trip


def stopped(owner: Traveller) -> Trip:
    scene = Scene(owner)
    turn = scene.turn("What is Boston like in February? " + "Tell me everything about the weather. " * 60)
    scene.run(turn)
    scene.know(turn, BOSTON[:1])
    scene.say(
        turn,
        "Cold and bright: around 0 °C by day, **snow** on every third day.\n\n- Wear layers\n- Boots help",
    )
    scene.end(turn, status=Turn.Status.STOPPED)
    return scene.trip
