"""What every page says about who answers."""

from agents.modes import mind_name  # noqa: F401
