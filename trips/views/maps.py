"""What is drawn under the points of a map."""

from __future__ import annotations

import math
from dataclasses import asdict

from django.http import Http404, HttpRequest, HttpResponseBadRequest, JsonResponse
from django.views.decorators.cache import cache_control
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from trips.map_shapes import Box, drawing_of


@require_safe
@cache_control(max_age=3600, public=True)
@gzip_page
def map_shapes(request: HttpRequest) -> JsonResponse | HttpResponseBadRequest:
    """`city`: a slug; `box`: west, south, east, north in degrees. Open data, the same for everybody."""
    box = _box(request.GET.get("box", ""))
    if box is None:
        return HttpResponseBadRequest("box: west,south,east,north in degrees")
    drawing = drawing_of(request.GET.get("city", ""), box)
    if drawing is None:
        raise Http404
    return JsonResponse(asdict(drawing))


def _box(text: str) -> Box | None:
    try:
        west, south, east, north = (float(part) for part in text.split(","))
    except ValueError:
        return None
    sane = all(map(math.isfinite, (west, south, east, north))) and -180 <= west <= 180 and west < east <= 540
    return (west, south, east, north) if sane and -90 <= south < north <= 90 else None
