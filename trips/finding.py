"""What was found in a city: kept once, judged by the traveller, given a tier. The one door for its rows."""

from __future__ import annotations

import datetime as dt
import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction

from config import clock
from trips import fact_log
from trips.catalogue.gazetteer import City
from trips.catalogue.names import same_thing, words
from trips.models import CityIntel, Finding, Message, Trip, Turn
from trips.schemas import Grade, TripFacts
from trips.signals import finding_judged, findings_saved

LONGEST_REASON = 300
#: The facts that decide what fits. Where else the trip goes says nothing of a city.
_ASKED = {
    "dates",
    "party",
    "budget",
    "interests",
    "dietary",
    "access",
    "cuisines",
    "must_do",
    "avoid",
}


@dataclass(frozen=True, slots=True)
class FoundRow:
    """Something found, before it is a row. `data`: what is told of it, by the names of a brief
    (memory/sections/research.py) and those of its card."""

    kind: str  # a Finding.Kind
    name: str
    place_id: str = ""
    data: Mapping[str, Any] = field(default_factory=dict)
    source: str = ""
    grade: Grade = "unlisted"
    url: str = ""  # the page it was read on


#: One, and several, of each kind.
IN_WORDS = {
    "place": ("place", "places"),
    "activity": ("activity", "activities"),
    "food": ("place to eat", "places to eat"),
}


def counted_kinds(counts: Mapping[str, int]) -> list[str]:
    """ "10 places", "1 place to eat"; what there is none of is left out."""
    return [f"{counts[kind]} {words[counts[kind] > 1]}" for kind, words in IN_WORDS.items() if counts[kind]]


# --- Found -------------------------------------------------------------------------------------


def name_key(name: str) -> str:
    """A name in lower case, without accents and marks."""
    return " ".join(words(name))[:160] or name.strip().casefold()[:160]


def known_already(known: Iterable[FoundRow | Finding], name: str, place_id: str = "") -> bool:
    """Was it found before, whatever its kind, and whatever came of it? Two rows of ours are two things."""
    return any(
        row.place_id == place_id if place_id and row.place_id else same_thing(row.name, name) for row in known
    )


def name_of(trip: Trip, city: City | str) -> str:
    """What the trip calls a city: as its rows do, else as the traveller wrote it ("New York")."""
    if isinstance(city, str):
        return city
    for rows in (CityIntel.objects, Finding.objects):
        if named := rows.filter(trip=trip, city_id=city.id).values_list("city", flat=True).first():
            return named
    written = (place.name for place in trip.facts.destinations if place.city_id == city.id)
    return next(written, city.name)


def known_of(trip: Trip, city: City | str) -> list[FoundRow]:
    """Everything ever found in a city of a trip, dismissed things among it; by kind, name and place alone."""
    rows = Finding.objects.filter(trip=trip, city=name_of(trip, city)).order_by("pk")
    return [FoundRow(*row) for row in rows.values_list("kind", "name", "place_id")]


@transaction.atomic
def save_findings(trip: Trip, turn: Turn | None, city: City | str, rows: Iterable[FoundRow]) -> list[Finding]:
    """Keep what is new, once: what is there already stays as the traveller left it, with hours and price as a
    page says them by now. Returns the new rows."""
    trip = fact_log.locked(trip)
    name, number = name_of(trip, city), None if isinstance(city, str) else city.id
    known = list(Finding.objects.filter(trip=trip, city=name).order_by("pk"))
    new: list[Finding] = []
    for row in rows:
        key = name_key(row.name)
        there = [one for one in known if (one.kind, one.name_key) == (row.kind, key)]
        there += [one for one in known if known_already([one], row.name, row.place_id)]
        if there and there[0].pk and row.grade == "web":
            _read_again(there[0], row)
        if there or not key:
            continue
        new.append(
            Finding(
                trip=trip,
                turn=turn,
                city=name,
                city_id=number,
                kind=row.kind,
                name=row.name.strip()[:160],
                name_key=key,
                place_id=row.place_id,
                data={key: value for key, value in row.data.items() if value not in ("", [], None)},
                source=row.source[:200],
                grade=row.grade,
                url=row.url,
                researched_at=clock.now(),
            )
        )
        known.append(new[-1])
    Finding.objects.bulk_create(new)
    if new:
        findings_saved.send(sender=Finding, trip=trip, findings=new)
        trip.touch()
    return new


def _read_again(found: Finding, row: FoundRow) -> None:
    said = {name: row.data.get(name) for name in ("hours", "price", "as_of")}
    found.data = found.data | {name: words for name, words in said.items() if words}
    found.source, found.grade, found.url = row.source[:200], row.grade, row.url
    found.researched_at = clock.now()
    found.save(update_fields=["data", "source", "grade", "url", "researched_at"])


def save_intel(
    trip: Trip,
    turn: Turn | None,
    city: City | str,
    facts: Mapping[str, str],
    *,
    source: str = "",
    grade: Grade = "unlisted",
    facts_key: str = "",
    pages: Mapping[str, str] | None = None,
) -> CityIntel:
    """The practical facts of a city, by topic; newer ones take the place of older ones of their topic.

    `facts_key`: what was asked for (`facts_key_of`); empty when something of it could not be found out, so
    that the city does not count as fresh.
    """
    with transaction.atomic():
        trip = fact_log.locked(trip)
        name, number = name_of(trip, city), None if isinstance(city, str) else city.id
        row = CityIntel.objects.filter(trip=trip, city=name).first() or CityIntel(trip=trip, city=name)
        row.city_id = number
        row.data = {**row.data, **{topic: sentence for topic, sentence in facts.items() if sentence}}
        row.pages = {topic: page for topic, page in row.pages.items() if topic not in facts} | dict(
            pages or {}
        )
        row.source, row.grade = source[:200], grade
        row.researched_at, row.turn, row.facts_key = clock.now(), turn, facts_key
        row.save()
        trip.touch()
    return row


def facts_key_of(facts: TripFacts) -> str:
    """A digest of what research looks at: with another one a city is not fresh any more."""
    asked = facts.model_dump_json(include=_ASKED)
    return hashlib.sha256(asked.encode()).hexdigest()


def fresh_cities(trip: Trip, *, within_days: int) -> set[int]:
    """GeoNames numbers of the cities researched whole, for the facts as they are, in the last days."""
    since = clock.now() - dt.timedelta(days=within_days)
    rows = CityIntel.objects.filter(
        trip=trip, facts_key=facts_key_of(trip.facts), researched_at__gte=since, city_id__isnull=False
    )
    return set(rows.values_list("city_id", flat=True))


# --- Judged ------------------------------------------------------------------------------------


@transaction.atomic
def judge(finding: Finding, state: str, *, message: Message | None = None) -> Finding:
    """Keep it, dismiss it ("not for me"), or take either back. `message`: the words that said so; without,
    it was a click. The same state again changes nothing. Raises ValueError for a state there is not."""
    state = Finding.State(state)
    row = Finding.objects.select_for_update().get(pk=finding.pk)
    before = row.state
    if state != before:
        row.state = state
        row.pinned = row.pinned and state != Finding.State.DISMISSED
        row.save(update_fields=["state", "pinned"])
        finding_judged.send(sender=Finding, finding=row, before=before, message=message)
        row.trip.touch()
    return row


@transaction.atomic
def pin(finding: Finding, pinned: bool = True) -> Finding:
    """Pinned ones stand first, and are the last a brief that is too long does without."""
    row = Finding.objects.select_for_update().get(pk=finding.pk)
    if row.pinned != pinned and not (pinned and row.state == Finding.State.DISMISSED):
        row.pinned = pinned
        row.save(update_fields=["pinned"])
        row.trip.touch()
    return row


@transaction.atomic
def set_tier(finding: Finding, tier: str, *, by: str, reason: str = "") -> bool:
    """Give it a tier ("" takes it away). What the traveller gave no agent changes: False then, and when it
    has that tier already by the same hand. Raises ValueError for a tier there is not."""
    tier = Finding.Tier(tier) if tier else ""
    by = Finding.By(by)
    row = Finding.objects.select_for_update().get(pk=finding.pk)
    if row.tier and row.tier_by == Finding.By.TRAVELLER and by == Finding.By.AGENT:
        return False
    reason = reason.strip()[:LONGEST_REASON]
    if (row.tier, row.tier_by, row.reason) == (tier, by if tier else "", reason):
        return False
    row.position = row.position if row.tier == tier else 0
    row.tier, row.tier_by, row.reason = tier, by if tier else "", reason
    row.save(update_fields=["position", "tier", "tier_by", "reason"])
    row.trip.touch()
    return True
