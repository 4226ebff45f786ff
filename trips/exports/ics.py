"""A plan as an iCalendar file (RFC 5545): one event an item, in the time zone of where it is.

Every time is local with its TZID, and the file carries the rules of each zone, worked out from the zone
itself: the library's own table of a zone puts changes of summer time an hour late and leaves out some of
Morocco's. Codes of bookings are in no event.
"""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from icalendar import Calendar, Event, vDatetime, vText

from trips.catalogue.gazetteer import Gazetteer
from trips.exports.item_words import Told, tell
from trips.exports.time_zones import time_zone
from trips.planning.agenda_entries import times_in_words
from trips.planning.agenda_values import Reservation
from trips.planning.own_bookings import alone, in_words, times_of
from trips.schemas import FreeTime, Item, Leg, Meal, Plan, Stay, Visit

PRODUCT = "-//Wayfare//Plan of a trip//EN"
#: Separators that readers take for the end of a line, and what no text value may hold (RFC 5545, 3.3.11).
_BREAKS = dict.fromkeys(map(ord, "\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"), "\n")
_CONTROLS = dict.fromkeys([*range(0x00, 0x09), *range(0x0E, 0x1C), 0x1F, 0x7F])
_OF_BOOKINGS = {"stay": "Stay", "visit": "Visit", "food": "Meal", "other": "Booking"}
_CATEGORIES = {Leg: "Travel", Stay: "Stay", Visit: "Visit", Meal: "Meal", FreeTime: "Free time"}


@dataclass(frozen=True)
class Edition:
    """Which state of which trip a file shows. `mark` is the trip's own and never changes: it makes the UIDs;
    `revision` only rises; `made` is the moment of writing, `changed` that of the plan's newest change."""

    mark: str
    revision: int
    made: dt.datetime
    changed: dt.datetime
    touched: int = 0  # rises with every change of the trip: bookings change without a new version


class Text(vText):
    """Text as it is. The library's own takes the letters backslash and N for a new line."""

    def to_ical(self) -> bytes:
        escaped = str(self).replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,").replace("\n", "\\n")
        return escaped.encode("utf-8")


def plan_ics(
    plan: Plan,
    gazetteer: Gazetteer,
    edition: Edition,
    *,
    name: str,
    bookings: Sequence[Reservation] = (),
    diets: Sequence[str] = (),
) -> bytes:
    """The whole file, UTF-8, lines folded by octets and ended by CRLF. Bookings that were made for no item
    are events of their own; codes are in none."""
    calendar = Calendar()
    calendar.add("prodid", PRODUCT)
    calendar.add("version", "2.0")
    calendar.add("calscale", "GREGORIAN")
    calendar["name"] = text(name)
    calendar["x-wr-calname"] = text(name)
    items = plan.items()
    own = [(row, times_of(row, plan)) for row in alone(bookings, plan)]
    dates = [moment.date() for item in items for moment in (item.start, item.end)]
    dates += [moment.date() for _row, (start, end, *_zones) in own for moment in (start, end)]
    zones = {zone for item in items for zone in (item.zone, item.end_zone)}
    zones |= {zone for _row, (_start, _end, *both) in own for zone in both}
    for zone in sorted(zone for zone in zones if known(zone)):
        calendar.add_component(time_zone(zone, min(dates), max(dates)))
    seen: Counter[str] = Counter()
    for item in items:
        seen[item.uid] += 1
        again = f"-{seen[item.uid]}" if seen[item.uid] > 1 else ""
        told = tell(item, plan, gazetteer, bookings, diets)
        calendar.add_component(_event(told, f"{item.uid}{again}", edition))
    for row, times in own:
        calendar.add_component(_of_booking(row, times, in_words(row, plan), edition))
    return calendar.to_ical()


def text(words: str) -> Text:
    """For a text value: line ends as one kind, nothing that no text may hold."""
    plain = words.replace("\r\n", "\n").replace("\r", "\n").translate(_BREAKS).translate(_CONTROLS)
    return Text(plain.encode("utf-8", "replace").decode("utf-8"))


def known(zone: str) -> bool:
    """Whether this is the name of a time zone."""
    try:
        return bool(zone) and bool(ZoneInfo(zone))
    except (ValueError, OSError, KeyError):
        return False


def _event(told: Told, uid: str, edition: Edition) -> Event:
    item = told.item
    event = Event()
    event["uid"] = text(f"{uid}@{edition.mark}.wayfare")
    event.add("dtstamp", edition.made.astimezone(dt.UTC).replace(microsecond=0))
    event.add("last-modified", edition.changed.astimezone(dt.UTC).replace(microsecond=0))
    event.add("sequence", edition.revision)
    event["dtstart"] = _moment(item.start, item.zone)
    if item.end_utc > item.start_utc if known(item.zone) else item.end > item.start:
        event["dtend"] = _moment(item.end, item.end_zone or item.zone)
    event["summary"] = text(told.title)
    event["categories"] = text(_CATEGORIES[type(item)])
    event["transp"] = text("TRANSPARENT" if isinstance(item, Stay | FreeTime) else "OPAQUE")
    event["description"] = text("\n".join(_description(told)))
    if told.where:
        event["location"] = text(told.where)
    if told.position:
        event.add("geo", tuple(round(number, 6) for number in told.position))
    return event


def _of_booking(
    row: Reservation, times: tuple[dt.datetime, dt.datetime, str, str], words: str, edition: Edition
) -> Event:
    """Something reserved that is no item of the plan."""
    start, end, zone, end_zone = times
    event = Event()
    event["uid"] = text(f"booking-{row.key}@{edition.mark}.wayfare")
    event.add("dtstamp", edition.made.astimezone(dt.UTC).replace(microsecond=0))
    event.add("sequence", max(edition.touched, edition.revision))
    event["dtstart"] = _moment(start, zone)
    if (end, end_zone) != (start, zone):
        event["dtend"] = _moment(end, end_zone)
    event["summary"] = text(row.title)
    event["categories"] = text(_OF_BOOKINGS.get(row.kind, "Travel"))
    event["status"] = text("CONFIRMED" if row.status == "booked" else "TENTATIVE")
    event["transp"] = text("TRANSPARENT" if row.kind == "stay" else "OPAQUE")
    state = "Booked" if row.status == "booked" else "Still to be booked"
    event["description"] = text(f"{state}, from your bookings.\n{words}.")
    return event


def _moment(local: dt.datetime, zone: str) -> vDatetime:
    """Local to a zone; without a zone that exists it is the reader's own time."""
    value = vDatetime(local.replace(tzinfo=None, microsecond=0, fold=0))
    if known(zone):
        value.params["TZID"] = zone
    return value


def _description(told: Told) -> list[str]:
    item: Item = told.item
    lines = [*told.lines]
    if isinstance(item, Leg) and item.end_zone and item.end_zone != item.zone:
        lines.append(f"{times_in_words(item)}.")
    if told.hours:
        lines.append(f"{told.hours[0].upper()}{told.hours[1:]}.")
    if told.cost:
        lines.append(f"Costs {told.cost}: {'; '.join(told.cost_lines)}.")
    if told.note:
        lines.append(told.note)
    lines += [f"{credit}." for credit in told.credits]
    return lines
