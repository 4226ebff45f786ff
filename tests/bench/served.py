"""Settings of the servers a bench starts: the project's, with static files collected beside its database."""

from __future__ import annotations

from pathlib import Path

from config.settings import *  # noqa: F403
from config.settings import DATABASES

STATIC_ROOT = str(Path(DATABASES["default"]["NAME"]).parent / "static")
