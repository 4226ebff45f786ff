"""Commands by name: what a line that begins with a slash, a button, or plain words let the team do.

One file a subject in this package; each registers its commands. The three ways in are one function:
`agents.commands.carry_out`.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING

from agents.outcome import Outcome
from agents.view import TripView

if TYPE_CHECKING:
    from agents.thinking import Thinking


def always(view: TripView, argument: str) -> str:
    """For commands that need nothing."""
    return ""


def no_arguments(view: TripView) -> Sequence[str]:
    return ()


@dataclass(frozen=True, slots=True)
class Command:
    """`missing` says in one sentence what is not there yet and which command supplies it, "" = nothing.
    `agent`: the member of the team that does the work, "" = code alone. `arguments`: examples that the
    composer completes, each a whole argument. `words`: what its button says in the conversation, without an
    argument and with one."""

    name: str
    usage: str
    summary: str
    carry_out: Callable[[Thinking, str], Awaitable[Outcome]]
    missing: Callable[[TripView, str], str] = always
    agent: str = ""
    arguments: Callable[[TripView], Sequence[str]] = no_arguments
    words: tuple[str, str] = ("", "")


_commands: dict[str, Command] = {}


def register(command: Command) -> Command:
    """Add a command. Raises ValueError for a name that is taken."""
    if command.name in _commands:
        raise ValueError(f"There is a command named {command.name} already.")
    _commands[command.name] = command
    return command


def get(name: str) -> Command:
    """The command of this name. Raises KeyError."""
    _load()
    return _commands[name]


def commands() -> list[Command]:
    """All commands by name."""
    _load()
    return [_commands[name] for name in sorted(_commands)]


def _load() -> None:
    import agents.commands as package

    for module in iter_modules(package.__path__):
        import_module(f"{package.__name__}.{module.name}")
