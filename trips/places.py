"""The gazetteer with the rows of staff over it."""

from __future__ import annotations

import threading

from django.db.models import Count, Max

from trips.models import StaffPlace
from trips.planning.gazetteer import Gazetteer, default_gazetteer

_lock = threading.Lock()
_built: tuple[object, Gazetteer] | None = None


def current_gazetteer() -> Gazetteer:
    """Bundled rows, corrected by staff's. Rebuilt when a row of staff has changed."""
    global _built
    stamp = StaffPlace.objects.aggregate(Count("pk"), Max("updated"))
    if not stamp["pk__count"]:
        return default_gazetteer()
    key = tuple(stamp.values())
    with _lock:
        if _built is None or _built[0] != key:
            rows = list(StaffPlace.objects.all())
            shown = [row.place for row in rows if not row.hidden]
            hidden = {row.place_id for row in rows if row.hidden}
            _built = (key, Gazetteer(places=shown, hidden=hidden))
        return _built[1]
