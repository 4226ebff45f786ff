"""When it gets dark."""

from __future__ import annotations

import datetime as dt
import math
from zoneinfo import ZoneInfo

#: Tilt of the earth's axis, and the sun's height at sunset (its radius and the bent ray), degrees.
TILT, SUNSET_HEIGHT = 23.44, -0.83


def sunset(lat: float, lon: float, date: dt.date, timezone: str) -> int:
    """Minutes of the date, local, to a quarter of an hour; 24:00 where the sun stays up, noon where it stays
    down. The sunrise equation without the equation of time."""
    tilt = math.radians(-TILT * math.cos(2 * math.pi * (date.timetuple().tm_yday + 10) / 365))
    here = math.radians(lat)
    height = math.sin(math.radians(SUNSET_HEIGHT)) - math.sin(here) * math.sin(tilt)
    angle = math.degrees(math.acos(max(-1.0, min(1.0, height / (math.cos(here) * math.cos(tilt))))))
    noon = dt.datetime.combine(date, dt.time(12), tzinfo=ZoneInfo(timezone))
    offset = noon.utcoffset() or dt.timedelta()
    after = 60 * (12 + (angle - lon) / 15) + offset.total_seconds() / 60
    return 15 * round(min(24 * 60, max(12 * 60, after)) / 15)
