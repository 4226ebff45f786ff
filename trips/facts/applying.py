"""Changes of a trip's facts: each one is checked, then applied whole or not at all."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass, field
from decimal import Decimal

from pydantic import BaseModel

from trips.catalogue.exchange_rates import currencies
from trips.catalogue.gazetteer import City, Gazetteer
from trips.catalogue.names import key
from trips.facts import reading_values as read
from trips.facts.interests import KEPT_AS_A_KIND, with_words
from trips.facts.limits import MAX_DAYS, MAX_ENTRIES, age_problem, rooms_problem, travellers_problem
from trips.facts.listing import change_list, change_rows
from trips.facts.paths import PATHS, PathRule
from trips.facts.places import resolve_place, same_place
from trips.facts.refusal import Refused
from trips.facts.timing import with_date, with_days
from trips.schemas import Change, Destination, FactOp, PlaceName, TripFacts

_PARTS = tuple((path, *path.partition(".")[::2], rule) for path, rule in PATHS.items())


@dataclass(frozen=True)
class AppliedChange:
    """What became of one fact. `old` and `new` are as JSON holds them: numbers, words, lists; None
    = not known. What follows from a change (the end from start and length) has its quote."""

    path: str
    op: FactOp
    subject: str
    old: object
    new: object
    quote: str


@dataclass(frozen=True)
class Applied:
    """`problems`: sentences for what was not applied."""

    facts: TripFacts
    applied: list[AppliedChange] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)


def apply_changes(
    facts: TripFacts, changes: Iterable[Change], *, today: dt.date, gazetteer: Gazetteer
) -> Applied:
    """The facts after `changes`, strictly in their order. The given facts stay as they are."""
    applied: list[AppliedChange] = []
    problems: list[str] = []
    for change in changes:
        try:
            changed = _applied(facts, change, today, gazetteer)
        except Refused as refusal:
            if str(refusal) not in problems:
                problems.append(str(refusal))
            continue
        applied += _differences(facts, changed, change)
        facts = changed
    return Applied(facts, applied, problems)


def working_order(
    facts: TripFacts, changes: Iterable[Change], *, today: dt.date, gazetteer: Gazetteer
) -> list[Change]:
    """The same changes, those behind that make sense only after another (nights for which a longer
    trip has room, an end before the new start); those that never make sense come last."""
    ordered: list[Change] = []
    waiting = list(changes)
    while waiting:
        refused: list[Change] = []
        for change in waiting:
            try:
                facts = _applied(facts, change, today, gazetteer)
            except Refused:
                refused.append(change)
            else:
                ordered.append(change)
        if len(refused) == len(waiting):
            break
        waiting = refused
    return ordered + waiting


def _applied(facts: TripFacts, change: Change, today: dt.date, gazetteer: Gazetteer) -> TripFacts:
    rule = PATHS.get(change.path)
    if rule is None:
        raise Refused(f"There is no fact called {change.path[:60]!r}.")
    if change.op not in rule.ops and not (change.op == "add" and rule.ops == ("set", "remove")):
        raise Refused(f"{rule.label} can't be {change.op}ed.")
    root, _, name = change.path.partition(".")
    changed = _copied(facts, root)
    if change.path == "origin":
        changed.origin = (
            None if change.op == "remove" else _place(change, gazetteer, _first_city(facts, gazetteer))
        )
    elif change.path == "destinations":
        _destinations(changed, change, gazetteer)
    elif change.path == "destinations.nights":
        _nights(changed, change, gazetteer)
    elif root == "dates":
        changed.dates = _dates(changed, name, change, rule, today)
    elif change.path == "party.ages":
        _ages(changed, change)
    elif root == "party":
        _party(changed, name, change, rule)
    elif rule.kind == "list":
        change_list(getattr(changed, root), change, rule)
    elif rule.kind == "row":
        change_rows(changed, change, today)
    else:
        value = None if change.op == "remove" else _single(change, rule)
        setattr(getattr(changed, root) if name else changed, name or root, value)
    if change.path in KEPT_AS_A_KIND:
        changed.said = with_words(facts, changed, change)
    return changed


def _copied(facts: TripFacts, root: str) -> TripFacts:
    """The facts, with a copy of their own of the part that a change of `root` writes to. Dates and
    party are replaced as a whole, never written to."""
    part = getattr(facts, root)
    if isinstance(part, list):
        part = [entry.model_copy() if isinstance(entry, BaseModel) else entry for entry in part]
    elif isinstance(part, BaseModel):
        part = part.model_copy()
    return facts.model_copy(update={root: part})


# --- Single values ---------------------------------------------------------------------------------


def _single(change: Change, rule: PathRule) -> object:
    if change.path == "rooms":
        rooms = read.integer(change.value, rule.label)
        if problem := rooms_problem(rooms):
            raise Refused(problem)
        return rooms
    if change.path == "budget.currency":
        code = str(change.value).strip().upper()
        if code not in currencies():
            raise Refused(f"I know no currency {str(change.value)[:8]!r}.")
        return code
    if rule.kind == "choice":
        return read.choice(change.value, rule)
    if rule.kind == "flag":
        return read.flag(change.value, rule.label)
    if rule.kind == "text":
        return read.text(change.value, rule.label)
    if rule.kind == "integer":
        number = read.integer(change.value, rule.label)
        if not 1 <= number <= 100:
            raise Refused(f"{rule.label} can't be {number}.")
        return number
    number = read.amount(change.value, "A budget" if change.path == "budget.amount" else rule.label)
    if change.path == "stay.stars" and not (1 <= number <= 5 and number * 2 == int(number * 2)):
        raise Refused(f"A stay has 1 to 5 stars, not {number}.")
    return number


def _dates(facts: TripFacts, name: str, change: Change, rule: PathRule, today: dt.date):
    if name == "days":
        days = None if change.op == "remove" else read.integer(change.value, rule.label)
        nights = sum(place.nights or 0 for place in facts.destinations)
        if days is not None and nights > max(0, days - 1) and len(facts.destinations) > 1 and days > 0:
            raise Refused(_too_many_nights(facts, days))
        return with_days(facts.dates, days, today)
    day = None if change.op == "remove" else read.date(change.value, rule.label)
    return with_date(facts.dates, name, day, today)


def _party(facts: TripFacts, name: str, change: Change, rule: PathRule) -> None:
    number = None if change.op == "remove" else read.integer(change.value, rule.label)
    party = facts.party.model_copy(update={name: number})
    if number is not None:
        if number < 0 or (name == "adults" and number == 0 and not party.children):
            raise Refused("A trip needs at least one traveller.")
        if (problem := travellers_problem(party.size)) and (party.adults is not None or party.size):
            raise Refused(problem)
    if name == "children" and len(party.ages) > (number or 0):
        party.ages = []
    facts.party = party


def _ages(facts: TripFacts, change: Change) -> None:
    said = [
        part for part in str(change.value if change.value is not None else "").replace(";", ",").split(",")
    ]
    ages = [read.integer(part, "An age") for part in said if part.strip()]
    for age in ages:
        if problem := age_problem(age):
            raise Refused(problem)
    party = facts.party.model_copy(deep=True)
    if change.op == "add":
        party.ages = [*party.ages, *ages]
    elif change.op == "set":
        party.ages = ages
    elif not ages:
        party.ages = []
    else:
        for age in ages:
            if age not in party.ages:
                raise Refused(f"No child of {age} is known.")
            party.ages.remove(age)
    if party.children is None or party.children < len(party.ages):
        party.children = len(party.ages)
    if party.size and (problem := travellers_problem(party.size)):
        raise Refused(problem)
    facts.party = party


# --- Places ----------------------------------------------------------------------------------------


def _first_city(facts: TripFacts, gazetteer: Gazetteer) -> City | None:
    known = next((place.city_id for place in facts.destinations if place.city_id), None)
    return gazetteer.city(known) if known else None


def _place(change: Change, gazetteer: Gazetteer, near: City | None) -> PlaceName:
    return resolve_place(read.text(change.value, "A place"), gazetteer, near)


def _near(facts: TripFacts, gazetteer: Gazetteer) -> City | None:
    if facts.origin and facts.origin.city_id:
        return gazetteer.city(facts.origin.city_id)
    return _first_city(facts, gazetteer)


def _index(facts: TripFacts, name: str, gazetteer: Gazetteer) -> int | None:
    """Which destination is meant; by its name as said before by what the gazetteer makes of it."""
    wanted = key(name)
    for index, place in enumerate(facts.destinations):
        if key(place.name) == wanted:
            return index
    meant = resolve_place(name, gazetteer, _near(facts, gazetteer))
    for index, place in enumerate(facts.destinations):
        if same_place(place, meant):
            return index
    return None


def _destinations(facts: TripFacts, change: Change, gazetteer: Gazetteer) -> None:
    if change.op == "remove":
        name = str(change.value or change.subject or "")
        if not name.strip():
            facts.destinations = []
            return
        index = _index(facts, name, gazetteer)
        if index is None:
            raise Refused(f"{name.strip()[:60]} is not among the destinations.")
        del facts.destinations[index]
        return
    meant = Destination(**_place(change, gazetteer, _near(facts, gazetteer)).model_dump())
    known = next((one for one in facts.destinations if same_place(one, meant)), None)
    if change.op == "set" and change.subject:
        index = _index(facts, change.subject, gazetteer)
        if index is None:
            raise Refused(f"{change.subject[:60]} is not among the destinations.")
        if known is None:
            meant.nights = facts.destinations[index].nights
            facts.destinations[index] = meant
        elif facts.destinations[index] is not known:
            del facts.destinations[index]
    elif change.op == "set":
        facts.destinations = [known or meant]
    elif known is None:
        if len(facts.destinations) >= MAX_ENTRIES:
            raise Refused(f"At most {MAX_ENTRIES} destinations.")
        facts.destinations.append(meant)


def _nights(facts: TripFacts, change: Change, gazetteer: Gazetteer) -> None:
    subject = change.subject.strip()
    if not subject and len(facts.destinations) == 1:
        subject = facts.destinations[0].name
    index = _index(facts, subject, gazetteer) if subject else None
    if index is None:
        raise Refused(f"{subject[:60] or 'That place'} is not among the destinations.")
    nights = None if change.op == "remove" else read.integer(change.value, "Nights")
    if nights is not None and nights < 1:
        raise Refused("A stay in a city needs at least one night.")
    if nights is not None and nights >= MAX_DAYS:
        raise Refused(f"A trip can have up to {MAX_DAYS} days; {nights} nights in one place are too many.")
    facts.destinations[index].nights = nights
    facts.destinations[index].fixed = nights is not None
    told = [place.nights for place in facts.destinations]
    days = facts.dates.days
    if days and sum(night or 0 for night in told) > days - 1:
        raise Refused(_too_many_nights(facts, days))
    if days is None and nights is not None and all(night is not None for night in told):
        facts.dates = with_days(facts.dates, sum(told) + 1, dt.date.min)


def _too_many_nights(facts: TripFacts, days: int) -> str:
    told = [f"{place.nights} in {place.name}" for place in facts.destinations if place.nights]
    nights = sum(place.nights or 0 for place in facts.destinations)
    return f"{' and '.join(told)} are {nights} nights, but {days} days have {days - 1}."


# --- What changed ----------------------------------------------------------------------------------


def _differences(old: TripFacts, new: TripFacts, change: Change) -> list[AppliedChange]:
    """The fact that was named first, then what follows from it; empty when nothing is different."""
    roots = {change.path.split(".")[0], "dates"}
    before, after = flat(old, roots), flat(new, roots)
    paths = [path for path in PATHS if before.get(path) != after.get(path)]
    found = []
    for path in sorted(paths, key=lambda path: path != change.path):
        named = path == change.path
        found.append(
            AppliedChange(
                path,
                change.op if named else "set" if after.get(path) not in (None, []) else "remove",
                change.subject if named else "",
                before.get(path),
                after.get(path),
                change.quote,
            )
        )
    return found


def flat(facts: TripFacts, roots: set[str] | None = None) -> dict[str, object]:
    """Each path's value as JSON holds it, of these first parts only. Destinations are their names,
    nights a list beside them."""
    flat: dict[str, object] = {
        "origin": facts.origin.name if facts.origin else None,
        "destinations": [place.name for place in facts.destinations],
        "destinations.nights": [
            {"city": place.name, "nights": place.nights}
            for place in facts.destinations
            if place.nights is not None
        ],
    }
    for path, root, name, rule in _PARTS:
        if path in flat or (roots is not None and root not in roots):
            continue
        value = getattr(getattr(facts, root), name) if name else getattr(facts, root)
        if rule.kind == "row":
            value = [row.model_dump(mode="json") for row in value]
        elif isinstance(value, Decimal):
            value = str(value)
        elif isinstance(value, dt.date):
            value = value.isoformat()
        elif isinstance(value, list):
            value = list(value)
        flat[path] = value
    return flat
