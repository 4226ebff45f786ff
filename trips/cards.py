"""My trips as a list: one card a trip, where it stands now, past ones apart."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from django.db.models import Exists, OuterRef
from django.utils import timezone
from django.utils.timesince import timesince

from config import clock
from trips.facts import describe, missing_facts
from trips.models import Member, Option, Traveller, Trip, Turn
from trips.planning.whereabouts import today_of
from trips.schemas import TripFacts

A_MINUTE = dt.timedelta(minutes=1)
#: Days by which the date somewhere else can differ from ours.
A_DAY_OFF = 1
#: A trip's phases in the words of the list.
PHASES = {
    "clarify": "Taking shape",
    "confirm": "Ready to plan",
    "dispatch": "Being worked on",
    "choose": "Options to choose from",
    "planned": "Planned",
    "travelling": "On the way",
    "done": "Over",
}


@dataclass(frozen=True)
class TripCard:
    trip: Trip
    phase: str
    is_owner: bool
    may_edit: bool

    @property
    def phase_words(self) -> str:
        return PHASES[self.phase]

    @property
    def people(self) -> str:
        """ "2 adults"; empty where nobody has said."""
        party = self.trip.facts.party
        return next((line.text for line in describe(TripFacts(party=party))), "")

    @property
    def changed(self) -> str:
        """How long ago something was last changed, in its largest unit."""
        moment = self.trip.updated
        return f"{timesince(moment, depth=1)} ago" if timezone.now() - moment > A_MINUTE else "just now"

    @property
    def past(self) -> bool:
        return self.phase == "done"


def cards_of(traveller: Traveller, today: dt.date | None = None) -> list[TripCard]:
    """Every trip the traveller may read, the one changed last first. `today`: on this date, else on the date
    where the travellers of each are."""
    trips = _with_state(Trip.objects.readable_by(traveller), traveller)
    return [_card(trip, today) for trip in trips.order_by("-updated", "-pk")]


def card_of(trip: Trip, traveller: Traveller, today: dt.date | None = None) -> TripCard:
    return _card(_with_state(Trip.objects.filter(pk=trip.pk), traveller).get(), today)


def _with_state(trips, traveller: Traveller):
    own = Member.objects.filter(trip=OuterRef("pk"), traveller=traveller)
    return trips.select_related("plan").annotate(
        is_owner=Exists(own.filter(role=Member.Role.OWNER)),
        may_edit=Exists(own.exclude(role=Member.Role.VIEWER)),
        working=Exists(Turn.objects.filter(trip=OuterRef("pk"), status__in=Turn.UNFINISHED)),
        offered=Exists(
            Option.objects.on_offer().filter(trip=OuterRef("pk"), facts_version=OuterRef("facts_version"))
        ),
    )


def _card(trip: Trip, today: dt.date | None) -> TripCard:
    phase = phase_of(trip, today or _today_there(trip), working=trip.working, offered=trip.offered)
    return TripCard(trip, phase, trip.is_owner, trip.may_edit)


def _today_there(trip: Trip) -> dt.date:
    """The date where the travellers are. Their plan is read only when a day more or less makes a
    difference."""
    today = clock.today()
    if trip.plan is None or all(
        day is None or abs((day - today).days) > A_DAY_OFF for day in (trip.start, trip.end)
    ):
        return today
    return today_of(trip.plan.plan, clock.now())


def phase_of(trip: Trip, today: dt.date, *, working: bool, offered: bool) -> str:
    """Where the trip stands. A trip whose last day is behind is over, planned or not."""
    if trip.end and trip.end < today:
        return "done"
    if working:
        return "dispatch"
    if trip.plan_id:
        return "travelling" if trip.start and trip.start <= today else "planned"
    if offered:
        return "choose"
    return "clarify" if missing_facts(trip.facts) else "confirm"
