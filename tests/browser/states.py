"""Every page in every state: what makes the trip, which view shows it, who reads, and when."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.urls import reverse

from tests.browser import scenes
from tests.browser.scene import JAPAN, NOWHERE
from trips.models import Member, Traveller, Trip


@dataclass(frozen=True)
class State:
    """One line of the table. `shows`: words that tell this state from the others."""

    name: str
    make: Callable[[Traveller], Trip]
    shows: str
    query: str = ""
    role: str = ""
    moment: str = ""
    model: bool = False  # has the operator given a way to a model?
    more: tuple[tuple[str, Any], ...] = ()

    @property
    def page(self) -> str:
        return self.name.partition(" ")[0]

    @property
    def key(self) -> tuple:
        """States with the same one show the same trip."""
        return self.make, self.more, self.role

    def trip_of(self, owner: Traveller, reader: Traveller) -> Trip:
        trip = self.make(owner, **dict(self.more))
        if self.role:
            Member.objects.create(trip=trip, traveller=reader, role=self.role)
        return trip

    def path(self, trip: Trip) -> str:
        query = self.query.format(option=getattr(trip.options.first(), "pk", ""))
        return reverse("workspace", args=[trip.uuid]) + query


def board(view: str, more: str = "") -> str:
    return f"?tab=trip&view={view}{more}"


TRIP = "?tab=trip"
#: Before, during and after the trips of `scenes`.
ON_THE_WAY = "2027-02-16T15:00"
STATES = (
    State("talk empty", scenes.empty, "Where do you want to go?"),
    State("talk asked", scenes.asked, "Which days?"),
    State("talk confirming", scenes.confirming, "Does that capture it?"),
    State("talk working", scenes.working, "Oh, and do I need a car?"),
    State("talk working-partly", scenes.working, "Weighing what they found", more=(("failing", True),)),
    State("talk failed", scenes.failed, "Try again"),
    State("talk stopped", scenes.stopped, "Stopped."),
    State("talk partly", scenes.offered, "could not finish this", more=(("failing", True),)),
    State("talk at-the-cap", scenes.at_the_cap, "today's budget is used up", model=True),
    State("talk viewer", scenes.offered, "You can read this trip.", role="viewer"),
    State("talk wide", scenes.wide, "אני רוצה"),
    State("facts asked", scenes.asked, "Your trip takes shape here", TRIP),
    State("facts empty", scenes.empty, "Here your trip takes shape", TRIP),
    State("facts confirming", scenes.confirming, "Ready when you are", TRIP),
    State("facts no-rows", scenes.asked, "yet", TRIP, more=(("rows", NOWHERE),)),
    State("facts viewer", scenes.asked, "Your trip takes shape here", TRIP, role="viewer"),
    State("options three", scenes.offered, "Three ways to", TRIP),
    State("options working", scenes.working, "appears here when it is checked", TRIP),
    State("options partly", scenes.offered, "is not offered", TRIP, more=(("spoil", (2,)),)),
    State("options one", scenes.offered, "One plan came through", TRIP, more=(("spoil", (1, 2)),)),
    State(
        "options last-resort",
        scenes.offered,
        "The best draft so far",
        TRIP,
        more=(("spoil", (0, 1, 2)), ("last_resort", True)),
    ),
    State("options no-rows", scenes.offered, "One way to do it", TRIP, more=(("rows", NOWHERE),)),
    State("options viewer", scenes.offered, "Three ways to", TRIP, role="viewer"),
    State("options compared", scenes.offered, "Side by side", board("compare")),
    State("options by-day", scenes.offered, "All options", board("option", "&option={option}")),
    State("options checks", scenes.offered, "Checked by code", board("checks", "&option={option}")),
    State("plan day-1", scenes.planned, "Take it along", TRIP),
    State("plan day-2", scenes.planned, "Take it along", TRIP + "&day=2"),
    State("plan two-cities", scenes.planned, "Kyoto", TRIP, more=(("rows", JAPAN),)),
    State("plan whole-way", scenes.planned, "Kyoto", TRIP + "&day=3&frame=way", more=(("rows", JAPAN),)),
    State("plan working", scenes.replanning, "The team is at work", TRIP),
    State("plan proposed", scenes.proposed, "A change waits for your yes", TRIP + "&day=2"),
    State("plan stale", scenes.stale, "The facts have changed", TRIP),
    State("plan today", scenes.planned, "today", TRIP, moment=ON_THE_WAY),
    State("plan past", scenes.past, "This trip is over.", TRIP),
    State("plan viewer", scenes.planned, "Take it along", TRIP, role="viewer"),
    State("plan editor", scenes.planned, "Take it along", TRIP, role="editor"),
    State("plan no-rows", scenes.planned, "Take it along", TRIP, more=(("rows", NOWHERE),)),
    State("plan wide", scenes.wide, "Take it along", TRIP),
    State("research empty", scenes.planned, "Worth seeing there", board("research")),
    State("research working", scenes.researching, "We are looking around for you.", board("research")),
    State("research found", scenes.researched, "What we found", board("research")),
    State("research viewer", scenes.researched, "What we found", board("research"), role="viewer"),
    State("research wide", scenes.wide, "What we found", board("research")),
    State("priorities empty", scenes.planned, "Nothing is found yet", board("priorities")),
    State("priorities sorted", scenes.researched, "Priorities", board("priorities")),
    State("priorities viewer", scenes.researched, "Priorities", board("priorities"), role="viewer"),
    State("costs empty", scenes.planned, "Say it as it comes", board("spending")),
    State("costs noted", scenes.travelling, "Every expense", board("spending"), moment=ON_THE_WAY),
    State("costs viewer", scenes.travelling, "Every expense", board("spending"), role="viewer"),
    State("costs past", scenes.past, "Costs", board("spending")),
    State("costs wide", scenes.wide, "Every expense", board("spending")),
    State("bookings empty", scenes.planned, "We book nothing ourselves.", board("bookings")),
    State("bookings noted", scenes.travelling, "Booked", board("bookings")),
    State("bookings viewer", scenes.travelling, "Booked", board("bookings"), role="viewer"),
    State("bookings past", scenes.past, "Bookings", board("bookings")),
    State("bookings wide", scenes.wide, "Bookings", board("bookings")),
    State("agenda before", scenes.planned, "Agenda", board("agenda")),
    State("agenda today", scenes.travelling, "today", board("agenda"), moment=ON_THE_WAY),
    State("agenda past", scenes.past, "Agenda", board("agenda")),
    State("agenda viewer", scenes.planned, "Agenda", board("agenda"), role="viewer"),
    State("feedback empty", scenes.planned, "Say how it was", board("feedback"), moment=ON_THE_WAY),
    State("feedback told", scenes.travelling, "exhausted", board("feedback"), moment=ON_THE_WAY),
    State("feedback past", scenes.past, "Feedback", board("feedback")),
    State(
        "feedback viewer", scenes.travelling, "exhausted", board("feedback"), role="viewer", moment=ON_THE_WAY
    ),
    State("history one", scenes.planned, "History of the plan", board("history")),
    State("history several", scenes.changed, "Go back to this", board("history", "&of=2")),
    State("history viewer", scenes.changed, "History of the plan", board("history"), role="viewer"),
)
PAGES = tuple(dict.fromkeys(state.page for state in STATES))
