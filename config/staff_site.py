"""The admin's site: who may do nothing with a kind of row hears so before any row is looked for."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.admin import AdminSite, ModelAdmin
from django.contrib.admin.utils import unquote
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import Http404, HttpRequest, HttpResponse


class StaffSite(AdminSite):
    def admin_view(self, view: Callable[..., HttpResponse], cacheable: bool = False) -> Callable[..., Any]:
        """Pages of rows answer with 403, or with 404 what can be no key of theirs, before anything else.

        Django's page of a row's history, and that of its versions, tell staff without any permission apart
        what is there and what is not; the latter breaks on a key that cannot be one. A NUL after the question
        mark is no row's either: Django's filters hand it to PostgreSQL, which takes none in a text.
        """
        page = getattr(view, "__self__", None)

        @wraps(view)
        def permitted(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            if isinstance(page, ModelAdmin) and not any(page.get_model_perms(request).values()):
                raise PermissionDenied
            if any("\x00" in text for name, values in request.GET.lists() for text in (name, *values)):
                raise Http404
            if not isinstance(page, ModelAdmin):
                return view(request, *args, **kwargs)
            for key in [*args, *(value for name, value in kwargs.items() if name in ("object_id", "id"))]:
                try:
                    page.opts.pk.to_python(unquote(key))
                except ValidationError as error:
                    raise Http404 from error
            return view(request, *args, **kwargs)

        return super().admin_view(permitted, cacheable)
