"""Who builds which agent's brief: a small dict and a decorator. Refuses doubles."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

_builders: dict[str, Callable] = {}


def memory_builder(name: str) -> Callable[[Callable], Callable]:
    """Register the function that builds the brief `name`. Raises ValueError for a name that is taken."""

    def add(build: Callable) -> Callable:
        if name in _builders:
            raise ValueError(f"The brief {name} has a builder already.")
        _builders[name] = build
        return build

    return add


def builders() -> dict[str, Callable]:
    return dict(_builders)


@contextmanager
def override(**replacements: Callable) -> Iterator[None]:
    """For tests: other builders for a while."""
    before = dict(_builders)
    _builders.update(replacements)
    try:
        yield
    finally:
        _builders.clear()
        _builders.update(before)
