"""`manage.py serve`: everything a machine needs to answer travellers, by one command (`make run`)."""

from __future__ import annotations

import os
import secrets
import signal
import sys

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand

from agents.alone import work_command
from agents.kept_worker import KeptWorker
from agents.llm import select
from trips.models import Traveller


class Command(BaseCommand):
    help = "Prepare database and static files, start the worker and the web server on 127.0.0.1."

    def add_arguments(self, parser) -> None:
        parser.add_argument("--host", default=os.environ.get("HOST", "127.0.0.1"))
        parser.add_argument("--port", type=int, default=int(os.environ.get("PORT") or 8000))

    def handle(self, *args, host: str, port: int, **options) -> None:
        call_command("migrate", interactive=False, verbosity=0)
        call_command("collectstatic", interactive=False, verbosity=0)
        password = self._staff_account()
        address = f"http://{host}:{port}"
        say = self.stdout.write
        say(f"\n  Wayfare      {address}")
        if password:
            say(f"  Admin        {address}/admin/   user: staff   password: {password}   (shown once)")
        else:
            say(f"  Admin        {address}/admin/   (forgotten? `manage.py changepassword staff`)")
        say(f"  Who answers  {self._mind()}")
        say("  Stop         Ctrl+C\n")
        self.stdout.flush()
        # Uvicorn ends by the signal it was sent; the worker has to be ended first.
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
        worker = self._worker()
        try:
            self._web(host, port)
        finally:
            if worker:
                worker.stop()

    def _staff_account(self) -> str:
        """Make a staff account on the first start; returns its password, once."""
        if Traveller.objects.filter(is_superuser=True).exists():
            return ""
        password = secrets.token_urlsafe(12)
        Traveller.objects.create_superuser("staff", password=password)
        return password

    def _mind(self) -> str:
        if not select.configured():
            return "the offline planner (set ANTHROPIC_API_KEY to let Claude answer)"
        where = f" at {settings.ANTHROPIC_BASE_URL}" if settings.ANTHROPIC_BASE_URL else ""
        return f"Claude{where} ({settings.MODELS['standard']})"

    def _worker(self) -> KeptWorker | None:
        if settings.BACKGROUND != "worker":
            return None
        worker = KeptWorker(work_command(), silence=settings.WORKER_SILENCE)
        worker.start()
        return worker

    def _web(self, host: str, port: int) -> None:
        import uvicorn

        uvicorn.run(
            "config.asgi:application",
            host=host,
            port=port,
            log_level="warning",
            timeout_graceful_shutdown=5,
            lifespan="on",
            ws="none",
            http="config.http:Protocol",
            server_header=False,
        )
