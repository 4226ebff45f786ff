"""`/.well-known/security.txt` (RFC 9116): how to tell the operator of a weakness, from their settings."""

from __future__ import annotations

import datetime as dt

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from config import clock


def problem() -> str:
    """Why there is nothing to tell; "" when there is."""
    if not settings.SECURITY_CONTACT:
        return "no SECURITY_CONTACT: nobody is told how to report a weakness"
    odd = [one for one in settings.SECURITY_CONTACT if not one.startswith(("mailto:", "https://", "tel:"))]
    if odd:
        return f"SECURITY_CONTACT has to begin with mailto: or https:, and {odd[0]} does not"
    expires = _expires()
    if expires is None:
        return "SECURITY_EXPIRES has to be a date like 2027-06-30"
    days = (expires.date() - clock.now().date()).days
    if days < 0:
        return f"SECURITY_EXPIRES was {-days} days ago: look whether the contact is right, and move it"
    if days > 366:
        return "SECURITY_EXPIRES is more than a year away, longer than anybody should believe it"
    return ""


@require_safe
def security_txt(request: HttpRequest) -> HttpResponse:
    """The contact while it holds; otherwise there is no such page."""
    if problem():
        raise Http404
    lines = [f"Contact: {contact}" for contact in settings.SECURITY_CONTACT]
    lines += [f"Expires: {_expires():%Y-%m-%dT%H:%M:%SZ}", "Preferred-Languages: en"]
    lines.append(f"Canonical: {request.build_absolute_uri()}")
    headers = {"Cache-Control": "public, max-age=86400"}
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8", headers=headers)


def _expires() -> dt.datetime | None:
    try:
        date = dt.date.fromisoformat(settings.SECURITY_EXPIRES)
    except ValueError:
        return None
    return dt.datetime.combine(date, dt.time(), dt.UTC)
