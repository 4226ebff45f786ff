"""Django's admin, on a site of our own (config/staff_site.py)."""

from __future__ import annotations

from django.contrib.admin.apps import AdminConfig


class StaffAdminConfig(AdminConfig):
    default_site = "config.staff_site.StaffSite"
