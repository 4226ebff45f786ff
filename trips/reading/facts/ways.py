"""How people want to travel, hours of their days and what the stay should be like."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from trips.reading.chart import Span
from trips.reading.clauses import Clause
from trips.reading.facts.message import Found, Message, once
from trips.reading.facts.tastes import things
from trips.schemas import Mode

_MODES = frozenset(get_args(Mode))
_ONLY = frozenset(
    "only please preferred pref preference ideally all both everywhere instead between rather".split()
)
_RENTED = frozenset("rent rental hire renting hiring".split())
#: "No cars without seatbelts" bans no car.
_QUALIFIED = frozenset("without with over longer that which after before".split())
#: Said of no other thing than a place to sleep.
_SURE = frozenset(
    """twin beds | double bed | connecting rooms | family room | private bathroom | walk-in shower | cot |
    pool | near the beach | ground floor | all inclusive | half board | full board | a la carte |
    mosquito nets | alarm for the deaf | one base | not the cheapest | pet-friendly | triple room |
    single room""".replace("\n    ", " ").split(" | ")
)
#: Beside a word for a house only: "a small hotel".
_WEAK = frozenset("small nice clean simple modern traditional cheap luxury garden quiet".split())
_MUST = frozenset("essential must needed required important".split())
_BEDS = frozenset(("sofa bed", "twin beds"))
#: So many tokens from a house at most its features are said.
_BESIDE, _FAR = 4, 14
#: Behind a ride that stands without a verb: "train from York", "ferry not plane".
_LONE = frozenset("from to through not trip all or and".split())
#: Named for no other reason than to go so.
_ALWAYS = frozenset("interrail interrailing self".split())
_AT_NIGHT = frozenset("night overnight sleeper".split())


def read_ways(message: Message) -> list[Found]:
    readers = (_rides, _comforts, _first_hour, _last_hour, _rest)
    return list(once(one for read in readers for one in read(message)))


def read_stay(message: Message) -> list[Found]:
    """What the stay should be like."""
    return list(once(_stay_wishes(message)))


def _told(clause: Clause) -> bool:
    return not clause.asked and not clause.has("others.theirs", "others.away", "over", "supposed.if")


# --- ways of travelling ---------------------------------------------------------------------------


def _rides(message: Message) -> Iterator[Found]:
    spans = message.cover("ride", "no_ride", "flown", "interest")
    before = None
    for ride in (one for one in spans if one.kind == "ride"):
        clause = message.clause(ride.i)
        if not _told(clause) or _RENTED & set(message.norms(ride.i - 2, ride.j)):
            continue
        if clause.denies(ride) and _QUALIFIED & set(message.norms(ride.j, ride.j + 1)):
            yield Found(
                "avoid", message.tokens.quote(ride.i, clause.j).strip(" .!?;,"), ride.i, clause.j, "add"
            )
        elif clause.denies(ride):
            needless = "need" in message.norms(ride.i - 4, ride.i)
            if ride.value in _MODES and ride.value != "walk" and not needless:
                starts = [at for at, _ in clause.cues.get("denies", ()) if at < ride.i]
                yield Found("transport_bans", ride.value, max(starts, default=ride.i), ride.j, "add")
        elif _preferred(message, clause, ride) or (before and message.listed(before, ride)):
            before = ride
            yield Found("travel_by", message.words(ride.i, ride.j), ride.i, ride.j, "add")
    yield from _no_others(message, [one for one in spans if one.kind == "ride"])


def _no_others(message: Message, rides: list[Span]) -> Iterator[Found]:
    """ "Bus or train only" bans planes and cars."""
    for ride in rides:
        only = {message.word(ride.j), message.word(ride.i - 1), message.word(ride.i - 2)} & {"only", "purely"}
        clause = message.clause(ride.i)
        if ride.value in ("train", "coach", "ferry", "transit") and only and _told(clause):
            kept = {one.value for one in rides}
            for mode in ("flight", "car"):
                if mode not in kept and not clause.denies(ride):
                    yield Found("transport_bans", mode, ride.i, ride.j + 1, "add")


def _preferred(message: Message, clause: Clause, ride: Span) -> bool:
    """ "By train", "rather the train", "public transport only"."""
    by = any(cue.j == ride.i and cue.value == "by" for cue in message.chart.of("by"))
    liked = any(cue.j == ride.i for cue in message.chart.of("by"))
    only = bool(_ONLY & set(message.norms(ride.j, ride.j + 1)))
    if ride.value in ("campervan", "motorbike", "overland") or message.word(ride.i) in _ALWAYS:
        return True
    if ride.value == "car":
        return False  # a car is a fact of its own
    if _AT_NIGHT & set(message.norms(ride.i, ride.j)):
        return True
    if ride.value == "flight":
        return (liked or only) and clause.has("contrasts") and not by
    return liked or only or _lone(message, ride) or message.norms(ride.i, ride.i + 2) == ["on", "foot"]


def _lone(message: Message, ride: Span) -> bool:
    before, after = message.word(ride.i - 1), message.word(ride.j)
    return (not before[:1].isalnum() or before in ("so", "then")) and (
        not after[:1].isalnum() or after in _LONE
    )


def _comforts(message: Message) -> Iterator[Found]:
    for span in message.cover("flown"):
        clause = message.clause(span.i)
        if _told(clause) and (not clause.denies(span) or _denying(message, span)):
            yield Found("travel_by", span.value, span.i, span.j, "add")


def _denying(message: Message, span: Span) -> bool:
    return bool({"no", "not", "nothing", "without", "avoid", "hate"} & set(message.norms(span.i, span.i + 1)))


# --- hours of a day -------------------------------------------------------------------------------


def _after(message: Message, cue: Span, kind: str = "hour") -> Span | None:
    """The hour right behind a cue; "before 10 May" names none."""
    found = message.chart.at(kind, cue.j)
    if not found or not _of_a_clock(message, found):
        return None
    return None if message.norms(found.j, found.j + 1)[:1] in (["days"], ["nights"], ["people"]) else found


def _of_a_clock(message: Message, hours: Span) -> bool:
    """Numbers that no day, month or sum goes on behind."""
    longer = message.chart.of("date", "bare_day", "money", "month")
    return not any(one.i <= hours.j < one.j or one.i < hours.i <= one.j for one in longer)


def _first_hour(message: Message) -> Iterator[Found]:
    for cue in message.chart.cover("starts"):
        if (hour := _after(message, cue)) and _told(message.clause(cue.i)) and message.open(cue):
            yield Found("hours.first", hour.value, cue.i, hour.j)


def _last_hour(message: Message) -> Iterator[Found]:
    for cue in message.chart.cover("ends"):
        if (hour := _after(message, cue)) and _told(message.clause(cue.i)) and message.open(cue):
            yield Found("hours.last", _evening(hour.value), cue.i, hour.j)


def _evening(hour: str) -> str:
    """ "Back by 9" is said of the evening."""
    return f"{int(hour[:2]) + 12:02}{hour[2:]}" if int(hour[:2]) < 12 else hour


def _rest(message: Message) -> Iterator[Found]:
    for cue in message.chart.cover("naps"):
        clause = message.clause(cue.i)
        said = (one for one in message.chart.of("hours") if clause.i <= one.i < clause.j)
        hours = next((one for one in said if _of_a_clock(message, one)), None)
        if hours and _told(clause):
            first, last = (_noon(one) for one in hours.value)
            yield Found("hours.rest", f"{first}–{last}", min(cue.i, hours.i), max(cue.j, hours.j))


def _noon(hour: str) -> str:
    """Naps are in the afternoon: "1 to 3"."""
    return f"{int(hour[:2]) + 12:02}{hour[2:]}" if int(hour[:2]) < 8 else hour


# --- the stay -------------------------------------------------------------------------------------


def _stay_wishes(message: Message) -> Iterator[Found]:
    """What is said beside a word for a stay, in its clause or in what follows in its sentence."""
    yield from _with(message)
    features = message.chart.of("feature")
    places = [
        *message.chart.of("sleeps_at", "house"),
        *(one for one in features if one.value in _SURE - {"pet-friendly"}),
    ]
    for span in message.cover("feature", "sleeps_at"):
        clause = message.clause(span.i)
        if span.kind != "feature" or not _told(clause) or clause.has("no_longer"):
            continue
        far = _BESIDE if span.value in _WEAK else _FAR
        beside = any(_near(clause, one, span, far) for one in places if one.i != span.i)
        denial = _denial(clause, span, features)
        if denial is None:
            if beside or span.value in _SURE or _needed(message, span):
                yield Found("stay_wishes", span.value, span.i, span.j, "add")
        elif span.i - denial <= 2 or span.value in _BEDS:
            needless = {"need", "necessary", "important", "mind"} & set(message.norms(clause.i, clause.j))
            if span.value in _BEDS or (beside and not needless and span.value not in _WEAK):
                yield Found("avoid", message.words(span.i, span.j), span.i, span.j, "add")


def _needed(message: Message, span: Span) -> bool:
    """ "Pools essential", "we need a kitchen and a pool"."""
    led = message.norms(max(message.clause(span.i).i, span.i - 5), span.i)
    behind = message.norms(span.j, span.j + 3)
    return bool({"need", "needs"} & set(led) or _MUST & set(behind)) and span.value not in _WEAK


def _denial(clause: Clause, span: Span, features: list[Span]) -> int | None:
    """Where what denies it ends. The "not" of "not the cheapest, with character" denies nothing else."""
    inside = {at for one in features for at in range(one.i, one.j)}
    ends = [end for at, end in clause.cues.get("denies", ()) if at < span.i and at not in inside]
    return max(ends, default=None) if clause.denies(span) else None


def _with(message: Message) -> Iterator[Found]:
    """ "A flat with a kitchen, blackout blinds": what follows "with" right behind a house."""
    for house in message.chart.cover("sleeps_at", "house"):
        clause = message.clause(house.i)
        if message.norms(house.j, house.j + 1) in (["with"], ["has"]) and _told(clause):
            for thing in things(
                message, house.j + 1 + (message.norms(house.j + 1, house.j + 2) == ["/"]), clause.j
            ):
                known = any(one.i < thing.j and one.j > thing.i for one in message.chart.of("feature", "kin"))
                if not known and message.open(thing) and not clause.denies(thing):
                    yield Found("stay_wishes", message.words(thing.i, thing.j), thing.i, thing.j, "add")


def _near(clause: Clause, house: Span, feature: Span, far: int) -> bool:
    return (clause.i <= house.i < clause.j or house.i < feature.i) and abs(house.i - feature.i) <= far
