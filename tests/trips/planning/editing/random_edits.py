"""Edits drawn from a plan: any kind, of things that are there and of things that are not."""

from __future__ import annotations

import datetime as dt
from random import Random

from tests.trips.planning.asking import gazetteer
from trips.planning.editing import (
    AddNight,
    AddPlace,
    Cheaper,
    DropNight,
    Edit,
    Lighter,
    Lock,
    MoveItem,
    RemoveItem,
    ReplaceItem,
    ReplaceMeal,
    SetGuests,
    SetLength,
    SetTime,
    SwapDays,
)
from trips.schemas import Item, Plan, Visit

MEALS = ("breakfast", "lunch", "dinner")


def random_edit(random: Random, plan: Plan) -> Edit:
    """Mostly of things that can be changed; now and then of a way, the stay, or nothing."""
    days = len(plan.days)
    item = _item(random, plan)
    city = random.choice([*(day.city for day in plan.days), "Osaka"])
    slug = next((one.curated for one in gazetteer().cities_with_rows() if one.name == city), None)
    place = random.choice(gazetteer().places(slug or "boston"))
    hour = dt.time(random.randrange(6, 22), random.choice((0, 15, 30)))
    day = random.randint(1, days + (random.random() < 0.05))
    other = random.randint(1, days)
    return random.choice(
        (
            lambda: SwapDays(first=day, second=other),
            lambda: MoveItem(uid=item.uid, day=other),
            lambda: MoveItem(uid=item.uid, day=other, before_uid=_item(random, plan).uid),
            lambda: MoveItem(uid=item.uid, day=other, start=hour),
            lambda: RemoveItem(uid=item.uid),
            lambda: AddPlace(day=random.choice((0, day)), place_id=place.id),
            lambda: AddPlace(day=day, name=random.choice((place.name, "Aunt Mary's flat"))),
            lambda: AddPlace(
                day=day, like=random.choice(("garden", "jazz club", "outdoors", "nothing known"))
            ),
            lambda: SetTime(uid=item.uid, start=hour),
            lambda: SetLength(uid=item.uid, minutes=random.choice((15, 60, 200))),
            lambda: Lock(uid=item.uid, locked=random.random() < 0.8),
            lambda: SetGuests(uid=item.uid, guests=random.randint(0, 3)),
            lambda: Lighter(day=day, what=random.choice(("walking", "climbing", "visits"))),
            lambda: ReplaceMeal(
                day=day, meal=random.choice(MEALS), diet=random.choice(("", "vegan", "halal"))
            ),
            lambda: ReplaceMeal(day=day, meal=random.choice(MEALS), place_id=place.id),
            lambda: ReplaceItem(uid=item.uid, like=random.choice(("", "outdoors", "art", "indoors"))),
            lambda: ReplaceItem(uid=item.uid, place_id=place.id),
            lambda: AddNight(city=city, nights=random.choice((1, 1, 2)), keep_end=random.random() < 0.4),
            lambda: DropNight(city=city),
            lambda: Cheaper(day=random.choice((None, day)), by=random.choice((0, 0, 50, 5000))),
        )
    )()


def _item(random: Random, plan: Plan) -> Item:
    items = plan.items()
    visits = [item for item in items if isinstance(item, Visit)]
    return random.choice(visits if visits and random.random() < 0.6 else items)
