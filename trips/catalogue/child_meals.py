"""What a child eats for, where a row does not say: an estimate by the rule of most family menus."""

from __future__ import annotations

from decimal import Decimal

from trips.schemas import Place, Price
from trips.wording import quantum

#: A child's meal as a share of an adult's; below this age children share their parents' plates.
CHILD_SHARE = Decimal("0.6")
CHILD_FREE_UNDER = 3


def with_child(price: Price) -> Price:
    """The same price of a meal with a child's, by the rule."""
    child = (price.adult * CHILD_SHARE).quantize(quantum(price.currency))
    free_under = max(price.free_under, CHILD_FREE_UNDER)
    return price.model_copy(update={"child": child, "free_under": free_under})


def is_by_rule(price: Price) -> bool:
    """Whether the child's price of a meal is what the rule gives."""
    return price.child is not None and price == with_child(price)


def with_child_meal(place: Place) -> Place:
    """The row, with a child's price where it is a place to eat without one."""
    if place.kind != "food" or place.price is None or place.price.child is not None:
        return place
    return place.model_copy(update={"price": with_child(place.price)})
