"""Briefs: one module an agent, each names the sections of its brief. Pure: values in, lines out."""

from functools import cache
from importlib import import_module
from pkgutil import iter_modules


@cache
def load() -> None:
    """Import every builder's module; each registers itself."""
    for module in iter_modules(__path__):
        import_module(f"{__name__}.{module.name}")
