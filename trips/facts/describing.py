"""The facts in words: one line a fact, for the panel, the summary and the prompts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

from trips.catalogue.diets import in_words
from trips.catalogue.gazetteer import default_gazetteer
from trips.facts.interests import liked
from trips.facts.limits import spoken_date, spoken_range
from trips.facts.places import short_name
from trips.schemas import Appointment, Budget, Cap, Dates, Destination, Party, PlaceName, TripFacts

SYMBOLS = {"USD": "$", "EUR": "€", "GBP": "£", "JPY": "¥", "INR": "₹", "KRW": "₩", "ILS": "₪", "TRY": "₺"}
_SCOPES = {"total": "in all", "per_person": "per person", "per_day": "a day"}
_LEVELS = {"low": "low", "mid": "mid-range", "high": "high"}
_MODES = {"flight": "plane", "transit": "public transport"}


@dataclass(frozen=True)
class FactLine:
    """`path` and `subject` say which fact it is; several paths that read as one have the first's."""

    path: str
    subject: str
    label: str
    text: str


def money(amount: Decimal, currency: str | None) -> str:
    """ "$6,000", "1,200 CHF", "6,666" when no currency is known."""
    figure = f"{amount:,.0f}" if amount == amount.to_integral_value() else f"{amount:,.2f}"
    if currency is None:
        return figure
    return f"{SYMBOLS[currency]}{figure}" if currency in SYMBOLS else f"{figure} {currency}"


def shown_name(place: PlaceName) -> str:
    """A place by the name under which our data knows it ("Tokyo", however it was typed); as it was said
    when it knows none."""
    gazetteer = default_gazetteer()
    if place.city_id and (city := gazetteer.city(place.city_id)):
        return short_name(city.name)
    if place.kind == "country" and place.country and (country := gazetteer.country(place.country)):
        return country.name
    return place.name


def describe(facts: TripFacts) -> list[FactLine]:
    """Every known fact, in the order in which people tell them."""
    lines: list[FactLine] = []

    def say(path: str, label: str, text: str, subject: str = "") -> None:
        if text:
            lines.append(FactLine(path, subject, label, text))

    for destination in facts.destinations:
        say("destinations", "To", _destination(destination), destination.name)
    say("origin", "From", shown_name(facts.origin) if facts.origin else "")
    say(
        "trip_type",
        "Journey",
        {"round": "there and back", "one_way": "one way"}.get(facts.trip_type or "", ""),
    )
    path, text = _dates(facts.dates)
    say(path, "When", text)
    say("party.adults" if facts.party.adults else "party.children", "Who", _party(facts.party))
    say("rooms", "Rooms", str(facts.rooms) if facts.rooms else "")
    path, text = _budget(facts.budget)
    say(path, "Budget", text)
    say("pace", "Pace", facts.pace or "")
    say("interests", "Interests", _listed(liked(facts)))
    say("must_do", "Must do", _listed(facts.must_do))
    say("avoid", "Avoid", _listed(facts.avoid))
    say("dietary", "Diet", _listed(map(in_words, facts.dietary)))
    say("access", "Access", _listed(map(in_words, facts.access)))
    say("cuisines", "Cuisines", _listed(facts.cuisines))
    say(*_stay(facts))
    say(*_car(facts))
    say("transport_bans", "Not by", _listed([_MODES.get(mode, mode) for mode in facts.transport_bans]))
    say("travel_by", "By", _later(facts.travel_by))
    say("stay_wishes", "Stay wishes", _later(facts.stay_wishes))
    say(*_hours(facts))
    say("seen_before", "Seen before", _later(facts.seen_before))
    for appointment in facts.appointments:
        say("appointments", "Fixed", _appointment(appointment), appointment.what)
    for cap in facts.caps:
        say("caps", "At most", _cap(cap), cap.category)
    say("wishes", "Wishes", _listed(facts.wishes))
    return lines


def differences(before: TripFacts, now: TripFacts) -> dict[str, str]:
    """What is other now, by label: {"Who": "3 adults (was 2 adults)"}."""
    was, said = _by_label(before), _by_label(now)
    changed = [label for label in {**said, **was} if said.get(label) != was.get(label)]
    return {
        label: said.get(label, "nothing")
        + (f" (was {was[label].partition(' (')[0]})" if label in was else "")
        for label in changed
    }


def _by_label(facts: TripFacts) -> dict[str, str]:
    found: dict[str, str] = {}
    for line in describe(facts):
        found[line.label] = _listed([*filter(None, [found.get(line.label)]), line.text])
    return found


def _listed(entries: Iterable[str]) -> str:
    return ", ".join(entries)


def _later(entries: list[str]) -> str:
    """What is kept, but what no plan holds to."""
    return f"{_listed(entries)} (not planned for yet)" if entries else ""


def _plural(number: int, noun: str, plural: str = "") -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {plural or noun + 's'}"


def _destination(destination: Destination) -> str:
    nights = f", {_plural(destination.nights, 'night')}" if destination.nights is not None else ""
    return f"{shown_name(destination)}{nights}"


def _dates(dates: Dates) -> tuple[str, str]:
    length = f" ({_plural(dates.days, 'day')})" if dates.days else ""
    if dates.start and dates.end:
        return "dates.start", f"{spoken_range(dates.start, dates.end)}{length}"
    if dates.start:
        return "dates.start", f"from {spoken_date(dates.start)}{length}"
    if dates.end:
        return "dates.end", f"until {spoken_date(dates.end)}{length}"
    if dates.earliest and dates.latest:
        return "dates.earliest", f"within {spoken_range(dates.earliest, dates.latest)}{length}"
    if dates.earliest:
        return "dates.earliest", f"not before {spoken_date(dates.earliest)}{length}"
    if dates.latest:
        return "dates.latest", f"not after {spoken_date(dates.latest)}{length}"
    return "dates.days", _plural(dates.days, "day") if dates.days else ""


def _party(party: Party) -> str:
    parts = []
    if party.adults is not None:
        parts.append(_plural(party.adults, "adult"))
    if party.children:
        ages = f" ({', '.join(map(str, party.ages))})" if party.ages else ""
        parts.append(_plural(party.children, "child", "children") + ages)
    return ", ".join(parts)


def _budget(budget: Budget) -> tuple[str, str]:
    level = _LEVELS.get(budget.level or "", "")
    if budget.amount is None:
        return "budget.level", level
    about = "about " if budget.approximate else ""
    scope = f" {_SCOPES[budget.scope]}" if budget.scope else ""
    text = f"{about}{money(budget.amount, budget.currency)}{scope}"
    return "budget.amount", f"{text}, {level}" if level else text


def _stay(facts: TripFacts) -> tuple[str, str, str]:
    stay = facts.stay
    parts = {
        "stay.name": stay.name or "",
        "stay.kind": stay.kind or "",
        "stay.area": stay.area or "",
        "stay.stars": f"{stay.stars.normalize():f} stars" if stay.stars else "",
        "stay.max_price": (
            f"up to {money(stay.max_price, facts.budget.currency)} a night" if stay.max_price else ""
        ),
    }
    return _first(parts, "Stay")


def _car(facts: TripFacts) -> tuple[str, str, str]:
    car = facts.car
    wanted = {True: "rental car", False: "no rental car"}.get(car.wanted) if car.wanted is not None else ""
    parts = {
        "car.at_hand": {True: "own car", False: "no car of their own"}[car.at_hand]
        if car.at_hand is not None
        else "",
        "car.wanted": wanted or "",
        "car.kind": car.kind or "",
        "car.seats": _plural(car.seats, "seat") if car.seats else "",
        "car.price_per_day": (
            f"about {money(car.price_per_day, facts.budget.currency)} a day" if car.price_per_day else ""
        ),
    }
    return _first(parts, "Car")


def _hours(facts: TripFacts) -> tuple[str, str, str]:
    hours = facts.hours
    parts = {
        "hours.first": f"not before {hours.first}" if hours.first else "",
        "hours.last": f"not after {hours.last}" if hours.last else "",
        "hours.rest": f"rest {hours.rest}" if hours.rest else "",
    }
    path, label, text = _first(parts, "Hours")
    return path, label, _later([text] if text else [])


def _first(parts: dict[str, str], label: str) -> tuple[str, str, str]:
    """One line of several facts; it has the path of the first that is known."""
    known = [path for path, text in parts.items() if text]
    return (known[0] if known else next(iter(parts))), label, ", ".join(filter(None, parts.values()))


def _appointment(appointment: Appointment) -> str:
    time = f" at {appointment.start:%H:%M}" if appointment.start else ""
    until = f"–{appointment.end:%H:%M}" if appointment.start and appointment.end else ""
    day = f" on {spoken_date(appointment.date)}" if appointment.date else ""
    where = f" in {appointment.where}" if appointment.where else ""
    return f"{appointment.what}{day}{time}{until}{where}"


def _cap(cap: Cap) -> str:
    return f"{money(cap.amount, cap.currency)} for {'stays' if cap.category == 'stay' else cap.category}"
