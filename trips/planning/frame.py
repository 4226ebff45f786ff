"""What every day of a plan hangs on: the settled draft, the means in each city, doors and journeys."""

from __future__ import annotations

from dataclasses import dataclass

from trips.catalogue.gazetteer import City
from trips.planning.economies import Economy
from trips.planning.journeys import Journey
from trips.planning.legs import LocalMeans, city_point, local_means
from trips.planning.moves import door_to_door
from trips.planning.picking import Pool
from trips.planning.planned import Spot, base_of
from trips.planning.request import Request
from trips.planning.settle import Settled, settle
from trips.planning.skeleton import Block
from trips.schemas import PlanDraft


@dataclass(frozen=True)
class PlanFrame:
    """`bases` by city id: the stay, or a point for one; on a day trip the middle of the city.
    `journeys[i]` leads to block i (None: the trip begins there); `home` leads back."""

    draft: PlanDraft
    request: Request
    economy: Economy | None
    settled: Settled
    pools: dict[int, Pool]
    means: dict[int, LocalMeans]
    bases: dict[int, Spot]
    journeys: tuple[Journey | None, ...]
    home: Journey | None

    @property
    def blocks(self) -> tuple[Block, ...]:
        return self.settled.skeleton.blocks

    def base(self, block: Block) -> Spot:
        return self.bases[block.city.id]

    def arriving(self, block: Block) -> Journey | None:
        return self.journeys[self.blocks.index(block)]

    def leaving(self, block: Block) -> Journey | None:
        """The journey that ends a block; None where the trip ends there."""
        following = self.blocks.index(block) + 1
        return self.journeys[following] if following < len(self.blocks) else self.home

    def door_before(self, block: Block) -> Spot:
        """Where the journey to a block starts: home, or the stay of the block before."""
        index = self.blocks.index(block)
        if index:
            return self.base(self.blocks[index - 1])
        return home_of(self.request)


def framed(draft: PlanDraft, request: Request, economy: Economy | None) -> PlanFrame:
    """The frame of a draft. `economy` makes it a cheaper one."""
    cities = [goal.city for goal in request.goals]
    pools = {city.id: Pool(request, city) for city in cities}
    settled = settle(draft, request, pools)
    bases = {
        block.city.id: base_of(block.city, settled.stays.get(block.city.id), sleeps=block.nights > 0)
        for block in settled.skeleton.blocks
    }
    journeys, home = _journeys(request, settled, bases)
    means = _means(request, settled, cities)
    return PlanFrame(draft, request, economy, settled, pools, means, bases, journeys, home)


def home_of(request: Request) -> Spot:
    """The traveller's own address is not known: the middle of the city they start from."""
    city = request.origin or request.goals[0].city
    return Spot(city_point(city).model_copy(update={"name": f"{city.name} (home)"}))


def _means(request: Request, settled: Settled, cities: list[City]) -> dict[int, LocalMeans]:
    drives = settled.skeleton.drives
    found = {city.id: local_means(request, city, has_car=drives or request.rents_car) for city in cities}
    if request.origin:
        found[request.origin.id] = local_means(request, request.origin, has_car=drives)
    return found


def _journeys(
    request: Request, settled: Settled, bases: dict[int, Spot]
) -> tuple[tuple[Journey | None, ...], Journey | None]:
    """From the real doors; the skeleton reckoned from the middles of the cities."""
    skeleton = settled.skeleton
    doors = [bases[block.city.id] for block in skeleton.blocks]
    before = [home_of(request), *doors[:-1]]
    journeys = tuple(
        door_to_door(request, journey, here, there, skeleton.drives) if journey else None
        for journey, here, there in zip(skeleton.journeys, before, doors, strict=True)
    )
    home = skeleton.home
    if home:
        home = door_to_door(request, home, doors[-1], home_of(request), skeleton.drives)
    return journeys, home
