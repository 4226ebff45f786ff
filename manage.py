#!/usr/bin/env python
"""Django's command line for Wayfare."""

import atexit
import gc
import os
import sys


def main() -> None:
    # A start makes some hundred thousand objects that stay, an end gives them all back at once:
    # looking for cycles among them would be a tenth of a short command's time.
    gc.set_threshold(50_000, 20, 50)
    atexit.register(gc.freeze)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
