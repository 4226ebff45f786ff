"""Django as a WSGI application: all pages; streams are answered before it (config/asgi.py)."""

import os

from django.core.wsgi import get_wsgi_application
from django.template import engines
from django.urls import get_resolver

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
application = get_wsgi_application()


def load_everything() -> None:
    """Import all views and template libraries. Left to the first requests, several threads would do it at the
    same time, and modules that import each other in a circle break when two threads enter it."""
    list(get_resolver().url_patterns)
    for backend in engines.all():
        backend.engine.template_loaders  # noqa: B018  (read once)


load_everything()
