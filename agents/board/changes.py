"""What waits for a yes, the history of the plan, and what can be done by hand with an item or a day."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from agents.board.timeline import DayView, entry_of, mostly_estimated
from agents.board.views import board_view, with_plan
from agents.edit_forms import BY_NAME, MOVABLE, SHIFTS
from trips import changing, plan_versions
from trips.catalogue.gazetteer import Gazetteer
from trips.catalogue.geography import distance_km
from trips.models import Finding, PlanProposal, PlanVersion, Trip
from trips.places import gazetteer_for
from trips.planning.editing import PlanDiff
from trips.schemas import Day, Item, Leg, Plan, Stay

MOST_CHOICES = 60  # of a city's own rows in one list
NEAREST = 2  # that could come instead, a button each
#: A label, and values with their words.
Group = tuple[str, list[tuple[str, str]]]


# --- Proposed and done -------------------------------------------------------------------------


def proposal_view(trip: Trip) -> PlanProposal | None:
    """The change that waits for a yes, with its `diff`. `gone`: the items that it takes out."""
    proposal = changing.open_proposal(trip)
    if proposal is not None:
        proposal.diff = PlanDiff.model_validate(proposal.diff_json)
        proposal.gone = {one.uid for day in proposal.diff.days for one in day.removed}
    return proposal


def place_of(diff: PlanDiff, days: Sequence[DayView]) -> tuple[int, str]:
    """Where it stands in the plan that is shown: the number of the day, and the entry before which it stands
    ("" = after the last): the first that it takes out, else the first from when something differs."""
    if not diff.days:
        return 1, ""
    first = diff.days[0]
    day = next((one for one in days if one.date == first.date), days[min(first.number, len(days)) - 1])
    gone = {one.uid for one in first.removed}
    found = [one for one in day.entries if one.uid in gone] or [
        one for one in day.entries if first.starts and one.start >= first.starts
    ]
    return day.number, found[0].uid if found else ""


@board_view("history", "History", "agents/board/_history.html", shown=with_plan, order=90)
def history(trip: Trip, query: Mapping[str, str]) -> dict[str, Any]:
    """`of`: the version whose difference is shown; `diff` None for the first."""
    lines = plan_versions.history(trip)
    current = next((line for line in lines if line.current), None)
    wanted = query.get("of", "")
    of = next((line for line in lines if str(line.number) == wanted), None) or current
    row = PlanVersion.objects.select_related("parent").get(trip=trip, number=of.number) if of else None
    return {
        "lines": lines,
        "waiting": changing.open_proposal(trip),
        "of": of,
        "diff": changing.difference(row) if row else None,
        "current": current.number if current else None,
        "can_undo": current is not None and current.parent is not None,
        "can_redo": current is not None and current.number in {line.parent for line in lines},
    }


# --- By hand -----------------------------------------------------------------------------------


def item_forms(trip: Trip, plan: Plan, uid: str) -> dict[str, Any] | None:
    """What can be done with one item: `days` to which it can go, `instead` of it. None: there is no such item
    in the plan, or nothing can be done with it."""
    numbered = ((number, day, item) for number, day in enumerate(plan.days, 1) for item in day.items)
    number, day, item = next((one for one in numbered if one[2].uid == uid), (0, None, None))
    if day is None or item.kind == "free":
        return None
    row = sorted((one for one in day.items if one.kind in MOVABLE), key=lambda one: one.start)
    movable = item.kind in MOVABLE
    city_id = item.city_id if item.city_id is not None else day.city_id
    days = [one for one in _days(plan, {city_id}) if one[0] != number]
    gazetteer = gazetteer_for(trip)
    instead = _instead(trip, plan, item) if item.kind in ("visit", "meal", "stay") else []
    return item.model_dump(include={"uid", "title", "kind", "start", "locked", "guests"}) | {
        "number": number,
        "date": day.date,
        "at": item.position,
        "entry": entry_of(item, plan, mostly_estimated(plan), gazetteer, {}, trip.facts.dietary),
        "currency": plan.currency,
        "can_move": movable,
        "first": not row or row[0].uid == uid,
        "last": not row or row[-1].uid == uid,
        "days": sorted(days, key=lambda one: one[0] < number) if movable else [],  # the next one first
        "instead": instead,
        "nearest": _nearest(item, [one for _label, found in instead for one in found], gazetteer),
    }


def day_forms(trip: Trip, plan: Plan, number: int) -> dict[str, Any] | None:
    """What can be done with one day; `others` are days of the same city. None: the plan has no such day."""
    if not 1 <= number <= len(plan.days):
        return None
    day = plan.days[number - 1]
    cities = {day.city_id} | {item.city_id for item in day.items if item.city_id}
    return {
        "number": number,
        "date": day.date,
        "choices": _choices(trip, plan, gazetteer_for(trip), cities, ("visit", "food")),
        "others": [one for one in _days(plan, {day.city_id}) if one[0] != number],
        "shifts": SHIFTS,
    }


def _days(plan: Plan, cities: set[int | None]) -> list[tuple[int, Day]]:
    """Days on which something is done in one of these cities, or nothing yet and no journey."""
    return [
        (number, day)
        for number, day in enumerate(plan.days, start=1)
        if any(item.city_id in cities for item in day.items if item.city_id and not isinstance(item, Leg))
        or (day.city_id in cities and not day.items)
    ]


def _nearest(item: Item, found: list[tuple[str, str]], gazetteer: Gazetteer) -> list[tuple[str, str]]:
    """Those of the rows that lie next to it."""
    rows = [row for value, _words in found if (row := gazetteer.place(value))] if item.position else []
    near = sorted(rows, key=lambda row: distance_km(*item.position, row.lat, row.lon))
    return [(row.id, row.name) for row in near[:NEAREST]]


def _instead(trip: Trip, plan: Plan, item: Item) -> list[Group]:
    kind = "stay" if isinstance(item, Stay) else "food" if item.kind == "meal" else "visit"
    groups = _choices(trip, plan, gazetteer_for(trip), {item.city_id}, (kind,))
    rows = [(label, [one for one in found if not one[0].startswith(BY_NAME)]) for label, found in groups]
    return [group for group in rows if group[1]]


def _choices(
    trip: Trip, plan: Plan, gazetteer: Gazetteer, cities: set[int | None], kinds: tuple[str, ...]
) -> list[Group]:
    """What could come in: found and not used, kept findings, then the rows of our data; each once."""
    taken = {item.place_id for item in plan.items() if item.place_id}
    slugs = [city.curated for city in map(gazetteer.city, filter(None, cities)) if city and city.curated]
    rows = {
        place.id: place
        for slug in slugs
        for place in gazetteer.places(slug)
        if place.kind in kinds and place.id not in taken
    }
    groups = []
    left = dict(rows)
    for label, named in (
        ("Found, not used", ((one.place_id or "", one.name) for one in plan.alternatives)),
        ("Findings", _findings(trip, cities, kinds)),
    ):
        chosen: list[tuple[str, str]] = []
        for place_id, name in named:
            if place_id in left:
                chosen.append((place_id, _words(left.pop(place_id))))
            elif not place_id and label == "Findings":
                chosen.append((f"{BY_NAME}{name}"[:160], name))
        groups.append((label, chosen))
    names = {"visit": "Places", "food": "To eat", "stay": "Stays"}
    for kind in kinds:
        own = sorted((place for place in left.values() if place.kind == kind), key=lambda place: place.name)
        groups.append((names[kind], [(place.id, _words(place)) for place in own[:MOST_CHOICES]]))
    return [group for group in groups if group[1]]


def _findings(trip: Trip, cities: set[int | None], kinds: tuple[str, ...]) -> Iterable[tuple[str, str]]:
    """Kept ones first; what was dismissed is not offered."""
    wanted = [
        kind
        for kind in Finding.Kind.values
        if ("food" in kinds and kind == Finding.Kind.FOOD)
        or ("visit" in kinds and kind in (Finding.Kind.PLACE, Finding.Kind.ACTIVITY))
    ]
    rows = trip.findings.filter(kind__in=wanted, city_id__in=filter(None, cities))
    ordered = sorted((row for row in rows if not row.dismissed), key=lambda row: (not row.kept, row.name))
    return [(row.place_id, row.name) for row in ordered[:MOST_CHOICES]]


def _words(place) -> str:
    return f"{place.name} ({place.area})" if place.area else place.name
