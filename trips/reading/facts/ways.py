"""How people want to travel, by which car, hours of their days and what the stay should be like."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from trips.reading.chart import Span
from trips.reading.clauses import Clause
from trips.reading.facts.message import Found, Message, once
from trips.reading.facts.money import sums_in
from trips.reading.facts.tastes import is_told, things
from trips.schemas import Mode

_MODES = frozenset(get_args(Mode))
_BY_LAND = ("train", "coach")
_ONLY = frozenset("only please preferred pref all both everywhere instead between rather".split())
_RENTED = frozenset("rent rental hire renting hiring".split())
#: "No cars without seatbelts" bans no car.
_QUALIFIED = frozenset("without with over longer that which after before".split())
#: Said of no other thing than a place to sleep.
_SURE = frozenset(
    "twin beds|double bed|connecting rooms|family room|triple room|single room|private bathroom|cot|pool|"
    "kids club|kitchen|wifi|near the beach|ground floor|all inclusive|half board|full board|a la carte|"
    "mosquito nets|one base|alarm for the deaf|walk-in shower|not the cheapest|pet-friendly".split("|")
)
#: Beside a word for a house only: "a small hotel".
_WEAK = frozenset("small nice clean simple modern traditional cheap luxury garden quiet".split())
_NEEDS = frozenset("need needs want wants long".split())
_MUST = frozenset("essential must needed required important".split())
_BEDS = frozenset(("sofa bed", "twin beds"))
#: So many tokens from a house at most its features are said.
_BESIDE, _FAR = 4, 14
#: So many tokens behind a car its seats and its price are said.
_FAR_BEHIND = 24
_ANY_CAR = frozenset("car cars vehicle rental hire".split())
#: Behind a ride that stands without a verb: "train from York", "ferry not plane".
_LONE = frozenset("from to through not trip all or and if please".split())
_SAID = {"driving": "car", "drive": "car", "cycling from": "bike", "cycling the": "bike"}
_FINE = frozenset("yes ok okay fine welcome works".split())
#: Named for no other reason than to go so.
_ALWAYS = frozenset("interrail interrailing walk".split())
#: Names of trains, in which no word says so.
_TRAINS = frozenset("via rail|amtrak|interrail|interrailing|ice|tgv|eurostar|shinkansen".split("|"))
_WHOLE_TRIPS = frozenset("campervan motorbike overland".split())
_DENYING = frozenset("no not nothing without avoid hate".split())
_AT_NIGHT = frozenset("night overnight sleeper".split())


def read_ways(message: Message) -> list[Found]:
    return list(once((*_rides(message), *_hours(message), *_rest(message))))


def read_stay(message: Message) -> list[Found]:
    """What the stay should be like."""
    return list(once(_stay_wishes(message)))


def _rides(message: Message) -> Iterator[Found]:
    spans = message.cover("ride", "no_ride", "flown", "interest")
    before = None
    for ride in (one for one in spans if one.kind == "ride"):
        clause = message.clause(ride.i)
        if not is_told(clause) or _RENTED & set(message.norms(ride.i - 2, ride.j)):
            continue
        if clause.denies(ride) and message.word(ride.j) in _QUALIFIED:
            said = message.tokens.quote(ride.i, clause.j).strip(" .!?;,")
            yield Found("avoid", said, ride.i, clause.j, "add")
        elif clause.denies(ride):
            needless = "need" in message.norms(ride.i - 4, ride.i) or ride.value == "walk"
            if ride.value in _MODES and not needless:
                yield Found("transport_bans", ride.value, message.denied_from(ride), ride.j, "add")
        elif _preferred(message, clause, ride) or (before and message.listed(before, ride)):
            before = ride
            said = message.words(ride.i, ride.j)
            told = f"{said} (train)" if ride.value == "train" and said in _TRAINS else _SAID.get(said, said)
            shared = ride.value in ("campervan", "bike")  # where one sleeps, and what one likes
            yield Found("travel_by", told, ride.i, ride.j, "add", shared=shared)
    yield from _no_others(message, [one for one in spans if one.kind == "ride"])
    for span in message.cover("flown"):
        clause, inner = message.clause(span.i), message.word(span.i) in _DENYING
        if is_told(clause) and (inner or not clause.denies(span)):
            yield Found("travel_by", span.value, span.i, span.j, "add")


def _no_others(message: Message, rides: list[Span]) -> Iterator[Found]:
    """ "Bus or train only" bans planes and cars, "trains only" coaches too."""
    for ride in rides:
        only = {message.word(ride.j), message.word(ride.i - 1), message.word(ride.i - 2)} & {"only", "purely"}
        clause = message.clause(ride.i)
        if ride.value in ("train", "coach", "ferry", "transit") and only and is_told(clause):
            kept = {one.value for one in rides if not message.clause(one.i).denies(one)}
            for mode in ("flight", "car", *(_BY_LAND if kept <= set(_BY_LAND) else ())):
                if mode not in kept and not clause.denies(ride):
                    yield Found("transport_bans", mode, ride.i, min(ride.j + 1, len(message.tokens)), "add")


def _preferred(message: Message, clause: Clause, ride: Span) -> bool:
    """ "By train", "rather the train", "public transport only"."""
    liked = [cue.value for cue in message.chart.of("by") if cue.j == ride.i]
    fine = message.word(ride.j + (message.word(ride.j) in ("is", "are"))) in _FINE
    only = message.word(ride.j) in _ONLY or (fine and ride.value != "flight")
    if ride.value in _WHOLE_TRIPS or message.word(ride.i) in _ALWAYS:
        return True
    if ride.value == "car":  # a car at hand or to rent is a fact of its own
        return fine or _lone(message, ride)
    if ride.value == "flight":
        return bool(liked or only) and clause.has("contrasts") and "by" not in liked
    night = _AT_NIGHT & set(message.norms(ride.i, ride.j))
    return bool(liked or night) or only or _lone(message, ride)


def _lone(message: Message, ride: Span) -> bool:
    before, after = message.word(ride.i - 1), message.word(ride.j)
    alone = not before[:1].isalnum() or before in ("so", "then")
    return alone and (not after[:1].isalnum() or after in _LONE)


def _of_a_clock(message: Message, hours: Span) -> bool:
    """Numbers that no day, month or sum goes on behind: "before 10 May" names no hour."""
    longer = message.chart.of("date", "bare_day", "money", "month")
    counts = message.word(hours.j) in ("days", "nights", "people")
    return not counts and not any(one.i <= hours.j < one.j for one in longer)


def _later(hour: str, before: int) -> str:
    """An hour that is said of the later half of the day, where it stands `before` this one."""
    return f"{int(hour[:2]) + 12:02}{hour[2:]}" if int(hour[:2]) < before else hour


def _hours(message: Message) -> Iterator[Found]:
    """The first and the last hour of a day; "back by 9" is said of the evening."""
    for cue in message.chart.cover("starts", "ends"):
        hour = message.chart.at("hour", cue.j)
        if hour and _of_a_clock(message, hour) and is_told(message.clause(cue.i)) and message.open(cue):
            first = cue.kind == "starts"
            value = hour.value if first else _later(hour.value, 12)
            yield Found("hours.first" if first else "hours.last", value, cue.i, hour.j)


def _rest(message: Message) -> Iterator[Found]:
    for cue in message.chart.cover("naps"):
        clause = message.clause(cue.i)
        said = (one for one in message.chart.of("hours") if clause.i <= one.i < clause.j)
        hours = next((one for one in said if _of_a_clock(message, one)), None)
        if hours and is_told(clause):
            first, last = (_later(one, 8) for one in hours.value)  # naps are in the afternoon
            yield Found("hours.rest", f"{first}–{last}", min(cue.i, hours.i), max(cue.j, hours.j))


def _stay_wishes(message: Message) -> Iterator[Found]:
    """What is said beside a word for a stay, in its clause or in what follows in its sentence."""
    yield from _with(message)
    features = message.chart.of("feature")
    inside = {at for one in features for at in range(one.i, one.j)}  # "not the cheapest, with character"
    sure = (one for one in features if one.value in _SURE - {"pet-friendly"})
    places = [*message.chart.of("sleeps_at", "house"), *sure]
    for span in message.cover("feature", "sleeps_at"):
        clause, weak = message.clause(span.i), span.value in _WEAK
        if span.kind != "feature" or not is_told(clause) or clause.has("no_longer"):
            continue
        near = (one.i for one in places if 0 < abs(one.i - span.i) <= (_BESIDE if weak else _FAR))
        beside = any(clause.i <= at < clause.j or at < span.i for at in near)
        ends = [end for at, end in clause.cues.get("denies", ()) if at < span.i and at not in inside]
        if not ends or not clause.denies(span):
            led = _NEEDS & set(message.norms(max(clause.i, span.i - 5), span.i))
            needed = not weak and (led or _MUST & set(message.norms(span.j, span.j + 3)))
            if beside or span.value in _SURE or needed:
                yield Found("stay_wishes", span.value, span.i, span.j, "add")
        elif {"need", "necessary", "important", "mind"} & set(message.norms(clause.i, span.i)):
            continue
        elif span.value in _BEDS or (span.i - max(ends) <= 2 and beside and not weak):
            yield Found("avoid", message.words(span.i, span.j), span.i, span.j, "add")


def _with(message: Message) -> Iterator[Found]:
    """ "A flat with a kitchen, blackout blinds": what follows "with" right behind a house."""
    for house in message.chart.cover("sleeps_at", "house"):
        clause = message.clause(house.i)
        if message.word(house.j) in ("with", "has") and is_told(clause):
            for thing in things(message, house.j + 1 + (message.word(house.j + 1) == "/"), clause.j):
                known = any(one.i < thing.j and one.j > thing.i for one in message.chart.of("feature", "kin"))
                if not known and message.open(thing) and not clause.denies(thing):
                    yield Found("stay_wishes", message.words(thing.i, thing.j), thing.i, thing.j, "add")


def read_cars(message: Message) -> Iterator[Found]:
    for span in message.cover("rents"):
        clause, behind = message.clause(span.i), range(span.j, span.j + _FAR_BEHIND)
        named = next(
            (one for one in message.chart.of("vehicle") if one.j == span.j and span.i <= one.i), None
        )
        seats = [one for one in message.chart.of("seats") if one.i in behind][:1]
        rents = message.word(span.i).startswith(("rent", "hir", "car", "self"))
        if clause.denies(span):
            yield Found("car.wanted", False, message.denied_from(span), span.j)
        elif clause.asked or clause.has("over.past", "others.kin_says"):
            continue
        elif seats or (rents and (named or span.j - span.i < 3)):
            yield Found("car.wanted", True, span.i, span.j)
            if named and span.value not in _ANY_CAR:
                yield Found("car.kind", message.tokens.quote(named.i, span.j), named.i, span.j)
            for price in [one for one in sums_in(message) if one.per == "day" and one.span.i in behind][:1]:
                yield Found("car.price_per_day", price.amount, price.i, price.j)
                if price.currency and message.facts.budget.currency is None:
                    yield Found("budget.currency", price.currency, price.i, price.j)
            for one in seats:
                yield Found("car.seats", one.value, one.i, one.j)
                if "us" in message.norms(span.j, one.i) and not message.facts.party.adults:
                    yield Found("party.adults", one.value, one.i, one.j)
    for span in message.cover("own_car", "rents", "no_ride"):
        clause = message.clause(span.i)
        untold = clause.asked or clause.has("over.past", "others.kin_says", "supposed.if")
        if span.kind == "own_car" and not untold:
            yield Found("car.at_hand", not clause.denies(span), span.i, span.j)
            if not clause.denies(span):
                yield Found("travel_by", _called(message, span), span.i, span.j, "add")


def _called(message: Message, span: Span) -> str:
    """ "Drive" and "our 4x4" are by car; a van, a bus or bikes are what they are called."""
    inside = [one for one in message.chart.of("vehicle") if span.i <= one.i and one.j <= span.j]
    if inside and inside[-1].value == "other":
        return message.words(inside[-1].i, inside[-1].j)
    return "own car" if inside and {"own", "our", "my"} & set(message.norms(span.i, span.j)) else "car"


def read_trip_type(message: Message) -> Iterator[Found]:
    for span in message.cover("trip_type"):
        instead = {"not", "instead"} & set(message.norms(span.i - 2, span.i))
        if not instead and not message.clause(span.i).has("over.past", "others.kin_says"):
            yield Found("trip_type", span.value, span.i, span.j)
