"""The project on an empty database that is gone afterwards, for what runs outside pytest."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

#: Whatever the machine is set up for: nobody here waits for a model, a broker or a debugger.
LEFT_OUT = ("ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL", "CELERY_BROKER_URL", "DEBUG", "HTTPS")


@contextmanager
def throwaway_project(*, with_static_files: bool = False, with_model: bool = False) -> Iterator[Path]:
    """Django with a migrated SQLite file in a folder of its own (which is what it yields).

    `with_static_files`: collected there as well, hashed and compressed as on a real site. `with_model`: the
    operator's key stays. Call it once a process, before anything of Django is imported.
    """
    with tempfile.TemporaryDirectory(prefix="wayfare-") as name:
        folder = Path(name)
        os.environ["DATABASE_URL"] = f"sqlite:///{folder / 'throwaway.sqlite3'}"
        os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
        os.environ["BACKGROUND"] = "threads"
        for setting in LEFT_OUT:
            if not (with_model and setting.startswith("ANTHROPIC_")):
                os.environ[setting] = ""
        import django
        from django.conf import settings
        from django.core.management import call_command
        from django.db import connections

        django.setup()
        call_command("migrate", interactive=False, verbosity=0)
        if with_static_files:
            settings.STATIC_ROOT = str(folder / "static")
            call_command("collectstatic", interactive=False, verbosity=0)
        try:
            yield folder
        finally:
            connections.close_all()
