"""The product's own settings, with static files as `collectstatic` leaves them in the folder COLLECTED."""

import os

from config.settings import *  # noqa: F403

STATIC_ROOT = os.environ["COLLECTED"]
