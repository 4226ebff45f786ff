"""What an agenda is made of: entries, ways, tickets, what to take. Values only; times are local and naive."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from trips.catalogue.gazetteer import Gazetteer
from trips.schemas import Credit, Plan, TripFacts

EntryKind = Literal["leg", "visit", "meal", "free", "check_in", "check_out", "arrival", "booking"]
TicketState = Literal["booked", "to_book", "overdue", "needed", "advised"]
Phase = Literal["before", "on the way", "over"]


def is_left_over(title: str, minutes: int) -> bool:
    """Free time too short for a line of its own."""
    return title.startswith("Free time") and minutes < 90


@dataclass(frozen=True, slots=True)
class RoutedWay:
    """A way over real streets, by a routing service that was asked on `asked`."""

    kilometres: float
    minutes: int
    asked: dt.date


@dataclass(frozen=True, slots=True)
class Forecast:
    """Of one day: °C, mm of precipitation, its chance in percent (None: not told)."""

    low: float
    high: float
    rain_mm: float
    chance: int | None
    asked: dt.date

    @property
    def wet(self) -> bool:
        return self.rain_mm >= 1 or (self.chance or 0) >= 50


@dataclass(frozen=True, slots=True)
class Online:
    """What services told before: ways by the leg's uid, forecasts by city id and date."""

    ways: Mapping[str, RoutedWay] = field(default_factory=dict)
    forecasts: Mapping[tuple[int, dt.date], Forecast] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Reservation:
    """A booking as an agenda sees it: without its code. `key` is the row's number."""

    key: int
    kind: str
    title: str
    status: Literal["to_book", "booked", "cancelled"]
    item_uid: str = ""
    start: dt.datetime | None = None
    end: dt.datetime | None = None
    zone: str = ""
    book_by: dt.date | None = None
    has_code: bool = False
    end_zone: str = ""  # where it ends elsewhere; "" = as `zone`


@dataclass(frozen=True, slots=True)
class Scene:
    """What an agenda is made from. `now` is aware, `today` where the travellers are."""

    plan: Plan
    facts: TripFacts
    gazetteer: Gazetteer
    bookings: tuple[Reservation, ...]
    now: dt.datetime
    today: dt.date
    online: Online


@dataclass(frozen=True, slots=True)
class Deadline:
    """Something to reserve. `days_left` is negative once its date has passed; None: no date is known."""

    key: int
    title: str
    book_by: dt.date | None
    days_left: int | None
    item_uid: str = ""

    @property
    def overdue(self) -> bool:
        return self.days_left is not None and self.days_left < 0


@dataclass(frozen=True, slots=True)
class Way:
    """How one gets to an entry. `to` = where it leads when that is not the entry itself."""

    uid: str
    mode: str
    minutes: int
    kilometres: float
    leave_by: dt.datetime
    to: str = ""
    reckoned: bool = False  # no way in the plan: worked out from the distance
    asked: dt.date | None = None  # by a routing service, on that day


@dataclass(frozen=True, slots=True)
class Ticket:
    """What must be, or was, reserved for an entry."""

    state: TicketState
    sentence: str
    booking: int | None = None


@dataclass(frozen=True, slots=True)
class Instead:
    """An indoor place for when it rains: open at that time, not in the plan."""

    place_id: str
    name: str
    kilometres: float
    hours: str
    summary: str = ""
    booking: str = ""


@dataclass(frozen=True, slots=True)
class RainPlan:
    """For one outdoor entry. `sentence` says why there is nothing where there is nothing."""

    uid: str
    title: str
    places: tuple[Instead, ...] = ()
    sentence: str = ""


@dataclass(frozen=True, slots=True)
class Take:
    """Something to take along, and why."""

    what: str
    reason: str


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing of a day. `times` reads whole ("22:00–02:00 next day"); an arrival has the time it ends."""

    uid: str
    kind: EntryKind
    title: str
    start: dt.datetime
    end: dt.datetime
    zone: str
    times: str
    end_zone: str = ""
    minutes: int = 0
    mode: str = ""
    area: str = ""
    cost: str = ""  # for all of them, in the plan's currency
    at: tuple[float, float] | None = None
    way: Way | None = None
    hours: str = ""
    last_entry: str = ""
    ticket: Ticket | None = None
    warnings: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    unlisted: bool = False
    named_by_model: bool = False
    locked: bool = False
    outdoor: bool = False
    past: bool = False
    now: bool = False

    @property
    def quiet(self) -> bool:
        """Short free time: what follows says how long it is."""
        return self.kind == "free" and is_left_over(self.title, self.minutes) and not self.now


@dataclass(frozen=True, slots=True)
class AgendaDay:
    """One day: `number` counts from 1 in the plan."""

    number: int
    date: dt.date
    city: str
    title: str
    zone: str
    entries: tuple[Entry, ...]
    today: bool = False
    night: str = ""
    climate: str = ""
    forecast: str = ""  # by a weather service, to be named with it
    wet: bool | None = None  # by the forecast
    holidays: tuple[str, ...] = ()
    clock: tuple[str, ...] = ()  # summer time, other zones
    rain: tuple[RainPlan, ...] = ()
    take: tuple[Take, ...] = ()
    deadlines: tuple[Deadline, ...] = ()  # that end on this day
    walking_km: float = 0.0
    note: str = ""


@dataclass(frozen=True, slots=True)
class Agenda:
    """`sentence` says where in the trip this is, or why there are no days."""

    phase: Phase
    today: dt.date
    days: tuple[AgendaDay, ...]
    deadlines: tuple[Deadline, ...] = ()  # of the whole trip that are near or overdue
    sentence: str = ""
    of_days: int = 0  # days of the whole plan
    credits: tuple[Credit, ...] = ()  # of open data in the plan
