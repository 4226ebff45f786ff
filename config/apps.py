"""Django's admin, on a site of our own (config/staff_site.py)."""

from __future__ import annotations

from typing import Any

from django.contrib.admin import autodiscover
from django.contrib.admin.apps import SimpleAdminConfig
from django.contrib.admin.checks import check_admin_app, check_dependencies
from django.core import checks


class StaffAdminConfig(SimpleAdminConfig):
    """Staff's pages are loaded with the addresses (config/urls.py), or when they are checked: a command that
    serves no page starts without them."""

    default_site = "config.staff_site.StaffSite"

    def ready(self) -> None:
        checks.register(check_dependencies, checks.Tags.admin)
        checks.register(check_staff_pages, checks.Tags.admin)


def check_staff_pages(app_configs: Any, **options: Any) -> list[checks.CheckMessage]:
    """Django's check of every registered page, with all of them there."""
    autodiscover()
    return check_admin_app(app_configs, **options)
