"""What waits for a yes, the history of the plan, and what can be done by hand with an item or a day."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from agents.board.views import board_view, with_plan
from agents.edit_forms import BY_NAME, MOVABLE
from trips import changing
from trips.catalogue.gazetteer import Gazetteer
from trips.changing import VersionLine
from trips.models import Finding, PlanVersion, Trip
from trips.places import gazetteer_for
from trips.planning.editing import PlanDiff
from trips.schemas import Item, Plan, Stay

MOST_CHOICES = 60  # of a city's own rows in one list


@dataclass(frozen=True)
class ProposalView:
    pk: int
    sentence: str
    cause: str
    problems: list[str]
    diff: PlanDiff


@dataclass(frozen=True)
class HistoryView:
    """`of`: the version whose difference is shown; `diff` None for the first."""

    lines: list[VersionLine]
    of: VersionLine | None
    diff: PlanDiff | None
    current: int | None
    can_undo: bool
    can_redo: bool


@dataclass(frozen=True)
class ChoiceGroup:
    label: str
    choices: list[tuple[str, str]]  # value and words


@dataclass(frozen=True)
class DayChoice:
    number: int
    date: dt.date
    city: str


@dataclass(frozen=True)
class ItemForms:
    """What can be done with one item."""

    uid: str
    title: str
    kind: str
    start: dt.datetime
    day: DayChoice
    locked: bool
    can_move: bool
    first: bool
    last: bool
    days: list[DayChoice] = field(default_factory=list)  # to which it can go
    instead: list[ChoiceGroup] = field(default_factory=list)


@dataclass(frozen=True)
class DayForms:
    """What can be done with one day."""

    day: DayChoice
    choices: list[ChoiceGroup]
    others: list[DayChoice]  # of the same city


# --- Proposed and done -------------------------------------------------------------------------


def proposal_view(trip: Trip) -> ProposalView | None:
    proposal = changing.open_proposal(trip)
    if proposal is None:
        return None
    return ProposalView(
        proposal.pk,
        proposal.sentence,
        proposal.cause,
        list(proposal.problems),
        PlanDiff.model_validate(proposal.diff_json),
    )


@board_view("history", "History", "agents/board/_history.html", shown=with_plan, order=90)
def history(trip: Trip, query: Mapping[str, str]) -> HistoryView:
    lines = changing.history(trip)
    current = next((line for line in lines if line.current), None)
    wanted = query.get("of", "")
    of = next((line for line in lines if str(line.number) == wanted), None) or current
    row = PlanVersion.objects.select_related("parent").get(trip=trip, number=of.number) if of else None
    parents = {line.parent for line in lines}
    return HistoryView(
        lines=lines,
        of=of,
        diff=changing.difference(row) if row else None,
        current=current.number if current else None,
        can_undo=current is not None and current.parent is not None,
        can_redo=current is not None and current.number in parents,
    )


# --- By hand -----------------------------------------------------------------------------------


def item_forms(trip: Trip, plan: Plan, uid: str) -> ItemForms | None:
    """None: there is no such item in the plan, or nothing can be done with it."""
    found = next(
        (
            (number, day, item)
            for number, day in enumerate(plan.days, start=1)
            for item in day.items
            if item.uid == uid
        ),
        None,
    )
    if found is None or found[2].kind == "free":
        return None
    number, day, item = found
    row = sorted((one for one in day.items if one.kind in MOVABLE), key=lambda one: one.start)
    movable = item.kind in MOVABLE
    return ItemForms(
        uid=item.uid,
        title=item.title,
        kind=item.kind,
        start=item.start,
        day=DayChoice(number, day.date, day.city),
        locked=item.locked,
        can_move=movable,
        first=not row or row[0].uid == uid,
        last=not row or row[-1].uid == uid,
        days=[one for one in _days(plan, _cities_of(item, day.city_id)) if one.number != number]
        if movable
        else [],
        instead=_instead(trip, plan, item) if item.kind in ("visit", "meal", "stay") else [],
    )


def day_forms(trip: Trip, plan: Plan, number: int) -> DayForms | None:
    """None: the plan has no such day."""
    if not 1 <= number <= len(plan.days):
        return None
    day = plan.days[number - 1]
    cities = {day.city_id} | {item.city_id for item in day.items if item.city_id}
    gazetteer = gazetteer_for(trip)
    return DayForms(
        day=DayChoice(number, day.date, day.city),
        choices=_choices(trip, plan, gazetteer, cities, ("visit", "food")),
        others=[one for one in _days(plan, {day.city_id}) if one.number != number],
    )


def _days(plan: Plan, cities: set[int | None]) -> list[DayChoice]:
    """Days spent in one of these cities, or on which something is done there."""
    return [
        DayChoice(number, day.date, day.city)
        for number, day in enumerate(plan.days, start=1)
        if day.city_id in cities or any(item.city_id in cities for item in day.items if item.city_id)
    ]


def _cities_of(item: Item, day_city: int | None) -> set[int | None]:
    return {item.city_id if item.city_id is not None else day_city}


def _instead(trip: Trip, plan: Plan, item: Item) -> list[ChoiceGroup]:
    kind = "stay" if isinstance(item, Stay) else "food" if item.kind == "meal" else "visit"
    groups = _choices(trip, plan, gazetteer_for(trip), {item.city_id}, (kind,))
    listed = [
        ChoiceGroup(group.label, [pair for pair in group.choices if not pair[0].startswith(BY_NAME)])
        for group in groups
    ]
    return [group for group in listed if group.choices]


def _choices(
    trip: Trip, plan: Plan, gazetteer: Gazetteer, cities: set[int | None], kinds: tuple[str, ...]
) -> list[ChoiceGroup]:
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
        groups.append(ChoiceGroup(label, chosen))
    names = {"visit": "Places", "food": "To eat", "stay": "Stays"}
    for kind in kinds:
        own = sorted((place for place in left.values() if place.kind == kind), key=lambda place: place.name)
        groups.append(ChoiceGroup(names[kind], [(place.id, _words(place)) for place in own[:MOST_CHOICES]]))
    return [group for group in groups if group.choices]


def _findings(trip: Trip, cities: set[int | None], kinds: tuple[str, ...]) -> Iterable[tuple[str, str]]:
    """Kept ones first; what was dismissed is not offered."""
    wanted = [
        kind
        for kind in Finding.Kind.values
        if ("food" in kinds and kind == Finding.Kind.FOOD)
        or ("visit" in kinds and kind in (Finding.Kind.PLACE, Finding.Kind.ACTIVITY))
    ]
    rows = trip.findings.filter(kind__in=wanted, city_id__in=filter(None, cities)).exclude(
        state=Finding.State.DISMISSED
    )
    ordered = sorted(rows, key=lambda row: (row.state != Finding.State.KEPT, row.name))
    return [(row.place_id, row.name) for row in ordered[:MOST_CHOICES]]


def _words(place) -> str:
    return f"{place.name} ({place.area})" if place.area else place.name
