"""For members that are declared and not enabled: their memory is built, nobody can call them."""

from __future__ import annotations

from typing import NoReturn


def no_offline_yet(context: object) -> NoReturn:
    """In place of an offline function. `run_agent` refuses such a member before this could be reached."""
    raise NotImplementedError("This agent is declared but not enabled: it cannot answer yet.")
