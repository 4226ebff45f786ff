"""Tries to sign in, as django-axes keeps them: read, and deleted to let somebody in again; never edited."""

from __future__ import annotations

from typing import Any

from axes import admin as axes_admin
from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.contrib import admin
from django.http import HttpRequest


class _Kept:
    """Nobody edits a try. (django-axes adds none either; it registers nothing, AXES_ENABLE_ADMIN is off.)"""

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(AccessAttempt)
class AccessAttemptAdmin(_Kept, axes_admin.AccessAttemptAdmin):
    pass


@admin.register(AccessLog)
class AccessLogAdmin(_Kept, axes_admin.AccessLogAdmin):
    pass


@admin.register(AccessFailureLog)
class AccessFailureLogAdmin(_Kept, axes_admin.AccessFailureLogAdmin):
    pass
