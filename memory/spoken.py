"""What a traveller's own words tell about themselves: name, role, household, employer. Pure but for ids.

`trips/reading/memory` chooses the sentences that a document should know of. Without a model the sentence
itself becomes the line; a model may say it shorter, by the same rules.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from config import clock
from memory.companions import companions, told_of
from memory.contradicting import contradicted, said_before, standing
from memory.employers import Left, leaves
from memory.events import Event, journey
from memory.models import DocumentLine
from memory.quotes import own_words
from memory.text import TRAVELLERS_WORDS, normalised
from trips.facts.limits import spoken_date
from trips.models import Message, Trip
from trips.reading.bounded import SENTENCE
from trips.reading.memory import (
    HABITS,
    NEEDS,
    PROFILE,
    as_sentence,
    durable,
    of_another,
    of_who_travels,
    oneself,
    supposed,
    validity,
    with_their_bounds,
)
from trips.reading.memory import (
    standing as standing_clauses,
)
from trips.reading.memory.amending import Told, amended, corrects
from trips.reading.memory.kinds import of_a_day, of_memory, says_why_not, usual_and_now
from trips.reading.routing.answers import refusal_in
from trips.reading.routing.questions import begins_as_a_question

MOST_SENTENCES = 24  # of one message
_LONGEST = 240  # characters of a sentence that is remembered as it stands

#: The document of each trigger that a sentence may be.
DOCUMENT_OF = {
    "name": "profile",
    "role": "profile",
    "household": "profile",
    "employer": "company",
    "travel policy": "company",
    "need": "preferences",
}
#: The trigger of what somebody tells of themselves.
_TRIGGERS = {
    "policy": "travel policy", "left": "employer", "employer": "employer", "rules": "employer",
    "name": "name", "role": "role",
}  # fmt: skip
#: What is said otherwise of a document, when it is no name, role or the like itself.
_TRIGGER_OF = {"preferences": "need", "profile": "household", "company": "employer"}


def sentences(words: str) -> list[str]:
    """The sentences that may be kept as they stand: no questions, none too long."""
    return [part for part in _said(words) if len(part) <= _LONGEST]


def tells_of_oneself(sentence: str) -> bool:
    """Name, role, household, employer or a travel policy: what a document should know of."""
    return bool(oneself(sentence)) or durable(sentence, *PROFILE)


def told_for(sentence: str) -> str:
    """Document and trigger of what a sentence tells for good ("profile name"); "" where that is nothing."""
    if supposed(sentence):
        return ""
    if told := oneself(sentence):
        return _placed(_TRIGGERS[told])
    if durable(sentence, *PROFILE) or of_another(sentence):
        return _placed("household")
    return _placed("need") if durable(sentence, *NEEDS, *HABITS) else ""


def tells(message: Message) -> bool:
    """Does a sentence of it tell anything for good?"""
    return any(told_for(one.text) for one in _for_good(own_words(message.text), message))


def profile_events(words: str, message: Message) -> list[Event]:
    """Name, role, household, what else tells who they are. What a member of this trip needs is their note."""
    found = []
    for one in _for_good(words, message):
        document, _, name = told_for(one.text).partition(" ")
        of_member = durable(one.text, *NEEDS, *HABITS) and told_of(one.text, companions(message.trip))
        if document == "profile" and not of_member:
            found.append(_told(name, document, one, message, one=name != "household"))
    return found


def need_events(words: str, message: Message) -> list[Event]:
    """Diet, allergies, access, fears, tastes and habits: what holds on every trip. Not what another of these
    events tells already, nor of a member of this trip, whose note it is."""
    found = []
    for one in _for_good(words, message):
        document, _, name = told_for(one.text).partition(" ")
        if document == "preferences" and not told_of(one.text, companions(message.trip)):
            found.append(_told(name, document, one, message, one=False))
    return found


def company_events(words: str, message: Message) -> list[Event]:
    """Employer and travel policy."""
    found = []
    for one in _for_good(words, message):
        if oneself(one.text) == "left" or leaves(one.text, message.trip) is Left.GONE:
            found.append(replace(_told("employer", "company", one, message, one=True), gone=True))
            continue
        if leaves(one.text, message.trip) is Left.FOR_ANOTHER:
            found.append(_told("employer", "company", one, message, one=True))
            continue
        document, _, name = told_for(one.text).partition(" ")
        if document == "company":
            found.append(_told(name, document, one, message, one=oneself(one.text) == "employer"))
    return found


def otherwise_events(words: str, message: Message, told: Iterable[Event]) -> list[Event]:
    """What takes back something that stands, and is no need or the like itself: "We fly again". `told`: what
    the message tells already."""
    found = []
    known = {event.what for event in told}
    said = [one for one in _for_good(words, message) if one.text not in known]
    members, rows = (companions(message.trip), standing(message.trip)) if said else ([], [])
    for one in said if rows else ():
        if told_of(one.text, members):
            continue
        old = contradicted(rows, one.text)
        if old is not None:
            namespace = old.document.namespace if isinstance(old, DocumentLine) else "preferences"
            found.append(_told(_TRIGGER_OF[namespace], namespace, one, message, one=False))
    return found


def _placed(trigger: str) -> str:
    return f"{DOCUMENT_OF[trigger]} {trigger}"


def _said(words: str) -> list[str]:
    found = dict.fromkeys(with_their_bounds(SENTENCE.findall(words)))
    told = (part for part in found if len(part) > 6 and not part.endswith("?"))
    return [part for part in told if not begins_as_a_question(part)][:MOST_SENTENCES]


def _for_good(words: str, message: Message) -> list[Told]:
    """The sentences, as they are meant, that name no end: a line of a document has none. The others can be a
    note."""
    told = of_who_travels([part for part in _said(words) if not of_memory(part)])
    before: list[str] = []
    if corrects(told):
        before = [part for one in said_before(message) for part in sentences(own_words(one.text))]
    whole = [kept for one in amended(told, before) if (kept := _without_end(one, message)) is not None]
    return [part for one in whole for part in parted(one, told_for) if len(part.text) <= _LONGEST]


def parted(told: Told, kind: Callable[[str], str]) -> list[Told]:
    """Each clause that stands by itself, as a sentence; the sentence alone where nothing does. `kind`: what a
    clause tells for good, "" for nothing."""
    if told.text.casefold() != told.quote.casefold():
        return [told]  # made of two sentences: no words of the message are a part of it
    pieces = standing_clauses(told.text, kind)
    if not pieces or pieces == [told.text.strip(" ,;:-–—")]:
        return [told]
    return [replace(told, text=as_sentence(piece), quote=piece.rstrip(" .!")) for piece in pieces]


def _without_end(told: Told, message: Message) -> Told | None:
    """What of a sentence has no end: of "I usually fly, but this once I'd take the train" the habit."""
    day = message.created.date()
    lasts, now = usual_and_now(told.text) or ("", "")
    if lasts and told.text.casefold() == told.quote.casefold() and told_for(lasts):
        if validity(now, day).ends and not validity(lasts, day).ends:
            return replace(told, text=f"{lasts}.", quote=lasts)
    return None if validity(told.text, day).ends else told


def _told(trigger: str, namespace: str, told: Told, message: Message, *, one: bool) -> Event:
    """`one`: there is one line of this kind, a new one takes its place."""
    said = ""
    if of_a_day(told.text):
        said = f" (said on {spoken_date(message.created.date())})"
    return Event(
        trigger=trigger,
        namespace=namespace,
        what=told.text,
        line=f"{TRAVELLERS_WORDS}{told.text}{said}",
        quote=told.quote.rstrip(".!"),
        message=message.pk,
        slot=trigger if one else "",
    )


def rejected_summary(trip: Trip, words: str, message: Message) -> list[Event]:
    """The summary was turned down: the sentence that says why, if it tells a taste."""
    refused = refusal_in(words)
    telling = [part for part in sentences(refused[0]) if says_why_not(part)] if refused else []
    if not telling:
        return []
    sentence = telling[0].lstrip(" ,;:-")
    return [
        Event(
            trigger="rejected at the summary",
            namespace="preferences",
            what=f"The summary of {journey(trip)} was turned down: {sentence}",
            line=f"Said of plans for {journey(trip)}: {sentence}",
            quote=sentence.rstrip(".!"),
            message=message.pk,
        )
    ]


def follow_ups(names: Mapping[str, str], words: str, message: Message) -> Iterable[Event]:
    """What the message names of things found earlier (name and city)."""
    said = f" {normalised(words)} "
    for name, city in names.items():
        plain = normalised(name)
        if len(plain) < 5 or not re.search(rf"(?<!\w){re.escape(plain)}(?!\w)", said):
            continue
        where = f" in {city}" if city and normalised(city) in said else ""
        yield Event(
            trigger="follow-up on a finding",
            namespace="episodes",
            what=f"The traveller came back to {name} ({city}): {' '.join(words.split())[:300]}",
            line=f"Spoke again of {name}{where} on {clock.today():%-d %B %Y}.",
            quote=_as_said(name, words),
            message=message.pk,
            slot=f"follow-up {message.trip_id} {plain}",
        )


def _as_said(name: str, words: str) -> str:
    found = re.search(re.escape(name), words, re.IGNORECASE)
    return found[0] if found else name
