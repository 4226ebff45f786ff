"""The product's own settings, for a server process of a test; files straight from their folders."""

from config.settings import *  # noqa: F403
from config.settings import STORAGES

WHITENOISE_USE_FINDERS = True
STORAGES = {
    **STORAGES,
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
