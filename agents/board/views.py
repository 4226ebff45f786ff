"""Views of the board by name: one file a subject registers its own; the trip's pages list those of use now.

A view's function gets the trip and the query and returns what its template reads as `view`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from trips.models import Trip

Build = Callable[[Trip, Mapping[str, str]], Any]


@dataclass(frozen=True, slots=True)
class BoardView:
    """`shown`: do the trip's pages list it? `template`: what renders it. `in_bar`: has it a place in the top
    bar, or does it stand under "More"? `icon`: of those in a phone's bar."""

    name: str
    title: str
    template: str
    shown: Callable[[Trip], bool]
    build: Build
    order: int = 50
    in_bar: bool = False
    icon: str = ""


_views: dict[str, BoardView] = {}


def board_view(
    name: str,
    title: str,
    template: str,
    *,
    shown: Callable[[Trip], bool],
    order: int = 50,
    in_bar: bool = False,
    icon: str = "",
) -> Callable[[Build], Build]:
    """Register a view; its page stands by `order`. Raises ValueError for a name that is taken."""

    def register(build: Build) -> Build:
        if name in _views:
            raise ValueError(f"There is a board view named {name} already.")
        _views[name] = BoardView(name, title, template, shown, build, order, in_bar, icon)
        return build

    return register


def views() -> list[BoardView]:
    """All views in the order of their pages."""
    import agents.board as package

    for module in iter_modules(package.__path__):
        import_module(f"{package.__name__}.{module.name}")
    return sorted(_views.values(), key=lambda view: (view.order, view.name))


def always(trip: Trip) -> bool:
    """For views whose empty page says what fills it."""
    return True


def with_plan(trip: Trip) -> bool:
    """For views of a trip whose plan is chosen."""
    return trip.plan_id is not None
