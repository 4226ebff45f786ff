"""The team: one file a member, each declares its prompt, budget, tools and offline mind."""

from functools import cache
from importlib import import_module
from pkgutil import iter_modules


@cache
def load() -> None:
    """Import every member's file; each registers itself."""
    for module in iter_modules(__path__):
        import_module(f"{__name__}.{module.name}")
