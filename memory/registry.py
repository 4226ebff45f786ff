"""Who builds which agent's brief, and what each agent declared about its memory.

Builders: a small dict and a decorator, refuses doubles. Policies: declared with the agents (the single
source); `agents` hands over a function that tells them, since memory may not import agents.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

#: What a builder may ask to have read for it (memory/gathering.py).
PARTS = ("findings", "intel", "plan", "feedback", "expenses", "bookings", "gazetteer")

_builders: dict[str, Callable] = {}
_reads: dict[str, tuple[str, ...]] = {}


@dataclass(frozen=True, slots=True)
class Policy:
    """What an agent's declaration says about its memory. Tokens are counted as characters / 3."""

    agent: str
    title: str
    builder: str | None  # the name its brief is built under; None: it has no memory
    notes: bool
    self_managed: bool  # it rewrites a text of its own instead of having notes
    memory_limit: int  # characters of that text
    input_tokens: int  # what one request may hold, everything included
    prompt_tokens: int
    output_tokens: int
    enabled: bool = True

    @property
    def brief_tokens(self) -> int:
        """What is left for the brief: the window less the prompt and the answer."""
        return self.input_tokens - self.prompt_tokens - self.output_tokens


def memory_builder(name: str, *, reads: tuple[str, ...] = PARTS) -> Callable[[Callable], Callable]:
    """Register the function that names the sections of the brief `name`, from a `Briefing`.

    `reads`: which of PARTS are read for it. Raises ValueError for a name that is taken.
    """

    def add(build: Callable) -> Callable:
        if name in _builders:
            raise ValueError(f"The brief {name} has a builder already.")
        _builders[name] = build
        _reads[name] = reads
        return build

    return add


def builders() -> dict[str, Callable]:
    _load()
    return dict(_builders)


def reads_of(name: str) -> tuple[str, ...]:
    """The parts that are read for the brief `name`."""
    _load()
    return _reads.get(name, PARTS)


@contextmanager
def override(**replacements: Callable) -> Iterator[None]:
    """For tests: other builders for a while; everything is read for them."""
    _load()
    before, read_before = dict(_builders), dict(_reads)
    _builders.update(replacements)
    for name in replacements:
        _reads.pop(name, None)
    try:
        yield
    finally:
        for kept, was in ((_builders, before), (_reads, read_before)):
            kept.clear()
            kept.update(was)


def _load() -> None:
    from memory import builders as modules

    modules.load()


# --- Policies ------------------------------------------------------------------------------------

_tell: Callable[[], Mapping[str, Policy]] | None = None


def policies_from(tell: Callable[[], Mapping[str, Policy]]) -> None:
    """`tell` gives every agent's policy by name; asked anew each time, so that nothing is kept twice."""
    global _tell
    _tell = tell


def policies() -> Mapping[str, Policy]:
    return _tell() if _tell else {}


def policy(agent: str) -> Policy:
    """Raises LookupError for a name that no agent has."""
    try:
        return policies()[agent]
    except KeyError:
        raise LookupError(f"There is no agent named {agent}.") from None
