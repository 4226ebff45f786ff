"""Which sights on which day: what a draft visits in one city.

Must-dos first, then what fits the wishes and lies together, and little of what other options visit.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, replace

from trips.catalogue.matching import is_among
from trips.planning.legs import clock_minutes
from trips.planning.outlining import PACES
from trips.planning.packing import first_start
from trips.planning.picking import Pool, dearness, windows_on
from trips.planning.request import Request
from trips.planning.route import Candidate, Coordinates, clusters
from trips.planning.skeleton import Block, Skeleton
from trips.planning.wishes import MustDo, tags_of_interest
from trips.schemas import SEEN_KINDS, Pace, Place

#: Visits of a full day that leave room to breathe, by pace (the limits of a pace are higher).
VISITS_A_DAY: dict[Pace, int] = {"relaxed": 3, "moderate": 4, "packed": 6}
#: Free hours that a visit needs on a day of arrival or departure.
HOURS_A_VISIT: dict[Pace, float] = {"relaxed": 3.5, "moderate": 2.25, "packed": 1.75}
#: Part of the smallest option's visits that may come from the other options (half is the limit), and of
#: this one's own.
SHARE, LARGEST_SHARE = 0.42, 0.45
#: Part of a city's suitable sights that one option may take: three must differ.
SUPPLY_SHARE = 0.47
#: Sights of one's own that an option has for each of its visits.
OWN_SHARE = 0.6
#: Minutes a stop costs besides its own: the way there.
WAY_MINUTES = 25
#: Minutes of a full day that go to meals, and of a shorter one.
MEALS_MINUTES, ONE_MEAL_MINUTES = 180, 60
#: Candidates beyond the number wanted, for days on which some are closed.
SPARE = 4
MUST_WORTH = 10.0
#: So many of the best known sights no option goes without, where days and its share allow them.
LEADS = 6
#: What nearly every first visitor is shown is worth a way across town, the less the dearer it is.
ICON = 2.0


@dataclass(frozen=True)
class DayRoom:
    """What a date in a city has room for. `start` and `end` in minutes of the day, roughly."""

    date: dt.date
    start: int
    end: int
    visits: int

    @property
    def minutes(self) -> int:
        """For stops and the ways between them."""
        meals = MEALS_MINUTES if self.end - self.start > 8 * 60 else ONE_MEAL_MINUTES
        return max(0, self.end - self.start - meals)


def day_rooms(request: Request, skeleton: Skeleton, block: Block, pace: Pace) -> list[DayRoom]:
    """The dates of a block, travel days included, with their hours and number of visits."""
    limits = request.limits
    first, last = limits.earliest.hour * 60, limits.latest.hour * 60
    arriving, leaving = skeleton.around(block)
    wished = VISITS_A_DAY[pace]
    if request.walks_little or any(age < 6 for age in request.ages):
        wished = max(2, wished - 1)
    rooms = []
    for number in range(block.nights + 1):
        date = block.arrive + dt.timedelta(days=number)
        start, end = first, last
        if date == block.arrive:
            start = max(first, clock_minutes(arriving.reach) + 30) if arriving else max(first, 11 * 60 + 30)
        if date == block.leave:
            end = clock_minutes(leaving.leave) - 30 if leaving else 17 * 60
            if leaving and leaving.leave.date() != date:
                end = start
        visits = wished
        if date in (block.arrive, block.leave):
            visits = min(wished, max(0, int((end - start) / 60 / HOURS_A_VISIT[pace])))
        rooms.append(DayRoom(date, start, end, visits))
    return rooms


@dataclass(frozen=True)
class Sights:
    """Chooses the sights of one option. `used` = visits of the other options; `covered` = interests that
    a sight was taken for (it grows from city to city)."""

    request: Request
    skeleton: Skeleton
    musts: list[MustDo]
    used: set[str]
    covered: set[str]

    def by_day(
        self,
        pool: Pool,
        block: Block,
        rooms: list[DayRoom],
        ranked: list[tuple[float, Place]],
        base: Coordinates | None,
    ) -> list[list[Place]]:
        """The sights of each date. `ranked` = all suitable ones, the best first."""
        musts = [must.place for must in self.musts if must.place and must.city.id == block.city.id]
        musts = [place for place in musts if place.kind in SEEN_KINDS]
        musts += self._for_interests(ranked, musts, rooms)
        open_ones = [place for place in pool.visits if any(self._open(place, day) for day in rooms)]
        own = sum(place.id not in self.used for place in open_ones)
        supply = len(open_ones)
        capacities = _capacities(rooms, min(int(supply * SUPPLY_SHARE), int(own / OWN_SHARE)))
        rooms_of_calmest = day_rooms(self.request, self.skeleton, block, self._calmest)
        calmest = _capacities(rooms_of_calmest, int(supply * SUPPLY_SHARE))
        share = int(SHARE * min(sum(capacities), sum(calmest))) - self._shared(musts)
        others = [pair for pair in ranked if pair[1] not in musts]
        most = 2 * sum(capacities) + SPARE + len(self.used)
        kept = [pair for rank, pair in enumerate(others) if rank < most or pair[1].importance == 5]
        places = [*((MUST_WORTH, place) for place in musts), *kept]
        leads = sorted(others, key=lambda pair: -pool.ranks[pair[1].id])[:LEADS]
        candidates = [
            replace(self._candidate(worth, place, pool), must=place in musts, lead=(worth, place) in leads)
            for worth, place in places
        ]
        found = clusters(
            candidates,
            capacities,
            [day.minutes for day in rooms],
            base,
            share=max(0, share),
            allowed=lambda stop, day: self._open(places[stop][1], rooms[day]),
        )
        return self._own_enough([[places[index][1] for index in group] for group in found], musts)

    @property
    def _calmest(self) -> Pace:
        """Of the options' paces: with a pace asked at most one step below it."""
        asked = self.request.facts.pace
        return "relaxed" if asked is None else PACES[max(0, PACES.index(asked) - 1)]

    def _candidate(self, worth: float, place: Place, pool: Pool) -> Candidate:
        icon = ICON / (1 + dearness(place, pool, self.request.level)) if place.importance == 5 else 0.0
        return Candidate(
            (place.lat, place.lon),
            worth + icon,
            (place.visit.typical if place.visit else 90) + WAY_MINUTES,
            shared=place.id in self.used,
            kind=place.tags[0] if place.tags else "",
        )

    def _own_enough(self, groups: list[list[Place]], musts: list[Place]) -> list[list[Place]]:
        """Without so many of the other options' sights that they would be half of these; the fullest
        days lose them first."""
        while True:
            chosen = [place for group in groups for place in group]
            if self._shared(chosen) <= LARGEST_SHARE * len(chosen):
                return groups
            spare = [
                (len(group), number, place)
                for number, group in enumerate(groups)
                for place in group
                if place.id in self.used and place not in musts
            ]
            if not spare:
                return groups
            gone = max(spare, key=lambda entry: entry[:2])[2]
            groups = [[place for place in group if place is not gone] for group in groups]

    def _shared(self, places: list[Place]) -> int:
        return sum(place.id in self.used for place in places)

    def _for_interests(
        self, ranked: list[tuple[float, Place]], musts: list[Place], rooms: list[DayRoom]
    ) -> list[Place]:
        """For each interest nothing was taken for yet, the best open sight about it, if the city has one:
        rather one that is tagged with the very word, and none of the other options'."""
        found: list[Place] = []
        for interest in self.request.facts.interests:
            if interest in self.covered or any(is_about(interest, place) for place in [*musts, *found]):
                self.covered.add(interest)
                continue
            tags = tags_of_interest(interest)
            about = [
                place
                for _, place in ranked
                if tags & set(place.tags) and any(day.visits and self._open(place, day) for day in rooms)
            ]
            if about:
                best = min(about, key=lambda place: (not is_about(interest, place), place.id in self.used))
                found.append(best)
                self.covered.add(interest)
        return found

    def _open(self, place: Place, day: DayRoom) -> bool:
        """Whether a typical visit fits into the opening hours and the day."""
        windows = windows_on(place, day.date, self.request)
        if windows is None:
            return True
        minutes = place.visit.typical if place.visit else 60
        start = first_start(windows, day.start + 45, minutes, place.hours.last_entry_min)
        return start is not None and start + minutes <= day.end - 15


def is_about(interest: str, place: Place) -> bool:
    """Whether a tag of the place says the interest's own words."""
    return is_among(interest, [tag.replace("_", " ") for tag in place.tags])


def _capacities(rooms: list[DayRoom], most: int) -> list[int]:
    """Visits a day, fewer where the city's sights must last for several options: at most so many, though
    one a day."""
    capacities = [day.visits for day in rooms]
    while sum(capacities) > max(len(rooms), most):
        fullest = max(range(len(capacities)), key=lambda index: (capacities[index], -index))
        capacities[fullest] -= 1
    return capacities
