"""Settings of web processes that tests start: the project's, static files straight from their folders."""

from config.settings import *  # noqa: F403
from config.settings import STORAGES

WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = True
STORAGES = {
    **STORAGES,
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
