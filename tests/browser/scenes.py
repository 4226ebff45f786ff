"""Trips in every state a page can show, made by the product's own doors and the real planner.

No model, no stream: each function leaves a trip in the database as a conversation would have.
"""

from __future__ import annotations

import datetime as dt
from decimal import Decimal

from django.conf import settings

from agents.events import (
    AgentDone,
    AgentStarted,
    Progress,
    ReplyDelta,
)
from agents.llm.budget import AT_THE_CAP
from agents.models import ModelCall
from agents.sending import start_job
from config import clock
from tests.browser.scene import BOSTON, Scene, rail
from tests.browser.scene import JAPAN as JAPAN
from tests.trips.travelling import at
from trips import bookings, changing, choosing, fact_log, finding, naming, prioritising, reporting, spending
from trips.facts import describe
from trips.models import CityIntel, FactChange, Option, Traveller, Trip, Turn
from trips.places import current_gazetteer
from trips.planning.editing import AddNight, RemoveItem, SwapDays
from trips.schemas import Change

LONG = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft"
HEBREW = "אני רוצה לטייל בבוסטון בחורף"


def asked(owner: Traveller, *, rows=BOSTON) -> Trip:
    """CLARIFY: only what is missing."""
    scene = Scene(owner)
    turn = scene.turn(rows[0][3])
    scene.run(turn)
    scene.know(turn, rows[:1])
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
    scene = Scene.of(trip)
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
    titles = [option.plan.title for option in options if option.state == Option.State.OFFERED]
    count = len(titles)
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
    scene.end(turn, "FINALIZE", notes=notes if failing else [], comparison="", offered=titles)
    scene.trip.refresh_from_db()
    return scene.trip


def planned(owner: Traveller, *, rows=BOSTON) -> Trip:
    trip = offered(owner, rows=rows)
    option = list(trip.options.filter(state=Option.State.OFFERED)[:2])[-1]
    choosing.select(trip, option)
    trip.refresh_from_db()
    return trip


def at_the_cap(owner: Traveller) -> Trip:
    """What a trip may spend a day is spent; the offline planner has answered."""
    trip = confirming(owner)
    turn = trip.turns.last()
    ModelCall.objects.create(turn=turn, trip=trip, traveller=owner, mind="claude", cost=settings.CAP_TRIP)
    turn.result |= {"notes": [AT_THE_CAP]}
    turn.save()
    return trip


def replanning(owner: Traveller) -> Trip:
    """A plan is chosen, and the team is at work once more."""
    trip = planned(owner)
    scene = Scene.of(trip)
    turn = scene.turn("And one more night, please.")
    scene.run(turn)
    scene.events(turn, *rail())
    return trip


def changed(owner: Traveller) -> Trip:
    """Two changes of the plan; a third is proposed."""
    trip = planned(owner)
    visit = [item for item in trip.plan.plan.items() if item.kind == "visit"][1]
    changing.edit_now(trip, [RemoveItem(uid=visit.uid)], despite=True)
    changing.edit_now(trip, [SwapDays(first=2, second=3)], despite=True)
    changing.propose(trip, [AddNight(city="Boston")], cause="Asked for: one more night in Boston")
    return trip


def proposed(owner: Traveller) -> Trip:
    """A change inside one day waits for a yes."""
    trip = planned(owner)
    visit = next(item for item in trip.plan.plan.days[1].items if item.kind == "visit")
    changing.propose(trip, [RemoveItem(uid=visit.uid)], cause="Asked for: less on Tuesday")
    return trip


def researching(owner: Traveller) -> Trip:
    """Research goes on beside the conversation; nothing is found yet."""
    trip = planned(owner)
    scene = Scene.of(trip)
    turn = start_job(trip, "/research Boston")
    scene.run(turn)
    scene.events(turn, AgentStarted(key="boston", agent="research", title="Research", doing="Boston"))
    return trip


def researched(owner: Traveller, *, name: str = "House of the {} lantern") -> Trip:
    """Findings of each kind in every tier and judgement, and facts of the city."""
    trip = planned(owner)
    city = current_gazetteer().best_city("Boston")
    data = {
        "area": "Back Bay",
        "price": "$12",
        "hours": "10:00-17:00",
        "summary": "Small, and full of light.",
    }
    rows = [
        finding.FoundRow(kind, name.format(number), data=data | {"tips": "Come before noon"})
        for number, kind in enumerate(("place", "activity", "food") * 4, 1)
    ]
    saved = finding.save_findings(trip, trip.turns.last(), city, rows)
    tiers = ("must", "should", "could", "skip")
    ranks = {row.pk: (tiers[n % 4], "It suits your love of history.") for n, row in enumerate(saved)}
    prioritising.by_team(trip, ranks)
    finding.judge(saved[0], "kept")
    finding.judge(saved[1], "dismissed")
    facts = {"getting_about": "The T reaches all of it; a day pass costs $11.", "money": "Cards everywhere."}
    CityIntel.objects.create(
        trip=trip, city_id=city.id, city="Boston", data=facts, grade="common", researched_at=clock.now()
    )
    return trip


def travelling(owner: Traveller, *, what: str = "lobster for two", rows=BOSTON) -> Trip:
    """On the way: sums, bookings of each state and reports of days."""
    trip = planned(owner, rows=rows)
    member = trip.members.get(role="owner")
    first = trip.plan.plan.days[0].date
    for number, (amount, currency) in enumerate((("62.50", "USD"), ("-4", "EUR"), ("50", "VES"))):
        entry = spending.Entry(
            Decimal(amount), currency, first, f"{what} {number}", "food", "Boston", payer="Ben"
        )
        spending.add(trip, entry, by=member)
    noon = dt.datetime.combine(first, dt.time(12))
    for status, more in (
        ("booked", {"start": noon, "code": "QX7-9", "price": 300, "currency": "EUR"}),
        ("to_book", {"book_by": first}),
        ("cancelled", {"start": noon}),
    ):
        values = {"kind": "visit", "title": f"{what}, {status}", "status": status, "zone": "America/New_York"}
        bookings.save(trip, values | more)
    told = f"{what} was the best meal, but I was exhausted after 3 pm"
    with at(f"{first}T23:00"):
        reporting.report(trip, [reporting.Entry(first, told, "", (what[:60],), (), "low", 4)])
    return trip


def wide(owner: Traveller) -> Trip:
    """Words without a break, long names and words written from the right, wherever somebody writes."""
    trip = travelling(owner, what=f"{LONG} {HEBREW}")
    scene = Scene.of(trip)
    turn = scene.turn(f"{HEBREW}. {LONG}")
    scene.run(turn)
    scene.say(turn, f"{HEBREW}\n\n`{LONG}`\n\n- {LONG}")
    scene.ask(turn, "interests", f"{HEBREW}? {LONG}?", LONG, HEBREW, required=False)
    scene.end(turn, "CLARIFY", notes=[LONG])
    city = current_gazetteer().best_city("Boston")
    rows = [
        finding.FoundRow("place", f"{name} {number}", data={"area": LONG, "summary": LONG})
        for number, name in enumerate((LONG, HEBREW, f"{HEBREW} {LONG}"))
    ]
    finding.save_findings(trip, turn, city, rows)
    naming.rename(trip, f"{HEBREW} {LONG}")
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
    with at("2026-05-01T09:00"):
        return planned(owner, rows=rows)


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
