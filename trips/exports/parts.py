"""What apps above keep about a traveller: each adds its part to the file of the account. Refuses doubles."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from trips.models import Traveller

Part = Callable[[Traveller], Any]
_parts: dict[str, Part] = {}


def account_part(name: str) -> Callable[[Part], Part]:
    """Register the function that writes the part `name`. Raises ValueError for a name that is taken."""

    def add(write: Part) -> Part:
        if name in _parts:
            raise ValueError(f"The file of the account has a part {name} already.")
        _parts[name] = write
        return write

    return add


def parts_of(traveller: Traveller) -> dict[str, Any]:
    """Every part, by name, as JSON takes it."""
    return {name: write(traveller) for name, write in sorted(_parts.items())}
