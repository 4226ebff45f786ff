"""What trips/reading reads of a message, taken over into the reading of the rest."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Iterable
from dataclasses import replace

from trips.catalogue.names import key
from trips.facts.applying import apply_changes
from trips.reading.conversation import (
    Offer,
    Taken,
    filled,
    listed,
    months_in,
    near,
    offer_in,
    presupposed,
    says_alone,
    taken,
    takes_back,
    towns_in,
)
from trips.reading.facts.atlas import Atlas
from trips.reading.facts.dates import Times, read_times
from trips.reading.facts.doubts import ASKED, read_doubts
from trips.reading.facts.fixed import Fixed, fixed_in, told
from trips.reading.facts.meant import is_meant
from trips.reading.facts.message import Found, Message, message_of
from trips.reading.facts.nights import Known, read_nights
from trips.reading.facts.order import changes_of, index_of, order_said, ordered
from trips.reading.facts.places import Mention, Places, read_places
from trips.reading.message.reading import CLAIMED, Reading, Span
from trips.reading.routing.message import Message as Answer
from trips.reading.routing.questions import questions_in
from trips.reading.tokens import tokens_of
from trips.schemas import Change, Destination

#: Topics of which "nothing else" may be said.
_OPTIONAL = {"origin", "pace", "interests", "must_do", "dietary", "access"}
#: What follows a place that nobody knows: another one in its stead.
_RATHER = re.compile(r"\W*(?:no|nope|ok(?:ay)?|then|sorry|well|all\s*right)\b", re.IGNORECASE)


def take(reading: Reading, reader: Callable[[Message], Iterable[Found]]) -> None:
    """Tells what a reader of trips/reading finds in what is open, and claims it."""
    message = _message(reading)
    for one in reader(message):
        start, end = _tell(reading, message, one)
        if not one.shared:
            reading.claim(start, end)


def _tell(reading: Reading, message: Message, one: Found) -> tuple[int, int]:
    start, end = _first(message, one.i), message.tokens[one.j - 1].end
    if one.op == "declined":
        told = {change.path.split(".")[0] for change in reading.changes}
        rest = [topic for topic in reading.asked if topic in _OPTIONAL - told] if told else []
        reading.declined += rest if one.value == "rest" else [one.value]
    elif one.op == "of_a_plan":
        reading.about_a_plan = True
    elif one.op in ("problem", "impossible"):
        reading.problem(one.value, Span(start, end) if one.op == "impossible" else None)
    elif one.path:
        if one.verdict:
            reading.verdicts.append(Span(start, end))
        reading.change(one.path, one.value, start, end, op=one.op, subject=one.subject)
    return start, end


def take_times(reading: Reading) -> Times:
    """Everything about time in the message, claimed."""
    message = _message(reading)
    times = read_times(message)
    for one in times.spans:
        reading.claim(message.tokens[one.i].start, message.tokens[one.j - 1].end)
    return times


def tell_times(reading: Reading, times: Times) -> None:
    for one in times.tell():
        _tell(reading, times.message, one)


def take_places(reading: Reading) -> None:
    """Where from and where to, claimed."""
    message = _message(reading)
    found = read_places(message)
    if found.origin and not (found.destinations or reading.facts.destinations or reading.planned):
        # "Is it safe in Marrakech? We come from Hamburg": what is asked of is where they want to go
        message.closed = frozenset()
        found.destinations = read_places(message).destinations
    for one in found.told:
        start, end = _first(message, one.i), message.tokens[one.j - 1].end
        reading.change(one.path, one.value, start, end, op=one.op)
    for run in found.undecided:
        names = list(dict.fromkeys(one.name.said for one in run))
        which = "which of the two" if len(names) == 2 else "which of them"
        reading.problem(f"{', '.join(names[:-1])} or {names[-1]}: {which}?")
        reading.undecided += names
    for mention in [*found.destinations, *found.gone, *([found.origin] if found.origin else [])]:
        reading.claim(mention.span.start, mention.span.end)
    if found.origin:
        reading.change("origin", found.origin.name.said, found.origin.span.start, found.origin.span.end)
    _tell_destinations(reading, found)


def _tell_destinations(reading: Reading, places: Places) -> None:
    known = reading.facts.destinations
    new = [one for one in places.destinations if _name_known(reading, one) is None]
    gone = [one for one in places.gone if _name_known(reading, one)]
    if len(new) == len(gone):  # "not Boston, Chicago": the new one takes the place of the old
        for one, other in zip(gone, new, strict=True):
            start, end = min(one.span.start, other.span.start), max(one.span.end, other.span.end)
            known_as = _name_known(reading, one) or ""
            reading.change("destinations", other.name.said, start, end, subject=known_as)
        return
    contains = reading.message.atlas.contains
    for area in known:  # "Which cities in Peru?"
        towns = [one for one in new if contains(area, area.name, one.name.place)]
        if towns and area.kind != "city":
            span = towns[0].span
            reading.change("destinations", area.name, span.start, span.end, op="remove")
    for one in gone:
        reading.change("destinations", _name_known(reading, one), one.span.start, one.span.end, op="remove")
    nowhere = all(place.kind == "city" and place.city_id is None for place in known)
    instead = places.instead or (nowhere and bool(_RATHER.match(reading.view)))
    replaces = instead and bool(known) and not gone and len(places.destinations) == len(new)
    for index, one in enumerate(new):
        op = "set" if replaces and index == 0 else "add"
        reading.change("destinations", one.name.said, one.span.start, one.span.end, op=op)


def _name_known(reading: Reading, mention: Mention) -> str | None:
    """The name under which the facts have a place."""
    place = mention.name.place
    for known in reading.facts.destinations:
        same = place and place.city_id is not None and known.city_id == place.city_id
        if same or key(known.name) == key(mention.name.said):
            return known.name
    return None


_BEGUN = (
    "The trip has begun, so its cities keep their order. Nights can be moved, as “one night less in {last} "
    "and one more in {first}”."
)
_NOT_OURS = "{name} is not among the cities of this trip, so it can't change places with {other}."


def take_order(reading: Reading) -> None:
    """The cities in the order that is said, as changes of the destinations; once the trip has begun, or for a
    city that is none of it, a sentence."""
    said, known = order_said(reading.open, reading.facts), reading.facts.destinations
    if said is None:
        return
    tokens = tokens_of(reading.open)
    span = Span(tokens[said.i].start, tokens[said.j - 1].end)
    foreign = [name for name in said.names if index_of(known, name) is None]
    if foreign:
        other = next(name for name in said.names if name not in foreign)
        reading.problem(_NOT_OURS.format(name=foreign[0], other=other))
    elif reading.started:
        reading.problem(_BEGUN.format(first=known[0].name, last=known[-1].name))
    else:
        order = ordered(known, said.action, [index_of(known, name) or 0 for name in said.names])
        _tell_order(reading, changes_of(known, order, said), order, span)
    reading.claim(span.start, span.end)


def _tell_order(reading: Reading, found: list[Found], order: list[Destination], span: Span) -> None:
    changes = [Change(path=one.path, op=one.op, value=one.value, subject=one.subject) for one in found]
    after = apply_changes(reading.facts, changes, today=reading.today, gazetteer=reading.gazetteer).facts
    if [place.city_id for place in after.destinations] != [place.city_id for place in order]:
        return  # another town of that name would be found again
    reading.verdicts.append(span)
    for one in found:
        reading.change(one.path, one.value, span.start, span.end, op=one.op, subject=one.subject)


def take_questions(reading: Reading) -> str | None:
    """What the message asks, word for word. Questions say nothing about the trip, so nobody reads facts from
    them; requests ("Could you plan …?") are no questions, and where to go is both."""
    message, said = Answer(reading.view, reading.today), []
    for i, j, plans in questions_in(message):
        start, end = message.tokens[i].start, message.tokens[j - 1].end
        if CLAIMED in reading.open[start:end]:
            continue
        said.append(reading.quote(start, end))
        if not plans:
            reading.claim(start, end)
    return " ".join(said) or None


def _first(message: Message, at: int) -> int:
    """Where a token begins; with the word that a "not" is part of ("wont", "can't")."""
    while at and message.tokens[at].norm == "not" and message.tokens[at].tight:
        at -= 1
    return message.tokens[at].start


#: What bare numbers are of, before readers of money and people look at them.
EARLY = ("stay_night", "food_day", "ages", "each")


def take_offer(reading: Reading) -> bool:
    """Tells what the message takes of what was offered last; whether it takes something."""
    if not reading.before:
        return False
    offer, answer = offer_in(reading.before), Answer(reading.view, reading.today)
    for i, j in says_alone(answer):
        reading.claim(answer.tokens[i].start, answer.tokens[j - 1].end)
    reading.asked = tuple(dict.fromkeys((*reading.asked, *offer.asked)))
    if len(read_nights(_message(reading), _known(reading, offer))) > 1:
        _nights(reading, offer)
        return True
    found = taken(answer, offer, reading.facts, reading.tell)
    if found is not None:
        _told(reading, found)
    early = offer._replace(topics=tuple(one for one in offer.topics if one in EARLY))
    for one in filled(answer, early, (), reading.tell, lambda i, j: CLAIMED in reading.open[i:j]):
        _told(reading, one)
    _nights(reading, offer)
    return bool(reading.changes)


def _nights(reading: Reading, offer: Offer) -> None:
    known = _known(reading, offer)
    take(reading, lambda message: read_nights(message, known) if known.towns else [])


def _known(reading: Reading, offer: Offer) -> Known:
    """What of nights in cities is known, and was said last."""
    towns = [place.name for place in reading.facts.destinations]
    towns += [str(one.value) for one in reading.changes if one.path == "destinations" and one.op == "add"]
    spoken, days = towns_in(offer.said), reading.facts.dates.days
    asks = "night" in offer.question.lower() or "each" in offer.topics
    towns = towns if towns or not asks else spoken
    alone = asks and len(towns) > 1 and bool(towns_in(offer.question))
    there = spoken[-1] if spoken else ""
    return Known(tuple(dict.fromkeys(towns)), there, days - 1 if days else None, asks, alone)


def fill_holes(reading: Reading) -> None:
    """Tells what the message says in the words that the question left open."""
    offer, answer = offer_in(reading.before), Answer(reading.view, reading.today)
    if reading.said("destinations.nights") is None:
        _nights(reading, offer)
    added = [one for one in reading.changes if one.path == "destinations" and one.op == "add"]
    if len(added) == len(reading.facts.destinations) == 1 and takes_back(answer):
        reading.replace(added[0], op="set")
    offer = offer.asking(reading.asked)
    if reading.undecided or not (offer.topics or reading.before):
        return

    def closed(i: int, j: int) -> bool:
        return CLAIMED in reading.open[i:j]

    said = [change.path for change in reading.changes]
    for one in filled(answer, offer, said, reading.tell, closed):
        _told(reading, one)
    for one in listed(answer, offer, closed) if reading.before else ():
        _told(reading, one)
    if reading.before:
        told = {change.path for change in reading.changes}
        changes = presupposed(answer, offer, reading.facts, told, reading.tell)
        _told(reading, Taken(changes, 0, len(reading.view)))
        problems = list(reading.problems)  # of what was said there are none

        def heard() -> list[Change]:
            months = [change for one in months_in(offer.said) for change in reading.tell(f"in {one}")]
            return reading.tell(offer.said) or months

        for change, day in list(near(answer, reading.changes, heard, reading.facts)):
            reading.replace(change, value=day)
        reading.problems = problems


def _told(reading: Reading, found: Taken) -> None:
    for one in found.changes:
        reading.change(one.path, one.value, found.start, found.end, op=one.op, subject=one.subject)
    if found.changes:
        reading.claim(found.start, found.end)


def take_doubts(reading: Reading) -> None:
    """Tells what the needs left unread of health, food and fear, behind all rules."""
    message = _message(reading)
    needs, told = (
        _places(reading, message, paths)
        for paths in (("dietary", "access", "avoid", "transport_bans", "stay.avoid"), ())
    )
    for one in read_doubts(message, needs, told):
        start, end = _tell(reading, message, replace(one, op="add"))
        if one.op == "asked":
            reading.claim(start, end)  # what is asked about is not taken as well
            reading.doubts.append(one.value)


def withdraw_unmeant(reading: Reading) -> None:
    """Beside a chosen plan, leaves only the changes that somebody means."""
    if reading.planned:
        message = _message(reading)
        reading.changes = [change for change in reading.changes if _is_meant(reading, message, change)]


def _is_meant(reading: Reading, message: Message, change: Change) -> bool:
    span = reading.span_of(change)
    if span is None:
        return True
    (i, j), sentence = (_tokens_in(message, one) for one in (span, reading.sentence_of(span.start)))
    verdict = any(one.start <= span.start and span.end <= one.end for one in reading.verdicts)
    return is_meant(message, Found(change.path, change.value, i, j, change.op), sentence, verdict)


def _tokens_in(message: Message, span: Span) -> tuple[int, int]:
    inside = [at for at, token in enumerate(message.tokens.all) if span.start <= token.start < span.end]
    return (inside[0], inside[-1] + 1) if inside else (0, 0)


def ask_doubts(reading: Reading) -> None:
    """What is kept as it was said and means something that nobody could read is asked about."""
    kept = [change.value for change in reading.changes if change.path == "wishes"]
    for said in reading.doubts:
        if said in kept:
            reading.problem(ASKED.format(said))


def take_fixed(reading: Reading) -> list[Fixed]:
    """Appointments of the message, claimed with their days and hours."""
    message = _message(reading)
    found = fixed_in(message)
    for i, j in (stretch for one in found for stretch in one.read):
        reading.claim(message.tokens[i].start, message.tokens[j - 1].end)
    return found


def tell_fixed(reading: Reading, found: list[Fixed]) -> None:
    """Tells `appointments`, once the dates of the trip are read."""
    dates = reading.facts.dates
    start, end = (
        dt.date.fromisoformat(str(said.value)) if said else known
        for said, known in (
            (reading.said("dates.start"), dates.start),
            (reading.said("dates.end"), dates.end),
        )
    )
    take(reading, lambda message: told(found, reading.today, start, end))


def _places(reading: Reading, message: Message, paths: tuple[str, ...]) -> list[Found]:
    """The tokens in which changes of some paths, or of any but who travels, were found, or that are to be
    forgotten."""
    changes = [one for one in reading.changes if (one.path in paths if paths else one.path[:5] != "party")]
    spans = [*reading.forgotten, *(span for one in changes if (span := reading.span_of(one)))]
    tokens = enumerate(message.tokens.all)
    return [
        Found("", None, at, at)
        for at, token in tokens
        if any(one.start <= token.start < one.end for one in spans)
    ]


def _message(reading: Reading) -> Message:
    if reading.message is None:
        home = reading.facts.origin and reading.facts.origin.city_id
        atlas = Atlas(reading.gazetteer, reading.gazetteer.city(home) if home else None)
        reading.message = message_of(
            reading.view,
            reading.today,
            facts=reading.facts,
            asked=reading.asked,
            planned=reading.planned,
            before=reading.before,
            town=lambda name: atlas.is_city(name) or atlas.is_area(name),
            atlas=atlas,
            people=lambda: _people(reading),
        )
    message = reading.message
    message.closed = frozenset(
        at for at, token in enumerate(message.tokens.all) if CLAIMED in reading.open[token.start : token.end]
    )
    return message


def _people(reading: Reading) -> int:
    said = [reading.said(path) for path in ("party.adults", "party.children")]
    return sum(int(str(one.value)) for one in said if one) or reading.facts.party.size
