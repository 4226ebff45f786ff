"""What every day of a plan hangs on: the settled draft, the means in each city, doors and journeys."""

from __future__ import annotations

from dataclasses import dataclass, replace

from trips.catalogue.gazetteer import City
from trips.planning.economies import Economy
from trips.planning.journeys import Journey
from trips.planning.legs import LocalMeans, city_point, local_means
from trips.planning.moves import door_to_door
from trips.planning.picking import Pool
from trips.planning.planned import Spot, base_of
from trips.planning.request import Request
from trips.planning.settle import Settled, settle
from trips.planning.skeleton import Block, Skeleton
from trips.schemas import PlanDraft


@dataclass(frozen=True)
class PlanFrame:
    """`bases` by city id: the stay, or a point for one; on a day trip the middle of the city."""

    draft: PlanDraft
    request: Request
    economy: Economy | None
    settled: Settled
    pools: dict[int, Pool]
    means: dict[int, LocalMeans]
    bases: dict[int, Spot]

    @property
    def blocks(self) -> tuple[Block, ...]:
        return self.settled.skeleton.blocks

    @property
    def home(self) -> Journey | None:
        """The journey that leads back."""
        return self.settled.skeleton.home

    def base(self, block: Block) -> Spot:
        return self.bases[block.city.id]

    def arriving(self, block: Block) -> Journey | None:
        """The journey that leads to a block; None where the trip begins there."""
        return self.settled.skeleton.around(block)[0]

    def leaving(self, block: Block) -> Journey | None:
        """The journey that ends a block; None where the trip ends there."""
        return self.settled.skeleton.around(block)[1]

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
    settled.skeleton = _from_the_doors(request, settled.skeleton, bases)
    return PlanFrame(draft, request, economy, settled, pools, _means(request, settled, cities), bases)


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


def _from_the_doors(request: Request, skeleton: Skeleton, bases: dict[int, Spot]) -> Skeleton:
    """With journeys from the real doors; they were reckoned from the middles of the cities."""
    doors = [bases[block.city.id] for block in skeleton.blocks]
    before = [home_of(request), *doors[:-1]]
    journeys = tuple(
        door_to_door(request, journey, here, there, skeleton.drives) if journey else None
        for journey, here, there in zip(skeleton.journeys, before, doors, strict=True)
    )
    home = skeleton.home
    if home:
        home = door_to_door(request, home, doors[-1], home_of(request), skeleton.drives)
    return replace(skeleton, journeys=journeys, home=home)
